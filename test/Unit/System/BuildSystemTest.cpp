//===- BuildSystemTest.cpp - Elements to nodes and links ------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Documents are made by hand, complete as completeSystemXml leaves them; the
// line of an element is its number.
//
//===----------------------------------------------------------------------===//

#include "ringc/Topology/FrontEnd.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace ringc;

namespace {

using Attributes = std::initializer_list<std::pair<const char *, std::string>>;

struct Build : testing::Test {
  XmlDocument Doc;
  System S;
  DiagnosticEngine Diags{llvm::nulls()};
  std::vector<Diagnostic> Messages;
  const Profile *P = findProfile("nccl-2.10.3");

  Build() {
    Diags.setHandler([this](const Diagnostic &D) { Messages.push_back(D); });
    add(XmlElement::None, "system", {{"version", "1"}});
  }
  uint32_t add(uint32_t Parent, const char *Name, Attributes As) {
    uint32_t I = uint32_t(Doc.Elements.size());
    XmlElement &X = Doc.Elements.emplace_back();
    X.Name = Name;
    X.Loc = {0, I, 1};
    X.Parent = Parent;
    for (auto &[Key, Value] : As)
      X.Attributes.push_back({Key, Value, X.Loc, X.Loc, false});
    if (Parent != XmlElement::None)
      Doc[Parent].Children.push_back(I);
    return I;
  }
  uint32_t cpu(const char *Numa = "0") {
    return add(0, "cpu",
               {{"numaid", Numa},
                {"arch", "x86_64"},
                {"vendor", "AuthenticAMD"},
                {"familyid", "25"},
                {"modelid", "1"}});
  }
  uint32_t pci(uint32_t Up, const char *BusId, const char *Class = "0x060400",
               const char *Speed = "16 GT/s", const char *Width = "16") {
    return add(Up, "pci",
               {{"busid", BusId},
                {"class", Class},
                {"link_speed", Speed},
                {"link_width", Width}});
  }
  uint32_t gpu(uint32_t Pci) {
    std::string Rank = std::to_string(NextRank++);
    return add(Pci, "gpu",
               {{"dev", Rank}, {"sm", "80"}, {"rank", Rank}, {"gdr", "1"}});
  }
  uint32_t gpuAt(uint32_t Up, const char *BusId) {
    return gpu(pci(Up, BusId, "0x030200"));
  }
  void nvlink(uint32_t Gpu, const char *Target, const char *Class,
              const char *Count = "2") {
    add(Gpu, "nvlink",
        {{"target", Target}, {"count", Count}, {"tclass", Class}});
  }
  bool build() { return buildSystem(Doc, S, Diags, *P); }

  const std::vector<Node> &of(NodeType T) { return S.of(T); }
  /// The only message is \p Id, an error or warning, at element \p Line.
  void expectOne(diag::ID Id, uint32_t Line, const char *Part) {
    ASSERT_FALSE(Messages.empty());
    EXPECT_STREQ(Messages[0].Info->Name, getDiagnosticInfo(Id).Name);
    EXPECT_EQ(Messages[0].Loc.Line, Line);
    EXPECT_NE(Messages[0].Text.find(Part), std::string::npos)
        << Messages[0].Text;
    for (size_t I = 1; I < Messages.size(); ++I)
      EXPECT_EQ(Messages[I].Level, Severity::Note) << Messages[I].Text;
  }

private:
  int NextRank = 0;
};

TEST_F(Build, TakesNodesInDocumentOrder) {
  uint32_t Cpu = cpu(), Switch = pci(Cpu, "0000:01:00.0");
  gpuAt(Switch, "0000:02:00.0");
  gpuAt(Cpu, "0000:03:00.0");
  ASSERT_TRUE(build());
  EXPECT_TRUE(Messages.empty());
  ASSERT_EQ(of(NodeType::Gpu).size(), 2u);
  const Node &Gpu = of(NodeType::Gpu)[0];
  EXPECT_EQ(Gpu.Id, 0x2000);
  EXPECT_EQ(Gpu.Name, "0000:02:00.0");
  EXPECT_EQ(Gpu.Gpu, (GpuFacts{0, 0, 80, true}));
  ASSERT_EQ(Gpu.Links.size(), 2u);
  EXPECT_EQ(Gpu.Links[0].Type, LinkType::Loc);
  EXPECT_EQ(Gpu.Links[1], (Link{LinkType::Pci, {NodeType::Pci, 0}, 24}));
  EXPECT_EQ(of(NodeType::Cpu)[0].Name, "cpu 0");
  EXPECT_EQ(of(NodeType::Pci)[0].Name, "0000:01:00.0");
}

TEST_F(Build, ReadsPciWidths) {
  struct Case {
    const char *Speed, *Width;
    float Expected;
  };
  uint32_t Cpu = cpu();
  const Case Cases[] = {{"2.5 GT/s", "16", 3},        {"5 GT/s", "8", 3},
                        {"8 GT/s PCIe", "16", 12},    {"16 GT/s", "4", 6},
                        {"16.0 GT/s PCIe", "16", 12}, // not in NCCL's table
                        {"32 GT/s", "0", 12},         {"", "junk", 12},
                        {"2.5 GT/s", "1", 0.1875}};
  for (const Case &C : Cases)
    pci(Cpu, "0000:01:00.0", "0x060400", C.Speed, C.Width);
  ASSERT_TRUE(build());
  for (size_t I = 0; I < std::size(Cases); ++I)
    EXPECT_EQ(of(NodeType::Pci)[I].Links[0].Width, Cases[I].Expected)
        << Cases[I].Speed << " x" << Cases[I].Width;
}

TEST_F(Build, ReadsNetsAsNcclDoes) {
  uint32_t Nic = add(pci(cpu(), "0000:05:00.3", "0x020000"), "nic", {});
  add(Nic, "net", {{"dev", "3"}});
  add(Nic, "net",
      {{"name", "mlx5_1"},
       {"dev", "4"},
       {"speed", "200000"},
       {"port", "2"},
       {"guid", "0xABCDEF"},
       {"gdr", "1"},
       {"maxconn", "7"}});
  add(Nic, "net", {{"dev", "5"}, {"guid", "abcdef"}, {"speed", "-1"}});
  add(Nic, "net", {{"name", "without dev"}});
  ASSERT_TRUE(build());
  const std::vector<Node> &Nets = of(NodeType::Net);
  ASSERT_EQ(Nets.size(), 3u);
  EXPECT_EQ(Nets[0].Net, (NetFacts{3, 0, 1.25, false, false, 32}));
  EXPECT_EQ(Nets[0].Name, "net 3");
  EXPECT_EQ(Nets[1].Net, (NetFacts{0xabcdef, 2, 25, true, false, 7}));
  EXPECT_EQ(Nets[1].Name, "mlx5_1");
  EXPECT_EQ(Nets[2].Net.Asic, 0u) << "a guid counts in hex only";
  EXPECT_EQ(Nets[2].Net.Width, 1.25);
  EXPECT_EQ(of(NodeType::Nic)[0].Id, 0x5000) << "without the function";
}

TEST_F(Build, FunctionsOfACardAreOneNode) {
  uint32_t Cpu = cpu();
  for (const char *BusId : {"0000:05:00.0", "0000:05:00.1"}) {
    uint32_t Nic = add(pci(Cpu, BusId, "0x020000"), "nic", {});
    add(Nic, "net", {{"dev", BusId + 11}});
  }
  ASSERT_TRUE(build());
  ASSERT_EQ(of(NodeType::Nic).size(), 1u);
  // One link up and one to each net: the second function adds no width.
  const std::vector<Link> &Links = of(NodeType::Nic)[0].Links;
  ASSERT_EQ(Links.size(), 3u);
  EXPECT_EQ(Links.back(), (Link{LinkType::Pci, {NodeType::Cpu, 0}, 24}));
}

TEST_F(Build, NicsWithoutPciAreOneCard) {
  for (const char *Numa : {"0", "1"})
    add(add(cpu(Numa), "nic", {}), "net", {{"dev", Numa}});
  ASSERT_TRUE(build());
  ASSERT_EQ(of(NodeType::Nic).size(), 1u);
  EXPECT_EQ(of(NodeType::Net).size(), 2u);
  EXPECT_EQ(of(NodeType::Nic)[0].Links.back(),
            (Link{LinkType::Pci, {NodeType::Cpu, 0}, 5000}));
}

TEST_F(Build, NvlinksToSwitchesAddUp) {
  uint32_t Cpu = cpu(), Gpu = gpuAt(Cpu, "0000:02:00.0");
  nvlink(Gpu, "0000:c4:00.0", "0x068000");
  nvlink(Gpu, "0000:c5:00.0", "0x068000", "10");
  ASSERT_TRUE(build());
  ASSERT_EQ(of(NodeType::Nvs).size(), 1u);
  EXPECT_EQ(of(NodeType::Nvs)[0].Links[0].Width, 264);
}

TEST_F(Build, NvlinkWithoutAWayBack) {
  uint32_t Cpu = cpu(), Gpu = gpuAt(Cpu, "0000:02:00.0");
  nvlink(Gpu, "0000:03:00.0", "0x030200");
  uint32_t Line = uint32_t(Doc.Elements.size()) - 1;
  gpuAt(Cpu, "0000:03:00.0");
  EXPECT_FALSE(build());
  expectOne(diag::err_nvlink_one_way, Line,
            "nvlink from 0000:02:00.0 to 0000:03:00.0");
}

TEST_F(Build, NvlinkOfNoWidthNeedsNoWayBack) {
  uint32_t Cpu = cpu(), Gpu = gpuAt(Cpu, "0000:02:00.0");
  nvlink(Gpu, "0000:03:00.0", "0x030200", "0");
  nvlink(Gpu, "0000:04:00.0", "0x030200"); // not in use
  gpuAt(Cpu, "0000:03:00.0");
  EXPECT_TRUE(build());
  EXPECT_TRUE(Messages.empty());
}

TEST_F(Build, NvlinkToACpu) {
  nvlink(gpuAt(cpu(), "0000:02:00.0"), "0000:00:00.0", "0x068001");
  ASSERT_TRUE(build());
  EXPECT_EQ(of(NodeType::Cpu)[0].Links[0],
            (Link{LinkType::Nvl, {NodeType::Gpu, 0}, 44}));
}

TEST_F(Build, NvlinkToACpuFromBehindASwitch) {
  uint32_t Switch = pci(cpu(), "0000:01:00.0");
  nvlink(gpuAt(Switch, "0000:02:00.0"), "0000:00:00.0", "0x068001");
  EXPECT_FALSE(build());
  expectOne(diag::err_nvlink_cpu_loop, uint32_t(Doc.Elements.size()) - 1,
            "0000:01:00.0");
}

TEST_F(Build, SecondGpuOfAPci) {
  uint32_t Gpu = gpuAt(cpu(), "0000:02:00.0");
  uint32_t Second = gpu(Doc[Gpu].Parent);
  EXPECT_FALSE(build());
  expectOne(diag::err_second_gpu, Second, "0000:02:00.0");
  ASSERT_EQ(Messages.size(), 2u);
  EXPECT_EQ(Messages[1].Loc.Line, Gpu);
}

TEST_F(Build, PciBesideANicIsDropped) {
  uint32_t Card = pci(cpu(), "0000:05:00.0");
  add(add(Card, "nic", {}), "net", {{"dev", "0"}});
  uint32_t Lost = pci(Card, "0000:06:00.0");
  EXPECT_TRUE(build());
  expectOne(diag::warn_dropped_pci, Lost, "0000:06:00.0");
  EXPECT_TRUE(of(NodeType::Pci).empty());
}

TEST_F(Build, PciBelowNoSwitchIsDropped) {
  uint32_t Parent = pci(cpu(), "0000:05:00.0", "0x068000");
  uint32_t Lost = pci(Parent, "0000:06:00.0");
  EXPECT_TRUE(build());
  expectOne(diag::warn_dropped_pci_class, Lost, "0x068000");
}

TEST_F(Build, ADroppedGpuIsAnError) {
  uint32_t Card = pci(cpu(), "0000:05:00.0");
  add(Card, "nic", {});
  uint32_t Gpu = gpuAt(pci(Card, "0000:06:00.0"), "0000:07:00.0");
  EXPECT_FALSE(build());
  ASSERT_EQ(Messages.size(), 2u);
  EXPECT_EQ(Messages[1].Info, &getDiagnosticInfo(diag::err_dropped_gpu));
  EXPECT_EQ(Messages[1].Loc.Line, Gpu);
}

TEST_F(Build, SecondNicOfAPciIsDropped) {
  uint32_t Card = pci(cpu(), "0000:05:00.0");
  add(Card, "nic", {});
  uint32_t Second = add(Card, "nic", {});
  EXPECT_TRUE(build());
  expectOne(diag::warn_dropped_nic, Second, "0000:05:00.0");
}

TEST_F(Build, NicTakesTheLinkOfTheGpuBesideIt) {
  uint32_t Gpu = gpuAt(cpu(), "0000:05:00.0");
  add(Doc[Gpu].Parent, "nic", {});
  EXPECT_TRUE(build());
  expectOne(diag::warn_unconnected_gpu, Gpu, "0000:05:00.0");
  EXPECT_EQ(of(NodeType::Gpu)[0].Links.size(), 1u);
  EXPECT_FALSE(of(NodeType::Nic)[0].Links.empty());
}

TEST_F(Build, TooManyNodesAreReportedOnce) {
  uint32_t Top = XmlElement::None;
  for (int I = 0; I < P->MaxNodesPerType + 2; ++I) {
    if (I % 20 == 0)
      Top = pci(Top == XmlElement::None ? cpu() : Top, "0000:01:00.0");
    else
      pci(Top, "0000:01:00.0");
  }
  EXPECT_FALSE(build());
  expectOne(diag::err_too_many_nodes, uint32_t(P->MaxNodesPerType) + 2,
            "room for 256");
}

TEST_F(Build, TooManyLinks) {
  uint32_t Cpu = cpu();
  for (int I = 0; I <= P->MaxLinksPerNode; ++I)
    pci(Cpu, "0000:01:00.0");
  EXPECT_FALSE(build());
  expectOne(diag::err_too_many_links, uint32_t(Doc.Elements.size()) - 1,
            "'cpu 0' has more than the 32 links");
}

TEST_F(Build, JunkInAttributesIsWhatStrtolMakesOfIt) {
  uint32_t Cpu = add(0, "cpu", {{"numaid", "0x2"}, {"arch", ""}});
  add(pci(Cpu, "zz", "", "??", "-4"), "gpu",
      {{"dev", "7up"}, {"sm", "9999999999999999999999"}, {"rank", " 0"}});
  nvlink(uint32_t(Doc.Elements.size()) - 1, "", "", "x");
  ASSERT_TRUE(build());
  EXPECT_EQ(of(NodeType::Cpu)[0].Id, 2);
  EXPECT_EQ(of(NodeType::Gpu)[0].Gpu.Dev, 7);
  EXPECT_EQ(of(NodeType::Gpu)[0].Id, 0);
}

TEST_F(Build, SeveralServersNeedNets) {
  uint32_t Cpu = cpu();
  gpuAt(Cpu, "0000:02:00.0");
  ASSERT_TRUE(build());
  EXPECT_FALSE(finishSystem(S, false, Diags, *P));
  expectOne(diag::err_no_net, Cpu, "none for its 1 gpus");
  Messages.clear();
  EXPECT_TRUE(finishSystem(S, true, Diags, *P));
  EXPECT_TRUE(Messages.empty());
}

TEST_F(Build, NvlinkOfAGpuThatIsNotInUse) {
  uint32_t Pci = pci(cpu(), "0000:02:00.0", "0x030200");
  uint32_t Gpu = add(Pci, "gpu", {{"dev", "0"}, {"sm", "80"}, {"gdr", "1"}});
  nvlink(Gpu, "0000:03:00.0", "0x030200");
  EXPECT_FALSE(build());
  expectOne(diag::err_nvlink_no_gpu, uint32_t(Doc.Elements.size()) - 1,
            "'0000:02:00.0'");
}

TEST_F(Build, ALinkWithoutAWayBackIsNamed) {
  uint32_t Cpu = cpu(), Gpu = gpuAt(Cpu, "0000:02:00.0");
  gpuAt(Cpu, "0000:03:00.0");
  ASSERT_TRUE(build());
  S.of(NodeType::Gpu)[0].Links.push_back(
      {LinkType::Nvl, {NodeType::Gpu, 1}, 44});
  EXPECT_FALSE(finishSystem(S, true, Diags, *P));
  expectOne(diag::err_no_path_back, Gpu, "'0000:02:00.0' to '0000:03:00.0'");
}

TEST_F(Build, GpusOutOfReachAreNamed) {
  uint32_t Cpu = cpu();
  gpuAt(Cpu, "0000:02:00.0");
  uint32_t Far = gpu(pci(Cpu, "0000:03:00.0", "0x030200", "8 GT/s", "-16"));
  ASSERT_TRUE(build());
  EXPECT_FALSE(finishSystem(S, true, Diags, *P));
  expectOne(diag::err_gpu_unreachable, Far, "'0000:03:00.0'");
}

} // namespace

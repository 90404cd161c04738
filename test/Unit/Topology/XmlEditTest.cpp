//===- XmlEditTest.cpp - Documents stay documents -------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If these fail, taking something out of a topology leaves a tree that is none,
// or another than the runtime would have made of the smaller machine.
//
//===----------------------------------------------------------------------===//

#include "ringc/Topology/XmlEdit.h"
#include <gtest/gtest.h>

using namespace ringc;

namespace {

struct Builder {
  XmlDocument Doc;
  uint32_t add(uint32_t Parent, const char *Name,
               std::vector<std::pair<const char *, const char *>> Attributes) {
    const uint32_t I = uint32_t(Doc.Elements.size());
    XmlElement &E = Doc.Elements.emplace_back();
    E.Name = Name;
    E.Parent = Parent;
    for (const auto &[Key, Value] : Attributes)
      E.Attributes.push_back({Key, Value, {}, {}, false});
    if (Parent != XmlElement::None)
      Doc[Parent].Children.push_back(I);
    return I;
  }
};

/// system(cpu(pci(pci(gpu(nvlink)), pci(nic(net)))), cpu(pci(nic(net, net))))
struct XmlEditTest : testing::Test {
  Builder B;
  uint32_t Gpu, Card, Net, Second, FirstPort;
  void SetUp() override {
    const uint32_t Root = B.add(XmlElement::None, "system", {});
    const uint32_t Cpu = B.add(Root, "cpu", {{"numaid", "0"}});
    const uint32_t Switch = B.add(Cpu, "pci", {{"busid", "0000:01:00.0"}});
    const uint32_t Dev = B.add(Switch, "pci", {{"busid", "0000:02:00.0"}});
    Gpu = B.add(Dev, "gpu", {{"rank", "0"}});
    B.add(Gpu, "nvlink", {{"target", "x"}, {"tclass", "0x068000"}});
    Card = B.add(Switch, "pci", {{"busid", "0000:03:00.0"}});
    const uint32_t Nic = B.add(Card, "nic", {});
    Net = B.add(Nic, "net", {{"dev", "0"}});
    Second = B.add(Root, "cpu", {{"numaid", "1"}});
    const uint32_t Far = B.add(Second, "pci", {{"busid", "0000:04:00.0"}});
    const uint32_t FarNic = B.add(Far, "nic", {});
    FirstPort = B.add(FarNic, "net", {{"dev", "1"}});
    B.add(FarNic, "net", {{"dev", "2"}});
  }
  /// The tree as text after \p Gone was taken out; `broken` if it is none.
  std::string without(std::vector<uint32_t> Gone) {
    XmlDocument Doc = B.Doc;
    std::vector<bool> Marks(Doc.Elements.size());
    for (uint32_t I : Gone)
      Marks[I] = true;
    removeElements(Doc, Marks);
    uint32_t Next = 0;
    return print(Doc, XmlElement::None, Next);
  }
  /// Children in document order must be the elements in pre-order.
  std::string print(const XmlDocument &Doc, uint32_t Parent, uint32_t &Next) {
    const uint32_t I = Next++;
    if (I >= Doc.Elements.size() || Doc[I].Parent != Parent)
      return "broken";
    std::string Text = Doc[I].Name + std::string(Doc[I].get("dev"));
    for (uint32_t C : Doc[I].Children)
      Text += C == Next ? "(" + print(Doc, I, Next) + ")" : "broken";
    return Text;
  }
};

} // namespace

TEST_F(XmlEditTest, NothingGone) {
  EXPECT_EQ(without({}), "system(cpu(pci(pci(gpu(nvlink)))(pci(nic(net0)))))"
                         "(cpu(pci(nic(net1)(net2))))");
}

TEST_F(XmlEditTest, WhatIsBelowGoes) {
  EXPECT_EQ(without({Gpu}),
            "system(cpu(pci(pci(nic(net0)))))(cpu(pci(nic(net1)(net2))))");
}

TEST_F(XmlEditTest, WhatHoldsNothingGoes) {
  EXPECT_EQ(without({Net, FirstPort}),
            "system(cpu(pci(pci(gpu(nvlink)))))(cpu(pci(nic(net2))))");
  EXPECT_EQ(without({Second, Card}), "system(cpu(pci(pci(gpu(nvlink)))))");
}

TEST_F(XmlEditTest, TheRootStays) {
  EXPECT_EQ(without({Gpu, Net, Second}), "system");
}

TEST_F(XmlEditTest, BusIds) {
  EXPECT_EQ(busIdAbove(B.Doc, Gpu), "0000:02:00.0");
  EXPECT_EQ(busIdAbove(B.Doc, FirstPort), "0000:04:00.0");
  EXPECT_EQ(busIdAbove(B.Doc, Second), "");
  EXPECT_EQ(readBusIdNumber("0000:AB:00.0"), readBusIdNumber("0000:ab:00.0"));
}

TEST_F(XmlEditTest, RanksAreClosedUp) {
  XmlDocument Doc;
  for (const char *Rank : {"7", "0", "12", "7"}) {
    XmlElement &E = Doc.Elements.emplace_back();
    E.Name = "gpu";
    setAttribute(E, "rank", Rank);
  }
  EXPECT_EQ(gpusByRank(Doc), (std::vector<uint32_t>{1, 0, 3, 2}));
  setRanks(Doc, gpusByRank(Doc));
  std::string Ranks;
  for (const XmlElement &E : Doc.Elements)
    Ranks += E.get("rank");
  EXPECT_EQ(Ranks, "1032");
  EXPECT_EQ(Doc[0].Attributes.size(), 1u);
}

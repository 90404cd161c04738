//===- BuildSystem.cpp - Elements to nodes and links ----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the completed document in order and makes the node-link graph of
// nccl-search section 3 (confirmed): CPUs with all below them, then NVLinks,
// Broadcom switches joined, CPUs connected, links sorted. A node is connected
// to its parent after its whole subtree, which decides the order of links.
//
// Attributes are read as NCCL reads them: whatever strtol makes of the text.
// What NCCL would drop in silence, or not survive, is reported at its element.
//
//===----------------------------------------------------------------------===//

#include "ElementFacts.h"
#include "Links.h"
#include "ringc/Topology/FrontEnd.h"
#include <algorithm>

using namespace ringc;

namespace {

class SystemBuilder {
public:
  SystemBuilder(const XmlDocument &Doc, System &S, DiagnosticEngine &Diags,
                const Profile &P)
      : Doc(Doc), S(S), Diags(Diags), Rules(P) {}
  bool run();

private:
  void addCpu(uint32_t Element);
  void addPci(uint32_t Element, NodeRef Parent);
  std::optional<NodeRef> addGpu(const XmlElement &Pci, const XmlElement &Gpu);
  void addNets(const XmlElement &Nic, NodeRef Ref);
  void checkSecondGpu(const XmlElement &Pci, const XmlElement &First);
  void reportDropped(const XmlElement &X, const char *Holds);
  void reportDroppedGpus(uint32_t Dropped, const std::string &DroppedId);
  void addNvlink(const XmlElement &X);
  void checkNvlinks();

  const XmlElement *firstChild(const XmlElement &X,
                               std::string_view Name) const;
  std::string busIdAbove(const XmlElement &X) const;
  /// The first node of that type and id.
  std::optional<NodeRef> find(NodeType T, int64_t Id) const;
  /// A new node; nothing, and an error, where the type is full.
  std::optional<NodeRef> create(NodeType T, int64_t Id, std::string Name,
                                SrcLoc Loc);
  void connectBoth(NodeRef A, NodeRef B, LinkType T, float Width, SrcLoc Loc);
  /// Reports \p E at \p Loc. False if there is none.
  bool report(const SystemError &E, SrcLoc Loc);

  const XmlDocument &Doc;
  System &S;
  DiagnosticEngine &Diags;
  const Profile &Rules;
  /// An NVLink between GPUs as declared, one direction.
  struct GpuLink {
    NodeRef From, To;
    SrcLoc Loc;
  };
  std::vector<GpuLink> GpuLinks;
  std::array<bool, NumNodeTypes> TypeFull{};
  bool Failed = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Nodes and links, with their limits
//===----------------------------------------------------------------------===//

const XmlElement *SystemBuilder::firstChild(const XmlElement &X,
                                            std::string_view Name) const {
  for (uint32_t C : X.Children)
    if (Doc[C].Name == Name)
      return &Doc[C];
  return nullptr;
}

std::optional<NodeRef> SystemBuilder::find(NodeType T, int64_t Id) const {
  const std::vector<Node> &Nodes = S.of(T);
  for (size_t I = 0; I < Nodes.size(); ++I)
    if (Nodes[I].Id == Id)
      return NodeRef{T, uint16_t(I)};
  return std::nullopt;
}

std::optional<NodeRef> SystemBuilder::create(NodeType T, int64_t Id,
                                             std::string Name, SrcLoc Loc) {
  std::vector<Node> &Nodes = S.of(T);
  unsigned Limit = unsigned(Rules.MaxNodesPerType);
  if (Nodes.size() >= Limit) {
    // Once a type: those behind it would all say the same.
    if (!TypeFull[unsigned(T)])
      Diags.report(diag::err_too_many_nodes, Loc)
          << Name << llvm::StringRef(toString(T)) << Limit + 1 << Rules.Name
          << Limit;
    TypeFull[unsigned(T)] = Failed = true;
    return std::nullopt;
  }
  NodeRef Ref{T, uint16_t(Nodes.size())};
  Node &N = Nodes.emplace_back();
  N.Type = T;
  N.Id = Id;
  N.Name = std::move(Name);
  N.Loc = Loc;
  if (T == NodeType::Gpu) // a GPU is born with a link to itself [section 3]
    N.Links.push_back({LinkType::Loc, Ref, 5000});
  return Ref;
}

bool SystemBuilder::report(const SystemError &E, SrcLoc Loc) {
  if (!E)
    return false;
  Failed = true;
  // The only thing that can go wrong while links are added.
  Diags.report(diag::err_too_many_links, Loc)
      << S[E.One].Name << E.Limit << Rules.Name;
  return true;
}

void SystemBuilder::connectBoth(NodeRef A, NodeRef B, LinkType T, float Width,
                                SrcLoc Loc) {
  report(ringc::connectBoth(S, A, B, T, Width, Rules), Loc);
}

//===----------------------------------------------------------------------===//
// CPUs and all below them
//===----------------------------------------------------------------------===//

void SystemBuilder::addCpu(uint32_t Element) {
  const XmlElement &X = Doc[Element];
  int Numa = getInt(X, "numaid");
  auto Cpu = create(NodeType::Cpu, Numa, "cpu " + std::to_string(Numa), X.Loc);
  if (!Cpu)
    return;
  S[*Cpu].Cpu = cpuFacts(X);
  for (uint32_t C : X.Children) {
    const XmlElement &Child = Doc[C];
    if (Child.Name == "pci")
      addPci(C, *Cpu);
    if (Child.Name != "nic")
      continue;
    // NICs without a PCI device are all the one card 0, wherever they stand.
    auto Nic = find(NodeType::Nic, 0);
    if (!Nic) {
      Nic = create(NodeType::Nic, 0, "nic", Child.Loc);
      if (!Nic)
        continue;
      connectBoth(*Cpu, *Nic, LinkType::Pci, 5000, Child.Loc);
    }
    addNets(Child, *Nic);
  }
}

std::optional<NodeRef> SystemBuilder::addGpu(const XmlElement &Pci,
                                             const XmlElement &Gpu) {
  auto Ref =
      create(NodeType::Gpu, readBusId(busIdText(Pci)), busIdText(Pci), Gpu.Loc);
  if (Ref)
    S[*Ref].Gpu = {getInt(Gpu, "dev"), getInt(Gpu, "rank"), getInt(Gpu, "sm"),
                   getInt(Gpu, "gdr") != 0};
  return Ref;
}

void SystemBuilder::addNets(const XmlElement &Nic, NodeRef Ref) {
  for (uint32_t C : Nic.Children) {
    const XmlElement &X = Doc[C];
    if (X.Name != "net" || !X.find("dev"))
      continue;
    int Dev = getInt(X, "dev");
    std::string Name =
        X.find("name") ? text(X, "name") : "net " + std::to_string(Dev);
    auto Net = create(NodeType::Net, Dev, std::move(Name), X.Loc);
    if (!Net)
      return;
    S[*Net].Net = netFacts(X);
    connectBoth(Ref, *Net, LinkType::Net, S[*Net].Net.Width, X.Loc);
  }
}

/// One `pci` and all below it. Recursive, but never deeper than a type has room
/// for nodes: each level makes a switch.
void SystemBuilder::addPci(uint32_t Element, NodeRef Parent) {
  const XmlElement &X = Doc[Element];
  PciClass Class = readPciClass(X.get("class"));
  std::string BusId = busIdText(X);
  int64_t Id = readBusId(BusId);
  std::optional<NodeRef> Made;

  const XmlElement *Gpu = firstChild(X, "gpu");
  if (Gpu) {
    Class = PciClass::Gpu;
    checkSecondGpu(X, *Gpu);
    if (!Gpu->find("rank"))
      return; // not in use
    Made = addGpu(X, *Gpu);
  }
  const XmlElement *Nic = firstChild(X, "nic");
  if (Nic) {
    Class = PciClass::Nic;
    Id &= ~int64_t(15); // the functions of one card are one node
    auto Card = find(NodeType::Nic, Id);
    if (!Card) {
      if (Made)
        Diags.report(diag::warn_unconnected_gpu, Gpu->Loc) << BusId;
      Card = Made = create(NodeType::Nic, Id, BusId, Nic->Loc);
    }
    if (Card)
      addNets(*Nic, *Card);
  } else if (Class == PciClass::Pci) {
    Made = create(NodeType::Pci, Id, BusId, X.Loc);
    if (!Made)
      return;
    S[*Made].Pci.Device = pciDevice(X);
    for (uint32_t C : X.Children)
      if (Doc[C].Name == "pci")
        addPci(C, *Made);
  }
  if (Class != PciClass::Pci)
    reportDropped(X, Gpu ? "gpu" : Nic ? "nic" : nullptr);
  if (Made)
    connectBoth(*Made, Parent, LinkType::Pci, pciWidth(X), X.Loc);
}

/// NCCL reads the first gpu of a pci only; the parts of one GPU (`mlopart`)
/// would be lost without a word.
void SystemBuilder::checkSecondGpu(const XmlElement &Pci,
                                   const XmlElement &First) {
  for (uint32_t C : Pci.Children) {
    if (Doc[C].Name != "gpu" || &Doc[C] == &First)
      continue;
    Diags.report(diag::err_second_gpu, Doc[C].Loc) << busIdText(Pci);
    Diags.report(diag::note_gpu_of_pci, First.Loc) << busIdText(Pci);
    Failed = true;
  }
}

/// Says which children of \p X NCCL doesn't look at: other pcis, and nics after
/// the first. \p Holds is what makes \p X no switch, or null if its class does.
void SystemBuilder::reportDropped(const XmlElement &X, const char *Holds) {
  const XmlElement *Nic = firstChild(X, "nic");
  for (uint32_t C : X.Children) {
    const XmlElement &Child = Doc[C];
    if (Child.Name == "nic" && &Child != Nic)
      Diags.report(diag::warn_dropped_nic, Child.Loc) << busIdText(X);
    if (Child.Name != "pci")
      continue;
    if (Holds)
      Diags.report(diag::warn_dropped_pci, Child.Loc)
          << busIdText(Child) << busIdText(X) << Holds;
    else
      Diags.report(diag::warn_dropped_pci_class, Child.Loc)
          << busIdText(Child) << busIdText(X) << X.get("class");
    reportDroppedGpus(C, busIdText(Child));
  }
}

/// A gpu that is dropped is a rank that is missing.
void SystemBuilder::reportDroppedGpus(uint32_t Dropped,
                                      const std::string &DroppedId) {
  // The document is in pre-order: what is below stands right behind.
  std::vector<bool> Below(Doc.Elements.size());
  Below[Dropped] = true;
  for (size_t I = Dropped + 1; I < Doc.Elements.size(); ++I) {
    const XmlElement &X = Doc.Elements[I];
    if (X.Parent == XmlElement::None || !Below[X.Parent])
      continue;
    Below[I] = true;
    if (X.Name != "gpu")
      continue;
    Diags.report(diag::err_dropped_gpu, X.Loc)
        << busIdText(Doc[X.Parent]) << DroppedId;
    Failed = true;
  }
}

//===----------------------------------------------------------------------===//
// NVLinks
//===----------------------------------------------------------------------===//

/// The bus id of the nearest element above that has one.
std::string SystemBuilder::busIdAbove(const XmlElement &X) const {
  for (uint32_t I = X.Parent; I != XmlElement::None; I = Doc[I].Parent)
    if (Doc[I].find("busid"))
      return busIdText(Doc[I]);
  return {};
}

void SystemBuilder::addNvlink(const XmlElement &X) {
  std::string Owner = busIdAbove(X);
  auto Gpu = find(NodeType::Gpu, readBusId(Owner));
  if (!Gpu) {
    Diags.report(diag::err_nvlink_no_gpu, X.Loc) << Owner;
    Failed = true;
    return;
  }
  float Width = float(getInt(X, "count")) * Rules.nvlinkWidth(S[*Gpu].Gpu.Sm);
  switch (readPciClass(X.get("tclass"))) {
  case PciClass::Gpu: {
    auto Remote = find(NodeType::Gpu, readBusId(X.get("target")));
    if (!Remote)
      return; // a GPU that isn't in use
    report(connect(S, *Gpu, *Remote, LinkType::Nvl, Width, Rules), X.Loc);
    if (Width > 0)
      GpuLinks.push_back({*Gpu, *Remote, X.Loc});
    return;
  }
  case PciClass::Cpu: {
    if (auto Cpu = findNvlinkCpu(S, *Gpu)) {
      connectBoth(*Gpu, *Cpu, LinkType::Nvl, Width, X.Loc);
      return;
    }
    const std::vector<Link> &Links = S[*Gpu].Links;
    auto Up = std::find_if(Links.begin(), Links.end(), [](const Link &L) {
      return L.Type == LinkType::Pci;
    });
    Diags.report(diag::err_nvlink_cpu_loop, X.Loc)
        << Owner << (Up == Links.end() ? Owner : S[Up->Far].Name);
    Failed = true;
    return;
  }
  default: {
    // Every other target is the one NVSwitch, whatever its bus id.
    auto Nvs = find(NodeType::Nvs, 0);
    if (!Nvs)
      Nvs = create(NodeType::Nvs, 0, "nvswitch", X.Loc);
    if (Nvs)
      connectBoth(*Gpu, *Nvs, LinkType::Nvl, Width, X.Loc);
    return;
  }
  }
}

/// Each side of an NVLink between GPUs declares its own direction. NCCL gives
/// up where the other one is missing, in node numbers only [section 16].
void SystemBuilder::checkNvlinks() {
  for (const GpuLink &L : GpuLinks) {
    const std::vector<Link> &Back = S[L.To].Links;
    if (std::any_of(Back.begin(), Back.end(),
                    [&](const Link &B) { return B.Far == L.From; }))
      continue;
    Diags.report(diag::err_nvlink_one_way, L.Loc)
        << S[L.From].Name << S[L.To].Name;
    Diags.report(diag::note_other_gpu, S[L.To].Loc) << S[L.To].Name;
    Failed = true;
  }
}

//===----------------------------------------------------------------------===//
// The order of it all
//===----------------------------------------------------------------------===//

bool SystemBuilder::run() {
  for (uint32_t C : Doc[0].Children)
    if (Doc[C].Name == "cpu")
      addCpu(C);
  // Beyond this point no node is added but the NVSwitch. NVLinks of a damaged
  // system would only be reported for what is missing already.
  if (Failed)
    return false;
  for (const XmlElement &X : Doc.Elements)
    if (X.Name == "nvlink")
      addNvlink(X);
  checkNvlinks();
  if (Failed)
    return false;
  if (Rules.FlattenBroadcom && report(flattenBroadcom(S, Rules), Doc[0].Loc))
    return false;
  if (report(connectCpus(S, Rules), Doc[0].Loc))
    return false;
  sortLinks(S);
  return true;
}

bool ringc::buildSystem(const XmlDocument &Doc, System &S,
                        DiagnosticEngine &Diags, const Profile &P) {
  S = System();
  if (Doc.empty())
    return false;
  return SystemBuilder(Doc, S, Diags, P).run();
}

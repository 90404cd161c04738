//===- GraphFile.cpp - Channels from a graph file -------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph file names gpus and nets by device number, so it fits one topology
// only (nccl-search section 9, confirmed). NCCL looks up the gpus and believes
// the rest; here every channel must hold each gpu of the server once, and nets
// that exist, because anything else makes rings that don't close.
//
//===----------------------------------------------------------------------===//

#include "Dictionaries.h"
#include "Findings.h"
#include "NcclReader.h"
#include "ringc/Topology/FrontEnd.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace ringc;

static constexpr size_t MaxIntra =
    std::size(decltype(abi::ncclTopoGraph::intra){});
// Patterns from balanced tree to ring (nccl-search section 6, confirmed).
static constexpr int FirstPattern = 1, RingPattern = 4;

namespace {

class GraphLoader {
public:
  GraphLoader(const XmlDocument &Doc, const System &S, abi::ncclTopoGraph &G,
              DiagnosticEngine &Diags)
      : Doc(Doc), S(S), G(G), Diags(Diags) {}

  bool load();

private:
  bool checkRoot();
  void checkSkipped();
  void loadGraph(const XmlElement &E);
  void loadChannel(const XmlElement &E, int Channel);
  void loadGpu(const XmlElement &E, int Channel, SmallVectorImpl<int> &Ranks,
               SmallVectorImpl<SrcLoc> &Places);
  void loadNet(const XmlElement &E, int Channel, unsigned Place);

  DiagnosticBuilder error(diag::ID Id, SrcLoc Loc) {
    Failed = true;
    return Diags.report(Id, Loc);
  }
  /// The attribute \p Key of \p E, which NCCL requires; reported if missing.
  const XmlAttribute *require(const XmlElement &E, const char *Key);
  int requireInt(const XmlElement &E, const char *Key);
  float requireFloat(const XmlElement &E, const char *Key);
  int requirePathType(const XmlElement &E, const char *Key);
  /// The children of \p E called \p Name.
  SmallVector<const XmlElement *, 16> children(const XmlElement &E,
                                               std::string_view Name) const;

  const XmlDocument &Doc;
  const System &S;
  abi::ncclTopoGraph &G;
  DiagnosticEngine &Diags;
  Findings Warnings;
  bool Failed = false;
};

} // namespace

/// The device numbers of \p Nodes for people: `0..3, 8`.
template <typename NumberOf>
static std::string listDevices(const std::vector<Node> &Nodes,
                               NumberOf Number) {
  std::vector<int64_t> All;
  for (const Node &N : Nodes)
    All.push_back(Number(N));
  llvm::sort(All);
  All.erase(std::unique(All.begin(), All.end()), All.end());
  std::string Out;
  for (size_t I = 0; I < All.size();) {
    size_t End = I;
    while (End + 1 < All.size() && All[End + 1] == All[End] + 1)
      ++End;
    Out += (Out.empty() ? "" : ", ") + std::to_string(All[I]);
    if (End > I)
      Out += (End == I + 1 ? ", " : "..") + std::to_string(All[End]);
    I = End + 1;
  }
  return Out;
}

const XmlAttribute *GraphLoader::require(const XmlElement &E, const char *Key) {
  const XmlAttribute *A = E.find(Key);
  if (!A)
    error(diag::err_missing_attribute, E.Loc) << E.Name << Key;
  return A;
}

int GraphLoader::requireInt(const XmlElement &E, const char *Key) {
  const XmlAttribute *A = require(E, Key);
  if (!A)
    return 0;
  const int Value = readInt(A->Value);
  if (!isPlainInt(A->Value))
    Warnings.add(diag::warn_number, A->ValueLoc,
                 {E.Name, Key, shorten(A->Value), std::to_string(Value)});
  return Value;
}

float GraphLoader::requireFloat(const XmlElement &E, const char *Key) {
  const XmlAttribute *A = require(E, Key);
  if (!A)
    return 0;
  char *End = nullptr;
  const float Value = std::strtof(A->Value.c_str(), &End);
  if (End == A->Value.c_str() || *End || !(Value > 0) || Value > 1e6f)
    error(diag::err_graph_speed, A->ValueLoc) << Key << shorten(A->Value);
  return Value;
}

int GraphLoader::requirePathType(const XmlElement &E, const char *Key) {
  const XmlAttribute *A = require(E, Key);
  if (!A)
    return 0;
  std::optional<int> Type = lookUp(PathTypes, A->Value);
  if (!Type)
    Warnings.add(diag::warn_graph_type, A->ValueLoc, {Key, shorten(A->Value)});
  return Type.value_or(int(PathType::Loc));
}

SmallVector<const XmlElement *, 16>
GraphLoader::children(const XmlElement &E, std::string_view Name) const {
  SmallVector<const XmlElement *, 16> Out;
  for (uint32_t Child : E.Children)
    if (Doc[Child].Name == Name)
      Out.push_back(&Doc[Child]);
  return Out;
}

void GraphLoader::loadGpu(const XmlElement &E, int Channel,
                          SmallVectorImpl<int> &Ranks,
                          SmallVectorImpl<SrcLoc> &Places) {
  const int Dev = requireInt(E, "dev");
  const XmlAttribute *A = E.find("dev");
  if (!A)
    return;
  const std::vector<Node> &Gpus = S.of(NodeType::Gpu);
  auto Gpu = find_if(Gpus, [&](const Node &N) { return N.Gpu.Dev == Dev; });
  if (Gpu == Gpus.end()) {
    error(diag::err_graph_gpu, A->ValueLoc)
        << Channel << Dev
        << listDevices(Gpus, [](const Node &N) { return N.Gpu.Dev; });
    return;
  }
  const int Rank = Gpu->Gpu.Rank;
  if (auto It = find(Ranks, Rank); It != Ranks.end()) {
    error(diag::err_graph_gpu_twice, A->ValueLoc) << Channel << Dev;
    Diags.report(diag::note_first_place, Places[size_t(It - Ranks.begin())]);
    return;
  }
  Ranks.push_back(Rank);
  Places.push_back(A->ValueLoc);
}

void GraphLoader::loadNet(const XmlElement &E, int Channel, unsigned Place) {
  const int Dev = requireInt(E, "dev");
  const XmlAttribute *A = E.find("dev");
  if (!A)
    return;
  if (Place >= 2) {
    error(diag::err_graph_nets, E.Loc) << Channel;
    return;
  }
  // A single server has given up its nets: nothing to compare with.
  const std::vector<Node> &Nets = S.of(NodeType::Net);
  if (!Nets.empty() &&
      none_of(Nets, [&](const Node &N) { return N.Id == Dev; }))
    error(diag::err_graph_net, A->ValueLoc)
        << Channel << Dev
        << listDevices(Nets, [](const Node &N) { return N.Id; });
  G.inter[2 * unsigned(Channel) + Place] = Dev;
}

void GraphLoader::loadChannel(const XmlElement &E, int Channel) {
  unsigned Nets = 0;
  for (const XmlElement *Net : children(E, "net"))
    loadNet(*Net, Channel, Nets++);
  if (S.numNets() && Nets < 2)
    error(diag::err_graph_few_nets, E.Loc) << Channel << Nets;

  const bool FailedBefore = std::exchange(Failed, false);
  SmallVector<int, 16> Ranks;
  SmallVector<SrcLoc, 16> Places;
  for (const XmlElement *Gpu : children(E, "gpu"))
    loadGpu(*Gpu, Channel, Ranks, Places);
  // A count that is off only because of an error told already is not news.
  if (!Failed && Ranks.size() != S.numGpus())
    error(diag::err_graph_few_gpus, E.Loc)
        << Channel << Ranks.size() << S.numGpus();
  if (!Failed)
    std::copy(Ranks.begin(), Ranks.end(),
              G.intra + size_t(Channel) * S.numGpus());
  Failed |= FailedBefore;
}

void GraphLoader::loadGraph(const XmlElement &E) {
  const int CrossNic = requireInt(E, "crossnic");
  if (G.crossNic == 0 && CrossNic == 1) {
    Warnings.add(diag::warn_graph_crossnic, E.find("crossnic")->ValueLoc);
    return;
  }
  G.crossNic = CrossNic;
  G.pattern = requireInt(E, "pattern");
  G.speedIntra = requireFloat(E, "speedintra");
  G.speedInter = requireFloat(E, "speedinter");
  G.typeIntra = requirePathType(E, "typeintra");
  G.typeInter = requirePathType(E, "typeinter");
  G.sameChannels = requireInt(E, "samechannels");
  if (const XmlAttribute *A = E.find("pattern")) {
    if (G.pattern < FirstPattern || G.pattern > RingPattern)
      error(diag::err_graph_pattern, A->ValueLoc)
          << G.pattern << FirstPattern << RingPattern;
    else if (G.pattern != RingPattern)
      Warnings.add(diag::warn_graph_pattern, A->ValueLoc,
                   {std::to_string(G.pattern), std::to_string(RingPattern)});
  }

  const int Claimed = requireInt(E, "nchannels");
  const XmlAttribute *Count = E.find("nchannels");
  if (!Count)
    return;
  SmallVector<const XmlElement *, 16> Channels = children(E, "channel");
  if (Claimed < 0 || Claimed > int(MaxGraphChannels) ||
      size_t(Claimed) * S.numGpus() > MaxIntra) {
    error(diag::err_graph_channels, Count->ValueLoc)
        << Claimed << MaxGraphChannels;
    return;
  }
  if (Claimed == 0) {
    Warnings.add(diag::warn_graph_empty, Count->ValueLoc);
    return;
  }
  if (size_t(Claimed) > Channels.size()) {
    error(diag::err_graph_lacks_channels, Count->ValueLoc)
        << Claimed << Channels.size();
    return;
  }
  if (size_t(Claimed) < Channels.size())
    Warnings.add(diag::warn_graph_channels, Channels[size_t(Claimed)]->Loc,
                 {std::to_string(Claimed), std::to_string(Channels.size())});
  for (int I = 0; I < Claimed; ++I)
    loadChannel(*Channels[size_t(I)], I);
  G.nChannels = Claimed;
}

bool GraphLoader::checkRoot() {
  const XmlElement &Root = Doc[0];
  if (Root.Name == "system") {
    error(diag::err_graph_is_system, Root.Loc);
    return false;
  }
  if (Root.Name != "graphs") {
    error(diag::err_graph_root, Root.Loc) << shorten(Root.Name);
    return false;
  }
  const XmlAttribute *Version = Root.find("version");
  if (!Version) {
    Warnings.add(diag::warn_nccl_version, Root.Loc, {Root.Name});
  } else if (readInt(Version->Value) != 1) {
    error(diag::err_graph_version, Version->ValueLoc)
        << shorten(Version->Value);
    return false;
  }
  return true;
}

void GraphLoader::checkSkipped() {
  for (const XmlElement &E : Doc.Elements)
    if (E.Parent != XmlElement::None && !ncclReads(Doc[E.Parent].Name, E.Name))
      Warnings.add(diag::warn_unknown_element, E.Loc,
                   {shorten(E.Name), shorten(Doc[E.Parent].Name)});
}

bool GraphLoader::load() {
  if (Doc.empty())
    return false;
  const int Before = G.nChannels;
  G.nChannels = 0;
  if (checkRoot()) {
    checkSkipped();
    bool Found = false;
    for (const XmlElement *E : children(Doc[0], "graph")) {
      if (requireInt(*E, "id") != 0 || !E->find("id"))
        continue;
      if (Found)
        Warnings.add(diag::warn_graph_again, E->Loc);
      Found = true;
      loadGraph(*E);
    }
    if (!Found && !Failed)
      Warnings.add(diag::warn_graph_unused, Doc[0].Loc);
  }
  Warnings.report(Diags);
  if (Failed)
    G.nChannels = Before;
  return !Failed;
}

bool ringc::loadGraphXml(const XmlDocument &Doc, const System &S,
                         abi::ncclTopoGraph &G, DiagnosticEngine &Diags) {
  return GraphLoader(Doc, S, G, Diags).load();
}

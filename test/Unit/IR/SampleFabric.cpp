//===- SampleFabric.cpp - Fabrics made by hand ----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampleFabric.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace llvm;
using namespace ringc;
using namespace ringc::test;

namespace {

uint32_t addElement(XmlDocument &Doc, uint32_t Parent, std::string Name,
                    std::vector<std::pair<std::string, std::string>> Facts) {
  const uint32_t Index = uint32_t(Doc.Elements.size());
  XmlElement &E = Doc.Elements.emplace_back();
  E.Name = std::move(Name);
  E.Parent = Parent;
  E.Loc = {1, Index + 1, 1};
  uint32_t Col = 10;
  for (auto &[Key, Value] : Facts) {
    E.Attributes.push_back({Key,
                            Value,
                            {1, Index + 1, Col},
                            {1, Index + 1, Col + 5},
                            Key == "rank"});
    Col += 20;
  }
  if (Parent != XmlElement::None)
    Doc.Elements[Parent].Children.push_back(Index);
  return Index;
}

void connect(System &S, NodeRef A, NodeRef B, LinkType T, float Width) {
  S[A].Links.push_back({T, B, Width});
  S[B].Links.push_back({T, A, Width});
}

Node makeNode(NodeType T, int64_t Id, std::string Name, SrcLoc Loc) {
  Node N;
  N.Type = T;
  N.Id = Id;
  N.Name = std::move(Name);
  N.Loc = Loc;
  return N;
}

void fillXml(Server &S, unsigned NumGpus) {
  const uint32_t Root =
      addElement(S.Xml, XmlElement::None, "system", {{"version", "1"}});
  const uint32_t Cpu =
      addElement(S.Xml, Root, "cpu", {{"numaid", "0"}, {"arch", "x86_64"}});
  for (unsigned I = 0; I < NumGpus; ++I) {
    const std::string Name = std::to_string(I);
    const uint32_t Pci = addElement(S.Xml, Cpu, "pci", {{"busid", Name}});
    addElement(S.Xml, Pci, "gpu", {{"dev", Name}, {"rank", Name}});
  }
}

/// GPUs on an NVSwitch and on a CPU, with one NET.
void fillSystem(Server &S, unsigned NumGpus) {
  System &Sys = S.Sys;
  Node &Cpu = Sys.of(NodeType::Cpu)
                  .emplace_back(makeNode(NodeType::Cpu, 0, "", {1, 2, 1}));
  Cpu.Cpu = {CpuArch::X86, CpuVendor::Intel, CpuModel::Skl};
  Sys.of(NodeType::Nvs).push_back(makeNode(NodeType::Nvs, 0, "", {}));
  Sys.of(NodeType::Nic).push_back(makeNode(NodeType::Nic, 0x90000, "nic", {}));
  Node &Net = Sys.of(NodeType::Net)
                  .emplace_back(makeNode(NodeType::Net, 3, "m\"x\\5\x01", {}));
  Net.Net = {0xabcdef0123456789, 1, 12.1f, true, false, 65536};
  for (unsigned I = 0; I < NumGpus; ++I) {
    Node &Gpu = Sys.of(NodeType::Gpu)
                    .emplace_back(makeNode(NodeType::Gpu, 0x1000 * (I + 1),
                                           "gpu", {1, 4 + 2 * I, 1}));
    Gpu.Gpu = {int(I), int(I), 80, true};
  }
  const NodeRef CpuRef{NodeType::Cpu, 0}, Nvs{NodeType::Nvs, 0},
      Nic{NodeType::Nic, 0};
  connect(Sys, CpuRef, Nic, LinkType::Pci, 24);
  connect(Sys, Nic, {NodeType::Net, 0}, LinkType::Net, 12.1f);
  for (unsigned I = 0; I < NumGpus; ++I) {
    const NodeRef Gpu{NodeType::Gpu, uint16_t(I)};
    connect(Sys, Gpu, Nvs, LinkType::Nvl, 240);
    connect(Sys, Gpu, CpuRef, LinkType::Pci, 12.3f);
  }
  // Unreachable, all of them: no test here goes by paths.
  Sys.Paths.reset(Sys.counts());
}

void fillGraph(Server &S, unsigned NumChannels) {
  abi::ncclTopoGraph &G = S.Graph;
  G.pattern = 4;
  G.crossNic = 2;
  G.minChannels = 1;
  G.maxChannels = 16;
  G.nChannels = int(NumChannels);
  G.speedIntra = 0.3f;
  G.speedInter = 12;
  G.typeIntra = int(PathType::Nvl);
  G.typeInter = int(PathType::Phb);
  const unsigned L = S.numRanks();
  for (unsigned C = 0; C < NumChannels; ++C) {
    for (unsigned I = 0; I < L; ++I)
      G.intra[C * L + I] = int((I + C) % L);
    G.inter[2 * C] = G.inter[2 * C + 1] = 3;
  }
}

void fillFragments(Server &S) {
  const unsigned L = S.numRanks();
  S.Ranks.resize(L);
  for (unsigned C = 0; C < unsigned(S.Graph.nChannels); ++C) {
    const int *Intra = S.Graph.intra + C * L;
    for (unsigned I = 0; I < L; ++I) {
      abi::ncclTopoRanks &R = S.Ranks[size_t(Intra[I])];
      R.ringRecv[C] = Intra[0];
      R.ringSend[C] = Intra[L - 1];
      R.ringPrev[C] = I ? Intra[I - 1] : -1;
      R.ringNext[C] = I + 1 < L ? Intra[I + 1] : -1;
    }
  }
}

void fillChannels(Fabric &F, const SampleShape &Shape) {
  const unsigned R = F.numRanks(), N = Shape.NumChannels;
  F.Channels.resize(2 * N);
  for (unsigned C = 0; C < N; ++C) {
    Channel &Own = F.Channels[C];
    for (unsigned K = 0; K < F.numNodes(); ++K) {
      const Server &S = F.server(NodeId(K));
      for (unsigned I = 0; I < S.numRanks(); ++I)
        Own.Order.push_back(F.FirstRank[K] +
                            uint32_t(S.Graph.intra[C * S.numRanks() + I]));
    }
    Own.Next.resize(R);
    Own.Prev.resize(R);
    for (unsigned I = 0; I < R; ++I) {
      Own.Next[Own.Order[I]] = int32_t(Own.Order[(I + 1) % R]);
      Own.Prev[Own.Order[(I + 1) % R]] = int32_t(Own.Order[I]);
    }
    std::rotate(Own.Order.begin(), llvm::find(Own.Order, 0u), Own.Order.end());
    F.Channels[N + C].CopyOf = ChannelId(C);
    F.Channels[N + C].Reversed = Shape.Reversed;
  }
}

void fillConnections(Fabric &F) {
  const unsigned NumChannels = unsigned(F.Channels.size());
  for (Server &S : F.Servers) {
    const unsigned L = S.numRanks();
    if (!F.singleNode())
      S.Nets.assign(NumChannels, {NetId(3), NetId(3)});
    for (unsigned C = 0; C < NumChannels; ++C) {
      const unsigned Row = C % (NumChannels / 2);
      const abi::ncclTopoRanks &First = S.Ranks[0];
      const int Exit =
          F.Channels[C].Reversed ? First.ringRecv[Row] : First.ringSend[Row];
      for (unsigned I = 0; I < L; ++I)
        S.ToNext.push_back(F.numRanks() == 1 ? Transport::Self
                           : int(I) == Exit && !F.singleNode()
                               ? Transport::Net
                               : Transport::P2p);
    }
  }
  F.P2p.Total = llvm::bit_ceil(NumChannels);
  F.P2p.PerPeer = std::min(2u, F.P2p.Total);
  for (unsigned I = 0; I < F.P2p.PerPeer; ++I)
    F.P2p.Order.push_back(I * F.P2p.Total / 2);
}

} // namespace

Fabric ringc::test::makeFabric(const SampleShape &Shape, Phase Last) {
  Fabric F;
  F.Rules = findProfile("nccl-2.10.3");
  F.Files = {"sample.xml"};
  for (unsigned P = 0; P <= unsigned(Last); ++P)
    F.Established.insert(Phase(P));
  for (unsigned NumGpus : Shape.Servers) {
    Server &S = F.Servers.emplace_back();
    S.Source = "sample.xml";
    fillXml(S, NumGpus);
    if (Last >= Phase::System)
      fillSystem(S, NumGpus);
    if (Last >= Phase::Graph)
      fillGraph(S, Shape.NumChannels);
    if (Last >= Phase::Fragments)
      fillFragments(S);
  }
  for (unsigned S : Shape.Nodes)
    F.addNodes(ServerId(S), 1);
  if (Last >= Phase::Gathered)
    F.Common = {int(Shape.NumChannels), 0, 0.3f, 12, PathType::Nvl,
                PathType::Phb};
  if (Last >= Phase::Stitched)
    fillChannels(F, Shape);
  if (Last == Phase::Stitched)
    for (Channel &C : F.Channels)
      C.Order.clear();
  if (Last >= Phase::Connected)
    fillConnections(F);
  else if (Last == Phase::Bound && !F.singleNode())
    for (Server &S : F.Servers)
      S.Nets.assign(F.Channels.size(), {NetId(3), NetId(3)});
  return F;
}

std::string ringc::test::print(const Fabric &F) {
  std::string Text;
  raw_string_ostream OS(Text);
  printFabric(F, OS);
  return Text;
}

std::optional<Fabric> ringc::test::parse(StringRef Text,
                                         std::string &Messages) {
  raw_string_ostream OS(Messages);
  DiagnosticEngine Diags(OS);
  const uint32_t File =
      Diags.addFile(MemoryBuffer::getMemBufferCopy(Text, "t"));
  return parseFabric(File, Diags);
}

std::string ringc::test::verify(const Fabric &F) {
  std::string Messages;
  raw_string_ostream OS(Messages);
  DiagnosticEngine Diags(OS);
  if (verifyFabric(F, Diags) != Messages.empty())
    Messages += "the result and the messages disagree";
  return Messages;
}

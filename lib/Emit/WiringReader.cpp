//===- WiringReader.cpp - A fabric from a binary blob ---------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of a fabric come from a view of the blob, element trees, nodes and
// links from the text in it; both must speak of the same fabric.
//
//===----------------------------------------------------------------------===//

#include "RankImage.h"
#include "ringc/Emit/Emitter.h"
#include "ringc/Emit/Wiring.h"
#include "ringc/IR/Text.h"

using namespace llvm;
using namespace ringc;
using namespace ringc::wiring;

namespace {

class WiringReader {
public:
  WiringReader(uint32_t File, DiagnosticEngine &Diags, const WiringView &V)
      : File(File), Diags(Diags), V(V) {}

  std::optional<Fabric> read();

private:
  std::optional<Fabric> readText();
  bool checkText(const Fabric &F);
  const char *findDifference(const Fabric &F);
  void fillServers(Fabric &F);
  void fillChannels(Fabric &F);

  const uint32_t File;
  DiagnosticEngine &Diags;
  const WiringView &V;
};

} // namespace

/// The element trees, nodes and links. Messages about them have lines in the
/// text, not offsets in the blob.
std::optional<Fabric> WiringReader::readText() {
  const std::string Name = (Diags.getFileName(File) + ":text").str();
  const uint32_t TextFile =
      Diags.addFile(MemoryBuffer::getMemBufferCopy(V.text(), Name));
  return parseFabric(TextFile, Diags);
}

/// In what the text speaks of another fabric than the tables; null: in nothing.
const char *WiringReader::findDifference(const Fabric &F) {
  // Part of a last line may be a good line, too.
  if (!V.text().ends_with("\n"))
    return "where it ends";
  if (F.Established != PhaseSet{Phase::Parsed, Phase::System})
    return "phases";
  if (!F.Rules || StringRef(F.Rules->Name) != V.string(V.fabric().Profile))
    return "the profile";
  if (uint32_t(neuron::commonPodMode(*F.Rules, F.Servers)) !=
      V.fabric().PodMode)
    return "the pod mode";
  const ArrayRef<ServerRecord> Servers = V.servers();
  if (F.Servers.size() != Servers.size())
    return "the number of servers";
  for (size_t S = 0; S < Servers.size(); ++S)
    if (F.Servers[S].Source != V.string(Servers[S].Source) ||
        F.Servers[S].numRanks() != Servers[S].NumRanks ||
        F.Servers[S].Sys.numNets() != Servers[S].NumNets)
      return "a server";
  const ArrayRef<NodeRecord> Nodes = V.nodes();
  if (F.Nodes.size() != Nodes.size() || F.FirstRank.size() != Nodes.size() + 1)
    return "the number of nodes";
  for (size_t N = 0; N < Nodes.size(); ++N)
    if (*F.Nodes[N] != Nodes[N].Server || F.FirstRank[N] != Nodes[N].FirstRank)
      return "a node";
  if (V.hasRank() && ArrayRef(devicesOf(F)) != V.devices())
    return "a device";
  return nullptr;
}

bool WiringReader::checkText(const Fabric &F) {
  const char *What = findDifference(F);
  if (What)
    Diags.report(diag::err_wiring_text, SrcLoc{File, 0, 0})
        << V.section(Kind::Text).Offset << What;
  return !What;
}

void WiringReader::fillServers(Fabric &F) {
  const size_t C = V.fabric().NumChannels;
  for (size_t I = 0; I < F.Servers.size(); ++I) {
    const ServerRecord &R = V.servers()[I];
    Server &S = F.Servers[I];
    S.Graph = V.graphs()[I];
    const ArrayRef<abi::ncclTopoRanks> Ranks =
        V.fragments().slice(R.FirstLocal, R.NumRanks);
    S.Ranks.assign(Ranks.begin(), Ranks.end());
    if (!V.nets().empty())
      for (const NetRecord &Net : V.nets().slice(I * C, C))
        S.Nets.push_back({NetId(Net.Recv), NetId(Net.Send)});
    for (uint8_t T : V.transports().slice(R.FirstLocal * C, R.NumRanks * C))
      S.ToNext.push_back(Transport(T));
  }
}

void WiringReader::fillChannels(Fabric &F) {
  const uint32_t N = V.fabric().NumRanks;
  for (const ChannelRecord &R : V.channels()) {
    Channel &C = F.Channels.emplace_back();
    C.Reversed = R.Reversed;
    if (R.CopyOf != None) {
      C.CopyOf = ChannelId(R.CopyOf);
      continue;
    }
    const ArrayRef<uint32_t> Order = V.order(R.Row);
    C.Order.assign(Order.begin(), Order.end());
    C.Next.resize(N);
    C.Prev.resize(N);
    for (uint32_t I = 0; I < N; ++I) {
      const uint32_t Rank = Order[I], After = Order[I + 1 < N ? I + 1 : 0];
      C.Next[Rank] = int32_t(After);
      C.Prev[After] = int32_t(Rank);
    }
  }
}

std::optional<Fabric> WiringReader::read() {
  std::optional<Fabric> F = readText();
  if (!F || !checkText(*F))
    return std::nullopt;
  const FabricRecord &Facts = V.fabric();
  F->Common = {Facts.CommonChannels,      Facts.SameChannels,
               Facts.SpeedIntra,          Facts.SpeedInter,
               PathType(Facts.TypeIntra), PathType(Facts.TypeInter)};
  fillServers(*F);
  fillChannels(*F);
  F->P2p.Total = Facts.P2pTotal;
  F->P2p.PerPeer = Facts.P2pPerPeer;
  F->P2p.Order.assign(V.p2p().begin(), V.p2p().end());
  for (Phase P :
       {Phase::Graph, Phase::Fragments, Phase::Gathered, Phase::Stitched,
        Phase::Rings, Phase::Bound, Phase::Connected})
    F->Established.insert(P);
  return F;
}

std::optional<Fabric> ringc::readWiring(uint32_t File,
                                        DiagnosticEngine &Diags) {
  const std::optional<WiringView> V =
      WiringView::open(Diags.getFileText(File), Diags, {File, 0, 0});
  return V ? WiringReader(File, Diags, *V).read() : std::nullopt;
}

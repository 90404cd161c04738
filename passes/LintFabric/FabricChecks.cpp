//===- FabricChecks.cpp - What the rings show -----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work is done once a distinct server, or once a pair of servers that follow
// each other.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace ringc;

/// The NET of device number \p Dev, or null.
static const Node *netOf(const Server &S, NetId Dev) {
  for (const Node &Net : S.Sys.of(NodeType::Net))
    if (Net.Id == int32_t(*Dev))
      return &Net;
  return nullptr;
}

/// The channels that aren't copies; at most as many as have NICs.
static SmallVector<size_t, 32> originals(const Fabric &F, const Server &S) {
  SmallVector<size_t, 32> Found;
  for (size_t C = 0; C < std::min(F.Channels.size(), S.Nets.size()); ++C)
    if (!F.Channels[C].CopyOf)
      Found.push_back(C);
  return Found;
}

/// Compares \p S with \p Most, the server that has the most of everything.
static void compareServers(const Fabric &F, const Server &S, const Server &Most,
                           DiagnosticEngine &Diags) {
  if (S.numRanks() != Most.numRanks())
    Diags.report(diag::warn_lint_unequal_gpus, placeOf(S))
        << S.Source << S.numRanks() << Most.Source << Most.numRanks();
  for (const Node &Net : Most.Sys.of(NodeType::Net)) {
    if (netOf(S, NetId(uint32_t(Net.Id))))
      continue;
    Diags.report(diag::warn_lint_missing_net, placeOf(S))
        << S.Source << Net.Id << Net.Name << Most.Source;
    Diags.report(diag::note_lint_net, Net.Loc);
  }
  if (S.Graph.nChannels < Most.Graph.nChannels &&
      S.Graph.nChannels == F.Common->NumChannels)
    Diags.report(diag::warn_lint_fewest_channels, placeOf(S))
        << S.Source << S.Graph.nChannels << Most.Source << Most.Graph.nChannels;
}

void lint::checkUnequalServers(const Fabric &F, DiagnosticEngine &Diags) {
  const std::vector<uint32_t> InUse = F.serversInUse();
  if (InUse.size() < 2)
    return;
  const auto Size = [&](size_t I) {
    const Server &S = F.Servers[I];
    return std::tuple(S.Sys.numNets(), S.numRanks(), S.Graph.nChannels);
  };
  // The first of equals.
  const uint32_t Most = *std::max_element(
      InUse.begin(), InUse.end(),
      [&](uint32_t A, uint32_t B) { return Size(A) < Size(B); });
  for (uint32_t I : InUse)
    if (I != Most)
      compareServers(F, F.Servers[I], F.Servers[Most], Diags);
}

void lint::checkSharedNets(const Fabric &F, DiagnosticEngine &Diags) {
  if (F.singleNode())
    return;
  for (const Server &S : F.Servers) {
    const std::vector<Node> &Nets = S.Sys.of(NodeType::Net);
    std::vector<unsigned> Uses(Nets.size());
    for (size_t C : originals(F, S))
      for (size_t N = 0; N < Nets.size(); ++N)
        Uses[N] += S.Nets[C].Recv == NetId(uint32_t(Nets[N].Id));
    const auto Busiest = std::max_element(Uses.begin(), Uses.end());
    if (Busiest == Uses.end() || *Busiest < 2)
      continue;
    const Node &Shared = Nets[size_t(Busiest - Uses.begin())];
    for (size_t N = 0; N < Nets.size(); ++N) {
      if (Uses[N] || Nets[N].Net.Width < Shared.Net.Width)
        continue;
      Diags.report(diag::warn_lint_shared_net, Shared.Loc)
          << Shared.Id << Shared.Name << *Busiest << Nets[N].Id << Nets[N].Name;
      Diags.report(diag::note_lint_net, Nets[N].Loc);
      break;
    }
  }
}

namespace {
/// A hop inside a server.
struct Hop {
  int From, To; ///< GPU indices
  PathType Type;
};
} // namespace

/// The hops of row \p C of the search's channels; none if it isn't one.
static std::vector<Hop> hopsOf(const Server &S, unsigned C, bool Closed) {
  std::vector<Hop> Hops;
  const size_t L = S.numRanks();
  for (size_t I = 0; I + (Closed ? 0 : 1) < L; ++I) {
    const int From = S.Sys.gpuOfRank(S.Graph.intra[C * L + I]);
    const int To = S.Sys.gpuOfRank(S.Graph.intra[C * L + (I + 1) % L]);
    if (From < 0 || To < 0)
      return {};
    Hops.push_back({From, To,
                    S.Sys.Paths
                        .get({NodeType::Gpu, uint16_t(From)},
                             {NodeType::Gpu, uint16_t(To)})
                        .Type});
  }
  return Hops;
}

/// Reports the worst hop of one server, if others go over NVLinks. \p Closed:
/// channels come back to their first rank inside the server.
static void checkSlowHop(const Server &S, bool Closed,
                         DiagnosticEngine &Diags) {
  std::optional<std::pair<int, Hop>> Worst;
  bool HasNvl = false;
  for (int C = 0; C < S.Graph.nChannels; ++C)
    for (const Hop &H : hopsOf(S, unsigned(C), Closed)) {
      HasNvl |= H.Type == PathType::Nvl;
      if (H.Type > PathType::Nvl && (!Worst || H.Type > Worst->second.Type))
        Worst = {C, H};
    }
  if (!Worst || !HasNvl)
    return;
  const Node &From = S.Sys.of(NodeType::Gpu)[size_t(Worst->second.From)];
  const Node &To = S.Sys.of(NodeType::Gpu)[size_t(Worst->second.To)];
  Diags.report(diag::warn_lint_slow_hop, From.Loc)
      << Worst->first << From.Gpu.Rank << From.Name << To.Gpu.Rank << To.Name
      << std::string(toString(Worst->second.Type)) << S.numRanks();
  Diags.report(diag::note_lint_hop_ends, To.Loc);
}

void lint::checkSlowHops(const Fabric &F, DiagnosticEngine &Diags) {
  for (const Server &S : F.Servers)
    if (!S.Sys.Paths.empty() && S.numRanks() > 1)
      checkSlowHop(S, F.singleNode(), Diags);
}

/// The hop of channel \p C from a node that is \p A to one that is \p B.
static void checkRail(const Server &A, const Server &B, size_t C,
                      DiagnosticEngine &Diags) {
  if (A.Nets[C].Send == B.Nets[C].Recv)
    return;
  const Node *Send = netOf(A, A.Nets[C].Send), *Recv = netOf(B, B.Nets[C].Recv);
  if (!Send || !Recv)
    return;
  Diags.report(diag::warn_lint_cross_rail, Send->Loc)
      << C << A.Source << Send->Id << Send->Name << B.Source << Recv->Id
      << Recv->Name;
  Diags.report(diag::note_lint_enters, Recv->Loc);
}

/// A rail is what NICs of one device number are on: NCCL knows no other name
/// for it (ours; a fabric may be cabled otherwise).
void lint::checkCrossRail(const Fabric &F, DiagnosticEngine &Diags) {
  if (F.singleNode())
    return;
  DenseSet<std::pair<uint32_t, uint32_t>> Seen;
  for (size_t N = 0; N < F.Nodes.size(); ++N) {
    const ServerId A = F.Nodes[N], B = F.Nodes[(N + 1) % F.Nodes.size()];
    if (!Seen.insert({*A, *B}).second)
      continue;
    const Server &From = F.Servers[*A], &To = F.Servers[*B];
    for (size_t C : originals(F, From))
      if (C < To.Nets.size())
        checkRail(From, To, C, Diags);
  }
}

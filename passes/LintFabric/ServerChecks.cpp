//===- ServerChecks.cpp - Servers among one another -----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What servers lack is told against the usual server; what hops between them
// do, for each pair of distinct servers that are neighbours somewhere.
//
//===----------------------------------------------------------------------===//

#include "LintFabric.h"
#include <algorithm>
#include <map>
#include <set>

using namespace ringc;

//===----------------------------------------------------------------------===//
// unequal-servers
//===----------------------------------------------------------------------===//

static LintMessage noteServer(const LintServer &S) {
  return {LintText::NoteServer, S.Loc, {std::string(S.Name)}};
}

/// The GPUs of \p More, by bus id, that \p Fewer has not.
static std::vector<std::string> gpusBeyond(const LintServer &More,
                                           const LintServer &Fewer) {
  std::set<std::string_view> There;
  for (const Node &Gpu : Fewer.Sys->of(NodeType::Gpu))
    There.insert(Gpu.Name);
  std::vector<std::string> Names;
  for (const Node &Gpu : More.Sys->of(NodeType::Gpu))
    if (!There.contains(Gpu.Name))
      Names.push_back(Gpu.Name);
  return Names;
}

static void lintGpuCounts(const LintServer &A, const LintServer &B,
                          LintMessages &Out) {
  if (A.numRanks() == B.numRanks())
    return;
  const LintServer &Fewer = A.numRanks() < B.numRanks() ? A : B;
  const LintServer &More = &Fewer == &A ? B : A;
  const std::vector<std::string> Names = gpusBeyond(More, Fewer);
  // Where bus ids differ altogether, they don't say which ones are missing.
  const bool Known = Names.size() == More.numRanks() - Fewer.numRanks();
  Out.push_back({LintText::FewerGpus,
                 Fewer.Loc,
                 {std::string(Fewer.Name), Fewer.numRanks(),
                  std::string(More.Name), More.numRanks(),
                  Known ? "; missing: " + listNames(Names) : std::string()}});
  Out.push_back(noteServer(More));
}

/// NICs of \p More that have no counterpart on \p Fewer.
static void lintNicCounts(const LintServer &Fewer, const LintServer &More,
                          RailBy By, LintMessages &Out) {
  const std::vector<int> Match =
      matchNets(More.netTable(), Fewer.netTable(), By);
  std::vector<std::string> Names;
  SrcLoc Loc;
  for (unsigned I = 0; I < Match.size(); ++I) {
    if (Match[I] >= 0)
      continue;
    if (Names.empty())
      Loc = More.net(I).Loc;
    Names.push_back(More.net(I).Name);
  }
  if (Names.empty())
    return;
  Out.push_back(
      {LintText::FewerNics,
       Fewer.Loc,
       {std::string(Fewer.Name), unsigned(Fewer.Nets.size()),
        std::string(More.Name), unsigned(More.Nets.size()), listNames(Names)}});
  Out.push_back({LintText::NoteNic, Loc, {Names.front()}});
}

/// All use as many channels as the server that finds fewest.
static void lintChannelCounts(const LintView &View, LintMessages &Out) {
  const auto ByCount = [](const LintServer &A, const LintServer &B) {
    return A.Graph->nChannels < B.Graph->nChannels;
  };
  const auto [Least, Most] =
      std::minmax_element(View.Servers.begin(), View.Servers.end(), ByCount);
  if (Least->Graph->nChannels >= Most->Graph->nChannels)
    return;
  Out.push_back({LintText::FewerChannels,
                 Least->Loc,
                 {std::string(Least->Name), unsigned(Least->Graph->nChannels),
                  std::string(Most->Name), unsigned(Most->Graph->nChannels)}});
  Out.push_back(noteServer(*Most));
}

void ringc::lintUnequalServers(const LintView &View, LintMessages &Out) {
  if (View.Servers.size() < 2)
    return;
  const LintServer &Usual = View.Servers[View.Usual];
  for (const LintServer &S : View.Servers) {
    if (&S == &Usual)
      continue;
    lintGpuCounts(S, Usual, Out);
    lintNicCounts(S, Usual, View.Rails, Out);
    lintNicCounts(Usual, S, View.Rails, Out);
  }
  lintChannelCounts(View, Out);
}

//===----------------------------------------------------------------------===//
// nic-place
//===----------------------------------------------------------------------===//

/// The GPUs that a place is next to, by bus id.
static std::string placeText(const LintServer &S, unsigned Net) {
  const NetPlace &P = S.Nets[Net].Place;
  const std::string &First = S.gpu(P.FirstGpu).Name;
  if (P.FirstGpu == P.LastGpu)
    return "gpu " + First;
  return "gpus " + First + " to " + S.gpu(P.LastGpu).Name;
}

/// The NETs of a server by name; the first of a name.
static std::map<std::string_view, unsigned> netsByName(const LintServer &S) {
  std::map<std::string_view, unsigned> Nets;
  for (unsigned I = 0; I < S.Nets.size(); ++I)
    Nets.try_emplace(S.net(I).Name, I);
  return Nets;
}

void ringc::lintNicPlaces(const LintView &View, LintMessages &Out) {
  // Whoever says that rails go by name or number has said what places mean.
  if (View.Servers.size() < 2 || View.Rails != RailBy::Place)
    return;
  const LintServer &Usual = View.Servers[View.Usual];
  const auto There = netsByName(Usual);
  for (const LintServer &S : View.Servers) {
    // Places among other GPUs aren't comparable.
    if (&S == &Usual || S.numRanks() != Usual.numRanks() || !S.numRanks())
      continue;
    std::vector<unsigned> Moved;
    for (unsigned I = 0; I < S.Nets.size(); ++I) {
      const auto At = There.find(S.net(I).Name);
      if (At != There.end() && Usual.Nets[At->second].Place != S.Nets[I].Place)
        Moved.push_back(I);
    }
    if (Moved.empty())
      continue;
    const unsigned First = Moved.front();
    const unsigned Other = There.at(S.net(First).Name);
    Out.push_back({LintText::NicPlace,
                   S.net(First).Loc,
                   {S.net(First).Name, placeText(S, First), std::string(S.Name),
                    placeText(Usual, Other), std::string(Usual.Name),
                    unsigned(Moved.size()), unsigned(S.Nets.size())}});
    Out.push_back(
        {LintText::NoteNic, Usual.net(Other).Loc, {Usual.net(Other).Name}});
  }
}

//===----------------------------------------------------------------------===//
// cross-rail
//===----------------------------------------------------------------------===//

namespace {

/// The hops of one channel that change rail.
struct RailChange {
  unsigned Hops = 0;
  unsigned From = 0, To = 0; ///< servers of the first
  int Send = -1, Recv = -1;
};

} // namespace

static bool samePort(const Node &A, const Node &B) {
  return A.Net.Asic == B.Net.Asic && A.Net.Port == B.Net.Port;
}

/// Counts the hops of all channels over one pair of neighbours.
static void followPair(const LintView &View, const LintNeighbours &Pair,
                       std::vector<RailChange> &Changes) {
  const LintServer &From = View.Servers[Pair.From], &To = View.Servers[Pair.To];
  std::vector<int> Match;
  if (&From != &To)
    Match = matchNets(From.netTable(), To.netTable(), View.Rails);
  const size_t Count = std::min(From.Channels.size(), To.Channels.size());
  for (size_t C = 0; C < std::min(Count, Changes.size()); ++C) {
    const int Send = From.Channels[C].Send, Recv = To.Channels[C].Recv;
    if (Send < 0 || Recv < 0)
      continue;
    const int Same = Match.empty() ? Send : Match[size_t(Send)];
    // Two names of one port are one rail.
    if (Same == Recv ||
        (Same >= 0 && samePort(To.net(unsigned(Same)), To.net(unsigned(Recv)))))
      continue;
    RailChange &Change = Changes[C];
    if (!Change.Hops)
      Change = {0, Pair.From, Pair.To, Send, Recv};
    Change.Hops += Pair.Times;
  }
}

void ringc::lintCrossRail(const LintView &View, LintMessages &Out) {
  if (View.Neighbours.empty())
    return;
  std::vector<RailChange> Changes(View.Servers.front().Channels.size());
  unsigned Hops = 0;
  for (const LintNeighbours &Pair : View.Neighbours) {
    followPair(View, Pair, Changes);
    Hops += Pair.Times;
  }
  for (size_t C = 0; C < Changes.size(); ++C) {
    const RailChange &Change = Changes[C];
    if (!Change.Hops)
      continue;
    const LintServer &From = View.Servers[Change.From];
    const LintServer &To = View.Servers[Change.To];
    const Node &Send = From.net(unsigned(Change.Send));
    const Node &Recv = To.net(unsigned(Change.Recv));
    Out.push_back({LintText::CrossRail,
                   Send.Loc,
                   {From.Channels[C].Number, Change.Hops, Hops, Send.Name,
                    unsigned(Send.Id), Recv.Name, unsigned(Recv.Id)}});
    Out.push_back({LintText::NoteNic, Recv.Loc, {Recv.Name}});
  }
}

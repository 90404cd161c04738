//===- NicChecks.cpp - NICs of one server ---------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fabric of one node has no NETs (they are trimmed), so nothing is said of
// them there.
//
//===----------------------------------------------------------------------===//

#include "LintFabric.h"
#include <algorithm>
#include <map>

using namespace ringc;

//===----------------------------------------------------------------------===//
// same-port
//===----------------------------------------------------------------------===//

void ringc::lintSamePort(const LintView &View, LintMessages &Out) {
  for (const LintServer &S : View.Servers) {
    std::map<std::pair<uint64_t, int>, std::vector<unsigned>> ByPort;
    for (unsigned I = 0; I < S.Nets.size(); ++I)
      ByPort[{S.net(I).Net.Asic, S.net(I).Net.Port}].push_back(I);
    for (unsigned I = 0; I < S.Nets.size(); ++I) {
      const auto &Same = ByPort[{S.net(I).Net.Asic, S.net(I).Net.Port}];
      if (Same.size() < 2 || Same[1] != I)
        continue;
      std::vector<std::string> Names;
      for (unsigned K : Same)
        Names.push_back(S.net(K).Name);
      Out.push_back(
          {LintText::SamePort,
           S.net(I).Loc,
           {unsigned(Same.size()), unsigned(std::max(S.net(I).Net.Port, 0)),
            listNames(Names)}});
      Out.push_back({LintText::NoteNic,
                     S.net(Same.front()).Loc,
                     {S.net(Same.front()).Name}});
    }
  }
}

//===----------------------------------------------------------------------===//
// virtual-nic
//===----------------------------------------------------------------------===//

void ringc::lintVirtualNics(const LintView &View, LintMessages &Out) {
  for (const LintServer &S : View.Servers) {
    std::vector<std::string> Names;
    SrcLoc Loc;
    unsigned Used = 0;
    for (unsigned I = 0; I < S.Nets.size(); ++I) {
      if (!S.Nets[I].Virtual)
        continue;
      if (Names.empty())
        Loc = S.net(I).Loc;
      Names.push_back(S.net(I).Name);
      Used += S.Ends[I] > 0;
    }
    if (!Names.empty())
      Out.push_back({LintText::VirtualNic,
                     Loc,
                     {unsigned(Names.size()), unsigned(S.Nets.size()),
                      listNames(Names), Used}});
  }
}

//===----------------------------------------------------------------------===//
// flat-pci
//===----------------------------------------------------------------------===//

static bool hasCpuNvlinks(const System &S) {
  for (const Node &Cpu : S.of(NodeType::Cpu))
    for (const Link &L : Cpu.Links)
      if (L.Type == LinkType::Nvl)
        return true;
  return false;
}

void ringc::lintFlatPci(const LintView &View, LintMessages &Out) {
  for (const LintServer &S : View.Servers) {
    // One GPU and its NIC, each at a root port, are a plain workstation; GPUs
    // with NVLinks to a CPU (POWER9) are built without switches.
    if (!S.Sys->of(NodeType::Pci).empty() || S.numRanks() < 2 ||
        hasCpuNvlinks(*S.Sys))
      continue;
    unsigned Real = 0;
    SrcLoc Loc;
    PathType Best = PathType::Sys;
    for (unsigned I = 0; I < S.Nets.size(); ++I) {
      if (S.Nets[I].Virtual)
        continue;
      if (!Real++)
        Loc = S.net(I).Loc;
      Best = std::min(Best, S.Nets[I].Nearest);
    }
    if (Real && Best >= PathType::Phb)
      Out.push_back({LintText::FlatPci,
                     Loc,
                     {S.numRanks(), Real, std::string(toString(Best))}});
  }
}

//===----------------------------------------------------------------------===//
// shared-nic, unused-nic
//===----------------------------------------------------------------------===//

namespace {

/// How much the channels use a card, which is what PCI has one link for,
/// however many ports it has.
struct CardUse {
  unsigned Net = 0;  ///< the widest of its NETs
  unsigned Ends = 0; ///< of channels, over all its NETs
};

} // namespace

/// The cards that channels could be on as well as they are now: real ones, wide
/// enough for a channel, as near to a GPU as the search looked for.
static std::vector<CardUse> usableCards(const LintServer &S) {
  std::map<NodeRef, CardUse> ByCard;
  for (unsigned I = 0; I < S.Nets.size(); ++I) {
    const NetFactsOfPlace &F = S.Nets[I];
    if (F.Virtual || S.net(I).Net.Width < S.Graph->speedInter ||
        int(F.Nearest) > S.Graph->typeInter)
      continue;
    const auto [At, New] = ByCard.try_emplace(F.Card, CardUse{I, 0});
    At->second.Ends += S.Ends[I];
    if (S.net(I).Net.Width > S.net(At->second.Net).Net.Width)
      At->second.Net = I;
  }
  std::vector<CardUse> Cards;
  for (const auto &[Card, Use] : ByCard)
    Cards.push_back(Use);
  return Cards;
}

/// Says so if a card has more channels than another of its kind could take from
/// it. True if it did.
static bool lintShared(const LintServer &S, const std::vector<CardUse> &Cards,
                       LintMessages &Out) {
  const auto ByEnds = [](const CardUse &A, const CardUse &B) {
    return A.Ends < B.Ends;
  };
  const CardUse Most = *std::max_element(Cards.begin(), Cards.end(), ByEnds);
  const CardUse Least = *std::min_element(Cards.begin(), Cards.end(), ByEnds);
  // A channel has two ends. Moving one from the one to the other must make them
  // more equal: a remainder of one channel has to be somewhere.
  if (Most.Ends < Least.Ends + 4 ||
      S.net(Least.Net).Net.Width < S.net(Most.Net).Net.Width)
    return false;
  Out.push_back({LintText::SharedNic,
                 S.net(Most.Net).Loc,
                 {S.net(Most.Net).Name, (Most.Ends + 1) / 2,
                  S.net(Least.Net).Name, (Least.Ends + 1) / 2}});
  Out.push_back(
      {LintText::NoteNic, S.net(Least.Net).Loc, {S.net(Least.Net).Name}});
  return true;
}

void ringc::lintNicUse(const LintView &View, LintMessages &Out) {
  for (const LintServer &S : View.Servers) {
    const double Carried =
        double(S.Channels.size()) * double(S.Graph->speedInter);
    const std::vector<CardUse> Cards = usableCards(S);
    // Channels that use all that a GPU can send lose nothing by it. What is
    // idle because another server finds fewer channels is told of that one.
    if (Cards.size() < 2 || int(S.Channels.size()) < S.Graph->nChannels ||
        Carried >= double(S.Sys->TotalWidth) || lintShared(S, Cards, Out))
      continue;
    std::vector<std::string> Idle;
    SrcLoc Loc;
    for (const CardUse &Card : Cards) {
      if (Card.Ends)
        continue;
      if (Idle.empty())
        Loc = S.net(Card.Net).Loc;
      Idle.push_back(S.net(Card.Net).Name);
    }
    if (!Idle.empty())
      Out.push_back({LintText::UnusedNic,
                     Loc,
                     {unsigned(Idle.size()), unsigned(Cards.size()),
                      listNames(Idle), Carried, double(S.Sys->TotalWidth)}});
  }
}

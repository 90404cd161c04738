//===- GpuChecks.cpp - GPUs unlike the others, hops off NVLink ------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One damaged GPU slows every ring down, as each ring passes all of them, and
// no runtime says which one it is.
//
//===----------------------------------------------------------------------===//

#include "LintFabric.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace ringc;

//===----------------------------------------------------------------------===//
// odd-gpu
//===----------------------------------------------------------------------===//

namespace {

/// What is compared between the GPUs of a server.
struct GpuQuality {
  LintText What;
  bool FewerOnly; ///< more than the peers is no fault
  double (*Of)(const Node &Gpu, const Profile &Rules);
};

} // namespace

static double numNvlinks(const Node &Gpu, const Profile &Rules) {
  double Width = 0;
  for (const Link &L : Gpu.Links)
    if (L.Type == LinkType::Nvl)
      Width += double(L.Width);
  return std::round(Width / double(Rules.nvlinkWidth(Gpu.Gpu.Sm)));
}

static double pciWidth(const Node &Gpu, const Profile &) {
  for (const Link &L : Gpu.Links)
    if (L.Type == LinkType::Pci)
      return double(L.Width);
  return 0;
}

static double sm(const Node &Gpu, const Profile &) { return Gpu.Gpu.Sm; }

/// The value that more than half of \p Values have; of two, the greater one.
static bool findUsual(const std::vector<double> &Values, double &Usual) {
  std::map<double, size_t> Times;
  for (double V : Values)
    ++Times[V];
  if (Values.size() == 2 && Times.size() == 2) {
    Usual = Times.rbegin()->first;
    return true;
  }
  for (const auto &[Value, N] : Times)
    if (2 * N > Values.size()) {
      Usual = Value;
      return true;
    }
  return false;
}

static void lintQuality(const LintServer &S, const Profile &Rules,
                        const GpuQuality &Q, LintMessages &Out) {
  std::vector<double> Values;
  for (const Node &Gpu : S.Sys->of(NodeType::Gpu))
    Values.push_back(Q.Of(Gpu, Rules));
  double Usual = 0;
  if (!findUsual(Values, Usual))
    return;
  std::vector<unsigned> Odd;
  for (unsigned I = 0; I < Values.size(); ++I)
    if (Values[I] != Usual)
      Odd.push_back(I);
  // Where GPUs are linked to one another, several with fewer links are what a
  // part of a greater mesh looks like.
  if (Q.What == LintText::GpuNvlinks && Odd.size() > 1 &&
      S.Sys->of(NodeType::Nvs).empty())
    return;
  const auto Peer =
      size_t(std::find(Values.begin(), Values.end(), Usual) - Values.begin());
  for (unsigned I : Odd) {
    if (Q.FewerOnly && Values[I] > Usual)
      continue;
    const Node &Gpu = S.gpu(I), &Other = S.gpu(unsigned(Peer));
    Out.push_back({Q.What,
                   Gpu.Loc,
                   {Gpu.Name, unsigned(Gpu.Gpu.Rank), Values[I], Usual}});
    Out.push_back({LintText::NoteGpu, Other.Loc, {Other.Name}});
  }
}

void ringc::lintOddGpus(const LintView &View, LintMessages &Out) {
  static constexpr GpuQuality Qualities[] = {
      {LintText::GpuNvlinks, true, numNvlinks},
      {LintText::GpuPci, true, pciWidth},
      {LintText::GpuSm, false, sm},
  };
  for (const LintServer &S : View.Servers)
    for (const GpuQuality &Q : Qualities)
      lintQuality(S, *View.Rules, Q, Out);
}

//===----------------------------------------------------------------------===//
// slow-hop
//===----------------------------------------------------------------------===//

static PathType typeBetween(const System &S, unsigned A, unsigned B) {
  return S.Paths.get({NodeType::Gpu, uint16_t(A)}, {NodeType::Gpu, uint16_t(B)})
      .Type;
}

/// For each GPU how many others it reaches directly over NVLink, if all that
/// reach any are one group. GPUs in several groups, such as bridged pairs, must
/// leave NVLink between them: then nothing.
static std::vector<unsigned> neighboursOfOneGroup(const System &S) {
  const unsigned L = S.numGpus();
  std::vector<unsigned> Neighbours(L, 0);
  for (unsigned A = 0; A < L; ++A)
    for (unsigned B = 0; B < L; ++B)
      Neighbours[A] += A != B && typeBetween(S, A, B) == PathType::Nvl;
  std::vector<unsigned> Group;
  std::vector<bool> Seen(L, false);
  for (unsigned Start = 0; Start < L && Group.empty(); ++Start)
    if (Neighbours[Start]) {
      Group.push_back(Start);
      Seen[Start] = true;
    }
  for (size_t I = 0; I < Group.size(); ++I)
    for (unsigned B = 0; B < L; ++B)
      if (!Seen[B] && typeBetween(S, Group[I], B) == PathType::Nvl) {
        Group.push_back(B);
        Seen[B] = true;
      }
  for (unsigned A = 0; A < L; ++A)
    if (Neighbours[A] && !Seen[A])
      return {};
  return Group.empty() ? std::vector<unsigned>() : Neighbours;
}

namespace {

/// The hops of a server's channels, and the worst that leaves NVLink.
struct HopCount {
  unsigned All = 0, Nvlink = 0;
  unsigned Channel = 0;
  int From = -1, To = -1; ///< GPUs
  PathType Worst = PathType::Nvl;
};

} // namespace

static HopCount countHops(const LintServer &S, bool Closed) {
  const unsigned L = S.numRanks();
  HopCount Count;
  for (const LintChannel &C : S.Channels) {
    const int *Order = S.Graph->intra + size_t(C.Row) * L;
    for (unsigned I = 0; I + !Closed < L; ++I) {
      const int From = S.Sys->gpuOfRank(Order[I]);
      const int To = S.Sys->gpuOfRank(Order[(I + 1) % L]);
      if (From < 0 || To < 0)
        continue;
      const PathType Type = typeBetween(*S.Sys, unsigned(From), unsigned(To));
      ++Count.All;
      Count.Nvlink += Type <= PathType::Nvl;
      if (Type > Count.Worst) {
        Count.Worst = Type;
        Count.Channel = C.Number;
        Count.From = From;
        Count.To = To;
      }
    }
  }
  return Count;
}

void ringc::lintSlowHops(const LintView &View, LintMessages &Out) {
  for (const LintServer &S : View.Servers) {
    if (S.numRanks() < 2 || S.Sys->Paths.empty())
      continue;
    const std::vector<unsigned> Neighbours = neighboursOfOneGroup(*S.Sys);
    if (Neighbours.empty())
      continue;
    const HopCount Hops = countHops(S, View.SingleNode);
    if (Hops.From < 0)
      continue;
    const Node &From = S.gpu(unsigned(Hops.From)),
               &To = S.gpu(unsigned(Hops.To));
    Out.push_back({LintText::SlowHop,
                   From.Loc,
                   {Hops.Channel, From.Name, unsigned(From.Gpu.Rank), To.Name,
                    unsigned(To.Gpu.Rank), std::string(toString(Hops.Worst)),
                    Hops.Nvlink, Hops.All}});
    Out.push_back({LintText::NoteGpu, To.Loc, {To.Name}});
    // What a ring takes two of, and a chain across servers one.
    const unsigned Least = S.numRanks() > 2 && View.SingleNode ? 2 : 1;
    for (unsigned G = 0; G < Neighbours.size(); ++G)
      if (Neighbours[G] < Least) {
        Out.push_back({LintText::NoteFewNeighbours,
                       S.gpu(G).Loc,
                       {S.gpu(G).Name, Neighbours[G], Least}});
        break;
      }
  }
}

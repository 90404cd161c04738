//===- Walk.h - Walk one attempt of the search ------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inner recursion of nccl-search section 7 for ring patterns: start a
// channel at a NET, go from GPU to GPU, return to a NET, start the next
// channel; what a flow takes from each link is given back on the way out. The
// answer depends on which step a budget ends at, so steps are counted where
// NCCL counts them.
//
// Giving back is not exact: widths are rounded to 1/1000 both ways, and one
// with more decimals ends at another value. That drift is NCCL's and stays for
// all attempts, so one walker serves a whole search and even a step that can't
// succeed any more is walked.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_COMPUTEGRAPH_WALK_H
#define RINGC_PASSES_COMPUTEGRAPH_WALK_H

#include "SearchSpace.h"
#include "ringc/ABI/Structs.h"

namespace ringc::search {

/// roundf(X * 1000) / 1000, in float throughout.
///
/// roundf is a library call on baseline x86-64, so it is written out. For
/// |Y| < 2^23, Whole = Y cut to an integer is exact, and so is Y - Whole: both
/// are multiples of Y's last place and their difference is smaller than Y.
/// Comparing it with a half is then exact, and adding one to a whole number
/// below 2^23 too: the result is the nearest integer, halves away from zero, as
/// roundf has it. From 2^23 on every float is whole. Only the sign of a zero
/// may differ, which no later sum or comparison can see.
inline float roundHalfAway(float Y) {
  constexpr float AllWhole = 8388608; // 2^23
  if (!(Y < AllWhole && Y > -AllWhole))
    return Y;
  float Whole = float(int(Y));
  float Rest = Y - Whole;
  return Rest >= 0.5f ? Whole + 1 : Rest <= -0.5f ? Whole - 1 : Whole;
}
inline float roundMilli(float X) { return roundHalfAway(X * 1000) / 1000; }

/// What one kind of flow takes from each link of its path, and the worst path
/// it may use. GB/s.
struct Lane {
  float Speed;
  float PciTaxed; ///< from PCI links, on a P2P path through an Intel CPU
  PathType Worst;
};

/// Walks attempts over one system, keeping the widths left and the best result.
class Walker {
public:
  /// \p Best is read and improved; `intra` in it are GPU indices.
  Walker(const SearchSpace &Space, const Profile &P, abi::ncclTopoGraph &Best);

  /// One attempt at what \p Wanted asks for (speeds, types, crossNic,
  /// sameChannels). Returns what is left of \p Budget, or -1 where the best
  /// result has got as many channels as allowed.
  int attempt(const Terms &Wanted, int Budget);

  int64_t steps() const { return Steps; }
  /// Widths left; for tests.
  std::span<const float> widths() const { return Widths; }

private:
  /// Where the next GPU of a channel comes from.
  enum class Order : uint8_t {
    Pci,    ///< index order
    Replay, ///< as in the channel before
    Free,   ///< all that can follow, best first
  };
  /// The steps at which a channel turns back; -1: it doesn't, or has done.
  struct Turns {
    int ToNet, ToFirst;
  };

  void search(int &Time);
  void searchFromNet(unsigned N, int &Time);
  void tryGpu(unsigned Step, const Way *From, const Lane &L, unsigned Gpu,
              Turns T, Order O, int &Time);
  void rec(unsigned Gpu, unsigned Step, Turns T, Order O, int &Time);
  void channelComplete(int &Time);
  void backToNet(unsigned Gpu, unsigned Step, Turns T, Order O, int &Time);
  void nextGpu(unsigned Gpu, unsigned Step, Turns T, Order O, int &Time);
  unsigned nextGpus(unsigned Gpu, unsigned Step, Turns T, uint16_t *Out);

  bool follow(const Way &W, const Lane &L);
  void unfollow(const Way &W, const Lane &L);
  template <bool CanRefuse>
  unsigned walkHops(const Way &W, float Speed, float Pci, unsigned Count);

  bool better() const;
  void keepBest();
  int pciLeft(unsigned Gpu) const;
  unsigned firstOf(int Channel) const {
    return unsigned(Tmp.intra[size_t(Channel) * NumGpus]);
  }

  const SearchSpace &Space;
  const unsigned NumGpus, NumNets;
  const int SameChannelsBudget;
  const int P2pMul, P2pDiv;
  abi::ncclTopoGraph &Best;
  abi::ncclTopoGraph Tmp{};
  Lane Intra{}, Inter{};
  int64_t Steps = 0;

  std::vector<float> Widths;    ///< left, by link
  std::vector<float> NetWidths; ///< not reserved yet, by NET
  /// Not reserved yet, by NET; wider than what a file may say.
  std::vector<int64_t> NetChannels;
  std::vector<uint32_t> Used;   ///< by GPU, one bit a channel
  std::vector<uint16_t> Starts; ///< by channel: NET it starts from
  /// Candidates of each step under way: [channel][step][NumGpus].
  std::vector<uint16_t> Candidates;
  std::array<uint64_t, MaxLocalRanks> Scores; ///< scratch of nextGpus()
};

} // namespace ringc::search

#endif // RINGC_PASSES_COMPUTEGRAPH_WALK_H

//===- SpeedSpace.h - A search space at one speed ---------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NCCL counts widths in floats and rounds them to thousandths of a GB/s after
// every step. At most speeds that is integer arithmetic in disguise: the widths
// stay whole thousandths, a flow takes the same number of them every time, and
// gives back what it took. isExact() says whether it is (docs/Search.md, lemma
// 1); where it is, this is what each way takes from each link, in thousandths,
// and which ways can be used at all.
//
// A type of path that allows no further way is the same as the one before it,
// and attempts that differ in such types only are the same attempt (lemma 3):
// level() gives alike types one number.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_COMPUTEGRAPH_SPEEDSPACE_H
#define RINGC_PASSES_COMPUTEGRAPH_SPEEDSPACE_H

#include "SearchSpace.h"
#include <bit>
#include <limits>

namespace ringc::search {

constexpr unsigned NumPathTypes = unsigned(PathType::Sys) + 1;
/// GPUs that fit a GpuMask; servers with more are walked plainly.
constexpr unsigned MaxMaskedGpus = 64;
/// One bit a GPU, by index.
using GpuMask = uint64_t;
constexpr GpuMask bit(unsigned Gpu) { return GpuMask(1) << Gpu; }
/// The lowest GPU of \p Mask, which has one.
constexpr unsigned first(GpuMask Mask) {
  return unsigned(std::countr_zero(Mask));
}

/// What a flow takes from one link, thousandths of a GB/s.
struct Take {
  uint32_t Link;
  int32_t Need;   ///< the link must have as much left
  int32_t Amount; ///< and has as much less afterwards
};

/// A way with all that it takes.
struct Takes {
  uint32_t First = 0; ///< of Count takes
  uint16_t Count = 0; ///< 0: nothing to take
  uint16_t Hops = 0;
};

class SpeedSpace {
public:
  /// At \p Speed GB/s with \p Widths left, GB/s by link of \p Space, which has
  /// at most MaxMaskedGpus GPUs. \p Drift is for links that don't come back to
  /// their width but are never short: the least they can have, GB/s, or
  /// NoDrift. It is brought up to date.
  SpeedSpace(const SearchSpace &Space, const Profile &P, float Speed,
             std::span<const float> Widths, std::span<float> Drift);
  static constexpr float NoDrift = std::numeric_limits<float>::infinity();

  /// Whether everything below is what the float arithmetic does.
  bool isExact() const { return Exact; }

  const SearchSpace &Space;
  const float Speed;
  const int Reserve; ///< whole GB/s that a channel reserves of its NET

  /// Widths left at the start, by link, thousandths of a GB/s.
  std::span<const int32_t> widths() const { return Widths; }
  const Takes &gpuToGpu(unsigned A, unsigned B) const {
    return GpuGpu[A * Space.NumGpus + B];
  }
  const Takes &gpuToNet(unsigned G, unsigned N) const {
    return GpuNet[G * Space.NumNets + N];
  }
  const Takes &netToGpu(unsigned N, unsigned G) const {
    return NetGpu[N * Space.NumGpus + G];
  }
  std::span<const Take> takes(const Takes &T) const {
    return {All.data() + T.First, T.Count};
  }
  /// How many ways can pass a link at a time, at most; MaxCapacity is no limit.
  int capacity(uint32_t Link) const { return Capacities[Link]; }
  static constexpr int MaxCapacity = 1 << 10;

  /// GPUs to which there is a usable way from \p G over paths of \p Worst or
  /// better, or none that is counted. A way is usable if it could be taken with
  /// nothing else taken.
  GpuMask after(PathType Worst, unsigned G) const {
    return After[unsigned(Worst) * Space.NumGpus + G];
  }
  /// GPUs that can be entered from NET \p N.
  GpuMask entered(PathType Worst, unsigned N) const {
    return Entered[unsigned(Worst) * Space.NumNets + N];
  }
  /// GPUs that can leave by NET \p N.
  GpuMask left(PathType Worst, unsigned N) const {
    return Left[unsigned(Worst) * Space.NumNets + N];
  }
  /// The best type that allows the same ways between GPUs as \p Worst.
  PathType intraLevel(PathType Worst) const;
  /// The same between GPUs and NETs.
  PathType interLevel(PathType Worst) const;

private:
  /// One amount that may be taken from links.
  struct Flow {
    float Exact;
    int32_t Need, Amount;
  };
  /// Everything that may be taken from one link.
  struct Use {
    float LeastFlow;            ///< GB/s; of none: infinite
    std::array<float, 2> Flows; ///< different ones, GB/s
    unsigned NumFlows;          ///< there may be more than Flows has room for
    int32_t LeastNeed, LeastAmount; ///< of ways that pass it
    bool Uneven;                    ///< a flow isn't whole thousandths
  };

  static Flow makeFlow(float F);
  void takeFrom(Takes &T, uint32_t Link, float F, bool Passes);
  Takes layOut(const Way &W);
  bool checkWidths(std::span<const float> Floats, std::span<float> Drift,
                   int MaxChannels);
  static bool isExact(float Width, const Use &U, int Times);
  static bool isNeverShort(float &Least, const Use &U, int Times);
  bool checkReserve(int MaxChannels) const;
  static bool isUndone(float Width, float Flow, int Times);
  bool usable(const Takes &T) const;
  void findUsable();
  void findCapacities();

  float Taxed; ///< from PCI links, on a P2P path through an Intel CPU
  bool Exact = true;
  int MostPasses = 1; ///< how often one way takes from one link
  std::vector<int32_t> Widths;
  std::vector<Take> All;
  std::vector<Takes> GpuGpu, GpuNet, NetGpu;
  std::vector<Use> Uses; ///< by link
  std::vector<int> Capacities;
  std::vector<GpuMask> After, Entered, Left; ///< [type][GPU or NET]
};

} // namespace ringc::search

#endif // RINGC_PASSES_COMPUTEGRAPH_SPEEDSPACE_H

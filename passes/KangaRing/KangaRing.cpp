//===- KangaRing.cpp - Kanga paths from fragments -------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KangaRing.h"
#include <algorithm>

using namespace ringc;

static KangaRow rowOf(const abi::ncclTopoRanks &R, unsigned Path) {
  KangaRow Row;
  std::copy_n(R.JbogKangaringPath[Path], KangaGroup, Row.begin());
  return Row;
}

/// Whether \p Row is a group of \p Ranks with \p Rank in it, the same for all.
static bool isGroup(const KangaRow &Row, int Rank, unsigned Path,
                    std::span<const abi::ncclTopoRanks> Ranks) {
  KangaRow Sorted = Row;
  std::sort(Sorted.begin(), Sorted.end());
  if (std::adjacent_find(Sorted.begin(), Sorted.end()) != Sorted.end() ||
      std::find(Row.begin(), Row.end(), Rank) == Row.end())
    return false;
  return std::all_of(Row.begin(), Row.end(), [&](int Each) {
    return Each >= 0 && size_t(Each) < Ranks.size() &&
           rowOf(Ranks[size_t(Each)], Path) == Row;
  });
}

/// kangaPaths(), but for what an error leaves in \p Paths.
static KangaError addPaths(std::span<const int> Intra, unsigned NumChannels,
                           std::span<const abi::ncclTopoRanks> Ranks,
                           std::vector<std::vector<int>> &Paths) {
  const size_t L = Ranks.size();
  for (unsigned K = 0; K < MaxKangaPaths && NumChannels != 0; ++K) {
    const bool IsEmpty =
        std::all_of(Ranks.begin(), Ranks.end(),
                    [&](const auto &R) { return rowOf(R, K) == KangaRow{}; });
    if (IsEmpty || L > KangaSlots)
      break;
    std::vector<int> Path;
    std::vector<bool> Seen(L);
    for (int Rank : Intra.subspan(K % NumChannels * L, L)) {
      if (Rank < 0 || size_t(Rank) >= L)
        return {int(K), Rank};
      if (Seen[size_t(Rank)])
        continue;
      const KangaRow Row = rowOf(Ranks[size_t(Rank)], K);
      if (!isGroup(Row, Rank, K, Ranks))
        return {int(K), Rank};
      for (int Each : Row)
        Seen[size_t(Each)] = true;
      Path.insert(Path.end(), Row.begin(), Row.end());
    }
    const size_t Groups = Path.size() / KangaGroup;
    const size_t Turn = K * Groups / MaxKangaPaths * KangaGroup;
    std::rotate(Path.begin(), Path.begin() + std::ptrdiff_t(Turn), Path.end());
    Paths.push_back(std::move(Path));
  }
  return {};
}

KangaError ringc::kangaPaths(std::span<const int> Intra, unsigned NumChannels,
                             std::span<const abi::ncclTopoRanks> Ranks,
                             std::vector<std::vector<int>> &Paths) {
  Paths.clear();
  const KangaError E = addPaths(Intra, NumChannels, Ranks, Paths);
  if (E)
    Paths.clear();
  return E;
}

KangaRow ringc::kangaRow(unsigned Path, std::span<const int> Order,
                         std::span<const int> Cores) {
  const size_t Last = size_t(
      std::find(Cores.begin(), Cores.end(), Order.back()) - Cores.begin());
  // Two SEngines a die (topology section 2, confirmed).
  const size_t Neighbour = Last ^ 1;
  KangaRow Row;
  Row[0] = Cores[Path % 2 == 0 ? Last : Neighbour];
  Row[1] = Cores[Path % 2 == 0 ? Neighbour : Last];
  size_t At = 2;
  for (size_t C = 0; C < KangaGroup; ++C)
    if (C != Last && C != Neighbour)
      Row[At++] = Cores[C];
  return Row;
}

void ringc::fillKanga(std::span<const int> Intra, unsigned NumChannels,
                      std::span<const std::vector<int>> Devices,
                      std::span<abi::ncclTopoRanks> Ranks) {
  const size_t L = Ranks.size();
  for (unsigned K = 0; K < MaxKangaPaths && NumChannels != 0; ++K) {
    const std::span<const int> Channel = Intra.subspan(K % NumChannels * L, L);
    for (const std::vector<int> &Cores : Devices) {
      std::vector<int> Order;
      for (int Rank : Channel)
        if (std::find(Cores.begin(), Cores.end(), Rank) != Cores.end())
          Order.push_back(Rank);
      const KangaRow Row = kangaRow(K, Order, Cores);
      for (int Rank : Cores)
        std::copy(Row.begin(), Row.end(),
                  Ranks[size_t(Rank)].JbogKangaringPath[K]);
    }
  }
}

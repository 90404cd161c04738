//===- WiringView.cpp - Questions to a blob -------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What takes more than a look into a section. Everything was checked when the
// view was opened (WiringChecks.cpp).
//
//===----------------------------------------------------------------------===//

#include "ringc/Emit/Wiring.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <cstring>

using namespace llvm;
using namespace ringc;
using namespace ringc::wiring;

NodeId WiringView::nodeOf(RankId R) const {
  assert(*R < fabric().NumRanks && "no such rank");
  if (servers().size() == 1)
    return NodeId(*R / servers().front().NumRanks);
  const auto After = llvm::partition_point(
      nodes(), [R](const NodeRecord &N) { return N.FirstRank <= *R; });
  return NodeId(uint32_t(After - nodes().begin()) - 1);
}

RankId WiringView::neighbour(ChannelId C, RankId R, bool Back) const {
  const uint32_t Row = channels()[*C].Row, N = fabric().NumRanks;
  const uint32_t Place = positions(Row)[*R];
  const uint32_t Near =
      Back ? (Place ? Place : N) - 1 : (Place + 1 < N ? Place + 1 : 0);
  return RankId(order(Row)[Near]);
}

WiringView::RingIterator &WiringView::RingIterator::operator++() {
  const uint32_t N = uint32_t(Order.size());
  if (Back)
    Place = (Place ? Place : N) - 1;
  else
    Place = Place + 1 < N ? Place + 1 : 0;
  ++Done;
  return *this;
}

iterator_range<WiringView::RingIterator> WiringView::userRanks(ChannelId C,
                                                               RankId R) const {
  const ChannelRecord &Channel = channels()[*C];
  const ArrayRef<uint32_t> Order = order(Channel.Row);
  const uint32_t Place = positions(Channel.Row)[*R];
  const bool Back = Channel.Reversed != 0;
  return {RingIterator(Order, Place, Back, 0),
          RingIterator(Order, Place, Back, uint32_t(Order.size()))};
}

abi::ncclComm *WiringView::relocate(MutableArrayRef<char> Blob) const {
  assert(hasRank() && Blob.size() == Bytes.size() && "not a copy of this blob");
  const uint64_t Base = reinterpret_cast<uintptr_t>(Blob.data());
  for (uint64_t Slot : relocations()) {
    uint64_t Value;
    std::memcpy(&Value, &Blob[Slot], sizeof(Value));
    Value += Base;
    std::memcpy(&Blob[Slot], &Value, sizeof(Value));
  }
  return reinterpret_cast<abi::ncclComm *>(&Blob[section(Kind::Comm).Offset]);
}

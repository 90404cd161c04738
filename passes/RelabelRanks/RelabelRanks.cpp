//===- RelabelRanks.cpp - Numbering GPUs in another order -----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run counts up or down and holds both its ends.
//
//===----------------------------------------------------------------------===//

#include "RelabelRanks.h"
#include "ringc/Topology/XmlEdit.h"
#include <algorithm>
#include <charconv>

using namespace ringc;

static bool readAll(std::string_view Text, uint32_t &Number) {
  const char *End = Text.data() + Text.size();
  const auto [At, Error] = std::from_chars(Text.data(), End, Number);
  return Error == std::errc() && At == End;
}

std::optional<OrderError> ringc::parseOrder(std::string_view Text, size_t Most,
                                            std::vector<uint32_t> &Order) {
  for (size_t At = 0; At <= Text.size();) {
    const size_t End = std::min(Text.find(':', At), Text.size());
    const std::string_view Item = Text.substr(At, End - At);
    const size_t Dots = Item.find("..");
    uint32_t First, Last;
    if (!readAll(Item.substr(0, Dots), First) ||
        !readAll(Dots == Item.npos ? Item : Item.substr(Dots + 2), Last))
      return OrderError{OrderError::Kind::Number, std::string(Item)};
    const size_t Count = size_t(First < Last ? Last - First : First - Last) + 1;
    if (Count > Most || Order.size() > Most - Count)
      return OrderError{OrderError::Kind::Long};
    for (size_t I = 0; I < Count; ++I)
      Order.push_back(uint32_t(First < Last ? First + I : First - I));
    At = End + 1;
  }
  return std::nullopt;
}

std::optional<OrderError> ringc::checkOrder(std::span<const uint32_t> Order,
                                            size_t Count) {
  std::vector<bool> Seen(Count);
  for (uint32_t Number : Order) {
    if (Number >= Count)
      return OrderError{OrderError::Kind::Range, {}, Number};
    if (Seen[Number])
      return OrderError{OrderError::Kind::Twice, {}, Number};
    Seen[Number] = true;
  }
  // Last: what is out of range or twice says more than a wrong length.
  if (Order.size() != Count)
    return OrderError{OrderError::Kind::Length};
  return std::nullopt;
}

std::vector<uint32_t> ringc::gpusInOrder(const XmlDocument &Doc, RankOrder By) {
  std::vector<uint32_t> Gpus = findElements(Doc, "gpu");
  const auto Key = [&](uint32_t Gpu) -> uint64_t {
    switch (By) {
    case RankOrder::Dev:
      return uint64_t(readNumber(Doc[Gpu], "dev"));
    case RankOrder::BusId:
      return uint64_t(readBusIdNumber(busIdAbove(Doc, Gpu)));
    case RankOrder::File:
      break;
    }
    return 0;
  };
  std::stable_sort(Gpus.begin(), Gpus.end(),
                   [&](uint32_t A, uint32_t B) { return Key(A) < Key(B); });
  return Gpus;
}

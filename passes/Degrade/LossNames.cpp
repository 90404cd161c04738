//===- LossNames.cpp - What is lost, from text ----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// losses := item ('+' item)*
//   item   := ('net' | 'gpu' | 'nvlink' | 'pci') ':' which [amount]
//   amount := '*' FACTOR | '=' VALUE
//
// A name may hold ':' and '-', as bus ids and NICs' names do, but none of
// "+*=".
//
//===----------------------------------------------------------------------===//

#include "Degrade.h"
#include <charconv>

using namespace ringc;

const char *ringc::toString(PartKind K) {
  switch (K) {
  case PartKind::Net:
    return "net";
  case PartKind::Gpu:
    return "gpu";
  case PartKind::Nvlink:
    return "nvlink";
  case PartKind::Pci:
    return "pci";
  }
  return "?";
}

/// Reads all of \p Text as a number.
template <typename T> static bool readAll(std::string_view Text, T &Number) {
  const char *End = Text.data() + Text.size();
  const auto [At, Error] = std::from_chars(Text.data(), End, Number);
  return Error == std::errc() && At == End;
}

static std::optional<LossError> parseAmount(std::string_view Text, Loss &L) {
  const std::string_view Number = Text.substr(1);
  if (Text[0] == '*') {
    // Written so that a NaN is refused.
    if (!readAll(Number, L.Factor) || !(L.Factor > 0 && L.Factor < 1))
      return LossError{LossError::Kind::Factor, L, std::string(Number)};
    return std::nullopt;
  }
  if (!readAll(Number, L.Value) || L.Value <= 0)
    return LossError{LossError::Kind::Value, L, std::string(Number)};
  if (L.Kind == PartKind::Gpu)
    return LossError{LossError::Kind::GpuValue, L};
  return std::nullopt;
}

static std::optional<LossError> parseItem(std::string_view Item, bool IsDrop,
                                          Loss &L) {
  L.Item = Item;
  const size_t Amount = std::min(Item.find_first_of("*="), Item.size());
  const std::string_view Name = Item.substr(0, Amount);
  const size_t Colon = std::min(Name.find(':'), Name.size());
  bool Known = false;
  for (unsigned K = 0; K < NumPartKinds; ++K)
    if (Name.substr(0, Colon) == toString(PartKind(K))) {
      L.Kind = PartKind(K);
      Known = true;
    }
  if (!Known || Colon + 1 >= Name.size())
    return LossError{LossError::Kind::Name, L};
  L.Which = Name.substr(Colon + 1);
  if (L.Kind == PartKind::Nvlink) {
    const size_t Dash = L.Which.find('-');
    if (Dash == std::string::npos || Dash == 0 || Dash + 1 == L.Which.size())
      return LossError{LossError::Kind::Ends, L};
  }
  if (Amount == Item.size())
    return IsDrop ? std::nullopt
                  : std::optional(LossError{LossError::Kind::Amount, L});
  if (IsDrop)
    return LossError{LossError::Kind::DropAmount, L};
  return parseAmount(Item.substr(Amount), L);
}

static std::optional<LossError> parseList(std::string_view Text, bool IsDrop,
                                          std::vector<Loss> &Losses) {
  for (size_t At = 0; !Text.empty() && At <= Text.size();) {
    const size_t End = std::min(Text.find('+', At), Text.size());
    if (auto E =
            parseItem(Text.substr(At, End - At), IsDrop, Losses.emplace_back()))
      return E;
    At = End + 1;
  }
  return std::nullopt;
}

std::optional<LossError> ringc::parseLosses(std::string_view Drop,
                                            std::string_view Narrow,
                                            std::vector<Loss> &Losses) {
  if (Drop.empty() && Narrow.empty())
    return LossError{LossError::Kind::Nothing, {}};
  if (auto E = parseList(Drop, /*IsDrop=*/true, Losses))
    return E;
  return parseList(Narrow, /*IsDrop=*/false, Losses);
}

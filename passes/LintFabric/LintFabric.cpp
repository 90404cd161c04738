//===- LintFabric.cpp - What differs from its peers -----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LintFabric.h"
#include <algorithm>

std::optional<size_t> ringc::oddOne(std::span<const int> Values) {
  if (Values.size() < 3)
    return std::nullopt;
  // Two of the first three agree, or nobody is alone.
  const int Usual =
      Values[0] == Values[1] || Values[0] == Values[2] ? Values[0] : Values[1];
  const auto IsOdd = [Usual](int V) { return V != Usual; };
  if (std::count_if(Values.begin(), Values.end(), IsOdd) != 1)
    return std::nullopt;
  return size_t(std::find_if(Values.begin(), Values.end(), IsOdd) -
                Values.begin());
}

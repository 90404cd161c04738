//===- Agree.cpp - Whether all ranks go on --------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agree.h"
#include <cstdio>
#include <span>

using namespace ringc::runtime;

namespace {

struct Verdict {
  uint64_t Sum;
  char Text[120]; ///< ends with a 0; empty: no problem
};

} // namespace

Problem ringc::runtime::hearAhead(const Comm &C) {
  if (Problem P = C.checkRing(); !P.empty())
    return P;
  std::vector<Verdict> Others(size_t(C.numRanks()));
  const size_t Count = C.peekParts(Others.data(), sizeof(Verdict));
  for (Verdict &V : std::span(Others).first(Count)) {
    V.Text[sizeof(V.Text) - 1] = 0;
    if (*V.Text)
      return V.Text;
  }
  return {};
}

Problem ringc::runtime::agree(Comm &C, const Problem &Own, uint64_t Sum,
                              const char *Differs) {
  std::vector<Verdict> All(size_t(C.numRanks()));
  Verdict &Mine = All[size_t(C.rank())];
  Mine.Sum = Sum;
  snprintf(Mine.Text, sizeof(Mine.Text), "%s", Own.c_str());
  if (Problem P = C.allGather(All.data(), sizeof(Verdict)); !P.empty())
    return Own.empty() ? P : Own;
  if (!Own.empty())
    return Own;
  for (Verdict &V : All) {
    V.Text[sizeof(V.Text) - 1] = 0;
    if (*V.Text)
      return V.Text;
    if (V.Sum != All.front().Sum)
      return "rank " + std::to_string(&V - All.data()) + " " + Differs;
  }
  return {};
}

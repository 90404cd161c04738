//===- Findings.cpp - Warnings collected and told once --------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A message's key is its id and its arguments; the report goes by place, and at
// one place by order of arrival.
//
//===----------------------------------------------------------------------===//

#include "Findings.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace ringc;

std::string ringc::shorten(StringRef Text) {
  constexpr size_t Shown = 60; // two of them still fit a terminal line
  if (Text.size() <= Shown)
    return Text.str();
  size_t End = Shown;
  // Never cut inside a UTF-8 character.
  while (End > 0 && (static_cast<unsigned char>(Text[End]) & 0xc0) == 0x80)
    --End;
  return (Text.take_front(End) + "...").str();
}

Findings::Finding *Findings::add(diag::ID Id, SrcLoc Loc, Arguments Args,
                                 unsigned Times) {
  std::string Key = std::to_string(unsigned(Id));
  for (const std::string &A : Args) {
    Key += '\0';
    Key += A;
  }
  if (const auto Place = Known.find(Key); Place != Known.end()) {
    All[Place->second].More += Times;
    return nullptr;
  }
  if (Counts.size() <= Id)
    Counts.resize(Id + 1);
  if (Counts[Id] == MaxOfKind)
    return nullptr;
  ++Counts[Id];
  Known.try_emplace(Key, All.size());
  All.push_back({Id, Loc, std::move(Args), {}, Times - 1});
  return &All.back();
}

void Findings::report(DiagnosticEngine &Diags) {
  std::vector<size_t> Order(All.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  llvm::sort(Order, [&](size_t A, size_t B) {
    return std::tie(All[A].Loc, A) < std::tie(All[B].Loc, B);
  });
  for (size_t I : Order) {
    const Finding &F = All[I];
    {
      DiagnosticBuilder Message = Diags.report(F.Id, F.Loc);
      for (const std::string &A : F.Args)
        Message << A;
      Message << (F.More ? " (and " + std::to_string(F.More) + " more)"
                         : std::string());
    }
    for (const Note &N : F.Notes) {
      DiagnosticBuilder Message = Diags.report(N.Id, N.Loc);
      for (const std::string &A : N.Args)
        Message << A;
    }
  }
  All.clear();
  Known.clear();
  Counts.clear();
}

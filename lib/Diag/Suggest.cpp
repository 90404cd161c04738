//===- Suggest.cpp - What a mistyped name was meant to be -----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The name with the fewest edits wins, the earlier one in a tie. More edits
// than a third of the letters and one are no typing slip, and a wild guess
// helps nobody.
//
//===----------------------------------------------------------------------===//

#include "ringc/Diag/Suggest.h"

using namespace llvm;

StringRef ringc::nearestName(StringRef Name, ArrayRef<StringRef> Known) {
  unsigned Best = unsigned(Name.size()) / 3 + 1;
  StringRef Nearest;
  for (StringRef K : Known) {
    const unsigned Distance =
        Name.edit_distance(K, /*AllowReplacements=*/true, Best);
    if (Distance < Best || (Distance == Best && Nearest.empty())) {
      Best = Distance;
      Nearest = K;
    }
  }
  return Nearest;
}

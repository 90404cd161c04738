//===- Profile.cpp - Whose rules: the constants of one runtime ------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ringc/ABI/Profile.h"

namespace ringc {

namespace {
#include "ringc/ABI/Profiles.inc"
} // namespace

float Profile::nvlinkWidth(int Sm) const {
  // 86 stands apart and is asked for first; 87 and up fall under 80
  // (nccl-search section 3, confirmed).
  if (Sm == 86)
    return NvlinkSm86;
  if (Sm >= 80)
    return NvlinkSm80;
  if (Sm >= 70)
    return NvlinkSm70;
  if (Sm >= 60)
    return NvlinkSm60;
  return NvlinkOther;
}

std::span<const Profile> getProfiles() { return Profiles; }

const Profile *findProfile(std::string_view Name) {
  for (const Profile &P : Profiles)
    if (P.Name == Name)
      return &P;
  return nullptr;
}

} // namespace ringc

//===- Profile.h - Whose rules: the constants of one runtime ----*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A profile is one record of Profiles.td: link speeds, speed ladder, step
// budgets, limits and the rules in which runtime versions differ. The code asks
// the profile, never a version number. Bandwidths are in GB/s.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_ABI_PROFILE_H
#define RINGC_ABI_PROFILE_H

#include <cstdint>
#include <span>
#include <string_view>

namespace ringc {

/// Which search makes the channels.
enum class SearchKind : uint8_t { Nccl, Neuron };
/// Order in which the NETs are tried as a channel's entry.
enum class NetOrder : uint8_t {
  ByIndex,   ///< all NETs, as listed (2.8.4)
  BestFirst, ///< widest only, nearest first, rotated by device (2.10.3)
};
/// What the doubled half of the channels is.
enum class SecondHalf : uint8_t { Duplicate, Reverse };
/// Highest path type over which two GPUs may talk directly; values are those of
/// PathType.
enum class P2pLevel : uint8_t { Loc = 0, Pix = 3, Pxb = 4, Phb = 5, Sys = 6 };

/// The rules of one runtime. Sources: nccl-search and nccl-2.8.4-differences;
/// Profiles.td gives each value's grade.
struct Profile {
  std::string_view Name;
  std::string_view Summary;
  SearchKind Search;

  /// Speeds tried, GB/s, falling: with and without NETs in use.
  std::span<const float> SpeedsInter;
  std::span<const float> SpeedsIntra;

  /// Width of one NVLink by compute capability, GB/s.
  float NvlinkSm60, NvlinkSm70, NvlinkSm80, NvlinkSm86, NvlinkOther;

  NetOrder Nets;
  SecondHalf Second;
  bool FlattenBroadcom; ///< merge the two halves of a Broadcom gen4 switch
  /// A GPU flow over PHB through an Intel CPU costs PCI links
  /// speed * IntelP2pMul / IntelP2pDiv.
  int IntelP2pMul, IntelP2pDiv;
  P2pLevel P2pArm, P2pIntelOld, P2pIntelSkylake, P2pZhaoxin, P2pOther;

  /// Steps one attempt may take: same channels, tree pattern, any other; and
  /// all attempts together.
  int StepsSameChannels, StepsTree, StepsOther, StepsTotal;

  int MaxSearchChannels; ///< maxChannels of the ring graph template
  int MaxChannels;       ///< clamp after doubling
  int MinChannels;
  int MaxNodesPerType; ///< capacity of one node type (reader and builder)
  int MaxLinksPerNode;
  int MaxXmlElements, MaxXmlAttributes, MaxXmlChildren, MaxXmlValue;

  /// NVLink width by compute capability \p Sm, GB/s (nccl-search section 3).
  float nvlinkWidth(int Sm) const;
};

/// All profiles, in the order of Profiles.td.
std::span<const Profile> getProfiles();
/// The profile called \p Name, or null.
const Profile *findProfile(std::string_view Name);

} // namespace ringc

#endif // RINGC_ABI_PROFILE_H

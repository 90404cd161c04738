//===- Names.cpp - Words of the text IR -----------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables only. NCCL's own abbreviations are kept where it has some.
//
//===----------------------------------------------------------------------===//

#include "Names.h"
#include <algorithm>

using namespace llvm;
using namespace ringc;

/// \p Value under the name it has everywhere.
template <typename T> static NamedValue named(T Value) {
  return {toString(Value), int(Value)};
}

ArrayRef<NamedValue> ringc::nodeTypeNames() {
  static const NamedValue Names[] = {
      named(NodeType::Gpu), named(NodeType::Pci), named(NodeType::Nvs),
      named(NodeType::Cpu), named(NodeType::Nic), named(NodeType::Net)};
  return Names;
}

ArrayRef<NamedValue> ringc::linkTypeNames() {
  static const NamedValue Names[] = {named(LinkType::Loc), named(LinkType::Nvl),
                                     named(LinkType::Pci), named(LinkType::Sys),
                                     named(LinkType::Net)};
  return Names;
}

ArrayRef<NamedValue> ringc::pathTypeNames() {
  static const NamedValue Names[] = {named(PathType::Loc), named(PathType::Nvl),
                                     named(PathType::Nvb), named(PathType::Pix),
                                     named(PathType::Pxb), named(PathType::Phb),
                                     named(PathType::Sys)};
  return Names;
}

ArrayRef<NamedValue> ringc::cpuArchNames() {
  static constexpr NamedValue Names[] = {{"unset", int(CpuArch::Unset)},
                                         {"other", int(CpuArch::Other)},
                                         {"x86", int(CpuArch::X86)},
                                         {"power", int(CpuArch::Power)},
                                         {"arm", int(CpuArch::Arm)}};
  return Names;
}

ArrayRef<NamedValue> ringc::cpuVendorNames() {
  static constexpr NamedValue Names[] = {{"unset", int(CpuVendor::Unset)},
                                         {"other", int(CpuVendor::Other)},
                                         {"intel", int(CpuVendor::Intel)},
                                         {"amd", int(CpuVendor::Amd)},
                                         {"zhaoxin", int(CpuVendor::Zhaoxin)}};
  return Names;
}

ArrayRef<NamedValue> ringc::cpuModelNames() {
  static constexpr NamedValue Names[] = {{"unset", int(CpuModel::Unset)},
                                         {"bdw", int(CpuModel::Bdw)},
                                         {"skl", int(CpuModel::Skl)},
                                         {"yongfeng", int(CpuModel::Yongfeng)}};
  return Names;
}

ArrayRef<NamedValue> ringc::transportNames() {
  static const NamedValue Names[] = {
      named(Transport::Self), named(Transport::P2p), named(Transport::Shm),
      named(Transport::Net)};
  return Names;
}

StringRef ringc::nameOf(ArrayRef<NamedValue> Names, int Value) {
  for (const NamedValue &N : Names)
    if (N.Value == Value)
      return N.Name;
  return {};
}

ArrayRef<GraphField> ringc::graphFields() {
  using G = abi::ncclTopoGraph;
  static constexpr GraphField Fields[] = {
      {"id", &G::id, nullptr, false},
      {"pattern", &G::pattern, nullptr, false},
      {"crossNic", &G::crossNic, nullptr, false},
      {"collNet", &G::collNet, nullptr, false},
      {"minChannels", &G::minChannels, nullptr, false},
      {"maxChannels", &G::maxChannels, nullptr, false},
      {"nChannels", &G::nChannels, nullptr, false},
      {"speedIntra", nullptr, &G::speedIntra, false},
      {"speedInter", nullptr, &G::speedInter, false},
      {"typeIntra", &G::typeIntra, nullptr, true},
      {"typeInter", &G::typeInter, nullptr, true},
      {"sameChannels", &G::sameChannels, nullptr, false},
      {"nHops", &G::nHops, nullptr, false},
      {"crossracktorack", &G::crossracktorack, nullptr, false}};
  return Fields;
}

unsigned ringc::storedChannels(const abi::ncclTopoGraph &G) {
  return unsigned(std::clamp(G.nChannels, 0, int(MaxGraphChannels)));
}

StringRef ringc::sectionName(Section S) {
  static constexpr StringLiteral Names[] = {
      "parsed",   "system", "graph", "fragments", "gathered", "channels",
      "stitched", "rings",  "bound", "connected", "p2p"};
  static_assert(std::size(Names) == NumSections);
  return Names[unsigned(S)];
}

bool ringc::isPerServer(Section S) {
  return S <= Section::Fragments || S == Section::Bound ||
         S == Section::Connected;
}

bool ringc::hasSection(PhaseSet Established, Section S) {
  switch (S) {
  case Section::Parsed:
    return Established.contains(Phase::Parsed);
  case Section::System:
    return Established.contains(Phase::System);
  case Section::Graph:
    return Established.contains(Phase::Graph);
  case Section::Fragments:
    return Established.contains(Phase::Fragments);
  case Section::Gathered:
    return Established.contains(Phase::Gathered);
  case Section::Channels: // which channels there are, before their tables
    return Established.contains(Phase::Stitched) ||
           Established.contains(Phase::Rings) ||
           Established.contains(Phase::Bound) ||
           Established.contains(Phase::Connected);
  case Section::Stitched:
    return Established.contains(Phase::Stitched);
  case Section::Rings:
    return Established.contains(Phase::Rings);
  case Section::Bound:
    return Established.contains(Phase::Bound);
  case Section::Connected:
  case Section::P2p:
    return Established.contains(Phase::Connected);
  }
  return false;
}

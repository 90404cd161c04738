//===- Compiled.cpp - The wiring inside this library ----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiled.h"

using namespace ringc;
using namespace ringc::wiring;
using namespace ringc::runtime;

/// In the payload objects.
extern "C" {
[[gnu::visibility("hidden")]] extern const Header ringc_wiring;
[[gnu::visibility("hidden")]] extern const char ringc_places[];
}

static const PlaceHeader &places() {
  return *reinterpret_cast<const PlaceHeader *>(ringc_places);
}

/// The records of kind \p K.
template <typename T> static std::span<const T> section(Kind K) {
  const char *Blob = reinterpret_cast<const char *>(&ringc_wiring);
  const auto *Table = reinterpret_cast<const Section *>(Blob + sizeof(Header));
  for (const Section &S : std::span(Table, ringc_wiring.NumSections))
    if (S.Kind == uint32_t(K))
      return {reinterpret_cast<const T *>(Blob + S.Offset), S.Count};
  return {};
}

uint32_t compiled::checksum() { return ringc_wiring.Checksum; }
const FabricRecord &compiled::fabric() {
  return section<FabricRecord>(Kind::Fabric).front();
}
std::span<const NodeRecord> compiled::nodes() {
  return section<NodeRecord>(Kind::Nodes);
}
std::span<const ServerRecord> compiled::servers() {
  return section<ServerRecord>(Kind::Servers);
}
std::span<const ChannelRecord> compiled::channels() {
  return section<ChannelRecord>(Kind::Channels);
}

static std::span<const uint32_t> row(Kind K, uint32_t Row) {
  const size_t Ranks = compiled::fabric().NumRanks;
  return section<uint32_t>(K).subspan(Row * Ranks, Ranks);
}
std::span<const uint32_t> compiled::order(uint32_t Row) {
  return row(Kind::Orders, Row);
}
std::span<const uint32_t> compiled::positions(uint32_t Row) {
  return row(Kind::Positions, Row);
}

const abi::ncclTopoGraph &compiled::graph(uint32_t Server) {
  return section<abi::ncclTopoGraph>(Kind::Graphs)[Server];
}
std::span<const abi::ncclTopoRanks> compiled::fragments(uint32_t Server) {
  const ServerRecord &S = servers()[Server];
  return section<abi::ncclTopoRanks>(Kind::Ranks)
      .subspan(S.FirstLocal, S.NumRanks);
}

/// \p Size records from number \p First of the table at \p Place on.
template <typename T>
static std::span<const T> table(uint32_t Place, uint32_t First, uint32_t Size) {
  return {reinterpret_cast<const T *>(ringc_places + Place) + First, Size};
}

static const PlaceServer &placeOf(uint32_t Server) {
  return table<PlaceServer>(places().Servers, Server, 1).front();
}

bool compiled::reversesSecondHalf() { return places().ReversesSecondHalf; }

std::span<const CoreImage> compiled::cores(uint32_t Server) {
  const PlaceServer &S = placeOf(Server);
  return table<CoreImage>(places().Cores, S.FirstCore, S.NumCores);
}
std::span<const NicImage> compiled::nics(uint32_t Server) {
  const PlaceServer &S = placeOf(Server);
  return table<NicImage>(places().Nics, S.FirstNic, S.NumNics);
}
uint32_t compiled::numCycles(uint32_t Server) {
  return placeOf(Server).NumCycles;
}
std::span<const int32_t> compiled::cycle(uint32_t Server, uint32_t Cycle) {
  const PlaceServer &S = placeOf(Server);
  return table<int32_t>(places().Cycles, S.FirstCycle + Cycle * S.CycleSize,
                        S.CycleSize);
}

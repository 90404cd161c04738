//===- WiringFormat.h - The records of a wiring blob ------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/WiringFormat.md as structs; the page says what each field means. A blob
// is a header, a table of sections, and the sections, each an array of records.
// A new fact is a new section with a higher kind, which old readers pass over;
// what old readers would misread is a new version.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_EMIT_WIRINGFORMAT_H
#define RINGC_EMIT_WIRINGFORMAT_H

#include "ringc/ABI/Structs.h"
#include <bit>
#include <cstdint>

namespace ringc::wiring {

// Records are copied between file and memory as they are.
static_assert(std::endian::native == std::endian::little,
              "a wiring blob is little-endian, and so must the host be");

inline constexpr char Magic[8] = {'R', 'I', 'N', 'G', 'C', 'W', 'I', 'R'};
inline constexpr uint32_t Version = 1;
/// The checksum covers everything from here on; what stands before has only
/// one right value.
inline constexpr uint64_t ChecksumFrom = 16;
inline constexpr uint64_t Alignment = 64; ///< of sections
inline constexpr uint32_t None = ~uint32_t(0);

struct Header {
  char Magic[8];
  uint32_t Version;
  uint32_t Checksum; ///< CRC-32 as in zlib
  uint64_t Size;     ///< of the blob, in bytes
  uint32_t NumSections;
  uint32_t Reserved;
};
static_assert(sizeof(Header) == 32);

enum class Kind : uint32_t {
  Fabric = 1,
  Strings,
  Servers,
  Graphs,
  Ranks,
  Nodes,
  Channels,
  Orders,
  Positions,
  Nets,
  Transports,
  P2p,
  Text,
  // One rank's view (-rank=R): all of them or none.
  Devices,
  OwnRanks,
  Comm,
  UserRanks,
  PeerInfo,
  ConnectSend,
  ConnectRecv,
  Relocations,
};
inline constexpr unsigned NumKinds = 21;
/// The kinds that every blob has; those above are one rank's view.
inline constexpr unsigned NumFabricKinds = 13;

struct Section {
  uint32_t Kind;
  uint32_t RecordSize;
  uint64_t Offset; ///< from the start of the blob
  uint64_t Count;  ///< of records
};
static_assert(sizeof(Section) == 24);

struct StringRecord {
  uint32_t Offset, Length; ///< in the section Strings
};

struct FabricRecord {
  StringRecord Profile;
  uint32_t NumNodes, NumServers, NumRanks;
  uint32_t NumChannels, NumRows;
  int32_t CommonChannels, SameChannels;
  float SpeedIntra, SpeedInter;
  int32_t TypeIntra, TypeInter;
  uint32_t P2pTotal, P2pPerPeer;
  uint32_t PodMode; ///< neuron::PodMode of all servers; 0: none, or not one
};
static_assert(sizeof(FabricRecord) == 64);

struct ServerRecord {
  StringRecord Source;
  uint32_t FirstLocal; ///< place of its rank 0 among all servers' local ranks
  uint32_t NumRanks;
  uint32_t NumNets; ///< in use
  uint32_t Reserved;
};
static_assert(sizeof(ServerRecord) == 24);

struct NodeRecord {
  uint32_t Server, FirstRank;
};
static_assert(sizeof(NodeRecord) == 8);

struct ChannelRecord {
  uint32_t CopyOf; ///< None: an original
  uint32_t Reversed;
  uint32_t Row; ///< of Orders and Positions
  uint32_t Reserved;
};
static_assert(sizeof(ChannelRecord) == 16);

struct NetRecord {
  uint32_t Recv, Send;
};
static_assert(sizeof(NetRecord) == 8);

/// A local rank's accelerator, as its element in the XML has it.
struct DeviceRecord {
  int64_t BusId; ///< hex digits of the bus id as one number
  int32_t Dev;
  int32_t Sm;  ///< compute capability, e.g. 80
  int32_t Gdr; ///< 1: GPU direct RDMA
  uint32_t Reserved;
  bool operator==(const DeviceRecord &) const = default;
};
static_assert(sizeof(DeviceRecord) == 24);

/// Size of the records of \p K.
constexpr uint32_t recordSize(Kind K) {
  switch (K) {
  case Kind::Fabric:
    return sizeof(FabricRecord);
  case Kind::Servers:
    return sizeof(ServerRecord);
  case Kind::Graphs:
    return sizeof(abi::ncclTopoGraph);
  case Kind::Ranks:
  case Kind::OwnRanks:
    return sizeof(abi::ncclTopoRanks);
  case Kind::Nodes:
    return sizeof(NodeRecord);
  case Kind::Channels:
    return sizeof(ChannelRecord);
  case Kind::Nets:
    return sizeof(NetRecord);
  case Kind::Devices:
    return sizeof(DeviceRecord);
  case Kind::Comm:
    return sizeof(abi::ncclComm);
  case Kind::PeerInfo:
    return sizeof(abi::ncclPeerInfo);
  case Kind::Relocations:
    return sizeof(uint64_t);
  case Kind::Orders:
  case Kind::Positions:
  case Kind::P2p:
  case Kind::UserRanks:
  case Kind::ConnectSend:
  case Kind::ConnectRecv:
    return sizeof(uint32_t);
  case Kind::Strings:
  case Kind::Transports:
  case Kind::Text:
    return 1;
  }
  return 0;
}

/// The name of \p K in messages and in docs/WiringFormat.md.
constexpr const char *nameOf(Kind K) {
  constexpr const char *Names[NumKinds] = {
      "fabric",     "strings",   "servers",  "graphs",      "ranks",
      "nodes",      "channels",  "orders",   "positions",   "nets",
      "transports", "p2p",       "text",     "devices",     "ownRanks",
      "comm",       "userRanks", "peerInfo", "connectSend", "connectRecv",
      "relocations"};
  return Names[uint32_t(K) - 1];
}

} // namespace ringc::wiring

#endif // RINGC_EMIT_WIRINGFORMAT_H

//===- RankImage.h - One rank's communicator, as a blob has it --*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What -emit=wiring -rank=R adds follows from the tables of the blob alone. The
// writer makes it from them, and so does the reader, to compare. Records that
// exist once a rank are made one by one, so that neither needs a second table.
//
// docs/WiringFormat.md says which fields are set, to what and why.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_EMIT_RANKIMAGE_H
#define RINGC_LIB_EMIT_RANKIMAGE_H

#include "ringc/Emit/WiringFormat.h"
#include "ringc/IR/Fabric.h"
#include "ringc/Neuron/Pod.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace ringc::wiring {

/// The tables that one rank's view is made from; they outlive the image.
struct RankSource {
  uint32_t Rank = 0;
  FabricRecord Facts = {};
  llvm::ArrayRef<ServerRecord> Servers;
  llvm::ArrayRef<NodeRecord> Nodes;
  llvm::ArrayRef<ChannelRecord> Channels;
  llvm::SmallVector<llvm::ArrayRef<uint32_t>, 32> Orders;    ///< by row
  llvm::SmallVector<llvm::ArrayRef<uint32_t>, 32> Positions; ///< by row
  llvm::ArrayRef<DeviceRecord> Devices;
  llvm::ArrayRef<uint32_t> P2p;
  const abi::ncclTopoGraph *Graph = nullptr;    ///< of Rank's server
  llvm::ArrayRef<abi::ncclTopoRanks> Fragments; ///< likewise, in local ranks
};

/// The accelerators of all servers' local ranks.
std::vector<DeviceRecord> devicesOf(const Fabric &F);

class RankImage {
public:
  explicit RankImage(RankSource Tables);

  /// One userRanks array: all ranks from ours, around \p Row in one direction.
  /// Channels that walk the same ring the same way share it.
  struct List {
    uint32_t Row;
    bool Reversed;
    bool operator==(const List &) const = default;
  };
  llvm::ArrayRef<List> lists() const { return Lists; }
  /// The order that \p L walks, and our place in it.
  llvm::ArrayRef<uint32_t> orderOf(const List &L) const {
    return S.Orders[L.Row];
  }
  uint32_t placeIn(const List &L) const { return S.Positions[L.Row][S.Rank]; }

  /// Our fragment in global ranks.
  abi::ncclTopoRanks ownRanks() const;
  /// Calls \p Use with the record of each rank, in order.
  void forEachPeer(
      llvm::function_ref<void(uint32_t, const abi::ncclPeerInfo &)> Use) const;

  /// Peers with channels, by rising rank; at most one a channel.
  struct Mask {
    uint32_t Peer, Channels;
  };
  using Masks = llvm::SmallVector<Mask, 32>;
  const Masks &sends() const { return Sends; }
  const Masks &recvs() const { return Recvs; }

  /// Where sections begin in the blob.
  struct Places {
    uint64_t Comm, UserRanks, PeerInfo, ConnectSend, ConnectRecv;
  };
  /// Fills \p C, whose bytes are all zero.
  void fillComm(abi::ncclComm &C, const Places &At) const;
  /// The slots of \p C that fillComm set to places, from the start of the blob.
  std::vector<uint64_t> relocations(const Places &At) const;
  size_t numRelocations() const { return 2 * S.Channels.size() + 3; }

private:
  uint32_t neighbour(const ChannelRecord &C, bool Next) const;
  void fillChannel(abi::ncclChannel &Channel, uint32_t C,
                   const Places &At) const;
  void fillKangaRing(abi::ncclComm &C) const;
  void fillPod(abi::ncclComm &C) const;
  const DeviceRecord &ownDevice() const;

  const RankSource S;
  uint32_t Node = 0; ///< that Rank is on
  llvm::SmallVector<List, 32> Lists;
  llvm::SmallVector<uint32_t, 32> ListOf; ///< by channel
  Masks Sends, Recvs;
};

} // namespace ringc::wiring

#endif // RINGC_LIB_EMIT_RANKIMAGE_H

//===- Wiring.h - A wiring blob, read where it lies -------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For loaders and tools: map a file, open a view of it, ask. Opening looks at
// every number once; after it, no question can leave the blob, and no answer
// is copied. docs/WiringFormat.md says what each record means.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_EMIT_WIRING_H
#define RINGC_EMIT_WIRING_H

#include "ringc/Diag/Diagnostics.h"
#include "ringc/Emit/WiringFormat.h"
#include "ringc/IR/Ids.h"
#include "llvm/ADT/iterator.h"
#include "llvm/ADT/iterator_range.h"
#include <array>
#include <memory>
#include <optional>

namespace ringc {

/// A checked blob. Arrays are places in the blob; N nodes, S distinct servers,
/// R ranks, C channels, L local ranks of all distinct servers together.
///
/// A view can be moved but not copied. It refers to the bytes it was opened on,
/// which must outlive it and stay as they are.
class WiringView {
public:
  /// Looks through \p Bytes and gives a view of them. The first thing wrong is
  /// reported at \p Place with its offset, and there is no view: damage,
  /// another version, a count or index that doesn't fit, an order that is no
  /// ring of all ranks, one rank's view that isn't what the tables give.
  /// O(size).
  ///
  /// Records are used in place if \p Bytes begin at an address that is a
  /// multiple of 8, as a memory map does; else the view makes a copy of its
  /// own.
  static std::optional<WiringView>
  open(llvm::StringRef Bytes, DiagnosticEngine &Diags, SrcLoc Place = {});

  /// The blob: what was given, or the aligned copy.
  llvm::StringRef bytes() const { return Bytes; }
  /// Whether the bytes had to be copied.
  bool isCopy() const { return Copy != nullptr; }
  /// The section table's entry of \p K; all zero for a section of one rank's
  /// view in a blob without it.
  const wiring::Section &section(wiring::Kind K) const {
    return Known[uint32_t(K) - 1];
  }

  const wiring::FabricRecord &fabric() const {
    return records<wiring::FabricRecord>(wiring::Kind::Fabric).front();
  }
  /// A string of the blob.
  llvm::StringRef string(wiring::StringRecord R) const {
    return chars(wiring::Kind::Strings).substr(R.Offset, R.Length);
  }
  llvm::ArrayRef<wiring::ServerRecord> servers() const { ///< [S]
    return records<wiring::ServerRecord>(wiring::Kind::Servers);
  }
  llvm::ArrayRef<abi::ncclTopoGraph> graphs() const { ///< [S], in local ranks
    return records<abi::ncclTopoGraph>(wiring::Kind::Graphs);
  }
  llvm::ArrayRef<abi::ncclTopoRanks> fragments() const { ///< [L], local ranks
    return records<abi::ncclTopoRanks>(wiring::Kind::Ranks);
  }
  llvm::ArrayRef<wiring::NodeRecord> nodes() const { ///< [N]
    return records<wiring::NodeRecord>(wiring::Kind::Nodes);
  }
  llvm::ArrayRef<wiring::ChannelRecord> channels() const { ///< [C]
    return records<wiring::ChannelRecord>(wiring::Kind::Channels);
  }
  /// All ranks of row \p Row in ring order from rank 0: [R].
  llvm::ArrayRef<uint32_t> order(uint32_t Row) const {
    return row(wiring::Kind::Orders, Row);
  }
  /// The place of each rank in order(\p Row): [R].
  llvm::ArrayRef<uint32_t> positions(uint32_t Row) const {
    return row(wiring::Kind::Positions, Row);
  }
  /// Device numbers of NICs: [S][C]; empty in a fabric of one node.
  llvm::ArrayRef<wiring::NetRecord> nets() const {
    return records<wiring::NetRecord>(wiring::Kind::Nets);
  }
  /// Numbers of ringc::Transport: by server, then [C][its local ranks].
  llvm::ArrayRef<uint8_t> transports() const {
    return records<uint8_t>(wiring::Kind::Transports);
  }
  /// Channels of point-to-point transfers to one peer, in order.
  llvm::ArrayRef<uint32_t> p2p() const {
    return records<uint32_t>(wiring::Kind::P2p);
  }
  /// Element trees and node-link graphs as text IR. Not looked at by open().
  llvm::StringRef text() const { return chars(wiring::Kind::Text); }

  /// The rank after \p R in \p C's ring; \p R itself in a ring of one. O(1).
  RankId next(ChannelId C, RankId R) const {
    return neighbour(C, R, channels()[*C].Reversed != 0);
  }
  /// The rank before \p R. O(1).
  RankId prev(ChannelId C, RankId R) const {
    return neighbour(C, R, channels()[*C].Reversed == 0);
  }
  /// The node that \p R, below R, is on. O(1) where all nodes are equal, else
  /// O(log N).
  NodeId nodeOf(RankId R) const;

  /// Walks a ring once around.
  class RingIterator
      : public llvm::iterator_facade_base<RingIterator,
                                          std::forward_iterator_tag, RankId,
                                          ptrdiff_t, RankId *, RankId> {
  public:
    RingIterator(llvm::ArrayRef<uint32_t> Order, uint32_t Place, bool Back,
                 uint32_t Done)
        : Order(Order), Place(Place), Done(Done), Back(Back) {}
    bool operator==(const RingIterator &Other) const {
      return Done == Other.Done;
    }
    RankId operator*() const { return RankId(Order[Place]); }
    RingIterator &operator++();

  private:
    llvm::ArrayRef<uint32_t> Order;
    uint32_t Place, Done;
    bool Back;
  };
  /// The runtime's `userRanks` of \p R on channel \p C, R ranks from \p R
  /// itself in the channel's direction, made while it is walked.
  llvm::iterator_range<RingIterator> userRanks(ChannelId C, RankId R) const;

  /// One rank's view: the sections that -rank=R adds. Only if hasRank().
  bool hasRank() const { return section(wiring::Kind::Comm).Count != 0; }
  /// Pointers of the record are offsets into the blob; null stays null.
  const abi::ncclComm &comm() const {
    return records<abi::ncclComm>(wiring::Kind::Comm).front();
  }
  /// The rank's fragment in global ranks: its part of the all-gather.
  const abi::ncclTopoRanks &ownRanks() const {
    return records<abi::ncclTopoRanks>(wiring::Kind::OwnRanks).front();
  }
  llvm::ArrayRef<abi::ncclPeerInfo> peerInfo() const { ///< [R]
    return records<abi::ncclPeerInfo>(wiring::Kind::PeerInfo);
  }
  /// A bit for each channel on which the rank sends to the peer: [R].
  llvm::ArrayRef<uint32_t> connectSend() const {
    return records<uint32_t>(wiring::Kind::ConnectSend);
  }
  llvm::ArrayRef<uint32_t> connectRecv() const { ///< the same for receiving
    return records<uint32_t>(wiring::Kind::ConnectRecv);
  }
  llvm::ArrayRef<wiring::DeviceRecord> devices() const { ///< [L]
    return records<wiring::DeviceRecord>(wiring::Kind::Devices);
  }
  /// Offsets of the pointers that aren't null, rising.
  llvm::ArrayRef<uint64_t> relocations() const {
    return records<uint64_t>(wiring::Kind::Relocations);
  }

  /// Turns the offsets in \p Blob, a writable copy of bytes() at an address
  /// that is a multiple of 8, into pointers into it, and gives the record. Once
  /// only.
  abi::ncclComm *relocate(llvm::MutableArrayRef<char> Blob) const;

private:
  friend class WiringChecker;
  WiringView() = default;

  llvm::StringRef chars(wiring::Kind K) const {
    const wiring::Section &S = section(K);
    return Bytes.substr(S.Offset, S.Count * S.RecordSize);
  }
  template <typename T> llvm::ArrayRef<T> records(wiring::Kind K) const {
    const wiring::Section &S = section(K);
    return {reinterpret_cast<const T *>(Bytes.data() + S.Offset), S.Count};
  }
  llvm::ArrayRef<uint32_t> row(wiring::Kind K, uint32_t Row) const {
    const size_t R = fabric().NumRanks;
    return records<uint32_t>(K).slice(Row * R, R);
  }
  RankId neighbour(ChannelId C, RankId R, bool Back) const;

  llvm::StringRef Bytes;
  std::unique_ptr<uint64_t[]> Copy;
  std::array<wiring::Section, wiring::NumKinds> Known = {};
};

} // namespace ringc

#endif // RINGC_EMIT_WIRING_H

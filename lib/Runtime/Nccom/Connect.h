//===- Connect.h - What bytes of the rings go over --------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every edge of a ring is a connection of the network. In the real library only
// those that leave a server are: inside one, devices write into each other.
// Here the network carries these, too (emulated).
//
//   rings --masks--> edges --listen--> handles --send, receive--> connect,
//   accept
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NCCOM_CONNECT_H
#define RINGC_LIB_RUNTIME_NCCOM_CONNECT_H

#include "Graph.h"
#include "Net.h"
#include <memory>
#include <optional>

namespace ringc::runtime {

/// One way between this rank and another.
struct Connector {
  int Peer;
  int Channel; ///< of the rings; -1: of no ring
  bool IsSend;
  int Device;           ///< of the network
  void *Comm = nullptr; ///< of the network; null: closed
  /// The lists of addresses that use it, one after the other.
  std::vector<const void *> Line = {};

  /// `channel 2, with rank 5`.
  std::string name() const;
};

class Connections {
public:
  Connections() = default;
  ~Connections() { closeAll(); }
  Connections(const Connections &) = delete;

  /// Connects the neighbours in every ring; all ranks call it. After a problem
  /// nothing is connected.
  Problem connectRings(Comm &C, const Graph &G);
  /// Connects \p C's rank with \p Peers both ways, but for those with whom it
  /// is; all ranks call it, and if one is a peer of another, so is that of it.
  Problem connectPeers(Comm &C, const Graph &G, std::span<const int> Peers);
  /// Of a ring's edge, or of a peer; null: there is none.
  Connector *ofChannel(unsigned Channel, bool IsSend) const;
  Connector *ofPeer(int Peer, bool IsSend) const;
  void close(Connector &C);
  /// Closes all of them, so that the others hear of a failure here; they are
  /// still known.
  void hangUp();
  void closeAll();
  /// The network; there are connections.
  const NetPluginV6 &net() const { return Hold->Net; }

private:
  using Edges = std::vector<std::unique_ptr<Connector>>;
  struct Opening;
  Problem open(Comm &C, Edges &New);
  Problem listen(Opening &O) const;
  Problem prepare(Comm &C, std::vector<Opening> &All) const;
  Problem tellHandles(Comm &C, const std::vector<Opening> &All) const;
  Problem hearHandles(Comm &C, std::vector<Opening> &All) const;
  Problem join(Comm &C, std::vector<Opening> &All) const;
  Problem step(Opening &O) const;

  std::optional<NetworkHold> Hold;
  Edges All;
};

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NCCOM_CONNECT_H

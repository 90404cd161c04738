//===- Fabric.h - The IR: every server and every ring -----------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables, not SSA. A fabric is a list of nodes (servers in use), each of which
// is one of few distinct servers; what is relative to a server is stored once
// per distinct server in local ranks, what joins servers once per channel in
// global ranks. Facts accumulate: a phase adds its table and changes no earlier
// one.
//
// A ring is stored once. A rank's userRanks is a rotation of it, made only when
// asked for; a doubled channel is a reference to its original.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_IR_FABRIC_H
#define RINGC_IR_FABRIC_H

#include "ringc/ABI/Profile.h"
#include "ringc/ABI/Structs.h"
#include "ringc/IR/Ids.h"
#include "ringc/IR/Phase.h"
#include "ringc/Topology/System.h"
#include "ringc/Topology/Xml.h"
#include <optional>
#include <string>
#include <vector>

namespace ringc {

/// How a rank reaches its successor in a ring.
enum class Transport : uint8_t {
  Self, ///< a ring of one rank
  P2p,  ///< same server, direct
  Shm,  ///< same server, through host memory
  Net,  ///< another server, through a NIC
};
/// `self`, `p2p`, ...; `?` for a value outside the type.
std::string_view toString(Transport T);

/// The NICs by which a channel enters and leaves one server.
struct NetPair {
  NetId Recv, Send;
  bool operator==(const NetPair &) const = default;
};

/// One distinct server. Ranks in here are local, 0 to numRanks()-1.
struct Server {
  std::string Source; ///< input name of the first node that is this server
  // parsed
  XmlDocument Xml; ///< completed
  // system
  System Sys;
  // graph: exactly the runtime's record, in local ranks; intra has stride
  // numRanks(), inter is unused where no NET is in use
  abi::ncclTopoGraph Graph{};
  // fragments: by local rank, in local ranks; -1 at the ends of the local chain
  std::vector<abi::ncclTopoRanks> Ranks;
  // bound: by channel below Fabric::Channels.size(); empty in a fabric of one
  // node
  std::vector<NetPair> Nets;
  // connected: [channel * numRanks() + local rank], to the ring's next rank
  std::vector<Transport> ToNext;

  unsigned numRanks() const { return Sys.numGpus(); }
};

/// Where a message about \p S as a whole points: its root element.
SrcLoc placeOf(const Server &S);
/// Where a remark about what was decided for \p S points: its first GPU.
SrcLoc placeOfFirstGpu(const Server &S);

/// What every rank knows after the all-gather: minima over all servers.
struct Gathered {
  int NumChannels = 0;
  int SameChannels = 0;
  float SpeedIntra = 0, SpeedInter = 0; ///< GB/s
  PathType TypeIntra = PathType::Loc, TypeInter = PathType::Loc;
};

/// One ring. A copy has no tables of its own: it is its original's ring, walked
/// backwards when reversed.
struct Channel {
  std::optional<ChannelId> CopyOf;
  bool Reversed = false;
  // stitched: by global rank; empty for a copy. Signed because a stranger's
  // pass may leave -1, which the verifier then finds.
  std::vector<int32_t> Next, Prev;
  // rings: all ranks in ring order from rank 0; empty for a copy
  std::vector<uint32_t> Order;
};

/// Point-to-point channels (nccl-search section 12).
struct P2pChannels {
  unsigned Total = 0;
  unsigned PerPeer = 0;
  std::vector<unsigned>
      Order; ///< PerPeer channel numbers, bit-reversed counting
};

/// The most nodes and ranks a fabric has.
constexpr unsigned MaxFabricNodes = 1u << 20;
constexpr unsigned MaxFabricRanks = 1u << 22;

/// The unit the passes work on.
class Fabric {
public:
  const Profile *Rules = nullptr; ///< set when inputs are read
  PhaseSet Established;           ///< set by the pass manager
  /// Names of the files that locations refer to, by SrcLoc::File - 1.
  std::vector<std::string> Files;
  std::vector<Server> Servers;     ///< distinct, in order of first appearance
  std::vector<ServerId> Nodes;     ///< by node: which server it is
  std::vector<uint32_t> FirstRank; ///< by node, then the total: a running sum
  std::optional<Gathered> Common;  ///< gathered
  std::vector<Channel> Channels;   ///< stitched
  P2pChannels P2p;                 ///< connected

  unsigned numNodes() const { return unsigned(Nodes.size()); }
  unsigned numRanks() const { return FirstRank.empty() ? 0 : FirstRank.back(); }
  bool singleNode() const { return Nodes.size() == 1; }

  Server &server(NodeId N) { return Servers[*Nodes[*N]]; }
  const Server &server(NodeId N) const { return Servers[*Nodes[*N]]; }
  /// The node of a global rank. O(log nodes).
  NodeId nodeOf(RankId R) const;

  /// The channel whose tables \p C uses: itself, or its original.
  const Channel &original(ChannelId C) const;
  /// The channel of each server's search whose order \p C follows: a row of the
  /// graph and of the fragments. Needs stitched.
  unsigned searchedChannel(ChannelId C) const;
  /// All ranks of \p C in ring order from \p Start; O(numRanks()). Needs rings.
  std::vector<uint32_t> ringFrom(ChannelId C, RankId Start) const;
  /// First and last rank of \p C in \p N, global: where the channel enters and
  /// leaves the node. Needs fragments and stitched.
  struct Ends {
    RankId Head, Tail;
  };
  Ends ends(ChannelId C, NodeId N) const;

  /// The servers that some node is, rising: text IR may describe others.
  std::vector<uint32_t> serversInUse() const;

  /// Adds nodes \p Count times the server \p S, which must be complete.
  void addNodes(ServerId S, unsigned Count);
  /// Fills FirstRank anew, when servers of existing nodes got their systems.
  void numberRanks();
};

} // namespace ringc

#endif // RINGC_IR_FABRIC_H

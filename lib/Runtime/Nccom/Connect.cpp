//===- Connect.cpp - What bytes of the rings go over ----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who receives listens, and brings the network's handle to who sends through
// the bootstrap, as ncclTransportP2pSetup does [reference/rings.md section 6,
// confirmed; the message is ringc's own]. A rank that can't listen sends
// handles of channel NoHandle, so that nobody waits for it.
//
//===----------------------------------------------------------------------===//

#include "Connect.h"
#include "../Support/Log.h"
#include "Agree.h"
#include "Compiled.h"
#include "passes/ConnectPeers/Connections.h"
#include <algorithm>
#include <ctime>
#include <map>

using namespace ringc;
using namespace ringc::runtime;

std::string Connector::name() const {
  const std::string With = "with rank " + std::to_string(Peer);
  return Channel < 0 ? With
                     : "channel " + std::to_string(Channel) + ", " + With;
}

namespace {

/// The network's, of an edge: to the rank that sends over it.
struct Handle {
  alignas(16) char Bytes[NetHandleSize];
};

} // namespace

/// An edge that isn't there yet.
struct Connections::Opening {
  Connector *Edge;
  Handle Said = {};         ///< `connect` keeps its state in it
  void *Listener = nullptr; ///< of who receives
};

void Connections::hangUp() {
  for (const auto &C : All)
    close(*C);
}

void Connections::closeAll() {
  hangUp();
  All.clear();
  Hold.reset();
}

void Connections::close(Connector &C) {
  if (void *Comm = std::exchange(C.Comm, nullptr))
    (C.IsSend ? net().closeSend : net().closeRecv)(Comm);
}

Connector *Connections::ofChannel(unsigned Channel, bool IsSend) const {
  for (const auto &C : All)
    if (C->Channel == int(Channel) && C->IsSend == IsSend)
      return C.get();
  return nullptr;
}

Connector *Connections::ofPeer(int Peer, bool IsSend) const {
  for (const auto &C : All)
    if (C->Channel < 0 && C->Peer == Peer && C->IsSend == IsSend)
      return C.get();
  return nullptr;
}

Problem Connections::listen(Opening &O) const {
  int Devices = 0;
  if (Problem P = netProblem(net(), net().devices(&Devices)); !P.empty())
    return P;
  if (Devices < 1)
    return "the network has no device";
  O.Edge->Device %= Devices;
  if (O.Edge->IsSend)
    return {};
  return netProblem(net(),
                    net().listen(O.Edge->Device, O.Said.Bytes, &O.Listener));
}

/// To each peer all handles of the edges on which it sends, in order.
Problem Connections::tellHandles(Comm &C,
                                 const std::vector<Opening> &Edges) const {
  std::map<int, std::vector<Handle>> ByPeer;
  for (const Opening &O : Edges)
    if (!O.Edge->IsSend)
      ByPeer[O.Edge->Peer].push_back(O.Said);
  for (const auto &[Peer, Handles] : ByPeer)
    if (Problem P =
            C.send(Peer, Handles.data(), Handles.size() * sizeof(Handle));
        !P.empty())
      return P;
  return {};
}

Problem Connections::hearHandles(Comm &C, std::vector<Opening> &Edges) const {
  std::map<int, std::vector<Opening *>> ByPeer;
  for (Opening &O : Edges)
    if (O.Edge->IsSend)
      ByPeer[O.Edge->Peer].push_back(&O);
  for (const auto &[Peer, Wanted] : ByPeer) {
    std::vector<Handle> Handles(Wanted.size());
    if (Problem P =
            C.receive(Peer, Handles.data(), Handles.size() * sizeof(Handle));
        !P.empty())
      return P;
    for (size_t I = 0; I < Wanted.size(); ++I)
      Wanted[I]->Said = Handles[I];
  }
  return {};
}

/// Goes on with one edge, without waiting.
Problem Connections::step(Opening &O) const {
  Connector &E = *O.Edge;
  return netProblem(net(), E.IsSend
                               ? net().connect(E.Device, O.Said.Bytes, &E.Comm)
                               : net().accept(O.Listener, &E.Comm));
}

/// Connects and accepts, all at once: who does either may wait for the other.
Problem Connections::join(Comm &C, std::vector<Opening> &Edges) const {
  const Deadline Until(socketTimeout());
  constexpr long MinPause = 20000, MaxPause = 1000000; // ns
  std::vector<Opening *> Left;
  for (Opening &O : Edges)
    Left.push_back(&O);
  for (long Pause = MinPause; !Left.empty();) {
    const size_t Before = Left.size();
    for (Opening *&O : Left) {
      if (Problem P = step(*O); !P.empty())
        return O->Edge->name() + ": " + P;
      if (O->Edge->Comm)
        O = nullptr;
    }
    std::erase(Left, nullptr);
    if (Left.empty())
      break;
    if (Left.size() < Before) {
      Pause = MinPause;
      continue;
    }
    if (Until.left() == 0)
      return Left.front()->Edge->name() + ": timed out";
    if (Problem P = hearAhead(C); !P.empty())
      return P;
    const timespec Time = {0, Pause};
    nanosleep(&Time, nullptr);
    Pause = std::min(2 * Pause, MaxPause);
  }
  return {};
}

/// Listens for all edges and tells the others where.
Problem Connections::prepare(Comm &C, std::vector<Opening> &Edges) const {
  for (Opening &O : Edges)
    if (Problem P = listen(O); !P.empty())
      return O.Edge->name() + ": " + P;
  return tellHandles(C, Edges);
}

/// Opens \p New with the others, and keeps them if all ranks could.
Problem Connections::open(Comm &C, Edges &New) {
  if (!Hold)
    Hold.emplace();
  std::vector<Opening> Edges;
  for (const auto &E : New)
    Edges.push_back({E.get()});
  const auto Named = [&](const Problem &P) {
    return P.empty() || P.starts_with("rank ")
               ? P
               : "rank " + std::to_string(C.rank()) + ", " + P;
  };
  // All handles are on their way before anybody waits for one.
  Problem P = agree(C, Named(prepare(C, Edges)), 0, "");
  if (P.empty()) {
    P = hearHandles(C, Edges);
    if (P.empty())
      P = join(C, Edges);
    P = agree(C, Named(P), 0, "");
  }
  for (const Opening &O : Edges)
    if (O.Listener)
      net().closeListen(O.Listener);
  for (auto &E : New) {
    if (!P.empty())
      close(*E);
    else
      All.push_back(std::move(E));
  }
  if (All.empty())
    Hold.reset();
  return P;
}

/// `0[101e0]`: a rank and the bus id of its device, as NCCL writes them.
static std::string placeOf(const Graph &G, int Rank) {
  char Text[48];
  snprintf(Text, sizeof(Text), "%d[%lx]", Rank,
           G.members()[size_t(Rank)].Info.busId);
  return Text;
}

/// NCCL's line of an edge: inside a node only the sender says it, between nodes
/// both sides do. What it is called is what the real library would use.
static void logEdge(const Graph &G, int Rank, const Connector &E, int NetDev,
                    const NetPluginV6 &Net) {
  const int From = E.IsSend ? Rank : E.Peer, To = E.IsSend ? E.Peer : Rank;
  const std::string Edge = placeOf(G, From) + " -> " + placeOf(G, To);
  if (!G.isDirect(From, To))
    RINGC_INFO("Channel %02d : %s [%s] via NET_NEURON/%s/%d", E.Channel,
               Edge.c_str(), E.IsSend ? "send" : "receive",
               Net.name ? Net.name : "?", NetDev);
  else if (E.IsSend)
    RINGC_INFO("Channel %02d : %s via P2P/%s", E.Channel, Edge.c_str(),
               G.members()[size_t(From)].Info.pidHash ==
                       G.members()[size_t(To)].Info.pidHash
                   ? "direct pointer"
                   : "IPC");
}

Problem Connections::connectRings(Comm &C, const Graph &G) {
  std::vector<RingNeighbours> ByChannel;
  for (const MemberRing &Ring : G.rings())
    ByChannel.push_back({uint32_t(Ring.Prev), uint32_t(Ring.Next)});
  Edges New;
  const auto Add = [&](uint32_t Peer, unsigned Channel, bool IsSend) {
    const int NetDev = G.rings()[Channel].NetDev;
    New.push_back(std::make_unique<Connector>(int(Peer), int(Channel), IsSend,
                                              std::max(NetDev, 0)));
  };
  for (const PeerConnection &P : connectionsOf(uint32_t(C.rank()), ByChannel)) {
    for (const unsigned Channel : P.Recv)
      Add(P.Peer, Channel, false);
    for (const unsigned Channel : P.Send)
      Add(P.Peer, Channel, true);
  }
  if (Problem P = open(C, New); !P.empty())
    return P;
  for (const auto &E : All)
    logEdge(G, C.rank(), *E, G.rings()[size_t(E->Channel)].NetDev, net());
  return {};
}

/// The device number of the NIC nearest to \p Rank's core; 0 if there is none.
static int nearestNic(const Graph &G, int Rank) {
  const uint32_t Server = G.serverOf(Rank);
  const int Nic = compiled::cores(Server)[G.members()[size_t(Rank)].Local].Nic;
  return Nic < 0 ? 0 : std::max(compiled::nics(Server)[size_t(Nic)].Id, 0);
}

Problem Connections::connectPeers(Comm &C, const Graph &G,
                                  std::span<const int> Peers) {
  Edges New;
  for (const int Peer : Peers)
    for (const bool IsSend : {false, true})
      if (!ofPeer(Peer, IsSend))
        New.push_back(std::make_unique<Connector>(Peer, -1, IsSend,
                                                  nearestNic(G, C.rank())));
  return open(C, New);
}

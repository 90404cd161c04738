//===- NcclLog.cpp - The lines people look for in NCCL's log --------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every rank of a job would print about its rings, in NCCL's own words and
// complete: NCCL cuts the line of a channel at 20 ranks, this doesn't.
//
//   node0 [3] NCCL INFO Ring 00 : 2 -> 3 -> 4
//
// NCCL begins a line with HOST:PID:TID [DEV]. Which host and process a rank
// will be isn't known before the job runs, so the node stands in their place;
// DEV is the GPU's dev, as in NCCL. Behind `NCCL INFO ` the text is NCCL's.
//
// Ranks come in order and each prints all its lines:
//   * the graph of its server. All ranks of equal servers print the same but
//     for rank numbers, so only the first rank of each distinct server does;
//   * rank 0: each channel with all ranks in ring order;
//   * its ring neighbours, by channel;
//   * its connections, by channel, receiving before sending;
//   * the numbers of channels.
// With -rank=R there are the lines of R alone, the graph always among them.
//
// NCCL decides some words of a connection when it runs, and they are left out:
//   * `P2P/direct pointer` for ranks of one process, `P2P/IPC` for ranks of
//   two,
//     `/read` behind either: here `P2P`. That a third GPU relays the traffic is
//     known from the path: `P2P/indirect/RANK[BUSID]`;
//   * `NET/PLUGIN/DEV` and `/GDRDMA`: here `NET/DEV`, as NCCL names a NIC in
//   the
//     graph.
//
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "TextBuffer.h"
#include "ringc/Neuron/DeviceGraph.h"
#include "ringc/Neuron/Pod.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace ringc;

namespace {

/// What the lines of all nodes with one server have in common.
struct ServerWords {
  std::vector<std::string> BusId; ///< `[1b000]`, by local rank
  std::vector<int> Dev;           ///< by local rank
  /// By two local ranks: the one that relays between them, or -1.
  std::vector<int> Relay;
};

/// A rank and where it is.
struct Place {
  RankId Rank;
  NodeId Node;
  uint32_t Local = 0;
};

class LogWriter {
public:
  LogWriter(const Fabric &F, raw_ostream &OS) : F(F), B(OS) {
    for (const Server &S : F.Servers)
      Words.push_back(wordsOf(S));
  }

  void writeAll();
  void writeOne(RankId R) { rank(placeOf(R), true); }

private:
  static ServerWords wordsOf(const Server &S);

  Place placeOf(RankId R) const {
    const NodeId N = F.nodeOf(R);
    return {R, N, *R - F.FirstRank[*N]};
  }
  const ServerWords &wordsAt(NodeId N) const { return Words[*F.Nodes[*N]]; }

  void rank(const Place &P, bool WithGraph);
  void graph(NodeId N);
  void channels();
  void deviceRings();
  void ring(const Place &P, ChannelId C);
  void connections(const Place &P, ChannelId C);
  bool inPod(const Place &A, const Place &B) const;
  void connection(ChannelId C, const Place &From, const Place &To);
  void overNetwork(ChannelId C, const Place &From, const Place &To,
                   StringRef Side, NetId Net);

  struct Neighbours {
    RankId Prev, Next;
  };
  Neighbours neighbours(ChannelId C, RankId R) const;
  /// \p R, which is often on the node of \p Near.
  Place placeNear(RankId R, const Place &Near) const;

  TextBuffer &line() { return B << StringRef(Prefix); }
  void twoDigits(uint32_t N) {
    if (N < 10)
      B << '0';
    B << N;
  }
  void fixed(float Value);
  void gpu(const Place &P) { B << *P.Rank << wordsAt(P.Node).BusId[P.Local]; }

  const Fabric &F;
  TextBuffer B;
  std::vector<ServerWords> Words; ///< by distinct server
  SmallString<64> Prefix;         ///< of the rank that is being written
};

} // namespace

/// The local rank of the one GPU in the middle of \p Way, or -1.
static int relayOf(const System &S, const Path &Way) {
  if (Way.Count != 2)
    return -1;
  const NodeRef Middle = S.Paths.links(Way)[1].From;
  return Middle.Type == NodeType::Gpu ? S[Middle].Gpu.Rank : -1;
}

ServerWords LogWriter::wordsOf(const Server &S) {
  const unsigned L = S.numRanks();
  ServerWords W;
  W.BusId.resize(L);
  W.Dev.resize(L);
  W.Relay.assign(size_t(L) * L, -1);
  const std::vector<Node> &Gpus = S.Sys.of(NodeType::Gpu);
  for (uint16_t G = 0; G < L; ++G) {
    const size_t Rank = size_t(Gpus[G].Gpu.Rank);
    W.BusId[Rank] = "[" + utohexstr(uint64_t(Gpus[G].Id), true) + "]";
    W.Dev[Rank] = Gpus[G].Gpu.Dev;
    for (uint16_t Far = 0; Far < L; ++Far)
      W.Relay[Rank * L + size_t(Gpus[Far].Gpu.Rank)] = relayOf(
          S.Sys, S.Sys.Paths.get({NodeType::Gpu, G}, {NodeType::Gpu, Far}));
  }
  return W;
}

void LogWriter::writeAll() {
  std::vector<bool> Shown(F.Servers.size());
  for (uint32_t N = 0; N < F.numNodes(); ++N) {
    const Server &S = F.server(NodeId(N));
    for (uint32_t Local = 0; Local < S.numRanks(); ++Local) {
      const bool WithGraph = !Shown[*F.Nodes[N]];
      Shown[*F.Nodes[N]] = true;
      rank({RankId(F.FirstRank[N] + Local), NodeId(N), Local}, WithGraph);
    }
  }
}

void LogWriter::rank(const Place &P, bool WithGraph) {
  Prefix.clear();
  raw_svector_ostream(Prefix) << "node" << *P.Node << " ["
                              << wordsAt(P.Node).Dev[P.Local] << "] NCCL INFO ";
  if (WithGraph)
    graph(P.Node);
  if (*P.Rank == 0) {
    deviceRings();
    channels();
  }
  const uint32_t NumChannels = uint32_t(F.Channels.size());
  for (uint32_t C = 0; C < NumChannels; ++C)
    ring(P, ChannelId(C));
  for (uint32_t C = 0; C < NumChannels; ++C)
    connections(P, ChannelId(C));
  line() << NumChannels << " coll channels, " << F.P2p.Total
         << " p2p channels, " << F.P2p.PerPeer << " p2p channels per peer\n";
}

/// As `%f`.
void LogWriter::fixed(float Value) {
  SmallString<64> Digits;
  raw_svector_ostream(Digits) << format("%f", double(Value));
  B << StringRef(Digits);
}

void LogWriter::graph(NodeId N) {
  const Server &S = F.server(N);
  const abi::ncclTopoGraph &G = S.Graph;
  line() << "Pattern " << G.pattern << ", crossNic " << G.crossNic
         << ", nChannels " << G.nChannels << ", speed ";
  fixed(G.speedIntra);
  B << '/';
  fixed(G.speedInter);
  B << ", type " << StringRef(toString(PathType(G.typeIntra))) << '/'
    << StringRef(toString(PathType(G.typeInter))) << ", sameChannels "
    << G.sameChannels << '\n';
  const size_t L = S.numRanks();
  for (unsigned C = 0; C < unsigned(G.nChannels); ++C) {
    line() << StringRef(C < 10 ? " " : "") << C << " :";
    if (S.Sys.numNets())
      B << " NET/" << G.inter[2 * C];
    for (int Local : ArrayRef(G.intra).slice(C * L, L))
      B << " GPU/" << F.FirstRank[*N] + uint32_t(Local);
    if (S.Sys.numNets())
      B << " NET/" << G.inter[2 * C + 1];
    B << '\n';
  }
}

void LogWriter::channels() {
  for (uint32_t C = 0; C < F.Channels.size(); ++C) {
    line() << "Channel ";
    twoDigits(C);
    B << '/';
    twoDigits(uint32_t(F.Channels.size()));
    B << " :";
    // One blank each, so that any list of ranks can be looked for as text; NCCL
    // fills up to columns of three digits, which four digits leave anyway.
    for (uint32_t R : F.ringFrom(ChannelId(C), RankId(0)))
      B << ' ' << R;
    B << '\n';
  }
}

/// What the fork's Postset says (rings section 4, confirmed texts).
void LogWriter::deviceRings() {
  if (F.Rules->Search != SearchKind::Neuron)
    return;
  const Server &S = F.Servers[*F.Nodes.front()];
  line() << "built " << neuron::mlaCycles(S.Sys).size() << " mla cycles\n";
  if (!F.singleNode())
    return;
  const std::vector<std::vector<int>> Paths = kangaPathsOf(F);
  line() << "built " << Paths.size() << " kangaring paths\n";
  for (size_t K = 0; K < Paths.size(); ++K) {
    line() << "kangaring path[" << K << "]=";
    for (size_t I = 0; I < Paths[K].size(); ++I)
      B << (I ? " " : "") << Paths[K][I];
    B << '\n';
  }
}

LogWriter::Neighbours LogWriter::neighbours(ChannelId C, RankId R) const {
  const Channel &Tables = F.original(C);
  const Neighbours N = {RankId(uint32_t(Tables.Prev[*R])),
                        RankId(uint32_t(Tables.Next[*R]))};
  return F.Channels[*C].Reversed ? Neighbours{N.Next, N.Prev} : N;
}

void LogWriter::ring(const Place &P, ChannelId C) {
  const Neighbours N = neighbours(C, P.Rank);
  line() << "Ring ";
  twoDigits(*C);
  B << " : " << *N.Prev << " -> " << *P.Rank << " -> " << *N.Next << '\n';
}

Place LogWriter::placeNear(RankId R, const Place &Near) const {
  const uint32_t First = F.FirstRank[*Near.Node];
  if (*R >= First && *R < F.FirstRank[*Near.Node + 1])
    return {R, Near.Node, *R - First};
  return placeOf(R);
}

void LogWriter::connection(ChannelId C, const Place &From, const Place &To) {
  line() << "Channel ";
  twoDigits(*C);
  B << " : ";
  gpu(From);
  B << " -> ";
  gpu(To);
}

void LogWriter::overNetwork(ChannelId C, const Place &From, const Place &To,
                            StringRef Side, NetId Net) {
  connection(C, From, To);
  B << " [" << Side << "] via "
    << (F.Rules->Search == SearchKind::Neuron ? "NET_NEURON/" : "NET/")
    << int32_t(*Net) << '\n';
}

/// Whether two ranks are of equal position on neighbours of a pod, which reach
/// each other without a NIC.
bool LogWriter::inPod(const Place &A, const Place &B) const {
  const Server &S = F.server(A.Node);
  return F.Rules->Search == SearchKind::Neuron && A.Node != B.Node &&
         F.Nodes[*A.Node] == F.Nodes[*B.Node] &&
         neuron::canAccess(neuron::podModeOf(S.Xml), *A.Node, *B.Node) &&
         neuron::sameDevice(S.Sys, A.Local, B.Local);
}

/// Inside a node only the sender prints, between nodes both sides do.
void LogWriter::connections(const Place &P, ChannelId C) {
  const Server &S = F.server(P.Node);
  const Neighbours N = neighbours(C, P.Rank);
  const Place Prev = placeNear(N.Prev, P);
  if (Prev.Node != P.Node && !inPod(Prev, P))
    overNetwork(C, Prev, P, "receive", S.Nets[*C].Recv);
  const Place Next = placeNear(N.Next, P);
  switch (S.ToNext[*C * S.numRanks() + P.Local]) {
  case Transport::Self:
    return;
  case Transport::Net:
    if (inPod(P, Next))
      break;
    return overNetwork(C, P, Next, "send", S.Nets[*C].Send);
  case Transport::Shm:
    connection(C, P, Next);
    B << " via direct shared memory\n";
    return;
  case Transport::P2p:
    break;
  }
  connection(C, P, Next);
  B << " via P2P";
  // Only within a node; a stranger's pass may say otherwise, unverified.
  const int Relay =
      Next.Node != P.Node
          ? -1
          : wordsAt(P.Node).Relay[size_t(P.Local) * S.numRanks() + Next.Local];
  if (Relay >= 0) {
    B << "/indirect/";
    gpu({RankId(F.FirstRank[*P.Node] + uint32_t(Relay)), P.Node,
         uint32_t(Relay)});
  }
  B << '\n';
}

bool ringc::emitNcclLog(const Fabric &F, const EmitOptions &Options,
                        raw_ostream &OS, DiagnosticEngine &Diags) {
  if (!checkRank(F, Options, Diags))
    return false;
  LogWriter Writer(F, OS);
  if (Options.Rank)
    Writer.writeOne(*Options.Rank);
  else
    Writer.writeAll();
  return true;
}

//===- Json.cpp - The wiring as JSON --------------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schema ringc.wiring/1. Keys have a fixed order; one line a channel, ring and
// NIC pair, so that a difference shows as a line. With -rank=R the document has
// one rank's view in the place of rings and nets: its neighbours, the ring
// from itself, its NIC, and which peers it connects to over which channels.
//
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "TextBuffer.h"
#include "passes/BindNetDev/BindNetDev.h"
#include "passes/ConnectPeers/Connections.h"
#include "ringc/Neuron/DeviceGraph.h"
#include "ringc/Neuron/Kanga.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace ringc;

namespace {

/// A rank's place in one ring, in the direction of travel.
struct RingPlace {
  size_t At; ///< in the original's order
  uint32_t Prev, Next;
};

class JsonWriter {
public:
  JsonWriter(const Fabric &F, raw_ostream &OS) : F(F), B(OS) {}

  void write(std::optional<RankId> Rank) {
    header();
    search();
    B << ",\n \"channels\":" << F.Channels.size();
    if (Rank) {
      rank(*Rank);
    } else {
      rings();
      nets();
    }
    B << ",\n \"p2pChannels\":{\"total\":" << F.P2p.Total
      << ",\"perPeer\":" << F.P2p.PerPeer << "}";
    const std::vector<std::vector<int>> Kanga = kangaPathsOf(F);
    B << ",\n \"kangaRing\":";
    lists(Kanga);
    B << ",\"mlaCycles\":";
    mlaCycles();
    B << ",\n \"kangaRanks\":";
    list(Kanga, [&](const std::vector<int> &Path) { kangaRanks(Path, Rank); });
    B << "}\n";
  }

private:
  void header();
  void search();
  void searchEntry(const Server &S, ArrayRef<uint32_t> Nodes);
  void rings();
  void nets();
  void mlaCycles();
  void kangaRanks(ArrayRef<int> Path, std::optional<RankId> Only);
  template <typename T> void lists(const std::vector<std::vector<T>> &All);
  void rank(RankId R);
  RingPlace placeIn(ChannelId C, RankId R) const;
  void rankChannel(ChannelId C, RankId R, const RingPlace &Place);
  void connect(RankId R, ArrayRef<RingPlace> Places);

  void string(StringRef Text);
  void number(float Value);
  void ring(ArrayRef<uint32_t> Order, size_t Start, bool Backwards);
  template <typename Range, typename Function>
  void list(const Range &Values, Function One);
  template <typename Range> void list(const Range &Values) {
    list(Values, [this](auto V) { B << V; });
  }

  const Fabric &F;
  TextBuffer B;
};

} // namespace

/// `[a,b,c]`, each written by \p One.
template <typename Range, typename Function>
void JsonWriter::list(const Range &Values, Function One) {
  B << '[';
  bool First = true;
  for (const auto &V : Values) {
    if (!First)
      B << ',';
    First = false;
    One(V);
  }
  B << ']';
}

void JsonWriter::string(StringRef Text) {
  static constexpr char Digits[] = "0123456789abcdef";
  B << '"';
  for (char C : Text) {
    const auto Byte = static_cast<unsigned char>(C);
    if (C == '"' || C == '\\')
      B << '\\' << C;
    else if (Byte < 0x20)
      B << "\\u00" << Digits[Byte >> 4] << Digits[Byte & 15];
    else
      B << C;
  }
  B << '"';
}

/// JSON has no infinity and no not-a-number.
void JsonWriter::number(float Value) {
  if (std::isfinite(Value))
    B << Value;
  else
    B << "null";
}

void JsonWriter::header() {
  B << "{\"schema\":\"ringc.wiring/1\",\"profile\":";
  string(F.Rules->Name);
  B << ",\n \"nodes\":" << F.numNodes() << ",\"ranks\":" << F.numRanks()
    << ",\"localRanks\":";
  list(F.Nodes, [this](ServerId S) { B << F.Servers[*S].numRanks(); });
}

void JsonWriter::search() {
  // The nodes of each server, in one pass over the nodes.
  std::vector<uint32_t> Start(F.Servers.size() + 1);
  for (ServerId S : F.Nodes)
    ++Start[*S + 1];
  for (size_t S = 0; S < F.Servers.size(); ++S)
    Start[S + 1] += Start[S];
  std::vector<uint32_t> Grouped(F.Nodes.size());
  std::vector<uint32_t> Place(Start.begin(), Start.end() - 1);
  for (uint32_t N = 0; N < F.numNodes(); ++N)
    Grouped[Place[*F.Nodes[N]]++] = N;

  B << ",\n \"search\":[";
  for (size_t S = 0; S < F.Servers.size(); ++S) {
    B << (S ? ",\n  " : "\n  ");
    searchEntry(F.Servers[S],
                ArrayRef(Grouped).slice(Start[S], Start[S + 1] - Start[S]));
  }
  B << ']';
}

void JsonWriter::searchEntry(const Server &S, ArrayRef<uint32_t> Nodes) {
  const abi::ncclTopoGraph &G = S.Graph;
  B << "{\"nodes\":";
  list(Nodes);
  B << ",\"id\":" << G.id << ",\"pattern\":" << G.pattern
    << ",\"crossNic\":" << G.crossNic << ",\"nChannels\":" << G.nChannels
    << ",\"speedIntra\":";
  number(G.speedIntra);
  B << ",\"speedInter\":";
  number(G.speedInter);
  B << ",\"typeIntra\":";
  string(toString(PathType(G.typeIntra)));
  B << ",\"typeInter\":";
  string(toString(PathType(G.typeInter)));
  B << ",\"sameChannels\":" << G.sameChannels << ",\n   \"channels\":[";
  const size_t L = S.numRanks();
  const size_t NumNets = S.Sys.numNets() ? 2 : 0;
  for (int C = 0; C < G.nChannels; ++C) {
    B << (C ? ",\n    " : "\n    ") << "{\"intra\":";
    list(ArrayRef(G.intra).slice(C * L, L));
    B << ",\"inter\":";
    list(ArrayRef(G.inter).slice(C * size_t(2), NumNets));
    B << '}';
  }
  B << "]}";
}

/// \p Order from place \p Start on, once around, in either direction.
void JsonWriter::ring(ArrayRef<uint32_t> Order, size_t Start, bool Backwards) {
  B << '[' << Order[Start];
  const auto Forwards = [this](ArrayRef<uint32_t> Part) {
    for (uint32_t R : Part)
      B << ',' << R;
  };
  const auto Back = [this](ArrayRef<uint32_t> Part) {
    for (size_t I = Part.size(); I-- > 0;)
      B << ',' << Part[I];
  };
  const ArrayRef<uint32_t> Before = Order.take_front(Start);
  const ArrayRef<uint32_t> After = Order.drop_front(Start + 1);
  if (Backwards) {
    Back(Before);
    Back(After);
  } else {
    Forwards(After);
    Forwards(Before);
  }
  B << ']';
}

void JsonWriter::rings() {
  B << ",\n \"rings\":[";
  for (uint32_t C = 0; C < F.Channels.size(); ++C) {
    const Channel &Ch = F.Channels[C];
    B << (C ? ",\n  " : "\n  ") << "{\"channel\":" << C << ",\"copyOf\":";
    if (Ch.CopyOf)
      B << **Ch.CopyOf;
    else
      B << "null";
    B << ",\"reversed\":" << (Ch.Reversed ? "true" : "false") << ",\"order\":";
    // The table begins with rank 0.
    ring(F.original(ChannelId(C)).Order, 0, Ch.Reversed);
    B << '}';
  }
  B << ']';
}

void JsonWriter::nets() {
  if (F.singleNode())
    return;
  B << ",\n \"nets\":[";
  for (uint32_t C = 0; C < F.Channels.size(); ++C)
    for (uint32_t N = 0; N < F.numNodes(); ++N) {
      const Fabric::Ends Ends = F.ends(ChannelId(C), NodeId(N));
      const NetPair &Pair = F.server(NodeId(N)).Nets[C];
      B << (C || N ? ",\n  " : "\n  ") << "{\"channel\":" << C
        << ",\"node\":" << N << ",\"head\":" << *Ends.Head
        << ",\"tail\":" << *Ends.Tail << ",\"recvNet\":" << int32_t(*Pair.Recv)
        << ",\"sendNet\":" << int32_t(*Pair.Send) << '}';
    }
  B << ']';
}

/// Device cycles of every distinct server, under the rules of a Neuron runtime.
void JsonWriter::mlaCycles() {
  std::vector<neuron::DeviceRing> All;
  if (F.Rules->Search == SearchKind::Neuron)
    for (const Server &S : F.Servers)
      llvm::append_range(All, neuron::mlaCycles(S.Sys));
  lists(All);
}

/// The record of each rank, or of \p Only, in \p Path: enc_kangaring's fields.
void JsonWriter::kangaRanks(ArrayRef<int> Path, std::optional<RankId> Only) {
  std::vector<neuron::KangaRank> Ranks =
      neuron::kangaRanks(F.server(NodeId(0)).Sys, Path);
  llvm::erase_if(Ranks, [&](const neuron::KangaRank &R) {
    return Only && uint32_t(R.Rank) != **Only;
  });
  list(Ranks, [this](const neuron::KangaRank &R) {
    const auto Bool = [](bool Value) { return Value ? "true" : "false"; };
    B << "\n  {\"rank\":" << R.Rank << ",\"primary\":" << Bool(R.IsPrimary)
      << ",\"prev\":" << R.Prev << ",\"next\":" << R.Next
      << ",\"port\":" << R.Port << ",\"peerRmtv\":" << R.PeerRmtv
      << ",\"peerRmtv2\":" << R.PeerRmtv2 << ",\"peerLocal\":" << R.PeerLocal
      << ",\"nextPeerRmtv\":" << R.NextPeerRmtv
      << ",\"nextPcie\":" << Bool(R.NextIsSwitched) << '}';
  });
}

template <typename T>
void JsonWriter::lists(const std::vector<std::vector<T>> &All) {
  B << '[';
  for (size_t I = 0; I < All.size(); ++I) {
    B << (I ? "," : "");
    list(All[I]);
  }
  B << ']';
}

RingPlace JsonWriter::placeIn(ChannelId C, RankId R) const {
  const ArrayRef<uint32_t> Order = F.original(C).Order;
  const size_t At = size_t(llvm::find(Order, *R) - Order.begin());
  const uint32_t Before = Order[At ? At - 1 : Order.size() - 1];
  const uint32_t After = Order[At + 1 < Order.size() ? At + 1 : 0];
  if (F.Channels[*C].Reversed)
    return {At, After, Before};
  return {At, Before, After};
}

void JsonWriter::rank(RankId R) {
  std::vector<RingPlace> Places;
  for (uint32_t C = 0; C < F.Channels.size(); ++C)
    Places.push_back(placeIn(ChannelId(C), R));
  B << ",\n \"rank\":{\"rank\":" << *R << ",\n  \"channels\":[";
  for (uint32_t C = 0; C < F.Channels.size(); ++C) {
    B << (C ? ",\n   " : "\n   ");
    rankChannel(ChannelId(C), R, Places[C]);
  }
  B << "],\n  \"connect\":[";
  connect(R, Places);
  B << "]}";
}

void JsonWriter::rankChannel(ChannelId C, RankId R, const RingPlace &Place) {
  B << "{\"channel\":" << *C << ",\"prev\":" << Place.Prev
    << ",\"next\":" << Place.Next << ",\"userRanks\":";
  ring(F.original(C).Order, Place.At, F.Channels[*C].Reversed);
  B << ",\"netDev\":";
  const NodeId Node = F.nodeOf(R);
  const Server &S = F.server(Node);
  // The NIC the runtime would use, asked as the runtime asks.
  if (S.Sys.numNets())
    B << getNetDev(S.Graph.intra, S.Graph.inter,
                   unsigned(F.Common->NumChannels), S.numRanks(),
                   int(*R - F.FirstRank[*Node]), *C);
  else
    B << "null";
  B << '}';
}

void JsonWriter::connect(RankId R, ArrayRef<RingPlace> Places) {
  std::vector<RingNeighbours> Neighbours;
  for (const RingPlace &P : Places)
    Neighbours.push_back({P.Prev, P.Next});
  bool First = true;
  for (const PeerConnection &Peer : connectionsOf(*R, Neighbours)) {
    B << (First ? "\n   " : ",\n   ") << "{\"peer\":" << Peer.Peer
      << ",\"send\":";
    First = false;
    list(Peer.Send);
    B << ",\"recv\":";
    list(Peer.Recv);
    B << '}';
  }
}

bool ringc::emitJson(const Fabric &F, const EmitOptions &Options,
                     raw_ostream &OS, DiagnosticEngine &Diags) {
  if (!checkRank(F, Options, Diags))
    return false;
  JsonWriter(F, OS).write(Options.Rank);
  return true;
}

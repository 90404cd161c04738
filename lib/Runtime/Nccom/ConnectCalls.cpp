//===- ConnectCalls.cpp - Entry points of connections ---------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A connection is named by a pattern (enc_pattern_t: 0 a ring's channel, else a
// peer; design), a number, and a direction.
//
//===----------------------------------------------------------------------===//

#include "Communicator.h"

using namespace ringc::runtime;

/// Whom rank \p Rank of \p NumRanks is connected with by \p Connectivity.
static std::vector<int> peersBy(enc_net_connectivity_t Connectivity, int Rank,
                                int NumRanks) {
  std::vector<int> Peers;
  if (Connectivity == ENC_NET_CONNECTIVITY_MESH) {
    for (int R = 0; R < NumRanks; ++R)
      if (R != Rank)
        Peers.push_back(R);
  } else if (Connectivity == ENC_NET_CONNECTIVITY_RDH) {
    // Recursive doubling and halving: one bit of the rank after the other.
    for (int64_t Bit = 1; Bit < NumRanks; Bit *= 2)
      if (const int64_t Peer = Rank ^ Bit; Peer < NumRanks)
        Peers.push_back(int(Peer));
  }
  return Peers;
}

/// The connection of \p Handle that is named, if it is open; null, logged, if
/// there is none.
static Connector *findConnector(const char *Call, Communicator &C,
                                enc_pattern_t Pattern, int Number,
                                bool IsSend) {
  const bool IsRing = Pattern == 0;
  Connector *Found = Number < 0 ? nullptr
                     : IsRing   ? C.Edges.ofChannel(unsigned(Number), IsSend)
                                : C.Edges.ofPeer(Number, IsSend);
  if (Found && Found->Comm)
    return Found;
  const std::string Why =
      std::string(IsRing ? "channel " : "peer ") + std::to_string(Number) +
      (Found ? ": the connection is closed" : ": there is no connection to ") +
      (Found    ? ""
       : IsSend ? "send"
                : "receive");
  refuse(Call, Why.c_str());
  return nullptr;
}

extern "C" {

NRT_STATUS neuronExpandConnectivity(void *Handle, enc_net_connectivity_t To) {
  const char *const Call = "neuronExpandConnectivity";
  Communicator *C = findBuilt(Call, Handle);
  if (!C)
    return NRT_INVALID;
  if (unsigned(To) > ENC_NET_CONNECTIVITY_DEFAULT)
    return refuse(Call, ("conn is " + std::to_string(unsigned(To))).c_str());
  if (Problem P = agree(C->Ranks, {}, unsigned(To),
                        "asks for another connectivity than rank 0");
      !P.empty())
    return finish(Call, P);
  return finish(Call, C->Edges.connectPeers(
                          C->Ranks, C->Rings,
                          peersBy(To, C->Ranks.rank(), C->Ranks.numRanks())));
}

NRT_STATUS neuronGetNetConnector(void *Handle, enc_pattern_t Pattern,
                                 int Number, bool IsSend, void **Out) {
  const char *const Call = "neuronGetNetConnector";
  Communicator *C = findBuilt(Call, Handle);
  if (!C)
    return NRT_INVALID;
  if (!Out)
    return refuse(Call, "no place for the connector");
  const Connector *Found = findConnector(Call, *C, Pattern, Number, IsSend);
  if (!Found)
    return NRT_INVALID;
  *Out = Found->Comm;
  return NRT_SUCCESS;
}

NRT_STATUS neuronNetRegMr(void *Handle, enc_pattern_t Pattern, int Number,
                          bool IsSend, ofi_comm_type_t, void *Data, size_t Size,
                          nccl_ptr_type Kind, void **Mr) {
  const char *const Call = "neuronNetRegMr";
  Communicator *C = findBuilt(Call, Handle);
  if (!C)
    return NRT_INVALID;
  if (!Data || !Mr)
    return refuse(Call, "no memory, or no place for its registration");
  const Connector *Found = findConnector(Call, *C, Pattern, Number, IsSend);
  if (!Found)
    return NRT_INVALID;
  const NetPluginV6 &Net = C->Edges.net();
  return finish(Call,
                netProblem(Net, Net.regMr(Found->Comm, Data, Size, Kind, Mr)));
}

NRT_STATUS neuronNetDeregMr(void *Handle, enc_pattern_t Pattern, int Number,
                            bool IsSend, ofi_comm_type_t, void *Mr) {
  const char *const Call = "neuronNetDeregMr";
  Communicator *C = findBuilt(Call, Handle);
  if (!C)
    return NRT_INVALID;
  if (!Mr)
    return refuse(Call, "no registration is given");
  const Connector *Found = findConnector(Call, *C, Pattern, Number, IsSend);
  if (!Found)
    return NRT_INVALID;
  const NetPluginV6 &Net = C->Edges.net();
  return finish(Call, netProblem(Net, Net.deregMr(Found->Comm, Mr)));
}

} // extern "C"

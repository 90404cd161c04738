//===- TakeAddresses.cpp - Checks what the proxy is given -----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressList.h"
#include <climits>

using namespace ringc::runtime;

/// What the two kinds of address call differently.
static int peerOf(const net_src_addr_t &A) { return A.dst_rank; }
static int peerOf(const net_dest_addr_t &A) { return A.src_rank; }
static bool isRemote(const net_src_addr_t &A) {
  return A.dst_addr || A.dst_mhandle;
}
static bool isRemote(const net_dest_addr_t &) { return false; }
static const char *nameOf(std::span<net_src_addr_t>) { return "src"; }
static const char *nameOf(std::span<net_dest_addr_t>) { return "dest"; }

/// The connection of an address: of its operation's channel, or of its peer.
Problem AddressList::findEdge(const net_ops_info_t &O, int Peer,
                              uint32_t &Edge) {
  const std::string Way = IsSend ? "send" : "receive";
  if (!O.variable_peer && !O.enc_channel)
    return "its operation has no enc_channel";
  const int Channel = O.variable_peer ? -1 : O.enc_channel->id;
  Connector *Found = O.variable_peer ? Net.ofPeer(Peer, IsSend)
                     : Channel < 0   ? nullptr
                                     : Net.ofChannel(unsigned(Channel), IsSend);
  if (!Found)
    return O.variable_peer
               ? "rank " + std::to_string(Peer) + " isn't connected to " + Way
               : "channel " + std::to_string(Channel) + " has nobody to " + Way;
  for (Edge = 0; Edge < Uses.size(); ++Edge)
    if (Uses[Edge].Edge == Found)
      break;
  if (Edge == Uses.size())
    Uses.push_back({Found, 0});
  ++Uses[Edge].NumAddresses;
  return {};
}

template <typename T>
Problem AddressList::takeOne(T &A, size_t I, size_t Count) {
  if (A.net_op_idx >= Ops.size())
    return "net_op_idx is " + std::to_string(A.net_op_idx) + " of " +
           std::to_string(Ops.size());
  if (I && A.net_op_idx < Addresses.back().Op)
    return "net_op_idx is lower than before";
  if (A.mark < TRANSFER || A.mark > EXEC_COMPLETE ||
      (A.mark == EXEC_COMPLETE) != (I + 1 == Count))
    return "mark is " + std::to_string(A.mark);
  if (A.size > INT_MAX)
    return "size is " + std::to_string(A.size);
  if (isRemote(A))
    return "remote access isn't emulated: dst_addr and dst_mhandle must be "
           "null";
  char *Data = static_cast<char *>(
      A.host_addr ? A.host_addr : reinterpret_cast<void *>(A.dev_addr));
  if (!Data && A.size)
    return "neither host_addr nor dev_addr is set";
  const net_ops_info_t &O = Ops[A.net_op_idx];
  if (O.is_dynamic_send_recv_sz &&
      (!O.enc_channel || !O.enc_channel->sizes || !O.data_type_sz))
    return "its operation's sizes are dynamic, without enc_channel, sizes or "
           "data_type_sz";
  uint32_t Edge = 0;
  if (Problem P = findEdge(O, peerOf(A), Edge); !P.empty())
    return P;
  Addresses.push_back(
      {&A.complete, Data, A.nccl_mhandle, A.size, A.net_op_idx, Edge});
  return {};
}

/// Each operation has as many addresses as it says.
Problem AddressList::checkCounts() const {
  std::vector<uint32_t> Counts(Ops.size());
  for (const Address &A : Addresses)
    ++Counts[A.Op];
  for (size_t I = 0; I < Ops.size(); ++I) {
    const uint32_t Wanted = IsSend ? Ops[I].tx_entry_cnt : Ops[I].rx_entry_cnt;
    if (Counts[I] != Wanted)
      return "ops[" + std::to_string(I) +
             "]: " + (IsSend ? "tx_entry_cnt" : "rx_entry_cnt") + " is " +
             std::to_string(Wanted) + ", there are " +
             std::to_string(Counts[I]);
    constexpr unsigned Bits = 32;
    if (Ops[I].sema_shift_offset >= Bits)
      return "ops[" + std::to_string(I) + "]: sema_shift_offset is " +
             std::to_string(Ops[I].sema_shift_offset);
  }
  return {};
}

template <typename T>
Problem AddressList::takeAll(std::span<net_ops_info_t> Given, std::span<T> Of) {
  Ops.assign(Given.begin(), Given.end());
  // The real library's text [reference/runtime.md section 5, confirmed].
  const std::string Fifo = std::string("net_") + nameOf(Of) + "_addr_fifo";
  if (Of.back().mark != EXEC_COMPLETE)
    return Fifo + "[" + Fifo + "_n - 1].mark == EXEC_COMPLETE";
  for (size_t I = 0; I < Of.size(); ++I)
    if (Problem P = takeOne(Of[I], I, Of.size()); !P.empty())
      return Fifo + "[" + std::to_string(I) + "]: " + P;
  return checkCounts();
}

Problem AddressList::take(std::span<net_ops_info_t> Given,
                          std::span<net_src_addr_t> From) {
  return takeAll(Given, From);
}

Problem AddressList::take(std::span<net_ops_info_t> Given,
                          std::span<net_dest_addr_t> To) {
  return takeAll(Given, To);
}

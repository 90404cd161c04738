//===- ProxyCalls.cpp - Entry points of the network proxy -----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Start, progress and stop of a communicator are not for two threads at a time.
//
//===----------------------------------------------------------------------===//

#include "../Support/Log.h"
#include "Arguments.h"
#include "Communicator.h"

using namespace ringc::runtime;

/// The communicator behind \p Handle, if it has \p Stream; null, logged.
static Communicator *findStream(const char *Call, void *Handle,
                                uint32_t Stream) {
  Communicator *C = findBuilt(Call, Handle);
  if (!C || Stream < MaxStreams)
    return C;
  refuse(Call, ("stream is " + std::to_string(Stream) + " of " +
                std::to_string(MaxStreams))
                   .c_str());
  return nullptr;
}

/// Registers one side, if it has any addresses.
template <typename T>
static Problem takeSide(Communicator &C, bool IsSend,
                        std::span<net_ops_info_t> Ops, std::span<T> Given,
                        std::unique_ptr<AddressList> &Out) {
  if (Given.empty())
    return {};
  Out = std::make_unique<AddressList>(C.Edges, C.Ranks.rank(),
                                      C.Ranks.numRanks(), IsSend);
  return Out->take(Ops, Given);
}

extern "C" {

NRT_STATUS neuronStartNetworkProxy(void *Handle, uint32_t Stream,
                                   uint32_t Block, net_ops_info_t *Ops,
                                   int NumOps, net_src_addr_t *From,
                                   int NumFrom, net_dest_addr_t *To,
                                   int NumTo) {
  const char *const Call = "neuronStartNetworkProxy";
  Communicator *C = findStream(Call, Handle, Stream);
  if (!C || !isCount(Call, "ops_n", NumOps) ||
      !isCount(Call, "src_n", NumFrom) || !isCount(Call, "dst_n", NumTo))
    return NRT_INVALID;
  if ((NumOps && !Ops) || (NumFrom && !From) || (NumTo && !To))
    return refuse(Call, "a pointer is null");
  if (Block == NoBlock)
    return refuse(Call, "basic_block is -1, which is none");
  if (C->Streams.HasFailed)
    return NRT_NETWORK_PROXY_FAILURE;
  ProxyStream &S = C->Streams.Streams[Stream];
  if (S.isRunning(Block))
    return refuse(Call, "the basic block is running");
  const std::span All(Ops, size_t(NumOps));
  std::unique_ptr<AddressList> Send, Recv;
  Problem P = takeSide(*C, true, All, std::span(From, size_t(NumFrom)), Send);
  if (P.empty())
    P = takeSide(*C, false, All, std::span(To, size_t(NumTo)), Recv);
  if (!P.empty())
    return refuse(Call, P.c_str());
  // A side without addresses isn't registered (design).
  S.add(Block, std::move(Send));
  S.add(Block, std::move(Recv));
  return NRT_SUCCESS;
}

NRT_STATUS neuronNetworkProxyProgress(void *Handle, uint32_t Stream,
                                      uint32_t Block, bool *Idle, bool *Done) {
  const char *const Call = "neuronNetworkProxyProgress";
  Communicator *C = findStream(Call, Handle, Stream);
  if (!C)
    return NRT_INVALID;
  if (!Idle || !Done)
    return refuse(Call, "no place for idle or done");
  if (C->Streams.HasFailed)
    return NRT_NETWORK_PROXY_FAILURE;
  ProxyStream &S = C->Streams.Streams[Stream];
  if (Block != NoBlock && !S.knows(Block))
    return refuse(
        Call, ("basic block " + std::to_string(Block) + " was never started")
                  .c_str());
  if (!S.hasPlaceFor(Block))
    return refuse(Call, "another basic block waits already");
  const Problem P = S.progress(Block, *Idle, *Done);
  if (P.empty())
    return NRT_SUCCESS;
  C->Streams.HasFailed = true;
  finish(Call, P);
  // Whoever waits for this rank fails, too, and so on: nobody waits for ever.
  C->Edges.hangUp();
  return NRT_NETWORK_PROXY_FAILURE;
}

NRT_STATUS neuronStopNetworkProxy(void *Handle, uint32_t Stream) {
  Communicator *C = findStream("neuronStopNetworkProxy", Handle, Stream);
  if (!C)
    return NRT_INVALID;
  C->Streams.Streams[Stream].stop();
  return NRT_SUCCESS;
}

} // extern "C"

//===- Verifier.h - One check a phase ---------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers see fabrics that a stranger's pass made or a text spelled out: each
// checks a table's length before it looks inside, and a number before it is an
// index. Errors about a rank point at its GPU in the topology file.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_IR_VERIFIER_H
#define RINGC_LIB_IR_VERIFIER_H

#include "Names.h"
#include "ringc/Diag/Diagnostics.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ringc {

class Verifier {
public:
  Verifier(const Fabric &F, DiagnosticEngine &Diags)
      : F(F), Diags(Diags), NodesAreSound(areNodesSound(F)) {}

  void verify(Phase P);

private:
  // VerifyServer.cpp
  void verifyParsed(size_t Server);
  void verifyNames(size_t Server);
  void verifyGpuElements(size_t Server);
  void verifyNodes();
  void verifySystem(size_t Server);
  void verifyLinks(size_t Server);
  void verifyGraph(size_t Server);
  void verifyGraphFigures(size_t Server);
  void verifyGraphChannel(size_t Server, unsigned C);

  // VerifyFragments.cpp
  void verifyFragments();
  void verifyFragmentsOf(size_t Server, unsigned C);
  bool isWholeChain(const Server &S, unsigned C) const;
  int64_t nextByFragments(unsigned C, uint32_t Rank, NodeId &N) const;

  // VerifyRings.cpp
  /// A server's part of one channel, from its fragments, in local ranks.
  struct LocalChain {
    int32_t Head = -1, Tail = -1;
    std::vector<int32_t> Next; ///< by local rank; empty where there is none
  };
  void verifyGathered();
  void verifyChannels();
  void verifyStitched(size_t C);
  /// Of channel \p C, by distinct server.
  std::vector<LocalChain> localChains(size_t C) const;
  void verifyEdges(size_t C);
  void verifyNodeEdge(size_t C, uint32_t K, uint32_t To,
                      llvm::ArrayRef<LocalChain> Chains);
  /// Whether order, `next` and `prev` of channel \p C were found to be one ring
  /// of all ranks. Looks once.
  bool isKnownRing(size_t C);
  void verifyRing(size_t C);

  // VerifyConnections.cpp
  void verifyBound(size_t Server);
  void verifyConnected();
  std::vector<size_t> differentTransports(const Server &S) const;
  void verifyTransports(NodeId N, size_t C, llvm::BitVector &Reported);
  void verifyP2p();

  /// Walks as the runtime does: as many steps as there are ranks, from rank 0.
  /// It must come back, and every rank must have been seen; else one of NCCL's
  /// two texts is reported. \p Next may return any number.
  bool checkRing(size_t C, llvm::function_ref<int64_t(uint32_t)> Next);

  /// The row of the search's tables that channel \p C is made of; nothing where
  /// there are none.
  std::optional<unsigned> searchedChannel(const Server &S, size_t C) const;
  /// Whether nodes, servers and first ranks agree, so that they can be used.
  static bool areNodesSound(const Fabric &F);
  bool fragmentsAreSound(const Server &S) const;

  SrcLoc placeOfLocal(const Server &S, size_t Local) const;
  SrcLoc placeOfRank(uint64_t Rank) const;

  const Fabric &F;
  DiagnosticEngine &Diags;
  const bool NodesAreSound;
  llvm::BitVector KnownRings; ///< by channel
};

} // namespace ringc

#endif // RINGC_LIB_IR_VERIFIER_H

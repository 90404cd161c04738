//===- FinishSystem.cpp - Paths, trim, limits; errors in words ------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the plain steps in NCCL's order and says what went wrong at the element
// concerned (nccl-search sections 4 and 5).
//
//===----------------------------------------------------------------------===//

#include "ringc/Topology/FrontEnd.h"

using namespace ringc;

static bool report(const SystemError &E, const System &S,
                   DiagnosticEngine &Diags, const Profile &P) {
  if (!E)
    return false;
  const Node &One = S[E.One], &Two = S[E.Two];
  switch (E.What) {
  case SystemError::Kind::None:
    break;
  case SystemError::Kind::NoReversePath:
    Diags.report(diag::err_no_path_back, One.Loc) << One.Name << Two.Name;
    break;
  case SystemError::Kind::Unreachable:
    Diags.report(diag::err_gpu_unreachable, One.Loc) << One.Name << Two.Name;
    break;
  case SystemError::Kind::TooManyLinks:
    Diags.report(diag::err_too_many_links, One.Loc)
        << One.Name << E.Limit << P.Name;
    break;
  }
  return true;
}

bool ringc::finishSystem(System &S, bool SingleNode, DiagnosticEngine &Diags,
                         const Profile &P) {
  if (!SingleNode && S.numNets() == 0) {
    const std::vector<Node> &Cpus = S.of(NodeType::Cpu);
    Diags.report(diag::err_no_net, Cpus.empty() ? SrcLoc() : Cpus.front().Loc)
        << S.numGpus();
    return false;
  }
  if (report(computePaths(S, P), S, Diags, P) ||
      report(trimSystem(S, SingleNode), S, Diags, P) ||
      report(computePaths(S, P), S, Diags, P))
    return false;
  initSearch(S);
  return true;
}

//===- CompleteUsage.cpp - What the ranks use -----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every gpu and net is used; an element marked keep="1" is too. A used element
// stays with all its content, and everything above one stays; the rest goes, be
// it a switch or a whole cpu (nccl-search section 2, trim, confirmed).
//
//===----------------------------------------------------------------------===//

#include "Complete.h"

using namespace llvm;
using namespace ringc;

void ringc::findUsage(Completion &C) {
  const size_t N = C.Doc.Elements.size();
  C.Used.assign(N, false);
  C.GpusBelow.assign(N, 0);
  C.NetsBelow.assign(N, 0);
  for (uint32_t I = 0; I < N; ++I) {
    const XmlElement &E = C.Doc[I];
    C.GpusBelow[I] = E.Name == "gpu";
    C.NetsBelow[I] = E.Name == "net";
    if (C.GpusBelow[I])
      C.Gpus.push_back(I);
    // All content of a kept element is kept with it.
    C.Used[I] = C.GpusBelow[I] || C.NetsBelow[I] || E.get("keep") == "1" ||
                (I && C.Used[E.Parent]);
  }
  // Children come after their parents: one pass backwards sums up.
  for (uint32_t I = uint32_t(N); --I > 0;) {
    const uint32_t Parent = C.Doc[I].Parent;
    C.Used[Parent] = C.Used[Parent] || C.Used[I];
    C.GpusBelow[Parent] += C.GpusBelow[I];
    C.NetsBelow[Parent] += C.NetsBelow[I];
  }
  C.Used[0] = true;
  if (C.Gpus.size() > unsigned(C.P.MaxNodesPerType))
    C.error(diag::err_too_many_gpus,
            C.Doc[C.Gpus[unsigned(C.P.MaxNodesPerType)]].Loc)
        << C.Gpus.size() << C.P.MaxNodesPerType;
}

void ringc::trim(Completion &C) {
  for (XmlElement &E : C.Doc.Elements)
    std::erase_if(E.Attributes,
                  [](const XmlAttribute &A) { return A.Key == "keep"; });
  keepElements(C.Doc, C.Used);
}

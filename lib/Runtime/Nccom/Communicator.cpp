//===- Communicator.cpp - What a `void *comm` points at -------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Communicator.h"
#include "../Support/Log.h"
#include "Compiled.h"
#include <cstdlib>

using namespace ringc;

// As libnrt reads it.
int runtime::ownServer() {
  const char *Text = getenv("RINGC_VIRTUAL_SERVER_ID");
  const size_t NumNodes = compiled::nodes().size();
  size_t Number = 0;
  for (const char *C = Text ? Text : ""; *C; ++C) {
    if (*C < '0' || *C > '9' || Number > NumNodes)
      return -1;
    Number = 10 * Number + size_t(*C - '0');
  }
  return Number < NumNodes ? int(Number) : -1;
}

NRT_STATUS runtime::finish(const char *Call, const Problem &P) {
  if (P.empty())
    return NRT_SUCCESS;
  RINGC_WARN("%s: %s", Call, P.c_str());
  return NRT_FAILURE;
}

NRT_STATUS runtime::refuse(const char *Call, const char *Why) {
  RINGC_WARN("%s: %s", Call, Why);
  return NRT_INVALID;
}

runtime::Communicator *runtime::find(const char *Call, void *Handle) {
  auto *C = static_cast<Communicator *>(Handle);
  if (C && C->Magic == Communicator::Known)
    return C;
  refuse(Call, "no communicator is given");
  return nullptr;
}

runtime::Communicator *runtime::findBuilt(const char *Call, void *Handle) {
  Communicator *C = find(Call, Handle);
  if (!C || C->Rings.isBuilt())
    return C;
  refuse(Call, "neuronBuildGraphComm has built no rings so far");
  return nullptr;
}

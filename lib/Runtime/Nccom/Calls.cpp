//===- Calls.cpp - Entry points that have no answer yet -------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs, connections and proxy are not emulated by this version: each
// of their calls is there, with its signature, checks its arguments, says that
// it isn't there, and fails. test/Pair/calls-without-answer.test has the list.
//
//===----------------------------------------------------------------------===//

#include "../Support/Log.h"
#include "Arguments.h"
#include "ringc-pair/abi.h"

using namespace ringc::runtime;

template <typename... Pointers> static bool areGiven(Pointers... P) {
  return (... && (P != nullptr));
}

static constexpr const char *Names[] = {
#define FORWARD(INDEX, NAME, TRAMPOLINE, RESULT, PARAMETERS, ARGUMENTS,        \
                POINTERS, ZEROS)                                               \
  #NAME,
#include "ringc-pair/calls.inc"
};
template <unsigned Index> constexpr const char *NameOf = Names[Index];

/// What an entry point asks of its arguments besides that pointers are given;
/// by index of Symbols.td.
template <unsigned Index> struct Check {
  template <typename... Args> static bool passes(Args...) { return true; }
};
template <> struct Check<7> {
  static bool passes(void *, enc_net_connectivity_t To) {
    const auto Value = unsigned(To);
    if (Value <= ENC_NET_CONNECTIVITY_DEFAULT)
      return true;
    RINGC_WARN("neuronExpandConnectivity: conn is %u", Value);
    return false;
  }
};
template <> struct Check<8> {
  static bool passes(void *, uint32_t, uint32_t, net_ops_info_t *Ops,
                     int NumOps, net_src_addr_t *From, int NumFrom,
                     net_dest_addr_t *To, int NumTo) {
    const char *const Call = NameOf<8>;
    return isCount(Call, "ops_n", NumOps) && isCount(Call, "src_n", NumFrom) &&
           isCount(Call, "dst_n", NumTo) && (!NumOps || Ops) &&
           (!NumFrom || From) && (!NumTo || To);
  }
};

template <unsigned Index, typename... Args>
static NRT_STATUS refuse(const char *Call, bool PointersGiven, Args... A) {
  if (!PointersGiven) {
    RINGC_WARN("%s: a pointer is null", Call);
    return NRT_INVALID;
  }
  if (!Check<Index>::passes(A...))
    return NRT_INVALID;
  RINGC_WARN("%s is not emulated by this version of ringc", Call);
  return NRT_FAILURE;
}

extern "C" {
// These have an answer: Version.cpp, Net.cpp, NetCalls.cpp, CommCalls.cpp,
// GraphCalls.cpp.
#define FORWARD(...)
#define UNWRAP(...) __VA_OPT__(, ) __VA_ARGS__
#define UNANSWERED(INDEX, NAME, TRAMPOLINE, RESULT, PARAMETERS, ARGUMENTS,     \
                   POINTERS, ZEROS)                                            \
  RESULT NAME PARAMETERS {                                                     \
    return refuse<INDEX>(#NAME, areGiven POINTERS UNWRAP ARGUMENTS);           \
  }
#include "ringc-pair/calls.inc"
}

//===- CAPI.cpp - ringc from C --------------------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each compilation has all that it needs by itself: a registry, an engine whose
// messages go to a string, and the fabric.
//
//===----------------------------------------------------------------------===//

#include "ringc-c/ringc.h"
#include "ringc/Driver/Driver.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace llvm;
using namespace ringc;

struct ringc_compilation {
  Registry Known;
  std::string Messages;
  raw_string_ostream Stream{Messages};
  DiagnosticEngine Diags{Stream};
  std::optional<Fabric> F;
  std::string Emitted;
};

static std::unique_ptr<MemoryBuffer> bufferOf(const ringc_input &I,
                                              StringRef Fallback) {
  return MemoryBuffer::getMemBufferCopy(StringRef(I.data, I.data ? I.size : 0),
                                        I.name && *I.name ? StringRef(I.name)
                                                          : Fallback);
}

/// The options that a caller of any version gave.
static ringc_options known(const ringc_options *Given) {
  ringc_options O = {};
  if (Given)
    memcpy(&O, Given, std::min(Given->struct_size, sizeof(O)));
  return O;
}

/// Takes \p C to a complete fabric, or to messages.
static void compileInto(ringc_compilation &C, const ringc_options &Given,
                        ArrayRef<ringc_input> Inputs) {
  registerBuiltinPasses(C.Known);
  DriverOptions O;
  if (Given.profile)
    O.Profile = Given.profile;
  if (Given.passes)
    O.Passes = Given.passes;
  if (Given.platform)
    O.Platform = Given.platform;
  O.NumNodes = Given.nodes;
  O.Threads = std::max(Given.threads, 1u);
  std::vector<std::unique_ptr<MemoryBuffer>> Buffers;
  for (const ringc_input &I : Inputs)
    Buffers.push_back(bufferOf(I, ("input" + Twine(Buffers.size() + 1)).str()));
  std::unique_ptr<MemoryBuffer> Graph;
  if (Given.graph)
    Graph = bufferOf(*Given.graph, "graph");
  RemarkList Remarks;
  C.F = compileTexts(O, std::move(Buffers), std::move(Graph), C.Known, C.Diags,
                     Remarks);
  // A pipeline may end early; what is asked for below needs all of it.
  if (C.F && !C.F->Established.contains(Phase::Connected)) {
    C.Diags.report(diag::err_kind_requires)
        << "rings" << toString(Phase::Connected);
    C.F.reset();
  }
}

const char *ringc_version(void) { return RINGC_VERSION; }

ringc_compilation *ringc_compile(const ringc_options *options,
                                 const ringc_input *inputs, size_t num_inputs) {
  auto *C = new ringc_compilation;
  const ringc_options O = known(options);
  if (O.nodes > MaxNumNodes)
    C->Diags.report(diag::err_option_value)
        << "nodes" << "more than ringc takes";
  else
    compileInto(*C, O, ArrayRef(inputs, inputs ? num_inputs : 0));
  return C;
}

void ringc_free(ringc_compilation *c) { delete c; }

int ringc_ok(const ringc_compilation *c) { return c->F.has_value(); }

const char *ringc_messages(const ringc_compilation *c) {
  return c->Messages.c_str();
}

uint32_t ringc_num_nodes(const ringc_compilation *c) {
  return c->F ? c->F->numNodes() : 0;
}

uint32_t ringc_num_ranks(const ringc_compilation *c) {
  return c->F ? c->F->numRanks() : 0;
}

uint32_t ringc_num_channels(const ringc_compilation *c) {
  return c->F ? uint32_t(c->F->Channels.size()) : 0;
}

int ringc_ring(const ringc_compilation *c, uint32_t channel, uint32_t *order) {
  if (channel >= ringc_num_channels(c))
    return -1;
  const std::vector<uint32_t> Ring =
      c->F->ringFrom(ChannelId(channel), RankId(0));
  std::copy(Ring.begin(), Ring.end(), order);
  return 0;
}

int ringc_neighbours(const ringc_compilation *c, uint32_t channel,
                     uint32_t rank, uint32_t *prev, uint32_t *next) {
  if (channel >= ringc_num_channels(c) || rank >= ringc_num_ranks(c))
    return -1;
  const Channel &Own = c->F->Channels[channel];
  const Channel &Original = c->F->original(ChannelId(channel));
  *prev = uint32_t((Own.Reversed ? Original.Next : Original.Prev)[rank]);
  *next = uint32_t((Own.Reversed ? Original.Prev : Original.Next)[rank]);
  return 0;
}

int ringc_nets(const ringc_compilation *c, uint32_t channel, uint32_t node,
               int32_t *recv_net, int32_t *send_net) {
  if (channel >= ringc_num_channels(c) || node >= ringc_num_nodes(c) ||
      c->F->singleNode())
    return -1;
  const NetPair &Nets = c->F->server(NodeId(node)).Nets[channel];
  *recv_net = int32_t(*Nets.Recv);
  *send_net = int32_t(*Nets.Send);
  return 0;
}

const char *ringc_emit(ringc_compilation *c, const char *kind, int64_t rank,
                       size_t *size) {
  if (!c->F)
    return nullptr;
  c->Emitted.clear();
  raw_string_ostream OS(c->Emitted);
  // An error of the emission before is no error of this one.
  DiagnosticEngine Diags(c->Stream);
  EmitOptions Options;
  if (rank < -1 || rank >= int64_t(c->F->numRanks())) {
    Diags.report(diag::err_emit_no_such_rank)
        << rank << int64_t(c->F->numRanks()) - 1;
    return nullptr;
  }
  if (rank >= 0)
    Options.Rank = RankId(uint32_t(rank));
  if (!emitFabric(*c->F, kind ? kind : "", Options, c->Known, OS, Diags))
    return nullptr;
  if (size)
    *size = c->Emitted.size();
  return c->Emitted.c_str();
}

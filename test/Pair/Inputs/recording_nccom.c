//===- recording_nccom.c - A libnccom that says what it is asked ----------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each call is a line on standard error; the one that RECORDING_FAILS names
// returns NRT_TIMEOUT. A communicator is a block of memory.
//
//===----------------------------------------------------------------------===//

#include "ringc-pair/abi.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static NRT_STATUS say(const char *name, const char *more) {
  const char *fails = getenv("RECORDING_FAILS");
  char line[512];
  snprintf(line, sizeof(line), "asked: %s%s\n", name, more);
  fputs(line, stderr);
  return fails && strcmp(fails, name) == 0 ? NRT_TIMEOUT : NRT_SUCCESS;
}

#define PROBE(INDEX, NAME, TRAMPOLINE, RESULT, PARAMETERS, ARGUMENTS, POINTERS, ZEROS)          \
  RESULT NAME PARAMETERS {                                                                      \
    nec_version_info_t version = {2, 31, 24, 0, "a hash of 16 cha", 89};                        \
    memcpy(out, &version, n);                                                                   \
    return 0;                                                                                   \
  }
#define FORWARD(INDEX, NAME, TRAMPOLINE, RESULT, PARAMETERS, ARGUMENTS, POINTERS, ZEROS)        \
  RESULT NAME PARAMETERS { return say(#NAME, ""); }
// These are written out below.
#define neuronInitGlobalComm generated_InitGlobalComm
#define neuronFreeComm generated_FreeComm
#define neuronBootstrapAllGather generated_BootstrapAllGather
#include "ringc-pair/calls.inc"
#undef neuronInitGlobalComm
#undef neuronFreeComm
#undef neuronBootstrapAllGather

NRT_STATUS neuronInitGlobalComm(int rank, int count, const enc_neuron_device_info_t *dev, const char *root, void **comm,
                                const char *hint) {
  char more[400];
  snprintf(more, sizeof(more), " %d %d: device %d %d, core %d, host %d, rid %d, pod %lu %d %d, server %d, root %s, %s", rank,
           count, dev->nec_dev_id, dev->mla_idx, dev->tpb_idx, dev->host_device_id, dev->routing_id,
           (unsigned long)dev->pod_id, dev->pod_type, dev->pod_node_id, dev->virtual_server_id, root ? root : "null", hint);
  const NRT_STATUS status = say("neuronInitGlobalComm", more);
  *comm = status == NRT_SUCCESS ? malloc(1000) : NULL;
  return status;
}

NRT_STATUS neuronFreeComm(void *comm) {
  free(comm);
  return say("neuronFreeComm", "");
}

NRT_STATUS neuronBootstrapAllGather(void *state, void *all, size_t each, const char *hint) {
  char more[80];
  snprintf(more, sizeof(more), " %zu, %s, %s", each, all ? "here" : "null", hint);
  return say("neuronBootstrapAllGather", more);
}

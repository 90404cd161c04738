//===- comm_client.c - Ranks in the threads of one program ----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// comm_client RANKS LOOPS: makes communicators, builds their rings, exchanges
// bytes and frees all, again and again; some of them fail halfway. For what
// watches every access and allocation.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include "ringc-pair/abi.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(X)                                                               \
  do {                                                                         \
    if (!(X)) {                                                                \
      fprintf(stderr, "comm_client.c:%d: rank %d, loop %d: not so: %s\n",      \
              __LINE__, rank, loop, #X);                                       \
      exit(4);                                                                 \
    }                                                                          \
  } while (0)

enum { Most = 8 };
static int count, loops;
static char id[128];
static pthread_barrier_t barrier;

/// What a loop is for.
enum { Whole, GatherDiffers, MessageDiffers, GraphMissesOne, Kinds };

static void exchange(void *comm, int rank, int loop) {
  enum { Size = 5000 };
  char data[Size];
  const int next = (rank + 1) % count, previous = (rank + count - 1) % count;
  memset(data, rank, Size);
  CHECK(!neuronBootstrapSend(comm, next, data, Size, NULL));
  // One that nobody asks for.
  if (loop % 2)
    CHECK(!neuronBootstrapSend(comm, next, data, 10, NULL));
  CHECK(!neuronBootstrapRecv(comm, previous, data, Size, NULL));
  CHECK(data[0] == previous && data[Size - 1] == previous);
}

static void look(void *comm, int rank, int loop) {
  enc_peer_info peers[Most];
  nccl_comm_info_t info;
  memset(&info, 0, sizeof(info));
  info.peers = peers;
  CHECK(!neuronGetCommInfo(comm, &info));
  CHECK(info.rank == rank && info.rank_n == count && info.channel_n > 0);
  for (int i = 0; i < info.channel_n; ++i)
    CHECK(info.rings[i].user_ranks[count - 1] == info.rings[i].prev);
  CHECK(peers[rank].neuron_dev == rank / 2);
}

static void work(void *comm, int rank, int loop) {
  int gathered[Most * 10] = {0};
  switch (loop % Kinds) {
  case Whole:
    CHECK(!neuronBuildGraphComm(comm));
    look(comm, rank, loop);
    exchange(comm, rank, loop);
    gathered[rank] = 100 + rank;
    CHECK(!neuronBootstrapAllGather(comm, gathered, sizeof(int), NULL));
    for (int i = 0; i < count; ++i)
      CHECK(gathered[i] == 100 + i);
    break;
  case GatherDiffers:
    CHECK(neuronBootstrapAllGather(comm, gathered, rank ? 40 : 36, NULL));
    CHECK(neuronBuildGraphComm(comm));
    break;
  case MessageDiffers:
    if (rank == 0)
      CHECK(!neuronBootstrapSend(comm, 1, gathered, 40, NULL));
    if (rank == 1)
      CHECK(neuronBootstrapRecv(comm, 0, gathered, 36, NULL));
    break;
  case GraphMissesOne:
    if (rank)
      CHECK(neuronBuildGraphComm(comm));
    break;
  }
}

static void *be(void *argument) {
  const int rank = (int)(size_t)argument;
  enc_neuron_device_info_t device;
  memset(&device, 0, sizeof(device));
  device.nec_dev_id = device.mla_idx = device.host_device_id = rank / 2;
  device.virtual_server_id = rank % 2;
  for (int loop = 0; loop < loops; ++loop) {
    // Kinds take turns by server and flat.
    if (rank == 0) {
      setenv("RINGC_BOOTSTRAP", loop / Kinds % 2 ? "flat" : "hierarchical", 1);
      CHECK(!neuronGetUniqueId(id, count, NULL));
    }
    pthread_barrier_wait(&barrier);
    void *comm = NULL;
    CHECK(!neuronInitComm(&comm, count, id, rank, &device, false));
    work(comm, rank, loop);
    CHECK(!neuronFreeComm(comm));
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  count = atoi(argv[1]);
  loops = atoi(argv[2]);
  if (count < 2 || count > Most || nrt_init(1, "", ""))
    return 2;
  pthread_barrier_init(&barrier, NULL, (unsigned)count);
  pthread_t threads[Most];
  for (int rank = 0; rank < count; ++rank)
    if (pthread_create(&threads[rank], NULL, be, (void *)(size_t)rank))
      return 2;
  for (int rank = 0; rank < count; ++rank)
    pthread_join(threads[rank], NULL);
  pthread_barrier_destroy(&barrier);
  nrt_close();
  return 0;
}

// The device of one rank, played in C: the loop of a ring all-gather or all-reduce
// [reference/runtime.md section 6], over the lists of addresses of the network
// proxy. In the thread of the proxy, or beside it.
#include "ringc-pair/abi.h"
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { Halves = 2, Window = 4, Credits = 3, HostMemory = 1, MaxChannels = 32 };

typedef struct {
  int64_t *data; // where its elements are sent from, or end up
  int64_t *from; // where they come in; `data` itself if they aren't reduced
  size_t count;  // of elements
} piece_t;

// One channel of the rank: pieces in order, two halves a step.
typedef struct {
  enc_channel_t channel;
  net_ops_info_t op;
  uint32_t send_handshake, send_complete, recv_handshake, recv_complete;
  net_src_addr_t *src;
  net_dest_addr_t *dst;
  piece_t *send, *recv;
  int n;             // pieces each way
  int steps_a_group; // after which a group's sends depend on nothing
  int send_marked, recv_marked, reduced;
  int64_t *scratch; // Window pieces
  void *mr[3];      // of data to send, data to receive, scratch
} ring_t;

typedef struct {
  void *comm;
  uint32_t stream, block;
  int status, rounds;
} proxy_t;

static uint32_t load(uint32_t *word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}
static void mark(int *complete) {
  __atomic_store_n(complete, -1, __ATOMIC_RELEASE);
}

static int progress(proxy_t *p, bool *done) {
  bool idle = true;
  *done = true;
  p->status = neuronNetworkProxyProgress(p->comm, p->stream, p->block, &idle,
                                         done);
  if (idle && !*done)
    sched_yield();
  return p->status;
}

static void *run_proxy(void *argument) {
  proxy_t *p = argument;
  bool done = false;
  while (!done && !progress(p, &done))
    ;
  return NULL;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// Does what the device can do now; 0: everything is done.
static int step(ring_t *r) {
  // What came is reduced, in order.
  while (r->reduced < r->recv_marked &&
         (uint32_t)r->reduced < load(&r->recv_complete)) {
    piece_t *p = &r->recv[r->reduced++];
    if (p->from != p->data)
      for (size_t i = 0; i < p->count; ++i)
        p->data[i] += p->from[i];
  }
  // A place that is free takes the next piece: scratch is used again.
  while (r->recv_marked < r->n && r->recv_marked < r->reduced + Window &&
         (uint32_t)r->recv_marked < load(&r->recv_handshake) + Window)
    mark(&r->dst[r->recv_marked++].complete);
  // Every step but a group's first sends what the one before has received.
  while (r->send_marked < r->n &&
         (uint32_t)r->send_marked < load(&r->send_handshake)) {
    int first = r->send_marked % (r->steps_a_group * Halves) < Halves;
    if (!first && r->reduced <= r->send_marked - Halves)
      break;
    mark(&r->src[r->send_marked++].complete);
  }
  return r->reduced < r->n || load(&r->send_complete) < (uint32_t)r->n;
}

static void trigger(ring_t *r) {
  r->send_handshake = r->send_complete = r->recv_handshake = r->recv_complete = 0;
  r->send_marked = r->recv_marked = r->reduced = 0;
  __atomic_store_n(&r->channel.send_start, 1, __ATOMIC_RELEASE);
  __atomic_store_n(&r->channel.recv_start, 1, __ATOMIC_RELEASE);
}

static void add(ring_t *r, int64_t *to_send, int64_t *to_recv, size_t count,
                int reduces) {
  for (size_t h = 0; h < Halves; ++h) {
    size_t half = count / Halves;
    piece_t s = {to_send + h * half, NULL, half};
    piece_t d = {to_recv + h * half, to_recv + h * half, half};
    if (reduces)
      d.from = r->scratch + (size_t)(r->n % Window) * half;
    r->send[r->n] = s;
    r->recv[r->n] = d;
    ++r->n;
  }
}

// One group of a channel: `data` is its n chunks.
static void add_group(ring_t *r, const int *na, int n, int64_t *data,
                      size_t chunk, int reduces) {
  if (reduces)
    for (int k = 0; k < n - 1; ++k)
      add(r, data + na[n - 1 - k] * chunk, data + na[n - 2 - k] * chunk, chunk, 1);
  for (int k = 0; k < n - 1; ++k)
    add(r, data + na[(n - k) % n] * chunk, data + na[n - 1 - k] * chunk, chunk, 0);
}

static int register_all(void *comm, ring_t *r, int64_t *data, size_t size, size_t scratch) {
  return neuronNetRegMr(comm, 0, r->channel.id, true, 0, data, size, HostMemory, &r->mr[0]) ||
         neuronNetRegMr(comm, 0, r->channel.id, false, 0, data, size, HostMemory, &r->mr[1]) ||
         neuronNetRegMr(comm, 0, r->channel.id, false, 0, r->scratch, scratch, HostMemory, &r->mr[2]);
}
static int deregister_all(void *comm, ring_t *r) {
  return neuronNetDeregMr(comm, 0, r->channel.id, true, 0, r->mr[0]) ||
         neuronNetDeregMr(comm, 0, r->channel.id, false, 0, r->mr[1]) ||
         neuronNetDeregMr(comm, 0, r->channel.id, false, 0, r->mr[2]);
}

static int start(proxy_t *p, ring_t *r) {
  net_ops_info_t *o = &r->op;
  o->enc_channel = &r->channel;
  o->inc_send_handshake = &r->send_handshake;
  o->inc_send_complete = &r->send_complete;
  o->inc_recv_handshake = &r->recv_handshake;
  o->inc_recv_complete = &r->recv_complete;
  o->tx_entry_cnt = o->rx_entry_cnt = (uint32_t)r->n;
  o->initial_send_credits = Credits;
  o->basic_block_id = p->block;
  for (int i = 0; i < r->n; ++i) {
    r->src[i].host_addr = r->send[i].data;
    r->src[i].nccl_mhandle = r->mr[0];
    r->dst[i].host_addr = r->recv[i].from;
    r->dst[i].nccl_mhandle = r->recv[i].from == r->recv[i].data ? r->mr[1] : r->mr[2];
    r->src[i].size = r->dst[i].size = (uint32_t)(r->send[i].count * sizeof(int64_t));
    r->src[i].mark = r->dst[i].mark = i + 1 == r->n ? EXEC_COMPLETE : TRANSFER;
  }
  return neuronStartNetworkProxy(p->comm, p->stream, p->block, o, 1, r->src, r->n, r->dst, r->n);
}

static int64_t part(int rank, size_t i, int round) {
  return (int64_t)(rank + 1) * ((int64_t)i * 7919 + 3) - (int64_t)rank * rank * 104729 + round * 31;
}

static void fill(int64_t *data, int rank, int n, size_t count, size_t chunk, int reduces, int round) {
  memset(data, 0x5a, count * sizeof(int64_t));
  for (size_t i = 0; i < count; ++i)
    if (reduces || (int)(i / chunk % (size_t)n) == rank)
      data[i] = part(rank, i, round);
}

static int64_t wanted(int n, size_t i, size_t chunk, int reduces, int round) {
  if (!reduces)
    return part((int)(i / chunk % (size_t)n), i, round);
  int64_t sum = 0;
  for (int rank = 0; rank < n; ++rank)
    sum += part(rank, i, round);
  return sum;
}

// Runs `rounds` collectives of one communicator on data of groups x channels x
// ranks x chunk elements, compares every element with the direct result, and says
// how many steps and bytes each channel took. 0, or which step went wrong.
int ring_collective(void *comm, nccl_comm_info_t *info, int reduces, int groups,
                    size_t chunk, int rounds, int threaded, double seconds,
                    uint64_t *steps, uint64_t *bytes) {
  int n = info->rank_n, rank = info->rank, channels = info->channel_n;
  size_t count = (size_t)groups * (size_t)channels * (size_t)n * chunk;
  int64_t *data = malloc(count * sizeof(int64_t));
  ring_t *rings = calloc((size_t)channels, sizeof(ring_t));
  proxy_t proxy = {comm, 1, 40u + (uint32_t)reduces, 0, 0};
  int wrong = 0;
  for (int c = 0; c < channels && !wrong; ++c) {
    ring_t *r = &rings[c];
    r->channel.id = c;
    r->channel.send_start = r->channel.recv_start = 0xffffffffu;
    size_t most = (size_t)groups * 2 * (size_t)n * Halves;
    r->src = calloc(most, sizeof(net_src_addr_t));
    r->dst = calloc(most, sizeof(net_dest_addr_t));
    r->send = calloc(most, sizeof(piece_t));
    r->recv = calloc(most, sizeof(piece_t));
    size_t scratch = Window * (chunk / Halves) * sizeof(int64_t);
    r->scratch = malloc(scratch);
    for (int g = 0; g < groups; ++g) {
      size_t at = ((size_t)g * (size_t)channels + (size_t)c) * (size_t)n * chunk;
      add_group(r, info->rings[c].user_ranks, n, data + at, chunk, reduces);
    }
    r->steps_a_group = r->n / Halves / groups;
    wrong = register_all(comm, r, data, count * sizeof(int64_t), scratch) ? 1
            : start(&proxy, r)                                            ? 2
                                                                          : 0;
  }
  double end = now() + seconds;
  for (int round = 0; round < rounds && !wrong; ++round) {
    fill(data, rank, n, count, chunk, reduces, round);
    for (int c = 0; c < channels; ++c)
      trigger(&rings[c]);
    pthread_t thread;
    if (threaded && pthread_create(&thread, NULL, run_proxy, &proxy))
      return 3;
    for (int busy = 1, done = 0; (busy || !done) && !wrong;) {
      busy = 0;
      for (int c = 0; c < channels; ++c)
        busy |= step(&rings[c]);
      bool is_done = threaded;
      if (!threaded && !done && progress(&proxy, &is_done))
        wrong = 4;
      done |= is_done;
      if (threaded)
        sched_yield();
      if (now() > end)
        wrong = 5;
    }
    if (threaded && wrong)
      return wrong; // with the thread still running, for the process to end
    if (threaded && (pthread_join(thread, NULL) || proxy.status))
      wrong = 6;
    for (int c = 0; c < channels && !wrong; ++c) {
      if (rings[c].channel.send_start || rings[c].channel.recv_start)
        wrong = 7; // a trigger that is consumed is 0
      if (rings[c].send_handshake != (uint32_t)rings[c].n + Credits ||
          rings[c].recv_handshake != (uint32_t)rings[c].n ||
          rings[c].recv_complete != (uint32_t)rings[c].n)
        wrong = 8;
      for (int i = 0; i < rings[c].n; ++i)
        if (rings[c].src[i].complete || rings[c].dst[i].complete)
          wrong = 9; // a mark that is taken is 0
    }
    for (size_t i = 0; i < count && !wrong; ++i)
      if (data[i] != wanted(n, i, chunk, reduces, round))
        wrong = 10;
  }
  if (!wrong && neuronStopNetworkProxy(comm, proxy.stream))
    wrong = 11;
  for (int c = 0; c < channels && !wrong; ++c) {
    steps[c] = (uint64_t)(rings[c].n / Halves / groups);
    bytes[c] = (uint64_t)rings[c].n * (chunk / Halves) * sizeof(int64_t);
    if (deregister_all(comm, &rings[c]))
      wrong = 12;
  }
  for (int c = 0; c < channels; ++c) {
    free(rings[c].src);
    free(rings[c].dst);
    free(rings[c].send);
    free(rings[c].recv);
    free(rings[c].scratch);
  }
  free(rings);
  free(data);
  return wrong;
}

//===- fake_net.c - A network plug-in -------------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects of versions V4, V5, V6. Init returns INIT, the count of devices is
// DEVICES, counting them returns COUNTING, slot MISSING of V6 is null, slot FAILS
// returns 3.
//
// V6 moves bytes through local sockets that keep messages apart, and says at its
// end how often each slot was called.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef INIT
#define INIT 0
#endif
#ifndef DEVICES
#define DEVICES 2
#endif
#ifndef COUNTING
#define COUNTING 0
#endif
#ifndef FAILS
#define FAILS 0
#endif
#define MAY_FAIL(SLOT)                                                         \
  if (FAILS == (SLOT))                                                         \
    return 3;

typedef void (*logger)(int, unsigned long, const char *, int, const char *, ...);

static int init(logger say) {
  say(3, 1, __FILE__, __LINE__, "fake %d says %s", 7, "it");
  return INIT;
}
static int calls[22];
static int fini(void) {
  fprintf(stderr, "fake: fini\n");
  for (int i = 5; i < 22; ++i)
    if (calls[i])
      fprintf(stderr, "fake: slot %d: %d\n", i, calls[i]);
  return 0;
}
static int devices(int *count) {
  *count = DEVICES;
  return COUNTING;
}

struct comm {
  int fd;
  long first, last; // receives that are done; that were posted
};
struct request {
  struct comm *comm; // null: done
  long number;
  void *data;
  int size;
};

static int listen_(int dev, void *handle, void **out) {
  MAY_FAIL(5)
  static int count;
  ++calls[5];
  struct sockaddr_un at = {AF_UNIX, ""};
  snprintf(at.sun_path + 1, 64, "ringc-fake-net-%d-%d", getpid(), ++count);
  struct comm *comm = calloc(1, sizeof(*comm));
  comm->fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0);
  memcpy(handle, &at, 100);
  *out = comm;
  return bind(comm->fd, (void *)&at, 100) || listen(comm->fd, 9) ? 2 : 0;
}
static int connect_(int dev, void *handle, void **out) {
  MAY_FAIL(6)
  *out = NULL;
  if (++calls[6] == 1)
    return 0; // not yet
  struct comm *comm = calloc(1, sizeof(*comm));
  comm->fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0);
  *out = comm;
  return connect(comm->fd, handle, 100) ? 2 : 0;
}
static int accept_(void *from, void **out) {
  MAY_FAIL(7)
  *out = NULL;
  const int fd = accept4(((struct comm *)from)->fd, NULL, NULL, SOCK_NONBLOCK);
  if (fd < 0)
    return errno == EAGAIN ? 0 : 2;
  ++calls[7];
  struct comm *comm = calloc(1, sizeof(*comm));
  comm->fd = fd;
  *out = comm;
  return 0;
}
static int reg_mr(void *comm, void *data, size_t size, int kind, void **mr) {
  MAY_FAIL(8)
  ++calls[8];
  *mr = malloc(8);
  return 0;
}
static int dereg_mr(void *comm, void *mr) {
  ++calls[10];
  free(mr);
  return 0;
}
static struct request *make(struct comm *comm, void *data, int size) {
  struct request *r = calloc(1, sizeof(*r));
  r->comm = comm;
  r->data = data;
  r->size = size;
  r->number = comm ? comm->last++ : 0;
  return r;
}
static int isend(void *to, void *data, int size, int tag, void *mr, void **out) {
  MAY_FAIL(11)
  *out = NULL;
  if (tag != 0)
    return 4;
  if (send(((struct comm *)to)->fd, data, size, MSG_NOSIGNAL) != size)
    return errno == EAGAIN ? 0 : 2;
  ++calls[11];
  *out = make(NULL, data, size);
  return 0;
}
static int irecv(void *from, int n, void **data, int *sizes, int *tags, void **mrs, void **out) {
  MAY_FAIL(12)
  if (n != 1 || tags[0] != 0 || !mrs[0])
    return 4;
  ++calls[12];
  *out = make(from, data[0], sizes[0]);
  return 0;
}
static int iflush(void *comm, int n, void **data, int *sizes, void **mrs, void **out) {
  MAY_FAIL(13)
  if (n != 1 || !data[0] || !mrs[0])
    return 4;
  ++calls[13];
  *out = make(NULL, data[0], sizes[0]);
  return 0;
}
static int test(void *which, int *done, int *size) {
  MAY_FAIL(14)
  struct request *r = which;
  *done = 0;
  if (r->comm) {
    if (r->number != r->comm->first)
      return 0;
    const ssize_t got = recv(r->comm->fd, r->data, r->size, 0);
    if (got < 0)
      return errno == EAGAIN ? 0 : 2;
    ++r->comm->first;
    r->size = (int)got;
  }
  ++calls[14];
  *done = 1;
  *size = r->size;
  free(r);
  return 0;
}
static int close_(int slot, struct comm *comm) {
  ++calls[slot];
  close(comm->fd);
  free(comm);
  return 0;
}
static int close_send(void *comm) { return close_(15, comm); }
static int close_recv(void *comm) { return close_(16, comm); }
static int close_listen(void *comm) { return close_(17, comm); }
static int get_mr_key(void *mr, uint64_t *key) {
  ++calls[18];
  *key = 4711;
  return 0;
}
static int properties(int dev, void *out) { return 3; }

#ifdef V4
void *ncclNetPlugin_v4[16] = {"Fake", init, devices};
#endif
#ifdef V5
void *ncclNetPlugin_v5[21] = {"Fake", init, devices};
#endif
#ifdef V6
void *ncclNetPlugin_v6[22] = {
    "Fake", init, fini, devices, properties, listen_, connect_, accept_, reg_mr, NULL, dereg_mr, isend, irecv, iflush, test, close_send, close_recv, close_listen, get_mr_key,
};
#ifdef MISSING
__attribute__((constructor)) static void lose(void) { ncclNetPlugin_v6[MISSING] = NULL; }
#endif
#endif

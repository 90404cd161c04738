//===- ofi_net.c - A network plug-in over libfabric -----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ncclNetPlugin_v6 with the provider "tcp;ofi_rxm" on loopback: one endpoint of
// datagrams that arrive, each comm a tag of its own. Who connects tells that tag
// to the tag of the listener. At its end it says what went through.
//
// Its own words for the interface, so that ringc's are tested against others.
//
//===----------------------------------------------------------------------===//

#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_tagged.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OK = 0, SYSTEM = 2, INTERNAL = 3, ARGUMENT = 4 };

struct request {
  int done, error;
  size_t size;
};
struct comm {
  fi_addr_t peer;
  uint64_t tag;
  uint64_t hello; // of a listener: what came; of a sender: what goes
  struct request greeting;
  int posted;
};
struct handle {
  uint64_t tag;
  struct comm *pending;
  size_t size;
  char name[104];
};
_Static_assert(sizeof(struct handle) <= 128, "a handle of version 6");

static struct fi_info *info;
static struct fid_fabric *fabric;
static struct fid_domain *domain;
static struct fid_ep *endpoint;
static struct fid_cq *queue;
static struct fid_av *addresses;
static unsigned long sends, receives, bytes;

static int init(void (*say)(int, unsigned long, const char *, int, const char *, ...)) {
  struct fi_info *hints = fi_allocinfo();
  hints->caps = FI_TAGGED;
  hints->ep_attr->type = FI_EP_RDM;
  hints->fabric_attr->prov_name = strdup("tcp;ofi_rxm");
  const int found = fi_getinfo(FI_VERSION(1, 17), "127.0.0.1", NULL, FI_SOURCE, hints, &info);
  fi_freeinfo(hints);
  struct fi_cq_attr cq = {.format = FI_CQ_FORMAT_TAGGED};
  struct fi_av_attr av = {.type = FI_AV_TABLE};
  if (found || fi_fabric(info->fabric_attr, &fabric, NULL) || fi_domain(fabric, info, &domain, NULL) || fi_endpoint(domain, info, &endpoint, NULL) || fi_cq_open(domain, &cq, &queue, NULL) ||
      fi_av_open(domain, &av, &addresses, NULL) || fi_ep_bind(endpoint, &queue->fid, FI_TRANSMIT | FI_RECV) || fi_ep_bind(endpoint, &addresses->fid, 0) || fi_enable(endpoint))
    return SYSTEM;
  say(3, 1, __FILE__, __LINE__, "ofi: provider %s", info->fabric_attr->prov_name);
  return OK;
}

static int fini(void) {
  fprintf(stderr, "ofi: %s: %lu sends, %lu receives, %lu bytes\n", info->fabric_attr->prov_name, sends, receives, bytes);
  const int bad = fi_close(&endpoint->fid) || fi_close(&addresses->fid) || fi_close(&queue->fid) || fi_close(&domain->fid) || fi_close(&fabric->fid);
  fi_freeinfo(info);
  return bad ? SYSTEM : OK;
}

static int devices(int *count) {
  *count = 1;
  return OK;
}

static int properties(int device, void *out) {
  return INTERNAL; // nobody asks
}

/// Whatever has ended.
static int progress(void) {
  struct fi_cq_tagged_entry ended;
  for (;;) {
    const ssize_t count = fi_cq_read(queue, &ended, 1);
    if (count == -FI_EAGAIN)
      return OK;
    if (count == -FI_EAVAIL) {
      struct fi_cq_err_entry error = {0};
      if (fi_cq_readerr(queue, &error, 0) != 1)
        return INTERNAL;
      struct request *r = error.op_context;
      r->done = 1;
      r->error = error.err;
    } else if (count == 1) {
      struct request *r = ended.op_context;
      r->done = 1;
      if (ended.flags & FI_RECV)
        r->size = ended.len;
    } else
      return SYSTEM;
  }
}

static uint64_t new_tag(void) {
  static uint64_t count;
  return (uint64_t)getpid() << 20 | ++count;
}

static int listen_(int device, void *out, void **comm) {
  struct handle handle = {.tag = new_tag(), .size = sizeof(handle.name)};
  if (device != 0 || fi_getname(&endpoint->fid, handle.name, &handle.size))
    return SYSTEM;
  struct comm *listener = calloc(1, sizeof(*listener));
  listener->tag = handle.tag;
  memcpy(out, &handle, sizeof(handle));
  *comm = listener;
  return OK;
}

static int connect_(int device, void *in, void **out) {
  struct handle *handle = in;
  struct comm *comm = handle->pending;
  *out = NULL;
  if (!comm) {
    handle->pending = comm = calloc(1, sizeof(*comm));
    comm->hello = comm->tag = new_tag();
    if (fi_av_insert(addresses, handle->name, 1, &comm->peer, 0, NULL) != 1)
      return SYSTEM;
  }
  if (!comm->posted) {
    const ssize_t result = fi_tsend(endpoint, &comm->hello, sizeof(comm->hello), NULL, comm->peer, handle->tag, &comm->greeting);
    if (result && result != -FI_EAGAIN)
      return SYSTEM;
    comm->posted = result == 0;
  }
  if (progress())
    return SYSTEM;
  if (!comm->greeting.done)
    return OK;
  handle->pending = NULL;
  *out = comm;
  return comm->greeting.error ? SYSTEM : OK;
}

static int accept_(void *from, void **out) {
  struct comm *listener = from;
  *out = NULL;
  if (!listener->posted) {
    const ssize_t result = fi_trecv(endpoint, &listener->hello, sizeof(listener->hello), NULL, FI_ADDR_UNSPEC, listener->tag, 0, &listener->greeting);
    if (result && result != -FI_EAGAIN)
      return SYSTEM;
    listener->posted = result == 0;
  }
  if (progress())
    return SYSTEM;
  if (!listener->greeting.done)
    return OK;
  struct comm *comm = calloc(1, sizeof(*comm));
  comm->tag = listener->hello;
  *out = comm;
  const int error = listener->greeting.error;
  memset(&listener->greeting, 0, sizeof(listener->greeting));
  listener->posted = 0;
  return error ? SYSTEM : OK;
}

static int reg_mr(void *comm, void *data, size_t size, int kind, void **out) {
  static uint64_t key;
  return fi_mr_reg(domain, data, size, FI_SEND | FI_RECV, 0, ++key, 0, (struct fid_mr **)out, NULL) ? SYSTEM : OK;
}

static int dereg_mr(void *comm, void *mr) { return fi_close(&((struct fid_mr *)mr)->fid) ? SYSTEM : OK; }

static int get_mr_key(void *mr, uint64_t *key) {
  *key = fi_mr_key(mr);
  return *key == FI_KEY_NOTAVAIL ? SYSTEM : OK;
}

/// What a call that posts came to.
static int posted(ssize_t result, struct request *r, void **out) {
  *out = result ? NULL : r;
  if (result)
    free(r);
  return result && result != -FI_EAGAIN ? SYSTEM : progress();
}

static int isend(void *to, void *data, int size, int tag, void *mr, void **out) {
  struct comm *comm = to;
  if (tag != 0)
    return ARGUMENT;
  struct request *r = calloc(1, sizeof(*r));
  r->size = (size_t)size;
  const ssize_t result = fi_tsend(endpoint, data, r->size, fi_mr_desc(mr), comm->peer, comm->tag, r);
  if (result == 0) {
    ++sends;
    bytes += r->size;
  }
  return posted(result, r, out);
}

static int irecv(void *from, int count, void **data, int *sizes, int *tags, void **mrs, void **out) {
  struct comm *comm = from;
  if (count != 1 || tags[0] != 0)
    return ARGUMENT;
  struct request *r = calloc(1, sizeof(*r));
  const ssize_t result = fi_trecv(endpoint, data[0], (size_t)sizes[0], fi_mr_desc(mrs[0]), FI_ADDR_UNSPEC, comm->tag, 0, r);
  receives += result == 0;
  return posted(result, r, out);
}

static int iflush(void *from, int count, void **data, int *sizes, void **mrs, void **out) {
  struct request *r = calloc(1, sizeof(*r));
  r->done = 1;
  *out = r;
  return count == 1 ? OK : ARGUMENT;
}

static int test(void *request, int *done, int *size) {
  struct request *r = request;
  *done = 0;
  if (!r->done && progress())
    return SYSTEM;
  if (!r->done)
    return OK;
  if (r->error)
    return SYSTEM;
  *done = 1;
  *size = (int)r->size;
  free(r);
  return OK;
}

static int close_(void *comm) {
  free(comm);
  return OK;
}

static int close_listen(void *comm) {
  struct comm *listener = comm;
  if (listener->posted) {
    fi_cancel(&endpoint->fid, &listener->greeting);
    while (!listener->greeting.done)
      if (progress())
        return SYSTEM;
  }
  return close_(comm);
}

const struct {
  const char *name;
  void *calls[21];
} ncclNetPlugin_v6 = {"libfabric", {init, fini, devices, properties, listen_, connect_, accept_, reg_mr, NULL, dereg_mr, isend, irecv, iflush, test, close_, close_, close_listen, get_mr_key}};

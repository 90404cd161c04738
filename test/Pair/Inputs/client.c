//===- client.c - A program on the runtime pair ---------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// client FOLDER COMMAND...: loads FOLDER/libnrt.so.1 and does what the command
// says. Functions come from the tables that are generated from Symbols.td.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include "ringc-pair/abi.h"
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Everything that libnrt exports, by name; a null is a name that isn't there.
#define REVERSE(NAME, ...) static __typeof__(NAME) *p_##NAME;
#define PUBLIC(NAME, ...) static __typeof__(NAME) *p_##NAME;
#define ASYNC(NAME, ...) static __typeof__(NAME) *p_##NAME;
#include "ringc-pair/calls.inc"

static void *nrt;

static void die(const char *what) {
  fprintf(stderr, "client: %s\n", what);
  exit(3);
}

static void load(const char *folder) {
  char path[4096];
  snprintf(path, sizeof(path), "%s/libnrt.so.1", folder);
  nrt = dlopen(path, RTLD_NOW);
  if (!nrt)
    die(dlerror());
#define REVERSE(NAME, ...) p_##NAME = (__typeof__(p_##NAME))dlvsym(nrt, #NAME, "NRT_2.0.0");
#define PUBLIC(NAME, ...) p_##NAME = (__typeof__(p_##NAME))dlvsym(nrt, #NAME, "NRT_2.0.0");
#define ASYNC(NAME, ...) p_##NAME = (__typeof__(p_##NAME))dlvsym(nrt, #NAME, "NRT_3.0.0");
#include "ringc-pair/calls.inc"
}

static unsigned checks;
#define CHECK(X)                                                               \
  do {                                                                         \
    ++checks;                                                                  \
    if (!(X)) {                                                                \
      fprintf(stderr, "client.c:%d: not so: %s\n", __LINE__, #X);              \
      exit(4);                                                                 \
    }                                                                          \
  } while (0)

/// All answers of the callbacks, as JSON.
static void machine(void) {
  uint32_t vnc = 0, nc = 0, lnc = 0, visible = 0;
  nrt_instance_info_t info;
  nrt_version_t version;
  CHECK(p_nrt_get_total_vnc_count(&vnc) == NRT_SUCCESS);
  CHECK(p_nrt_get_total_nc_count(&nc) == NRT_SUCCESS);
  CHECK(p_nec_get_virtual_core_size(&lnc) == NRT_SUCCESS);
  CHECK(p_nrt_get_visible_vnc_count(&visible) == NRT_SUCCESS && visible == vnc);
  CHECK(p_nrt_get_visible_nc_count(&visible) == NRT_SUCCESS && visible == nc);
  CHECK(p_nrt_get_instance_info(&info, sizeof(info)) == NRT_SUCCESS);
  CHECK(p_nrt_get_version(&version, sizeof(version)) == NRT_SUCCESS);
  printf("{\"vnc\":%u,\"nc\":%u,\"lnc\":%u,\"family\":%u,\"size\":%u,\"arch\":\"%.16s\","
         "\"version\":[%" PRIu64 ",%" PRIu64 ",%" PRIu64 "],\"detail\":\"%s\",\"devices\":[",
         vnc, nc, lnc, info.family, info.size, info.arch_name, version.rt_major,
         version.rt_minor, version.rt_patch, version.rt_detail);
  int ids[512];
  const int count = p_nec_get_device_count(ids, 512);
  for (int i = 0; i < count; ++i) {
    uint32_t domain, bus;
    uint8_t slot, function;
    CHECK(p_nec_get_device_pci_bdf(ids[i], &domain, &bus, &slot, &function) == 0);
    CHECK(p_nec_is_mla_available(ids[0], ids[i]));
    const int rid = p_nec_mla_idx_to_rid(ids[0], ids[i]);
    CHECK(p_nec_rid_to_mla_idx(ids[0], rid) == ids[i]);
    printf("%s{\"id\":%d,\"bdf\":\"%04x:%02x:%02x.%x\",\"rid\":%d,\"peers\":[",
           i ? "," : "", ids[i], domain, bus, slot, function, rid);
    for (int port = 0; port < 16; ++port)
      printf("%s%d", port ? "," : "", p_nec_get_peer_mla_idx(ids[0], ids[i], port));
    printf("]}");
  }
  printf("],\"pod\":[");
  // [type][local node][remote node]: whether equal and unequal devices reach it.
  for (int type = 0; type < 3; ++type) {
    printf("%s[", type ? "," : "");
    for (uint32_t a = 0; a < 5; ++a)
      for (uint32_t b = 0; b < 5; ++b) {
        int same, other;
        CHECK(!p_nec_pod_node_can_access_peer_node((nec_pod_type_t)type, 0, a, 0, b, &same));
        CHECK(!p_nec_pod_node_can_access_peer_node((nec_pod_type_t)type, 0, a, 1, b, &other));
        printf("%s%d", a || b ? "," : "", same + 2 * other);
      }
    printf("]");
  }
  printf("],\"ring\":[");
  for (int node = 0; node < 4; ++node)
    for (uint32_t distance = 0; distance < 5; ++distance) {
      int peer = -1;
      const int status = p_nec_get_p2p_pod_peer_node((uint32_t)ids[0], node, distance, &peer);
      printf("%s%d", node || distance ? "," : "", status ? -1 : peer);
    }
  printf("]}\n");
}

/// What bad arguments get, and the rest of the callbacks.
static void edges(void) {
  int ids[512];
  const int count = p_nec_get_device_count(ids, 512);
  CHECK(count >= 2);
  int few[1] = {-7};
  CHECK(p_nec_get_device_count(few, 1) == count && few[0] == ids[0]);
  few[0] = -7;
  CHECK(p_nec_get_device_count(few, 0) == count && few[0] == -7);
  CHECK(p_nec_get_device_count(NULL, 8) == count);
  uint32_t domain = 77, bus;
  uint8_t slot, function;
  CHECK(p_nec_get_device_pci_bdf(999, &domain, &bus, &slot, &function) != 0 && domain == 77);
  CHECK(p_nec_get_device_pci_bdf(ids[0], NULL, &bus, &slot, &function) != 0);
  CHECK(p_nec_get_virtual_core_size(NULL) == NRT_INVALID);
  CHECK(p_nrt_get_total_vnc_count(NULL) == NRT_INVALID);
  CHECK(p_nrt_get_instance_info(NULL, 32) == NRT_INVALID);
  // A shorter record gets its part, a longer one no more than there is.
  nrt_instance_info_t info;
  memset(&info, 0xee, sizeof(info));
  CHECK(p_nrt_get_instance_info(&info, 4) == NRT_SUCCESS && info.size == 0xeeeeeeee);
  struct {
    nrt_version_t version;
    char after[64];
  } longer;
  memset(&longer, 0xee, sizeof(longer));
  CHECK(p_nrt_get_version(&longer.version, sizeof(longer)) == NRT_SUCCESS);
  CHECK(longer.after[0] == (char)0xee && strstr(longer.version.rt_detail, "emulated by ringc"));

  CHECK(!p_nec_is_mla_available(0, -1) && !p_nec_is_mla_available(0, 100000));
  CHECK(p_nec_mla_idx_to_rid(0, 999) == -4);
  CHECK(p_nec_rid_to_mla_idx(0, 999) == -3);
  CHECK(p_nec_get_peer_mla_idx(0, ids[0], -1) == -2 && p_nec_get_peer_mla_idx(0, ids[0], 99) == -2);

  // Maps: indices turned round, each device named by two cores.
  const int rid = p_nec_mla_idx_to_rid(ids[0], ids[0]);
  int mlas[4] = {0, 1, 0, 1}, hosts[4] = {ids[1], ids[0], ids[1], ids[0]};
  CHECK(p_nec_build_port_and_rid_map(ids[0], mlas, hosts, 4) == NRT_SUCCESS);
  CHECK(p_nec_mla_idx_to_rid(ids[0], 1) == rid && p_nec_rid_to_mla_idx(ids[0], rid) == 1);
  CHECK(!p_nec_is_mla_available(ids[0], 2) && p_nec_mla_idx_to_rid(ids[0], 2) == -4);
  for (int port = 0; port < 8; ++port) {
    const int peer = p_nec_get_peer_mla_idx(ids[0], 1, port);
    CHECK(peer == -2 || peer == 0); // only the other one is in the map
  }
  hosts[2] = ids[0];
  CHECK(p_nec_build_port_and_rid_map(ids[0], mlas, hosts, 4) == NRT_INVALID);
  hosts[2] = 999;
  CHECK(p_nec_build_port_and_rid_map(ids[0], mlas, hosts, 4) == NRT_INVALID);
  CHECK(p_nec_build_port_and_rid_map(999, mlas, hosts, 2) == NRT_INVALID);
  CHECK(p_nec_build_port_and_rid_map(ids[0], NULL, hosts, 2) == NRT_INVALID);
  CHECK(p_nec_build_port_and_rid_map(ids[0], mlas, hosts, -1) == NRT_INVALID);
  CHECK(p_nec_mla_idx_to_rid(ids[0], 1) == rid); // as it was

  int can = 7;
  CHECK(p_nec_pod_node_can_access_peer_node(NEC_POD_TYPE_P2P, 0, 0, 0, 0, NULL) == NRT_INVALID);
  CHECK(p_nec_pod_node_can_access_peer_node(NEC_POD_TYPE_P2P, 0, 9, 0, 0, &can) == NRT_SUCCESS && can == 0);

  uint32_t semaphore = 5;
  p_nec_inc_semaphore(&semaphore, 3);
  p_nec_inc_semaphore(&semaphore, 3);
  CHECK(semaphore == 11); // added, not stored
  p_nec_inc_semaphore(NULL, 3);

  int64_t counts[3] = {10, 20, 30}, offsets[3] = {0, 10, 30}, received[3] = {0};
  enc_host_mem_t mem = {counts, offsets, offsets, received};
  CHECK(p_nec_get_dynamic_send_size_bytes(&mem, 4, 1, 3) == 80);
  CHECK(p_nec_get_dynamic_send_offset_bytes(&mem, 4, 2, 3) == 120);
  CHECK(p_nec_get_dynamic_recv_offset_bytes(&mem, 2, 1, 3) == 20);
  CHECK(p_nec_get_dynamic_send_size_bytes(&mem, 4, 3, 3) == 0);
  CHECK(p_nec_get_dynamic_send_size_bytes(NULL, 4, 0, 3) == 0);
  p_nec_set_recv_size_bytes(&mem, 80, 4, 2, 3);
  CHECK(received[2] == 20);
  p_nec_set_recv_size_bytes(&mem, 80, 4, -1, 3);
  p_nec_set_recv_size_bytes(&mem, 80, 0, 0, 3);
  CHECK(received[0] == 0);
  p_nec_ndl_printk((char *)"text", 4, 1);

  // Each who asks may let it go.
  for (int k = 0; k < 3; ++k) {
    int err = 7;
    char why[32] = "";
    void *net = p_nrt_get_libnccl_net(&err, why, sizeof(why));
    CHECK(net ? err == 0 && !*why : err != 0 && *why && strlen(why) < sizeof(why));
    if (net) {
      dlsym(net, "ncclNetPlugin_v6");
      dlclose(net);
    }
    if ((net = p_nrt_get_libnccl_net(NULL, NULL, 0)))
      dlclose(net);
  }
}

static void tensors(void) {
  nrt_tensor_t *host = NULL, *device = NULL, *other = NULL, *empty = NULL;
  CHECK(p_nrt_tensor_allocate(NRT_TENSOR_PLACEMENT_HOST, -1, 64, "h", &host) == NRT_UNINITIALIZED && !host);
  CHECK(p_nrt_init(1, "", "") == NRT_SUCCESS);
  CHECK(p_nrt_init(1, "", "") == NRT_SUCCESS);
  CHECK(p_nrt_tensor_allocate(NRT_TENSOR_PLACEMENT_HOST, -1, 64, "h", &host) == NRT_SUCCESS);
  CHECK(p_nrt_tensor_allocate(NRT_TENSOR_PLACEMENT_DEVICE, 0, 64, NULL, &device) == NRT_SUCCESS);
  CHECK(p_nrt_tensor_allocate(NRT_TENSOR_PLACEMENT_DEVICE, 1, 64, "o", &other) == NRT_SUCCESS);
  CHECK(p_nrt_tensor_allocate(NRT_TENSOR_PLACEMENT_DEVICE, 4096, 64, "x", &empty) == NRT_INVALID && !empty);
  CHECK(p_nrt_tensor_allocate(NRT_TENSOR_PLACEMENT_DEVICE, -1, 64, "x", &empty) == NRT_INVALID);
  CHECK(p_nrt_tensor_allocate(9, 0, 64, "x", &empty) == NRT_INVALID);
  CHECK(p_nrt_tensor_allocate(NRT_TENSOR_PLACEMENT_HOST, -1, 0, "x", &empty) == NRT_INVALID);
  CHECK(p_nrt_tensor_allocate(NRT_TENSOR_PLACEMENT_HOST, -1, 64, "x", NULL) == NRT_INVALID);
  CHECK(p_nrt_tensor_get_size(host) == 64 && p_nrt_tensor_get_size(NULL) == 0);

  char text[64] = "the quick brown fox", back[64];
  CHECK(p_nrt_tensor_write(host, text, 0, 64) == NRT_SUCCESS);
  CHECK(p_nrt_tensor_copy(host, 4, device, 8, 16) == NRT_SUCCESS);
  CHECK(p_nrt_tensor_read(device, back, 8, 16) == NRT_SUCCESS && !memcmp(back, text + 4, 16));
  CHECK(p_nrt_tensor_copy(device, 0, other, 0, 8) == NRT_INVALID); // two cores
  CHECK(p_nrt_tensor_copy(device, 0, device, 4, 32) == NRT_SUCCESS); // overlaps
  CHECK(p_nrt_tensor_memset(device, 0, 0x5a, 64) == NRT_SUCCESS);
  CHECK(p_nrt_tensor_read(device, back, 63, 1) == NRT_SUCCESS && back[0] == 0x5a);
  // Past the end, also where the sum wraps round.
  CHECK(p_nrt_tensor_read(device, back, 60, 5) == NRT_INVALID);
  CHECK(p_nrt_tensor_write(device, text, 65, 0) == NRT_INVALID);
  CHECK(p_nrt_tensor_write(device, text, SIZE_MAX, 2) == NRT_INVALID);
  CHECK(p_nrt_tensor_memset(device, 1, 0, SIZE_MAX) == NRT_INVALID);
  CHECK(p_nrt_tensor_copy(host, 0, device, 60, 8) == NRT_INVALID);
  CHECK(p_nrt_tensor_read(NULL, back, 0, 1) == NRT_INVALID_HANDLE);
  CHECK(p_nrt_tensor_read(device, NULL, 0, 1) == NRT_INVALID);

  nrt_tensor_t *virtual = NULL;
  CHECK(p_nrt_tensor_allocate(NRT_TENSOR_PLACEMENT_VIRTUAL, -1, 128, "v", &virtual) == NRT_SUCCESS);
  CHECK(p_nrt_tensor_get_size(virtual) == 128 && p_nrt_tensor_read(virtual, back, 0, 1) == NRT_INVALID);
  p_nrt_tensor_free(&virtual);
  char own[32] = "mine";
  CHECK(p_nrt_tensor_allocate_empty("e", &empty) == NRT_SUCCESS && p_nrt_tensor_get_size(empty) == 0);
  CHECK(p_nrt_tensor_read(empty, back, 0, 0) == NRT_INVALID);
  CHECK(p_nrt_tensor_attach_buffer(empty, own, sizeof(own)) == NRT_SUCCESS);
  CHECK(p_nrt_tensor_write(empty, "your", 0, 4) == NRT_SUCCESS && !strcmp(own, "your"));
  CHECK(p_nrt_tensor_attach_buffer(device, own, 4) == NRT_INVALID);
  CHECK(p_nrt_tensor_attach_buffer(host, own, sizeof(own)) == NRT_SUCCESS && p_nrt_tensor_get_size(host) == 32);

  // Sequences: by unit, by core and queue.
  nrta_seq_t seq = 0, last = 0;
  nrta_error_t err = 99;
  bool done = false;
  CHECK(p_nrta_tensor_write(device, text, 0, 8, 2, &err, &seq) == NRT_SUCCESS && err == 0);
  CHECK(seq >> 48 == NRTA_XU_TENSOR_WRITE && (seq & 0xffffffffffff) == 1);
  CHECK(p_nrta_get_sequence(0, NRTA_XU_TENSOR_WRITE, 2, &last) == NRT_SUCCESS && last == seq);
  CHECK(p_nrta_get_sequence(1, NRTA_XU_TENSOR_WRITE, 2, &last) == NRT_SUCCESS && (last & 0xffff) == 0);
  CHECK(p_nrta_is_completed(seq, &done) == NRT_SUCCESS && done);
  CHECK(p_nrta_is_completed(seq + 1, &done) == NRT_INVALID && !done);
  CHECK(p_nrta_is_completed((nrta_seq_t)9 << 48, &done) == NRT_INVALID);
  CHECK(p_nrta_tensor_read(back, device, 0, 8, 0, NULL, NULL) == NRT_SUCCESS && !memcmp(back, text, 8));
  CHECK(p_nrta_tensor_copy(device, 0, other, 0, 8, 0, &err, &seq) == NRT_INVALID && err == NRT_INVALID);
  CHECK(p_nrta_tensor_write(device, text, 0, 8, 16, &err, &seq) == NRT_INVALID);
  CHECK(p_nrta_tensor_write(NULL, text, 0, 8, 0, &err, &seq) == NRT_INVALID_HANDLE);
  CHECK(p_nrta_get_sequence(4096, NRTA_XU_TENSOR_WRITE, 0, &last) == NRT_INVALID);

  p_nrt_tensor_free(&host);
  p_nrt_tensor_free(&device);
  p_nrt_tensor_free(&other);
  p_nrt_tensor_free(&empty);
  CHECK(!host && !device);
  p_nrt_tensor_free(&host);
  p_nrt_tensor_free(NULL);
  p_nrt_close();
  p_nrt_close();
}

/// How many files called so are mapped.
static unsigned mapped(const char *name) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[4096], seen[4096] = "";
  unsigned count = 0;
  while (fgets(line, sizeof(line), maps)) {
    char *path = strchr(line, '/');
    if (!path || !strstr(path, name) || strcmp(seen, path) == 0)
      continue;
    strcpy(seen, path);
    ++count;
  }
  fclose(maps);
  return count;
}

/// nrt_init, then every trampoline three times, as a libnrt that exports them shows.
static void skew(void) {
  printf("init %d\n", p_nrt_init(1, "", ""));
  printf("libnccom %u\n", mapped("libnccom.so"));
  fflush(stdout);
  for (int round = 0; round < 3; ++round) {
#define PROBE(INDEX, NAME, TRAMPOLINE, RESULT, PARAMETERS, ARGUMENTS, POINTERS, ZEROS)          \
  {                                                                                             \
    __typeof__(NAME) *call = (__typeof__(NAME) *)dlsym(nrt, #TRAMPOLINE);                       \
    nec_version_info_t version;                                                                 \
    memset(&version, 0xee, sizeof(version));                                                    \
    printf(#TRAMPOLINE " %d", (int)call(&version, sizeof(version)));                            \
    printf(" %" PRIu64 "\n", version.compatibility_version);                                    \
  }
#define FORWARD(INDEX, NAME, TRAMPOLINE, RESULT, PARAMETERS, ARGUMENTS, POINTERS, ZEROS)        \
  {                                                                                             \
    __typeof__(NAME) *call = (__typeof__(NAME) *)dlsym(nrt, #TRAMPOLINE);                       \
    if (!call)                                                                                  \
      die("no " #TRAMPOLINE);                                                                   \
    printf(#TRAMPOLINE " %d\n", (int)call ZEROS);                                               \
  }
#include "ringc-pair/calls.inc"
  }
  p_nrt_close();
  printf("after nrt_close %u\n", mapped("libnccom.so"));
  printf("again %d\n", p_nrt_init(1, "", ""));
  p_nrt_close();
}

/// What libnccom's own entry points answer: with nulls, then with something.
static void calls(const char *folder) {
  char path[4096], memory[4096] = "";
  snprintf(path, sizeof(path), "%s/libnccom.so.2", folder);
  void *nccom = dlopen(path, RTLD_NOW);
  if (!nccom)
    die(dlerror());
#define PROBE(...)
#define FORWARD(INDEX, NAME, TRAMPOLINE, RESULT, PARAMETERS, ARGUMENTS, POINTERS, ZEROS)        \
  {                                                                                             \
    __typeof__(NAME) *call = (__typeof__(NAME) *)dlsym(nccom, #NAME);                           \
    if (!call)                                                                                  \
      die("no " #NAME);                                                                         \
    printf(#NAME " %d\n", (int)call ZEROS);                                                     \
  }
#include "ringc-pair/calls.inc"
#define CALL(NAME, ...)                                                                         \
  printf("given " #NAME " %d\n", (int)((__typeof__(NAME) *)dlsym(nccom, #NAME))(__VA_ARGS__));
  enc_neuron_device_info_t device = {0};
  void *comm = NULL;
  CALL(neuronGetUniqueId, memory, 2, "hint")
  CALL(neuronGetUniqueId, memory, -2, "hint")
  CALL(neuronInitGlobalComm, 0, 2, &device, NULL, &comm, NULL)
  CALL(neuronInitGlobalComm, 2, 2, &device, NULL, &comm, NULL)
  CALL(neuronInitComm, &comm, 1, memory, 0, &device, false)
  CALL(neuronFreeComm, comm)
  CALL(neuronInitComm, &comm, 4, memory, -1, &device, false)
  CALL(neuronStartNetworkProxy, memory, 0, 0, NULL, 0, NULL, 0, NULL, 0)
  CALL(neuronStartNetworkProxy, memory, 0, 0, NULL, 2, NULL, 0, NULL, 0)
  CALL(neuronInitNet, NULL)
  CALL(neuronNetConnect, -5, memory, &comm)
  CALL(neuronNetIsend, memory, memory, -1, memory, &comm)
  CALL(neuronExpandConnectivity, memory, (enc_net_connectivity_t)77)
  CALL(neuronBootstrapSend, memory, -3, memory, 1, NULL)
  // The probe writes what the caller has room for.
  __typeof__(neuronGetVersionInfo) *probe = (__typeof__(probe))dlsym(nccom, "neuronGetVersionInfo");
  for (size_t room = 0; room <= sizeof(nec_version_info_t); room += 8) {
    nec_version_info_t version;
    memset(&version, 0xee, sizeof(version));
    CHECK(probe(&version, room) == NRT_SUCCESS);
    for (size_t i = room; i < sizeof(version); ++i)
      CHECK(((unsigned char *)&version)[i] == 0xee);
    CHECK((version.compatibility_version == 89) == (room == sizeof(version)));
  }
  CHECK(probe(NULL, 56) != NRT_SUCCESS);
}

/// Loads one after the other, starts and ends, and lets go.
static void lifecycle(const char *folder, const char *order, int times) {
  const char *const names[] = {"libnrt.so.1", "libnccom.so.2"};
  const int first = strcmp(order, "nccom-first") == 0;
  for (int i = 0; i < times; ++i) {
    char path[4096];
    void *handles[2];
    for (int k = 0; k < 2; ++k) {
      snprintf(path, sizeof(path), "%s/%s", folder, names[(first + k) % 2]);
      handles[k] = dlopen(path, RTLD_NOW);
      if (!handles[k])
        die(dlerror());
    }
    CHECK(mapped("libnrt.so") == 1 && mapped("libnccom.so") == 1);
    void *own = handles[first];
    __typeof__(nrt_init) *init = (__typeof__(init))dlsym(own, "nrt_init");
    __typeof__(nrt_close) *end = (__typeof__(end))dlsym(own, "nrt_close");
    for (int k = 0; k < 3; ++k) {
      CHECK(init(1, "", "") == NRT_SUCCESS);
      end();
    }
    dlclose(handles[i % 2]);
    dlclose(handles[1 - i % 2]);
    CHECK(mapped("libnrt.so") == 0 && mapped("libnccom.so") == 0);
  }
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  const char *folder = argv[1], *command = argv[2];
  if (!strcmp(command, "lifecycle")) {
    lifecycle(folder, argv[3], atoi(argv[4]));
    printf("%u checks\n", checks);
    return 0;
  }
  load(folder);
  if (!strcmp(command, "machine"))
    machine();
  else if (!strcmp(command, "edges"))
    edges();
  else if (!strcmp(command, "tensors"))
    tensors();
  else if (!strcmp(command, "skew"))
    skew();
  else if (!strcmp(command, "calls"))
    calls(folder);
  else
    return 2;
  fprintf(stderr, "%u checks hold\n", checks);
  return 0;
}

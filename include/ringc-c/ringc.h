/*===- ringc.h - ringc from C -------------------------------------*- C -*-===*\
|*                                                                            *|
|* Part of ringc, under the Apache License v2.0 with LLVM Exceptions.         *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* From topologies in memory to rings and NICs in memory: no file, no         *|
|* environment and no output of the library's own, and nothing shared by two  *|
|* compilations, which may run in two threads. One compilation is for one     *|
|* thread at a time. Built-in passes only. If memory runs out the process     *|
|* ends, as with any program of LLVM's.                                       *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef RINGC_C_RINGC_H
#define RINGC_C_RINGC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RINGC_API __attribute__((visibility("default")))

/** One server: system XML, or a whole fabric as text IR or wiring blob. */
typedef struct {
  const char *name; /**< in messages; may be null */
  const char *data;
  size_t size; /**< bytes */
} ringc_input;

/** Zero stands for the default. Fields are only ever added at the end. */
typedef struct {
  size_t struct_size;   /**< sizeof(ringc_options): which fields there are */
  const char *profile;  /**< as -profile */
  const char *passes;   /**< as -passes */
  const char *platform; /**< as -platform; then there are no inputs */
  const ringc_input *graph; /**< as -graph */
  uint32_t nodes;           /**< as -nodes */
  uint32_t threads;         /**< as -j */
} ringc_options;

/** What a compilation came to: rings, or messages why not. */
typedef struct ringc_compilation ringc_compilation;

/** The version, `0.1.0`. */
RINGC_API const char *ringc_version(void);

/** Compiles `num_inputs` servers. `options` may be null. Inputs are copied.
   Never null; to be freed. */
RINGC_API ringc_compilation *ringc_compile(const ringc_options *options,
                                           const ringc_input *inputs,
                                           size_t num_inputs);
RINGC_API void ringc_free(ringc_compilation *c);

/** 1 if there are rings, else 0; then the functions below find nothing. */
RINGC_API int ringc_ok(const ringc_compilation *c);
/** All messages, warnings included, as the command prints them. Valid until the
    next ringc_emit. */
RINGC_API const char *ringc_messages(const ringc_compilation *c);

/** 0 without rings. */
RINGC_API uint32_t ringc_num_nodes(const ringc_compilation *c);
RINGC_API uint32_t ringc_num_ranks(const ringc_compilation *c);
RINGC_API uint32_t ringc_num_channels(const ringc_compilation *c);

/** Writes the ranks of `channel` in ring order from rank 0 to `order`, room for
    ringc_num_ranks. 0; -1 without such a channel. */
RINGC_API int ringc_ring(const ringc_compilation *c, uint32_t channel,
                         uint32_t *order);
/** The ranks before and after `rank`. 0; -1 without such a channel or rank. */
RINGC_API int ringc_neighbours(const ringc_compilation *c, uint32_t channel,
                               uint32_t rank, uint32_t *prev, uint32_t *next);
/** The device numbers of the NICs by which `channel` enters and leaves `node`.
   0; -1 without such a channel or node, and with one node, which needs no NIC.
 */
RINGC_API int ringc_nets(const ringc_compilation *c, uint32_t channel,
                         uint32_t node, int32_t *recv_net, int32_t *send_net);

/** Writes the fabric as a kind of output: `json`, `wiring`, `topology`, ...;
   `rank` is -1 or that of the view. Bytes valid until the next ringc_emit,
   followed by a 0 that `size` (may be null) doesn't count. Null after an error,
   whose message is added to ringc_messages. */
RINGC_API const char *ringc_emit(ringc_compilation *c, const char *kind,
                                 int64_t rank, size_t *size);

#ifdef __cplusplus
}
#endif

#endif /* RINGC_C_RINGC_H */

//===- Tensor.cpp - Memory of the emulated devices ------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every access is within the tensor, or refused. Device memory is zero at first
// (design).
//
//===----------------------------------------------------------------------===//

#include "Tensor.h"
#include "Machine.h"
#include "Runtime.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace ringc::runtime;

/// Whether \p Size bytes from \p Offset on are in \p T.
static bool covers(const nrt_tensor_t &T, uint64_t Offset, uint64_t Size) {
  return T.Data && Offset <= T.Size && Size <= T.Size - Offset;
}

static NRT_STATUS make(int Placement, int Core, size_t Size, const char *Name,
                       nrt_tensor_t **Out) {
  auto *T = static_cast<nrt_tensor_t *>(calloc(1, sizeof(nrt_tensor_t)));
  const bool HasMemory = Size && Placement != NRT_TENSOR_PLACEMENT_VIRTUAL;
  char *Data = HasMemory ? static_cast<char *>(calloc(1, Size)) : nullptr;
  if (!T || (HasMemory && !Data)) {
    free(T);
    free(Data);
    return Placement == NRT_TENSOR_PLACEMENT_DEVICE ? NRT_RESOURCE
                                                    : NRT_FAIL_HOST_MEM_ALLOC;
  }
  T->Placement = Placement;
  T->Core = Core;
  T->Data = Data;
  T->Size = Size;
  T->OwnsData = Data != nullptr;
  snprintf(T->Name, sizeof(T->Name), "%s", Name ? Name : "");
  *Out = T;
  return NRT_SUCCESS;
}

static void dropData(nrt_tensor_t &T) {
  if (T.OwnsData)
    free(T.Data);
  T.Data = nullptr;
  T.Size = 0;
  T.OwnsData = false;
}

extern "C" {

NRT_STATUS nrt_tensor_allocate(int Placement, int Core, size_t Size,
                               const char *Name, nrt_tensor_t **Out) {
  if (!Out)
    return NRT_INVALID;
  *Out = nullptr;
  if (!isInitialised())
    return NRT_UNINITIALIZED;
  if (!Size)
    return NRT_INVALID;
  switch (Placement) {
  case NRT_TENSOR_PLACEMENT_DEVICE:
    if (Core < 0 || uint32_t(Core) >= ownServer().NumLogical)
      return NRT_INVALID;
    return make(Placement, Core, Size, Name, Out);
  case NRT_TENSOR_PLACEMENT_HOST:
    return make(Placement, -1, Size, Name, Out);
  case NRT_TENSOR_PLACEMENT_VIRTUAL:
    // Has no memory until a buffer is attached.
    return make(Placement, -1, Size, Name, Out);
  }
  return NRT_INVALID;
}

NRT_STATUS nrt_tensor_allocate_empty(const char *Name, nrt_tensor_t **Out) {
  if (!Out)
    return NRT_INVALID;
  *Out = nullptr;
  if (!isInitialised())
    return NRT_UNINITIALIZED;
  return make(NRT_TENSOR_PLACEMENT_HOST, -1, 0, Name, Out);
}

NRT_STATUS nrt_tensor_attach_buffer(nrt_tensor_t *T, void *Buffer,
                                    size_t Size) {
  if (!T)
    return NRT_INVALID_HANDLE;
  if (!Buffer || !Size || T->Placement == NRT_TENSOR_PLACEMENT_DEVICE)
    return NRT_INVALID;
  dropData(*T);
  T->Data = static_cast<char *>(Buffer);
  T->Size = Size;
  return NRT_SUCCESS;
}

void nrt_tensor_free(nrt_tensor_t **T) {
  if (!T || !*T)
    return;
  dropData(**T);
  free(*T);
  *T = nullptr;
}

NRT_STATUS nrt_tensor_read(const nrt_tensor_t *T, void *Buffer, size_t Offset,
                           size_t Size) {
  if (!T)
    return NRT_INVALID_HANDLE;
  if (!Buffer || !covers(*T, Offset, Size))
    return NRT_INVALID;
  memcpy(Buffer, T->Data + Offset, Size);
  return NRT_SUCCESS;
}

NRT_STATUS nrt_tensor_write(nrt_tensor_t *T, const void *Buffer, size_t Offset,
                            size_t Size) {
  if (!T)
    return NRT_INVALID_HANDLE;
  if (!Buffer || !covers(*T, Offset, Size))
    return NRT_INVALID;
  memcpy(T->Data + Offset, Buffer, Size);
  return NRT_SUCCESS;
}

NRT_STATUS nrt_tensor_copy(const nrt_tensor_t *From, size_t FromOffset,
                           nrt_tensor_t *To, size_t ToOffset, size_t Size) {
  if (!From || !To)
    return NRT_INVALID_HANDLE;
  // No path between cores is modelled.
  if (From->Core >= 0 && To->Core >= 0 && From->Core != To->Core)
    return NRT_INVALID;
  if (!covers(*From, FromOffset, Size) || !covers(*To, ToOffset, Size))
    return NRT_INVALID;
  memmove(To->Data + ToOffset, From->Data + FromOffset, Size);
  return NRT_SUCCESS;
}

size_t nrt_tensor_get_size(const nrt_tensor_t *T) { return T ? T->Size : 0; }

NRT_STATUS nrt_tensor_memset(nrt_tensor_t *T, uint64_t Offset, int Value,
                             size_t Size) {
  if (!T)
    return NRT_INVALID_HANDLE;
  if (!covers(*T, Offset, Size))
    return NRT_INVALID;
  memset(T->Data + Offset, Value, Size);
  return NRT_SUCCESS;
}

} // extern "C"

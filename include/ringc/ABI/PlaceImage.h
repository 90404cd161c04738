//===- PlaceImage.h - Where libnccom's ranks and NICs are -------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ringc links into libnccom.so.2 beside the wiring blob: which core of
// which device each rank is, which NIC is near it, and the cycles of devices.
// Tables one after another, as in MachineImage.h; only the ringc that made a
// libnccom ever reads it.
//
// Plain C++: the compiler writes it, the runtime reads it in place.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_ABI_PLACEIMAGE_H
#define RINGC_ABI_PLACEIMAGE_H

#include <cstdint>

namespace ringc {

struct PlaceHeader {
  uint32_t Servers, Cores, Nics, Cycles; ///< where the tables begin, in bytes
  uint32_t ReversesSecondHalf;           ///< 1: the doubled half runs backwards
};
static_assert(sizeof(PlaceHeader) == 20);

/// A distinct server, as in the wiring blob.
struct PlaceServer {
  uint32_t FirstCore, NumCores; ///< its ranks, by local rank
  uint32_t FirstNic, NumNics;
  uint32_t FirstCycle; ///< of NumCycles x CycleSize device numbers
  uint32_t NumCycles;  ///< of devices
  uint32_t CycleSize;
};
static_assert(sizeof(PlaceServer) == 28);

/// A rank: one logical core, or a GPU.
struct CoreImage {
  int32_t Device; ///< as the host numbers it: DeviceImage::Id
  int32_t Core;   ///< its place among its device's cores
  int32_t Rid;    ///< of its device, inside the server
  int32_t Nic;    ///< place among the server's NICs of the nearest; -1: none
};
static_assert(sizeof(CoreImage) == 16);

struct NicImage {
  int32_t Id; ///< device number
  uint32_t Domain, Bus;
  uint8_t Slot, Function;
  uint16_t HasBusId; ///< 0: it has no PCI device
};
static_assert(sizeof(NicImage) == 16);

} // namespace ringc

#endif // RINGC_ABI_PLACEIMAGE_H

//===- Machine.h - The emulated machine -------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine image that ringc linked into this library, and which of its
// servers this process is on: RINGC_VIRTUAL_SERVER_ID, by default 0.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NRT_MACHINE_H
#define RINGC_LIB_RUNTIME_NRT_MACHINE_H

#include "ringc/ABI/MachineImage.h"
#include <span>

namespace ringc::runtime {

const MachineHeader &machine();

/// The node that this process is on; -1 if the variable names none, which is
/// logged. Read when it is first asked for, and again by nrt_init.
int ownNode();
/// Lets the variable be read again.
void forgetOwnNode();
/// Its server; one without devices if there is none.
const ServerImage &ownServer();
/// The first routing id of its server in its rack; 0 without racks.
int firstRid();
/// The devices of \p S, by host id, rising.
std::span<const DeviceImage> devicesOf(const ServerImage &S);
/// The device of this process's server with host id \p Id, or null.
const DeviceImage *findDevice(int Id);
std::span<const PortImage> portsOf(const DeviceImage &D);

/// Most logical cores of a server: ringc compiles no larger one
/// (MaxLocalRanks).
constexpr unsigned MaxCores = 256;

/// Where a logical core is.
struct CorePlace {
  const DeviceImage *Device; ///< null: there is no such core
  unsigned Core;             ///< its place among its device's
};
/// Of logical core \p Core of this process's server: they are numbered by
/// device, rising, and on a device by place.
CorePlace placeOfCore(unsigned Core);

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NRT_MACHINE_H

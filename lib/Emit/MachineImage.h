//===- MachineImage.h - What libnrt will answer from ------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_EMIT_MACHINEIMAGE_H
#define RINGC_LIB_EMIT_MACHINEIMAGE_H

#include "ringc/IR/Fabric.h"
#include <string>

namespace ringc {

/// The servers of \p F as ringc/ABI/MachineImage.h lays them out. Needs system.
std::string machineImage(const Fabric &F);

/// Which core of which device a GPU of a system is, as the machine image
/// numbers them.
struct CorePlace {
  unsigned Gpu; ///< index in the system
  int Device, Core, Rid;
};
/// Of all GPUs of \p S, a server of \p F.
std::vector<CorePlace> corePlaces(const Fabric &F, const Server &S);

} // namespace ringc

#endif // RINGC_LIB_EMIT_MACHINEIMAGE_H

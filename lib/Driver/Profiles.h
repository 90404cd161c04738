//===- Profiles.h - Which profile a run follows -----------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_DRIVER_PROFILES_H
#define RINGC_LIB_DRIVER_PROFILES_H

#include "Plan.h"

namespace ringc {

/// The profile for XML inputs \p Files: the one of -profile; else the one their
/// roots carry, who must agree; else nccl-2.10.3. Null after an error.
const Profile *chooseProfile(const Plan &P, llvm::ArrayRef<uint32_t> Files,
                             DiagnosticEngine &Diags);

} // namespace ringc

#endif // RINGC_LIB_DRIVER_PROFILES_H

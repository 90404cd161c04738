//===- Agree.h - Whether all ranks go on ------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nobody goes on alone: a problem that one rank has is told to all.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NCCOM_AGREE_H
#define RINGC_LIB_RUNTIME_NCCOM_AGREE_H

#include "Comm.h"

namespace ringc::runtime {

/// Called by all ranks: \p Own, or else another's problem, or else that a rank
/// has another \p Sum than rank 0, which \p Differs says behind its name.
Problem agree(Comm &C, const Problem &Own, uint64_t Sum, const char *Differs);

/// Without waiting, before one agrees: the problem of the rank before, if it
/// has told of one, or that a neighbour is gone. Then it's time to agree.
Problem hearAhead(const Comm &C);

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NCCOM_AGREE_H

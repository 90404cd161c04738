//===- GlobalComm.h - The communicator of all ranks -------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NRT_GLOBALCOMM_H
#define RINGC_LIB_RUNTIME_NRT_GLOBALCOMM_H

namespace ringc::runtime {

/// Lets calls make communicators. libnccom's functions are there, or why not.
void openGlobalComms();
/// Lets no call make one any more, waits for those under way, each of whose
/// waits ends after NEURON_CCOM_SOCK_TIMEOUT, and frees all communicators and
/// the network that they chose. False if another nrt_close did or does that.
bool closeGlobalComms();

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NRT_GLOBALCOMM_H

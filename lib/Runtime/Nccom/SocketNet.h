//===- SocketNet.h - A network of sockets -----------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is used where no plug-in comes up, with a plug-in's interface.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NCCOM_SOCKETNET_H
#define RINGC_LIB_RUNTIME_NCCOM_SOCKETNET_H

#include "Net.h"

namespace ringc::runtime {

/// One device. Remote access, and registration by descriptor, are null.
extern const NetPluginV6 SocketNet;

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NCCOM_SOCKETNET_H

//===- NetPlugin.h - The network plug-in ------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NRT_NETPLUGIN_H
#define RINGC_LIB_RUNTIME_NRT_NETPLUGIN_H

namespace ringc::runtime {

/// Looks for libnccom-net.so, if nobody has; it is no failure if there is none.
void openNetPlugin();
/// Lets it go.
void closeNetPlugin();

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NRT_NETPLUGIN_H

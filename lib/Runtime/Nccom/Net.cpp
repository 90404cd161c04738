//===- Net.cpp - The network that libnccom uses ---------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plug-in that libnrt found, if it has ncclNetPlugin_v6 and that comes up,
// else sockets: the order of the steps and the texts are the real library's
// [reference/abi.md section 5, confirmed]. It lets the plug-in go where the
// symbol is missing; here libnrt does, whose handle it is.
//
//===----------------------------------------------------------------------===//

#include "Net.h"
#include "../Support/Log.h"
#include "SocketNet.h"
#include "ringc-pair/abi.h"
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/utsname.h>

using namespace ringc::runtime;

static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;
/// Null: to be chosen. Changes under the lock, is read without.
static std::atomic<const NetPluginV6 *> Chosen;
static void *Handle;   ///< of the plug-in in use
static unsigned Holds; ///< that keep it from being ended; under the lock

static void releasePlugin() {
  if (Handle)
    dlclose(Handle);
  Handle = nullptr;
}

/// Passes on what a plug-in says.
static void logOfPlugin(int Level, unsigned long, const char *, int,
                        const char *Format, ...) {
  constexpr int Warning = 2;
  char Text[768];
  va_list Args;
  va_start(Args, Format);
  vsnprintf(Text, sizeof(Text), Format, Args);
  va_end(Args);
  log(Level <= Warning ? LogLevel::Warn : LogLevel::Info, "%s", Text);
}

/// Whether memory that a NIC uses survives a fork: older kernels need to be
/// told that a program can do with that.
static bool isForkSafe() {
  utsname Kernel;
  int Major = 0, Minor = 0;
  if (uname(&Kernel) || sscanf(Kernel.release, "%d.%d", &Major, &Minor) != 2)
    return true;
  constexpr int SafeMajor = 5, SafeMinor = 14;
  if (Major > SafeMajor || (Major == SafeMajor && Minor >= SafeMinor) ||
      getenv("FI_EFA_FORK_SAFE"))
    return true;
  RINGC_WARN("Linux kernel %d.%d requires setting FI_EFA_FORK_SAFE=1 "
             "environment variable.  Multi-node support will be disabled.",
             Major, Minor);
  return false;
}

/// Whether all that has no substitute here is there; keys, registration by
/// descriptor and remote access may be missing.
static bool isComplete(const NetPluginV6 &P) {
  return P.init && P.devices && P.getProperties && P.listen && P.connect &&
         P.accept && P.regMr && P.deregMr && P.isend && P.irecv && P.iflush &&
         P.test && P.closeSend && P.closeRecv && P.closeListen;
}

/// A plug-in that is up, or null after saying why not.
static const NetPluginV6 *startPlugin() {
  if (!isForkSafe())
    return nullptr;
  int Err = 0;
  char Why[512];
  Handle = nrt_get_libnccl_net(&Err, Why, sizeof(Why));
  if (!Handle) {
    RINGC_WARN("NET/Plugin: libnccom-net.so load returned %d", Err);
    return nullptr;
  }
  const auto *Found =
      static_cast<const NetPluginV6 *>(dlsym(Handle, "ncclNetPlugin_v6"));
  if (!Found) {
    RINGC_WARN("Failed to find ncclNetPlugin_v6 symbol.");
    return nullptr;
  }
  int Devices = 0;
  if (isComplete(*Found) && Found->init(logOfPlugin) == 0 &&
      Found->devices(&Devices) == 0 && Devices > 0)
    return Found;
  RINGC_WARN("OFI plugin initNet() failed is EFA enabled?");
  return nullptr;
}

/// The network in use, under the lock.
static const NetPluginV6 &chosen() {
  const NetPluginV6 *Now = Chosen.load(std::memory_order_relaxed);
  if (!Now) {
    Now = startPlugin();
    if (!Now) {
      releasePlugin();
      Now = &SocketNet;
    }
    RINGC_INFO("Using network %s", Now->name ? Now->name : "?");
    Chosen.store(Now, std::memory_order_release);
  }
  return *Now;
}

const NetPluginV6 &ringc::runtime::network() {
  if (const NetPluginV6 *Now = Chosen.load(std::memory_order_acquire))
    return *Now;
  pthread_mutex_lock(&Lock);
  const NetPluginV6 &Now = chosen();
  pthread_mutex_unlock(&Lock);
  return Now;
}

/// The network in use, held.
static const NetPluginV6 &hold() {
  pthread_mutex_lock(&Lock);
  ++Holds;
  const NetPluginV6 &Now = chosen();
  pthread_mutex_unlock(&Lock);
  return Now;
}

NetworkHold::NetworkHold() : Net(hold()) {}

NetworkHold::~NetworkHold() {
  pthread_mutex_lock(&Lock);
  --Holds;
  pthread_mutex_unlock(&Lock);
}

static const char *textOf(int Result) {
  switch (Result) {
  case NetSystemError:
    return "a call of the system failed";
  case NetInternalError:
    return "internal error";
  case NetInvalidArgument:
    return "invalid argument";
  default:
    return "failed";
  }
}

Problem ringc::runtime::netProblem(const NetPluginV6 &Net, int Result) {
  if (Result == NetSuccess)
    return {};
  return std::string("network ") + (Net.name ? Net.name : "?") + ": " +
         textOf(Result) + " (" + std::to_string(Result) + ")";
}

void *ringc::runtime::networkHandle() {
  pthread_mutex_lock(&Lock);
  void *const Now = Handle;
  pthread_mutex_unlock(&Lock);
  return Now;
}

extern "C" {

NRT_STATUS neuronInitNet(char *) {
  network();
  return NRT_SUCCESS;
}

NRT_STATUS neuronFiniPlugin(void) {
  pthread_mutex_lock(&Lock);
  if (const unsigned Still = Holds) {
    pthread_mutex_unlock(&Lock);
    RINGC_WARN("neuronFiniPlugin: %u communicators are connected over the "
               "network",
               Still);
    return NRT_INVALID;
  }
  const NetPluginV6 *Now = Chosen.load(std::memory_order_relaxed);
  const int Result = Now && Now->fini ? Now->fini() : NetSuccess;
  releasePlugin();
  Chosen.store(nullptr, std::memory_order_release);
  pthread_mutex_unlock(&Lock);
  if (Result)
    RINGC_WARN("neuronFiniPlugin: the network's end returned %d", Result);
  return Result ? NRT_FAILURE : NRT_SUCCESS;
}

} // extern "C"

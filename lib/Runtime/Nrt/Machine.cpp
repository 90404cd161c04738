//===- Machine.cpp - The emulated machine ---------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The image is read in place: ringc wrote it, so nothing is checked.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "../Support/Log.h"
#include <cstdlib>

using namespace ringc;

/// In the payload object.
extern "C" [[gnu::visibility("hidden")]] const MachineHeader ringc_machine;

template <typename T>
static std::span<const T> table(uint32_t Place, uint32_t First, uint32_t Size) {
  const char *Base = reinterpret_cast<const char *>(&ringc_machine) + Place;
  return {reinterpret_cast<const T *>(Base) + First, Size};
}

const MachineHeader &runtime::machine() { return ringc_machine; }

/// What ownNode() found; Unknown: nobody asked yet.
static constexpr int Unknown = -2;
static int Own = Unknown;

/// The number that \p Text is, or -1.
static int numberOf(const char *Text) {
  long Number = 0;
  for (const char *C = Text; *C; ++C) {
    if (*C < '0' || *C > '9' || Number > long(runtime::machine().NumNodes))
      return -1;
    Number = 10 * Number + (*C - '0');
  }
  return Number < long(runtime::machine().NumNodes) ? int(Number) : -1;
}

static int readOwnNode() {
  const char *Text = getenv("RINGC_VIRTUAL_SERVER_ID");
  if (!Text || !*Text)
    return 0;
  if (const int Node = numberOf(Text); Node >= 0)
    return Node;
  RINGC_WARN("RINGC_VIRTUAL_SERVER_ID is '%s', which is no server: there are 0 "
             "to %u",
             Text, runtime::machine().NumNodes - 1);
  return -1;
}

int runtime::ownNode() {
  int Node = __atomic_load_n(&Own, __ATOMIC_RELAXED);
  if (Node == Unknown) {
    Node = readOwnNode();
    __atomic_store_n(&Own, Node, __ATOMIC_RELAXED);
  }
  return Node;
}

void runtime::forgetOwnNode() {
  __atomic_store_n(&Own, Unknown, __ATOMIC_RELAXED);
}

int runtime::firstRid() {
  const MachineHeader &M = machine();
  return M.NodesOfRack && ownNode() >= 0
             ? int(M.RidsOfServer * (unsigned(ownNode()) % M.NodesOfRack))
             : 0;
}

const ServerImage &runtime::ownServer() {
  const MachineHeader &M = machine();
  static constexpr ServerImage Nothing = {};
  if (ownNode() < 0)
    return Nothing;
  const uint32_t Server =
      table<NodeImage>(M.Nodes, 0, M.NumNodes)[unsigned(ownNode())];
  return table<ServerImage>(M.Servers, 0, M.NumServers)[Server];
}

std::span<const DeviceImage> runtime::devicesOf(const ServerImage &S) {
  return table<DeviceImage>(machine().Devices, S.FirstDevice, S.NumDevices);
}

const DeviceImage *runtime::findDevice(int Id) {
  for (const DeviceImage &D : devicesOf(ownServer()))
    if (D.Id == Id)
      return &D;
  return nullptr;
}

std::span<const PortImage> runtime::portsOf(const DeviceImage &D) {
  return table<PortImage>(machine().Ports, D.FirstPort, D.NumPorts);
}

runtime::CorePlace runtime::placeOfCore(unsigned Core) {
  for (const DeviceImage &D : devicesOf(ownServer())) {
    if (Core < D.NumCores)
      return {&D, Core};
    Core -= D.NumCores;
  }
  return {nullptr, 0};
}

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
#include <cerrno>
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

int runtime::ownNode() {
  const char *Text = getenv("RINGC_VIRTUAL_SERVER_ID");
  if (!Text || !*Text)
    return 0;
  char *End;
  errno = 0;
  const long Node = strtol(Text, &End, 10);
  if (!errno && !*End && Node >= 0 && Node < long(machine().NumNodes))
    return int(Node);
  RINGC_WARN("RINGC_VIRTUAL_SERVER_ID is '%s', which is no server: there are 0 "
             "to %u",
             Text, machine().NumNodes - 1);
  return -1;
}

const ServerImage &runtime::ownServer() {
  const MachineHeader &M = machine();
  const int Node = ownNode();
  const uint32_t Server =
      table<NodeImage>(M.Nodes, 0, M.NumNodes)[Node < 0 ? 0 : unsigned(Node)];
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

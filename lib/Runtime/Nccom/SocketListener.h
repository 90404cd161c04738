//===- SocketListener.h - Where connections come in -------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All listeners of a process share one socket, its door: thousands of
// connections need few ports. A listener has a secret; who connects says it
// first. Who says anything else, or nothing, is a stranger: he is let go, and
// holds nobody up.
//
// Listeners may be used by several threads, each by one at a time.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NCCOM_SOCKETLISTENER_H
#define RINGC_LIB_RUNTIME_NCCOM_SOCKETLISTENER_H

#include "Socket.h"
#include <vector>

namespace ringc::runtime {

/// Says first who connects.
struct Greeting {
  uint64_t Magic, Secret;
  static constexpr uint64_t Known = 0x6c646e6863676e72;
};

class SocketListener {
public:
  SocketListener() = default;
  ~SocketListener();
  SocketListener(const SocketListener &) = delete;
  /// The listener at \p Handle; null if it is none.
  static SocketListener *of(void *Handle);

  /// Listens where \p At says then, for who says \p Said. The door is on the
  /// interface that was asked for when it was opened.
  Problem open(SocketAddress &At, Greeting &Said);
  /// Somebody who has said it; nobody so far: \p Out stays closed.
  Problem accept(Socket &Out);

private:
  friend class Door;
  static constexpr uint64_t Listens = 0x6e74736c63676e72;

  uint64_t Magic = Listens;
  uint64_t Secret = 0;
  bool IsOpen = false;
  std::vector<Socket> Arrived;
};

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NCCOM_SOCKETLISTENER_H

//===- SocketListener.cpp - Where connections come in ---------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SocketListener.h"
#include "../Support/Log.h"
#include <algorithm>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sys/random.h>
#include <sys/socket.h>

namespace ringc::runtime {

/// What the listeners of the process share; it is open while there are any.
class Door {
public:
  Problem add(SocketListener &L, SocketAddress &Out);
  void remove(SocketListener &L);
  Problem accept(SocketListener &L, Socket &Out);

private:
  /// Who has connected, but not said all of his greeting.
  struct Newcomer {
    Socket Peer;
    Greeting Said = {};
    size_t Got = 0;
  };
  /// A peer's greeting comes with him, so this many that say nothing are
  /// enough.
  static constexpr size_t MaxNewcomers = 256;

  Problem letIn();
  bool isSilent(Newcomer &N) const;
  void greet();

  SocketAddress Address = {};
  Socket At;
  std::vector<Newcomer> Newcomers;
  std::vector<SocketListener *> Listeners;
};

} // namespace ringc::runtime

using namespace ringc::runtime;

static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;
static Door TheDoor; ///< under the lock

Problem Door::add(SocketListener &L, SocketAddress &Out) {
  if (Listeners.empty()) {
    Address = {};
    if (Problem P = chooseInterface(Address); !P.empty())
      return P;
    if (Problem P = listenAt(Address, At); !P.empty())
      return P;
  }
  Listeners.push_back(&L);
  Out = Address;
  return {};
}

void Door::remove(SocketListener &L) {
  std::erase(Listeners, &L);
  if (!Listeners.empty())
    return;
  At = Socket();
  Newcomers.clear();
}

/// Takes who waits at the door, while there is place.
Problem Door::letIn() {
  while (Newcomers.size() < MaxNewcomers) {
    Socket Peer;
    Problem P = acceptOne(At, Peer);
    if (!Peer.isOpen())
      return P;
    // A host that vanishes says no goodbye: ask it, after a minute or so.
    const int On = 1, Seconds = 10, Times = 6;
    setsockopt(Peer.fd(), SOL_SOCKET, SO_KEEPALIVE, &On, sizeof(On));
    setsockopt(Peer.fd(), IPPROTO_TCP, TCP_KEEPIDLE, &Seconds, sizeof(Seconds));
    setsockopt(Peer.fd(), IPPROTO_TCP, TCP_KEEPINTVL, &Seconds,
               sizeof(Seconds));
    setsockopt(Peer.fd(), IPPROTO_TCP, TCP_KEEPCNT, &Times, sizeof(Times));
    Newcomers.push_back({std::move(Peer)});
  }
  return {};
}

/// Whether \p N may still say something; else he has said all, or is gone.
bool Door::isSilent(Newcomer &N) const {
  const ssize_t Step =
      recv(N.Peer.fd(), reinterpret_cast<char *>(&N.Said) + N.Got,
           sizeof(N.Said) - N.Got, 0);
  if (Step < 0)
    return errno == EAGAIN || errno == EINTR;
  N.Got += size_t(Step);
  return Step > 0 && N.Got < sizeof(N.Said);
}

/// Shows those who have greeted to their listener, and strangers out.
void Door::greet() {
  std::erase_if(Newcomers, [&](Newcomer &N) {
    if (isSilent(N))
      return false;
    const auto Known = std::find_if(
        Listeners.begin(), Listeners.end(), [&](const SocketListener *L) {
          return N.Got == sizeof(N.Said) && N.Said.Magic == Greeting::Known &&
                 N.Said.Secret == L->Secret;
        });
    if (Known == Listeners.end())
      RINGC_INFO("NET/Socket : a stranger is let go");
    else
      (*Known)->Arrived.push_back(std::move(N.Peer));
    return true;
  });
}

Problem Door::accept(SocketListener &L, Socket &Out) {
  for (;;) {
    if (L.Arrived.empty()) {
      if (Problem P = letIn(); !P.empty())
        return P;
      const bool IsFull = Newcomers.size() == MaxNewcomers;
      greet();
      if (L.Arrived.empty()) {
        if (!IsFull)
          return {};
        // There may be more at the door: whoever was silent longest makes
        // place.
        if (Newcomers.size() == MaxNewcomers)
          Newcomers.erase(Newcomers.begin());
        continue;
      }
    }
    Out = std::move(L.Arrived.front());
    L.Arrived.erase(L.Arrived.begin());
    return {};
  }
}

SocketListener *SocketListener::of(void *Handle) {
  auto *L = static_cast<SocketListener *>(Handle);
  return L && L->Magic == Listens ? L : nullptr;
}

Problem SocketListener::open(SocketAddress &Out, Greeting &Said) {
  if (getrandom(&Secret, sizeof(Secret), 0) < 0)
    return failed("getrandom");
  pthread_mutex_lock(&Lock);
  Problem P = TheDoor.add(*this, Out);
  pthread_mutex_unlock(&Lock);
  Said = {Greeting::Known, Secret};
  IsOpen = P.empty();
  return P;
}

SocketListener::~SocketListener() {
  Magic = 0;
  if (!IsOpen)
    return;
  pthread_mutex_lock(&Lock);
  TheDoor.remove(*this);
  pthread_mutex_unlock(&Lock);
}

Problem SocketListener::accept(Socket &Out) {
  pthread_mutex_lock(&Lock);
  Problem P = TheDoor.accept(*this, Out);
  pthread_mutex_unlock(&Lock);
  return P;
}

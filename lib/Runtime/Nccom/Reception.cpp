//===- Reception.cpp - Who connects, and who he says he is ----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reception.h"
#include "../Support/Log.h"
#include <cerrno>
#include <sys/epoll.h>
#include <sys/socket.h>

using namespace ringc::runtime;

/// What epoll tells of: what is watched has its tag.
static constexpr uint64_t OfCaller = uint64_t(1) << 63; // and the descriptor
static constexpr uint64_t OfListener = ~uint64_t(0);

Problem Reception::add(int Fd, uint64_t Data) {
  epoll_event E = {};
  E.events = EPOLLIN;
  E.data.u64 = Data;
  if (!epoll_ctl(Events.fd(), EPOLL_CTL_ADD, Fd, &E))
    return {};
  return std::string("epoll_ctl: ") + strerror(errno);
}

Problem Reception::open(SocketAddress &Address, std::string Name) {
  Place = std::move(Name);
  if (Problem P = listenAt(Address, Listener); !P.empty())
    return P;
  Events = Socket(epoll_create1(EPOLL_CLOEXEC));
  if (!Events.isOpen())
    return std::string("epoll_create1: ") + strerror(errno);
  return add(Listener.fd(), OfListener);
}

Problem Reception::watch(const Socket &S, uint64_t Tag) {
  return add(S.fd(), Tag);
}

// A forked process may hold it open, and epoll would tell of it for ever.
void Reception::unwatch(const Socket &S) {
  epoll_ctl(Events.fd(), EPOLL_CTL_DEL, S.fd(), nullptr);
}

// Shut down, since a forked process may hold it open, too: who came there would
// wait for nobody.
void Reception::stopListening() {
  unwatch(Listener);
  shutdown(Listener.fd(), SHUT_RDWR);
  Listener = Socket();
}

void Reception::refuse(Caller &C) {
  // A flood of strangers is not to become one of lines.
  constexpr unsigned Shown = 8;
  if (++NumRefused <= Shown)
    RINGC_WARN("%s : a connection that is no rank's is closed", Place.c_str());
  unwatch(C.S);
  C.S = Socket();
}

/// Makes room; false if nobody is silent.
bool Reception::dropSilent() {
  if (Silent.empty())
    return false;
  refuse(*Silent.front());
  Silent.erase(Silent.begin());
  return true;
}

/// Reads no further than the introduction goes: what follows isn't for us.
void Reception::hear(std::unique_ptr<Caller> C, bool IsNew) {
  for (;;) {
    const size_t Whole =
        C->Got < sizeof(Frame) ? sizeof(Frame) : introductionSize(C->frame());
    if (Whole == 0)
      return refuse(*C);
    if (C->Got == Whole) {
      // Once its introduction is complete a socket is whoever's who asked.
      if (!IsNew)
        unwatch(C->S);
      Ready.push_back({Event::Called, std::move(C), 0});
      return;
    }
    const ssize_t Step = recv(C->S.fd(), C->Said + C->Got, Whole - C->Got, 0);
    if (Step > 0) {
      C->Got += size_t(Step);
      continue;
    }
    if (Step < 0 && errno == EINTR)
      continue;
    if (Step == 0 || errno != EAGAIN)
      return refuse(*C);
    if (IsNew && !add(C->S.fd(), OfCaller | uint64_t(C->S.fd())).empty())
      return refuse(*C);
    Silent.push_back(std::move(C));
    return;
  }
}

void Reception::hearSilent(int Fd) {
  for (auto I = Silent.begin(); I != Silent.end(); ++I)
    if ((*I)->S.fd() == Fd) {
      std::unique_ptr<Caller> C = std::move(*I);
      Silent.erase(I);
      return hear(std::move(C), false);
    }
}

void Reception::take(Socket S) {
  // Who says nothing for PatienceMs makes room if there are more than Few of
  // them, and anybody does if there are Many (design).
  constexpr int PatienceMs = 2000;
  constexpr size_t Few = 64, Many = 1024;
  hear(std::make_unique<Caller>(std::move(S), Deadline(PatienceMs)), true);
  while (Silent.size() > Many ||
         (Silent.size() > Few && Silent.front()->Patience.left() == 0))
    dropSilent();
}

Problem Reception::acceptThem() {
  constexpr size_t AtOnce = 256;
  for (size_t I = 0; I < AtOnce; ++I) {
    Socket S;
    Problem P = acceptOne(Listener, S);
    if (!P.empty() && !dropSilent())
      return P;
    if (P.empty() && !S.isOpen())
      return {};
    if (P.empty())
      take(std::move(S));
  }
  return {};
}

Problem Reception::next(const Deadline &D, Event &Out) {
  while (Ready.empty()) {
    constexpr int AtOnce = 64;
    epoll_event Told[AtOnce];
    const int Count = epoll_wait(Events.fd(), Told, AtOnce, D.left());
    if (Count < 0 && errno != EINTR)
      return std::string("epoll_wait: ") + strerror(errno);
    for (int I = 0; I < Count; ++I) {
      const uint64_t Data = Told[I].data.u64;
      if (Data == OfListener) {
        if (Problem P = acceptThem(); !P.empty())
          return P;
      } else if (Data & OfCaller) {
        hearSilent(int(Data & ~OfCaller));
      } else {
        Ready.push_back({Event::Stirred, nullptr, Data});
      }
    }
    // However many strangers come.
    if (Ready.empty() && D.left() == 0) {
      Out = Event();
      return {};
    }
  }
  Out = std::move(Ready.front());
  Ready.pop_front();
  return {};
}

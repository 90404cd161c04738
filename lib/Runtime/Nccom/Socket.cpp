//===- Socket.cpp - TCP with an end to every wait -------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All sockets are non-blocking; poll() waits, up to the deadline.
//
//===----------------------------------------------------------------------===//

#include "Socket.h"
#include <arpa/inet.h>
#include <cstdlib>
#include <cstring>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

using namespace ringc::runtime;

static int64_t now() {
  timespec Time;
  clock_gettime(CLOCK_MONOTONIC, &Time);
  return int64_t(Time.tv_sec) * 1000 + Time.tv_nsec / 1000000;
}

Deadline::Deadline(int Milliseconds) : End(now() + Milliseconds) {}

int Deadline::left() const {
  const int64_t Left = End - now();
  return Left > 0 ? int(Left) : 0;
}

int ringc::runtime::socketTimeout() {
  constexpr int Default = 120000, Most = 24 * 3600 * 1000;
  const char *Text = getenv("NEURON_CCOM_SOCK_TIMEOUT");
  const int Value = Text ? atoi(Text) : 0;
  return Value > 0 && Value <= Most ? Value : Default;
}

Problem ringc::runtime::failed(const char *What, int Error) {
  return std::string(What) + ": " + strerror(Error);
}

uint32_t ringc::runtime::sizeOf(const SocketAddress &A) {
  return A.Any.sa_family == AF_INET6 ? sizeof(A.V6) : sizeof(A.V4);
}

std::string ringc::runtime::toString(const SocketAddress &Address) {
  char Text[INET6_ADDRSTRLEN] = "?";
  const bool Is6 = Address.Any.sa_family == AF_INET6;
  if (Is6)
    inet_ntop(AF_INET6, &Address.V6.sin6_addr, Text, sizeof(Text));
  else
    inet_ntop(AF_INET, &Address.V4.sin_addr, Text, sizeof(Text));
  const uint16_t Port = ntohs(Is6 ? Address.V6.sin6_port : Address.V4.sin_port);
  return (Is6 ? "[" : "") + std::string(Text) + (Is6 ? "]:" : ":") +
         std::to_string(Port);
}

Problem ringc::runtime::parseAddress(const char *Text, SocketAddress &Out) {
  // The real library's text [reference/runtime.md section 2, confirmed].
  const Problem Invalid =
      std::string("Invalid Comm Id [") + Text +
      "], please use format: <ipv4>:<port> | [<ipv6>]:<port> | "
      "<hostname>:<port>";
  const std::string All = Text;
  const size_t Colon = All.rfind(':');
  if (Colon == std::string::npos || Colon == 0 || Colon + 1 == All.size())
    return Invalid;
  std::string Host = All.substr(0, Colon);
  if (Host.front() == '[' && Host.back() == ']')
    Host = Host.substr(1, Host.size() - 2);
  else if (Host.find(':') != std::string::npos)
    return Invalid;
  const std::string Port = All.substr(Colon + 1);
  constexpr unsigned long MaxPort = 65535;
  if (Port.find_first_not_of("0123456789") != std::string::npos ||
      Port.size() > 5 || strtoul(Port.c_str(), nullptr, 10) > MaxPort)
    return Invalid;
  addrinfo Hints = {}, *Found = nullptr;
  Hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo(Host.c_str(), Port.c_str(), &Hints, &Found) || !Found)
    return Invalid;
  memset(&Out, 0, sizeof(Out));
  memcpy(&Out, Found->ai_addr,
         Found->ai_addrlen < sizeof(Out) ? Found->ai_addrlen : sizeof(Out));
  freeaddrinfo(Found);
  return {};
}

/// Whether interface \p Name is one that \p Wanted means; nothing: loopback.
static bool isWanted(const ifaddrs &I, const char *Wanted) {
  if (!Wanted || !*Wanted)
    return I.ifa_flags & IFF_LOOPBACK;
  if (*Wanted == '=')
    return !strcmp(I.ifa_name, Wanted + 1);
  return !strncmp(I.ifa_name, Wanted, strlen(Wanted));
}

Problem ringc::runtime::chooseInterface(SocketAddress &Out) {
  const char *Name = getenv("CCOM_SOCKET_IFNAME");
  const char *Family = getenv("CCOM_SOCKET_FAMILY");
  const int Only = !Family                      ? AF_UNSPEC
                   : strcmp(Family, "AF_INET6") ? AF_INET
                                                : AF_INET6;
  ifaddrs *All = nullptr;
  if (getifaddrs(&All))
    return failed("interfaces");
  bool Found = false;
  for (const int Each : {AF_INET, AF_INET6})
    for (const ifaddrs *I = All; I && !Found; I = I->ifa_next) {
      if (!I->ifa_addr || I->ifa_addr->sa_family != Each ||
          (Only != AF_UNSPEC && Only != Each) || !(I->ifa_flags & IFF_UP) ||
          !isWanted(*I, Name))
        continue;
      memset(&Out, 0, sizeof(Out));
      memcpy(&Out, I->ifa_addr,
             Each == AF_INET6 ? sizeof(Out.V6) : sizeof(Out.V4));
      Found = true;
    }
  freeifaddrs(All);
  // The real library's text [reference/runtime.md section 2, confirmed].
  return Found ? Problem() : "NET/Socket : No usable listening interface found";
}

Socket::~Socket() {
  if (Fd >= 0)
    close(Fd);
}

/// Waits until \p Fd can be written or read.
static Problem await(int Fd, short Events, const Deadline &D,
                     const char *What) {
  for (;;) {
    pollfd P = {Fd, Events, 0};
    const int Ready = poll(&P, 1, D.left());
    if (Ready > 0)
      return {};
    if (Ready == 0)
      return std::string(What) + ": timed out";
    if (errno != EINTR)
      return failed(What);
  }
}

Problem ringc::runtime::openSocket(int Family, Socket &Out) {
  Out = Socket(socket(Family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!Out.isOpen())
    return failed("socket");
  const int On = 1;
  setsockopt(Out.fd(), IPPROTO_TCP, TCP_NODELAY, &On, sizeof(On));
  return {};
}

Problem ringc::runtime::listenAt(SocketAddress &Address, Socket &Out) {
  if (Problem P = openSocket(Address.Any.sa_family, Out); !P.empty())
    return P;
  const int On = 1;
  setsockopt(Out.fd(), SOL_SOCKET, SO_REUSEADDR, &On, sizeof(On));
  socklen_t Size = sizeOf(Address);
  constexpr int Backlog = 4096; // cut by the system to what it allows
  if (bind(Out.fd(), &Address.Any, Size))
    return failed("bind");
  if (listen(Out.fd(), Backlog))
    return failed("listen");
  if (getsockname(Out.fd(), &Address.Any, &Size))
    return failed("getsockname");
  return {};
}

Problem ringc::runtime::connectTo(const SocketAddress &Address, bool MayCome,
                                  Deadline D, Socket &Out) {
  constexpr int FirstRetryMs = 1, LastRetryMs = 16;
  for (int RetryMs = FirstRetryMs;;) {
    if (Problem P = openSocket(Address.Any.sa_family, Out); !P.empty())
      return P;
    int Error = 0;
    if (connect(Out.fd(), &Address.Any, sizeOf(Address))) {
      Error = errno;
      if (Error == EINPROGRESS) {
        if (Problem P = await(Out.fd(), POLLOUT, D, "connect"); !P.empty())
          return P;
        socklen_t Size = sizeof(Error);
        getsockopt(Out.fd(), SOL_SOCKET, SO_ERROR, &Error, &Size);
      }
    }
    if (Error == 0)
      return {};
    const bool IsPassing = Error == EAGAIN || Error == ECONNRESET ||
                           Error == ETIMEDOUT ||
                           (MayCome && Error == ECONNREFUSED);
    if (!IsPassing || D.left() == 0)
      return failed("connect", Error);
    poll(nullptr, 0, RetryMs);
    RetryMs = RetryMs < LastRetryMs ? 2 * RetryMs : LastRetryMs;
  }
}

Problem ringc::runtime::acceptOne(const Socket &Listener, Socket &Out) {
  for (;;) {
    Out = Socket(
        accept4(Listener.fd(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (Out.isOpen() || errno == EAGAIN) {
      const int On = 1;
      if (Out.isOpen())
        setsockopt(Out.fd(), IPPROTO_TCP, TCP_NODELAY, &On, sizeof(On));
      return {};
    }
    if (errno != EINTR && errno != ECONNABORTED)
      return failed("accept");
  }
}

/// How much is done after another step of \p Step; a negative step is errno's.
static Problem advance(ssize_t Step, size_t &Done, const char *What) {
  if (Step > 0)
    Done += size_t(Step);
  else if (Step == 0)
    return std::string(What) + ": the other side is gone";
  else if (errno != EAGAIN && errno != EINTR)
    return failed(What);
  return {};
}

Problem ringc::runtime::sendSome(const Socket &To, iovec *Pieces, size_t Count,
                                 size_t &Done) {
  msghdr M = {};
  M.msg_iov = Pieces;
  M.msg_iovlen = Count;
  return advance(sendmsg(To.fd(), &M, MSG_NOSIGNAL), Done, "send");
}

Problem ringc::runtime::receiveSome(const Socket &From, iovec *Pieces,
                                    size_t Count, size_t &Done) {
  msghdr M = {};
  M.msg_iov = Pieces;
  M.msg_iovlen = Count;
  return advance(recvmsg(From.fd(), &M, 0), Done, "receive");
}

/// Waits until \p To, if any, can be written, or \p From, if any, read.
static Problem awaitEither(const Socket *To, const Socket *From,
                           const Deadline &D) {
  pollfd P[2] = {{To ? To->fd() : -1, POLLOUT, 0},
                 {From ? From->fd() : -1, POLLIN, 0}};
  const int Ready = poll(P, 2, D.left());
  if (Ready == 0)
    return From ? "receive: timed out" : "send: timed out";
  return Ready < 0 && errno != EINTR ? failed("poll") : Problem();
}

/// The rest of \p Size bytes at \p Data.
static iovec rest(const void *Data, size_t Done, size_t Size) {
  return {static_cast<char *>(const_cast<void *>(Data)) + Done, Size - Done};
}

// Everything is tried first: only what would block is waited for.
Problem ringc::runtime::exchange(const Socket &To, const void *Out,
                                 size_t OutSize, const Socket &From, void *In,
                                 size_t InSize, Deadline D, Side *With) {
  size_t Sent = 0, Received = 0;
  Side Unasked;
  Side &Now = With ? *With : Unasked;
  for (;;) {
    if (Sent < OutSize) {
      Now = Side::To;
      iovec Piece = rest(Out, Sent, OutSize);
      if (Problem P = sendSome(To, &Piece, 1, Sent); !P.empty())
        return P;
    }
    if (Received < InSize) {
      Now = Side::From;
      iovec Piece = rest(In, Received, InSize);
      if (Problem P = receiveSome(From, &Piece, 1, Received); !P.empty())
        return P;
    }
    if (Sent == OutSize && Received == InSize)
      return {};
    Now = Received < InSize ? Side::From : Side::To;
    if (Problem P = awaitEither(Sent < OutSize ? &To : nullptr,
                                Received < InSize ? &From : nullptr, D);
        !P.empty())
      return P;
  }
}

Problem ringc::runtime::sendAll(const Socket &To, const void *Data, size_t Size,
                                Deadline D) {
  return exchange(To, Data, Size, To, nullptr, 0, D);
}

Problem ringc::runtime::receiveAll(const Socket &From, void *Data, size_t Size,
                                   Deadline D) {
  return exchange(From, nullptr, 0, From, Data, Size, D);
}

Problem ringc::runtime::sendBoth(const Socket &To, const void *Head,
                                 size_t HeadSize, const void *Data, size_t Size,
                                 Deadline D) {
  for (size_t Sent = 0;;) {
    if (Sent >= HeadSize)
      return sendAll(To, static_cast<const char *>(Data) + (Sent - HeadSize),
                     Size - (Sent - HeadSize), D);
    iovec Pieces[2] = {rest(Head, Sent, HeadSize), rest(Data, 0, Size)};
    if (Problem P = sendSome(To, Pieces, 2, Sent); !P.empty())
      return P;
    if (Sent < HeadSize)
      if (Problem P = awaitEither(&To, nullptr, D); !P.empty())
        return P;
  }
}

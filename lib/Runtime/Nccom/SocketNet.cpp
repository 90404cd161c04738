//===- SocketNet.cpp - A network of sockets -------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A listener has a secret, which its handle tells. Who connects says it first,
// and may send from then on, whether he has been accepted or not: two that
// connect to each other don't wait for each other. Who says anything else, or
// nothing, is a stranger: he is let go, and holds nobody up.
//
// A comm and a registration begin with a number to be told by, so that what is
// none of them is refused. All of this is ringc's own (design).
//
//===----------------------------------------------------------------------===//

#include "SocketNet.h"
#include "../Support/Log.h"
#include "Socket.h"
#include "SocketComm.h"
#include "ringc-pair/abi.h"
#include <atomic>
#include <cstring>
#include <memory>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <vector>

using namespace ringc::runtime;

using Direction = SocketComm::Direction;

static int finish(int Code, const Problem &P) {
  if (P.empty())
    return NetSuccess;
  RINGC_WARN("NET/Socket : %s", P.c_str());
  return Code;
}

static int init(NetLogger) { return NetSuccess; }
static int fini() { return NetSuccess; }

static int devices(int *Count) {
  *Count = 1;
  return NetSuccess;
}

static int getProperties(int Device, NetProperties *Out) {
  if (Device != 0 || !Out)
    return NetInvalidArgument;
  *Out = {};
  Out->name = "Socket";
  // Device memory is the host's here, so either kind will do. Where NICs sit
  // the compiled machine says; the path of one of this host's would mislead.
  Out->ptrSupport = NCCL_PTR_HOST | NCCL_PTR_NEURON;
  Out->regIsGlobal = 1;
  constexpr int Nominal = 10000; // Mbit/s (design); nothing is measured
  Out->speed = Nominal;
  constexpr int ManyComms = 65536; // as many as there may be descriptors
  Out->maxComms = ManyComms;
  Out->maxRecvs = 1;
  Out->max_mr_key_size = sizeof(uint64_t);
  return NetSuccess;
}

//===----------------------------------------------------------------------===//
// Connections
//===----------------------------------------------------------------------===//

static constexpr uint64_t HandleMagic = 0x6c646e6863676e72,
                          ListenMagic = 0x6e74736c63676e72;

namespace {

/// Says first who connects.
struct Greeting {
  uint64_t Magic, Secret;
};

/// A connection that isn't there yet.
struct Connecting {
  Socket Peer;
  Deadline Until;
};

struct SocketHandle {
  uint64_t Magic, Secret;
  SocketAddress At;
  uint32_t Unused;
  Connecting *Pending; ///< of the copy that `connect` is called with
};
static_assert(sizeof(SocketHandle) <= NetHandleSize);

/// Who has connected, but not said all of his greeting.
struct Newcomer {
  Socket Peer;
  Greeting Said = {};
  size_t Got = 0;
};

struct Listener {
  uint64_t Magic = ListenMagic, Secret = 0;
  Socket At;
  std::vector<Newcomer> Newcomers;

  static Listener *of(void *Handle) {
    auto *L = static_cast<Listener *>(Handle);
    return L && L->Magic == ListenMagic ? L : nullptr;
  }
};

} // namespace

static int listenNet(int Device, void *Handle, void **Out) {
  if (!Handle || !Out)
    return NetInvalidArgument;
  *Out = nullptr;
  if (Device != 0)
    return NetInvalidArgument;
  auto L = std::make_unique<Listener>();
  SocketHandle H = {};
  Problem P = chooseInterface(H.At);
  if (P.empty())
    P = listenAt(H.At, L->At);
  if (P.empty() && getrandom(&L->Secret, sizeof(L->Secret), 0) < 0)
    P = failed("getrandom");
  if (!P.empty())
    return finish(NetSystemError, P);
  H.Magic = HandleMagic;
  H.Secret = L->Secret;
  memset(Handle, 0, NetHandleSize);
  memcpy(Handle, &H, sizeof(H));
  *Out = L.release();
  return NetSuccess;
}

static Problem beginToConnect(const SocketAddress &At, Socket &Out) {
  if (At.Any.sa_family != AF_INET && At.Any.sa_family != AF_INET6)
    return "the handle has no address";
  if (Problem P = openSocket(At.Any.sa_family, Out); !P.empty())
    return P;
  if (connect(Out.fd(), &At.Any, sizeOf(At)) && errno != EINPROGRESS)
    return failed("connect");
  return {};
}

/// Whether \p C is there, and greeted; what is wrong, if it won't be.
static Problem goOn(Connecting &C, uint64_t Secret, bool &IsUp) {
  IsUp = false;
  pollfd Ready = {C.Peer.fd(), POLLOUT, 0};
  const int Count = poll(&Ready, 1, 0);
  if (Count <= 0)
    return C.Until.left() ? Problem() : "connect: timed out";
  int Error = 0;
  socklen_t Size = sizeof(Error);
  if (getsockopt(C.Peer.fd(), SOL_SOCKET, SO_ERROR, &Error, &Size))
    Error = errno;
  if (Error)
    return failed("connect", Error);
  const Greeting G = {HandleMagic, Secret};
  // Nothing is in the way of the first bytes: they go at once.
  if (send(C.Peer.fd(), &G, sizeof(G), MSG_NOSIGNAL) != sizeof(G))
    return failed("connect");
  IsUp = true;
  return {};
}

static int connectNet(int Device, void *Handle, void **Out) {
  if (!Handle || !Out)
    return NetInvalidArgument;
  *Out = nullptr;
  SocketHandle H;
  memcpy(&H, Handle, sizeof(H));
  if (Device != 0 || H.Magic != HandleMagic)
    return finish(NetInvalidArgument, "connect: no such device, or no handle");
  std::unique_ptr<Connecting> C(H.Pending);
  H.Pending = nullptr;
  Problem P;
  if (!C) {
    C.reset(new Connecting{Socket(), Deadline(socketTimeout())});
    P = beginToConnect(H.At, C->Peer);
  }
  bool IsUp = false;
  if (P.empty())
    P = goOn(*C, H.Secret, IsUp);
  if (IsUp)
    *Out = new SocketComm(Direction::Send, std::move(C->Peer));
  else if (P.empty())
    H.Pending = C.release();
  memcpy(Handle, &H, sizeof(H));
  return finish(NetSystemError,
                P.empty() ? P : "to " + toString(H.At) + ": " + P);
}

/// A peer's greeting comes with him, so this many that say nothing are enough.
static constexpr size_t MaxNewcomers = 256;

/// Takes who waits at the door of \p L, while there is place.
static Problem letIn(Listener &L) {
  while (L.Newcomers.size() < MaxNewcomers) {
    Socket Peer;
    Problem P = acceptOne(L.At, Peer);
    if (!Peer.isOpen())
      return P;
    // A host that vanishes says no goodbye: ask it, after a minute or so.
    const int On = 1, Seconds = 10, Times = 6;
    setsockopt(Peer.fd(), SOL_SOCKET, SO_KEEPALIVE, &On, sizeof(On));
    setsockopt(Peer.fd(), IPPROTO_TCP, TCP_KEEPIDLE, &Seconds, sizeof(Seconds));
    setsockopt(Peer.fd(), IPPROTO_TCP, TCP_KEEPINTVL, &Seconds,
               sizeof(Seconds));
    setsockopt(Peer.fd(), IPPROTO_TCP, TCP_KEEPCNT, &Times, sizeof(Times));
    L.Newcomers.push_back({std::move(Peer)});
  }
  return {};
}

/// Whether \p N goes on waiting; \p Known: has said what a peer says.
static bool hear(Newcomer &N, uint64_t Secret, bool &Known) {
  Known = false;
  const ssize_t Step =
      recv(N.Peer.fd(), reinterpret_cast<char *>(&N.Said) + N.Got,
           sizeof(N.Said) - N.Got, 0);
  if (Step < 0)
    return errno == EAGAIN || errno == EINTR;
  N.Got += size_t(Step);
  if (Step > 0 && N.Got < sizeof(N.Said))
    return true;
  Known = N.Got == sizeof(N.Said) && N.Said.Magic == HandleMagic &&
          N.Said.Secret == Secret;
  return false;
}

/// Lets go of strangers; a peer, if one has greeted, is no newcomer any more.
static Socket findPeer(Listener &L) {
  for (size_t I = 0; I < L.Newcomers.size();) {
    bool Known;
    if (hear(L.Newcomers[I], L.Secret, Known)) {
      ++I;
      continue;
    }
    Socket Peer = std::move(L.Newcomers[I].Peer);
    L.Newcomers.erase(L.Newcomers.begin() + ptrdiff_t(I));
    if (Known)
      return Peer;
    RINGC_INFO("NET/Socket : a stranger is let go");
  }
  return Socket();
}

static int acceptNet(void *ListenComm, void **Out) {
  Listener *L = Listener::of(ListenComm);
  if (!L || !Out)
    return NetInvalidArgument;
  *Out = nullptr;
  for (;;) {
    if (Problem P = letIn(*L); !P.empty())
      return finish(NetSystemError, P);
    const bool IsFull = L->Newcomers.size() == MaxNewcomers;
    if (Socket Peer = findPeer(*L); Peer.isOpen()) {
      *Out = new SocketComm(Direction::Receive, std::move(Peer));
      return NetSuccess;
    }
    if (!IsFull)
      return NetSuccess;
    // There may be more at the door: whoever was silent longest makes place.
    if (L->Newcomers.size() == MaxNewcomers)
      L->Newcomers.erase(L->Newcomers.begin());
  }
}

static int closeListen(void *ListenComm) {
  Listener *L = Listener::of(ListenComm);
  delete L;
  return L ? NetSuccess : NetInvalidArgument;
}

template <Direction Way> static int close(void *Comm) {
  SocketComm *C = SocketComm::of(Comm, Way);
  delete C;
  return C ? NetSuccess : NetInvalidArgument;
}

//===----------------------------------------------------------------------===//
// Memory and messages
//===----------------------------------------------------------------------===//

static constexpr uint64_t MemoryMagic = 0x796d656d63676e72;

namespace {

struct Memory {
  uint64_t Magic;
  uintptr_t Begin;
  size_t Size;
  uint64_t Key;

  static Memory *of(void *Handle) {
    auto *M = static_cast<Memory *>(Handle);
    return M && M->Magic == MemoryMagic ? M : nullptr;
  }
};

} // namespace

static int regMr(void *Comm, void *Data, size_t Size, int Kind, void **Out) {
  if (!Out)
    return NetInvalidArgument;
  *Out = nullptr;
  const bool IsComm = SocketComm::of(Comm, Direction::Send) ||
                      SocketComm::of(Comm, Direction::Receive);
  if (!IsComm || (!Data && Size) ||
      (Kind != NCCL_PTR_HOST && Kind != NCCL_PTR_NEURON))
    return NetInvalidArgument;
  static std::atomic<uint64_t> LastKey;
  *Out = new Memory{MemoryMagic, reinterpret_cast<uintptr_t>(Data), Size,
                    ++LastKey};
  return NetSuccess;
}

static int deregMr(void *, void *Mr) {
  Memory *M = Memory::of(Mr);
  delete M;
  return M ? NetSuccess : NetInvalidArgument;
}

/// A number that no other registration of this process has; nobody can reach
/// memory by it.
static int getMrKey(void *Mr, uint64_t *Key) {
  const Memory *M = Memory::of(Mr);
  if (!M || !Key)
    return NetInvalidArgument;
  *Key = M->Key;
  return NetSuccess;
}

/// Whether \p Mr, if it is given, is of memory with these bytes in it: a NIC
/// would insist, so shall this.
static bool covers(void *Mr, const void *Data, int Size) {
  if (!Mr || Size <= 0)
    return true;
  const Memory *M = Memory::of(Mr);
  const auto At = reinterpret_cast<uintptr_t>(Data);
  return M && At >= M->Begin && size_t(Size) <= M->Size &&
         At - M->Begin <= M->Size - size_t(Size);
}

static int isend(void *Comm, void *Data, int Size, int Tag, void *Mr,
                 void **Request) {
  SocketComm *C = SocketComm::of(Comm, Direction::Send);
  if (!C || !Request)
    return NetInvalidArgument;
  *Request = nullptr;
  if (!covers(Mr, Data, Size))
    return finish(NetInvalidArgument, "isend: memory that isn't registered");
  return C->post(Data, Size, Tag, Request);
}

static int irecv(void *Comm, int Count, void **Data, int *Sizes, int *Tags,
                 void **Mrs, void **Request) {
  SocketComm *C = SocketComm::of(Comm, Direction::Receive);
  if (!C || Count != 1 || !Data || !Sizes || !Request)
    return NetInvalidArgument;
  *Request = nullptr;
  if (!covers(Mrs ? *Mrs : nullptr, *Data, *Sizes))
    return finish(NetInvalidArgument, "irecv: memory that isn't registered");
  return C->post(*Data, *Sizes, Tags ? *Tags : 0, Request);
}

/// What a socket delivers, the host has written: there is nothing to flush.
static int iflush(void *Comm, int Count, void **, int *, void **,
                  void **Request) {
  SocketComm *C = SocketComm::of(Comm, Direction::Receive);
  return C && Count == 1 && Request ? C->postDone(Request) : NetInvalidArgument;
}

static int test(void *Request, int *Done, int *Size) {
  return Done ? SocketComm::test(Request, Done, Size) : NetInvalidArgument;
}

const NetPluginV6 ringc::runtime::SocketNet = {
    .name = "Socket",
    .init = init,
    .fini = fini,
    .devices = devices,
    .getProperties = getProperties,
    .listen = listenNet,
    .connect = connectNet,
    .accept = acceptNet,
    .regMr = regMr,
    .regMrDmaBuf = nullptr,
    .deregMr = deregMr,
    .isend = isend,
    .irecv = irecv,
    .iflush = iflush,
    .test = test,
    .closeSend = close<Direction::Send>,
    .closeRecv = close<Direction::Receive>,
    .closeListen = closeListen,
    .getMrKey = getMrKey,
    .iwrite = nullptr,
    .iwriteInline = nullptr,
    .iread = nullptr,
};

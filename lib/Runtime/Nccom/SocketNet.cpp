//===- SocketNet.cpp - A network of sockets -------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who connects says the listener's secret first, and may send from then on,
// whether he has been accepted or not: two that connect to each other don't
// wait for each other.
//
// A comm and a registration begin with a number to be told by, so that what is
// none of them is refused. All of this is ringc's own (design).
//
//===----------------------------------------------------------------------===//

#include "SocketNet.h"
#include "../Support/Log.h"
#include "Socket.h"
#include "SocketComm.h"
#include "SocketListener.h"
#include "ringc-pair/abi.h"
#include <atomic>
#include <cstring>
#include <memory>
#include <poll.h>
#include <sys/socket.h>

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

namespace {

/// A connection that isn't there yet.
struct Connecting {
  Socket Peer;
  Deadline Until;
};

struct SocketHandle {
  Greeting Secret;
  SocketAddress At;
  uint32_t Unused;
  Connecting *Pending; ///< of the copy that `connect` is called with
};
static_assert(sizeof(SocketHandle) <= NetHandleSize);

} // namespace

static int listenNet(int Device, void *Handle, void **Out) {
  if (!Handle || !Out)
    return NetInvalidArgument;
  *Out = nullptr;
  if (Device != 0)
    return NetInvalidArgument;
  auto L = std::make_unique<SocketListener>();
  SocketHandle H = {};
  if (Problem P = L->open(H.At, H.Secret); !P.empty())
    return finish(NetSystemError, P);
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
static Problem goOn(Connecting &C, const Greeting &G, bool &IsUp) {
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
  if (Device != 0 || H.Secret.Magic != Greeting::Known)
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

static int acceptNet(void *ListenComm, void **Out) {
  SocketListener *L = SocketListener::of(ListenComm);
  if (!L || !Out)
    return NetInvalidArgument;
  *Out = nullptr;
  Socket Peer;
  if (Problem P = L->accept(Peer); !P.empty())
    return finish(NetSystemError, P);
  if (Peer.isOpen())
    *Out = new SocketComm(Direction::Receive, std::move(Peer));
  return NetSuccess;
}

static int closeListen(void *ListenComm) {
  SocketListener *L = SocketListener::of(ListenComm);
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

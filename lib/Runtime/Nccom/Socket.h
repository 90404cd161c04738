//===- Socket.h - TCP with an end to every wait -----------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every operation takes a deadline and returns what went wrong, in words: an
// empty text is success. Nothing here logs.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NCCOM_SOCKET_H
#define RINGC_LIB_RUNTIME_NCCOM_SOCKET_H

#include <cerrno>
#include <cstdint>
#include <netinet/in.h>
#include <string>
#include <sys/uio.h>
#include <utility>

namespace ringc::runtime {

/// What went wrong; empty: nothing.
using Problem = std::string;

/// As on the wire and in a unique id: 28 bytes.
union SocketAddress {
  sockaddr Any;
  sockaddr_in V4;
  sockaddr_in6 V6;
};
static_assert(sizeof(SocketAddress) == 28);

/// `127.0.0.1:1234`, `[::1]:1234`.
std::string toString(const SocketAddress &Address);
/// Reads `<ipv4>:<port>`, `[<ipv6>]:<port>` or `<hostname>:<port>`.
Problem parseAddress(const char *Text, SocketAddress &Out);
/// The interface to listen on, with port 0: loopback, or the first one whose
/// name begins as CCOM_SOCKET_IFNAME says (`=NAME`: is it), of the family that
/// CCOM_SOCKET_FAMILY says, if it does.
Problem chooseInterface(SocketAddress &Out);

/// When waiting ends.
class Deadline {
public:
  explicit Deadline(int Milliseconds);
  /// Milliseconds that are left, at least 0.
  int left() const;

private:
  int64_t End;
};

/// The timeout of all operations: NEURON_CCOM_SOCK_TIMEOUT, by default 120,000
/// ms [reference/runtime.md section 2, confirmed].
int socketTimeout();

/// Owns a descriptor.
class Socket {
public:
  Socket() = default;
  explicit Socket(int Fd) : Fd(Fd) {}
  Socket(Socket &&Other) : Fd(std::exchange(Other.Fd, -1)) {}
  Socket &operator=(Socket &&Other) {
    std::swap(Fd, Other.Fd);
    return *this;
  }
  ~Socket();
  bool isOpen() const { return Fd >= 0; }
  int fd() const { return Fd; }

private:
  int Fd = -1;
};

/// Bytes of \p Address that its family uses.
uint32_t sizeOf(const SocketAddress &Address);
/// A non-blocking TCP socket.
Problem openSocket(int Family, Socket &Out);
/// What the system calls \p Error, behind \p What.
Problem failed(const char *What, int Error = errno);
/// Listens at \p Address, which gets its port if it has none.
Problem listenAt(SocketAddress &Address, Socket &Out);
/// \p MayCome: whoever shall listen there may not have come so far, and is
/// waited for.
Problem connectTo(const SocketAddress &Address, bool MayCome, Deadline D,
                  Socket &Out);
/// A connection that is there; none: \p Out stays closed.
Problem acceptOne(const Socket &Listener, Socket &Out);
Problem sendAll(const Socket &To, const void *Data, size_t Size, Deadline D);
/// A head and what follows it, in one step.
Problem sendBoth(const Socket &To, const void *Head, size_t HeadSize,
                 const void *Data, size_t Size, Deadline D);
Problem receiveAll(const Socket &From, void *Data, size_t Size, Deadline D);
/// Which socket of exchange() a problem is with.
enum class Side { To, From };
/// Sends and receives at once, so that a ring in which everybody sends first
/// goes on whatever the sizes.
Problem exchange(const Socket &To, const void *Out, size_t OutSize,
                 const Socket &From, void *In, size_t InSize, Deadline D,
                 Side *With = nullptr);

/// Sends or receives as much of \p Pieces as there is room or data for, and
/// adds its bytes to \p Done; perhaps none.
Problem sendSome(const Socket &To, iovec *Pieces, size_t Count, size_t &Done);
Problem receiveSome(const Socket &From, iovec *Pieces, size_t Count,
                    size_t &Done);

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NCCOM_SOCKET_H

//===- Reception.h - Who connects, and who he says he is --------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A listener that hears all who connect at once: one that says half of who he
// is, or nothing, holds nobody up. Who says something else than a rank is
// closed; of those who say nothing, a limited number stays.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NCCOM_RECEPTION_H
#define RINGC_LIB_RUNTIME_NCCOM_RECEPTION_H

#include "Wire.h"
#include <cstring>
#include <deque>
#include <memory>
#include <vector>

namespace ringc::runtime {

/// Somebody who connected.
struct Caller {
  Socket S;
  char Said[MaxIntroduction];
  size_t Got = 0;    ///< bytes of Said
  Deadline Patience; ///< until when he is heard though there are many

  Caller(Socket S, Deadline Patience) : S(std::move(S)), Patience(Patience) {}
  Frame frame() const {
    Frame F;
    memcpy(&F, Said, sizeof(F));
    return F;
  }
  /// What follows the frame.
  template <typename T> T as() const {
    static_assert(sizeof(Frame) + sizeof(T) <= MaxIntroduction);
    T Value;
    memcpy(&Value, Said + sizeof(Frame), sizeof(T));
    return Value;
  }
};

class Reception {
public:
  struct Event {
    enum { TimedOut, Called, Stirred } Kind = TimedOut;
    std::unique_ptr<Caller> Who; ///< if Called: he has introduced himself
    uint64_t Tag = 0;            ///< if Stirred: of what is watched
  };

  /// Listens at \p Address, which gets its port if it has none; \p Place is
  /// whose reception it is, for the log.
  Problem open(SocketAddress &Address, std::string Place);
  /// Hears nobody new from now on.
  void stopListening();
  /// Lets \p S wake next(), too.
  Problem watch(const Socket &S, uint64_t Tag);
  /// To be called before \p S is closed. What has woken next() by then still
  /// comes.
  void unwatch(const Socket &S);
  Problem next(const Deadline &D, Event &Out);
  /// Hears somebody who connected elsewhere.
  void take(Socket S);
  /// Closes who isn't who was expected, and says so in the log.
  void refuse(Caller &C);

private:
  Problem acceptThem();
  bool dropSilent();
  void hear(std::unique_ptr<Caller> C, bool IsNew);
  void hearSilent(int Fd);
  Problem add(int Fd, uint64_t Data);

  Socket Listener, Events;
  std::string Place;
  std::vector<std::unique_ptr<Caller>> Silent; ///< in the order they came
  std::deque<Event> Ready;
  unsigned NumRefused = 0;
};

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NCCOM_RECEPTION_H

//===- WireTarget.cpp - Fuzzes what ranks say to each other ---------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input is steps, a byte each, whose last two bits say what it is; the next
// three, who does it, of eight who may connect:
//
//   0 LENGTH BYTES...  he connects, if he hasn't, and says these
//   1                  he closes
//   2                  the reception hears whoever has something to say
//   3 TYPE SIZE BYTES...  all that is left comes as a frame, of which that type
//                         and size are expected
//
// Whoever is let in has introduced himself, and what he says next is still to
// be read; nobody else is.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Nccom/Reception.h"
#include <cstdlib>
#include <map>
#include <string_view>
#include <sys/socket.h>

using namespace ringc::runtime;

static void require(bool Holds) {
  if (!Holds)
    abort();
}

/// Whether somebody may begin so; not in the library's own words.
static bool isIntroduction(const Frame &F) {
  if (F.Magic != 0x61796c69)
    return false;
  switch (F.Type) {
  case FrameType::ToRoot:
    return F.Size == 60;
  case FrameType::Ring:
  case FrameType::ServerRing:
    return F.Size == 16;
  case FrameType::Member:
    return F.Size == 40;
  case FrameType::Message:
    return F.Size >= 16;
  default:
    return false;
  }
}

namespace {

/// The two ends of a connection.
struct Ends {
  Socket Ours, Theirs;

  Ends() {
    int Fds[2];
    require(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, Fds));
    Ours = Socket(Fds[0]);
    Theirs = Socket(Fds[1]);
  }
};

/// Somebody who connects.
struct Stranger {
  Socket Theirs;
  std::string Said;
  bool IsIn = false;

  void say(std::string_view Bytes) {
    // If he isn't wanted his bytes don't arrive.
    const ssize_t Sent =
        send(Theirs.fd(), Bytes.data(), Bytes.size(), MSG_NOSIGNAL);
    if (Sent > 0)
      Said += Bytes.substr(0, size_t(Sent));
  }
};

class Trial {
public:
  Trial(std::string_view Input) : Input(Input) {
    SocketAddress At = {};
    At.V4.sin_family = AF_INET;
    At.V4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    require(Here.open(At, "fuzz").empty());
  }
  void run();

private:
  std::string_view take(size_t Size) {
    const std::string_view Bytes = Input.substr(0, Size);
    Input.remove_prefix(Bytes.size());
    return Bytes;
  }
  size_t number() {
    const std::string_view Byte = take(1);
    return Byte.empty() ? 0 : uint8_t(Byte[0]);
  }
  void hear();
  void checkCaller(const Caller &C);
  void checkFrame();

  std::string_view Input;
  Reception Here;
  std::map<unsigned, Stranger> Strangers;
  std::map<int, unsigned> ByFd; ///< of our ends
};

} // namespace

void Trial::hear() {
  for (;;) {
    Reception::Event E;
    require(Here.next(Deadline(0), E).empty());
    if (E.Kind == E.TimedOut)
      return;
    require(E.Kind == E.Called);
    checkCaller(*E.Who);
  }
}

void Trial::checkCaller(const Caller &C) {
  const auto At = ByFd.find(C.S.fd());
  require(At != ByFd.end());
  Stranger &S = Strangers[At->second];
  require(!S.IsIn);
  S.IsIn = true;
  const size_t Size = introductionSize(C.frame());
  require(Size >= sizeof(Frame) && C.Got == Size && S.Said.size() >= Size);
  require(isIntroduction(C.frame()));
  require(std::string_view(C.Said, Size) ==
          std::string_view(S.Said).substr(0, Size));
  std::string Rest(S.Said.size() - Size, ' ');
  require(receiveAll(C.S, Rest.data(), Rest.size(), Deadline(0)).empty());
  require(Rest == std::string_view(S.Said).substr(Size));
}

void Trial::checkFrame() {
  const auto Type = FrameType(number());
  const size_t Size = number();
  const std::string_view Bytes = take(Input.size());
  Ends E;
  require(sendAll(E.Theirs, Bytes.data(), Bytes.size(), Deadline(0)).empty());
  E.Theirs = Socket();
  std::string Data(Size, ' ');
  const Problem P = receiveFrame(E.Ours, Type, Data.data(), Size, Deadline(0));
  const Frame Wanted = {FrameMagic, Type, Size};
  const bool IsGood = Type != FrameType::RootError &&
                      Bytes.size() >= sizeof(Frame) + Size &&
                      !memcmp(Bytes.data(), &Wanted, sizeof(Wanted));
  require(P.empty() == IsGood);
  require(!IsGood || Data == Bytes.substr(sizeof(Frame), Size));
  require(P.size() <= MaxErrorText);
}

void Trial::run() {
  while (!Input.empty()) {
    const size_t Step = number();
    const auto Who = unsigned(Step / 4 % 8);
    switch (Step % 4) {
    case 0: {
      const std::string_view Bytes = take(number());
      const bool IsNew = !Strangers.count(Who);
      Stranger &S = Strangers[Who];
      if (!IsNew) {
        // What comes after he was let in nobody here reads.
        if (!S.IsIn)
          S.say(Bytes);
        break;
      }
      Ends E;
      S.Theirs = std::move(E.Theirs);
      S.say(Bytes);
      ByFd[E.Ours.fd()] = Who;
      Here.take(std::move(E.Ours));
      break;
    }
    case 1:
      if (Strangers.count(Who))
        Strangers[Who].Theirs = Socket();
      break;
    case 2:
      hear();
      break;
    case 3:
      checkFrame();
      break;
    }
  }
  hear();
}

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  return setenv("NCCL_DEBUG", "NONE", 1);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Trial({reinterpret_cast<const char *>(Data), Size}).run();
  return 0;
}

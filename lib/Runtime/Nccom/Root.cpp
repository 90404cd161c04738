//===- Root.cpp - Where the ranks of a communicator meet ------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread a root, which polls all who came: one that says half a hello, or
// something else, holds nobody up. The checks and their texts are NCCL's
// [reference/runtime.md section 2, confirmed]; cluster id and epoch are a
// random number and the time (design).
//
//===----------------------------------------------------------------------===//

#include "Root.h"
#include "../Support/Log.h"
#include "Wire.h"
#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <memory>
#include <mutex>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace ringc::runtime;

namespace {

/// The most that ringc compiles.
constexpr int MaxRanks = 1 << 22;

/// Somebody who came.
struct Visitor {
  Socket S;
  struct {
    Frame F;
    Hello H;
  } Said;
  size_t Got = 0; ///< bytes of Said
  static constexpr size_t Whole = sizeof(Frame) + sizeof(Hello);
  bool isRank() const { return Got == Whole; }
};

class Root {
public:
  Root(Socket Listener, Socket Stop)
      : Listener(std::move(Listener)), Stop(std::move(Stop)),
        D(socketTimeout()) {
    Thread = std::thread([this] {
      run();
      Done = true;
    });
  }
  ~Root();

  bool isDone() const { return Done; }

private:
  void run();
  bool waitForSomebody();
  void hear(Visitor &V);
  Problem checkIn(const Hello &H);
  void welcomeAll();
  void tellAll(const Problem &What);
  std::string missing() const;

  Socket Listener, Stop;
  const Deadline D;
  std::vector<std::unique_ptr<Visitor>> Visitors;
  std::vector<const Visitor *> Ranks; ///< by rank; empty: nobody came
  size_t NumCome = 0;
  Problem Wrong;
  std::atomic<bool> Done = false;
  const pid_t Owner = getpid();
  std::thread Thread;
};

} // namespace

Root::~Root() {
  // A forked process has the object and not the thread.
  if (Owner != getpid()) {
    Thread.detach();
    return;
  }
  const uint64_t One = 1;
  (void)!write(Stop.fd(), &One, sizeof(One));
  Thread.join();
}

/// False after the timeout, or when the library is unloaded.
bool Root::waitForSomebody() {
  std::vector<pollfd> P = {{Stop.fd(), POLLIN, 0}, {Listener.fd(), POLLIN, 0}};
  for (const auto &V : Visitors)
    P.push_back({V->S.fd(), POLLIN, 0});
  const int Ready = poll(P.data(), P.size(), D.left());
  if (Ready == 0)
    Wrong = "Bootstrap Root : timed out, missing rank " + missing();
  if (Ready <= 0)
    return Ready < 0 && errno == EINTR;
  if (P[0].revents)
    return false;
  for (size_t I = 0; I < Visitors.size(); ++I)
    if (P[I + 2].revents)
      hear(*Visitors[I]);
  std::erase_if(Visitors, [](const auto &V) { return !V->S.isOpen(); });
  if (P[1].revents) {
    auto V = std::make_unique<Visitor>();
    if (acceptFrom(Listener, Deadline(0), V->S).empty())
      Visitors.push_back(std::move(V));
  }
  return Wrong.empty();
}

void Root::hear(Visitor &V) {
  char More;
  char *To = V.isRank() ? &More : reinterpret_cast<char *>(&V.Said) + V.Got;
  const ssize_t Step =
      recv(V.S.fd(), To, V.isRank() ? 1 : Visitor::Whole - V.Got, 0);
  if (Step < 0 && (errno == EAGAIN || errno == EINTR))
    return;
  if (V.isRank()) {
    Wrong = "Bootstrap Root : rank " + std::to_string(V.Said.H.Rank) +
            " is gone before all came";
    return;
  }
  V.Got += Step > 0 ? size_t(Step) : 0;
  const Frame &F = V.Said.F;
  const Hello &H = V.Said.H;
  const bool IsOurs = (V.Got < sizeof(F) ||
                       (F.Magic == FrameMagic && F.Type == FrameType::ToRoot &&
                        F.Size == sizeof(Hello))) &&
                      (!V.isRank() || (H.NumRanks <= MaxRanks && H.Rank >= 0 &&
                                       H.Rank < H.NumRanks));
  if (Step <= 0 || !IsOurs) {
    RINGC_WARN("Bootstrap Root : a connection that is no rank's is closed");
    V.S = Socket();
    return;
  }
  if (!V.isRank())
    return;
  Wrong = checkIn(H);
  if (Wrong.empty())
    Ranks[size_t(H.Rank)] = &V;
}

Problem Root::checkIn(const Hello &H) {
  const std::string Rank = std::to_string(H.Rank);
  if (Ranks.empty())
    Ranks.resize(size_t(H.NumRanks));
  if (size_t(H.NumRanks) != Ranks.size())
    return "Bootstrap Root : mismatch in rank count from procs " +
           std::to_string(Ranks.size()) + " : " + std::to_string(H.NumRanks) +
           " (rank " + Rank + ")";
  if (Ranks[size_t(H.Rank)])
    return "Bootstrap Root : rank " + Rank + " of " +
           std::to_string(H.NumRanks) + " ranks has already checked in";
  for (const Visitor *Other : Ranks)
    if (Other && memcmp(Other->Said.H.Build, H.Build, sizeof(H.Build)))
      return "Bootstrap Root : rank " + Rank + " is of build " +
             std::string(H.Build, sizeof(H.Build)) + ", rank " +
             std::to_string(Other->Said.H.Rank) + " of " +
             std::string(Other->Said.H.Build, sizeof(H.Build));
  ++NumCome;
  return {};
}

/// The first few ranks that haven't come.
std::string Root::missing() const {
  if (Ranks.empty())
    return "all";
  constexpr unsigned Shown = 4;
  unsigned Count = 0;
  std::string Text;
  for (size_t I = 0; I < Ranks.size(); ++I)
    if (!Ranks[I] && ++Count <= Shown)
      Text += (Text.empty() ? "" : ", ") + std::to_string(I);
  return Count > Shown
             ? Text + " and " + std::to_string(Count - Shown) + " more"
             : Text;
}

void Root::welcomeAll() {
  Welcome W = {};
  (void)!getrandom(&W.ClusterId, sizeof(W.ClusterId), 0);
  W.Epoch = time(nullptr);
  for (size_t I = 0; I < Ranks.size(); ++I) {
    W.Next = Ranks[(I + 1) % Ranks.size()]->Said.H.Listen;
    // Who is gone by now will be missed by its neighbours.
    (void)sendFrame(Ranks[I]->S, FrameType::FromRoot, &W, sizeof(W), D);
  }
}

void Root::tellAll(const Problem &What) {
  RINGC_WARN("%s", What.c_str());
  constexpr int TellMs = 1000;
  const std::string Text = What.substr(0, MaxErrorText);
  for (const auto &V : Visitors)
    if (V->isRank())
      (void)sendFrame(V->S, FrameType::RootError, Text.data(), Text.size(),
                      Deadline(TellMs));
}

void Root::run() {
  while (Ranks.empty() || NumCome < Ranks.size())
    if (!waitForSomebody())
      break;
  if (!Wrong.empty())
    tellAll(Wrong);
  else if (!Ranks.empty() && NumCome == Ranks.size())
    welcomeAll();
  Visitors.clear();
  Listener = Socket();
}

namespace {

/// The roots of this process; the last of them end with the library.
struct Roots {
  std::mutex Lock;
  std::vector<std::unique_ptr<Root>> All;
};

} // namespace

static Roots TheRoots;

Problem ringc::runtime::startRoot(SocketAddress &Address) {
  Socket Listener, Stop(eventfd(0, EFD_CLOEXEC));
  if (Problem P = listenAt(Address, Listener); !P.empty())
    return P;
  const std::lock_guard<std::mutex> Guard(TheRoots.Lock);
  std::erase_if(TheRoots.All, [](const auto &R) { return R->isDone(); });
  TheRoots.All.push_back(
      std::make_unique<Root>(std::move(Listener), std::move(Stop)));
  return {};
}

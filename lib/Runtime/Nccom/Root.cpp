//===- Root.cpp - Where the ranks of a communicator meet ------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread a root. It hears every rank itself, in a flat and a hierarchical
// bootstrap, so that its checks are the same; in the latter it names each
// server's lowest rank its local root (design). The checks and their texts are
// NCCL's [reference/runtime.md section 2, confirmed]; cluster id and epoch are
// a random number and the time (design).
//
//===----------------------------------------------------------------------===//

#include "Root.h"
#include "../Support/Log.h"
#include "Reception.h"
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <mutex>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <unistd.h>

using namespace ringc::runtime;

namespace {

/// The most that ringc compiles.
constexpr int MaxRanks = 1 << 22;
/// Beside ranks' numbers, among what is watched.
constexpr uint64_t OfStop = MaxRanks;

/// A rank that came.
struct Visitor {
  Socket S;
  Hello Said;
};

class Root {
public:
  Root(Reception Here, Socket Stop)
      : Here(std::move(Here)), Stop(std::move(Stop)) {}
  ~Root();
  Problem start();
  bool isDone() const { return Done; }

private:
  void run();
  bool waitForSomebody();
  void waitUntilMet();
  bool hear(Caller &C);
  Problem partingWords(const Visitor &V) const;
  Problem checkIn(const Hello &H) const;
  void welcomeAll();
  void addServers(std::vector<Welcome> &All);
  void tellAll(const Problem &What);
  std::string missing() const;

  Reception Here;
  Socket Stop;
  /// The thread reads no environment, which others may change.
  const int TimeoutMs = socketTimeout();
  const Deadline D = Deadline(TimeoutMs);
  std::vector<std::unique_ptr<Visitor>> Ranks; ///< empty: nobody came
  const Visitor *First = nullptr;
  size_t NumCome = 0;
  std::vector<std::vector<int32_t>> Servers; ///< their ranks, if hierarchical
  Problem Wrong;
  std::mutex Ending; ///< of Stop, which the thread closes
  std::atomic<bool> Done = false;
  pid_t Owner = 0; ///< 0: no thread runs
  pthread_t Thread;
};

} // namespace

Root::~Root() {
  // A forked process has the object and not the thread.
  if (Owner != getpid())
    return;
  {
    const std::lock_guard<std::mutex> Guard(Ending);
    const uint64_t One = 1;
    if (!Done)
      (void)!write(Stop.fd(), &One, sizeof(One));
  }
  pthread_join(Thread, nullptr);
}

/// For few bytes to somebody who reads.
static constexpr int TellMs = 1000;

/// Tells one rank what is wrong.
static void tell(const Socket &S, const Problem &What) {
  (void)sendError(S, What, Deadline(TellMs));
}

Problem Root::start() {
  if (Problem P = Here.watch(Stop, OfStop); !P.empty())
    return P;
  const int Error = pthread_create(
      &Thread, nullptr,
      [](void *Self) -> void * {
        static_cast<Root *>(Self)->run();
        return nullptr;
      },
      this);
  if (Error)
    return std::string("pthread_create: ") + strerror(Error);
  Owner = getpid();
  return {};
}

/// False after a mistake or the timeout, or when the library is unloaded.
bool Root::waitForSomebody() {
  Reception::Event E;
  if (Problem P = Here.next(D, E); !P.empty())
    Wrong = "Bootstrap Root : " + P + ", with " + std::to_string(NumCome) +
            " ranks here, missing rank " + missing();
  else if (E.Kind == E.TimedOut)
    Wrong = "Bootstrap Root : timed out, missing rank " + missing();
  else if (E.Kind == E.Called) {
    // However many strangers come.
    if (!hear(*E.Who) && D.left() == 0)
      Wrong = "Bootstrap Root : timed out, missing rank " + missing();
  } else if (E.Tag == OfStop)
    return false;
  else
    Wrong = "Bootstrap Root : rank " + std::to_string(E.Tag) +
            " is gone before all came";
  return Wrong.empty();
}

/// Whether it is a rank.
bool Root::hear(Caller &C) {
  const Hello H = C.as<Hello>();
  if (C.frame().Type != FrameType::ToRoot || H.NumRanks > MaxRanks ||
      H.Rank < 0 || H.Rank >= H.NumRanks) {
    Here.refuse(C);
    return false;
  }
  if (Ranks.empty())
    Ranks.resize(size_t(H.NumRanks));
  Wrong = checkIn(H);
  if (Wrong.empty())
    Wrong = Here.watch(C.S, uint64_t(H.Rank));
  if (!Wrong.empty()) {
    tell(C.S, Wrong);
    return true;
  }
  auto &V = Ranks[size_t(H.Rank)];
  V = std::make_unique<Visitor>(Visitor{std::move(C.S), H});
  if (!First)
    First = V.get();
  ++NumCome;
  return true;
}

Problem Root::checkIn(const Hello &H) const {
  const std::string Rank = std::to_string(H.Rank);
  if (size_t(H.NumRanks) != Ranks.size())
    return "Bootstrap Root : mismatch in rank count from procs " +
           std::to_string(Ranks.size()) + " : " + std::to_string(H.NumRanks) +
           " (rank " + Rank + ")";
  if (Ranks[size_t(H.Rank)])
    return "Bootstrap Root : rank " + Rank + " of " +
           std::to_string(H.NumRanks) + " ranks has already checked in";
  if (!First)
    return {};
  const Hello &Other = First->Said;
  const std::string OtherRank = std::to_string(Other.Rank);
  if (memcmp(Other.Build, H.Build, sizeof(H.Build)))
    return "Bootstrap Root : rank " + Rank + " is of build " +
           std::string(H.Build, sizeof(H.Build)) + ", rank " + OtherRank +
           " of " + std::string(Other.Build, sizeof(H.Build));
  const auto WayOf = [](const Hello &Any) {
    return Any.IsHierarchical ? "hierarchical" : "flat";
  };
  if (Other.IsHierarchical != H.IsHierarchical)
    return "Bootstrap Root : rank " + Rank + " asks for a " + WayOf(H) +
           " bootstrap, rank " + OtherRank + " for a " + WayOf(Other) + " one";
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

/// What the ranks hear of their servers; fills Servers.
void Root::addServers(std::vector<Welcome> &All) {
  std::vector<int32_t> ByServer(Ranks.size());
  for (size_t I = 0; I < Ranks.size(); ++I)
    ByServer[I] = int32_t(I);
  const auto Server = [&](int32_t R) { return Ranks[size_t(R)]->Said.Server; };
  std::stable_sort(ByServer.begin(), ByServer.end(),
                   [&](int32_t A, int32_t B) { return Server(A) < Server(B); });
  for (size_t I = 0; I < ByServer.size(); ++I) {
    if (I == 0 || Server(ByServer[I - 1]) != Server(ByServer[I]))
      Servers.emplace_back();
    Servers.back().push_back(ByServer[I]);
  }
  for (size_t I = 0; I < Servers.size(); ++I) {
    const auto RootOf = [&](size_t Place) {
      return Servers[Place % Servers.size()].front();
    };
    const auto Listens = [&](int32_t R) {
      return Ranks[size_t(R)]->Said.Listen;
    };
    for (const int32_t R : Servers[I]) {
      Welcome &W = All[size_t(R)];
      W.NumServers = int32_t(Servers.size());
      W.LocalRoot = RootOf(I);
      W.LocalRootAt = Listens(W.LocalRoot);
      W.NextRoot = RootOf(I + 1);
      W.NextRootAt = Listens(W.NextRoot);
      W.PreviousRoot = RootOf(I + Servers.size() - 1);
      W.NumMembers = int32_t(Servers[I].size());
    }
  }
}

void Root::welcomeAll() {
  Welcome W = {};
  (void)!getrandom(&W.ClusterId, sizeof(W.ClusterId), 0);
  W.Epoch = time(nullptr);
  std::vector<Welcome> All(Ranks.size(), W);
  if (First->Said.IsHierarchical)
    addServers(All);
  for (size_t I = 0; I < Ranks.size(); ++I) {
    All[I].Next = Ranks[(I + 1) % Ranks.size()]->Said.Listen;
    (void)sendFrame(Ranks[I]->S, FrameType::FromRoot, &All[I], sizeof(W), D);
  }
  for (const auto &Members : Servers)
    (void)sendFrame(Ranks[size_t(Members.front())]->S, FrameType::Members,
                    Members.data(), Members.size() * sizeof(int32_t), D);
}

/// What a rank says that has met the others, nothing, or why it hasn't.
Problem Root::partingWords(const Visitor &V) const {
  const Deadline Soon(TellMs);
  Frame F;
  if (!receiveAll(V.S, &F, sizeof(F), Soon).empty())
    return "Bootstrap Root : rank " + std::to_string(V.Said.Rank) +
           " is gone before all have met";
  return checkFrame(V.S, F, FrameType::Joined, Soon);
}

/// So that nobody waits in vain for one who is gone. Ranks that don't end are
/// left to their own timeout.
void Root::waitUntilMet() {
  constexpr int GraceMs = 2000;
  const Deadline End(TimeoutMs + GraceMs);
  for (size_t NumMet = 0; NumMet < Ranks.size();) {
    Reception::Event E;
    if (!Here.next(End, E).empty() || E.Kind == E.TimedOut ||
        (E.Kind == E.Stirred && E.Tag == OfStop))
      return;
    if (E.Kind == E.Called)
      continue;
    auto &V = Ranks[size_t(E.Tag)];
    const Problem P = partingWords(*V);
    Here.unwatch(V->S);
    V.reset();
    ++NumMet;
    if (!P.empty())
      return tellAll(P);
  }
}

void Root::tellAll(const Problem &What) {
  RINGC_WARN("%s", What.c_str());
  for (const auto &V : Ranks)
    if (V)
      tell(V->S, What);
}

void Root::run() {
  while (Ranks.empty() || NumCome < Ranks.size())
    if (!waitForSomebody())
      break;
  // First: a rank that hears of the end may be back at once, for the next root
  // at this address.
  Here.stopListening();
  if (!Wrong.empty()) {
    tellAll(Wrong);
  } else if (!Ranks.empty() && NumCome == Ranks.size()) {
    welcomeAll();
    waitUntilMet();
  }
  Ranks.clear();
  Here = Reception();
  // Whoever sweeps may come late: no descriptor waits for him.
  const std::lock_guard<std::mutex> Guard(Ending);
  Stop = Socket();
  Done = true;
}

namespace {

/// The roots of this process; the last of them end with the library.
struct Roots {
  std::mutex Lock;
  std::vector<std::unique_ptr<Root>> All;

  void sweep() {
    std::erase_if(All, [](const auto &R) { return R->isDone(); });
  }
};

} // namespace

static Roots TheRoots;

Problem ringc::runtime::startRoot(SocketAddress &Address) {
  Reception Here;
  Socket Stop(eventfd(0, EFD_CLOEXEC));
  if (!Stop.isOpen())
    return std::string("eventfd: ") + strerror(errno);
  if (Problem P = Here.open(Address, "Bootstrap Root"); !P.empty())
    return P;
  const std::lock_guard<std::mutex> Guard(TheRoots.Lock);
  TheRoots.sweep();
  auto New = std::make_unique<Root>(std::move(Here), std::move(Stop));
  if (Problem P = New->start(); !P.empty())
    return P;
  TheRoots.All.push_back(std::move(New));
  return {};
}

void ringc::runtime::sweepRoots() {
  const std::lock_guard<std::mutex> Guard(TheRoots.Lock);
  TheRoots.sweep();
}

//===- BootstrapBench.cpp - Times communicators that meet -----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `ringc-bootstrap-bench PAIR RANKS RUNS SERVER_SIZE WAY...`: each way once a
// run, one after the other, so that whatever else the machine does falls on all
// alike. RANKS processes wait for a signal in shared memory; the time runs from
// there until the last one is done. A line a run and way: WAY, milliseconds.
//
// plain: connects to the next, accepts the one before, passes 28-byte addresses
// round the ring in RANKS - 1 steps. comm: neuronInitComm. flat, hierarchical:
// neuronInitGlobalComm with that RINGC_BOOTSTRAP.
//
//===----------------------------------------------------------------------===//

#include "ringc-pair/abi.h"
#include <arpa/inet.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <string>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

static constexpr int MaxRanks = 4096;
static constexpr size_t AddressSize = 28;

/// What all processes see.
struct Shared {
  pthread_barrier_t Ready, Go;
  char Id[128];
  uint16_t Ports[MaxRanks];
  double End[MaxRanks];
};
static Shared *All;
static int NumRanks, ServerSize;
static bool IsChild;

static decltype(&neuronGetUniqueId) GetUniqueId;
static decltype(&neuronInitComm) InitComm;
static decltype(&neuronInitGlobalComm) InitGlobalComm;

static double now() {
  timespec T;
  clock_gettime(CLOCK_MONOTONIC, &T);
  return double(T.tv_sec) * 1e3 + double(T.tv_nsec) / 1e6;
}

/// Ends all processes: others would wait for this one.
[[noreturn]] static void fail(const char *What) {
  perror(What);
  if (IsChild)
    kill(getppid(), SIGTERM);
  _exit(1);
}

static sockaddr_in at(uint16_t Port) {
  sockaddr_in A = {};
  A.sin_family = AF_INET;
  A.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  A.sin_port = Port;
  return A;
}

/// A listener; its port in network order.
static int listenSomewhere(uint16_t &Port) {
  const int S = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in A = at(0);
  socklen_t Size = sizeof(A);
  if (S < 0 || bind(S, reinterpret_cast<sockaddr *>(&A), Size) ||
      listen(S, MaxRanks) ||
      getsockname(S, reinterpret_cast<sockaddr *>(&A), &Size))
    fail("listen");
  Port = A.sin_port;
  return S;
}

static void waitAt(pthread_barrier_t &B) { pthread_barrier_wait(&B); }

static void runPlain(int Rank) {
  const int Listener = listenSomewhere(All->Ports[Rank]);
  std::vector<char> Table(size_t(NumRanks) * AddressSize);
  waitAt(All->Ready);
  waitAt(All->Go);
  const sockaddr_in To = at(All->Ports[(Rank + 1) % NumRanks]);
  const int Next = socket(AF_INET, SOCK_STREAM, 0), On = 1;
  setsockopt(Next, IPPROTO_TCP, TCP_NODELAY, &On, sizeof(On));
  if (connect(Next, reinterpret_cast<const sockaddr *>(&To), sizeof(To)))
    fail("connect");
  const int Previous = accept(Listener, nullptr, nullptr);
  for (int Step = 0; Step + 1 < NumRanks; ++Step) {
    const auto PartOf = [&](int Back) {
      return &Table[size_t((Rank + 2 * NumRanks - Back) % NumRanks) *
                    AddressSize];
    };
    if (send(Next, PartOf(Step), AddressSize, 0) != AddressSize ||
        recv(Previous, PartOf(Step + 1), AddressSize, MSG_WAITALL) !=
            AddressSize)
      fail("ring");
  }
}

static void runOurs(int Rank, const std::string &Way, const char *Root) {
  const bool IsGlobal = Way != "comm";
  if (IsGlobal)
    setenv("RINGC_BOOTSTRAP", Way.c_str(), 1);
  else if (Rank == 0 && GetUniqueId(All->Id, NumRanks, "") != NRT_SUCCESS)
    fail("neuronGetUniqueId");
  enc_neuron_device_info_t Device = {};
  Device.virtual_server_id = Rank / ServerSize;
  void *Comm = nullptr;
  waitAt(All->Ready);
  waitAt(All->Go);
  const NRT_STATUS Status =
      IsGlobal ? InitGlobalComm(Rank, NumRanks, &Device, Root, &Comm, "")
               : InitComm(&Comm, NumRanks, All->Id, Rank, &Device, false);
  if (Status != NRT_SUCCESS)
    fail("no communicator");
}

static double timeOnce(const std::string &Way) {
  // Below the ports that the system gives to the ranks.
  static int Port = 10000 + getpid() % 20000;
  const std::string Root = "127.0.0.1:" + std::to_string(++Port);
  for (int Rank = 0; Rank < NumRanks; ++Rank) {
    const pid_t Child = fork();
    if (Child < 0)
      fail("fork");
    if (Child)
      continue;
    IsChild = true;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (Way == "plain")
      runPlain(Rank);
    else
      runOurs(Rank, Way, Root.c_str());
    All->End[Rank] = now();
    // Nobody's end is to fall into the time of others.
    waitAt(All->Ready);
    _exit(0);
  }
  waitAt(All->Ready);
  const double Begin = now();
  waitAt(All->Go);
  waitAt(All->Ready);
  double End = Begin;
  for (int Rank = 0; Rank < NumRanks; ++Rank)
    End = All->End[Rank] > End ? All->End[Rank] : End;
  while (wait(nullptr) > 0)
    ;
  return End - Begin;
}

static void load(const std::string &Folder) {
  void *Nrt = dlopen((Folder + "/libnrt.so.1").c_str(), RTLD_NOW | RTLD_GLOBAL);
  void *Ccom = dlopen((Folder + "/libnccom.so.2").c_str(), RTLD_NOW);
  if (!Nrt || !Ccom) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  const auto Init =
      reinterpret_cast<decltype(&nrt_init)>(dlsym(Nrt, "nrt_init"));
  Init(1, "", "");
  GetUniqueId =
      reinterpret_cast<decltype(GetUniqueId)>(dlsym(Ccom, "neuronGetUniqueId"));
  InitComm =
      reinterpret_cast<decltype(InitComm)>(dlsym(Ccom, "neuronInitComm"));
  InitGlobalComm = reinterpret_cast<decltype(InitGlobalComm)>(
      dlsym(Ccom, "neuronInitGlobalComm"));
}

/// For all ranks and the process that starts them.
static void initialize(pthread_barrier_t &B) {
  pthread_barrierattr_t Attributes;
  pthread_barrierattr_init(&Attributes);
  pthread_barrierattr_setpshared(&Attributes, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init(&B, &Attributes, unsigned(NumRanks) + 1);
}

int main(int Count, char **Words) {
  NumRanks = Count > 5 ? atoi(Words[2]) : 0;
  const int Runs = Count > 5 ? atoi(Words[3]) : 0;
  ServerSize = Count > 5 ? atoi(Words[4]) : 0;
  if (NumRanks < 2 || NumRanks > MaxRanks || Runs < 1 || ServerSize < 1) {
    fprintf(stderr, "usage: %s PAIR RANKS RUNS SERVER_SIZE WAY...\n", *Words);
    return 2;
  }
  load(Words[1]);
  All = static_cast<Shared *>(mmap(nullptr, sizeof(Shared),
                                   PROT_READ | PROT_WRITE,
                                   MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  initialize(All->Ready);
  initialize(All->Go);
  for (int Run = 0; Run < Runs; ++Run)
    for (int I = 5; I < Count; ++I) {
      printf("%s\t%.3f\n", Words[I], timeOnce(Words[I]));
      fflush(stdout);
    }
  return 0;
}

//===- ThreadsTest.cpp - Compilations don't meet --------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What breaks: two compilations in two threads share something, so that one
// answers with what belongs to the other. Linked to the shared library alone.
//
//===----------------------------------------------------------------------===//

#include "ringc-c/ringc.h"
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <latch>
#include <string>
#include <thread>
#include <vector>

namespace {

/// A compilation to be asked for, and all that it answers.
struct Job {
  std::string Name, Text;
  uint32_t Nodes, Threads;
};

} // namespace

static std::string readInput(const std::string &Name) {
  std::ifstream In(RINGC_TEST_INPUTS "/" + Name);
  EXPECT_TRUE(In) << Name;
  return {std::istreambuf_iterator<char>(In), {}};
}

static std::string answer(const Job &J) {
  ringc_options Options = {};
  Options.struct_size = sizeof(Options);
  Options.nodes = J.Nodes;
  Options.threads = J.Threads;
  const ringc_input Input = {J.Name.c_str(), J.Text.data(), J.Text.size()};
  ringc_compilation *C = ringc_compile(&Options, &Input, 1);
  std::string Answer;
  for (const char *Kind : {"json", "wiring", "bandwidth"}) {
    size_t Size = 0;
    if (const char *Bytes = ringc_emit(C, Kind, -1, &Size))
      Answer.append(Bytes, Size);
  }
  Answer += ringc_messages(C);
  ringc_free(C);
  return Answer;
}

TEST(Threads, AnswersAreThoseOfOne) {
  std::vector<Job> Jobs;
  for (const char *Name : {"octo.xml", "quad.xml", "pair.xml", "rails.xml"})
    for (uint32_t Nodes : {1, 3})
      Jobs.push_back({Name, readInput(Name), Nodes, Nodes});
  // Each has messages of its own.
  Jobs.push_back({"cut.xml", Jobs[0].Text.substr(0, 700), 2, 1});
  Jobs.push_back({"none.xml", "", 1, 2});

  std::vector<std::string> Alone;
  for (const Job &J : Jobs)
    Alone.push_back(answer(J));
  EXPECT_NE(Alone[8].find("cut.xml:"), std::string::npos);
  EXPECT_NE(Alone[0], Alone[2]);

  constexpr size_t NumThreads = 8, Rounds = 6;
  std::vector<std::string> Wrong(NumThreads);
  std::latch Start(NumThreads);
  std::vector<std::thread> Threads;
  for (size_t T = 0; T < NumThreads; ++T)
    Threads.emplace_back([&, T] {
      Start.arrive_and_wait();
      for (size_t I = 0; I < Rounds * Jobs.size(); ++I) {
        const size_t At = (I + T) % Jobs.size();
        if (answer(Jobs[At]) != Alone[At])
          Wrong[T] += Jobs[At].Name + " ";
      }
    });
  for (std::thread &T : Threads)
    T.join();
  for (const std::string &Names : Wrong)
    EXPECT_EQ(Names, "");
}

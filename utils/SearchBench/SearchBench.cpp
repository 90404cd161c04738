//===- SearchBench.cpp - Time the search of one server --------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ringc-search-bench RUNS FILE...: for each topology and both NCCL profiles, on
// one server and on several, a line with what a search did and the median of
// RUNS times. Fields are separated by tabs; utils/bench_search.py has the
// names. What is refused has no line.
//
//===----------------------------------------------------------------------===//

#include "passes/ComputeGraph/ComputeGraph.h"
#include "ringc/Topology/FrontEnd.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <chrono>
#include <cstdlib>

using namespace ringc;

/// The system of \p File, ready to search. False if it is refused.
static bool load(const char *File, const Profile &P, bool SingleNode,
                 System &S) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> Buffer =
      llvm::MemoryBuffer::getFile(File);
  if (!Buffer)
    return false;
  DiagnosticEngine Diags(llvm::nulls());
  XmlDocument Doc = readXml(Diags.addFile(std::move(*Buffer)), Diags, P);
  return !Diags.hasErrors() && completeSystemXml(Doc, Diags, P) &&
         buildSystem(Doc, S, Diags, P) &&
         finishSystem(S, SingleNode, Diags, P) && S.numGpus() != 0;
}

/// Whether \p A was walked as far as NCCL walks it.
static bool isWhole(const SearchAttempt &A) {
  return A.End == AttemptEnd::Searched || A.End == AttemptEnd::OutOfSteps ||
         A.End == AttemptEnd::Perfect;
}

/// Ends the program if an attempt took other steps than it should.
static void check(const SearchTrace &Plain, const SearchTrace &Proved) {
  for (size_t I = 0;
       I < std::min(Plain.Attempts.size(), Proved.Attempts.size()); ++I)
    if (isWhole(Proved.Attempts[I]) &&
        Plain.Attempts[I].Steps != Proved.Attempts[I].Steps) {
      llvm::errs() << "attempt " << I + 1 << " took "
                   << Proved.Attempts[I].Steps << " steps, not "
                   << Plain.Attempts[I].Steps << '\n';
      std::exit(1);
    }
}

static double median(std::vector<double> Times) {
  std::sort(Times.begin(), Times.end());
  return Times[Times.size() / 2];
}

static void bench(const char *File, const Profile &P, bool SingleNode,
                  unsigned Runs) {
  System S;
  if (!load(File, P, SingleNode, S))
    return;
  SearchTrace Traces[2];
  for (SearchMode Mode : {SearchMode::Proved, SearchMode::Plain}) {
    SearchTrace &Trace = Traces[Mode == SearchMode::Plain];
    std::vector<double> Times;
    // The plain search is only asked how many steps there are.
    const unsigned Repeats = Mode == SearchMode::Plain ? 1 : Runs;
    for (unsigned I = 0; I < Repeats; ++I) {
      abi::ncclTopoGraph G = ringTemplate(P);
      const auto Start = std::chrono::steady_clock::now();
      searchRings(S, P, G, Mode, &Trace);
      const std::chrono::duration<double, std::micro> Time =
          std::chrono::steady_clock::now() - Start;
      Times.push_back(Time.count());
    }
    if (Mode == SearchMode::Proved)
      llvm::outs() << llvm::sys::path::stem(File) << '\t'
                   << (SingleNode ? 1 : 2) << '\t' << P.Name << '\t'
                   << Trace.Attempts.size() << '\t' << Trace.totalSteps()
                   << '\t' << Trace.Counted << '\t' << unsigned(Trace.End)
                   << '\t' << llvm::format("%.1f", median(Times));
    else
      llvm::outs() << '\t' << Trace.totalSteps() << '\t'
                   << llvm::format("%.1f", median(Times)) << '\n';
  }
  check(Traces[1], Traces[0]);
}

int main(int argc, char **argv) {
  unsigned Runs = 0;
  if (argc < 3 || llvm::StringRef(argv[1]).getAsInteger(10, Runs) || !Runs) {
    llvm::errs() << "usage: ringc-search-bench RUNS FILE...\n";
    return 2;
  }
  for (int I = 2; I < argc; ++I)
    for (const Profile &P : getProfiles())
      if (P.Search == SearchKind::Nccl)
        for (bool SingleNode : {true, false})
          bench(argv[I], P, SingleNode, Runs);
  return 0;
}

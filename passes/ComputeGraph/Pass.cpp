//===- Pass.cpp - compute-graph over a fabric -----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives every distinct server its graph: from the graph file where one is given
// and applies, else by searching, each server on its own. Remarks are collected
// by server and added in order, so that threads don't show.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Pass.h"
#include "ComputeGraph.h"
#include "ringc/Neuron/NeuronSearch.h"
#include "ringc/Neuron/Pod.h"
#include "ringc/Topology/FrontEnd.h"
#define GEN_PASS_DECLS
#define GEN_PASS_DEFS
#include "ringc/passes/ComputeGraph.inc"
#include <algorithm>

using namespace ringc;

namespace {

class ComputeGraphPass : public FabricPass {
public:
  explicit ComputeGraphPass(const ComputeGraphOptions &Options)
      : Options(Options) {}
  void run(Fabric &F, PassContext &Ctx) override;

private:
  bool checkSearch(const Fabric &F, const std::vector<bool> &Loaded,
                   DiagnosticEngine &Diags) const;
  std::vector<Remark> search(Fabric &F, unsigned Number) const;
  bool searchesDevices(const Profile &P) const {
    return P.Search == SearchKind::Neuron &&
           Options.Search != ComputeGraphSearch::Dfs;
  }

  ComputeGraphOptions Options;
};

/// Makes the remarks about one server's graph.
class RemarkWriter {
public:
  RemarkWriter(const Server &S, unsigned Number)
      : S(S), Function("server " + std::to_string(Number)) {}
  std::vector<Remark> fromFile() const;
  std::vector<Remark> fromSearch(const SearchTrace &T, bool EachAttempt) const;
  std::vector<Remark> fromDevices(const neuron::NeuronTrace &T) const;
  Remark noDeviceRing(const neuron::NeuronTrace &T) const;

private:
  Remark start(Remark::Kind K, const char *Name) const {
    return Remark(K, "compute-graph", Name, Function, placeOfFirstGpu(S));
  }
  Remark attempt(const SearchTrace &T, size_t I) const;
  Remark limits() const;
  Remark result(const SearchTrace &T) const;

  const Server &S;
  std::string Function;
};

} // namespace

static const char *channels(int Count) {
  return Count == 1 ? " channel" : " channels";
}

static const char *reason(SearchEnd E) {
  switch (E) {
  case SearchEnd::Perfect:
    return "no more channels are allowed";
  case SearchEnd::Saturated:
    return "the channels use all that a GPU can send";
  case SearchEnd::BudgetSpent:
    return "the step budget is spent";
  case SearchEnd::NoGain:
    return "the next speed is less than half of this";
  case SearchEnd::LastSpeed:
    return "there is no lower speed";
  case SearchEnd::Proved:
    return "no other attempt can give more";
  }
  return "";
}

static const char *outcome(AttemptEnd E) {
  switch (E) {
  case AttemptEnd::Searched:
    return "searched through";
  case AttemptEnd::OutOfSteps:
    return "budget spent";
  case AttemptEnd::Perfect:
    return "perfect";
  case AttemptEnd::Bound:
    return "nothing better is left";
  case AttemptEnd::Hopeless:
    return "can't find better";
  case AttemptEnd::Alike:
    return "the same as an attempt before";
  }
  return "";
}

/// What an attempt asked for, in words.
static void describe(Remark &R, const SearchAttempt &A, bool HasNets) {
  R.arg("Speed", A.Speed).text(" GB/s, GPUs over ");
  R.arg("TypeIntra", std::string(toString(A.TypeIntra)));
  if (HasNets) {
    R.text(", nets over ").arg("TypeInter", std::string(toString(A.TypeInter)));
    R.text(A.CrossNic ? ", any net on the way out" : "");
  }
  R.text(A.SameChannels ? ", all channels alike" : "");
}

Remark RemarkWriter::attempt(const SearchTrace &T, size_t I) const {
  const SearchAttempt &A = T.Attempts[I];
  Remark R = start(Remark::Kind::Analysis, "SearchAttempt");
  R.text("attempt ").arg("Attempt", I + 1).text(": ");
  describe(R, A, S.Sys.numNets() != 0);
  R.text(": ").arg("Steps", A.Steps).text(" steps, ");
  R.text(outcome(A.End)).text(", ");
  R.arg("BestChannels", A.NumChannels).text(channels(A.NumChannels));
  R.text(A.Improved ? ", the best so far" : "");
  return R;
}

Remark RemarkWriter::limits() const {
  Remark R = start(Remark::Kind::Analysis, "SearchLimits");
  R.text(S.Sys.numNets() != 0 ? "the widest path from a GPU to a net has "
                              : "the widest path between GPUs has ");
  R.arg("MaxWidth", S.Sys.MaxWidth).text(" GB/s, and a GPU can send ");
  return R.arg("TotalWidth", S.Sys.TotalWidth).text(" GB/s");
}

Remark RemarkWriter::result(const SearchTrace &T) const {
  if (T.SimpleOrder) {
    Remark R = start(Remark::Kind::Missed, "SimpleOrder");
    R.text("no channel found in ").arg("Attempts", T.Attempts.size());
    R.text(" attempts: one channel in index order at ");
    return R.arg("Speed", S.Graph.speedIntra).text(" GB/s");
  }
  Remark R = start(Remark::Kind::Passed, "ChannelsFound");
  R.arg("Channels", S.Graph.nChannels);
  R.text(channels(S.Graph.nChannels)).text(" of ");
  R.arg("ChannelSpeed", S.Graph.speedIntra).text(" GB/s");
  if (T.SplitFrom != 0)
    R.text(", split from ").arg("Unsplit", T.SplitFrom);
  if (T.Winner >= 0) {
    R.text("; attempt ").arg("Winner", T.Winner + 1);
    R.text(" of ").arg("Attempts", T.Attempts.size()).text(" won (");
    describe(R, T.Attempts[size_t(T.Winner)], S.Sys.numNets() != 0);
    R.text(")");
  }
  R.text("; stopped after ").arg("Steps", T.totalSteps());
  return R.text(" steps since ").arg("Reason", reason(T.End));
}

std::vector<Remark> RemarkWriter::fromSearch(const SearchTrace &T,
                                             bool EachAttempt) const {
  std::vector<Remark> All;
  for (size_t I = 0; EachAttempt && I < T.Attempts.size(); ++I)
    All.push_back(attempt(T, I));
  All.push_back(limits());
  All.push_back(result(T));
  return All;
}

std::vector<Remark>
RemarkWriter::fromDevices(const neuron::NeuronTrace &T) const {
  Remark R = start(Remark::Kind::Passed, "DeviceRings");
  R.arg("Channels", S.Graph.nChannels).text(channels(S.Graph.nChannels));
  R.text(" over ").arg("Devices", T.Devices).text(" devices, ");
  if (T.Folded)
    R.text("there and back over a line");
  else
    R.text("from ").arg("Cycles", T.Cycles).text(" cycles that share no link");
  return {std::move(R)};
}

Remark RemarkWriter::noDeviceRing(const neuron::NeuronTrace &T) const {
  Remark R = start(Remark::Kind::Missed, "NoDeviceRing");
  R.text("the ").arg("Devices", T.Devices);
  return R.text(" devices can't be joined to a ring: inherited search");
}

std::vector<Remark> RemarkWriter::fromFile() const {
  Remark R = start(Remark::Kind::Passed, "GraphFile");
  R.arg("Channels", S.Graph.nChannels);
  R.text(channels(S.Graph.nChannels)).text(" from the graph file");
  return {std::move(R)};
}

/// Whether the search asked for can be used on all servers that need one.
bool ComputeGraphPass::checkSearch(const Fabric &F,
                                   const std::vector<bool> &Loaded,
                                   DiagnosticEngine &Diags) const {
  if (F.Rules->Search != SearchKind::Neuron || searchesDevices(*F.Rules))
    return true;
  for (size_t I = 0; I < F.Servers.size(); ++I)
    if (!Loaded[I] && neuron::describeDevices(F.Servers[I].Sys).IsSwitched) {
      Diags.report(diag::err_switch_dfs, placeOf(F.Servers[I]))
          << F.Servers[I].Source;
      return false;
    }
  return true;
}

/// Finds the channels of server \p Number; returns why.
std::vector<Remark> ComputeGraphPass::search(Fabric &F, unsigned Number) const {
  Server &S = F.Servers[Number];
  const Profile &P = *F.Rules;
  const RemarkWriter Writer(S, Number);
  std::vector<Remark> Remarks;
  S.Graph = ringTemplate(P);
  if (searchesDevices(P)) {
    neuron::NeuronTrace Trace;
    const neuron::PodMode Pod = neuron::podModeOf(S.Xml);
    const bool InPod = neuron::isPod(Pod) && !F.singleNode();
    if (neuron::searchNeuronRings(S.Sys, InPod, S.Graph, Trace)) {
      S.Graph.crossracktorack = neuron::crossesRacks(Pod, F.numNodes());
      return Writer.fromDevices(Trace);
    }
    // The inherited search doesn't know what a switch joins (confirmed that it
    // is never used there).
    if (neuron::describeDevices(S.Sys).IsSwitched)
      return {};
    Remarks.push_back(Writer.noDeviceRing(Trace));
  }
  SearchTrace Trace;
  searchRings(S.Sys, P, S.Graph,
              Options.Search == ComputeGraphSearch::Plain ? SearchMode::Plain
                                                          : SearchMode::Proved,
              &Trace);
  for (Remark &R : Writer.fromSearch(Trace, Options.Trace))
    Remarks.push_back(std::move(R));
  return Remarks;
}

void ComputeGraphPass::run(Fabric &F, PassContext &Ctx) {
  const Profile &P = *F.Rules;
  std::vector<std::vector<Remark>> Remarks(F.Servers.size());
  std::vector<bool> Loaded(F.Servers.size());
  // The front end refuses such a server, a text may spell it out.
  for (const Server &S : F.Servers)
    if (S.numRanks() == 0) {
      Ctx.Diags.report(diag::err_server_no_gpu, placeOf(S)) << S.Source;
      return;
    }

  // Reading a graph file reports, so it is done in order and alone. It says so
  // itself where no graph in it applies; then the channels are searched.
  for (size_t I = 0; Ctx.GraphFile && I < F.Servers.size(); ++I) {
    Server &S = F.Servers[I];
    S.Graph = ringTemplate(P);
    S.Graph.crossNic = 0; // cleared before the file is read [section 6]
    if (!loadGraphXml(*Ctx.GraphFile, S.Sys, S.Graph, Ctx.Diags))
      return;
    Loaded[I] = S.Graph.nChannels > 0;
    if (Loaded[I])
      Remarks[I] = RemarkWriter(S, unsigned(I)).fromFile();
  }

  if (!checkSearch(F, Loaded, Ctx.Diags))
    return;
  Ctx.ForEach(unsigned(F.Servers.size()), [&](unsigned I) {
    if (!Loaded[I])
      Remarks[I] = search(F, I);
  });

  for (const Server &S : F.Servers)
    if (S.Graph.nChannels == 0) {
      Ctx.Diags.report(diag::err_switch_no_ring, placeOf(S))
          << S.Source << neuron::describeDevices(S.Sys).numDevices();
      return;
    }

  for (std::vector<Remark> &OfServer : Remarks)
    for (Remark &R : OfServer)
      Ctx.Remarks.add(std::move(R));
}

std::unique_ptr<FabricPass>
ringc::createComputeGraphPass(const ComputeGraphOptions &Options) {
  return std::make_unique<ComputeGraphPass>(Options);
}

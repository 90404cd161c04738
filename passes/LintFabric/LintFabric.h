//===- LintFabric.h - What an operator would want to know -------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check is a function from a read-only view of the fabric to findings, and a
// row of the table that lintChecks() returns: to add one, write the function,
// its row, an entry of LintText and the text in LintDiags.td. The view holds
// each distinct server once, and each pair of distinct servers that are
// neighbours somewhere; no check looks at nodes or ranks, of which there may be
// a hundred thousand.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_LINTFABRIC_LINTFABRIC_H
#define RINGC_PASSES_LINTFABRIC_LINTFABRIC_H

#include "Places.h"
#include "ringc/ABI/Structs.h"
#include <span>
#include <string>
#include <variant>

namespace ringc {

/// The texts, in the order of LintDiags.td; `Note...` follow a warning.
enum class LintText : uint8_t {
  GpuNvlinks,
  GpuPci,
  GpuSm,
  SlowHop,
  NoteFewNeighbours,
  SharedNic,
  UnusedNic,
  SamePort,
  VirtualNic,
  FlatPci,
  FewerGpus,
  FewerNics,
  FewerChannels,
  NicPlace,
  CrossRail,
  NoteGpu,
  NoteNic,
  NoteServer,
};
constexpr unsigned NumLintTexts = unsigned(LintText::NoteServer) + 1;

/// What fills a text in; numbers are counts, or of GB/s.
using LintArg = std::variant<std::string, unsigned, double>;

/// A message: its text, its place, what fills the text in.
struct LintMessage {
  LintText What;
  SrcLoc Loc;
  std::vector<LintArg> Args;
};

/// A channel that is no copy: its number, its row of the graph, and the NETs,
/// by index in the system, by which it enters and leaves; -1 where there is
/// none of that number, or the fabric has one node.
struct LintChannel {
  unsigned Number = 0, Row = 0;
  int Recv = -1, Send = -1;
};

/// One distinct server. What is derived is filled in by describe().
struct LintServer {
  std::string_view Name; ///< its input
  SrcLoc Loc;            ///< its root element
  const System *Sys = nullptr;
  const abi::ncclTopoGraph *Graph = nullptr;
  unsigned NumNodes = 0; ///< nodes that are this server
  std::vector<LintChannel> Channels;

  // derived
  std::vector<NetFactsOfPlace> Nets;
  /// Ends of channels (one to enter, one to leave) at each NET.
  std::vector<unsigned> Ends;

  unsigned numRanks() const { return Sys->numGpus(); }
  const Node &gpu(unsigned I) const { return Sys->of(NodeType::Gpu)[I]; }
  const Node &net(unsigned I) const { return Sys->of(NodeType::Net)[I]; }
  NetTable netTable() const { return {Sys, &Nets}; }
};

/// \p Times nodes of server \p From have a node of server \p To behind them.
struct LintNeighbours {
  unsigned From = 0, To = 0;
  unsigned Times = 0;
};

/// What all checks look at.
struct LintView {
  const Profile *Rules = nullptr;
  RailBy Rails = RailBy::Place;
  bool SingleNode = true;
  std::vector<LintServer> Servers;
  std::vector<LintNeighbours> Neighbours; ///< none in a fabric of one node
  /// The server that others are compared with: of the kind that most nodes are.
  unsigned Usual = 0;

  /// Fills in what is derived.
  void describe();
};

/// Notes stand behind their warning.
using LintMessages = std::vector<LintMessage>;

struct LintCheck {
  bool OnNeuron; ///< whether it makes sense on a Neuron machine
  void (*Run)(const LintView &View, LintMessages &Out);
};

/// All checks, in the order in which they report.
std::span<const LintCheck> lintChecks();

// The checks, one file for each group.
void lintOddGpus(const LintView &View, LintMessages &Out);
void lintSlowHops(const LintView &View, LintMessages &Out);
void lintNicUse(const LintView &View, LintMessages &Out);
void lintSamePort(const LintView &View, LintMessages &Out);
void lintVirtualNics(const LintView &View, LintMessages &Out);
void lintFlatPci(const LintView &View, LintMessages &Out);
void lintUnequalServers(const LintView &View, LintMessages &Out);
void lintNicPlaces(const LintView &View, LintMessages &Out);
void lintCrossRail(const LintView &View, LintMessages &Out);

/// `'a', 'b' and 3 more` of \p Names.
std::string listNames(std::span<const std::string> Names);

} // namespace ringc

#endif // RINGC_PASSES_LINTFABRIC_LINTFABRIC_H

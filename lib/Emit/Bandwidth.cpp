//===- Bandwidth.cpp - What each link carries, as a table -----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The estimate of passes/EstimateBandwidth with the profile's constants, for
// people: the constants, a table of loaded links and NICs for each kind of
// server, the channels, the whole. Everything is there; the pass
// estimate-bandwidth says the most important of it and takes other constants.
//
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "passes/EstimateBandwidth/FabricTraffic.h"
#include "ringc/Diag/Number.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace ringc;

namespace {

/// Cells in columns as wide as need be.
class Table {
public:
  /// \p Columns: by column its head; one that begins with `>` is of numbers,
  /// which stand to the right.
  explicit Table(ArrayRef<StringRef> Columns);
  void row(std::vector<std::string> Cells);
  void print(raw_ostream &OS) const;

private:
  std::vector<bool> Right;
  std::vector<size_t> Width;
  std::vector<std::vector<std::string>> Rows;
};

} // namespace

Table::Table(ArrayRef<StringRef> Columns) : Width(Columns.size()) {
  std::vector<std::string> Heads;
  for (StringRef Head : Columns) {
    Right.push_back(Head.consume_front(">"));
    Heads.push_back(Head.str());
  }
  row(std::move(Heads));
}

void Table::row(std::vector<std::string> Cells) {
  for (size_t I = 0; I < Cells.size(); ++I)
    Width[I] = std::max(Width[I], Cells[I].size());
  Rows.push_back(std::move(Cells));
}

void Table::print(raw_ostream &OS) const {
  for (const std::vector<std::string> &Cells : Rows) {
    std::string Line;
    for (size_t I = 0; I < Cells.size(); ++I) {
      const std::string Fill(Width[I] - Cells[I].size(), ' ');
      Line += "  " + (Right[I] ? Fill + Cells[I] : Cells[I] + Fill);
    }
    OS << StringRef(Line).rtrim(' ') << '\n';
  }
}

/// A bandwidth, or that there is no limit.
static std::string gigabytes(double Value) {
  return std::isfinite(Value) ? formatNumber(Value) : "unlimited";
}

static void writeConstants(const BandwidthConstants &Constants,
                           raw_ostream &OS) {
  OS << "usable part of links " << formatNumber(Constants.LinkEfficiency)
     << ", of NICs " << formatNumber(Constants.NetEfficiency)
     << "; cap of a channel " << gigabytes(Constants.ChannelCap)
     << "; PCI cost through an Intel CPU "
     << formatNumber(Constants.IntelPciCost) << "; return cost "
     << (Constants.ReturnCost ? "on" : "off") << "; GB/s\n";
}

/// The links of server \p Number of \p Traffic, which begin at \p At of \p E;
/// returns where they end.
static size_t writeServer(const Fabric &F, const FabricTraffic &Traffic,
                          const BandwidthEstimate &E, uint32_t Number,
                          size_t At, raw_ostream &OS) {
  const ServerTraffic &T = Traffic.Servers[Number];
  OS << '\n' << nameOf(F, T) << ", " << F.Servers[T.Server].Source << '\n';
  Table Links({"from", "to", "type", ">width", ">flows", ">cost", ">share",
               ">used", "limits channels"});
  for (; At < E.Links.size() && E.Links[At].Server == Number; ++At) {
    const LinkLoad &L = E.Links[At];
    std::string Channels;
    for (const uint32_t C : L.Limits)
      Channels += (Channels.empty() ? "" : ", ") + std::to_string(C);
    Links.row({nameOf(*T.Sys, L.From), nameOf(*T.Sys, L.To),
               std::string(toString(L.Type)), formatNumber(L.Width),
               std::to_string(L.Flows), formatNumber(L.Cost),
               formatNumber(L.Share), formatNumber(L.Used), Channels});
  }
  Links.print(OS);
  return At;
}

static std::string whatLimits(const Fabric &F, const FabricTraffic &Traffic,
                              const BandwidthEstimate &E,
                              const ChannelBandwidth &B) {
  std::string Text;
  if (B.Link != NoLink) {
    const LinkLoad &L = E.Links[B.Link];
    const ServerTraffic &T = Traffic.Servers[L.Server];
    Text = nameOf(F, T) + ": " + nameOf(*T.Sys, L.From) + " to " +
           nameOf(*T.Sys, L.To);
  }
  if (B.NumUnknown)
    Text += (Text.empty() ? "" : "; ") + std::to_string(B.NumUnknown) +
            " ways unknown";
  return Text;
}

static void writeWhole(const FabricTraffic &Traffic, const BandwidthEstimate &E,
                       raw_ostream &OS) {
  if (Traffic.UsesPodLinks)
    OS << "\nlinks between servers of a pod aren't known and don't count\n";
  if (E.NumUnknown)
    OS << "\nat most, since unknown ways don't count:";
  OS << '\n';
  Table Whole({"", ">busbw", ">all-reduce algbw", ">all-gather algbw"});
  const auto Row = [&](const char *Name, double Ring) {
    Whole.row({Name, gigabytes(BandwidthEstimate::busBandwidth(Ring)),
               gigabytes(E.allReduce(Ring)), gigabytes(E.allGather(Ring))});
  };
  Row("sum of the channels", E.Total);
  Row("data split evenly", E.Even);
  Whole.print(OS);
}

bool ringc::emitBandwidth(const Fabric &F, const EmitOptions &Options,
                          raw_ostream &OS, DiagnosticEngine &Diags) {
  if (!refuseRank(Options, "bandwidth", Diags))
    return false;
  const BandwidthConstants Constants = bandwidthConstants(*F.Rules);
  const FabricTraffic Traffic = describeTraffic(F);
  const BandwidthEstimate E = estimateBandwidth(Traffic, Constants);
  OS << "profile " << F.Rules->Name << ": nodes " << F.numNodes() << ", ranks "
     << F.numRanks() << ", channels " << F.Channels.size() << "\n";
  writeConstants(Constants, OS);
  size_t At = 0;
  for (uint32_t I = 0; I < Traffic.Servers.size(); ++I)
    At = writeServer(F, Traffic, E, I, At, OS);
  OS << '\n';
  Table Channels({"channel", ">bandwidth", "limited by"});
  for (size_t C = 0; C < E.Channels.size(); ++C)
    Channels.row({std::to_string(C), gigabytes(E.Channels[C].Bandwidth),
                  whatLimits(F, Traffic, E, E.Channels[C])});
  Channels.print(OS);
  writeWhole(Traffic, E, OS);
  return true;
}

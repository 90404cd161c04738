//===- Pass.cpp - estimate-bandwidth over a fabric ------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets the constants from profile and options and says the estimate in
// remarks: the whole, each channel, the links.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Pass.h"
#include "FabricTraffic.h"
#include <cmath>
#define GEN_PASS_DECLS
#define GEN_PASS_DEFS
#include "ringc/passes/EstimateBandwidth.inc"

using namespace ringc;

namespace {

class EstimateBandwidthPass : public FabricPass {
public:
  explicit EstimateBandwidthPass(const EstimateBandwidthOptions &Options)
      : Options(Options) {}
  void run(Fabric &F, PassContext &Ctx) override;

private:
  BandwidthConstants constants(const Profile &P) const;

  EstimateBandwidthOptions Options;
};

/// An estimate told in remarks.
class Teller {
public:
  Teller(const Fabric &F, const FabricTraffic &Traffic,
         const BandwidthEstimate &E, RemarkList &Remarks)
      : F(F), Traffic(Traffic), E(E), Remarks(Remarks) {}
  void whole() const;
  void channel(uint32_t C) const;
  void unknown(uint32_t C) const;
  void link(const LinkLoad &L) const;
  void leftOut(size_t Links) const;

private:
  static Remark remark(const char *Name, std::string About, SrcLoc Loc = {}) {
    return {Remark::Kind::Analysis, "estimate-bandwidth", Name,
            std::move(About), Loc};
  }
  const System &systemOf(uint32_t Server) const {
    return *Traffic.Servers[Server].Sys;
  }
  SrcLoc placeOf(const LinkLoad &L) const;

  const Fabric &F;
  const FabricTraffic &Traffic;
  const BandwidthEstimate &E;
  RemarkList &Remarks;
};

} // namespace

BandwidthConstants EstimateBandwidthPass::constants(const Profile &P) const {
  constexpr double Percent = 100, MegaPerGiga = 1000;
  BandwidthConstants Constants = bandwidthConstants(P);
  Constants.LinkEfficiency = Options.Efficiency / Percent;
  Constants.NetEfficiency = Options.NetEfficiency / Percent;
  if (Options.ChannelCap != 0)
    Constants.ChannelCap = Options.ChannelCap / MegaPerGiga;
  if (Options.PciCost != 0)
    Constants.IntelPciCost = Options.PciCost / Percent;
  if (Options.ReturnCost != EstimateBandwidthReturnCost::Profile)
    Constants.ReturnCost =
        Options.ReturnCost == EstimateBandwidthReturnCost::On;
  return Constants;
}

/// The element that a link comes from: of a PCI link and a NIC's the end
/// further down, which stands later in the file; of others the end it leads
/// away from.
SrcLoc Teller::placeOf(const LinkLoad &L) const {
  const System &S = systemOf(L.Server);
  const SrcLoc From = S[L.From].Loc, To = S[L.To].Loc;
  const bool Nested = L.Type == LinkType::Pci || L.Type == LinkType::Net;
  const bool ToIsLater =
      std::pair(To.Line, To.Col) > std::pair(From.Line, From.Col);
  return (Nested && ToIsLater) || !From.isValid() ? To : From;
}

void Teller::whole() const {
  Remark R = remark("Bandwidth", "fabric");
  if (!std::isfinite(E.Total)) {
    R.text("no channel uses a link or a NIC: nothing limits them");
    Remarks.add(std::move(R));
    return;
  }
  R.arg("Channels", E.Channels.size()).text(" channels move ");
  if (E.NumUnknown)
    R.text("at most ");
  R.arg("BusBandwidth", BandwidthEstimate::busBandwidth(E.Total));
  R.text(" GB/s in all (busbw); algbw of an all-reduce ");
  R.arg("AllReduce", E.allReduce(E.Total)).text(", of an all-gather ");
  R.arg("AllGather", E.allGather(E.Total));
  R.text("; with data split evenly over the channels ");
  R.arg("EvenBusBandwidth", BandwidthEstimate::busBandwidth(E.Even));
  R.text(" GB/s (busbw)");
  Remarks.add(std::move(R));
  if (!Traffic.UsesPodLinks)
    return;
  Remark Pod = remark("PodLinks", "fabric");
  Pod.text("the links between servers of a pod aren't known and don't count");
  Remarks.add(std::move(Pod));
}

void Teller::channel(uint32_t C) const {
  const ChannelBandwidth &B = E.Channels[C];
  const LinkLoad *Limit = B.Link == NoLink ? nullptr : &E.Links[B.Link];
  Remark R = remark("ChannelBandwidth", "channel " + std::to_string(C),
                    Limit ? placeOf(*Limit) : SrcLoc());
  if (!std::isfinite(B.Bandwidth)) {
    R.text("nothing limits it");
  } else {
    if (B.NumUnknown)
      R.text("at most ");
    R.arg("Bandwidth", B.Bandwidth).text(" GB/s, limited by ");
    if (Limit) {
      const System &S = systemOf(Limit->Server);
      R.arg("From", nameOf(S, Limit->From)).text(" to ");
      R.arg("To", nameOf(S, Limit->To)).text(" of ");
      R.arg("Server", nameOf(F, Traffic.Servers[Limit->Server]));
    } else {
      R.text("the cap");
    }
  }
  Remarks.add(std::move(R));
  if (B.NumUnknown)
    unknown(C);
}

/// Says what isn't counted: as many ways, and the first of them.
void Teller::unknown(uint32_t C) const {
  const ChannelBandwidth &B = E.Channels[C];
  const UnknownWay &W = B.FirstUnknown;
  const auto End = [](bool IsNet, int Number) {
    return (IsNet ? "NET " : "local rank ") + std::to_string(Number);
  };
  Remark R =
      remark("UnknownWay", "channel " + std::to_string(C),
             placeOfFirstGpu(F.Servers[Traffic.Servers[W.Server].Server]));
  R.arg("Unknown", B.NumUnknown).text(" of its ways aren't known and don't ");
  R.text("count, the first from ").arg("From", End(W.FromNet, W.From));
  R.text(" to ").arg("To", End(W.ToNet, W.To)).text(" of ");
  R.arg("Server", nameOf(F, Traffic.Servers[W.Server]));
  Remarks.add(std::move(R));
}

void Teller::link(const LinkLoad &L) const {
  const System &S = systemOf(L.Server);
  Remark R = remark(L.Limits.empty() ? "LinkLoad" : "LimitingLink",
                    nameOf(F, Traffic.Servers[L.Server]), placeOf(L));
  R.arg("From", nameOf(S, L.From)).text(" to ").arg("To", nameOf(S, L.To));
  R.text(": ").arg("Type", std::string(toString(L.Type))).text(" of ");
  R.arg("Width", L.Width).text(" GB/s; ").arg("Flows", L.Flows);
  R.text(L.Flows == 1 ? " flow" : " flows").text(", cost ");
  R.arg("Cost", L.Cost).text(", share ").arg("Share", L.Share);
  R.text(" GB/s, used ").arg("Used", L.Used).text(" GB/s");
  if (!L.Limits.empty()) {
    std::string Channels;
    for (uint32_t C : L.Limits)
      Channels += (Channels.empty() ? "" : ", ") + std::to_string(C);
    R.text("; limits channels ").arg("Limits", std::move(Channels));
  }
  Remarks.add(std::move(R));
}

void Teller::leftOut(size_t Links) const {
  Remark R = remark("LinksLeftOut", "fabric");
  R.text("links that limit channels, too, and have no remark: ");
  R.arg("Links", Links).text("; 'most' says how many have one");
  Remarks.add(std::move(R));
}

void EstimateBandwidthPass::run(Fabric &F, PassContext &Ctx) {
  const FabricTraffic Traffic = describeTraffic(F);
  const BandwidthEstimate E = estimateBandwidth(Traffic, constants(*F.Rules));
  const Teller T(F, Traffic, E, Ctx.Remarks);
  T.whole();
  for (uint32_t C = 0; C < E.Channels.size(); ++C)
    T.channel(C);
  const size_t Most = Options.Most == 0 ? ~size_t(0) : size_t(Options.Most);
  size_t Told = 0, Left = 0;
  for (const uint32_t I : tightestFirst(E)) {
    const LinkLoad &L = E.Links[I];
    if (L.Limits.empty() && Options.Links == EstimateBandwidthLinks::Limiting)
      break;
    if (Told == Most) {
      Left += !L.Limits.empty();
      continue;
    }
    T.link(L);
    ++Told;
  }
  if (Left)
    T.leftOut(Left);
}

std::unique_ptr<FabricPass>
ringc::createEstimateBandwidthPass(const EstimateBandwidthOptions &Options) {
  return std::make_unique<EstimateBandwidthPass>(Options);
}

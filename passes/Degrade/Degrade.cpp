//===- Degrade.cpp - Taking parts out of a server -------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names are looked up before anything is changed, so that none depends on
// another. Then figures are lowered in a copy; then elements are taken out,
// with the NVLinks that led to GPUs among them; then the ranks of the GPUs left
// are closed up.
//
//===----------------------------------------------------------------------===//

#include "Degrade.h"
#include "ringc/Topology/XmlEdit.h"
#include <algorithm>
#include <cmath>

using namespace ringc;

namespace {

/// What an element's width is written as, and what NCCL takes where that is no
/// number above 0 (nccl-search section 3, confirmed).
struct WidthAttribute {
  const char *Key;
  const char *Unit;
  int Default;
};

WidthAttribute widthOf(const XmlElement &E) {
  if (E.Name == "net")
    return {"speed", "Mbit/s", 10000};
  if (E.Name == "nvlink")
    return {"count", "links", 0};
  return {"link_width", "lanes", 16};
}

class Degrader {
public:
  Degrader(const XmlDocument &Doc, std::vector<LossEffect> &Effects)
      : Before(Doc), After(Doc), Gone(Doc.Elements.size()), Effects(Effects) {}

  std::optional<LossError> apply(std::span<const Loss> Losses);
  XmlDocument finish();

private:
  std::vector<uint32_t> linksOfGpu(uint32_t Gpu) const;
  std::optional<LossError> narrow(const Loss &L, uint32_t Element);
  void dropLinksToLostGpus(const std::vector<bool> &Lost);
  void reportDropped(const std::vector<bool> &Lost);
  std::vector<bool> withAllBelow() const;

  const XmlDocument &Before;
  XmlDocument After;      ///< the same elements, narrower
  std::vector<bool> Gone; ///< by element
  std::vector<LossEffect> &Effects;
};

PartKind kindOf(const XmlElement &E) {
  return E.Name == "net"      ? PartKind::Net
         : E.Name == "gpu"    ? PartKind::Gpu
         : E.Name == "nvlink" ? PartKind::Nvlink
                              : PartKind::Pci;
}

} // namespace

std::string ringc::describePart(const XmlDocument &Doc, uint32_t Element) {
  const XmlElement &E = Doc[Element];
  switch (kindOf(E)) {
  case PartKind::Net: {
    const std::string_view Name = E.get("name");
    const std::string Net = "net " + std::to_string(readNumber(E, "dev"));
    return Name.empty() ? Net : Net + " '" + std::string(Name) + "'";
  }
  case PartKind::Gpu:
    return "gpu " + std::string(E.get("rank")) + " (" +
           std::string(busIdAbove(Doc, Element)) + ")";
  case PartKind::Pci:
    return "pci link of " + std::string(E.get("busid"));
  case PartKind::Nvlink:
    break;
  }
  return "nvlink " + nvlinkEnds(Doc, Element);
}

/// The PCI link of a GPU and all its NVLinks, both directions.
std::vector<uint32_t> Degrader::linksOfGpu(uint32_t Gpu) const {
  std::vector<uint32_t> Links;
  if (const uint32_t Pci = findAbove(Before, Gpu, "pci");
      Pci != XmlElement::None)
    Links.push_back(Pci);
  const int64_t Id = readBusIdNumber(busIdAbove(Before, Gpu));
  for (uint32_t I : findElements(Before, "nvlink"))
    if (findAbove(Before, I, "gpu") == Gpu ||
        (nvlinkEnd(Before[I]) == NvlinkEnd::Gpu &&
         readBusIdNumber(Before[I].get("target")) == Id))
      Links.push_back(I);
  return Links;
}

std::optional<LossError> Degrader::narrow(const Loss &L, uint32_t Element) {
  XmlElement &E = After[Element];
  const WidthAttribute Width = widthOf(E);
  int Was = readNumber(E, Width.Key);
  if (Was <= 0)
    Was = Width.Default;
  LossError Error{LossError::Kind::Fraction, L, {}, {}, E.Loc, Was, 0};
  Error.Unit = Width.Unit;
  // A decimal fraction of a whole number is whole up to rounding.
  constexpr double Rounding = 1e-6;
  Error.Becomes = L.Value ? L.Value : Was * L.Factor;
  const double Whole = std::round(Error.Becomes);
  if (Whole < 1 || std::abs(Whole - Error.Becomes) > Rounding)
    return Error;
  if (Whole >= Was) {
    Error.What = LossError::Kind::Wider;
    return Error;
  }
  setAttribute(E, Width.Key, std::to_string(int(Whole)));
  Effects.push_back({kindOf(E), describePart(Before, Element), E.Loc, Was,
                     int(Whole), Width.Unit});
  return std::nullopt;
}

std::optional<LossError> Degrader::apply(std::span<const Loss> Losses) {
  for (const Loss &L : Losses) {
    std::vector<uint32_t> Found;
    if (auto E = findPart(Before, L, Found))
      return E;
    for (uint32_t Element : Found) {
      if (L.isDrop()) {
        Gone[Element] = true;
        continue;
      }
      const std::vector<uint32_t> Links =
          L.Kind == PartKind::Gpu ? linksOfGpu(Element) : std::vector{Element};
      for (uint32_t Link : Links)
        if (auto E = narrow(L, Link))
          return E;
    }
  }
  return std::nullopt;
}

std::vector<bool> Degrader::withAllBelow() const {
  std::vector<bool> Lost = Gone;
  for (uint32_t I = 1; I < Lost.size(); ++I)
    Lost[I] = Lost[I] || Lost[Before[I].Parent];
  return Lost;
}

/// NCCL ignores a link to a GPU that isn't there, but warns about each.
void Degrader::dropLinksToLostGpus(const std::vector<bool> &Lost) {
  std::vector<int64_t> Left, Dropped;
  for (uint32_t I : findElements(Before, "gpu"))
    (Lost[I] ? Dropped : Left)
        .push_back(readBusIdNumber(busIdAbove(Before, I)));
  const auto Has = [](const std::vector<int64_t> &Ids, int64_t Id) {
    return std::find(Ids.begin(), Ids.end(), Id) != Ids.end();
  };
  for (uint32_t I : findElements(Before, "nvlink")) {
    const int64_t Target = readBusIdNumber(Before[I].get("target"));
    if (nvlinkEnd(Before[I]) == NvlinkEnd::Gpu && Has(Dropped, Target) &&
        !Has(Left, Target))
      Gone[I] = true;
  }
}

/// GPUs, NICs and links that are gone by themselves; what goes with a GPU isn't
/// told.
void Degrader::reportDropped(const std::vector<bool> &Lost) {
  for (uint32_t I = 0; I < Lost.size(); ++I) {
    const XmlElement &E = Before[I];
    if (E.Name == "gpu" || E.Name == "net" ? Lost[I]
                                           : Gone[I] && E.Name == "nvlink")
      Effects.push_back({kindOf(E), describePart(Before, I), E.Loc});
  }
}

XmlDocument Degrader::finish() {
  const std::vector<bool> Lost = withAllBelow();
  reportDropped(Lost);
  dropLinksToLostGpus(Lost);
  removeElements(After, Gone);
  setRanks(After, gpusByRank(After));
  return std::move(After);
}

std::optional<LossError> ringc::applyLosses(XmlDocument &Doc,
                                            std::span<const Loss> Losses,
                                            std::vector<LossEffect> &Effects) {
  Degrader D(Doc, Effects);
  if (auto E = D.apply(Losses))
    return E;
  Doc = D.finish();
  return std::nullopt;
}

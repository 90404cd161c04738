//===- FindParts.cpp - Which elements a name means ------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plain number is a rank or device number; anything else is compared with
// names, then, where it looks like one, with bus ids, as numbers.
//
//===----------------------------------------------------------------------===//

#include "Degrade.h"
#include "ringc/Topology/XmlEdit.h"
#include <algorithm>

using namespace ringc;

namespace {

/// The parts of one document by name.
class PartFinder {
public:
  PartFinder(const XmlDocument &Doc, const Loss &L) : Doc(Doc), L(L) {}
  std::optional<LossError> run(std::vector<uint32_t> &Found);

private:
  void findNets();
  void findNvlinks();
  void findPcis();
  /// Of an nvlink's name.
  std::pair<std::string_view, std::string_view> ends() const;
  std::vector<uint32_t> gpusCalled(std::string_view Which) const;
  void addNvlinks(std::string_view From, std::string_view To);
  bool leadsTo(const XmlElement &Nvlink, std::string_view To) const;
  bool isAmbiguous() const;
  std::vector<std::string> knownNames() const;

  const XmlDocument &Doc;
  const Loss &L;
  std::vector<uint32_t> Found;
};

bool isNumber(std::string_view Text) {
  return Text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isBusId(std::string_view Text, std::string_view BusId) {
  return Text.find(':') != std::string_view::npos &&
         readBusIdNumber(Text) == readBusIdNumber(BusId);
}

/// Whether \p Text, a plain number, is attribute \p Key. Leading zeros don't
/// count.
bool isNumberOf(std::string_view Text, const XmlElement &E,
                std::string_view Key) {
  Text.remove_prefix(std::min(Text.find_first_not_of('0'), Text.size() - 1));
  return Text == std::to_string(readNumber(E, Key));
}

} // namespace

void PartFinder::findNets() {
  const std::vector<uint32_t> Nets = findElements(Doc, "net");
  const auto AddIf = [&](auto Is) {
    if (Found.empty())
      std::copy_if(Nets.begin(), Nets.end(), std::back_inserter(Found), Is);
  };
  if (isNumber(L.Which))
    AddIf([&](uint32_t I) { return isNumberOf(L.Which, Doc[I], "dev"); });
  AddIf([&](uint32_t I) { return Doc[I].get("name") == L.Which; });
  AddIf([&](uint32_t I) { return isBusId(L.Which, busIdAbove(Doc, I)); });
}

std::vector<uint32_t> PartFinder::gpusCalled(std::string_view Which) const {
  std::vector<uint32_t> Gpus = findElements(Doc, "gpu");
  std::erase_if(Gpus, [&](uint32_t I) {
    return isNumber(Which) ? !isNumberOf(Which, Doc[I], "rank")
                           : !isBusId(Which, busIdAbove(Doc, I));
  });
  return Gpus;
}

bool PartFinder::leadsTo(const XmlElement &Nvlink, std::string_view To) const {
  switch (nvlinkEnd(Nvlink)) {
  case NvlinkEnd::Cpu:
    return To == "cpu";
  case NvlinkEnd::Switch:
    return To == "nvs";
  case NvlinkEnd::Gpu:
    break;
  }
  const int64_t Target = readBusIdNumber(Nvlink.get("target"));
  for (uint32_t Gpu : gpusCalled(To))
    if (readBusIdNumber(busIdAbove(Doc, Gpu)) == Target)
      return true;
  return false;
}

void PartFinder::addNvlinks(std::string_view From, std::string_view To) {
  const std::vector<uint32_t> Gpus = gpusCalled(From);
  for (uint32_t I : findElements(Doc, "nvlink"))
    if (std::count(Gpus.begin(), Gpus.end(), findAbove(Doc, I, "gpu")) &&
        leadsTo(Doc[I], To))
      Found.push_back(I);
}

std::pair<std::string_view, std::string_view> PartFinder::ends() const {
  const std::string_view Which = L.Which;
  const size_t Dash = Which.find('-');
  return {Which.substr(0, Dash), Which.substr(Dash + 1)};
}

void PartFinder::findNvlinks() {
  const auto [One, Two] = ends();
  addNvlinks(One, Two);
  if (One != Two)
    addNvlinks(Two, One);
}

void PartFinder::findPcis() {
  for (uint32_t I : findElements(Doc, "pci"))
    if (isBusId(L.Which, Doc[I].get("busid")))
      Found.push_back(I);
}

/// The ports of one card, and the links between two GPUs, are meant together.
bool PartFinder::isAmbiguous() const {
  switch (L.Kind) {
  case PartKind::Net:
    return std::any_of(Found.begin(), Found.end(), [&](uint32_t I) {
      return Found.size() > 1 &&
             (!isBusId(L.Which, busIdAbove(Doc, I)) ||
              findAbove(Doc, I, "pci") != findAbove(Doc, Found[0], "pci"));
    });
  case PartKind::Gpu:
  case PartKind::Pci:
    return Found.size() > 1;
  case PartKind::Nvlink:
    break;
  }
  const auto [One, Two] = ends();
  return gpusCalled(One).size() > 1 || gpusCalled(Two).size() > 1;
}

/// What could have been written: short names, and bus ids last.
std::vector<std::string> PartFinder::knownNames() const {
  std::vector<std::string> Names, BusIds;
  const auto Both = [&](std::string Name, std::string_view BusId) {
    if (!Name.empty())
      Names.push_back(std::move(Name));
    if (!BusId.empty())
      BusIds.emplace_back(BusId);
  };
  switch (L.Kind) {
  case PartKind::Net:
    for (uint32_t I : findElements(Doc, "net")) {
      Names.push_back(std::to_string(readNumber(Doc[I], "dev")));
      Both(std::string(Doc[I].get("name")), busIdAbove(Doc, I));
    }
    break;
  case PartKind::Gpu:
    for (uint32_t I : gpusByRank(Doc))
      Both(std::string(Doc[I].get("rank")), busIdAbove(Doc, I));
    break;
  case PartKind::Pci:
    for (uint32_t I : findElements(Doc, "pci"))
      Both({}, Doc[I].get("busid"));
    break;
  case PartKind::Nvlink:
    for (uint32_t I : findElements(Doc, "nvlink"))
      Names.push_back(nvlinkEnds(Doc, I));
    break;
  }
  Names.insert(Names.end(), BusIds.begin(), BusIds.end());
  return Names;
}

std::optional<LossError> PartFinder::run(std::vector<uint32_t> &Out) {
  switch (L.Kind) {
  case PartKind::Net:
    findNets();
    break;
  case PartKind::Gpu:
    Found = gpusCalled(L.Which);
    break;
  case PartKind::Nvlink:
    findNvlinks();
    break;
  case PartKind::Pci:
    findPcis();
    break;
  }
  if (Found.empty())
    return LossError{LossError::Kind::Unknown, L, {}, knownNames()};
  if (isAmbiguous())
    return LossError{
        LossError::Kind::Ambiguous, L, {}, {}, Doc[Found.front()].Loc};
  Out = std::move(Found);
  return std::nullopt;
}

std::string ringc::nvlinkEnds(const XmlDocument &Doc, uint32_t Nvlink) {
  const XmlElement &E = Doc[Nvlink];
  const std::vector<uint32_t> Gpus = findElements(Doc, "gpu");
  const auto RankAt = [&](std::string_view BusId) {
    for (uint32_t Gpu : Gpus)
      if (isBusId(BusId, busIdAbove(Doc, Gpu)))
        return std::string(Doc[Gpu].get("rank"));
    return std::string(BusId);
  };
  const std::string From = RankAt(busIdAbove(Doc, Nvlink)) + "-";
  switch (nvlinkEnd(E)) {
  case NvlinkEnd::Cpu:
    return From + "cpu";
  case NvlinkEnd::Switch:
    return From + "nvs";
  case NvlinkEnd::Gpu:
    break;
  }
  return From + RankAt(E.get("target"));
}

std::optional<LossError> ringc::findPart(const XmlDocument &Doc, const Loss &L,
                                         std::vector<uint32_t> &Found) {
  return PartFinder(Doc, L).run(Found);
}

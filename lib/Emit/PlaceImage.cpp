//===- PlaceImage.cpp - Where libnccom's ranks and NICs are ---------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NICs are those of the element tree, whether the search used them or not: a
// program may ask for one on a machine of its own, too. The nearest one shares
// the most elements above it with the GPU, the lowest device number first
// (design: the real rule isn't known).
//
//===----------------------------------------------------------------------===//

#include "PlaceImage.h"
#include "ImageTables.h"
#include "MachineImage.h"
#include "ringc/ABI/PlaceImage.h"
#include "ringc/Neuron/DeviceGraph.h"
#include "ringc/Topology/XmlEdit.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstring>
#include <map>

using namespace llvm;
using namespace ringc;

namespace {

class PlaceImageWriter {
public:
  explicit PlaceImageWriter(const Fabric &F) : F(F) {}
  std::string write();

private:
  void addServer(const Server &S);
  void addNics(const Server &S);
  int nearest(const XmlDocument &Doc, uint32_t Gpu) const;
  void addCycles(const Server &S, PlaceServer &Image);

  const Fabric &F;
  std::vector<PlaceServer> Servers;
  std::vector<CoreImage> Cores;
  std::vector<NicImage> Nics;
  /// Of the server being added: the way to each NIC, from the root down.
  std::vector<std::vector<uint32_t>> NicWays;
  std::vector<int32_t> Cycles;
};

} // namespace

/// Indices of \p Element and those above it, from the root down.
static std::vector<uint32_t> wayTo(const XmlDocument &Doc, uint32_t Element) {
  std::vector<uint32_t> Way;
  for (; Element != XmlElement::None; Element = Doc[Element].Parent)
    Way.push_back(Element);
  std::reverse(Way.begin(), Way.end());
  return Way;
}

static size_t numShared(ArrayRef<uint32_t> A, ArrayRef<uint32_t> B) {
  size_t I = 0;
  while (I < A.size() && I < B.size() && A[I] == B[I])
    ++I;
  return I;
}

void PlaceImageWriter::addNics(const Server &S) {
  NicWays.clear();
  std::vector<std::pair<int, uint32_t>> ByNumber;
  for (uint32_t I = 0; I < S.Xml.Elements.size(); ++I) {
    int Number = 0;
    if (S.Xml[I].Name == "net" &&
        !StringRef(S.Xml[I].get("dev")).getAsInteger(10, Number))
      ByNumber.emplace_back(Number, I);
  }
  llvm::sort(ByNumber);
  for (auto [Number, Element] : ByNumber) {
    NicImage Nic = {};
    Nic.Id = Number;
    const StringRef Text = busIdAbove(S.Xml, Element);
    Nic.HasBusId = !Text.empty();
    setBusPlace(Nic, readBusIdNumber(Text));
    Nics.push_back(Nic);
    NicWays.push_back(wayTo(S.Xml, Element));
  }
}

/// The place among the NICs of the one nearest to \p Gpu, an element; -1: there
/// is none.
int PlaceImageWriter::nearest(const XmlDocument &Doc, uint32_t Gpu) const {
  const std::vector<uint32_t> Way = wayTo(Doc, Gpu);
  int Best = -1;
  size_t Most = 0;
  for (auto [I, NicWay] : enumerate(NicWays))
    if (const size_t Shared = numShared(Way, NicWay); Shared > Most) {
      Most = Shared;
      Best = int(I);
    }
  return Best;
}

/// The `gpu` elements of \p Doc by their bus ids; the first of several.
static std::map<int64_t, uint32_t> gpuElements(const XmlDocument &Doc) {
  std::map<int64_t, uint32_t> ByBusId;
  for (uint32_t I = 0; I < Doc.Elements.size(); ++I)
    if (Doc[I].Name == "gpu")
      ByBusId.try_emplace(readBusIdNumber(busIdAbove(Doc, I)), I);
  return ByBusId;
}

void PlaceImageWriter::addCycles(const Server &S, PlaceServer &Image) {
  Image.FirstCycle = uint32_t(Cycles.size());
  if (F.Rules->Search != SearchKind::Neuron)
    return;
  for (const neuron::DeviceRing &Ring : neuron::mlaCycles(S.Sys)) {
    Image.CycleSize = uint32_t(Ring.size());
    ++Image.NumCycles;
    Cycles.insert(Cycles.end(), Ring.begin(), Ring.end());
  }
}

void PlaceImageWriter::addServer(const Server &S) {
  PlaceServer &Image = Servers.emplace_back();
  Image = {};
  Image.FirstNic = uint32_t(Nics.size());
  addNics(S);
  Image.NumNics = uint32_t(Nics.size()) - Image.FirstNic;
  Image.FirstCore = uint32_t(Cores.size());
  Image.NumCores = S.numRanks();
  const std::vector<CorePlace> Places = corePlaces(F, S);
  const std::map<int64_t, uint32_t> Gpus = gpuElements(S.Xml);
  for (uint32_t L = 0; L < S.numRanks(); ++L) {
    const unsigned Gpu = unsigned(S.Sys.gpuOfRank(int(L)));
    const auto Place =
        find_if(Places, [&](const CorePlace &P) { return P.Gpu == Gpu; });
    const auto Element = Gpus.find(S.Sys.of(NodeType::Gpu)[Gpu].Id);
    CoreImage &Core = Cores.emplace_back();
    Core = {};
    Core.Device = Place->Device;
    Core.Core = Place->Core;
    Core.Rid = Place->Rid;
    Core.Nic = Element == Gpus.end() ? -1 : nearest(S.Xml, Element->second);
  }
  addCycles(S, Image);
}

std::string PlaceImageWriter::write() {
  for (const Server &S : F.Servers)
    addServer(S);
  PlaceHeader H = {};
  // What the pipeline did; where nothing is doubled, what the rules say.
  const bool Doubles =
      any_of(F.Channels, [](const Channel &C) { return C.CopyOf.has_value(); });
  H.ReversesSecondHalf =
      Doubles ? any_of(F.Channels, [](const Channel &C) { return C.Reversed; })
              : F.Rules->Second == SecondHalf::Reverse;
  std::string Out(sizeof(H), '\0');
  H.Cores = appendTable(Out, Cores);
  H.Servers = appendTable(Out, Servers);
  H.Nics = appendTable(Out, Nics);
  H.Cycles = appendTable(Out, Cycles);
  memcpy(Out.data(), &H, sizeof(H));
  return Out;
}

std::string ringc::placeImage(const Fabric &F) {
  return PlaceImageWriter(F).write();
}

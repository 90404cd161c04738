//===- MachineImage.cpp - What libnrt will answer from --------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Built-in machines are known: their chips, ports and routing ids, also where a
// pass has taken some of their cores. Of any other server, a device is a GPU,
// its number `dev` if these are distinct, else its place; its ports are the
// GPUs that it has NVLinks to, in the file's order; its routing id is its
// number (design).
//
//===----------------------------------------------------------------------===//

#include "MachineImage.h"
#include "ImageTables.h"
#include "ringc/ABI/MachineImage.h"
#include "ringc/Neuron/DeviceGraph.h"
#include "ringc/Neuron/Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <map>
#include <numeric>
#include <set>

using namespace llvm;
using namespace ringc;

namespace {

/// nrt_instance_size_t [reference/abi.md section 3, confirmed].
constexpr uint32_t UnknownSize = 9;

class MachineImageWriter {
public:
  explicit MachineImageWriter(const Fabric &F) : F(F) {}
  std::string write();
  void addServer(const Server &S);
  std::vector<CorePlace> Cores; ///< of all servers added

private:
  void addChips(const Server &S, const neuron::Machine &M,
                const neuron::DeviceGraph &G);
  void addGpus(const Server &S);
  void addDevice(const Server &S, ArrayRef<unsigned> Gpus, int Id, int Rid,
                 bool IsCore);
  void addPod(MachineHeader &H) const;

  const Fabric &F;
  std::vector<ServerImage> Servers;
  std::vector<DeviceImage> Devices;
  std::vector<PortImage> Ports;
};

} // namespace

/// The built-in machine that \p S is, or null.
static const neuron::Machine *machineOf(const Server &S) {
  const XmlAttribute *Name = S.Xml[0].find("platform");
  return Name ? neuron::findMachine(Name->Value) : nullptr;
}

template <size_t N> static void setText(char (&To)[N], StringRef Text) {
  memset(To, 0, N);
  memcpy(To, Text.data(), std::min(Text.size(), N - 1));
}

/// Where \p Gpu is on the bus; an id is the digits of the bus id.
static DeviceImage placeOnBus(const Node &Gpu) {
  DeviceImage D = {};
  setBusPlace(D, Gpu.Id);
  return D;
}

void MachineImageWriter::addDevice(const Server &S, ArrayRef<unsigned> Gpus,
                                   int Id, int Rid, bool IsCore) {
  for (auto [Core, Gpu] : enumerate(Gpus))
    Cores.push_back({Gpu, Id, int(Core), Rid});
  DeviceImage D = placeOnBus(S.Sys.of(NodeType::Gpu)[Gpus.front()]);
  D.Id = Id;
  D.Rid = Rid;
  D.NumCores = uint16_t(Gpus.size());
  // A core has a domain of its own, the chip has domain 0
  // (lib/Neuron/Synthesize.cpp).
  if (IsCore)
    D.Domain = 0;
  D.FirstPort = uint32_t(Ports.size());
  Devices.push_back(D);
}

/// Which chip of \p M each device of \p G is, by its place on the bus, which no
/// pass changes; empty if one is none of them: the server says that it is such
/// a machine and isn't.
static std::vector<unsigned> findChips(const Server &S,
                                       const neuron::Machine &M,
                                       const neuron::DeviceGraph &G) {
  std::map<std::string, unsigned> ChipAt;
  for (unsigned Chip = 0; Chip < unsigned(M.Chips); ++Chip)
    ChipAt[M.placeOf(Chip)] = Chip;
  std::vector<unsigned> Chips;
  for (const neuron::Device &D : G.Devices) {
    const DeviceImage Place =
        placeOnBus(S.Sys.of(NodeType::Gpu)[D.Cores.front()]);
    const auto At =
        ChipAt.find(formatv("{0:x-2}:{1:x-2}.{2:x-}", Place.Bus,
                            unsigned(Place.Slot), unsigned(Place.Function)));
    if (At == ChipAt.end() || is_contained(Chips, At->second))
      return {};
    Chips.push_back(At->second);
  }
  return Chips;
}

void MachineImageWriter::addChips(const Server &S, const neuron::Machine &M,
                                  const neuron::DeviceGraph &G) {
  const std::vector<unsigned> ChipOf = findChips(S, M, G);
  std::vector<unsigned> InOrder(G.numDevices());
  std::iota(InOrder.begin(), InOrder.end(), 0u);
  if (!ChipOf.empty())
    llvm::sort(InOrder,
               [&](unsigned A, unsigned B) { return ChipOf[A] < ChipOf[B]; });
  for (unsigned I : InOrder) {
    const neuron::Device &D = G.Devices[I];
    const unsigned Chip = ChipOf.empty() ? I : ChipOf[I];
    addDevice(S, D.Cores, int(Chip), ChipOf.empty() ? int(I) : M.ridOf(Chip),
              true);
    if (ChipOf.empty())
      for (const neuron::Port &P : D.Ports)
        Ports.push_back(int(P.Far));
    else
      for (unsigned P = 0; P < M.numPorts(); ++P) {
        const int Far = M.neighbour(Chip, P);
        const auto At = llvm::find(ChipOf, unsigned(Far));
        const bool Linked = Far >= 0 && At != ChipOf.end() &&
                            G.port(I, unsigned(At - ChipOf.begin()));
        Ports.push_back(Linked ? Far : NoPort);
      }
    Devices.back().NumPorts = uint32_t(Ports.size()) - Devices.back().FirstPort;
  }
}

/// Physical cores of a logical one: as many logical ones as there are, or were
/// before a pass took some, make a chip. Each is in the domain of its number.
static uint32_t logicalSize(const Server &S, const neuron::Machine &M) {
  unsigned Most = 1;
  for (const Node &Gpu : S.Sys.of(NodeType::Gpu))
    Most = std::max(Most, placeOnBus(Gpu).Domain);
  for (unsigned Size : {2u, 1u})
    if (M.HasLogicalSizes && Most <= unsigned(M.Cores) / Size)
      return Size;
  return uint32_t(M.LogicalSize);
}

void MachineImageWriter::addGpus(const Server &S) {
  const auto &Gpus = S.Sys.of(NodeType::Gpu);
  std::set<int> Numbers;
  for (const Node &Gpu : Gpus)
    Numbers.insert(Gpu.Gpu.Dev);
  const auto NumberOf = [&](unsigned I) {
    return Numbers.size() == Gpus.size() && *Numbers.begin() >= 0
               ? Gpus[I].Gpu.Dev
               : int(I);
  };
  std::vector<unsigned> ByNumber(Gpus.size());
  for (unsigned I = 0; I < ByNumber.size(); ++I)
    ByNumber[I] = I;
  llvm::sort(ByNumber,
             [&](unsigned A, unsigned B) { return NumberOf(A) < NumberOf(B); });
  for (unsigned I : ByNumber) {
    addDevice(S, I, NumberOf(I), NumberOf(I), false);
    for (const Link &L : Gpus[I].Links)
      if (L.Type == LinkType::Nvl && L.Far.Type == NodeType::Gpu)
        Ports.push_back(NumberOf(L.Far.Index));
    Devices.back().NumPorts = uint32_t(Ports.size()) - Devices.back().FirstPort;
  }
}

void MachineImageWriter::addServer(const Server &S) {
  const neuron::Machine *M = machineOf(S);
  ServerImage Image = {};
  Image.Size = UnknownSize;
  Image.LogicalSize = 1;
  Image.NumLogical = S.numRanks();
  Image.FirstDevice = uint32_t(Devices.size());
  setText(Image.Arch, M ? StringRef(M->Arch) : "gpu");
  if (M && neuron::isNeuron(S.Sys)) {
    const neuron::DeviceGraph G = neuron::describeDevices(S.Sys);
    addChips(S, *M, G);
    Image.Family = uint32_t(M->Instance);
    Image.Size = uint32_t(M->InstanceSize);
    Image.LogicalSize = logicalSize(S, *M);
  } else {
    addGpus(S);
  }
  Image.NumCores = Image.NumLogical * Image.LogicalSize;
  Image.NumDevices = uint32_t(Devices.size()) - Image.FirstDevice;
  Servers.push_back(Image);
}

void MachineImageWriter::addPod(MachineHeader &H) const {
  H.NodesOfPod = 1;
  const neuron::PodMode Mode = neuron::commonPodMode(*F.Rules, F.Servers);
  if (!neuron::isPod(Mode))
    return;
  const bool Switched =
      Mode == neuron::PodMode::Rack || Mode == neuron::PodMode::Racks;
  H.Pod = Switched ? PodLinks::Switch : PodLinks::P2p;
  H.NodesOfPod = std::min(F.numNodes(), neuron::NodesOfPod);
  if (Switched) {
    H.NodesOfRack = 2;
    H.RidsOfServer = 16;
  }
  static_assert(neuron::NodesOfPod == MaxPodNodes);
  for (unsigned A = 0; A < H.NodesOfPod; ++A)
    for (unsigned B = 0; B < H.NodesOfPod; ++B)
      if (neuron::canAccess(Mode, A, B))
        H.PodAccess[A] |= 1u << B;
}

std::string MachineImageWriter::write() {
  for (const Server &S : F.Servers)
    addServer(S);
  MachineHeader H = {};
  H.NumNodes = F.numNodes();
  H.NumServers = uint32_t(Servers.size());
  H.NumDevices = uint32_t(Devices.size());
  H.NumPorts = uint32_t(Ports.size());
  addPod(H);
  const Server &First = F.server(NodeId(0));
  const neuron::Machine *M = machineOf(First);
  // Of a file, its name without folders: the same bytes wherever it is.
  setText(H.Name, M ? StringRef(M->Name) : sys::path::stem(First.Source));
  std::vector<NodeImage> Nodes;
  for (ServerId S : F.Nodes)
    Nodes.push_back(*S);
  std::string Out(sizeof(H), '\0');
  H.Nodes = appendTable(Out, Nodes);
  H.Servers = appendTable(Out, Servers);
  H.Devices = appendTable(Out, Devices);
  H.Ports = appendTable(Out, Ports);
  memcpy(Out.data(), &H, sizeof(H));
  return Out;
}

std::string ringc::machineImage(const Fabric &F) {
  return MachineImageWriter(F).write();
}

std::vector<CorePlace> ringc::corePlaces(const Fabric &F, const Server &S) {
  MachineImageWriter Writer(F);
  Writer.addServer(S);
  return std::move(Writer.Cores);
}

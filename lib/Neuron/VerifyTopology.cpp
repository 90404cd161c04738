//===- VerifyTopology.cpp - Whether a set of devices can work together ----===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime's texts are confirmed, and that they can be switched off
// (topology section 1). What sets they allow is our reading: on a torus 1
// device, a row of 4, half of the rows, or all.
//
//===----------------------------------------------------------------------===//

#include "ringc/Neuron/DeviceGraph.h"
#include "ringc/Neuron/Machine.h"
#include <algorithm>

namespace ringc::neuron {

/// "1, 4, 8, or 16", each times \p Factor.
std::string listCounts(std::span<const int> Counts, unsigned Factor) {
  std::string List;
  for (size_t I = 0; I < Counts.size(); ++I) {
    List += I == 0 ? "" : I + 1 == Counts.size() ? ", or " : ", ";
    List += std::to_string(unsigned(Counts[I]) * Factor);
  }
  return List;
}

bool isAllowedCount(const Machine &M, unsigned Devices) {
  const std::span<const int> Counts = M.chipCounts();
  return Counts.empty() ||
         std::find(Counts.begin(), Counts.end(), int(Devices)) != Counts.end();
}

/// Devices 2i and 2i+1 are the two of a JBOG, joined directly: by that it is
/// known on which switch a device is.
static bool verifyJbogs(const DeviceGraph &G, SrcLoc Place,
                        DiagnosticEngine &Diags) {
  for (unsigned D = 0; D < G.numDevices(); D += 2) {
    const Port *P = D + 1 < G.numDevices() ? G.port(D, D + 1) : nullptr;
    if (P && P->Distance == Locality::D2d)
      continue;
    Diags.report(diag::err_topology_jbog, Place) << D << D + 1;
    return false;
  }
  return true;
}

bool verifyTopology(const System &S, const Machine &M, SrcLoc Place,
                    DiagnosticEngine &Diags) {
  const DeviceGraph G = describeDevices(S);
  if (!isAllowedCount(M, G.numDevices())) {
    Diags.report(diag::err_topology_count, Place)
        << M.Name << listCounts(M.chipCounts(), 1) << G.numDevices();
    return false;
  }
  if (M.Is == Shape::Jbogs && G.numDevices() > 1)
    return verifyJbogs(G, Place, Diags);
  if (M.Is != Shape::Torus || G.numDevices() == 1)
    return true;
  // A device's number is that of its lowest core, cores of a device being
  // numbered together.
  std::vector<int> Ids;
  for (const Device &D : G.Devices) {
    int Lowest = S.of(NodeType::Gpu)[D.Cores.front()].Gpu.Dev;
    for (unsigned Core : D.Cores)
      Lowest = std::min(Lowest, S.of(NodeType::Gpu)[Core].Gpu.Dev);
    Ids.push_back(Lowest / int(D.Cores.size()));
  }
  std::sort(Ids.begin(), Ids.end());
  // The block of as many devices that the lowest one is in.
  const int Size = int(G.numDevices());
  const auto First = std::find_if(Ids.begin(), Ids.end(), [&](int Id) {
    return Id < 0 || Id / Size != Ids.front() / Size;
  });
  if (First == Ids.end())
    return true;
  const int Second = First + 1 == Ids.end() ? Ids.front() : First[1];
  Diags.report(diag::err_topology_devices, Place)
      << std::min(*First, Second) << std::max(*First, Second);
  return false;
}

} // namespace ringc::neuron

//===- Machine.h - Built-in Neuron machines ---------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AWS's Trainium and Inferentia machines, without the hardware: a record each
// (Machines.td) and the system XML made of it, which goes through the same
// front end as a file. docs/Neuron.md draws them and says what is known.
//
// A chip (MLA, device) has physical cores; one or two of them are a logical
// core, which is a rank and stands as a gpu in the XML. Cores belong to
// SEngines
// (`seng`), these own the ports to other chips.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_NEURON_MACHINE_H
#define RINGC_NEURON_MACHINE_H

#include "ringc/Diag/Diagnostics.h"
#include "ringc/Neuron/Pod.h"
#include "ringc/Topology/System.h"
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ringc::neuron {

/// What the runtime's dispatch asks for.
enum class Family : uint8_t { Inf2, Trn1, Trn2, Trn3, SwitchV1 };

/// How the chips are joined.
enum class Shape : uint8_t {
  Single, ///< one chip
  Line,   ///< each with the next
  Ring,   ///< and the last with the first
  Torus,  ///< as Ports says
  Jbogs,  ///< pairs; the first of each on one switch, the second on another
};

struct Machine {
  std::string_view Name; ///< as AWS names the instance
  std::string_view Summary;
  std::string_view Arch; ///< in nrt_instance_info_t
  Family Of;
  Shape Is;
  int Chips;
  int Cores;       ///< physical, of a chip
  int SEngines;    ///< of a chip
  int LogicalSize; ///< physical cores of a logical one, unless -lnc says else
  int Sm;          ///< the `sm` of its gpus: a generation tag
  int Links;       ///< the `count` of a link between chips
  int NicSpeed;    ///< Mbit/s
  int Instance, InstanceSize;      ///< family and size in nrt_instance_info_t
  int Servers;                     ///< nodes, unless -nodes says else
  PodMode Pod;                     ///< of its servers, unless -pod says else
  bool HasLogicalSizes;            ///< -lnc may be given
  std::span<const int> Ports = {}; ///< [chip][port]: neighbour
  std::span<const int> ChipOfRid = {}; ///< by routing id; empty: the same
  std::span<const int> Numa = {};      ///< by chip; empty: all on node 0
  std::span<const int> NicOfChip = {};
  std::span<const std::string_view> ChipBusIds = {}; ///< by chip; empty: ours
  std::span<const std::string_view> Nics = {};       ///< bus ids

  unsigned numPorts() const; ///< of a chip, to other chips
  /// The chip at port \p Port of \p Chip, or -1.
  int neighbour(unsigned Chip, unsigned Port) const;
  /// The chip's place on the bus, without the domain: `10:1e.0`.
  std::string placeOf(unsigned Chip) const;
  /// The routing id of \p Chip.
  int ridOf(unsigned Chip) const;
  /// Logical cores of a chip; \p Wanted 0, or where none can be chosen: as
  /// usual.
  unsigned coresOfChip(unsigned Wanted) const {
    return unsigned(Cores) /
           (HasLogicalSizes && Wanted ? Wanted : unsigned(LogicalSize));
  }
  /// Chips that are enough for a ring of their own: what verifyTopology asks
  /// for; empty: any number.
  std::span<const int> chipCounts() const;
};

std::span<const Machine> getMachines();
/// The machine called \p Name, or null.
const Machine *findMachine(std::string_view Name);

/// What is in use of a machine; 0: all, or the machine's own.
struct MachinePart {
  unsigned Cores = 0;       ///< logical ones
  unsigned LogicalSize = 0; ///< 1 or 2
  unsigned Nics = 0;
  PodMode Pod = PodMode::None; ///< None: the machine's own
  bool Verify = true; ///< chips in use must be as many as chipCounts() says
};

/// The system XML of \p Part of \p M (topology section 1: upstream's elements,
/// so that any NCCL front end takes it; what isn't documented of the fork's own
/// file is our choice). Reports what there is no such part of.
std::optional<std::string> synthesizeXml(const Machine &M,
                                         const MachinePart &Part,
                                         DiagnosticEngine &Diags);

/// Whether so many devices of \p M work together at all.
bool isAllowedCount(const Machine &M, unsigned Devices);
/// "1, 4, 8, or 16", each times \p Factor.
std::string listCounts(std::span<const int> Counts, unsigned Factor);
/// Whether the devices of \p S, which came from a file that says it is \p M,
/// may work together: as many as isAllowedCount() wants, and on a torus whole
/// rows from a multiple of their number on. Reports at \p Place why not.
bool verifyTopology(const System &S, const Machine &M, SrcLoc Place,
                    DiagnosticEngine &Diags);

/// \p Part is one that synthesizeXml() makes. Whether the replica group \p
/// Ranks, `R,R,...` over \p Nodes such servers, can be wired with \p Part:
/// every NIC that its devices send by must be there (ours: the rule before a
/// launch isn't known). Reports why not.
bool checkGroup(const Machine &M, const MachinePart &Part, unsigned Nodes,
                llvm::StringRef Ranks, DiagnosticEngine &Diags);

} // namespace ringc::neuron

#endif // RINGC_NEURON_MACHINE_H

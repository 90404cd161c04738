//===- Diagnostics.td - Every text ringc can say -------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records stand in one file a room, included below; DiagBase.td says how they
// are written.
//
//===----------------------------------------------------------------------===//

include "ringc/Diag/DiagBase.td"
include "ringc/Diag/DriverDiags.td"
include "ringc/Diag/TopologyDiags.td"
include "ringc/Diag/IRDiags.td"
include "ringc/Diag/PassDiags.td"
include "ringc/Diag/EmitDiags.td"
include "ringc/Diag/NeuronDiags.td"
include "ringc/Diag/PluginDiags.td"
include "ringc/Diag/LinkDiags.td"
include "ringc/Diag/LintDiags.td"
include "ringc/Diag/ServersDiags.td"
include "ringc/Diag/DegradeDiags.td"
include "ringc/Diag/RelabelRanksDiags.td"

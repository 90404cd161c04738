//===- FrontEnd.h - From files to systems -----------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps before the passes, each a function over data:
//
//   text --readXml--> XmlDocument --completeSystemXml--> complete
//        --buildSystem--> System --finishSystem--> ready to search
//
// Every function reports to the DiagnosticEngine and goes on with a sane value
// where it can; the caller stops at its own checkpoints.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_TOPOLOGY_FRONTEND_H
#define RINGC_TOPOLOGY_FRONTEND_H

#include "ringc/ABI/Structs.h"
#include "ringc/Diag/Diagnostics.h"
#include "ringc/Topology/System.h"
#include "ringc/Topology/Xml.h"

namespace ringc {

/// What a file is, by its first bytes and its root element.
enum class InputKind : uint8_t { SystemXml, GraphXml, TextIR, Blob, Unknown };

/// Recognises \p Text without parsing all of it. A text that is none of the
/// four is Unknown; anything that begins like XML is SystemXml unless its root
/// element is `graphs`.
InputKind identifyInput(llvm::StringRef Text);

/// Reports at \p Start what \p Text is, if it is empty or no XML that could be
/// a topology or graph file (JSON, a web page, a log, ...); true if it did.
/// readXml does this itself; callers that find InputKind::Unknown may do it
/// sooner.
bool reportForeignInput(llvm::StringRef Text, SrcLoc Start,
                        DiagnosticEngine &Diags);

/// \p Text from its root element on; comments, instructions and document types
/// before it are skipped. Empty if it doesn't begin like XML.
llvm::StringRef findRootElement(llvm::StringRef Text);

/// Reads XML: any well-formed document within the limits, DTDs refused. Reports
/// where NCCL's own reader would refuse, ignore or misread it (nccl-search
/// sections 1 and 16; limits of \p P). Returns an empty document after an
/// error.
XmlDocument readXml(uint32_t File, DiagnosticEngine &Diags, const Profile &P);

/// Checks that \p Doc is a system NCCL could use and completes it (nccl-search
/// section 2): ranks, missing attributes, each assumption a warning. Elements
/// that NCCL skips are removed with a warning. Sets every gpu's `rank` to its
/// local rank, 0 to number of GPUs - 1. False after an error.
bool completeSystemXml(XmlDocument &Doc, DiagnosticEngine &Diags,
                       const Profile &P);

/// Builds the node-link graph of a completed document (nccl-search section 3).
/// False after an error.
bool buildSystem(const XmlDocument &Doc, System &S, DiagnosticEngine &Diags,
                 const Profile &P);

/// Paths, trim, paths again, search limits; errors are reported at the elements
/// concerned. False after an error.
bool finishSystem(System &S, bool SingleNode, DiagnosticEngine &Diags,
                  const Profile &P);

/// Loads the channels of a graph file for graph 0 of \p S (nccl-search section
/// 9) into \p G, in local ranks. \p G comes with the template's crossNic and
/// keeps nChannels 0 where no graph applies. False after an error.
bool loadGraphXml(const XmlDocument &Doc, const System &S,
                  abi::ncclTopoGraph &G, DiagnosticEngine &Diags);

} // namespace ringc

#endif // RINGC_TOPOLOGY_FRONTEND_H

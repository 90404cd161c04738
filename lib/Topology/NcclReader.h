//===- NcclReader.h - What NCCL's own reader would say ----------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NCCL reads topologies with a reader of its own that takes a small part of XML
// (nccl-search section 1). ringc takes all of it; this class collects what NCCL
// would refuse, ignore or misread, while ringc's reader goes through the file.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_TOPOLOGY_NCCLREADER_H
#define RINGC_LIB_TOPOLOGY_NCCLREADER_H

#include "Findings.h"
#include "SourceText.h"
#include "ringc/ABI/Profile.h"
#include "ringc/Topology/Xml.h"

namespace ringc {

/// Whether NCCL reads an element \p Name inside \p Parent (empty: at top
/// level); other elements are skipped with all their content (nccl-search
/// sections 1 and 9).
bool ncclReads(std::string_view Parent, std::string_view Name);

class NcclReader {
public:
  NcclReader(const SourceText &Source, const Profile &P)
      : Source(Source), P(P) {}

  /// The parts of the file, as they are met; offsets are into the source.
  void byteOrderMark();
  void xmlDeclaration(size_t Offset);
  void instruction(size_t Offset);
  void beginCdata(size_t Offset);
  void endCdata() { InCdata = false; }
  void startTag(size_t Begin, size_t End,
                llvm::ArrayRef<AttributeSpan> Attributes);
  /// Text outside tags, [\p Begin, \p End); white space included.
  void characters(size_t Begin, size_t End);

  /// The limits of the profile, on the whole tree; then reports everything.
  void finish(const XmlDocument &Doc, DiagnosticEngine &Diags);

private:
  void tabs(size_t Begin, size_t End);
  void checkCounts(const XmlDocument &Doc);
  void checkNearLimit(const XmlDocument &Doc);

  const SourceText &Source;
  const Profile &P;
  Findings Found;
  bool InText = false; ///< the run of text going on has been reported
  bool InCdata = false;
  size_t TextEnd = 0;
};

} // namespace ringc

#endif // RINGC_LIB_TOPOLOGY_NCCLREADER_H

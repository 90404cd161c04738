//===- TextParser.h - Reads text IR -----------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The header says which sections follow; they are read in that order, each by
// one function. Every function returns false after reporting one error, which
// ends the reading.
//
// Text is hostile until read: no number is used as an index or a size before it
// was compared with what it counts. What comes out is safe to walk (numbers are
// -1 or valid), not necessarily a sensible fabric: that is for the verifiers.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_IR_TEXTPARSER_H
#define RINGC_LIB_IR_TEXTPARSER_H

#include "Cursor.h"
#include "Names.h"

namespace ringc {

class TextParser {
public:
  TextParser(uint32_t File, DiagnosticEngine &Diags)
      : Diags(Diags), C(File, Diags) {}

  std::optional<Fabric> parse();

private:
  /// A section as the header announces it; `Place` once it was read.
  struct Expected {
    Section What;
    uint32_t Server;
    SrcLoc Place;
  };

  // ParseText.cpp: header and order of sections.
  bool parseHeader();
  bool parseProfile();
  bool parsePhases();
  bool parseFiles();
  bool parseServers();
  bool parseNodes();
  void expectSections();
  bool parseSectionName(size_t Next);
  bool parseSection(Section S, Server &Of);
  bool finishSystems();

  // ParseServer.cpp: elements, nodes and links.
  bool parseParsed(XmlDocument &Doc);
  bool parseElement(XmlDocument &Doc, std::vector<uint32_t> &Depths);
  bool parseAttribute(XmlElement &E);
  bool parseSystem(System &Sys);
  bool parseNode(System &Sys, NodeType Type);
  bool parseFacts(Node &N);
  bool parseLink(System &Sys);
  bool parseNodeRef(const System &Sys, NodeRef &Out);
  bool parsePlace(SrcLoc &Out);

  // ParseTables.cpp: what is known of each server.
  bool parseGraph(Server &S);
  bool parsePathType(int &Out);
  bool parseFragments(Server &S);
  bool parseFragmentRow(abi::ncclTopoRanks &Row, size_t NumChannels,
                        size_t NumRanks);
  bool parseGathered();
  bool parseBound(Server &S);
  bool parseConnected(Server &S);
  bool parseTransports(Server &S, size_t Channel);

  // ParseFabric.cpp: what joins servers.
  bool parseChannels();
  bool parseStitched();
  bool parsePrev(size_t Index, Channel &Of);
  bool parseRings();
  bool parseP2p();

  /// `WORD NUMBER`, any 32-bit number.
  bool parseField(llvm::StringRef Word, int &Out) {
    return parseField(Word, Out, INT32_MIN, INT32_MAX);
  }
  bool parseField(llvm::StringRef Word, int &Out, int64_t Min, int64_t Max) {
    return C.expect(Word) && C.readInt(Out, Min, Max, Word);
  }
  bool parseField(llvm::StringRef Word, float &Out) {
    return C.expect(Word) && C.readFloat(Out);
  }
  bool parseField(llvm::StringRef Word, bool &Out) {
    return C.expect(Word) && C.readBool(Out, Word);
  }
  /// One of \p Names.
  bool parseName(llvm::ArrayRef<NamedValue> Names, int &Out);

  DiagnosticEngine &Diags;
  Cursor C;
  Fabric F;
  std::vector<uint32_t> FileIds; ///< by number in the text, less one
  std::vector<Expected> Sections;
  SrcLoc NodesPlace;
};

} // namespace ringc

#endif // RINGC_LIB_IR_TEXTPARSER_H

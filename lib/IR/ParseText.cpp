//===- ParseText.cpp - Header and order of sections -----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the phases and servers of the header follows the list of sections; the
// text must hold exactly these, in this order. Paths and rank numbers are
// derived as soon as the systems are read, since later tables are as long as
// there are ranks.
//
//===----------------------------------------------------------------------===//

#include "TextParser.h"
#include "ringc/IR/Text.h"

using namespace llvm;
using namespace ringc;

// Far beyond any real fabric (98,304 ranks), near enough to fit in memory.
static constexpr size_t MaxFiles = 1 << 14;
static constexpr size_t MaxServers = 1 << 14;
static constexpr int64_t MaxNodes = MaxFabricNodes;

bool TextParser::parseName(ArrayRef<NamedValue> Names, int &Out) {
  const SrcLoc Start = C.loc();
  for (const NamedValue &N : Names)
    if (C.accept(N.Name)) {
      Out = N.Value;
      return true;
    }
  std::string All;
  for (const NamedValue &N : Names)
    All += (All.empty() ? "" : ", ") + N.Name.str();
  C.error(diag::err_ir_expected_one_of, Start) << All;
  return false;
}

bool TextParser::parseProfile() {
  if (!C.expect("profile"))
    return false;
  const StringRef Name = C.peekWord();
  F.Rules = findProfile(Name);
  if (!F.Rules) {
    C.error(diag::err_ir_unknown_profile) << Name;
    return false;
  }
  return C.expect(Name) && C.finishLine();
}

bool TextParser::parsePhases() {
  if (!C.expect("phases"))
    return false;
  if (C.accept("none"))
    return C.finishLine();
  do {
    const StringRef Name = C.peekWord();
    const std::optional<Phase> P = parsePhase(Name);
    if (!P) {
      C.error(diag::err_ir_unknown_phase) << Name;
      return false;
    }
    if (F.Established.contains(*P)) {
      C.error(diag::err_ir_phase_twice) << Name;
      return false;
    }
    F.Established.insert(*P);
    if (!C.expect(Name))
      return false;
  } while (C.accept(','));
  return C.finishLine();
}

bool TextParser::parseFiles() {
  while (C.peekWord() == "file") {
    if (FileIds.size() == MaxFiles) {
      C.error(diag::err_ir_many_files) << MaxFiles;
      return false;
    }
    std::string Name;
    if (!C.expect("file") || !C.readNumber(FileIds.size() + 1, "file") ||
        !C.readString(Name) || !C.finishLine())
      return false;
    FileIds.push_back(Diags.addFileName(Name));
  }
  // Fabric::Files is indexed by the engine's numbers, not by the text's.
  for (uint32_t Id : FileIds)
    if (F.Files.size() < Id)
      F.Files.resize(Id);
  for (size_t I = 0; I < F.Files.size(); ++I)
    F.Files[I] = Diags.getFileName(uint32_t(I + 1)).str();
  return true;
}

bool TextParser::parseServers() {
  while (C.peekWord() == "server") {
    if (F.Servers.size() == MaxServers) {
      C.error(diag::err_ir_many_servers) << MaxServers;
      return false;
    }
    std::string Source;
    if (!C.expect("server") || !C.readNumber(F.Servers.size(), "server") ||
        !C.readString(Source) || !C.finishLine())
      return false;
    F.Servers.emplace_back().Source = std::move(Source);
  }
  return true;
}

bool TextParser::parseNodes() {
  NodesPlace = C.loc();
  while (C.accept("nodes")) {
    const SrcLoc Start = C.loc();
    int64_t First, Last;
    size_t Index;
    if (!C.readRun(First, Last, 0, MaxNodes - 1, "nodes"))
      return false;
    if (First != int64_t(F.Nodes.size()) || Last < First) {
      C.error(diag::err_ir_nodes, Start) << F.Nodes.size();
      return false;
    }
    if (!C.expect("server") ||
        !C.readIndex(Index, F.Servers.size(), "server") || !C.finishLine())
      return false;
    F.Nodes.insert(F.Nodes.end(), size_t(Last - First) + 1,
                   ServerId(uint32_t(Index)));
  }
  return true;
}

bool TextParser::parseHeader() {
  C.skipEmptyLines();
  int64_t Version;
  if (!C.expect("ringc.ring"))
    return false;
  const SrcLoc Place = C.loc();
  if (!C.readInt(Version, 0, INT32_MAX, "version"))
    return false;
  if (Version != TextVersion) {
    C.error(diag::err_ir_version, Place) << Version << TextVersion;
    return false;
  }
  return C.finishLine() && parseProfile() && parsePhases() && parseFiles() &&
         parseServers() && parseNodes();
}

void TextParser::expectSections() {
  for (unsigned I = 0; I < NumSections; ++I) {
    const Section S = Section(I);
    if (!hasSection(F.Established, S))
      continue;
    const size_t Count = isPerServer(S) ? F.Servers.size() : 1;
    for (size_t J = 0; J < Count; ++J)
      Sections.push_back({S, uint32_t(J), {}});
  }
}

static std::string titleOf(Section S, uint64_t Server) {
  std::string Title = sectionName(S).str();
  if (isPerServer(S))
    Title += " server " + std::to_string(Server);
  return Title;
}

/// Reads the line that opens a section, which should be number \p Next (one
/// past the last: none).
bool TextParser::parseSectionName(size_t Next) {
  const SrcLoc Place = C.loc();
  const Expected *Want = Next < Sections.size() ? &Sections[Next] : nullptr;
  std::optional<Section> Found;
  for (unsigned I = 0; I < NumSections && !Found; ++I)
    if (C.accept(sectionName(Section(I))))
      Found = Section(I);
  if (!Found) {
    if (!Want)
      C.error(diag::err_ir_expected_end, Place);
    else if (C.atEnd())
      C.error(diag::err_ir_missing_section, Place)
          << titleOf(Want->What, Want->Server);
    else
      C.error(diag::err_ir_expected, Place)
          << titleOf(Want->What, Want->Server);
    return false;
  }
  int64_t Server = 0;
  if (isPerServer(*Found) &&
      (!C.expect("server") || !C.readInt(Server, 0, INT32_MAX, "server")))
    return false;
  if (Want && Want->What == *Found && Want->Server == Server) {
    Sections[Next].Place = Place;
    return C.finishLine();
  }
  for (const Expected &E : Sections) {
    if (E.What != *Found || E.Server != Server)
      continue;
    if (E.Place.isValid()) {
      C.error(diag::err_ir_duplicate_section, Place)
          << titleOf(*Found, uint64_t(Server));
      C.error(diag::note_ir_first_section, E.Place);
    } else {
      C.error(diag::err_ir_missing_section, Place)
          << titleOf(Want->What, Want->Server);
    }
    return false;
  }
  C.error(diag::err_ir_extra_section, Place)
      << titleOf(*Found, uint64_t(Server));
  return false;
}

bool TextParser::parseSection(Section S, Server &Of) {
  switch (S) {
  case Section::Parsed:
    return parseParsed(Of.Xml);
  case Section::System:
    return parseSystem(Of.Sys);
  case Section::Graph:
    return parseGraph(Of);
  case Section::Fragments:
    return parseFragments(Of);
  case Section::Bound:
    return parseBound(Of);
  case Section::Connected:
    return parseConnected(Of);
  case Section::Gathered:
    return parseGathered();
  case Section::Channels:
    return parseChannels();
  case Section::Stitched:
    return parseStitched();
  case Section::Rings:
    return parseRings();
  case Section::P2p:
    return parseP2p();
  }
  return false;
}

/// Derives what later sections are measured by.
bool TextParser::finishSystems() {
  uint64_t Ranks = 0;
  for (ServerId S : F.Nodes)
    Ranks += F.Servers[*S].numRanks();
  if (Ranks > MaxFabricRanks) {
    C.error(diag::err_ir_too_many_ranks, NodesPlace) << Ranks << MaxFabricRanks;
    return false;
  }
  F.numberRanks();
  if (!F.Established.contains(Phase::System))
    return true;
  for (size_t I = 0; I < F.Servers.size(); ++I) {
    System &Sys = F.Servers[I].Sys;
    // Paths are stored as the links back: the one way in which this fails.
    if (SystemError E = computePaths(Sys, *F.Rules)) {
      C.error(diag::err_verify_one_way, Sys[E.One].Loc)
          << I << toString(E.One.Type) << E.One.Index << toString(E.Two.Type)
          << E.Two.Index;
      // That place is in the topology; this is in the text that is read.
      for (const Expected &Each : Sections)
        if (Each.What == Section::System && Each.Server == I)
          C.error(diag::note_ir_in_section, Each.Place);
      return false;
    }
    initSearch(Sys);
  }
  return true;
}

std::optional<Fabric> TextParser::parse() {
  if (!parseHeader())
    return std::nullopt;
  expectSections();
  Server None; // given to sections that are of no server
  bool Measured = false;
  for (size_t I = 0; I < Sections.size(); ++I) {
    const auto [What, Index, Place] = Sections[I];
    if (What > Section::System && !Measured) {
      if (!finishSystems())
        return std::nullopt;
      Measured = true;
    }
    Server &Of = isPerServer(What) ? F.Servers[Index] : None;
    if (!parseSectionName(I) || !parseSection(What, Of))
      return std::nullopt;
  }
  if (!C.atEnd()) {
    parseSectionName(Sections.size());
    return std::nullopt;
  }
  if (!Measured && !finishSystems())
    return std::nullopt;
  return std::move(F);
}

std::optional<Fabric> ringc::parseFabric(uint32_t File,
                                         DiagnosticEngine &Diags) {
  return TextParser(File, Diags).parse();
}

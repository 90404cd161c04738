//===- PrintText.cpp - A fabric as text -----------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A header that says what follows, then one section for each established phase,
// in order (docs/IR.md).
//
//===----------------------------------------------------------------------===//

#include "TextWriter.h"
#include "ringc/IR/Text.h"

using namespace llvm;
using namespace ringc;

static void printNodes(TextWriter &W, const Fabric &F) {
  raw_ostream &OS = W.out();
  for (size_t I = 0; I < F.Nodes.size();) {
    size_t E = I + 1;
    while (E < F.Nodes.size() && F.Nodes[E] == F.Nodes[I])
      ++E;
    OS << "nodes " << I;
    if (E - I > 1)
      OS << ".." << E - 1;
    OS << " server " << *F.Nodes[I] << '\n';
    I = E;
  }
}

static void printHeader(TextWriter &W, const Fabric &F, PhaseSet Phases) {
  raw_ostream &OS = W.out();
  OS << "ringc.ring " << TextVersion << "\nprofile "
     << StringRef(F.Rules ? F.Rules->Name : "none") << "\nphases ";
  StringRef Separator;
  for (unsigned P = 0; P < NumPhases; ++P)
    if (Phases.contains(Phase(P))) {
      OS << Separator << toString(Phase(P));
      Separator = ", ";
    }
  OS << (Separator.empty() ? "none\n" : "\n");
  for (size_t I = 0; I < W.fileNames().size(); ++I) {
    OS << "file " << I + 1 << ' ';
    W.string(W.fileNames()[I]);
    OS << '\n';
  }
  for (size_t I = 0; I < F.Servers.size(); ++I) {
    OS << "server " << I << ' ';
    W.string(F.Servers[I].Source);
    OS << '\n';
  }
  printNodes(W, F);
}

static void printServerSection(TextWriter &W, const Fabric &F, Section S,
                               const Server &Of) {
  switch (S) {
  case Section::Parsed:
    return printParsed(W, Of.Xml);
  case Section::System:
    return printSystem(W, Of.Sys);
  case Section::Graph:
    return printGraph(W, Of);
  case Section::Fragments:
    return printFragments(W, Of);
  case Section::Bound:
    return printBound(W, Of);
  case Section::Connected:
    return printConnected(W, Of, F.Channels.size());
  default:
    return;
  }
}

static void printFabricSection(TextWriter &W, const Fabric &F, Section S) {
  switch (S) {
  case Section::Gathered:
    return printGathered(W, F);
  case Section::Channels:
    return printChannels(W, F);
  case Section::Stitched:
    return printStitched(W, F);
  case Section::Rings:
    return printRings(W, F);
  case Section::P2p:
    return printP2p(W, F);
  default:
    return;
  }
}

void ringc::printPhases(const Fabric &F, PhaseSet Phases, raw_ostream &OS) {
  TextWriter W(OS);
  W.numberFiles(F, Phases);
  printHeader(W, F, Phases);
  for (unsigned I = 0; I < NumSections; ++I) {
    const Section S = Section(I);
    if (!hasSection(Phases, S))
      continue;
    if (!isPerServer(S)) {
      W.section(S);
      printFabricSection(W, F, S);
      continue;
    }
    for (size_t J = 0; J < F.Servers.size(); ++J) {
      W.section(S, J);
      printServerSection(W, F, S, F.Servers[J]);
    }
  }
}

void ringc::printFabric(const Fabric &F, raw_ostream &OS) {
  printPhases(F, F.Established, OS);
}

std::string ringc::printToString(const Fabric &F) {
  std::string Text;
  raw_string_ostream OS(Text);
  printFabric(F, OS);
  return Text;
}

//===- PrintServer.cpp - Elements, nodes and links of a server ------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements name their parent; nodes come first, then links, so that a reader
// knows every node when the first link is read. Derived tables (paths, search
// limits) aren't printed.
//
//===----------------------------------------------------------------------===//

#include "TextWriter.h"

using namespace llvm;
using namespace ringc;

void ringc::printParsed(TextWriter &W, const XmlDocument &Doc) {
  raw_ostream &OS = W.out();
  for (size_t I = 0; I < Doc.Elements.size(); ++I) {
    const XmlElement &E = Doc.Elements[I];
    OS << "element " << I;
    if (E.Parent != XmlElement::None)
      OS << " in " << E.Parent;
    OS << ' ';
    W.string(E.Name);
    W.at(E.Loc);
    OS << '\n';
    for (const XmlAttribute &A : E.Attributes) {
      OS << "  ";
      W.string(A.Key);
      OS << " = ";
      W.string(A.Value);
      W.at(A.KeyLoc, A.ValueLoc);
      OS << (A.Assumed ? " assumed\n" : "\n");
    }
  }
}

/// `GPU 0`.
static void printRef(TextWriter &W, NodeType Type, size_t Index) {
  W.name(nodeTypeNames(), int(Type));
  W.out() << ' ' << Index;
}

static void printFacts(TextWriter &W, const Node &N, NodeType Type) {
  raw_ostream &OS = W.out();
  switch (Type) {
  case NodeType::Gpu:
    OS << " dev " << N.Gpu.Dev << " rank " << N.Gpu.Rank << " sm " << N.Gpu.Sm
       << " gdr " << int(N.Gpu.Gdr);
    break;
  case NodeType::Pci:
    OS << " device ";
    W.hex(N.Pci.Device);
    break;
  case NodeType::Cpu:
    OS << " arch ";
    W.name(cpuArchNames(), int(N.Cpu.Arch));
    OS << " vendor ";
    W.name(cpuVendorNames(), int(N.Cpu.Vendor));
    OS << " model ";
    W.name(cpuModelNames(), int(N.Cpu.Model));
    break;
  case NodeType::Net:
    OS << " asic ";
    W.hex(N.Net.Asic);
    OS << " port " << N.Net.Port << " width ";
    W.number(N.Net.Width);
    OS << " gdr " << int(N.Net.Gdr) << " coll " << int(N.Net.Coll)
       << " maxChannels " << N.Net.MaxChannels;
    break;
  case NodeType::Nvs:
  case NodeType::Nic:
    break;
  }
}

void ringc::printSystem(TextWriter &W, const System &Sys) {
  raw_ostream &OS = W.out();
  for (unsigned T = 0; T < NumNodeTypes; ++T) {
    const NodeType Type = NodeType(T);
    // Bus ids are read in hexadecimal, NUMA and device numbers aren't.
    const bool BusId =
        Type == NodeType::Gpu || Type == NodeType::Pci || Type == NodeType::Nic;
    for (size_t I = 0; I < Sys.Nodes[T].size(); ++I) {
      const Node &N = Sys.Nodes[T][I];
      printRef(W, Type, I);
      OS << " id ";
      if (BusId && N.Id >= 0)
        W.hex(uint64_t(N.Id));
      else
        OS << N.Id;
      OS << ' ';
      W.string(N.Name);
      printFacts(W, N, Type);
      W.at(N.Loc);
      OS << '\n';
    }
  }
  for (unsigned T = 0; T < NumNodeTypes; ++T)
    for (size_t I = 0; I < Sys.Nodes[T].size(); ++I)
      for (const Link &L : Sys.Nodes[T][I].Links) {
        OS << "link ";
        printRef(W, NodeType(T), I);
        OS << " to ";
        printRef(W, L.Far.Type, L.Far.Index);
        OS << ' ';
        W.name(linkTypeNames(), int(L.Type));
        OS << ' ';
        W.number(L.Width);
        OS << '\n';
      }
}

//===- ParseServer.cpp - Elements, nodes and links of a server ------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element's parent stands before it, so the tree has no cycles and children
// lists are in document order. A link's two ends are nodes already read.
//
//===----------------------------------------------------------------------===//

#include "TextParser.h"

using namespace llvm;
using namespace ringc;

// The profiles allow NCCL's 1024 elements; other readers allow more.
static constexpr size_t MaxElements = 1 << 16;
// Trees are walked by recursion elsewhere.
static constexpr uint32_t MaxDepth = 1024;

bool TextParser::parsePlace(SrcLoc &Out) {
  int64_t Number;
  if (!C.readInt(Number, 0, int64_t(FileIds.size()), "file") ||
      !C.expect(':') || !C.readInt(Out.Line, 0, UINT32_MAX, "line") ||
      !C.expect(':') || !C.readInt(Out.Col, 0, UINT32_MAX, "column"))
    return false;
  Out.File = Number ? FileIds[size_t(Number) - 1] : 0;
  return true;
}

bool TextParser::parseAttribute(XmlElement &E) {
  XmlAttribute A;
  if (!C.readString(A.Key) || !C.expect('=') || !C.readString(A.Value))
    return false;
  if (C.accept("at") &&
      !(parsePlace(A.KeyLoc) && C.expect(',') && parsePlace(A.ValueLoc)))
    return false;
  A.Assumed = C.accept("assumed");
  E.Attributes.push_back(std::move(A));
  return C.finishLine();
}

bool TextParser::parseElement(XmlDocument &Doc, std::vector<uint32_t> &Depths) {
  const SrcLoc Start = C.loc();
  const size_t Index = Doc.Elements.size();
  if (Index == MaxElements) {
    C.error(diag::err_ir_many_elements, Start) << MaxElements;
    return false;
  }
  XmlElement E;
  uint32_t Depth = 0;
  if (!C.expect("element") || !C.readNumber(Index, "element"))
    return false;
  if (Index) {
    if (!C.expect("in") || !C.readIndex(E.Parent, Index, "in"))
      return false;
    Depth = Depths[E.Parent] + 1;
    if (Depth == MaxDepth) {
      C.error(diag::err_ir_deep, Start) << MaxDepth;
      return false;
    }
    Doc.Elements[E.Parent].Children.push_back(uint32_t(Index));
  }
  if (!C.readString(E.Name) || (C.accept("at") && !parsePlace(E.Loc)) ||
      !C.finishLine())
    return false;
  while (C.atQuote())
    if (!parseAttribute(E))
      return false;
  Depths.push_back(Depth);
  Doc.Elements.push_back(std::move(E));
  return true;
}

bool TextParser::parseParsed(XmlDocument &Doc) {
  std::vector<uint32_t> Depths;
  while (C.peekWord() == "element")
    if (!parseElement(Doc, Depths))
      return false;
  return true;
}

/// The facts of \p N's own type, then its place.
bool TextParser::parseFacts(Node &N) {
  int Arch = 0, Vendor = 0, Model = 0;
  switch (N.Type) {
  case NodeType::Gpu:
    if (!parseField("dev", N.Gpu.Dev) || !parseField("rank", N.Gpu.Rank) ||
        !parseField("sm", N.Gpu.Sm) || !parseField("gdr", N.Gpu.Gdr))
      return false;
    break;
  case NodeType::Pci:
    if (!C.expect("device") || !C.readUnsigned64(N.Pci.Device))
      return false;
    break;
  case NodeType::Cpu:
    if (!C.expect("arch") || !parseName(cpuArchNames(), Arch) ||
        !C.expect("vendor") || !parseName(cpuVendorNames(), Vendor) ||
        !C.expect("model") || !parseName(cpuModelNames(), Model))
      return false;
    N.Cpu = {CpuArch(Arch), CpuVendor(Vendor), CpuModel(Model)};
    break;
  case NodeType::Net:
    if (!C.expect("asic") || !C.readUnsigned64(N.Net.Asic) ||
        !parseField("port", N.Net.Port) || !parseField("width", N.Net.Width) ||
        !parseField("gdr", N.Net.Gdr) || !parseField("coll", N.Net.Coll) ||
        !parseField("maxChannels", N.Net.MaxChannels))
      return false;
    break;
  case NodeType::Nvs:
  case NodeType::Nic:
    break;
  }
  return !C.accept("at") || parsePlace(N.Loc);
}

bool TextParser::parseNode(System &Sys, NodeType Type) {
  std::vector<Node> &OfType = Sys.of(Type);
  const StringRef TypeName = nameOf(nodeTypeNames(), int(Type));
  const unsigned Most =
      std::min(unsigned(F.Rules->MaxNodesPerType), MaxLocalRanks);
  if (OfType.size() == Most) {
    C.error(diag::err_ir_many_nodes) << Most << TypeName;
    return false;
  }
  Node N;
  N.Type = Type;
  if (!C.expect(TypeName) || !C.readNumber(OfType.size(), TypeName) ||
      !C.expect("id") || !C.readInt(N.Id, INT64_MIN, INT64_MAX, "id") ||
      !C.readString(N.Name) || !parseFacts(N) || !C.finishLine())
    return false;
  OfType.push_back(std::move(N));
  return true;
}

bool TextParser::parseNodeRef(const System &Sys, NodeRef &Out) {
  int Type;
  if (!parseName(nodeTypeNames(), Type))
    return false;
  Out.Type = NodeType(Type);
  return C.readIndex(Out.Index, Sys.of(Out.Type).size(),
                     nameOf(nodeTypeNames(), Type));
}

bool TextParser::parseLink(System &Sys) {
  const SrcLoc Start = C.loc();
  NodeRef From;
  Link L{};
  int Type;
  if (!C.expect("link") || !parseNodeRef(Sys, From) || !C.expect("to") ||
      !parseNodeRef(Sys, L.Far) || !parseName(linkTypeNames(), Type) ||
      !C.readFloat(L.Width) || !C.finishLine())
    return false;
  L.Type = LinkType(Type);
  std::vector<Link> &Links = Sys[From].Links;
  if (Links.size() == size_t(F.Rules->MaxLinksPerNode)) {
    C.error(diag::err_ir_many_links, Start) << F.Rules->MaxLinksPerNode;
    return false;
  }
  Links.push_back(L);
  return true;
}

bool TextParser::parseSystem(System &Sys) {
  while (true) {
    const StringRef Word = C.peekWord();
    const auto Names = nodeTypeNames();
    const auto *Known =
        find_if(Names, [&](const NamedValue &N) { return N.Name == Word; });
    if (Known == Names.end())
      break;
    if (!parseNode(Sys, NodeType(Known->Value)))
      return false;
  }
  while (C.peekWord() == "link")
    if (!parseLink(Sys))
      return false;
  return true;
}

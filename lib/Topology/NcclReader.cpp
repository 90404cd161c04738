//===- NcclReader.cpp - What NCCL's own reader would say ------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NCCL goes byte by byte: between elements it skips spaces and line ends only;
// inside a tag exactly one space stands before each attribute; a value ends at
// the next double quote. Everything else that XML allows stops it or is read
// as something else (nccl-search section 1, confirmed).
//
//===----------------------------------------------------------------------===//

#include "NcclReader.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ringc;

bool ringc::ncclReads(std::string_view Parent, std::string_view Name) {
  static constexpr std::pair<std::string_view, std::string_view> Nesting[] = {
      {"", "system"},     {"system", "cpu"},   {"cpu", "pci"},
      {"cpu", "nic"},     {"pci", "pci"},      {"pci", "gpu"},
      {"pci", "nic"},     {"gpu", "nvlink"},   {"nic", "net"},
      {"", "graphs"},     {"graphs", "graph"}, {"graph", "channel"},
      {"channel", "gpu"}, {"channel", "net"}};
  for (const auto &[P, N] : Nesting)
    if (P == Parent && N == Name)
      return true;
  return false;
}

void NcclReader::byteOrderMark() {
  Found.add(diag::warn_nccl_bom, Source.locate(0));
}

void NcclReader::xmlDeclaration(size_t Offset) {
  Found.add(diag::warn_nccl_declaration, Source.locate(Offset));
}

void NcclReader::instruction(size_t Offset) {
  Found.add(diag::warn_nccl_instruction, Source.locate(Offset));
}

void NcclReader::beginCdata(size_t Offset) {
  InCdata = true;
  Found.add(diag::warn_nccl_cdata, Source.locate(Offset));
}

void NcclReader::tabs(size_t Begin, size_t End) {
  StringRef Text = Source.text().slice(Begin, End);
  if (size_t First = Text.find('\t'); First != StringRef::npos)
    Found.add(diag::warn_nccl_tab, Source.locate(Begin + First), {},
              unsigned(Text.count('\t')));
}

void NcclReader::startTag(size_t Begin, size_t End,
                          ArrayRef<AttributeSpan> Attributes) {
  StringRef Text = Source.text();
  size_t Gap = Begin; // end of the last value
  unsigned Slots = 0;
  for (const AttributeSpan &A : Attributes) {
    tabs(Gap, A.Value);
    StringRef Before = Text.slice(Gap, A.Key);
    if (Before.find_first_of("\r\n") != StringRef::npos)
      Found.add(diag::warn_nccl_line_break, Source.locate(A.Key));
    if (A.Spaced)
      Found.add(diag::warn_nccl_space, Source.locate(A.KeyEnd));
    if (Text[A.Value - 1] == '\'')
      Found.add(diag::warn_nccl_quote, Source.locate(A.Value - 1));
    StringRef Value = Text.slice(A.Value, A.ValueEnd);
    if (size_t I = Value.find('&'); I != StringRef::npos)
      Found.add(diag::warn_nccl_entity, Source.locate(A.Value + I));
    if (Value.size() > unsigned(P.MaxXmlValue))
      Found.add(diag::warn_nccl_value, Source.locate(A.Value),
                {Text.slice(A.Key, A.KeyEnd).str(),
                 std::to_string(Value.size()), std::to_string(P.MaxXmlValue)});
    if (++Slots > unsigned(P.MaxXmlAttributes))
      Found.add(diag::warn_nccl_attributes, Source.locate(A.Key),
                {std::to_string(P.MaxXmlAttributes)});
    Gap = A.ValueEnd;
  }
  tabs(Gap, End);
  StringRef Rest = Text.slice(Gap, End);
  if (size_t I = Rest.find_first_of("\r\n"); I != StringRef::npos)
    Found.add(diag::warn_nccl_line_break, Source.locate(Gap + I));
}

void NcclReader::characters(size_t Begin, size_t End) {
  tabs(Begin, End);
  // Expat hands out one run of text in pieces; only its first byte counts.
  if (Begin != TextEnd)
    InText = false;
  TextEnd = End;
  size_t First = Source.text().slice(Begin, End).find_first_not_of(" \t\r\n");
  if (First == StringRef::npos || InText)
    return;
  InText = true;
  // The text of a CDATA section may hold a '<', or begin with one.
  StringRef Rest = Source.text().substr(Begin + First);
  StringRef Run = Rest.take_front(InCdata ? Rest.find("]]>") : Rest.find('<'));
  Found.add(diag::warn_nccl_text, Source.locate(Begin + First),
            {shorten(Run.rtrim())});
}

void NcclReader::checkCounts(const XmlDocument &Doc) {
  unsigned Elements = 0;
  std::vector<unsigned> Children(Doc.Elements.size(), 0);
  const SrcLoc *Last = nullptr;
  std::vector<bool> Read(Doc.Elements.size(), false);
  for (uint32_t I = 0; I < Doc.Elements.size(); ++I) {
    const XmlElement &E = Doc[I];
    const bool Root = E.Parent == XmlElement::None;
    Read[I] = (Root || Read[E.Parent]) &&
              ncclReads(Root ? std::string_view() : Doc[E.Parent].Name, E.Name);
    if (!Read[I])
      continue;
    if (++Elements == unsigned(P.MaxXmlElements) + 1)
      Last = &E.Loc;
    if (!Root && ++Children[E.Parent] == unsigned(P.MaxXmlChildren) + 1) {
      const XmlElement &Parent = Doc[E.Parent];
      Findings::Finding *F =
          Found.add(diag::warn_nccl_children, E.Loc,
                    {shorten(Parent.Name), std::to_string(P.MaxXmlChildren)});
      if (F)
        F->Notes.push_back(
            {diag::note_parent_here,
             Parent.Loc,
             {shorten(Parent.Name), std::to_string(Parent.Children.size())}});
    }
  }
  if (Last)
    Found.add(diag::warn_nccl_elements, *Last,
              {std::to_string(P.MaxXmlElements), std::to_string(Elements)});
}

/// Newer NCCL has room for fewer elements than the profiles that ringc knows
/// [cases, 37]. Only a topology is read on every machine; a built-in Neuron
/// machine's XML is for ringc.
void NcclReader::checkNearLimit(const XmlDocument &Doc) {
  constexpr unsigned Limit = 256, Near = 240;
  if (Doc.empty() || Doc[0].Name != "system" || Doc[0].find("platform") ||
      P.Search == SearchKind::Neuron || Doc.Elements.size() < Near ||
      Doc.Elements.size() > unsigned(P.MaxXmlElements))
    return;
  // The kinds that make files long; a file's own names don't belong in a line.
  std::string Text;
  for (std::string_view Kind : {"pci", "gpu", "nvlink", "nic", "net"})
    Text += (Text.empty() ? "" : ", ") +
            std::to_string(llvm::count_if(
                Doc.Elements,
                [&](const XmlElement &E) { return E.Name == Kind; })) +
            " " + std::string(Kind);
  Found.add(diag::warn_lint_elements, Doc[0].Loc,
            {std::to_string(Doc.Elements.size()), Text, std::to_string(Limit)});
}

void NcclReader::finish(const XmlDocument &Doc, DiagnosticEngine &Diags) {
  checkCounts(Doc);
  checkNearLimit(Doc);
  Found.report(Diags);
}

//===- ReadXml.cpp - Text to element tree ---------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expat does the parsing. It says where a tag begins and ends but not where its
// attributes stand, so each start tag is scanned once more for positions. Files
// may be hostile: the text's size, the number of elements and attributes, depth
// and lengths are bounded, DTDs (and with them entities) are refused, and
// parsing stops at the first error. What NCCL's own reader would have said is
// collected on the way (NcclReader).
//
//===----------------------------------------------------------------------===//

#include "NcclReader.h"
#include "ringc/Topology/FrontEnd.h"
#include "llvm/Support/ConvertUTF.h"
#include <expat.h>

using namespace llvm;
using namespace ringc;

// Bounds on memory and recursion; ours, far above the largest machine known (16
// GPUs, about 300 elements).
static constexpr size_t MaxFileSize = size_t(16) << 20;
static constexpr size_t MaxElements = size_t(1) << 20;
static constexpr size_t MaxDepth = 128;
static constexpr size_t MaxAttributes = 256;
static constexpr size_t MaxLength = size_t(64) << 10;

namespace {

class Reader {
public:
  Reader(uint32_t File, DiagnosticEngine &Diags, const Profile &P)
      : Diags(Diags), Source(File, Diags.getFileText(File)), Nccl(Source, P) {}

  XmlDocument read();

private:
  void start(const char *Name, const char **Attributes);
  void end() { Open.pop_back(); }
  void doctype();
  void malformed();
  bool checkText();

  size_t offset() const {
    return size_t(std::max<XML_Index>(XML_GetCurrentByteIndex(Parser), 0));
  }
  size_t endOffset() const {
    return offset() + size_t(std::max(XML_GetCurrentByteCount(Parser), 0));
  }
  /// Reports a limit passed and stops.
  void limit(diag::ID Id, SrcLoc Loc, size_t Limit) {
    Diags.report(Id, Loc) << Limit;
    stop();
  }
  void stop() {
    Failed = true;
    XML_StopParser(Parser, XML_FALSE);
  }
  static Reader &self(void *Data) { return *static_cast<Reader *>(Data); }

  DiagnosticEngine &Diags;
  SourceText Source;
  NcclReader Nccl;
  XmlDocument Doc;
  std::vector<uint32_t> Open; ///< elements begun and not ended
  XML_Parser Parser = nullptr;
  bool Failed = false;
};

} // namespace

void Reader::start(const char *Name, const char **Attributes) {
  if (Failed)
    return;
  const size_t Begin = offset(), End = endOffset();
  const SrcLoc Loc = Source.locate(Begin);
  if (Doc.Elements.size() == MaxElements)
    return limit(diag::err_xml_elements, Loc, MaxElements);
  if (Open.size() == MaxDepth)
    return limit(diag::err_xml_depth, Loc, MaxDepth);
  if (StringRef(Name).size() > MaxLength)
    return limit(diag::err_xml_name, Loc, MaxLength);

  SmallVector<AttributeSpan, 8> Spans =
      scanStartTag(Source.text(), Begin, std::min(End, Source.text().size()));
  XmlElement E;
  E.Name = Name;
  E.Loc = Loc;
  for (size_t I = 0; Attributes[2 * I]; ++I) {
    // Without a DTD every attribute stands in the tag, in this order.
    SrcLoc KeyLoc = I < Spans.size() ? Source.locate(Spans[I].Key) : Loc;
    SrcLoc ValueLoc = I < Spans.size() ? Source.locate(Spans[I].Value) : Loc;
    StringRef Key = Attributes[2 * I], Value = Attributes[2 * I + 1];
    if (I == MaxAttributes)
      return limit(diag::err_xml_attributes, KeyLoc, MaxAttributes);
    if (Key.size() > MaxLength || Value.size() > MaxLength)
      return limit(diag::err_xml_value, KeyLoc, MaxLength);
    E.Attributes.push_back({Key.str(), Value.str(), KeyLoc, ValueLoc, false});
  }
  Nccl.startTag(Begin, End, Spans);

  const uint32_t Index = uint32_t(Doc.Elements.size());
  if (!Open.empty()) {
    E.Parent = Open.back();
    Doc[E.Parent].Children.push_back(Index);
  }
  Doc.Elements.push_back(std::move(E));
  Open.push_back(Index);
}

void Reader::doctype() {
  if (Failed)
    return;
  // Expat tells it past the name.
  size_t At = Source.text().take_front(offset()).rfind("<!DOCTYPE");
  Diags.report(diag::err_xml_doctype,
               Source.locate(At == StringRef::npos ? offset() : At));
  stop();
}

void Reader::malformed() {
  const SrcLoc Loc = Source.locate(offset());
  Diags.report(diag::err_xml_malformed, Loc)
      << XML_ErrorString(XML_GetErrorCode(Parser));
  if (!Open.empty())
    Diags.report(diag::note_element_open, Doc[Open.back()].Loc)
        << shorten(Doc[Open.back()].Name);
}

/// Whether the text can be XML at all; says what it is if not.
bool Reader::checkText() {
  StringRef Text = Source.text();
  if (reportForeignInput(Text, Source.locate(0), Diags))
    return false;

  const UTF8 *Position = reinterpret_cast<const UTF8 *>(Text.begin());
  const UTF8 *Begin = Position;
  if (!isLegalUTF8String(&Position, Begin + Text.size())) {
    Diags.report(diag::err_xml_encoding,
                 Source.locate(size_t(Position - Begin)))
        << ("0x" + Twine::utohexstr(*Position)).str();
    return false;
  }
  return true;
}

XmlDocument Reader::read() {
  if (!checkText())
    return {};
  StringRef Text = Source.text();
  // The encoding is fixed: a declaration that names another doesn't count.
  Parser = XML_ParserCreate("UTF-8");
  if (!Parser) {
    Diags.report(diag::err_xml_malformed, Source.locate(0)) << "out of memory";
    return {};
  }
  XML_SetUserData(Parser, this);
  XML_SetElementHandler(
      Parser,
      [](void *D, const XML_Char *Name, const XML_Char **Attributes) {
        self(D).start(Name, Attributes);
      },
      [](void *D, const XML_Char *) {
        if (!self(D).Failed)
          self(D).end();
      });
  XML_SetCharacterDataHandler(Parser, [](void *D, const XML_Char *, int) {
    self(D).Nccl.characters(self(D).offset(), self(D).endOffset());
  });
  XML_SetXmlDeclHandler(Parser,
                        [](void *D, const XML_Char *, const XML_Char *, int) {
                          self(D).Nccl.xmlDeclaration(self(D).offset());
                        });
  XML_SetProcessingInstructionHandler(
      Parser, [](void *D, const XML_Char *, const XML_Char *) {
        self(D).Nccl.instruction(self(D).offset());
      });
  XML_SetCdataSectionHandler(
      Parser, [](void *D) { self(D).Nccl.beginCdata(self(D).offset()); },
      [](void *D) { self(D).Nccl.endCdata(); });
  XML_SetStartDoctypeDeclHandler(Parser, [](void *D, const XML_Char *,
                                            const XML_Char *, const XML_Char *,
                                            int) { self(D).doctype(); });
  if (Text.starts_with("\xef\xbb\xbf"))
    Nccl.byteOrderMark();

  const bool Parsed = XML_Parse(Parser, Text.data(), int(Text.size()),
                                XML_TRUE) == XML_STATUS_OK;
  if (!Parsed && !Failed)
    malformed();
  XML_ParserFree(Parser);
  if (!Parsed || Failed)
    return {};
  Nccl.finish(Doc, Diags);
  return std::move(Doc);
}

XmlDocument ringc::readXml(uint32_t File, DiagnosticEngine &Diags,
                           const Profile &P) {
  // Before anything is made of the text, even an index of its lines.
  if (const size_t Size = Diags.getFileText(File).size(); Size > MaxFileSize) {
    Diags.report(diag::err_xml_size, SrcLoc{File, 1, 1}) << Size << MaxFileSize;
    return {};
  }
  return Reader(File, Diags, P).read();
}

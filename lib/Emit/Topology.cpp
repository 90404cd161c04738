//===- Topology.cpp - The completed system XML ----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the element tree as it stands after completion, in the form NCCL's
// reader takes: what was missing is there, what nothing uses is gone, ranks are
// local. `keep` is the runtime's own mark for its trim step and never written.
// The root says whose rules it was completed by where that changes how ringc
// reads it back: profile="neuron-2.31.24".
//
// A value that NCCL's reader can't take unchanged is written as XML wants it
// and warned about: another XML reader still gets the value, and NCCL uses none
// of the attributes in which such values occur for more than a name.
//
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "XmlText.h"

using namespace llvm;
using namespace ringc;

/// Reports what can't be written, or not so that NCCL reads it. False after an
/// error.
static bool checkAttribute(const XmlElement &E, const XmlAttribute &A,
                           const Profile &P, DiagnosticEngine &Diags) {
  const SrcLoc Loc = A.ValueLoc.isValid() ? A.ValueLoc : E.Loc;
  switch (classifyXmlValue(A.Value)) {
  case XmlValue::Impossible:
    Diags.report(diag::err_emit_xml_value, Loc) << A.Key << E.Name;
    return false;
  case XmlValue::Escaped:
    Diags.report(diag::warn_emit_xml_escape, Loc) << A.Key << E.Name;
    break;
  case XmlValue::Plain:
    break;
  }
  if (A.Value.size() > size_t(P.MaxXmlValue))
    Diags.report(diag::warn_emit_xml_length, Loc)
        << A.Key << E.Name << A.Value.size() << P.MaxXmlValue;
  return true;
}

/// Whether the file's own attribute is written.
static bool isWritten(const XmlElement &E, const XmlAttribute &A) {
  if (A.Key == "keep")
    return false;
  const bool Root = E.Parent == XmlElement::None;
  return !Root || (A.Key != "version" && A.Key != "profile");
}

static bool checkElement(const XmlElement &E, const Profile &P,
                         DiagnosticEngine &Diags) {
  bool Ok = true;
  unsigned Written = E.Parent == XmlElement::None ? 1 : 0;
  for (const XmlAttribute &A : E.Attributes) {
    if (!isWritten(E, A))
      continue;
    ++Written;
    Ok &= checkAttribute(E, A, P, Diags);
  }
  if (Written > unsigned(P.MaxXmlAttributes))
    Diags.report(diag::warn_emit_xml_attributes, E.Loc)
        << E.Name << Written << P.MaxXmlAttributes;
  return Ok;
}

static void beginElement(const XmlElement &E, const Profile &P, XmlText &X) {
  X.begin(E.Name);
  if (E.Parent == XmlElement::None) {
    X.attribute("version", 1);
    if (P.Search == SearchKind::Neuron)
      X.attribute("profile", StringRef(P.Name));
  }
  for (const XmlAttribute &A : E.Attributes)
    if (isWritten(E, A))
      X.attribute(A.Key, A.Value);
}

/// Elements stand in pre-order, so one pass with the open ones on a stack does.
static void writeElements(const XmlDocument &Doc, const Profile &P,
                          XmlText &X) {
  std::vector<uint32_t> Open;
  const auto CloseUpTo = [&](uint32_t Parent) {
    while (!Open.empty() && Open.back() != Parent) {
      X.close(Doc[Open.back()].Name);
      Open.pop_back();
    }
  };
  for (uint32_t I = 0; I < Doc.Elements.size(); ++I) {
    CloseUpTo(Doc[I].Parent);
    beginElement(Doc[I], P, X);
    if (Doc[I].Children.empty()) {
      X.empty();
      continue;
    }
    X.open();
    Open.push_back(I);
  }
  CloseUpTo(XmlElement::None);
}

bool ringc::emitTopology(const Fabric &F, const EmitOptions &Options,
                         raw_ostream &OS, DiagnosticEngine &Diags) {
  if (!refuseRank(Options, "topology", Diags))
    return false;
  // A text may describe servers that no node is.
  const std::vector<uint32_t> InUse = F.serversInUse();
  const Server &First = F.Servers[InUse.empty() ? 0 : InUse.front()];
  if (InUse.size() > 1) {
    const Server &Other = F.Servers[InUse[1]];
    Diags.report(diag::err_emit_systems_differ, placeOf(Other))
        << First.Source << Other.Source;
    Diags.report(diag::note_emit_first_server, placeOf(First)) << First.Source;
    return false;
  }
  bool Ok = true;
  for (const XmlElement &E : First.Xml.Elements)
    Ok &= checkElement(E, *F.Rules, Diags);
  if (!Ok)
    return false;
  XmlText X(OS);
  writeElements(First.Xml, *F.Rules, X);
  return true;
}

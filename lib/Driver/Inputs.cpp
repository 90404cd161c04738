//===- Inputs.cpp - From files to a fabric --------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input is recognised by its content. Text IR and blobs are whole fabrics
// and come alone. Each XML is one server; XMLs whose completed trees are equal
// are the same server, wherever their attributes stand. The profile is chosen
// before anything is read, since the readers' limits depend on it.
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Profiles.h"
#include "ringc/IR/Text.h"
#include "ringc/Topology/FrontEnd.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include <cassert>

using namespace llvm;
using namespace ringc;

/// The most bytes read of one input. A fabric of a million ranks fits as text.
static constexpr size_t MaxInputBytes = size_t(1) << 29;

/// Reads \p File to its end, or past MaxInputBytes. Bytes are copied, not
/// mapped: a file that another program cuts while we read is no crash.
static ErrorOr<std::unique_ptr<MemoryBuffer>> readWhole(sys::fs::file_t File,
                                                        StringRef Name) {
  SmallString<0> Bytes;
  sys::fs::file_status Status;
  // Only a hint: the file may grow, and many files have no size at all.
  if (!sys::fs::status(File, Status) && sys::fs::is_regular_file(Status)) {
    if (Status.getSize() > MaxInputBytes)
      return std::make_error_code(std::errc::file_too_large);
    Bytes.reserve(size_t(Status.getSize()) + 1);
  }
  constexpr size_t LeastRoom = 1 << 16;
  while (Bytes.size() <= MaxInputBytes) {
    const size_t Old = Bytes.size();
    const size_t Room = std::max(Bytes.capacity() - Old, LeastRoom);
    Bytes.resize_for_overwrite(Old + Room);
    Expected<size_t> Read =
        sys::fs::readNativeFile(File, {Bytes.data() + Old, Room});
    if (!Read)
      return errorToErrorCode(Read.takeError());
    Bytes.truncate(Old + *Read);
    if (*Read == 0)
      return std::make_unique<SmallVectorMemoryBuffer>(std::move(Bytes), Name);
  }
  return std::make_error_code(std::errc::file_too_large);
}

static ErrorOr<std::unique_ptr<MemoryBuffer>>
readInput(const std::string &Path) {
  if (Path == "-")
    return readWhole(sys::fs::getStdinHandle(), "<stdin>");
  Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Path);
  if (!File)
    return errorToErrorCode(File.takeError());
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = readWhole(*File, Path);
  sys::fs::closeFile(*File);
  return Text;
}

static std::unique_ptr<MemoryBuffer> readText(const std::string &Path,
                                              DiagnosticEngine &Diags) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = readInput(Path);
  if (Text)
    return std::move(*Text);
  if (Text.getError() == std::errc::file_too_large)
    Diags.report(diag::err_input_too_large) << Path << MaxInputBytes;
  else
    Diags.report(diag::err_cannot_open) << Path << Text.getError().message();
  return nullptr;
}

/// The text of the built-in machine asked for.
static std::unique_ptr<MemoryBuffer> machineText(const Plan &P,
                                                 DiagnosticEngine &Diags) {
  const DriverOptions &O = P.Options;
  const std::optional<std::string> Xml =
      neuron::synthesizeXml(*P.Machine, O.Part, Diags);
  if (!Xml)
    return nullptr; // what groups are of isn't known
  bool Ok = true;
  for (const std::string &Group : O.Groups)
    Ok &= neuron::checkGroup(*P.Machine, O.Part, P.numNodes(), Group, Diags);
  return Ok ? MemoryBuffer::getMemBufferCopy(*Xml, O.Platform) : nullptr;
}

std::optional<InputTexts> ringc::readTexts(const Plan &P,
                                           DiagnosticEngine &Diags) {
  const DriverOptions &Options = P.Options;
  InputTexts Texts;
  if (P.Machine) {
    Texts.Buffers.push_back(machineText(P, Diags));
    Texts.Order = {0};
    if (!Texts.Buffers.back())
      return std::nullopt;
  }
  StringMap<size_t> Known;
  bool Ok = true;
  for (const std::string &Path : Options.Inputs) {
    const auto [At, New] = Known.try_emplace(Path, Texts.Buffers.size());
    Texts.Order.push_back(At->second);
    if (!New)
      continue;
    Texts.Buffers.push_back(readText(Path, Diags));
    Ok &= Texts.Buffers.back() != nullptr;
  }
  if (!Options.GraphFile.empty()) {
    Texts.Graph = readText(Options.GraphFile, Diags);
    Ok &= Texts.Graph != nullptr;
  }
  return Ok ? std::optional(std::move(Texts)) : std::nullopt;
}

/// A part is as long as the text before it has lines, so that all of them
/// together grow with the square of their number.
static constexpr size_t MaxParts = 256;
static constexpr size_t MaxSplitBytes = size_t(1) << 18;

std::optional<std::vector<InputTexts>>
ringc::splitTexts(InputTexts Texts, DiagnosticEngine &Diags) {
  const MemoryBuffer &Whole = *Texts.Buffers.front();
  const StringRef Text = Whole.getBuffer();
  if (Text.size() > MaxSplitBytes) {
    Diags.report(diag::err_split_size) << Text.size() << MaxSplitBytes;
    return std::nullopt;
  }
  std::vector<InputTexts> Parts;
  size_t Start = 0, Lines = 0, LinesBefore = 0;
  const auto AddPart = [&](size_t End) {
    std::string Part(LinesBefore, '\n');
    Part += Text.slice(Start, End);
    InputTexts T;
    T.Buffers.push_back(
        MemoryBuffer::getMemBufferCopy(Part, Whole.getBufferIdentifier()));
    T.Order = {0};
    T.Graph = Texts.Graph;
    Parts.push_back(std::move(T));
  };
  for (size_t At = 0; At < Text.size();) {
    const size_t End = std::min(Text.find('\n', At), Text.size() - 1) + 1;
    const StringRef Line = Text.slice(At, End).trim();
    ++Lines;
    if (Line == "// -----" || Line == "<!-- ----- -->") {
      AddPart(At);
      if (Parts.size() == MaxParts) {
        Diags.report(diag::err_split_parts) << MaxParts;
        return std::nullopt;
      }
      Start = End;
      LinesBefore = Lines;
    }
    At = End;
  }
  AddPart(Text.size());
  return Parts;
}

InputFiles ringc::addFiles(InputTexts Texts, DiagnosticEngine &Diags) {
  std::vector<uint32_t> Ids;
  for (std::unique_ptr<MemoryBuffer> &B : Texts.Buffers)
    Ids.push_back(Diags.addFile(std::move(B)));
  InputFiles Result;
  for (size_t I : Texts.Order)
    Result.Files.push_back(Ids[I]);
  if (Texts.Graph) // shared by the parts of a split input, which come and go
    Result.Graph = Diags.addFile(MemoryBuffer::getMemBufferCopy(
        Texts.Graph->getBuffer(), Texts.Graph->getBufferIdentifier()));
  return Result;
}

/// Recognises an input. A part of a split input begins with empty lines.
static InputKind kindOf(StringRef Text) {
  return identifyInput(Text.ltrim("\r\n"));
}

static bool isFabric(InputKind Kind) {
  return Kind == InputKind::TextIR || Kind == InputKind::Blob;
}

/// Whether what the root says of the machine and its pod is known and goes
/// together.
static bool checkRoot(const XmlDocument &Doc, DiagnosticEngine &Diags) {
  const unsigned Errors = Diags.getNumErrors();
  const XmlAttribute *Name = Doc[0].find("platform");
  const XmlAttribute *Pod = Doc[0].find("pod");
  const neuron::Machine *M = Name ? neuron::findMachine(Name->Value) : nullptr;
  if (Name && !M)
    Diags.report(diag::err_root_platform, Name->ValueLoc) << Name->Value;
  if (!Pod)
    return Diags.getNumErrors() == Errors;
  const neuron::PodMode Mode = neuron::podMode(Pod->Value);
  if (Mode == neuron::PodMode::None)
    Diags.report(diag::err_root_pod, Pod->ValueLoc) << Pod->Value;
  else if (M && Mode != M->Pod &&
           !(neuron::isUltraServerMode(Mode) &&
             neuron::isUltraServerMode(M->Pod)))
    Diags.report(diag::err_root_no_pod, Pod->ValueLoc)
        << Pod->Value << M->Name << neuron::toString(M->Pod);
  return Diags.getNumErrors() == Errors;
}

static bool parseSystems(const Plan &P, const InputFiles &Inputs, Fabric &F,
                         DiagnosticEngine &Diags) {
  F.Rules = chooseProfile(P, Inputs.Files, Diags);
  if (!F.Rules)
    return false;
  DenseMap<uint32_t, ServerId> Known; // by file
  bool Ok = true;
  for (uint32_t File : Inputs.Files) {
    if (auto At = Known.find(File); At != Known.end()) {
      F.Nodes.push_back(At->second);
      continue;
    }
    XmlDocument Doc = readXml(File, Diags, *F.Rules);
    if (Doc.empty() || !completeSystemXml(Doc, Diags, *F.Rules) ||
        (F.Rules->Search == SearchKind::Neuron && !checkRoot(Doc, Diags))) {
      Ok = false;
      continue;
    }
    const ServerId Id =
        addServer(F, std::move(Doc), Diags.getFileName(File).str());
    Known.try_emplace(File, Id);
    F.Nodes.push_back(Id);
  }
  if (!Ok)
    return false;
  if (const unsigned Nodes = P.numNodes())
    F.Nodes.resize(Nodes, F.Nodes.back());
  for (uint32_t File = 1; File <= *max_element(Inputs.Files); ++File)
    F.Files.push_back(Diags.getFileName(File).str());
  F.Established.insert(Phase::Parsed);
  return true;
}

/// Reads the one input of a run that holds a whole fabric.
static bool parseFabricInput(const Plan &P, const InputFiles &Inputs, Fabric &F,
                             DiagnosticEngine &Diags) {
  const auto Place = find_if(Inputs.Files, [&](uint32_t File) {
    return isFabric(kindOf(Diags.getFileText(File)));
  });
  const SrcLoc Loc{*Place, 0, 0};
  if (Inputs.Files.size() > 1) {
    Diags.report(diag::err_fabric_not_alone, Loc);
    return false;
  }
  const InputKind Kind = kindOf(Diags.getFileText(*Place));
  std::optional<Fabric> Read = Kind == InputKind::Blob
                                   ? readWiring(*Place, Diags)
                                   : parseFabric(*Place, Diags);
  if (!Read)
    return false;
  F = std::move(*Read);
  const unsigned Errors = Diags.getNumErrors();
  assert(F.Rules && "a reader let a fabric without a profile through");
  if (P.Rules && P.Rules != F.Rules)
    Diags.report(diag::err_fabric_profile, Loc)
        << F.Rules->Name << P.Rules->Name;
  if (P.Options.NumNodes && P.Options.NumNodes != F.numNodes())
    Diags.report(diag::err_fabric_nodes, Loc)
        << F.numNodes() << P.Options.NumNodes;
  return Diags.getNumErrors() == Errors;
}

bool ringc::parseInputs(const Plan &P, const InputFiles &Inputs, Fabric &F,
                        DiagnosticEngine &Diags) {
  const bool AnyFabric = any_of(Inputs.Files, [&](uint32_t File) {
    return isFabric(kindOf(Diags.getFileText(File)));
  });
  return AnyFabric ? parseFabricInput(P, Inputs, F, Diags)
                   : parseSystems(P, Inputs, F, Diags);
}

/// Whether the devices of a server that says which machine it is are a set that
/// works together.
static bool verifyDevices(const Fabric &F, const Server &S,
                          DiagnosticEngine &Diags) {
  if (F.Rules->Search != SearchKind::Neuron)
    return true;
  const XmlAttribute *Name = S.Xml[0].find("platform");
  const neuron::Machine *M = Name ? neuron::findMachine(Name->Value) : nullptr;
  return !M || neuron::verifyTopology(S.Sys, *M, Name->ValueLoc, Diags);
}

ServerCheck ringc::serverCheck(bool VerifyTopology) {
  return VerifyTopology ? verifyDevices : ServerCheck();
}

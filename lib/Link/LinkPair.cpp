//===- LinkPair.cpp - Makes libnrt.so.1 and libnccom.so.2 -----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both links run side by side: libnccom is linked against libnrt's symbols in
// the kit, not against the libnrt that is being made.
//
//===----------------------------------------------------------------------===//

#include "ringc/Link/LinkPair.h"
#include "VersionParent.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ringc;

namespace {

/// One of the two.
struct Library {
  const char *SoName;
  const char *Archive, *Script;
  bool NeedsNrt;
};
constexpr Library Nrt = {"libnrt.so.1", "libringc-nrt.a", "nrt.map", false};
constexpr Library Nccom = {"libnccom.so.2", "libringc-nccom.a", "nccom.map",
                           true};

/// What a hidden symbol of a library names.
struct Payload {
  const char *Symbol;
  StringRef Bytes;
};
/// Of the C library and its like, each if something is needed of it.
constexpr const char *Stubs[] = {"libc.so.6", "libm.so.6", "libstdc++.so.6",
                                 "libgcc_s.so.1"};

class PairLinker {
public:
  PairLinker(const LinkOptions &Options, DiagnosticEngine &Diags)
      : Options(Options), Diags(Diags) {}
  ~PairLinker();
  PairLinker(const PairLinker &) = delete;

  std::optional<PairFiles> run(const PairImages &Images);

private:
  bool refuse(diag::ID Id, StringRef What, StringRef Why);
  bool findLinker();
  bool makeTemporaries();
  void willMake(const std::string &Name);
  bool writeFile(StringRef Path, StringRef Bytes);
  bool start(const Library &L, ArrayRef<Payload> Payloads,
             sys::ProcessInfo &Process);
  bool finish(const Library &L, const sys::ProcessInfo &Process,
              std::string &Bytes);
  void report(const Library &L, StringRef Why);
  std::vector<std::string> arguments(const Library &L,
                                     ArrayRef<Payload> Payloads) const;
  std::string inKit(StringRef Name) const { return path(Options.Kit, Name); }
  std::string temporary(StringRef Name, StringRef Suffix = "") const {
    return (Base + "." + Name + Suffix).str();
  }
  static std::string path(StringRef Folder, StringRef Name) {
    SmallString<128> Path(Folder);
    sys::path::append(Path, Name);
    return Path.str().str();
  }

  const LinkOptions &Options;
  DiagnosticEngine &Diags;
  std::string Program;
  std::vector<std::string> Temporaries;
  SmallString<128> Base; ///< temporary; names of the others begin so
};

} // namespace

PairLinker::~PairLinker() {
  for (const std::string &Name : Temporaries) {
    sys::fs::remove(Name);
    sys::DontRemoveFileOnSignal(Name);
  }
}

/// Has \p Name removed at the end, whatever ends the run.
void PairLinker::willMake(const std::string &Name) {
  sys::RemoveFileOnSignal(Name);
  Temporaries.push_back(Name);
}

bool PairLinker::refuse(diag::ID Id, StringRef What, StringRef Why) {
  Diags.report(Id) << What << Why;
  return false;
}

bool PairLinker::findLinker() {
  if (!Options.Linker.empty()) {
    Program = Options.Linker;
    return sys::fs::can_execute(Program) ||
           refuse(diag::err_link_program, Program, "-fuse-ld=PATH names it");
  }
  static constexpr const char *Places[] = {RINGC_LLD, "/usr/bin/ld.lld-19",
                                           "/usr/bin/ld.lld"};
  for (const char *Place : Places)
    if (sys::fs::can_execute(Place)) {
      Program = Place;
      return true;
    }
  return refuse(diag::err_link_program, RINGC_LLD,
                "install lld-19, or name one by -fuse-ld=PATH");
}

bool PairLinker::makeTemporaries() {
  if (Options.Kit.empty() || !sys::fs::exists(inKit(Nrt.Archive))) {
    Diags.report(diag::err_link_kit) << inKit(Nrt.Archive);
    return false;
  }
  if (std::error_code EC = sys::fs::createTemporaryFile("ringc-link", "", Base))
    return refuse(diag::err_cannot_write, Base, EC.message());
  willMake(Base.str().str());
  for (const Library *L : {&Nrt, &Nccom})
    for (const char *Suffix : {"", ".log"})
      willMake(temporary(L->SoName, Suffix));
  return true;
}

bool PairLinker::writeFile(StringRef Path, StringRef Bytes) {
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  if (!EC) {
    OS << Bytes;
    OS.flush();
    EC = OS.error();
    OS.clear_error();
  }
  return !EC || refuse(diag::err_cannot_write, Path, EC.message());
}

std::vector<std::string>
PairLinker::arguments(const Library &L, ArrayRef<Payload> Payloads) const {
  std::vector<std::string> Args = {
      "ld.lld", "-shared", "-o", temporary(L.SoName), "-soname", L.SoName,
      // Each finds the other beside itself.
      "-rpath", "$ORIGIN", "--enable-new-dtags", "--version-script",
      inKit(L.Script), "--no-undefined-version",
      // What is missing is missed now, and when it is loaded, not later.
      "-z", "defs", "-z", "now", "-z", "relro", "-z", "noexecstack",
      "--gc-sections", "--build-id=sha1", "--hash-style=gnu", "--whole-archive",
      inKit(L.Archive), "--no-whole-archive"};
  for (const Payload &P : Payloads)
    Args.push_back(temporary(P.Symbol, ".o"));
  if (L.NeedsNrt)
    Args.push_back(inKit(Nrt.SoName));
  Args.push_back("--as-needed");
  for (const char *Stub : Stubs)
    if (sys::fs::exists(inKit(Stub)))
      Args.push_back(inKit(Stub));
  return Args;
}

bool PairLinker::start(const Library &L, ArrayRef<Payload> Payloads,
                       sys::ProcessInfo &Process) {
  for (const Payload &P : Payloads) {
    const std::string Object = temporary(P.Symbol, ".o");
    willMake(Object);
    if (!writeFile(Object, payloadObject(P.Symbol, P.Bytes)))
      return false;
  }
  const std::vector<std::string> Args = arguments(L, Payloads);
  const std::vector<StringRef> Refs(Args.begin(), Args.end());
  const std::string Log = temporary(L.SoName, ".log");
  const std::optional<StringRef> Redirects[] = {StringRef(), StringRef(Log),
                                                StringRef(Log)};
  std::string Why;
  bool Failed = false;
  // The environment changes no output.
  static constexpr StringRef Environment[] = {"LC_ALL=C",
                                              "LLVM_DISABLE_SYMBOLIZATION=1"};
  Process = sys::ExecuteNoWait(Program, Refs, ArrayRef(Environment), Redirects,
                               0, &Why, &Failed);
  return !Failed || refuse(diag::err_link_program, Program, Why);
}

/// Reports what the linker said, or \p Why where it said nothing.
void PairLinker::report(const Library &L, StringRef Why) {
  constexpr size_t MostLines = 6;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Log =
      MemoryBuffer::getFile(temporary(L.SoName, ".log"));
  SmallVector<StringRef, 8> Lines;
  if (Log)
    (*Log)->getBuffer().split(Lines, '\n', int(MostLines),
                              /*KeepEmpty=*/false);
  if (Lines.empty())
    Lines.push_back(Why);
  Diags.report(diag::err_link_failed) << L.SoName << Lines.front();
  for (StringRef Line : ArrayRef(Lines).drop_front().take_front(MostLines - 1))
    Diags.report(diag::note_link_says) << Line;
}

bool PairLinker::finish(const Library &L, const sys::ProcessInfo &Process,
                        std::string &Bytes) {
  const int Code = sys::Wait(Process, std::nullopt).ReturnCode;
  if (Code != 0) {
    report(L, Code < 0 ? "the linker crashed"
                       : "exit code " + std::to_string(Code));
    return false;
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> File =
      MemoryBuffer::getFile(temporary(L.SoName));
  if (!File)
    return refuse(diag::err_link_failed, L.SoName,
                  "the linker says nothing and writes nothing");
  Bytes = (*File)->getBuffer().str();
  return true;
}

std::optional<PairFiles> PairLinker::run(const PairImages &Images) {
  if (!findLinker() || !makeTemporaries())
    return std::nullopt;
  sys::ProcessInfo First, Second;
  PairFiles Files;
  if (!start(Nrt, Payload{"ringc_machine", Images.Machine}, First))
    return std::nullopt;
  const bool Started = start(Nccom,
                             {Payload{"ringc_wiring", Images.Wiring},
                              Payload{"ringc_places", Images.Places}},
                             Second);
  const bool FirstOk = finish(Nrt, First, Files.Nrt);
  if (!Started || !finish(Nccom, Second, Files.Nccom) || !FirstOk)
    return std::nullopt;
  if (!addVersionParent(Files.Nrt, "NRT_3.0.0", "NRT_2.0.0", "SPARE")) {
    refuse(diag::err_link_failed, Nrt.SoName,
           "the linker wrote other version nodes than ld.lld does");
    return std::nullopt;
  }
  return Files;
}

std::optional<PairFiles> ringc::linkPair(const PairImages &Images,
                                         const LinkOptions &Options,
                                         DiagnosticEngine &Diags) {
  return PairLinker(Options, Diags).run(Images);
}

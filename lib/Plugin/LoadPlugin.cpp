//===- LoadPlugin.cpp - Loads a shared object -----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thing that can be wrong with the file has its own text: it isn't whole
// or can't be loaded, it has no entry point, it was built for something else,
// or it is loaded already. Only then is it asked to register itself, and what
// it inserts is tried at once: a fault there is the plug-in's and not the
// command line's.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Guard.h"
#include "ringc/Pass/PassManager.h"
#include "ringc/Plugin/Plugin.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include <dlfcn.h>

using namespace llvm;
using namespace ringc;

namespace {

/// Loads one file into one registry.
class PluginLoader {
public:
  PluginLoader(StringRef Path, Registry &R, DiagnosticEngine &Diags)
      : Path(Path), R(R), Diags(Diags) {}

  bool load();

private:
  bool call(function_ref<void()> Do) {
    return callGuarded("plug-in", Path, Diags, Do);
  }
  bool refuse(StringRef Why) {
    Diags.report(diag::err_plugin_load) << Path << Why;
    return false;
  }
  void *open();
  bool isWhole(const char *File);
  bool isForeign(void *Handle);
  const PluginInfo *askForInfo(void *Handle);
  bool isBuiltForThis(const PluginInfo &Info);
  bool isCompatible(const PluginInfo &Info);
  bool registerAll(const PluginInfo &Info);
  bool tryInsertion(const Insertion &I);

  StringRef Path;
  Registry &R;
  DiagnosticEngine &Diags;
};

} // namespace

/// The loader maps what the program headers name without a look at the file's
/// size: a truncated file would end the process. What else is wrong with a file
/// is left to the loader.
bool PluginLoader::isWhole(const char *File) {
  if (!sys::fs::is_regular_file(File))
    return sys::fs::is_directory(File) || !sys::fs::exists(File) ||
           refuse("not a regular file");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return true;
  const StringRef Bytes = (*Buffer)->getBuffer();
  ELF::Elf64_Ehdr Header;
  if (Bytes.size() < sizeof(Header))
    return true;
  memcpy(&Header, Bytes.data(), sizeof(Header));
  if (!Header.checkMagic() || Header.getFileClass() != ELF::ELFCLASS64 ||
      Header.e_phentsize != sizeof(ELF::Elf64_Phdr))
    return true;
  const uint64_t TableSize = uint64_t(Header.e_phnum) * Header.e_phentsize;
  if (Header.e_phoff > Bytes.size() ||
      TableSize > Bytes.size() - Header.e_phoff)
    return refuse("file too short for its program headers");
  for (unsigned I = 0; I < Header.e_phnum; ++I) {
    ELF::Elf64_Phdr Segment;
    memcpy(&Segment, Bytes.data() + Header.e_phoff + I * sizeof(Segment),
           sizeof(Segment));
    if (Segment.p_type == ELF::PT_LOAD &&
        (Segment.p_offset > Bytes.size() ||
         Segment.p_filesz > Bytes.size() - Segment.p_offset))
      return refuse("file too short for its segments");
  }
  return true;
}

/// Everything is resolved at once, so that what is missing is said now and not
/// in the middle of a pass; and what a plug-in defines isn't seen by others.
/// Its static objects are constructed here, so this is a call into a stranger's
/// code, too. Where something is missing it may be for another ringc: then that
/// is said.
void *PluginLoader::open() {
  // Without a slash it would be looked for in the folders of libraries.
  SmallString<128> Absolute(Path);
  sys::fs::make_absolute(Absolute);
  if (!isWhole(Absolute.c_str()))
    return nullptr;
  void *Handle = nullptr;
  const bool Returned =
      call([&] { Handle = ::dlopen(Absolute.c_str(), RTLD_NOW | RTLD_LOCAL); });
  if (Handle || !Returned)
    return Handle;
  const std::string Text = ::dlerror();
  StringRef Why = Text;
  Why.consume_front(Absolute);
  Why.consume_front(": ");
  void *Unbound = nullptr;
  if (call([&] {
        Unbound = ::dlopen(Absolute.c_str(), RTLD_LAZY | RTLD_LOCAL);
      }) &&
      Unbound && isForeign(Unbound))
    return nullptr;
  refuse(Why);
  return nullptr;
}

/// Reports if \p Handle, which can't be used, was built for another ringc, or
/// doesn't even say so.
bool PluginLoader::isForeign(void *Handle) {
  const PluginInfo *Info = askForInfo(Handle);
  return !Info || !isBuiltForThis(*Info);
}

/// What the entry point returns; null after an error.
const PluginInfo *PluginLoader::askForInfo(void *Handle) {
  using EntryPoint = const PluginInfo *();
  auto *Entry =
      reinterpret_cast<EntryPoint *>(::dlsym(Handle, PluginEntryPoint));
  if (!Entry) {
    Diags.report(diag::err_plugin_entry) << Path << PluginEntryPoint;
    return nullptr;
  }
  const PluginInfo *Info = nullptr;
  if (call([&] { Info = Entry(); }) && !Info)
    Diags.report(diag::err_plugin_null) << Path;
  return Info;
}

bool PluginLoader::isBuiltForThis(const PluginInfo &Info) {
  if (Info.APIVersion != PluginAPIVersion)
    Diags.report(diag::err_plugin_version)
        << Path << Info.APIVersion << PluginAPIVersion;
  else if (StringRef(Info.ABITag) != RINGC_ABI_TAG)
    Diags.report(diag::err_plugin_abi) << Path << Info.ABITag << RINGC_ABI_TAG;
  else
    return true;
  return false;
}

bool PluginLoader::isCompatible(const PluginInfo &Info) {
  if (!isBuiltForThis(Info))
    return false;
  if (R.note(Info))
    return true;
  Diags.report(diag::err_plugin_twice) << Path;
  return false;
}

bool PluginLoader::registerAll(const PluginInfo &Info) {
  std::string Refusal = "it has no function for that";
  const bool Returned = call([&] {
    if (!Info.Register)
      return;
    Refusal.clear();
    if (Error E = Info.Register(R))
      Refusal = toString(std::move(E));
  });
  if (Returned && !Refusal.empty())
    Diags.report(diag::err_plugin_refuses) << Path << Refusal;
  return Returned && Refusal.empty();
}

bool PluginLoader::tryInsertion(const Insertion &I) {
  const uint32_t File =
      Diags.addFile(MemoryBuffer::getMemBufferCopy(I.Text, Path));
  const std::optional<PassManager> PM =
      PassManager::parse(File, Diags, R.passes(), /*Default=*/"");
  const auto After = unsigned(I.After);
  // What holds there; each phase is established by a shipped pass.
  PhaseSet Held = {Phase::Parsed, Phase::System};
  for (unsigned P = 0; P < std::min(After + 1, NumPhases); ++P)
    Held.insert(Phase(P));
  if (PM && !PM->empty() && After < NumPhases &&
      PM->check(Held, Diags, R.passes()) && PM->establishedAfter(Held) == Held)
    return true;
  Diags.report(diag::err_plugin_inserts)
      << Path << I.Text
      << (After < NumPhases ? toString(I.After)
                            : std::string_view("no phase at all"));
  return false;
}

bool PluginLoader::load() {
  void *Handle = open();
  if (!Handle)
    return false;
  const PluginInfo *Info = askForInfo(Handle);
  if (!Info || !isCompatible(*Info))
    return false;
  const size_t Before = R.insertions().size();
  if (!registerAll(*Info))
    return false;
  bool Ok = true;
  for (const Insertion &I : R.insertions().drop_front(Before))
    Ok &= tryInsertion(I);
  return Ok;
}

bool ringc::loadPlugin(StringRef Path, Registry &R, DiagnosticEngine &Diags) {
  return PluginLoader(Path, R, Diags).load();
}

//===- Outputs.cpp - Files appear whole or not at all ---------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every file is first written under a temporary name beside its own, which is
// where a full disk shows; then all are renamed. If a rename fails, those made
// before it are removed again. What is no regular file (a device, a pipe) can't
// be replaced and is written to directly.
//
//===----------------------------------------------------------------------===//

#include "Outputs.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ringc;

namespace {

/// The files of one run.
class FileWriter {
public:
  explicit FileWriter(DiagnosticEngine &Diags) : Diags(Diags) {}
  ~FileWriter();
  FileWriter(const FileWriter &) = delete;
  FileWriter &operator=(const FileWriter &) = delete;

  /// Writes \p File under a temporary name.
  bool stage(const OutputFile &File);
  /// Makes the link \p File under a temporary name.
  bool stageLink(const OutputFile &File);
  /// Writes \p File to a device or pipe.
  bool writeThrough(const OutputFile &File);
  /// Gives all staged files their names.
  bool commit();

private:
  struct Staged {
    std::optional<sys::fs::TempFile> Temp; ///< nothing: a link
    std::string Link;                      ///< its temporary name
    std::string Path;
  };

  bool refuse(StringRef Path, std::error_code EC) {
    Diags.report(diag::err_cannot_write) << Path << EC.message();
    return false;
  }
  bool write(raw_fd_ostream &OS, const OutputFile &File);
  static Error keep(Staged &S);
  static void discard(Staged &S);

  DiagnosticEngine &Diags;
  std::vector<Staged> Files;
};

} // namespace

FileWriter::~FileWriter() {
  for (Staged &S : Files)
    discard(S);
}

void FileWriter::discard(Staged &S) {
  if (S.Temp)
    consumeError(S.Temp->discard());
  else
    sys::fs::remove(S.Link);
}

/// Gives \p S its name.
Error FileWriter::keep(Staged &S) {
  if (S.Temp)
    return S.Temp->keep(S.Path);
  return errorCodeToError(sys::fs::rename(S.Link, S.Path));
}

bool FileWriter::write(raw_fd_ostream &OS, const OutputFile &File) {
  OS << File.Bytes;
  OS.flush();
  if (!OS.has_error())
    return true;
  const std::error_code EC = OS.error();
  OS.clear_error();
  return refuse(File.Path, EC);
}

/// A name beside \p Path that isn't longer than its folder allows where the
/// output's own isn't.
static std::string temporaryModel(StringRef Path) {
  constexpr size_t Kept = 200; // of 255, less what is added
  SmallString<128> Model(sys::path::parent_path(Path));
  sys::path::append(Model, sys::path::filename(Path).take_front(Kept) +
                               ".tmp-%%%%%%%%");
  return Model.str().str();
}

bool FileWriter::stageLink(const OutputFile &File) {
  SmallString<128> Name;
  std::error_code EC;
  do {
    sys::fs::createUniquePath(temporaryModel(File.Path), Name,
                              /*MakeAbsolute=*/false);
    EC = sys::fs::create_link(File.LinkTo, Name);
  } while (EC == std::errc::file_exists);
  if (EC)
    return refuse(File.Path, EC);
  Files.push_back({std::nullopt, Name.str().str(), File.Path});
  return true;
}

bool FileWriter::stage(const OutputFile &File) {
  if (!File.LinkTo.empty())
    return stageLink(File);
  // A link keeps pointing where it does: its target is replaced, or refused
  // where there is none.
  SmallString<128> Path;
  if (std::error_code EC = sys::fs::real_path(File.Path, Path)) {
    if (sys::fs::is_symlink_file(File.Path))
      return refuse(File.Path, EC);
    Path = File.Path;
  } else if (std::error_code EC =
                 sys::fs::access(Path, sys::fs::AccessMode::Write)) {
    return refuse(File.Path, EC);
  }
  Expected<sys::fs::TempFile> Temp =
      sys::fs::TempFile::create(temporaryModel(Path));
  if (!Temp)
    return refuse(File.Path, errorToErrorCode(Temp.takeError()));
  // What was readable by its owner alone stays so.
  if (ErrorOr<sys::fs::perms> Mode = sys::fs::getPermissions(Path))
    if (std::error_code EC = sys::fs::setPermissions(Temp->TmpName, *Mode)) {
      consumeError(Temp->discard());
      return refuse(File.Path, EC);
    }
  Files.push_back({std::move(*Temp), "", Path.str().str()});
  raw_fd_ostream OS(Files.back().Temp->FD, /*shouldClose=*/false);
  return write(OS, File);
}

bool FileWriter::writeThrough(const OutputFile &File) {
  std::error_code EC;
  raw_fd_ostream OS(File.Path, EC);
  return EC ? refuse(File.Path, EC) : write(OS, File);
}

bool FileWriter::commit() {
  for (size_t I = 0; I < Files.size(); ++I) {
    Error E = keep(Files[I]);
    if (!E)
      continue;
    refuse(Files[I].Path, errorToErrorCode(std::move(E)));
    if (!Files[I].Temp)
      discard(Files[I]);
    for (size_t J = 0; J < I; ++J)
      sys::fs::remove(Files[J].Path);
    Files.erase(Files.begin(), Files.begin() + ptrdiff_t(I) + 1);
    return false;
  }
  Files.clear();
  return true;
}

bool ringc::isSpecialFile(StringRef Path) {
  sys::fs::file_status Status;
  return !sys::fs::status(Path, Status) && sys::fs::exists(Status) &&
         !sys::fs::is_regular_file(Status);
}

bool ringc::writeOutputs(ArrayRef<OutputFile> Outputs, StringRef Folder,
                         raw_ostream &Out, DiagnosticEngine &Diags) {
  if (!Folder.empty() && !Outputs.empty())
    if (std::error_code EC = sys::fs::create_directories(
            Folder, /*IgnoreExisting=*/true, sys::fs::all_all)) {
      Diags.report(diag::err_cannot_write) << Folder << EC.message();
      return false;
    }
  FileWriter Writer(Diags);
  bool Ok = true;
  for (const OutputFile &O : Outputs)
    if (Ok && O.Path != "-" && !isSpecialFile(O.Path))
      Ok = Writer.stage(O);
  for (const OutputFile &O : Outputs)
    if (Ok && O.Path != "-" && isSpecialFile(O.Path))
      Ok = Writer.writeThrough(O);
  if (!Ok || !Writer.commit())
    return false;
  for (const OutputFile &O : Outputs)
    if (O.Path == "-")
      Out << O.Bytes;
  Out.flush();
  return true;
}

//===- Diagnostics.h - Located messages -------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every message ringc prints goes through one DiagnosticEngine: it knows the
// input files, the warnings' states and how many errors there were. Texts live
// in Diagnostics.td; code names a record and streams its arguments:
//
//   Diags.report(diag::err_duplicate_busid, Loc) << BusId;
//
// A plug-in has a .td file and records of its own, which it names the same way
// (Plugin.h).
//
// The message is issued when the builder dies. Notes follow their error or
// warning by being reported right after it; a note after a suppressed warning
// is suppressed with it. Of one kind of message at most MaxPerKind are shown,
// so that a hostile file cannot flood a terminal, and a long argument loses its
// middle; errors are counted all the same.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_DIAG_DIAGNOSTICS_H
#define RINGC_DIAG_DIAGNOSTICS_H

#include "ringc/Diag/Number.h"
#include "ringc/Diag/SrcLoc.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace ringc {

/// How bad it is.
enum class Severity : uint8_t { Note, Warning, Error };

/// The records of Diagnostics.td, in file order.
namespace diag {
enum ID : uint16_t {
#define GEN_DIAG_ENUM
#include "ringc/Diag/Diagnostics.inc"
  NumDiagnostics
};
} // namespace diag

/// What one record of Diagnostics.td says. `Flag` is empty unless it is a
/// warning. `NumArgs` is one more than the highest `%N` of `Text`.
struct DiagnosticInfo {
  const char *Name;
  Severity Default;
  const char *Flag;
  const char *Text;
  unsigned NumArgs;
};

/// The record of \p Id.
const DiagnosticInfo &getDiagnosticInfo(diag::ID Id);

/// A message with its arguments filled in.
struct Diagnostic {
  const DiagnosticInfo *Info;
  Severity Level;
  SrcLoc Loc;
  std::string Text;
};

class DiagnosticEngine;

/// Collects a message's arguments; issues it on destruction.
class DiagnosticBuilder {
public:
  DiagnosticBuilder(DiagnosticEngine &Engine, const DiagnosticInfo &Info,
                    SrcLoc Loc)
      : Engine(&Engine), Info(&Info), Loc(Loc) {}
  DiagnosticBuilder(DiagnosticBuilder &&Other)
      : Engine(Other.Engine), Info(Other.Info), Loc(Other.Loc),
        Args(std::move(Other.Args)) {
    Other.Engine = nullptr;
  }
  DiagnosticBuilder(const DiagnosticBuilder &) = delete;
  DiagnosticBuilder &operator=(const DiagnosticBuilder &) = delete;
  ~DiagnosticBuilder();

  DiagnosticBuilder &operator<<(llvm::StringRef Text) {
    Args.push_back(Text.str());
    return *this;
  }
  DiagnosticBuilder &operator<<(const char *Text) {
    return *this << llvm::StringRef(Text);
  }
  template <typename T>
    requires std::is_integral_v<T>
  DiagnosticBuilder &operator<<(T Value) {
    Args.push_back(std::to_string(Value));
    return *this;
  }
  DiagnosticBuilder &operator<<(double Value) {
    Args.push_back(formatNumber(Value));
    return *this;
  }

private:
  DiagnosticEngine *Engine;
  const DiagnosticInfo *Info;
  SrcLoc Loc;
  llvm::SmallVector<std::string, 4> Args;
};

/// Where messages go, and what they know about files. Not thread-safe: threads
/// collect their own and the owner reports them in order.
class DiagnosticEngine {
public:
  using Handler = std::function<void(const Diagnostic &)>;
  static constexpr unsigned MaxPerKind = 50;

  /// Messages are printed to \p OS, in colour if \p Color.
  explicit DiagnosticEngine(llvm::raw_ostream &OS, bool Color = false);
  ~DiagnosticEngine();

  /// Registers an input whose lines are shown under messages; returns its id.
  /// The buffer's identifier is the name printed.
  uint32_t addFile(std::unique_ptr<llvm::MemoryBuffer> Buffer);
  /// Registers a name without a text (positions that came with text IR or a
  /// blob); the same name gives the same id.
  uint32_t addFileName(llvm::StringRef Name);
  /// The name of \p File; empty for 0.
  llvm::StringRef getFileName(uint32_t File) const;
  /// The text of \p File; empty where only the name is known.
  llvm::StringRef getFileText(uint32_t File) const;

  /// Starts the message \p Id at \p Loc. A location with a file but no line is
  /// printed as `FILE: error: text`.
  DiagnosticBuilder report(diag::ID Id, SrcLoc Loc = {});
  /// The same with a record of a plug-in's table, which outlives the engine.
  DiagnosticBuilder report(const DiagnosticInfo &Info, SrcLoc Loc = {});

  /// Makes the warnings of \p Table, which outlives the engine, known to
  /// setWarningOption().
  void addDiagnostics(llvm::ArrayRef<DiagnosticInfo> Table) {
    Tables.push_back(Table);
  }

  /// `-W<name>`, `-Wno-<name>`, `-Werror`, `-Werror=<name>`: \p Option is what
  /// follows `-W`. Unknown names are an error.
  llvm::Error setWarningOption(llvm::StringRef Option);

  /// Sends messages to \p H instead of printing them (used by
  /// -verify-diagnostics). An empty handler restores printing.
  void setHandler(Handler H) { Handle = std::move(H); }

  /// Errors reported: also those beyond MaxPerKind and warnings made errors.
  unsigned getNumErrors() const { return NumErrors; }
  bool hasErrors() const { return NumErrors != 0; }
  /// Whether \p Id was reported.
  bool wasReported(diag::ID Id) const {
    return Kinds.lookup(&getDiagnosticInfo(Id)).Count != 0;
  }

private:
  friend class DiagnosticBuilder;
  void issue(const DiagnosticInfo &Info, SrcLoc Loc,
             llvm::ArrayRef<std::string> Args);
  void print(const Diagnostic &D);

  struct File;
  enum class WarningState : uint8_t { On, Off, Error };
  struct KindState {
    WarningState Warning = WarningState::On;
    unsigned Count = 0; ///< messages issued
  };

  llvm::raw_ostream &OS;
  bool Color;
  std::vector<std::unique_ptr<File>> Files;
  llvm::StringMap<uint32_t> NamesOnly; ///< files without a text, by name
  std::vector<llvm::ArrayRef<DiagnosticInfo>> Tables; ///< our own first
  llvm::DenseMap<const DiagnosticInfo *, KindState> Kinds;
  Handler Handle;
  unsigned NumErrors = 0;
  bool LastSuppressed = false;
};

} // namespace ringc

#endif // RINGC_DIAG_DIAGNOSTICS_H

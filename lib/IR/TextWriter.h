//===- TextWriter.h - The small print of text IR ----------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function a kind of token: strings, floats, places, lists with runs. The
// counterpart of Cursor.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_IR_TEXTWRITER_H
#define RINGC_LIB_IR_TEXTWRITER_H

#include "Names.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

namespace ringc {

class TextWriter {
public:
  explicit TextWriter(llvm::raw_ostream &OS) : OS(OS) {}

  llvm::raw_ostream &out() { return OS; }

  /// Numbers files by name, in the order places in the \p Phases of \p F
  /// mention them, so that a text doesn't depend on how the inputs were
  /// numbered when it was made.
  void numberFiles(const Fabric &F, PhaseSet Phases);
  llvm::ArrayRef<llvm::StringRef> fileNames() const { return FileNames; }

  /// In double quotes; what isn't printable ASCII as `\` and two hex digits.
  void string(llvm::StringRef Text);
  /// The shortest decimal that reads back to the same bits.
  void number(float Value);
  void hex(uint64_t Value);
  /// The name of \p Value, or its number where it has none.
  void name(llvm::ArrayRef<NamedValue> Names, int Value);
  /// ` at FILE:LINE:COL`; nothing for an unknown place.
  void at(SrcLoc L);
  /// Two places: ` at FILE:LINE:COL, FILE:LINE:COL`.
  void at(SrcLoc L1, SrcLoc L2);
  /// `3..0, 7`, runs of three and more joined, wrapped after commas; `none` if
  /// there are no values. Ends the line.
  void list(llvm::ArrayRef<int32_t> Values);
  template <typename T> void listOf(llvm::ArrayRef<T> Values) {
    llvm::SmallVector<int32_t, 64> Plain(Values.begin(), Values.end());
    list(Plain);
  }
  /// Starts a section, after an empty line.
  void section(Section S);
  void section(Section S, size_t Server);

private:
  /// \p L with the number its file has in this text.
  SrcLoc numbered(SrcLoc L) const;
  void noteFile(const Fabric &F, SrcLoc L);

  llvm::raw_ostream &OS;
  std::vector<llvm::StringRef> FileNames;
  std::vector<uint32_t> FileNumbers; ///< by SrcLoc::File; 0: not mentioned
};

// One function a section.
void printParsed(TextWriter &W, const XmlDocument &Doc);
void printSystem(TextWriter &W, const System &Sys);
void printGraph(TextWriter &W, const Server &S);
void printFragments(TextWriter &W, const Server &S);
void printGathered(TextWriter &W, const Fabric &F);
void printChannels(TextWriter &W, const Fabric &F);
void printStitched(TextWriter &W, const Fabric &F);
void printRings(TextWriter &W, const Fabric &F);
void printBound(TextWriter &W, const Server &S);
void printConnected(TextWriter &W, const Server &S, size_t NumChannels);
void printP2p(TextWriter &W, const Fabric &F);

} // namespace ringc

#endif // RINGC_LIB_IR_TEXTWRITER_H

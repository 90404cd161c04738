//===- PluginSymbols.cpp - What plug-ins find of LLVM ---------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plug-in links no LLVM library and finds in the program what it uses. All of
// ringc's own code is there; of LLVM's archives only what something needs, so
// what docs/Extend.md promises is needed here: ADT, raw_ostream, Error, format,
// formatv, JSON, YAML, Regex and MemoryBuffer.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/IntervalMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/YAMLParser.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

/// Never called: its references are what matters.
extern "C" __attribute__((used, visibility("default"))) void
ringcPluginSymbols(raw_ostream &OS, StringRef Text) {
  OS << formatv("{0}", Text) << format("%d", 1) << format_hex(1, 2);
  if (Expected<json::Value> V = json::parse(Text))
    OS << *V;
  else
    consumeError(V.takeError());
  OS << Regex(Text).match(Text);
  SourceMgr SM;
  yaml::Stream(Text, SM).validate();
  FoldingSetNodeID Id;
  Id.AddString(Text);
  SmallPtrSet<const char *, 2> Set;
  Set.insert(Text.data());
  StringMap<int> Map;
  ++Map[Text];
  APInt(128, Text, 10).print(OS, false);
  OS << join(split(Text, ','), ";") << toHex(Text);
  if (ErrorOr<std::unique_ptr<MemoryBuffer>> B = MemoryBuffer::getFile(Text))
    OS << (*B)->getBuffer();
}

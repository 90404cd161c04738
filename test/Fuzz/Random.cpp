//===- Random.cpp - Mutations of text -------------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Random.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cstring>

using namespace llvm;
using namespace ringc::fuzz;

/// Where numbers end: of signs, of bytes, of our own limits (32 channels, 16
/// before doubling, 256 of a type, 2^20 nodes), and words that read as numbers.
static constexpr const char *EdgeNumbers[] = {"0",
                                              "1",
                                              "2",
                                              "-1",
                                              "3",
                                              "15",
                                              "16",
                                              "17",
                                              "31",
                                              "32",
                                              "33",
                                              "63",
                                              "64",
                                              "127",
                                              "128",
                                              "255",
                                              "256",
                                              "257",
                                              "1023",
                                              "65535",
                                              "65536",
                                              "1048576",
                                              "2147483647",
                                              "2147483648",
                                              "-2147483648",
                                              "0x10",
                                              "4294967295",
                                              "4294967296",
                                              "0.1",
                                              "1e30",
                                              "1e-30",
                                              "12.5",
                                              "1e999",
                                              "007",
                                              "9223372036854775807",
                                              "+1",
                                              "-0",
                                              "18446744073709551616"};

/// The numbers of \p Text: where they begin and end.
static SmallVector<std::pair<size_t, size_t>, 64> numbersOf(StringRef Text) {
  SmallVector<std::pair<size_t, size_t>, 64> Places;
  for (size_t I = 0; I < Text.size();) {
    if (!isDigit(Text[I])) {
      ++I;
      continue;
    }
    const size_t From = I;
    while (I < Text.size() && isDigit(Text[I]))
      ++I;
    Places.push_back({From, I});
  }
  return Places;
}

std::string ringc::fuzz::changeNumber(std::string Text, Random &R) {
  const auto Places = numbersOf(Text);
  if (Places.empty())
    return Text;
  const auto [From, To] = R.pick(Places);
  const StringRef Old = StringRef(Text).slice(From, To);
  std::string New;
  uint64_t Value = 0;
  switch (R.below(3)) {
  case 0:
    if (!Old.getAsInteger(10, Value)) {
      Value += R.below(5) - 2;
      New = std::to_string(int64_t(Value));
      break;
    }
    [[fallthrough]];
  case 1: {
    const auto [OtherFrom, OtherTo] = R.pick(Places);
    New = StringRef(Text).slice(OtherFrom, OtherTo).str();
    break;
  }
  default:
    New = R.pick(EdgeNumbers);
  }
  Text.replace(From, To - From, New);
  return Text;
}

/// One edit of the lines \p Lines.
static void changeOnce(SmallVectorImpl<std::string> &Lines, Random &R) {
  if (Lines.empty())
    Lines.push_back("");
  const size_t A = R.below(Lines.size()), B = R.below(Lines.size());
  // A block of lines, mostly short.
  const size_t Count =
      std::min(R.oneIn(3) ? 1 + R.below(8) : 1, Lines.size() - A);
  const auto At = [&](size_t I) { return Lines.begin() + ptrdiff_t(I); };
  const SmallVector<std::string, 8> Block(At(A), At(A + Count));
  switch (R.below(10)) {
  case 0:
    Lines.erase(At(A), At(A + Count));
    return;
  case 1:
    Lines.insert(At(B), Block.begin(), Block.end());
    return;
  case 2:
    Lines.erase(At(A), At(A + Count));
    Lines.insert(At(std::min(B, Lines.size())), Block.begin(), Block.end());
    return;
  case 3:
    std::swap(Lines[A], Lines[B]);
    return;
  case 4: // the words of one line, behind or for those of another
    Lines[A] += " " + Lines[B];
    return;
  case 5: {
    SmallVector<StringRef, 16> Words, Other;
    const std::string Old = Lines[A];
    SplitString(Old, Words);
    SplitString(Lines[B], Other);
    if (Words.empty() || Other.empty())
      return;
    Words[R.below(Words.size())] = R.pick(Other);
    Lines[A] = join(Words, " ");
    return;
  }
  case 6:
    Lines[A] = Lines[A].substr(0, R.below(Lines[A].size() + 1));
    return;
  default:
    Lines[A] = changeNumber(Lines[A], R);
  }
}

std::string ringc::fuzz::changeLines(std::string Text, Random &R) {
  SmallVector<StringRef, 64> Parts;
  StringRef(Text).split(Parts, '\n');
  SmallVector<std::string, 64> Lines;
  for (StringRef Part : Parts)
    Lines.push_back(Part.str());
  for (size_t Edits = 1 + (R.oneIn(2) ? R.below(3) : 0); Edits; --Edits)
    changeOnce(Lines, R);
  return join(Lines, "\n");
}

std::string ringc::fuzz::changeBytes(std::string Data, size_t MaxSize) {
  const size_t Size = std::min(Data.size(), MaxSize);
  Data.resize(MaxSize);
  Data.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t *>(Data.data()), Size,
                               MaxSize));
  return Data;
}

size_t ringc::fuzz::giveBack(const std::string &Bytes, uint8_t *Data,
                             size_t MaxSize) {
  const size_t Size = std::min(Bytes.size(), MaxSize);
  std::memcpy(Data, Bytes.data(), Size);
  return Size;
}

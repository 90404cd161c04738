//===- WiringTarget.cpp - Fuzzes the wiring blob --------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nearly every change of a blob is refused for its checksum. So the mutator
// mostly gives the changed blob the size and checksum that belong to it, and
// changes numbers where they are: in the section table, in the records, and by
// lines in the text at the end.
//
//===----------------------------------------------------------------------===//

#include "Random.h"
#include "Trial.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"

using namespace llvm;
using namespace ringc;
using namespace ringc::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Trial T;
  if (T.parse({reinterpret_cast<const char *>(Data), Size}))
    T.checkOutputs();
  return 0;
}

// What docs/WiringFormat.md says, as far as it is needed: a mutator that used
// the reader's own description would share its mistakes.
static constexpr size_t HeaderSize = 32, SumAt = 12, SizeAt = 16, CountAt = 24;

namespace {

/// An entry of the section table.
struct Section {
  uint32_t Kind, RecordSize;
  uint64_t Offset, Count;
};

} // namespace

/// Where entry \p I of the section table lies.
static size_t entryAt(size_t I) { return HeaderSize + I * sizeof(Section); }

template <typename T> static T load(StringRef Blob, size_t At) {
  T Value;
  std::memcpy(&Value, Blob.data() + At, sizeof(T));
  return Value;
}

template <typename T>
static void store(std::string &Blob, size_t At, const T &Value) {
  std::memcpy(Blob.data() + At, &Value, sizeof(T));
}

/// Gives \p Blob the magic, size and checksum of a good one.
static void seal(std::string &Blob) {
  if (Blob.size() < HeaderSize)
    return;
  Blob.replace(0, 8, "RINGCWIR");
  store(Blob, SizeAt, uint64_t(Blob.size()));
  const StringRef Summed = StringRef(Blob).drop_front(SizeAt);
  store(Blob, SumAt, crc32(arrayRefFromStringRef(Summed)));
}

/// The sections of \p Blob that lie inside it; none unless all do.
static SmallVector<Section, 16> sectionsOf(StringRef Blob) {
  SmallVector<Section, 16> All;
  if (Blob.size() < HeaderSize)
    return All;
  const uint32_t Count = load<uint32_t>(Blob, CountAt);
  for (size_t I = 0; I < std::min(Count, 64u); ++I) {
    if (entryAt(I + 1) > Blob.size())
      return {};
    const auto S = load<Section>(Blob, entryAt(I));
    if (S.Offset > Blob.size() || S.RecordSize == 0 ||
        S.Count > (Blob.size() - S.Offset) / S.RecordSize)
      return {};
    All.push_back(S);
  }
  return All;
}

/// Changes a number of 1, 2, 4 or 8 bytes at \p At.
static void changeNumberAt(std::string &Blob, size_t At, Random &R) {
  const size_t Bytes = std::min(size_t(1) << R.below(4), Blob.size() - At);
  uint64_t Value = 0;
  std::memcpy(&Value, Blob.data() + At, Bytes);
  switch (R.below(5)) {
  case 0:
    Value += R.below(9) - 4;
    break;
  case 1:
    Value ^= uint64_t(1) << R.below(8 * Bytes);
    break;
  case 2:
    Value = R.below(40);
    break;
  case 3:
    Value = uint64_t(0) - R.below(4);
    break;
  default:
    Value = R.next() >> R.below(64);
  }
  std::memcpy(Blob.data() + At, &Value, Bytes);
}

/// Changes the text, the last section, and its length in the table.
static void changeText(std::string &Blob, size_t MaxSize, Random &R) {
  const auto All = sectionsOf(Blob);
  if (All.empty())
    return;
  Section Text = All.back();
  const std::string New = changeLines(Blob.substr(Text.Offset, Text.Count), R);
  if (Text.RecordSize != 1 || Text.Offset + New.size() > MaxSize)
    return;
  Blob.replace(Text.Offset, Text.Count, New);
  Text.Count = New.size();
  if (Text.Offset >= entryAt(All.size()))
    store(Blob, entryAt(All.size() - 1), Text);
}

/// Changes a number of a record, or swaps or copies two records.
static void changeRecords(std::string &Blob, Random &R) {
  const auto All = sectionsOf(Blob);
  if (All.empty())
    return;
  const Section &S = R.pick(All);
  if (S.Count == 0)
    return;
  const auto Record = [&](size_t I) {
    return Blob.begin() + ptrdiff_t(S.Offset + I * S.RecordSize);
  };
  const size_t A = R.below(S.Count), B = R.below(S.Count);
  switch (R.below(4)) {
  case 0:
    if (A != B)
      std::swap_ranges(Record(A), Record(A) + S.RecordSize, Record(B));
    return;
  case 1:
    if (A != B)
      std::copy(Record(A), Record(A) + S.RecordSize, Record(B));
    return;
  default: {
    // The large records hold most of what matters at their beginning.
    const size_t In =
        R.below(R.oneIn(2) ? std::min<size_t>(S.RecordSize, 64) : S.RecordSize);
    changeNumberAt(Blob, S.Offset + A * S.RecordSize + In / 4 * 4, R);
  }
  }
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                          size_t MaxSize, unsigned Seed) {
  Random R(Seed);
  std::string Blob(reinterpret_cast<const char *>(Data), Size);
  if (Size < HeaderSize || R.oneIn(16))
    Blob = changeBytes(std::move(Blob), MaxSize);
  else
    for (size_t Edits = 1 + R.below(3); Edits; --Edits)
      switch (R.below(8)) {
      case 0: {
        const size_t Head = std::min(entryAt(16), Blob.size());
        changeNumberAt(Blob, R.below(Head), R);
        break;
      }
      case 1:
      case 2:
        changeText(Blob, MaxSize, R);
        break;
      case 3:
        if (R.oneIn(4)) {
          Blob.resize(R.below(Blob.size()) + 1);
          break;
        }
        [[fallthrough]];
      default:
        changeRecords(Blob, R);
      }
  if (!R.oneIn(16))
    seal(Blob);
  return giveBack(Blob, Data, MaxSize);
}

//===- WiringFrame.cpp - Header and section table of a blob ---------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A blob is a stranger's bytes, even with a right checksum. It is looked
// through from the outside in: size, checksum, section table, the counts of
// every section against each other, then every number that is used as an index.
// The first thing wrong is reported with its offset, and there is no view.
//
// Whether the wiring is right, not only safe to look at, is the business of the
// verifiers, as with text IR.
//
//===----------------------------------------------------------------------===//

#include "WiringChecker.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/CRC.h"
#include <cstring>

using namespace llvm;
using namespace ringc;
using namespace ringc::wiring;

bool WiringChecker::checkHeader() {
  const StringRef Bytes = V.Bytes;
  Header H;
  if (Bytes.size() < sizeof(Header)) {
    Diags.report(diag::err_wiring_short, Place)
        << Bytes.size() << sizeof(Header);
    return false;
  }
  std::memcpy(&H, Bytes.data(), sizeof(Header));
  if (std::memcmp(H.Magic, Magic, sizeof(Magic)) != 0) {
    Diags.report(diag::err_wiring_magic, Place) << offsetof(Header, Magic);
    return false;
  }
  if (H.Version != Version) {
    Diags.report(diag::err_wiring_version, Place)
        << offsetof(Header, Version) << H.Version << Version;
    return false;
  }
  if (H.Size != Bytes.size()) {
    Diags.report(diag::err_wiring_size, Place)
        << offsetof(Header, Size) << H.Size << Bytes.size();
    return false;
  }
  const uint32_t Sum =
      llvm::crc32(arrayRefFromStringRef(Bytes.drop_front(ChecksumFrom)));
  if (Sum != H.Checksum) {
    Diags.report(diag::err_wiring_checksum, Place)
        << offsetof(Header, Checksum) << utohexstr(H.Checksum)
        << utohexstr(Sum);
    return false;
  }
  return expect(offsetof(Header, Reserved), "reserved word", H.Reserved, 0);
}

/// One line of the table; \p End is where the section before it ends.
bool WiringChecker::checkSection(const wiring::Section &S, uint64_t At,
                                 uint64_t &End) {
  const uint64_t OffsetAt = At + offsetof(wiring::Section, Offset);
  const uint64_t Size = V.Bytes.size();
  if (!expect(OffsetAt, "section offset modulo 64", S.Offset % Alignment, 0) ||
      !fits(OffsetAt, "section offset", S.Offset, End, Size))
    return false;
  const bool IsKnown = 1 <= S.Kind && S.Kind <= NumKinds;
  if (IsKnown && !expect(At + offsetof(wiring::Section, RecordSize),
                         "record size", S.RecordSize, recordSize(Kind(S.Kind))))
    return false;
  // A record has at least one byte, so this also keeps the product small.
  if (!within(At + offsetof(wiring::Section, RecordSize), "record size",
              S.RecordSize, 1, UINT32_MAX))
    return false;
  const std::string Name =
      IsKnown ? nameOf(Kind(S.Kind)) : std::to_string(S.Kind);
  if (!fits(At + offsetof(wiring::Section, Count),
            "count of '" + Name + "' (in " + std::to_string(Size) + " bytes)",
            S.Count, 0, (Size - S.Offset) / S.RecordSize))
    return false;
  End = S.Offset + S.Count * S.RecordSize;
  if (IsKnown) {
    V.Known[S.Kind - 1] = S;
    Entries[S.Kind - 1] = At;
  }
  return true;
}

/// The fabric's sections are there, and one rank's all or none.
bool WiringChecker::checkKinds() {
  bool AnyOfRank = false;
  for (uint32_t K = NumFabricKinds + 1; K <= NumKinds; ++K)
    AnyOfRank |= Entries[K - 1] != 0;
  for (uint32_t K = 1; K <= (AnyOfRank ? NumKinds : NumFabricKinds); ++K)
    if (!Entries[K - 1]) {
      Diags.report(diag::err_wiring_no_section, Place)
          << sizeof(Header) << nameOf(Kind(K));
      return false;
    }
  return true;
}

bool WiringChecker::checkSections() {
  Header H;
  std::memcpy(&H, V.Bytes.data(), sizeof(H));
  const uint64_t Room =
      (V.Bytes.size() - sizeof(Header)) / sizeof(wiring::Section);
  if (!within(offsetof(Header, NumSections), "number of sections",
              H.NumSections, NumFabricKinds, int64_t(Room)))
    return false;
  uint64_t End = sizeof(Header) + H.NumSections * sizeof(wiring::Section);
  uint32_t LastKind = 0;
  for (uint32_t I = 0; I < H.NumSections; ++I) {
    const uint64_t At = sizeof(Header) + I * sizeof(wiring::Section);
    wiring::Section S;
    std::memcpy(&S, V.Bytes.data() + At, sizeof(S));
    if (!within(At, "section kind", S.Kind, int64_t(LastKind) + 1,
                UINT32_MAX) ||
        !checkSection(S, At, End))
      return false;
    LastKind = S.Kind;
  }
  return checkKinds();
}

std::optional<WiringView> WiringChecker::open() {
  // Offsets of sections are multiples of 64: what the base is a multiple of, up
  // to that, all records are.
  const Align Wanted(alignof(uint64_t));
  if (!isAddrAligned(Wanted, V.Bytes.data())) {
    const size_t Words = divideCeil(V.Bytes.size(), sizeof(uint64_t));
    V.Copy = std::make_unique<uint64_t[]>(Words);
    std::memcpy(V.Copy.get(), V.Bytes.data(), V.Bytes.size());
    V.Bytes = {reinterpret_cast<const char *>(V.Copy.get()), V.Bytes.size()};
  }
  if (!checkHeader() || !checkSections() || !checkTables() || !checkRank())
    return std::nullopt;
  return std::move(V);
}

std::optional<WiringView>
WiringView::open(StringRef Bytes, DiagnosticEngine &Diags, SrcLoc Place) {
  return WiringChecker(Bytes, Diags, Place).open();
}

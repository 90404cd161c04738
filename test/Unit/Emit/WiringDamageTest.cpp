//===- WiringDamageTest.cpp - Every byte and every length of a blob -------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One small blob, damaged in every place there is. With the checksum as it was,
// all of it is refused. With one that belongs to the damage, a blob is refused,
// or is another good one: then the verifiers have a say, and what they accept
// must be written again as what was read.
//
//===----------------------------------------------------------------------===//

#include "EmitFabric.h"
#include "ringc/IR/Text.h"
#include "ringc/IR/Verify.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <utility>

using namespace ringc;
using namespace ringc::test;
using testing::HasSubstr;

namespace {

/// How a damaged blob fared.
enum class Fate { Refused, Same, Another };

class WiringDamage : public testing::Test {
protected:
  WiringDamage() {
    const Fabric F = makeConnected({{"pair.xml"}, {0, 0}}, M.Diags);
    Blob = emit("wiring", F, M.Diags);
    Text = printToString(F);
  }

  /// Where the header and the section table end.
  size_t tableEnd() const {
    uint32_t Sections = 0;
    std::memcpy(&Sections, &Blob[24], sizeof(Sections));
    return 32 + 24 * size_t(Sections);
  }

  Fate read(llvm::StringRef Bytes) const;
  Fate readSealed(std::string Bytes) const;
  /// The fate of the blob with \p Value at \p At, under its old checksum or a
  /// right one.
  Fate damage(size_t At, unsigned char Value, bool Sealed) {
    const char Old = std::exchange(Blob[At], char(Value));
    const Fate Result = Sealed ? readSealed(Blob) : read(Blob);
    Blob[At] = Old;
    return Result;
  }

  Messages M;
  std::string Blob, Text;
};

} // namespace

Fate WiringDamage::read(llvm::StringRef Bytes) const {
  Messages Own;
  const uint32_t File = Own.Diags.addFile(
      llvm::MemoryBuffer::getMemBufferCopy(Bytes, "x.wiring"));
  const std::optional<Fabric> F = readWiring(File, Own.Diags);
  EXPECT_NE(F.has_value(), Own.Diags.hasErrors()) << Own.Text;
  if (!F) {
    EXPECT_THAT(Own.Text, HasSubstr("x.wiring"));
    return Fate::Refused;
  }
  if (!verifyFabric(*F, Own.Diags)) {
    EXPECT_TRUE(Own.Diags.hasErrors());
    return Fate::Refused;
  }
  const std::string Read = printToString(*F);
  if (Read == Text)
    return Fate::Same;
  const std::string Again = emit("wiring", *F, Own.Diags);
  const uint32_t AgainFile = Own.Diags.addFile(
      llvm::MemoryBuffer::getMemBufferCopy(Again, "again.wiring"));
  const std::optional<Fabric> Back = readWiring(AgainFile, Own.Diags);
  EXPECT_TRUE(Back && printToString(*Back) == Read) << Own.Text;
  return Fate::Another;
}

Fate WiringDamage::readSealed(std::string Bytes) const {
  const uint64_t Size = Bytes.size();
  std::memcpy(&Bytes[16], &Size, sizeof(Size));
  const uint32_t Sum = llvm::crc32(
      llvm::arrayRefFromStringRef(llvm::StringRef(Bytes).drop_front(16)));
  std::memcpy(&Bytes[12], &Sum, sizeof(Sum));
  return read(Bytes);
}

// Breaks if the blob that the others damage isn't a good one.
TEST_F(WiringDamage, None) {
  EXPECT_EQ(read(Blob), Fate::Same);
  EXPECT_EQ(readSealed(Blob), Fate::Same);
}

// Breaks if one changed byte goes unnoticed.
TEST_F(WiringDamage, EveryByte) {
  for (size_t I = 0; I < Blob.size(); ++I)
    for (unsigned Flip : {0x01, 0x80, 0xff})
      ASSERT_EQ(damage(I, (unsigned char)(Blob[I]) ^ Flip, false),
                Fate::Refused)
          << "byte " << I << " with " << Flip;
}

// Breaks if any value of any byte of the header or the section table goes
// unnoticed.
TEST_F(WiringDamage, EveryValueInFront) {
  for (size_t I = 0; I < tableEnd(); ++I)
    for (unsigned Flip = 1; Flip < 256; ++Flip)
      ASSERT_EQ(damage(I, (unsigned char)(Blob[I]) ^ Flip, false),
                Fate::Refused)
          << "byte " << I << " with " << Flip;
}

// Breaks if a header or section table that says something else is followed,
// under a right checksum. What lies between sections is nobody's: one that
// claims some of it means the same. Only the text, which comes last, may be
// good without its last lines, too.
TEST_F(WiringDamage, EveryValueInFrontSealed) {
  const size_t TextCount = tableEnd() - sizeof(uint64_t);
  for (size_t I = 0; I < tableEnd(); ++I)
    for (unsigned Flip = 1; Flip < 256; ++Flip) {
      const Fate Is = damage(I, (unsigned char)(Blob[I]) ^ Flip, true);
      ASSERT_TRUE(Is != Fate::Another || I >= TextCount)
          << "byte " << I << " with " << Flip;
    }
}

// Breaks if a wrong byte of a record or of the text makes the reader, or what
// comes after it, do something else than refuse or read another good fabric.
TEST_F(WiringDamage, EveryByteSealed) {
  size_t Others = 0;
  for (size_t I = tableEnd(); I < Blob.size() && !HasFailure(); ++I)
    Others += damage(I, (unsigned char)(Blob[I]) ^ (1u << I % 8), true) ==
              Fate::Another;
  // Speeds and names may be others; were there none, nothing was reached.
  EXPECT_GT(Others, 0u);
}

// Breaks if a part of a blob is read, whatever size and checksum it claims.
TEST_F(WiringDamage, EveryLength) {
  for (size_t I = 0; I < Blob.size(); ++I) {
    const std::string Part = Blob.substr(0, I);
    ASSERT_EQ(read(Part), Fate::Refused) << I;
    if (I >= 32) {
      ASSERT_EQ(readSealed(Part), Fate::Refused) << I;
    }
  }
  EXPECT_EQ(read(Blob + "x"), Fate::Refused);
}

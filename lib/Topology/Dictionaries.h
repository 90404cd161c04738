//===- Dictionaries.h - Words NCCL knows in attributes ----------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NCCL turns words into numbers by walking a list and taking the first entry
// that is a prefix of the text; a word that matches none gets the list's
// default (nccl-search sections 1 and 3, confirmed). Numbers are read as C
// reads them. Plain C++: the checks of the front end and the system builder
// share this.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_TOPOLOGY_DICTIONARIES_H
#define RINGC_LIB_TOPOLOGY_DICTIONARIES_H

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ringc {

struct DictionaryEntry {
  std::string_view Prefix;
  int Value;
};

/// The value of the first entry that is a prefix of \p Text, if there is one.
inline std::optional<int> lookUp(std::span<const DictionaryEntry> Dictionary,
                                 std::string_view Text) {
  for (const DictionaryEntry &E : Dictionary)
    if (Text.starts_with(E.Prefix))
      return E.Value;
  return std::nullopt;
}

/// PCI classes, as node types of NCCL (nccl-search section 3, confirmed).
enum class PciClass : uint8_t { Gpu = 0, Pci = 1, Nvs = 2, Cpu = 3, Nic = 4 };
inline constexpr DictionaryEntry PciClasses[] = {{"0x060400", 1},
                                                 {"0x068000", 2},
                                                 {"0x068001", 3},
                                                 {"0x03", 0},
                                                 {"0x02", 4}};
inline PciClass readPciClass(std::string_view Text) {
  return PciClass(lookUp(PciClasses, Text).value_or(int(PciClass::Pci)));
}

/// Speed of one PCI lane in units of 12/60 GB/s for 16 lanes (nccl-search
/// section 3, confirmed): gen3 is 60, and so is any other text.
inline constexpr DictionaryEntry PciSpeeds[] = {
    {"2.5 GT/s", 15}, {"5 GT/s", 30}, {"8 GT/s", 60}, {"16 GT/s", 120}};
inline constexpr int DefaultPciSpeed = 60;
inline constexpr int DefaultPciWidth = 16; ///< where link_width reads as 0

/// Values of CpuArch and CpuVendor; other words are 0 (nccl-search section 3,
/// confirmed).
inline constexpr DictionaryEntry CpuArchs[] = {
    {"x86_64", 1}, {"arm64", 3}, {"ppc64", 2}};
inline constexpr DictionaryEntry CpuVendors[] = {{"GenuineIntel", 1},
                                                 {"AuthenticAMD", 2},
                                                 {"CentaurHauls", 3},
                                                 {"  Shanghai  ", 3}};

/// Path types in a graph file, values of PathType (nccl-search section 9,
/// confirmed).
inline constexpr DictionaryEntry PathTypes[] = {
    {"SYS", 6}, {"PHB", 5}, {"PIX", 3}, {"PXB", 4},
    {"NVL", 1}, {"NVB", 2}, {"LOC", 0}};

/// What C makes of a number in \p Text, base from its prefix: leading white
/// space and trailing junk are skipped, no number is 0, and what doesn't fit is
/// cut to 32 bits (nccl-search section 1, confirmed).
inline int readInt(std::string_view Text) {
  return int(std::strtol(std::string(Text).c_str(), nullptr, 0));
}

/// Whether \p Text is a number and nothing else, and means what it looks like:
/// no octal, no junk, inside 32 bits.
inline bool isPlainInt(std::string_view Text) {
  std::string Copy(Text);
  char *End = nullptr;
  long Value = std::strtol(Copy.c_str(), &End, 0);
  std::string_view Digits = Text;
  if (!Digits.empty() && (Digits[0] == '-' || Digits[0] == '+'))
    Digits.remove_prefix(1);
  const bool Octal = Digits.size() > 1 && Digits[0] == '0' &&
                     Digits[1] != 'x' && Digits[1] != 'X' &&
                     Digits.find_first_not_of('0') != std::string_view::npos;
  return !Text.empty() && End == Copy.c_str() + Copy.size() &&
         Value == long(int(Value)) && !Octal;
}

/// NCCL's bus id: the hexadecimal digits of \p Text, `:` and `.` skipped, up to
/// the first other byte (nccl-search section 3, confirmed).
inline int64_t readBusId(std::string_view Text) {
  uint64_t Id = 0;
  for (char C : Text) {
    if (C == ':' || C == '.')
      continue;
    if (C >= '0' && C <= '9')
      Id = Id * 16 + unsigned(C - '0');
    else if (C >= 'a' && C <= 'f')
      Id = Id * 16 + unsigned(C - 'a' + 10);
    else if (C >= 'A' && C <= 'F')
      Id = Id * 16 + unsigned(C - 'A' + 10);
    else
      break;
  }
  return int64_t(Id);
}

} // namespace ringc

#endif // RINGC_LIB_TOPOLOGY_DICTIONARIES_H

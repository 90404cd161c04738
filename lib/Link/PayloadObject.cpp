//===- PayloadObject.cpp - Bytes as an object file ------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The least that is an object: header, the bytes, a symbol and the three tables
// that name things, then the section headers.
//
//===----------------------------------------------------------------------===//

#include "ringc/Link/LinkPair.h"
#include "llvm/ADT/bit.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace ringc;

static_assert(endianness::native == endianness::little,
              "records are written as they are in memory");

namespace {

constexpr uint64_t PayloadAlign = 64;
constexpr uint16_t HostMachine =
#if defined(__x86_64__)
    ELF::EM_X86_64;
#elif defined(__aarch64__)
    ELF::EM_AARCH64;
#endif

enum SectionIndex : uint16_t {
  Null,
  Payload,
  GnuStack,
  Symbols,
  Strings,
  SectionNames,
  NumSections
};

/// Writes the file front to back.
class ObjectWriter {
public:
  std::string write(StringRef Symbol, StringRef Bytes);

private:
  void add(SectionIndex I, StringRef Name, uint32_t Type, uint64_t Flags,
           StringRef Bytes, uint64_t Align);

  std::string Out = std::string(sizeof(ELF::Elf64_Ehdr), '\0');
  std::string Names = std::string(1, '\0');
  ELF::Elf64_Shdr Headers[NumSections] = {};
};

template <typename T> StringRef bytesOf(const T &Record) {
  return {reinterpret_cast<const char *>(&Record), sizeof(Record)};
}

void ObjectWriter::add(SectionIndex I, StringRef Name, uint32_t Type,
                       uint64_t Flags, StringRef Bytes, uint64_t Align) {
  Out.resize(alignTo(Out.size(), Align));
  ELF::Elf64_Shdr &H = Headers[I];
  H.sh_name = ELF::Elf64_Word(Names.size());
  H.sh_type = Type;
  H.sh_flags = Flags;
  H.sh_offset = Out.size();
  H.sh_size = Bytes.size();
  H.sh_addralign = Align;
  Names += Name;
  Names += '\0';
  Out += Bytes;
}

std::string ObjectWriter::write(StringRef Symbol, StringRef Bytes) {
  add(Payload, ".rodata.ringc", ELF::SHT_PROGBITS,
      ELF::SHF_ALLOC | ELF::SHF_GNU_RETAIN, Bytes, PayloadAlign);
  add(GnuStack, ".note.GNU-stack", ELF::SHT_PROGBITS, 0, "", 1);
  ELF::Elf64_Sym Table[2] = {};
  Table[1].st_name = 1;
  Table[1].setBindingAndType(ELF::STB_GLOBAL, ELF::STT_OBJECT);
  Table[1].st_other = ELF::STV_HIDDEN;
  Table[1].st_shndx = Payload;
  Table[1].st_size = Bytes.size();
  add(Symbols, ".symtab", ELF::SHT_SYMTAB, 0, bytesOf(Table),
      alignof(ELF::Elf64_Sym));
  Headers[Symbols].sh_link = Strings;
  Headers[Symbols].sh_info = 1; // the first global one
  Headers[Symbols].sh_entsize = sizeof(ELF::Elf64_Sym);
  const std::string Text = '\0' + Symbol.str() + '\0';
  add(Strings, ".strtab", ELF::SHT_STRTAB, 0, Text, 1);
  // Its own name is among them.
  std::string All = Names + ".shstrtab" + '\0';
  add(SectionNames, ".shstrtab", ELF::SHT_STRTAB, 0, All, 1);

  Out.resize(alignTo(Out.size(), alignof(ELF::Elf64_Shdr)));
  ELF::Elf64_Ehdr Header = {};
  memcpy(Header.e_ident, ELF::ElfMagic, 4);
  Header.e_ident[ELF::EI_CLASS] = ELF::ELFCLASS64;
  Header.e_ident[ELF::EI_DATA] = ELF::ELFDATA2LSB;
  Header.e_ident[ELF::EI_VERSION] = ELF::EV_CURRENT;
  Header.e_ident[ELF::EI_OSABI] = ELF::ELFOSABI_GNU; // SHF_GNU_RETAIN
  Header.e_type = ELF::ET_REL;
  Header.e_machine = HostMachine;
  Header.e_version = ELF::EV_CURRENT;
  Header.e_shoff = Out.size();
  Header.e_ehsize = sizeof(ELF::Elf64_Ehdr);
  Header.e_shentsize = sizeof(ELF::Elf64_Shdr);
  Header.e_shnum = NumSections;
  Header.e_shstrndx = SectionNames;
  memcpy(Out.data(), &Header, sizeof(Header));
  Out += bytesOf(Headers);
  return std::move(Out);
}

} // namespace

std::string ringc::payloadObject(StringRef Symbol, StringRef Bytes) {
  return ObjectWriter().write(Symbol, Bytes);
}

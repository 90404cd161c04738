//===- VersionParent.cpp - A version node's parent ------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A version definition is a record and a list of names after it: its own, then
// its parents'. The list of the child is made longer by one, which stands where
// the record of the spare node stood. Counts of nodes stand in the section
// header and in the dynamic table.
//
//===----------------------------------------------------------------------===//

#include "VersionParent.h"
#include "llvm/BinaryFormat/ELF.h"
#include <cstring>
#include <optional>
#include <vector>

using namespace llvm;
using namespace ringc;

namespace {

/// Elf64_Verdef and Elf64_Verdaux of the Linux Standard Base.
struct Definition {
  uint16_t Version, Flags, Index, NumNames;
  uint32_t Hash, Names, Next; ///< places from here; 0: none
};
struct Name {
  uint32_t Text; ///< in the string table
  uint32_t Next;
};

class VersionEditor {
public:
  explicit VersionEditor(std::string &File) : File(File) {}
  bool run(StringRef Child, StringRef Parent, StringRef Spare);

private:
  /// The record at \p Place, if the file has it whole.
  template <typename T> std::optional<T> read(uint64_t Place) const {
    if (Place > File.size() || sizeof(T) > File.size() - Place)
      return std::nullopt;
    T Record;
    memcpy(&Record, File.data() + Place, sizeof(T));
    return Record;
  }
  template <typename T> void write(uint64_t Place, const T &Record) {
    memcpy(File.data() + Place, &Record, sizeof(T));
  }
  bool readSections();
  bool readNodes();
  StringRef text(uint32_t Place) const;
  void setDynamicCount(uint64_t Count);

  struct Node {
    uint64_t Place;
    Definition D;
    Name N;
    StringRef Text;
  };

  std::string &File;
  ELF::Elf64_Ehdr Header = {};
  ELF::Elf64_Shdr Versions = {}, Strings = {}, Dynamic = {};
  uint64_t VersionsPlace = 0; ///< of the section header
  std::vector<Node> Nodes;
};

} // namespace

bool VersionEditor::readSections() {
  const auto Found = read<ELF::Elf64_Ehdr>(0);
  if (!Found || !Found->checkMagic() ||
      Found->getFileClass() != ELF::ELFCLASS64)
    return false;
  Header = *Found;
  std::vector<ELF::Elf64_Shdr> All;
  for (unsigned I = 0; I < Header.e_shnum; ++I) {
    const uint64_t Place = Header.e_shoff + I * sizeof(ELF::Elf64_Shdr);
    const auto Section = read<ELF::Elf64_Shdr>(Place);
    if (!Section)
      return false;
    All.push_back(*Section);
    if (Section->sh_type == ELF::SHT_GNU_verdef) {
      Versions = *Section;
      VersionsPlace = Place;
    } else if (Section->sh_type == ELF::SHT_DYNAMIC) {
      Dynamic = *Section;
    }
  }
  if (!VersionsPlace || !Dynamic.sh_size || Versions.sh_link >= All.size())
    return false;
  Strings = All[Versions.sh_link];
  return Strings.sh_offset <= File.size() &&
         Strings.sh_size <= File.size() - Strings.sh_offset;
}

StringRef VersionEditor::text(uint32_t Place) const {
  const StringRef Table =
      StringRef(File).substr(Strings.sh_offset, Strings.sh_size);
  return Table.substr(Place).split('\0').first;
}

bool VersionEditor::readNodes() {
  uint64_t Place = Versions.sh_offset;
  for (unsigned I = 0; I < Versions.sh_info; ++I) {
    const auto D = read<Definition>(Place);
    const auto N = D ? read<Name>(Place + D->Names) : std::nullopt;
    if (!N)
      return false;
    Nodes.push_back({Place, *D, *N, text(N->Text)});
    Place += D->Next;
  }
  return Nodes.size() >= 2;
}

void VersionEditor::setDynamicCount(uint64_t Count) {
  for (uint64_t At = 0; At + sizeof(ELF::Elf64_Dyn) <= Dynamic.sh_size;
       At += sizeof(ELF::Elf64_Dyn))
    if (auto Entry = read<ELF::Elf64_Dyn>(Dynamic.sh_offset + At);
        Entry && Entry->d_tag == ELF::DT_VERDEFNUM) {
      Entry->d_un.d_val = Count;
      write(Dynamic.sh_offset + At, *Entry);
    }
}

bool VersionEditor::run(StringRef Child, StringRef Parent, StringRef Spare) {
  if (!readSections() || !readNodes() || Nodes.back().Text != Spare)
    return false;
  const Node Last = Nodes.back();
  Nodes.pop_back();
  const Node *Of = nullptr, *To = nullptr;
  for (const Node &N : Nodes) {
    if (N.Text == Child)
      Of = &N;
    if (N.Text == Parent)
      To = &N;
  }
  if (!Of || !To || Of != &Nodes.back())
    return false;
  Definition D = Of->D;
  D.Next = 0;
  uint64_t End = Last.Place;
  if (D.NumNames == 1) {
    const uint64_t OwnName = Of->Place + D.Names;
    D.NumNames = 2;
    write(OwnName, Name{Of->N.Text, uint32_t(Last.Place - OwnName)});
    write(Last.Place, Name{To->N.Text, 0});
    End += sizeof(Name);
  }
  write(Of->Place, D);
  // What is left of the spare node.
  const uint64_t OldEnd = Versions.sh_offset + Versions.sh_size;
  memset(File.data() + End, 0, OldEnd - End);
  Versions.sh_size = End - Versions.sh_offset;
  Versions.sh_info = unsigned(Nodes.size());
  write(VersionsPlace, Versions);
  setDynamicCount(Nodes.size());
  return true;
}

bool ringc::addVersionParent(std::string &File, StringRef Child,
                             StringRef Parent, StringRef Spare) {
  return VersionEditor(File).run(Child, Parent, Spare);
}

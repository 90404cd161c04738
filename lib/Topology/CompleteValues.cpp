//===- CompleteValues.cpp - What NCCL makes of attribute values -----------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NCCL never complains about a value: an unknown word gets a default, a number
// is whatever C reads. Here each such place is told, with what it is read as.
// Values are not changed.
//
//===----------------------------------------------------------------------===//

#include "Complete.h"
#include "Dictionaries.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <map>
#include <set>

using namespace llvm;
using namespace ringc;

namespace {
/// The attributes of one element, each list with a space between: those NCCL
/// reads as numbers, those it reads as other text or that need more than a
/// look, and those that only newer versions or other dialects know.
struct Vocabulary {
  StringRef Element, Numbers, Words, Others;
};
} // namespace

static const Vocabulary *findVocabulary(StringRef Element) {
  static constexpr Vocabulary All[] = {
      {"system", "version", "profile", ""},
      {"cpu", "numaid familyid modelid", "affinity arch vendor host_hash keep",
       ""},
      {"pci", "",
       "busid class vendor device subsystem_vendor subsystem_device link_speed "
       "link_width keep",
       "rail plane"},
      {"gpu", "dev sm rank gdr", "keep", "mlopart gcn arch gin rma"},
      {"nvlink", "count", "target tclass", ""},
      {"nic", "", "keep", "rail plane"},
      {"net", "dev port maxconn gdr coll", "name speed guid keep",
       "latency net gin rma rail plane"}};
  for (const Vocabulary &V : All)
    if (V.Element == Element)
      return &V;
  return nullptr;
}

static SmallVector<StringRef, 12> split(StringRef List) {
  SmallVector<StringRef, 12> Out;
  List.split(Out, ' ', -1, false);
  return Out;
}

/// \p E has an attribute nobody knows that is one letter from one it lacks.
static void checkSpelling(Completion &C, const XmlElement &E,
                          const Vocabulary &V) {
  SmallVector<StringRef, 12> Known = split(V.Numbers);
  Known.append(split(V.Words));
  for (const XmlAttribute &A : E.Attributes) {
    StringRef Key = A.Key;
    if (is_contained(Known, Key) || is_contained(split(V.Others), Key))
      continue;
    for (StringRef Word : Known) {
      // Two letters are too few to tell a slip from another word.
      if (E.find(Word) || Word.size() < 3 || Key.size() > Word.size() + 1)
        continue;
      if (Key.equals_insensitive(Word) || Key.edit_distance(Word) == 1)
        C.Warnings.add(diag::warn_attribute_typo, A.KeyLoc,
                       {E.Name, shorten(Key), Word.str()});
    }
  }
}

/// Says that \p A is no number, or not the one it looks like.
static void checkPlain(Completion &C, const XmlElement &E,
                       const XmlAttribute &A) {
  if (!isPlainInt(A.Value))
    C.Warnings.add(
        diag::warn_number, A.ValueLoc,
        {E.Name, A.Key, shorten(A.Value), std::to_string(readInt(A.Value))});
}

static void checkNumbers(Completion &C, const XmlElement &E,
                         const Vocabulary &V) {
  for (StringRef Key : split(V.Numbers)) {
    const XmlAttribute *A = E.find(Key);
    if (!A)
      continue;
    checkPlain(C, E, *A);
    // A NUMA node of -1, a count of links and a net's device number have words
    // of their own.
    const bool Own =
        Key == "numaid" || Key == "count" || (Key == "dev" && E.Name == "net");
    if (!Own && isPlainInt(A->Value) && readInt(A->Value) < 0)
      C.Warnings.add(diag::warn_negative, A->ValueLoc,
                     {E.Name, Key.str(), A->Value});
  }
}

/// Says that a word of \p Key is none that NCCL knows.
static void checkClass(Completion &C, const XmlElement &E, StringRef Key,
                       StringRef ReadAs) {
  if (const XmlAttribute *A = E.find(Key); A && !lookUp(PciClasses, A->Value))
    C.Warnings.add(diag::warn_class, A->ValueLoc,
                   {E.Name, Key.str(), shorten(A->Value), ReadAs.str()});
}

/// The known speed that \p Text seems to mean, or empty; \p Newer is set if it
/// is one that only newer versions know.
static StringRef guessSpeed(StringRef Text, bool &Newer) {
  StringRef Number =
      Text.ltrim().take_while([](char C) { return isDigit(C) || C == '.'; });
  Newer = false;
  while (Number.contains('.') &&
         (Number.ends_with("0") || Number.ends_with(".")))
    Number = Number.drop_back();
  StringRef Known = StringSwitch<StringRef>(Number)
                        .Case("2.5", "2.5 GT/s")
                        .Case("5", "5 GT/s")
                        .Case("8", "8 GT/s")
                        .Case("16", "16 GT/s")
                        .Default("");
  if (!Known.empty())
    return Known;
  Newer = true;
  return StringSwitch<StringRef>(Number)
      .Case("32", "32.0 GT/s PCIe")
      .Case("64", "64.0 GT/s PCIe")
      .Default("");
}

static void checkPciLink(Completion &C, const XmlElement &E) {
  checkClass(C, E, "class", "a PCI switch");
  const XmlAttribute *Speed = E.find("link_speed");
  if (Speed && !lookUp(PciSpeeds, Speed->Value)) {
    bool Newer = false;
    StringRef Guess = guessSpeed(Speed->Value, Newer);
    // A gen3 device by another spelling gets the right speed all the same.
    if (Guess != "8 GT/s") {
      Findings::Finding *F =
          C.Warnings.add(diag::warn_link_speed, Speed->ValueLoc,
                         {shorten(Speed->Value), std::string(C.P.Name)});
      if (F && !Guess.empty())
        F->Notes.push_back(
            {Newer ? diag::note_newer_speed : diag::note_known_speed,
             Speed->ValueLoc,
             {Guess.str()}});
    }
  }
  const XmlAttribute *Width = E.find("link_width");
  if (!Width)
    return;
  if (readInt(Width->Value) == 0)
    C.Warnings.add(diag::warn_link_width, Width->ValueLoc,
                   {shorten(Width->Value)});
  else if (isPlainInt(Width->Value) && readInt(Width->Value) < 0)
    C.Warnings.add(diag::warn_negative, Width->ValueLoc,
                   {E.Name, Width->Key, Width->Value});
  else
    checkPlain(C, E, *Width);
}

static void checkCpu(Completion &C, const XmlElement &E) {
  const XmlAttribute *Arch = E.find("arch");
  if (!Arch)
    return;
  std::optional<int> Known = lookUp(CpuArchs, Arch->Value);
  if (!Known) {
    Findings::Finding *F = C.Warnings.add(diag::warn_cpu_arch, Arch->ValueLoc,
                                          {shorten(Arch->Value)});
    if (F && StringRef(Arch->Value).starts_with("aarch64"))
      F->Notes.push_back({diag::note_arch_spelling, Arch->ValueLoc, {"arm64"}});
    if (F && StringRef(Arch->Value).equals_insensitive("amd64"))
      F->Notes.push_back(
          {diag::note_arch_spelling, Arch->ValueLoc, {"x86_64"}});
    return;
  }
  const XmlAttribute *Vendor = E.find("vendor");
  if (*Known == lookUp(CpuArchs, "x86_64") && Vendor &&
      !lookUp(CpuVendors, Vendor->Value))
    C.Warnings.add(diag::warn_cpu_vendor, Vendor->ValueLoc,
                   {shorten(Vendor->Value)});
}

static void checkNet(Completion &C, const XmlElement &E) {
  const XmlAttribute *Speed = E.find("speed");
  if (!Speed)
    C.Warnings.add(diag::warn_net_no_speed, E.Loc);
  else if (readInt(Speed->Value) <= 0)
    C.Warnings.add(diag::warn_net_speed, Speed->ValueLoc,
                   {shorten(Speed->Value)});
  else
    checkPlain(C, E, *Speed);

  // The runtime keeps it as an int, and channels name the NIC by it.
  if (const XmlAttribute *Dev = E.find("dev"); Dev && readInt(Dev->Value) < 0)
    C.error(diag::err_net_dev, Dev->ValueLoc) << shorten(Dev->Value);
  if (!E.find("gdr"))
    C.Warnings.add(diag::warn_net_no_gdr, E.Loc);

  const XmlAttribute *Guid = E.find("guid");
  if (!Guid)
    return;
  StringRef Digits = Guid->Value;
  if (!Digits.consume_front("0x") || Digits.empty() || !isHexDigit(Digits[0]))
    C.Warnings.add(diag::warn_guid, Guid->ValueLoc);
}

static void checkNvlink(Completion &C, const XmlElement &E,
                        const std::set<int64_t> &Gpus) {
  checkClass(C, E, "tclass", "an NVSwitch");
  if (const XmlAttribute *A = E.find("count"); A && readInt(A->Value) <= 0)
    C.Warnings.add(diag::warn_nvlink_count, A->ValueLoc, {shorten(A->Value)});
  const XmlAttribute *Target = E.find("target");
  const XmlAttribute *Class = E.find("tclass");
  if (!Target)
    return;
  const bool Known = Gpus.count(readBusId(Target->Value));
  if (Class && readPciClass(Class->Value) == PciClass::Gpu && !Known)
    C.Warnings.add(diag::warn_nvlink_target, Target->ValueLoc,
                   {shorten(Target->Value)});
  else if (!Class && Known)
    C.Warnings.add(diag::warn_nvlink_gpu_as_switch, Target->ValueLoc,
                   {shorten(Target->Value)});
}

/// Says which elements called \p Name share the number \p Key with an earlier
/// one: what finds them by number finds the first.
static void checkDistinct(Completion &C, StringRef Name, StringRef Key) {
  std::map<int, SrcLoc> First;
  for (uint32_t I = 0; I < C.Doc.Elements.size(); ++I) {
    const XmlAttribute *A = C.Doc[I].find(Key);
    if (C.Doc[I].Name != Name || !C.Used[I] || !A)
      continue;
    const auto [At, New] = First.try_emplace(readInt(A->Value), A->ValueLoc);
    if (New)
      continue;
    if (Findings::Finding *F =
            C.Warnings.add(diag::warn_duplicate_number, A->ValueLoc,
                           {Name.str(), Key.str(), shorten(A->Value)}))
      F->Notes.push_back({diag::note_first_place, At->second, {}});
  }
}

void ringc::checkValues(Completion &C) {
  if (!C.SeveralHosts) { // each host numbers its own
    checkDistinct(C, "net", "dev");
    checkDistinct(C, "gpu", "dev");
    checkDistinct(C, "cpu", "numaid");
  }
  std::set<int64_t> Gpus;
  for (uint32_t I : C.Gpus)
    Gpus.insert(readBusId(C.Doc[C.Doc[I].Parent].get("busid")));

  for (uint32_t I = 0; I < C.Doc.Elements.size(); ++I) {
    const XmlElement &E = C.Doc[I];
    if (!C.Used[I])
      continue;
    if (const Vocabulary *V = findVocabulary(E.Name)) {
      checkSpelling(C, E, *V);
      checkNumbers(C, E, *V);
    }
    if (E.Name == "pci")
      checkPciLink(C, E);
    else if (E.Name == "cpu")
      checkCpu(C, E);
    else if (E.Name == "net")
      checkNet(C, E);
    else if (E.Name == "nvlink")
      checkNvlink(C, E, Gpus);
  }
}

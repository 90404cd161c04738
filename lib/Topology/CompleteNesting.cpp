//===- CompleteNesting.cpp - Elements where NCCL reads them ---------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NCCL takes an element only inside the right one and skips any other, content
// and all, without a word. ringc says so; and where a gpu would be lost it
// refuses, because then the ranks would not be those the writer meant.
//
//===----------------------------------------------------------------------===//

#include "Complete.h"
#include "Dictionaries.h"
#include "NcclReader.h"

using namespace llvm;
using namespace ringc;

bool ringc::checkRoot(Completion &C) {
  XmlElement &Root = C.Doc[0];
  if (Root.Name == "graphs") {
    C.error(diag::err_root_is_graphs, Root.Loc);
    return false;
  }
  if (Root.Name != "system") {
    C.error(diag::err_root_name, Root.Loc) << shorten(Root.Name);
    return false;
  }
  const XmlAttribute *Version = Root.find("version");
  if (!Version) {
    C.Warnings.add(diag::warn_nccl_version, Root.Loc, {Root.Name});
    Root.Attributes.insert(Root.Attributes.begin(),
                           {"version", "1", Root.Loc, Root.Loc, true});
    return true;
  }
  const int Number = readInt(Version->Value);
  if (Number == 2) {
    C.error(diag::err_rccl_version, Version->ValueLoc);
    C.Diags.report(diag::note_rccl_dialect, Root.Loc);
    return false;
  }
  if (Number != 1) {
    C.error(diag::err_version, Version->ValueLoc) << shorten(Version->Value);
    return false;
  }
  return true;
}

namespace {
/// What is known about one element before anything is taken out.
struct Place {
  bool Read = false;    ///< by NCCL, here
  bool Skipped = false; ///< the outermost element of a skipped part
  bool HoldsGpu = false;
};
} // namespace

/// Marks each element of \p Doc.
static std::vector<Place> markPlaces(const XmlDocument &Doc) {
  std::vector<Place> Places(Doc.Elements.size());
  Places[0].Read = true;
  for (uint32_t I = 1; I < Doc.Elements.size(); ++I) {
    const XmlElement &E = Doc[I];
    const bool ParentRead = Places[E.Parent].Read;
    Places[I].Read = ParentRead && ncclReads(Doc[E.Parent].Name, E.Name);
    Places[I].Skipped = ParentRead && !Places[I].Read;
  }
  // Children come after their parents: one pass backwards sums up.
  for (uint32_t I = uint32_t(Doc.Elements.size()); --I > 0;)
    if (Doc[I].Name == "gpu" || Places[I].HoldsGpu)
      Places[I].HoldsGpu = Places[Doc[I].Parent].HoldsGpu = true;
  return Places;
}

/// The one chain of elements that \p Name may stand in; empty if it is none of
/// NCCL's.
static std::string_view rightPlace(std::string_view Name) {
  static constexpr std::pair<std::string_view, std::string_view> Chains[] = {
      {"cpu", "<system><cpu/></system>"},
      {"pci", "<system><cpu><pci/></cpu></system>"},
      {"gpu", "<system><cpu><pci><gpu/></pci></cpu></system>"},
      {"nvlink", "<pci><gpu><nvlink/></gpu></pci>"},
      {"nic", "<system><cpu><pci><nic/></pci></cpu></system>"},
      {"net", "<system><cpu><pci><nic><net/></nic></pci></cpu></system>"}};
  for (const auto &[N, Chain] : Chains)
    if (N == Name)
      return Chain;
  return {};
}

/// Reports the skipped element \p I with what is wrong below it.
static void reportSkipped(Completion &C, uint32_t I, bool HoldsGpu) {
  const XmlElement &E = C.Doc[I];
  const std::string Parent = shorten(C.Doc[E.Parent].Name);
  const std::string_view Right = rightPlace(E.Name);
  if (HoldsGpu) {
    C.error(E.Name == "gpu" ? diag::err_gpu_misplaced
                            : diag::err_holds_gpu_misplaced,
            E.Loc)
        << shorten(E.Name) << Parent;
    if (!Right.empty())
      C.Diags.report(diag::note_right_nesting, E.Loc) << Right;
    if (const XmlAttribute *A = E.find("pci"); A && E.Name == "gpu")
      C.Diags.report(diag::note_busid_belongs_to_pci, A->KeyLoc)
          << shorten(A->Value);
    return;
  }
  if (!Right.empty()) {
    Findings::Finding *F =
        C.Warnings.add(diag::warn_misplaced, E.Loc, {E.Name, Parent});
    if (F)
      F->Notes.push_back(
          {diag::note_right_nesting, E.Loc, {std::string(Right)}});
  } else if (E.Name == "xgmi") {
    C.Warnings.add(diag::warn_xgmi, E.Loc);
  } else if (E.Name == "c2c") {
    C.Warnings.add(diag::warn_newer_element, E.Loc,
                   {E.Name, std::string(C.P.Name)});
  } else {
    C.Warnings.add(diag::warn_unknown_element, E.Loc,
                   {shorten(E.Name), Parent});
  }
}

/// An nvlink below a skipped gpu that names its target by number shows a
/// made-up format: tell that too, since moving the gpu alone would not do.
static void checkLostNvlink(Completion &C, uint32_t I) {
  const XmlAttribute *Target = C.Doc[I].find("target");
  if (C.Doc[I].Name == "nvlink" && Target &&
      !StringRef(Target->Value).contains(':'))
    C.error(diag::err_nvlink_target_index, Target->ValueLoc)
        << shorten(Target->Value);
}

void ringc::checkNesting(Completion &C) {
  std::vector<Place> Places = markPlaces(C.Doc);
  std::vector<bool> Keep(C.Doc.Elements.size());
  for (uint32_t I = 0; I < C.Doc.Elements.size(); ++I) {
    Keep[I] = Places[I].Read;
    if (Places[I].Skipped)
      reportSkipped(C, I, Places[I].HoldsGpu);
    else if (!Places[I].Read)
      checkLostNvlink(C, I);
  }
  const bool AnyGpu = llvm::any_of(C.Doc.Elements, [&](const XmlElement &E) {
    return E.Name == "gpu" && Keep[size_t(&E - C.Doc.Elements.data())];
  });
  if (C.Failed && !AnyGpu)
    C.Diags.report(diag::note_made_up_format, C.Doc[0].Loc);
  keepElements(C.Doc, Keep);
}

bool ringc::checkHasGpus(Completion &C) {
  if (!C.Gpus.empty())
    return true;
  unsigned Gpus = 0, Nics = 0, Unclassed = 0;
  for (const XmlElement &E : C.Doc.Elements) {
    if (E.Name != "pci")
      continue;
    const XmlAttribute *Class = E.find("class");
    if (!Class)
      Unclassed += E.Children.empty();
    else if (StringRef(Class->Value).starts_with("0x03"))
      ++Gpus;
    else if (StringRef(Class->Value).starts_with("0x02"))
      ++Nics;
  }
  const SrcLoc Loc = C.Doc[0].Loc;
  if (Gpus + Unclassed == 0) {
    C.error(diag::err_no_gpu, Loc) << C.NetsBelow[0];
    return false;
  }
  if (Gpus)
    C.error(diag::err_template, Loc) << Gpus << Nics << C.NetsBelow[0];
  else
    C.error(diag::err_template_unclassed, Loc) << Unclassed << C.NetsBelow[0];
  C.Diags.report(diag::note_template_completed, Loc);
  C.Diags.report(diag::note_template_dump, Loc);
  return false;
}

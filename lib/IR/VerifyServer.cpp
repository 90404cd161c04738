//===- VerifyServer.cpp - What holds of each server -----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// parsed: a tree under `system` whose gpus carry the local ranks.
// system: links end at nodes and lead both ways; ranks number the GPUs.
// graph: each channel visits each rank once and leaves by NETs that exist.
//
//===----------------------------------------------------------------------===//

#include "Verifier.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <cmath>

using namespace llvm;
using namespace ringc;

void Verifier::verifyParsed(size_t Server) {
  const XmlDocument &Doc = F.Servers[Server].Xml;
  if (Doc.empty()) {
    Diags.report(diag::err_verify_no_elements) << Server;
    return;
  }
  if (Doc[0].Name != "system")
    Diags.report(diag::err_verify_root, Doc[0].Loc) << Server << Doc[0].Name;
  // Every element but the root is a child of the parent it names, once.
  std::vector<unsigned> Times(Doc.Elements.size(), 0);
  for (size_t I = 0; I < Doc.Elements.size(); ++I)
    for (uint32_t Child : Doc.Elements[I].Children)
      if (Child < Times.size() && Doc.Elements[Child].Parent == I)
        ++Times[Child];
      else
        Diags.report(diag::err_verify_tree, Doc.Elements[I].Loc)
            << Server << Child << I;
  for (size_t I = 1; I < Times.size(); ++I)
    if (Times[I] != 1 || Doc.Elements[I].Parent >= I)
      Diags.report(diag::err_verify_tree, Doc.Elements[I].Loc)
          << Server << I << Doc.Elements[I].Parent;
  verifyNames(Server);
  verifyGpuElements(Server);
}

/// Whether \p Name can stand in XML as one.
static bool isXmlName(StringRef Name) {
  const auto Starts = [](char C) {
    return isAlpha(C) || C == '_' || C == ':' || uint8_t(C) >= 0x80;
  };
  return !Name.empty() && Starts(Name.front()) && all_of(Name, [&](char C) {
    return Starts(C) || isDigit(C) || C == '-' || C == '.';
  });
}

void Verifier::verifyNames(size_t Server) {
  const XmlDocument &Doc = F.Servers[Server].Xml;
  for (size_t I = 0; I < Doc.Elements.size(); ++I) {
    const XmlElement &E = Doc.Elements[I];
    const auto Check = [&](StringRef Name, SrcLoc Loc) {
      if (!isXmlName(Name))
        Diags.report(diag::err_verify_xml_name, Loc) << Server << I << Name;
    };
    Check(E.Name, E.Loc);
    StringSet<> Seen;
    for (const XmlAttribute &A : E.Attributes) {
      Check(A.Key, E.Loc);
      if (!Seen.insert(A.Key).second)
        Diags.report(diag::err_verify_xml_twice, E.Loc) << Server << I << A.Key;
    }
  }
}

void Verifier::verifyGpuElements(size_t Server) {
  const XmlDocument &Doc = F.Servers[Server].Xml;
  std::vector<const XmlAttribute *> Ranks;
  for (size_t I = 0; I < Doc.Elements.size(); ++I) {
    if (Doc.Elements[I].Name != "gpu")
      continue;
    if (const XmlAttribute *A = Doc.Elements[I].find("rank"))
      Ranks.push_back(A);
    else
      Diags.report(diag::err_verify_gpu_rank_missing, Doc.Elements[I].Loc)
          << Server << I;
  }
  BitVector Seen(unsigned(Ranks.size()));
  for (const XmlAttribute *A : Ranks) {
    unsigned Rank;
    if (!StringRef(A->Value).getAsInteger(10, Rank) && Rank < Ranks.size() &&
        !Seen.test(Rank))
      Seen.set(Rank);
    else
      Diags.report(diag::err_verify_gpu_rank, A->ValueLoc)
          << Server << A->Value << Ranks.size();
  }
}

void Verifier::verifyNodes() {
  if (F.FirstRank.size() != F.Nodes.size() + 1) {
    Diags.report(diag::err_verify_first_ranks)
        << F.FirstRank.size() << F.Nodes.size() + 1;
    return;
  }
  uint32_t Begin = 0;
  for (size_t I = 0; I < F.Nodes.size(); ++I) {
    if (*F.Nodes[I] >= F.Servers.size()) {
      Diags.report(diag::err_verify_node_server)
          << I << *F.Nodes[I] << F.Servers.size();
      return;
    }
    if (F.FirstRank[I] != Begin)
      Diags.report(diag::err_verify_first_rank) << I << F.FirstRank[I] << Begin;
    Begin += F.Servers[*F.Nodes[I]].numRanks();
  }
  if (F.numRanks() != Begin)
    Diags.report(diag::err_verify_first_rank)
        << F.Nodes.size() << F.numRanks() << Begin;
}

void Verifier::verifySystem(size_t Server) {
  const auto &Gpus = F.Servers[Server].Sys.of(NodeType::Gpu);
  BitVector Seen(unsigned(Gpus.size()));
  for (size_t I = 0; I < Gpus.size(); ++I) {
    const int Rank = Gpus[I].Gpu.Rank;
    if (Rank >= 0 && size_t(Rank) < Gpus.size() && !Seen.test(unsigned(Rank)))
      Seen.set(unsigned(Rank));
    else
      Diags.report(diag::err_verify_rank, Gpus[I].Loc)
          << Server << I << Rank << Gpus.size();
  }
  for (const Node &Net : F.Servers[Server].Sys.of(NodeType::Net))
    if (Net.Id < 0 || Net.Id > INT_MAX)
      Diags.report(diag::err_verify_net_id, Net.Loc) << Server << Net.Id;
  verifyLinks(Server);
  const System &Sys = F.Servers[Server].Sys;
  if (!Sys.Paths.fits(Sys.counts()))
    Diags.report(diag::err_verify_paths, placeOf(F.Servers[Server])) << Server;
}

void Verifier::verifyLinks(size_t Server) {
  const System &Sys = F.Servers[Server].Sys;
  for (unsigned T = 0; T < NumNodeTypes; ++T)
    for (size_t I = 0; I < Sys.Nodes[T].size(); ++I)
      for (const Link &L : Sys.Nodes[T][I].Links) {
        const Node &From = Sys.Nodes[T][I];
        const bool Exists = unsigned(L.Far.Type) < NumNodeTypes &&
                            L.Far.Index < Sys.of(L.Far.Type).size();
        // A path is stored as the links back (nccl-search section 4,
        // confirmed); a link without width is never taken.
        const NodeRef Here{NodeType(T), uint16_t(I)};
        const bool Back =
            Exists && (!(L.Width > 0) ||
                       any_of(Sys[L.Far].Links,
                              [&](const Link &B) { return B.Far == Here; }));
        if (!Back)
          Diags.report(Exists ? diag::err_verify_one_way
                              : diag::err_verify_far_end,
                       From.Loc)
              << Server << toString(NodeType(T)) << I << toString(L.Far.Type)
              << L.Far.Index;
      }
}

void Verifier::verifyGraph(size_t Server) {
  const abi::ncclTopoGraph &G = F.Servers[Server].Graph;
  const int Most =
      std::min(F.Rules ? F.Rules->MaxChannels : INT_MAX, int(MaxGraphChannels));
  verifyGraphFigures(Server);
  if (G.nChannels < 1 || G.nChannels > Most) {
    Diags.report(diag::err_verify_graph_range, placeOf(F.Servers[Server]))
        << Server << "nChannels" << G.nChannels << 1 << Most;
    return;
  }
  if (F.Servers[Server].numRanks() == 0) {
    Diags.report(diag::err_verify_no_ranks, placeOf(F.Servers[Server]))
        << Server;
    return;
  }
  if (F.Servers[Server].numRanks() > MaxLocalRanks) {
    Diags.report(diag::err_verify_local_ranks, placeOf(F.Servers[Server]))
        << Server << F.Servers[Server].numRanks() << MaxLocalRanks;
    return;
  }
  for (unsigned C = 0; C < unsigned(G.nChannels); ++C)
    verifyGraphChannel(Server, C);
}

void Verifier::verifyGraphFigures(size_t Server) {
  const abi::ncclTopoGraph &G = F.Servers[Server].Graph;
  const SrcLoc Place = placeOf(F.Servers[Server]);
  // Graph 0 is the ring graph. The search makes pattern 4; a graph file may
  // call its channels by any pattern (nccl-search sections 6 and 9).
  constexpr int RingId = 0, FirstPattern = 1, RingPattern = 4;
  constexpr int MostCrossNic = 2;
  const auto Range = [&](const char *Name, int Value, int Min, int Max) {
    if (Value < Min || Value > Max)
      Diags.report(diag::err_verify_graph_range, Place)
          << Server << Name << Value << Min << Max;
  };
  Range("id", G.id, RingId, RingId);
  Range("pattern", G.pattern, FirstPattern, RingPattern);
  Range("crossNic", G.crossNic, 0, MostCrossNic);
  Range("typeIntra", G.typeIntra, int(PathType::Loc), int(PathType::Sys));
  Range("typeInter", G.typeInter, int(PathType::Loc), int(PathType::Sys));
  const auto Positive = [&](const char *Name, float Value) {
    if (!(Value > 0) || !std::isfinite(Value))
      Diags.report(diag::err_verify_graph_speed, Place)
          << Server << Name << double(Value);
  };
  Positive("speedIntra", G.speedIntra);
  Positive("speedInter", G.speedInter);
}

void Verifier::verifyGraphChannel(size_t Server, unsigned C) {
  const auto &S = F.Servers[Server];
  const abi::ncclTopoGraph &G = S.Graph;
  const unsigned L = S.numRanks();
  std::vector<unsigned> Times(L, 0);
  for (unsigned I = 0; I < L; ++I) {
    const int Rank = G.intra[C * L + I];
    if (Rank >= 0 && unsigned(Rank) < L)
      ++Times[unsigned(Rank)];
  }
  for (unsigned R = 0; R < L; ++R)
    if (Times[R] != 1)
      Diags.report(diag::err_verify_intra, placeOfLocal(S, R))
          << Server << C << R << Times[R];

  // When no channel was found, NCCL wires all GPUs in order through device 0,
  // whether there is one or not, and marks it by this speed (nccl-search
  // section 6, confirmed).
  constexpr float FallbackSpeed = 0.1f;
  const auto &Nets = S.Sys.of(NodeType::Net);
  if (Nets.empty() || G.speedIntra == FallbackSpeed)
    return;
  for (unsigned I = 0; I < 2; ++I) {
    const int Dev = G.inter[2 * C + I];
    if (none_of(Nets, [&](const Node &N) { return N.Id == Dev; }))
      Diags.report(diag::err_verify_inter, placeOf(S)) << Server << C << Dev;
  }
}

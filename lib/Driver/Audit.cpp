//===- Audit.cpp - Whether a stranger changed what it may not -------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums are taken over every field and not over memory with its padding, but for
// the runtime's records, which nobody copies field by field. A system is built
// again only where a sum is new, which is once for a server that a pass
// rebuilt.
//
//===----------------------------------------------------------------------===//

#include "Audit.h"
#include "ringc/Topology/FrontEnd.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ringc;

namespace {

/// Adds up what it is given.
class Sum {
public:
  template <typename... Ts> void add(const Ts &...Values) {
    Code = hash_combine(Code, Values...);
  }
  void add(StringRef Text) { Code = hash_combine(Code, Text); }
  template <typename T> void addBytes(ArrayRef<T> Table) {
    add(StringRef(reinterpret_cast<const char *>(Table.data()),
                  Table.size() * sizeof(T)));
  }
  void add(const XmlDocument &Doc);
  void add(const System &Sys);
  void add(const Server &S);
  size_t get() const { return Code; }

private:
  hash_code Code = 0;
};

} // namespace

void Sum::add(const XmlDocument &Doc) {
  for (const XmlElement &E : Doc.Elements) {
    add(StringRef(E.Name));
    add(E.Parent, E.Children.size());
    addBytes(ArrayRef(E.Children));
    for (const XmlAttribute &A : E.Attributes) {
      add(StringRef(A.Key));
      add(StringRef(A.Value));
    }
  }
}

void Sum::add(const System &Sys) {
  const auto Bits = [](float F) { return bit_cast<uint32_t>(F); };
  for (const std::vector<Node> &Nodes : Sys.Nodes) {
    add(Nodes.size());
    for (const Node &N : Nodes) {
      add(StringRef(N.Name));
      add(uint8_t(N.Type), N.Id, N.Gpu.Dev, N.Gpu.Rank, N.Gpu.Sm, N.Gpu.Gdr);
      add(int(N.Cpu.Arch), int(N.Cpu.Vendor), int(N.Cpu.Model), N.Pci.Device);
      add(N.Net.Asic, N.Net.Port, Bits(N.Net.Width), N.Net.Gdr, N.Net.Coll,
          N.Net.MaxChannels);
      for (const Link &L : N.Links)
        add(uint8_t(L.Type), uint8_t(L.Far.Type), L.Far.Index, Bits(L.Width));
    }
  }
  add(Sys.Paths.sum(), Bits(Sys.MaxWidth), Bits(Sys.TotalWidth));
}

void Sum::add(const Server &S) {
  add(S.Xml);
  add(S.Sys);
  addBytes(ArrayRef(&S.Graph, 1));
  addBytes(ArrayRef(S.Ranks));
  addBytes(ArrayRef(S.Nets));
  addBytes(ArrayRef(S.ToNext));
}

size_t ringc::sumOf(const Fabric &F) {
  Sum All;
  for (const Server &S : F.Servers)
    All.add(S);
  All.addBytes(ArrayRef(F.Nodes));
  All.addBytes(ArrayRef(F.FirstRank));
  if (F.Common)
    All.add(F.Common->NumChannels, F.Common->SameChannels,
            bit_cast<uint32_t>(F.Common->SpeedIntra),
            bit_cast<uint32_t>(F.Common->SpeedInter), int(F.Common->TypeIntra),
            int(F.Common->TypeInter));
  for (const Channel &C : F.Channels) {
    All.add(C.CopyOf ? **C.CopyOf : ~0u, C.Reversed);
    All.addBytes(ArrayRef(C.Next));
    All.addBytes(ArrayRef(C.Prev));
    All.addBytes(ArrayRef(C.Order));
  }
  All.add(F.P2p.Total, F.P2p.PerPeer);
  All.addBytes(ArrayRef(F.P2p.Order));
  return All.get();
}

static size_t sumOfServer(const Server &S, bool SingleNode) {
  Sum All;
  All.add(S.Xml);
  All.add(S.Sys);
  All.add(SingleNode);
  return All.get();
}

void ServerAudit::accept(const Fabric &F) {
  for (const Server &S : F.Servers)
    Known.insert(sumOfServer(S, F.singleNode()));
}

bool ServerAudit::check(const Fabric &F, DiagnosticEngine &Diags) {
  const unsigned Errors = Diags.getNumErrors();
  for (size_t I = 0; I < F.Servers.size(); ++I) {
    const Server &S = F.Servers[I];
    if (!Known.insert(sumOfServer(S, F.singleNode())).second)
      continue;
    // What the front end says of it was said, or isn't the user's fault.
    DiagnosticEngine Unheard(nulls());
    System Again;
    if (!buildSystem(S.Xml, Again, Unheard, *F.Rules) ||
        !finishSystem(Again, F.singleNode(), Unheard, *F.Rules) ||
        Again != S.Sys)
      Diags.report(diag::err_audit_server, placeOf(S)) << I;
  }
  return Diags.getNumErrors() == Errors;
}

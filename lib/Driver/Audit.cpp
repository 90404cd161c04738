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
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ringc;

namespace {

/// Adds up what it is given, by FNV-1a: small code, and fast enough for tables.
class Sum {
public:
  void add(uint64_t Value) { Code = (Code ^ Value) * 0x100000001b3; }
  void add(std::initializer_list<uint64_t> Values) {
    for (uint64_t Value : Values)
      add(Value);
  }
  void add(StringRef Text) {
    add(Text.size());
    for (char C : Text)
      add(uint64_t(C));
  }
  template <typename T> void addBytes(ArrayRef<T> Table) {
    add(Table.size() * sizeof(T));
    const auto *Bytes = reinterpret_cast<const char *>(Table.data());
    for (size_t Left = Table.size() * sizeof(T), Step; Left != 0;
         Left -= Step, Bytes += Step) {
      uint64_t Word = 0;
      Step = std::min(Left, sizeof(Word));
      memcpy(&Word, Bytes, Step);
      add(Word);
    }
  }
  void add(const XmlDocument &Doc);
  void add(const System &Sys);
  void add(const Server &S);
  size_t get() const { return Code; }

private:
  uint64_t Code = 0xcbf29ce484222325;
};

} // namespace

void Sum::add(const XmlDocument &Doc) {
  for (const XmlElement &E : Doc.Elements) {
    add(StringRef(E.Name));
    add(E.Parent);
    addBytes(ArrayRef(E.Children));
    for (const XmlAttribute &A : E.Attributes) {
      add(StringRef(A.Key));
      add(StringRef(A.Value));
    }
  }
}

void Sum::add(const System &Sys) {
  const auto Bits = [](float F) -> uint64_t { return bit_cast<uint32_t>(F); };
  for (const std::vector<Node> &Nodes : Sys.Nodes) {
    add(Nodes.size());
    for (const Node &N : Nodes) {
      add(StringRef(N.Name));
      add({uint64_t(N.Type), uint64_t(N.Id), uint64_t(N.Gpu.Dev),
           uint64_t(N.Gpu.Rank), uint64_t(N.Gpu.Sm), N.Gpu.Gdr});
      add({uint64_t(N.Cpu.Arch), uint64_t(N.Cpu.Vendor), uint64_t(N.Cpu.Model),
           uint64_t(N.Pci.Device)});
      add({uint64_t(N.Net.Asic), uint64_t(N.Net.Port), Bits(N.Net.Width),
           N.Net.Gdr, N.Net.Coll, uint64_t(N.Net.MaxChannels)});
      for (const Link &L : N.Links)
        add({uint64_t(L.Type), uint64_t(L.Far.Type), L.Far.Index,
             Bits(L.Width)});
    }
  }
  add({Sys.Paths.sum(), Bits(Sys.MaxWidth), Bits(Sys.TotalWidth)});
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
    All.add({uint64_t(F.Common->NumChannels), uint64_t(F.Common->SameChannels),
             bit_cast<uint32_t>(F.Common->SpeedIntra),
             bit_cast<uint32_t>(F.Common->SpeedInter),
             uint64_t(F.Common->TypeIntra), uint64_t(F.Common->TypeInter)});
  for (const Channel &C : F.Channels) {
    All.add({C.CopyOf ? **C.CopyOf : ~uint64_t(0), C.Reversed});
    All.addBytes(ArrayRef(C.Next));
    All.addBytes(ArrayRef(C.Prev));
    All.addBytes(ArrayRef(C.Order));
  }
  All.add({F.P2p.Total, F.P2p.PerPeer});
  All.addBytes(ArrayRef(F.P2p.Order));
  return All.get();
}

static size_t sumOfServer(const Server &S, bool SingleNode) {
  Sum All;
  All.add(S.Xml);
  All.add(S.Sys);
  All.add(uint64_t(SingleNode));
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

//===- WiringRankChecks.cpp - One rank's view is what the tables give -----===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing in these sections is news: everything is made again from the tables
// before them and compared, so a pointer that leaves the blob or a table of
// slots that would have a loader overwrite something else can't pass.
//
//===----------------------------------------------------------------------===//

#include "WiringChecker.h"
#include <cstring>

using namespace llvm;
using namespace ringc;
using namespace ringc::wiring;

bool WiringChecker::sameBytes(Kind K, const void *Wanted, uint64_t Size,
                              uint64_t From) {
  const auto *Right = static_cast<const char *>(Wanted);
  const char *Found = V.Bytes.data() + V.section(K).Offset + From;
  if (std::memcmp(Found, Right, Size) == 0)
    return true;
  const char *First = std::mismatch(Found, Found + Size, Right).first;
  Diags.report(diag::err_wiring_rank, Place)
      << uint64_t(First - V.Bytes.data()) << nameOf(K) << V.comm().rank;
  return false;
}

bool WiringChecker::checkRankCounts() {
  const FabricRecord &Facts = V.fabric();
  uint64_t NumLocal = 0;
  for (const ServerRecord &S : V.servers())
    NumLocal += S.NumRanks;
  return hasCount(Kind::Devices, NumLocal) && hasCount(Kind::OwnRanks, 1) &&
         hasCount(Kind::Comm, 1) && hasCount(Kind::PeerInfo, Facts.NumRanks) &&
         hasCount(Kind::ConnectSend, Facts.NumRanks) &&
         hasCount(Kind::ConnectRecv, Facts.NumRanks) &&
         within(at(Kind::Comm, 0, offsetof(abi::ncclComm, rank)),
                "rank of the communicator", V.comm().rank, 0,
                int64_t(Facts.NumRanks) - 1);
}

bool WiringChecker::checkDevices() {
  const ArrayRef<DeviceRecord> Devices = V.devices();
  for (uint64_t I = 0; I < Devices.size(); ++I)
    if (!within(at(Kind::Devices, I, offsetof(DeviceRecord, Gdr)), "gdr",
                Devices[I].Gdr, 0, 1) ||
        !expect(at(Kind::Devices, I, offsetof(DeviceRecord, Reserved)),
                "reserved word", Devices[I].Reserved, 0))
      return false;
  return true;
}

bool WiringChecker::checkUserRanks(const RankImage &Image) {
  const uint64_t R = V.fabric().NumRanks;
  if (!hasCount(Kind::UserRanks, Image.lists().size() * R))
    return false;
  uint64_t From = 0;
  for (const RankImage::List &L : Image.lists()) {
    const ArrayRef<uint32_t> Order = Image.orderOf(L);
    const uint32_t Place = Image.placeIn(L);
    if (L.Reversed) {
      for (uint64_t I = 0; I < R; ++I)
        if (!sameBytes(Kind::UserRanks, &Order[(Place + R - I) % R], 4,
                       (From + I) * 4))
          return false;
    } else if (!sameBytes(Kind::UserRanks, &Order[Place], (R - Place) * 4,
                          From * 4) ||
               !sameBytes(Kind::UserRanks, Order.data(), Place * 4,
                          (From + R - Place) * 4)) {
      return false;
    }
    From += R;
  }
  return true;
}

bool WiringChecker::checkPeers(const RankImage &Image) {
  bool Ok = true;
  Image.forEachPeer([&](uint32_t Rank, const abi::ncclPeerInfo &Peer) {
    Ok = Ok && sameBytes(Kind::PeerInfo, &Peer, sizeof(Peer),
                         uint64_t(Rank) * sizeof(Peer));
  });
  return Ok;
}

bool WiringChecker::checkMasks(Kind K, const RankImage::Masks &Wanted) {
  const auto *Next = Wanted.begin();
  for (uint32_t Peer = 0; Peer < V.fabric().NumRanks; ++Peer) {
    const bool Named = Next != Wanted.end() && Next->Peer == Peer;
    const uint32_t Mask = Named ? (Next++)->Channels : 0;
    if (!sameBytes(K, &Mask, sizeof(Mask), uint64_t(Peer) * sizeof(Mask)))
      return false;
  }
  return true;
}

bool WiringChecker::checkRank() {
  // Sections without records count as there: checkKinds wants all or none.
  if (!Entries[uint32_t(Kind::Comm) - 1])
    return true;
  if (!checkRankCounts() || !checkDevices())
    return false;
  RankSource S;
  S.Rank = uint32_t(V.comm().rank);
  S.Facts = V.fabric();
  S.Servers = V.servers();
  S.Nodes = V.nodes();
  S.Channels = V.channels();
  for (uint32_t Row = 0; Row < S.Facts.NumRows; ++Row) {
    S.Orders.push_back(V.order(Row));
    S.Positions.push_back(V.positions(Row));
  }
  S.Devices = V.devices();
  S.P2p = V.p2p();
  const NodeRecord &N = V.nodes()[*V.nodeOf(RankId(S.Rank))];
  S.Graph = &V.graphs()[N.Server];
  S.Fragments = V.fragments().slice(S.Servers[N.Server].FirstLocal,
                                    S.Servers[N.Server].NumRanks);
  const RankImage Image(std::move(S));

  const abi::ncclTopoRanks Own = Image.ownRanks();
  const RankImage::Places At = {at(Kind::Comm, 0), at(Kind::UserRanks, 0),
                                at(Kind::PeerInfo, 0), at(Kind::ConnectSend, 0),
                                at(Kind::ConnectRecv, 0)};
  const auto Comm = std::make_unique<abi::ncclComm>();
  Image.fillComm(*Comm, At);
  const std::vector<uint64_t> Slots = Image.relocations(At);
  return sameBytes(Kind::OwnRanks, &Own, sizeof(Own)) &&
         checkUserRanks(Image) &&
         sameBytes(Kind::Comm, Comm.get(), sizeof(*Comm)) &&
         checkPeers(Image) && checkMasks(Kind::ConnectSend, Image.sends()) &&
         checkMasks(Kind::ConnectRecv, Image.recvs()) &&
         hasCount(Kind::Relocations, Slots.size()) &&
         sameBytes(Kind::Relocations, Slots.data(), Slots.size() * 8);
}

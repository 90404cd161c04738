//===- ElementFacts.cpp - What one element says ---------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers are of nccl-search section 3, confirmed.
//
//===----------------------------------------------------------------------===//

#include "ElementFacts.h"
#include <cstdlib>
#include <cstring>

using namespace ringc;

const char *ringc::text(const XmlElement &X, std::string_view Key) {
  const XmlAttribute *A = X.find(Key);
  return A ? A->Value.c_str() : "";
}

int ringc::getInt(const XmlElement &X, std::string_view Key, int Default) {
  const XmlAttribute *A = X.find(Key);
  return A ? readInt(A->Value) : Default;
}

std::string ringc::busIdText(const XmlElement &X) { return text(X, "busid"); }

float ringc::pciWidth(const XmlElement &X) {
  const int Speed =
      lookUp(PciSpeeds, X.get("link_speed")).value_or(DefaultPciSpeed);
  int64_t Lanes = getInt(X, "link_width");
  if (Lanes == 0)
    Lanes = DefaultPciWidth;
  return float(double(Lanes * Speed) / 80.0);
}

uint64_t ringc::pciDevice(const XmlElement &X) {
  static constexpr const char *Keys[] = {"vendor", "device", "subsystem_vendor",
                                         "subsystem_device"};
  uint64_t Word = 0;
  for (unsigned I = 0; I < 4; ++I)
    Word += uint64_t(std::strtol(text(X, Keys[I]), nullptr, 0))
            << (48 - 16 * I);
  return Word;
}

CpuFacts ringc::cpuFacts(const XmlElement &X) {
  CpuFacts F;
  F.Arch = CpuArch(lookUp(CpuArchs, X.get("arch")).value_or(0));
  if (F.Arch != CpuArch::X86)
    return F;
  F.Vendor = CpuVendor(lookUp(CpuVendors, X.get("vendor")).value_or(0));
  int Family = getInt(X, "familyid"), Model = getInt(X, "modelid");
  if (F.Vendor == CpuVendor::Intel)
    F.Model = Family == 6 && Model >= 0x55 ? CpuModel::Skl : CpuModel::Bdw;
  else if (F.Vendor == CpuVendor::Zhaoxin && Family == 7 && Model == 0x5B)
    F.Model = CpuModel::Yongfeng;
  return F;
}

NetFacts ringc::netFacts(const XmlElement &X) {
  NetFacts F;
  F.Asic = uint64_t(int64_t(getInt(X, "dev")));
  if (X.find("guid")) {
    const char *Guid = text(X, "guid");
    F.Asic = std::strncmp(Guid, "0x", 2) == 0
                 ? std::strtoull(Guid + 2, nullptr, 16)
                 : 0;
  }
  int Mbps = getInt(X, "speed");
  F.Width = float((Mbps <= 0 ? 10000 : Mbps) / 8000.0);
  F.Port = getInt(X, "port");
  F.Gdr = getInt(X, "gdr") != 0;
  F.MaxChannels = getInt(X, "maxconn", 32);
  F.Coll = getInt(X, "coll") != 0;
  return F;
}

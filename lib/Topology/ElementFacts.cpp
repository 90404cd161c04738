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
#include <cctype>
#include <cstdlib>
#include <cstring>

using namespace ringc;

const char *ringc::text(const XmlElement &X, std::string_view Key) {
  const XmlAttribute *A = X.find(Key);
  return A ? A->Value.c_str() : "";
}

int ringc::getInt(const XmlElement &X, std::string_view Key, int Default) {
  return X.find(Key) ? int(std::strtol(text(X, Key), nullptr, 0)) : Default;
}

std::string ringc::busIdText(const XmlElement &X) { return text(X, "busid"); }

int64_t ringc::busIdNumber(std::string_view BusId) {
  std::string Digits;
  for (char C : BusId) {
    if (C == ':' || C == '.')
      continue;
    if (!std::isxdigit(static_cast<unsigned char>(C)))
      break;
    Digits += C;
  }
  return std::strtoll(Digits.c_str(), nullptr, 16);
}

PciClass ringc::pciClass(std::string_view Class) {
  static constexpr std::pair<std::string_view, PciClass> Prefixes[] = {
      {"0x060400", PciClass::Pci}, {"0x068000", PciClass::Nvs},
      {"0x068001", PciClass::Cpu}, {"0x03", PciClass::Gpu},
      {"0x02", PciClass::Nic},
  };
  for (auto [Prefix, Result] : Prefixes)
    if (Class.starts_with(Prefix))
      return Result;
  return PciClass::Pci;
}

float ringc::pciWidth(const XmlElement &X) {
  static constexpr std::pair<std::string_view, int> Speeds[] = {
      {"2.5 GT/s", 15}, {"5 GT/s", 30}, {"8 GT/s", 60}, {"16 GT/s", 120}};
  int Speed = 60;
  for (auto [Prefix, Value] : Speeds)
    if (X.get("link_speed").starts_with(Prefix)) {
      Speed = Value;
      break;
    }
  int64_t Lanes = getInt(X, "link_width");
  if (Lanes == 0)
    Lanes = 16;
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
  std::string_view Arch = X.get("arch");
  F.Arch = Arch.starts_with("x86_64")  ? CpuArch::X86
           : Arch.starts_with("arm64") ? CpuArch::Arm
           : Arch.starts_with("ppc64") ? CpuArch::Power
                                       : CpuArch::Other;
  if (F.Arch != CpuArch::X86)
    return F;
  std::string_view Vendor = X.get("vendor");
  F.Vendor =
      Vendor.starts_with("GenuineIntel")   ? CpuVendor::Intel
      : Vendor.starts_with("AuthenticAMD") ? CpuVendor::Amd
      : Vendor.starts_with("CentaurHauls") || Vendor.starts_with("  Shanghai  ")
          ? CpuVendor::Zhaoxin
          : CpuVendor::Other;
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

//===- ElementFacts.h - What one element says -------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes as NCCL reads them (nccl-search sections 1 and 3): numbers are
// whatever strtol makes of the text, names are looked up by prefix, and every
// text gives some value.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_TOPOLOGY_ELEMENTFACTS_H
#define RINGC_LIB_TOPOLOGY_ELEMENTFACTS_H

#include "Dictionaries.h"
#include "ringc/Topology/System.h"
#include "ringc/Topology/Xml.h"

namespace ringc {

/// The text of an attribute; empty if it is absent.
const char *text(const XmlElement &X, std::string_view Key);

/// What strtol makes of the attribute, cut to an int; \p Default if absent.
int getInt(const XmlElement &X, std::string_view Key, int Default = 0);

std::string busIdText(const XmlElement &X);

/// Width in GB/s of the PCI link above \p X: lanes times 10 * GT/s of the
/// generation, over 80. Unknown speeds count as 8 GT/s.
float pciWidth(const XmlElement &X);

/// Vendor, device and their subsystem numbers as one word.
uint64_t pciDevice(const XmlElement &X);

CpuFacts cpuFacts(const XmlElement &X);

/// Facts of a net. Two nets with the same asic and port are one wire: the asic
/// is the guid, which counts only where it is written in hex.
NetFacts netFacts(const XmlElement &X);

} // namespace ringc

#endif // RINGC_LIB_TOPOLOGY_ELEMENTFACTS_H

//===- XmlEdit.h - Finding and removing elements ----------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What editing a completed document takes: elements by what they are, numbers
// and bus ids as the runtime reads them, and removal that keeps the document
// what completion leaves. Plain C++, like the document itself.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_TOPOLOGY_XMLEDIT_H
#define RINGC_TOPOLOGY_XMLEDIT_H

#include "ringc/Topology/Xml.h"

namespace ringc {

/// What strtol makes of the attribute \p Key, as NCCL reads numbers; 0 if it
/// is absent.
int readNumber(const XmlElement &E, std::string_view Key);

/// A bus id as a number: its hex digits (nccl-search section 1). Spellings of
/// one bus id give one number.
int64_t readBusIdNumber(std::string_view Text);

/// What an `nvlink` leads to, by its `tclass`.
enum class NvlinkEnd : uint8_t { Gpu, Cpu, Switch };
NvlinkEnd nvlinkEnd(const XmlElement &Nvlink);

/// All elements called \p Name, in document order.
std::vector<uint32_t> findElements(const XmlDocument &Doc,
                                   std::string_view Name);

/// The nearest element called \p Name above \p Index, or XmlElement::None.
uint32_t findAbove(const XmlDocument &Doc, uint32_t Index,
                   std::string_view Name);

/// The bus id of the pci that \p Index is in; empty outside of any.
std::string_view busIdAbove(const XmlDocument &Doc, uint32_t Index);

/// Takes the elements for which \p Keep is false out of \p Doc; those below
/// them must be marked false as well. The root stays.
void keepElements(XmlDocument &Doc, const std::vector<bool> &Keep);

/// Takes the elements marked in \p Gone out of \p Doc with all below them;
/// then what holds no gpu and no net any more, as completion does (nccl-search
/// section 2, trim). The root stays.
void removeElements(XmlDocument &Doc, const std::vector<bool> &Gone);

/// The gpu elements by rising `rank`, equal ones in document order.
std::vector<uint32_t> gpusByRank(const XmlDocument &Doc);

/// Gives the elements \p Gpus the ranks 0, 1, ...
void setRanks(XmlDocument &Doc, const std::vector<uint32_t> &Gpus);

/// Sets an attribute, which keeps its place; a new one has the element's.
void setAttribute(XmlElement &E, std::string_view Key, std::string Value);

} // namespace ringc

#endif // RINGC_TOPOLOGY_XMLEDIT_H

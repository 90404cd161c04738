//===- ImageTables.h - How images of the pair are put together --*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_EMIT_IMAGETABLES_H
#define RINGC_LIB_EMIT_IMAGETABLES_H

#include <cstdint>
#include <string>
#include <vector>

namespace ringc {

/// Appends \p Table to \p Out; where it begins.
template <typename T>
uint32_t appendTable(std::string &Out, const std::vector<T> &Table) {
  const auto Place = uint32_t(Out.size());
  Out.append(reinterpret_cast<const char *>(Table.data()),
             Table.size() * sizeof(T));
  return Place;
}

/// Sets where on the bus \p To is; \p Id has the digits of its bus id.
template <typename T> void setBusPlace(T &To, int64_t Id) {
  const auto Digits = uint64_t(Id);
  To.Domain = uint32_t(Digits >> 20);
  To.Bus = uint32_t(Digits >> 12 & 0xff);
  To.Slot = uint8_t(Digits >> 4 & 0xff);
  To.Function = uint8_t(Digits & 0xf);
}

} // namespace ringc

#endif // RINGC_LIB_EMIT_IMAGETABLES_H

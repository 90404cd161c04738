//===- Remark.h - Why something was decided ---------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A remark says why a pass chose one of several possibilities. Remarks are kept
// in the order they were made; the driver prints those whose pass matches
// -pass-remarks=REGEX and writes all as LLVM remark YAML for
// -pass-remarks-output=FILE, with the place in the XML as DebugLoc.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_DIAG_REMARK_H
#define RINGC_DIAG_REMARK_H

#include "ringc/Diag/Number.h"
#include "ringc/Diag/SrcLoc.h"
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ringc {

/// One decision. `Kind` follows LLVM: Passed (chosen), Missed (refused),
/// Analysis (a fact that explains). The message is the concatenation of the
/// arguments' values; an argument with an empty key is plain text between them.
struct Remark {
  enum class Kind : uint8_t { Passed, Missed, Analysis };

  Kind RemarkKind = Kind::Passed;
  std::string Pass;     ///< as in -passes, e.g. `compute-graph`
  std::string Name;     ///< CamelCase, e.g. `ChannelMinimum`
  std::string Function; ///< what it is about, e.g. `server 0`
  SrcLoc Loc;
  std::vector<std::pair<std::string, std::string>> Args;

  Remark(Kind K, std::string Pass, std::string Name, std::string Function,
         SrcLoc Loc = {})
      : RemarkKind(K), Pass(std::move(Pass)), Name(std::move(Name)),
        Function(std::move(Function)), Loc(Loc) {}

  /// Adds plain text.
  Remark &text(std::string Text) {
    Args.emplace_back("", std::move(Text));
    return *this;
  }
  /// Adds an argument: text, a whole number, or a fraction written as `%g`.
  Remark &arg(std::string Key, std::string Value) {
    Args.emplace_back(std::move(Key), std::move(Value));
    return *this;
  }
  template <typename T>
    requires std::is_integral_v<T>
  Remark &arg(std::string Key, T Value) {
    return arg(std::move(Key), std::to_string(Value));
  }
  Remark &arg(std::string Key, double Value) {
    return arg(std::move(Key), formatNumber(Value));
  }

  /// All values, one after the other.
  std::string message() const {
    std::string Out;
    for (const auto &[Key, Value] : Args)
      Out += Value;
    return Out;
  }
};

/// The remarks of one compilation.
class RemarkList {
public:
  Remark &add(Remark R) {
    Remarks.push_back(std::move(R));
    return Remarks.back();
  }
  const std::vector<Remark> &all() const { return Remarks; }

private:
  std::vector<Remark> Remarks;
};

} // namespace ringc

#endif // RINGC_DIAG_REMARK_H

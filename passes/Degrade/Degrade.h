//===- Degrade.h - Taking parts out of a server -----------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is lost, as names; finding the elements that a name means; taking them
// out of a completed document, or lowering their figures. Nothing is built
// here: the document stays complete, and whoever has it builds the system anew.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_DEGRADE_DEGRADE_H
#define RINGC_PASSES_DEGRADE_DEGRADE_H

#include "ringc/Topology/Xml.h"
#include <optional>
#include <span>

namespace ringc {

enum class PartKind : uint8_t { Net, Gpu, Nvlink, Pci };
constexpr unsigned NumPartKinds = 4;
/// `net`, `gpu`, ...: as in names and messages.
const char *toString(PartKind K);

/// One part lost: dropped, or narrowed by a factor or to a value.
struct Loss {
  PartKind Kind = PartKind::Net;
  std::string Item;  ///< as written, all of it
  std::string Which; ///< what follows `net:`, without the amount
  double Factor = 0; ///< 0: not by a factor
  int Value = 0;     ///< 0: not to a value

  bool isDrop() const { return Factor == 0 && Value == 0; }
};

/// Why losses can't be read, or applied to one server.
struct LossError {
  enum class Kind : uint8_t {
    // of the text
    Nothing,
    Name,       ///< no `kind:which`
    Ends,       ///< of an nvlink
    Amount,     ///< none where one is needed
    Factor,     ///< Detail is none between 0 and 1
    Value,      ///< Detail is none above 0
    GpuValue,   ///< a value for a gpu
    DropAmount, ///< an amount for what is dropped
    // of a server
    Unknown,   ///< no such part; Known are the names there are
    Ambiguous, ///< several; Place is the first one's
    Fraction,  ///< Was and Becomes
    Wider,     ///< Was
  };
  Kind What;
  Loss Of;
  std::string Detail = {};
  std::vector<std::string> Known = {};
  SrcLoc Place = {};
  int Was = 0;
  double Becomes = 0;
  const char *Unit = "";
};

/// Reads the options `drop` and `narrow`: items joined by `+`. \p Losses is
/// what they say, drops first.
std::optional<LossError> parseLosses(std::string_view Drop,
                                     std::string_view Narrow,
                                     std::vector<Loss> &Losses);

/// The elements that \p L means: nets, gpus, pcis, or the nvlinks of both
/// directions. Several gpus or pcis, and nets of several cards, are ambiguous.
std::optional<LossError> findPart(const XmlDocument &Doc, const Loss &L,
                                  std::vector<uint32_t> &Found);

/// What became of one element.
struct LossEffect {
  PartKind Kind;
  std::string Name; ///< for people: `net 3 'mlx5_1'`, ranks as before
  SrcLoc Place;
  int Was = 0, Is = 0;   ///< of Unit; both 0: dropped
  const char *Unit = ""; ///< `Mbit/s`, `links`, `lanes`
};

/// The ends of an `nvlink` as names have them: `0-1`, `0-nvs`, `0-cpu`; a bus
/// id where there is no such GPU.
std::string nvlinkEnds(const XmlDocument &Doc, uint32_t Nvlink);

/// For people: `gpu 5 (0000:07:00.0)`.
std::string describePart(const XmlDocument &Doc, uint32_t Element);

/// Applies \p Losses to \p Doc, a completed document: all names are those of
/// the document as it is, narrowing comes before dropping, and ranks are
/// numbered anew. \p Doc is unchanged after an error.
std::optional<LossError> applyLosses(XmlDocument &Doc,
                                     std::span<const Loss> Losses,
                                     std::vector<LossEffect> &Effects);

} // namespace ringc

#endif // RINGC_PASSES_DEGRADE_DEGRADE_H

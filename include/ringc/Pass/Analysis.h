//===- Analysis.h - What follows from a fabric ------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An analysis is computed when a pass first asks for it and kept until a pass
// that may change the fabric has run:
//
//   struct NicUse : AnalysisResult {
//     static constexpr char Name[] = "nic-use";
//     static NicUse run(const Fabric &F);
//     void print(llvm::raw_ostream &OS) const override;
//     ...
//   };
//   const NicUse &Use = Ctx.Analyses.get<NicUse>(F);
//
// Its name stands for its type, also between a plug-in and another.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASS_ANALYSIS_H
#define RINGC_PASS_ANALYSIS_H

#include "ringc/IR/Fabric.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <memory>

namespace ringc {

/// What an analysis found.
class AnalysisResult {
public:
  virtual ~AnalysisResult() = default;
  /// For -print-analysis: lines of text.
  virtual void print(llvm::raw_ostream &OS) const = 0;
};

/// All that is known of an analysis without running it.
struct AnalysisInfo {
  const char *Name;
  const char *Summary;
  PhaseSet Requires; ///< must be established before Run is called
  std::unique_ptr<AnalysisResult> (*Run)(const Fabric &F);
};

/// The AnalysisInfo of \p A, which is as at the top of this file.
template <typename A>
AnalysisInfo analysisInfo(const char *Summary, PhaseSet Requires) {
  return {A::Name, Summary, Requires,
          [](const Fabric &F) -> std::unique_ptr<AnalysisResult> {
            return std::unique_ptr<A>(new A(A::run(F)));
          }};
}

/// Results that hold for a fabric as it is.
class AnalysisCache {
public:
  /// The result of \p A for \p F, on which the phases that it needs hold. Valid
  /// until the pass that asks returns.
  template <typename A> const A &get(const Fabric &F) {
    std::unique_ptr<AnalysisResult> &R = Results[A::Name];
    if (!R)
      R.reset(new A(A::run(F)));
    return static_cast<const A &>(*R);
  }
  /// Forgets all, since the fabric may have changed.
  void clear() { Results.clear(); }

private:
  std::map<std::string, std::unique_ptr<AnalysisResult>, std::less<>> Results;
};

} // namespace ringc

#endif // RINGC_PASS_ANALYSIS_H

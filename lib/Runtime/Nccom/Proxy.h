//===- Proxy.h - Moves bytes for the device ---------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists of addresses, registered by stream and basic block: start makes them,
// progress runs a block of them, again and again, and stop drops them. There is
// no thread in libnccom: whoever calls progress moves the bytes
// [reference/runtime.md section 5, confirmed].
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NCCOM_PROXY_H
#define RINGC_LIB_RUNTIME_NCCOM_PROXY_H

#include "AddressList.h"
#include <map>

namespace ringc::runtime {

/// No basic block.
constexpr uint32_t NoBlock = UINT32_MAX;
/// Of a communicator [reference/runtime.md section 1, confirmed].
constexpr unsigned MaxStreams = 4;

/// One stream: the blocks that it knows, and the one that runs.
class ProxyStream {
public:
  ~ProxyStream() { stop(); }
  bool isRunning(uint32_t Block) const { return Block == Current; }
  bool knows(uint32_t Block) const { return Blocks.count(Block) != 0; }
  /// Whether \p Block can run, or be the one that runs next.
  bool hasPlaceFor(uint32_t Block) const {
    return Current == NoBlock || Pending == NoBlock || Block == NoBlock ||
           Block == Current || Block == Pending;
  }
  void add(uint32_t Block, std::unique_ptr<AddressList> List);
  /// Runs \p Block, after the one that runs; \p Idle: nothing moved; \p Done:
  /// nothing is left to be done.
  Problem progress(uint32_t Block, bool &Idle, bool &Done);
  void stop();

private:
  void run(uint32_t Block);

  std::map<uint32_t, std::vector<std::unique_ptr<AddressList>>> Blocks;
  uint32_t Current = NoBlock, Pending = NoBlock;
};

struct Proxy {
  ProxyStream Streams[MaxStreams];
  bool HasFailed = false; ///< for good
};

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NCCOM_PROXY_H

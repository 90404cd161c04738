//===- Proxy.cpp - Moves bytes for the device -----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proxy.h"
#include <algorithm>

using namespace ringc::runtime;

void ProxyStream::add(uint32_t Block, std::unique_ptr<AddressList> List) {
  auto &Lists = Blocks[Block];
  if (List)
    Lists.push_back(std::move(List));
}

void ProxyStream::run(uint32_t Block) {
  Current = Block;
  for (const auto &List : Blocks[Block])
    List->arm();
}

Problem ProxyStream::progress(uint32_t Block, bool &Idle, bool &Done) {
  bool Moved = false;
  if (Block != NoBlock && Block != Current) {
    if (Current == NoBlock) {
      run(Block);
      Moved = true;
    } else {
      Pending = Block;
    }
  }
  bool IsDone = true;
  if (Current != NoBlock)
    for (const auto &List : Blocks[Current]) {
      if (Problem P = List->step(Moved); !P.empty())
        return P;
      IsDone &= List->isDone();
    }
  if (IsDone) {
    Current = NoBlock;
    if (Pending != NoBlock) {
      run(std::exchange(Pending, NoBlock));
      IsDone = false;
      Moved = true;
    }
  }
  Idle &= !Moved || IsDone;
  Done &= IsDone;
  return {};
}

void ProxyStream::stop() {
  for (const auto &[Block, Lists] : Blocks)
    for (const auto &List : Lists)
      List->drop();
  Blocks.clear();
  Current = Pending = NoBlock;
}

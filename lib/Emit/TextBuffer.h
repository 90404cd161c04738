//===- TextBuffer.h - Numbers to text, fast ---------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A document of a large fabric is tens of megabytes of numbers. TextBuffer
// writes digits straight into one block of memory and hands the block on when
// it is full; nothing is allocated per number.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_EMIT_TEXTBUFFER_H
#define RINGC_LIB_EMIT_TEXTBUFFER_H

#include "ringc/Diag/Number.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>
#include <cmath>
#include <cstring>
#include <memory>
#include <type_traits>

namespace ringc {

class TextBuffer {
public:
  explicit TextBuffer(llvm::raw_ostream &OS)
      : OS(OS), Block(std::make_unique<char[]>(Capacity)) {}
  ~TextBuffer() { flush(); }
  TextBuffer(const TextBuffer &) = delete;
  TextBuffer &operator=(const TextBuffer &) = delete;

  TextBuffer &operator<<(char C) {
    room(1);
    Block[Used++] = C;
    return *this;
  }
  TextBuffer &operator<<(llvm::StringRef Text) {
    if (Text.size() > Capacity / 2) {
      flush();
      OS << Text;
      return *this;
    }
    room(Text.size());
    if (!Text.empty())
      std::memcpy(&Block[Used], Text.data(), Text.size());
    Used += Text.size();
    return *this;
  }
  TextBuffer &operator<<(const char *Text) {
    return *this << llvm::StringRef(Text);
  }
  template <typename T>
    requires(std::is_integral_v<T> && !std::is_same_v<T, char> &&
             !std::is_same_v<T, bool>)
  TextBuffer &operator<<(T Value) {
    room(MaxNumberLength);
    Used = size_t(std::to_chars(&Block[Used], &Block[Capacity], Value).ptr -
                  Block.get());
    return *this;
  }
  TextBuffer &operator<<(float Value) {
    room(MaxNumberLength);
    Used = size_t(writeNumber(&Block[Used], double(Value)) - Block.get());
    return *this;
  }

  void flush() {
    OS.write(Block.get(), Used);
    Used = 0;
  }

private:
  static constexpr size_t Capacity = size_t(1) << 16;

  void room(size_t Bytes) {
    if (Capacity - Used < Bytes)
      flush();
  }

  llvm::raw_ostream &OS;
  std::unique_ptr<char[]> Block;
  size_t Used = 0;
};

} // namespace ringc

#endif // RINGC_LIB_EMIT_TEXTBUFFER_H

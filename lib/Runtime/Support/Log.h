//===- Log.h - What the pair says -------------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NCCL's line, to standard error: `HOST:PID:TID NCCL WARN text`. NCCL_DEBUG
// says how much: NONE, WARN (the default) or INFO; TRACE is INFO.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_SUPPORT_LOG_H
#define RINGC_LIB_RUNTIME_SUPPORT_LOG_H

namespace ringc::runtime {

enum class LogLevel { None, Warn, Info };

/// Prints a line, at most 1 KiB of it, if NCCL_DEBUG asks for \p Level.
[[gnu::format(printf, 2, 3)]] void log(LogLevel Level, const char *Format, ...);

} // namespace ringc::runtime

#define RINGC_WARN(...)                                                        \
  ::ringc::runtime::log(::ringc::runtime::LogLevel::Warn, __VA_ARGS__)
#define RINGC_INFO(...)                                                        \
  ::ringc::runtime::log(::ringc::runtime::LogLevel::Info, __VA_ARGS__)

#endif // RINGC_LIB_RUNTIME_SUPPORT_LOG_H

//===- Log.cpp - What the pair says ---------------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line goes out by one write, so that lines of several threads and processes
// don't mix.
//
//===----------------------------------------------------------------------===//

#include "Log.h"
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <strings.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace ringc::runtime;

/// Read each time: a program may set it after the libraries were loaded.
static LogLevel wanted() {
  const char *Text = getenv("NCCL_DEBUG");
  if (!Text || !*Text)
    return LogLevel::Warn;
  if (!strcasecmp(Text, "INFO") || !strcasecmp(Text, "TRACE"))
    return LogLevel::Info;
  return strcasecmp(Text, "NONE") ? LogLevel::Warn : LogLevel::None;
}

void ringc::runtime::log(LogLevel Level, const char *Format, ...) {
  if (Level > wanted())
    return;
  char Host[64] = "";
  gethostname(Host, sizeof(Host) - 1);
  Host[strcspn(Host, ".")] = 0;
  char Line[1024];
  int Size =
      snprintf(Line, sizeof(Line), "%s:%d:%ld NCCL %s ", Host, getpid(),
               syscall(SYS_gettid), Level == LogLevel::Warn ? "WARN" : "INFO");
  va_list Args;
  va_start(Args, Format);
  Size += vsnprintf(Line + Size, sizeof(Line) - unsigned(Size), Format, Args);
  va_end(Args);
  if (unsigned(Size) >= sizeof(Line) - 1)
    Size = sizeof(Line) - 2;
  // Whoever wrote the text, it is one line.
  for (int I = 0; I < Size; ++I)
    if (static_cast<unsigned char>(Line[I]) < ' ' && Line[I] != '\t')
      Line[I] = '?';
  Line[Size] = '\n';
  (void)!write(STDERR_FILENO, Line, unsigned(Size) + 1);
}

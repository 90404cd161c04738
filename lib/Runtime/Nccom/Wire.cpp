//===- Wire.cpp - What ranks and the root say to each other ---------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wire.h"

using namespace ringc::runtime;

Problem ringc::runtime::sendFrame(const Socket &To, FrameType Type,
                                  const void *Data, size_t Size, Deadline D) {
  const Frame F = {FrameMagic, Type, Size};
  if (Problem P = sendAll(To, &F, sizeof(F), D); !P.empty())
    return P;
  return sendAll(To, Data, Size, D);
}

Problem ringc::runtime::receiveFrame(const Socket &From, FrameType Type,
                                     void *Data, size_t Size, Deadline D) {
  Frame F;
  if (Problem P = receiveAll(From, &F, sizeof(F), D); !P.empty())
    return P;
  if (F.Magic != FrameMagic)
    return "no frame of ours";
  if (F.Type == FrameType::RootError && F.Size <= MaxErrorText) {
    std::string Text(F.Size, ' ');
    Problem P = receiveAll(From, Text.data(), Text.size(), D);
    return P.empty() ? Text : P;
  }
  if (F.Type != Type || F.Size != Size)
    return "frame of type " + std::to_string(uint32_t(F.Type)) + " with " +
           std::to_string(F.Size) + " bytes, expected type " +
           std::to_string(uint32_t(Type)) + " with " + std::to_string(Size);
  return receiveAll(From, Data, Size, D);
}

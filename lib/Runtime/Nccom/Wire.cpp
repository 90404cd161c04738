//===- Wire.cpp - What ranks and the root say to each other ---------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wire.h"

using namespace ringc::runtime;

size_t ringc::runtime::introductionSize(const Frame &F) {
  if (F.Magic != FrameMagic)
    return 0;
  const auto IfExact = [&](size_t Size) {
    return F.Size == Size ? sizeof(F) + Size : 0;
  };
  switch (F.Type) {
  case FrameType::ToRoot:
    return IfExact(sizeof(Hello));
  case FrameType::Ring:
  case FrameType::ServerRing:
    return IfExact(sizeof(RingHello));
  case FrameType::Member:
    return IfExact(sizeof(MemberHello));
  case FrameType::Message:
    return F.Size >= sizeof(Sender) ? sizeof(F) + sizeof(Sender) : 0;
  default:
    return 0;
  }
}

Problem ringc::runtime::sendFrame(const Socket &To, FrameType Type,
                                  const void *Data, size_t Size, Deadline D) {
  const Frame F = {FrameMagic, Type, Size};
  return sendBoth(To, &F, sizeof(F), Data, Size, D);
}

Problem ringc::runtime::sendError(const Socket &To, const Problem &What,
                                  Deadline D) {
  return sendFrame(To, FrameType::RootError, What.data(),
                   What.size() < MaxErrorText ? What.size() : MaxErrorText, D);
}

Problem ringc::runtime::receiveFrame(const Socket &From, FrameType Type,
                                     void *Data, size_t Size, Deadline D) {
  Frame F;
  if (Problem P = receiveAll(From, &F, sizeof(F), D); !P.empty())
    return P;
  if (Problem P = checkFrame(From, F, Type, D); !P.empty())
    return P;
  if (F.Size != Size)
    return "frame of type " + std::to_string(uint32_t(F.Type)) + " with " +
           std::to_string(F.Size) + " bytes, expected " + std::to_string(Size);
  return receiveAll(From, Data, Size, D);
}

Problem ringc::runtime::checkFrame(const Socket &From, const Frame &F,
                                   FrameType Type, Deadline D) {
  if (F.Magic != FrameMagic)
    return "no frame of ours";
  if (F.Type == FrameType::RootError && F.Size <= MaxErrorText) {
    std::string Text(F.Size, ' ');
    Problem P = receiveAll(From, Text.data(), Text.size(), D);
    if (P.empty())
      P = Text.empty() ? "an error without a text" : Text;
    return P;
  }
  if (F.Type != Type)
    return "frame of type " + std::to_string(uint32_t(F.Type)) +
           ", expected type " + std::to_string(uint32_t(Type));
  return {};
}

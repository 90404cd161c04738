//===- IdentifyTest.cpp - Inputs are known by their content ---------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What may stand before the root element must not hide it.
//
//===----------------------------------------------------------------------===//

#include "ringc/Topology/FrontEnd.h"
#include <gtest/gtest.h>

using namespace ringc;

TEST(Identify, Xml) {
  EXPECT_EQ(identifyInput("<system version=\"1\">"), InputKind::SystemXml);
  EXPECT_EQ(identifyInput("<graphs version=\"1\"/>"), InputKind::GraphXml);
  EXPECT_EQ(identifyInput("<graphs>"), InputKind::GraphXml);
  EXPECT_EQ(identifyInput("\xef\xbb\xbf \r\n<?xml version=\"1.0\"?>\n"
                          "<!-- <system> --><!DOCTYPE graphs>\n<graphs/>"),
            InputKind::GraphXml);
  EXPECT_EQ(identifyInput("<graphsy/>"), InputKind::SystemXml);
  EXPECT_EQ(identifyInput("<!-- never closed"), InputKind::SystemXml);
}

TEST(Identify, OwnForms) {
  EXPECT_EQ(identifyInput("ringc.ring 1\n"), InputKind::TextIR);
  EXPECT_EQ(identifyInput(llvm::StringRef("RINGCWIR\0\1", 10)),
            InputKind::Blob);
}

TEST(Identify, Foreign) {
  EXPECT_EQ(identifyInput(""), InputKind::Unknown);
  EXPECT_EQ(identifyInput(" \n"), InputKind::Unknown);
  EXPECT_EQ(identifyInput("{}"), InputKind::Unknown);
  EXPECT_EQ(identifyInput("\xff\xfe<"), InputKind::Unknown);
}

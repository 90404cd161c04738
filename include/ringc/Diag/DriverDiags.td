//===- DriverDiags.td - Diagnostics of the Driver room -*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

def err_cannot_open : Error<"cannot open '%0': %1">;
def err_cannot_write : Error<"cannot write '%0': %1">;
def note_too_many : Note<"further messages of this kind are not shown">;

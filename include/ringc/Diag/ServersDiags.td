//===- ServersDiags.td - Messages of passes that edit servers *- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

def err_servers_in_use
    : Error<"pass '%0' changes servers, but phase '%1', which is made from them, "
            "holds already">;
def err_node_option
    : Error<"option 'node' of pass '%0' is %1, but the number of nodes is %2">;

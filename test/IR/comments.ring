// If this fails, tests can't live in the texts they test: comments before the
// version line, behind a fact and inside a list that goes on in the next line.

// RUN: ringc %s -until-after=system -emit=ring | FileCheck %s
// CHECK: {{^}}nodes 0..4 server 0{{$}}

ringc.ring 1 // the version
profile nccl-2.10.3
phases system
server 0 "by hand"
nodes 0..4 server 0

// nothing but an NVSwitch
system server 0
NVS 0 id 0 ""

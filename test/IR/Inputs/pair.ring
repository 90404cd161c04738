ringc.ring 1
profile nccl-2.10.3
phases parsed, system, graph, fragments, gathered, stitched, rings, bound, connected
file 1 "pair.xml"
server 0 "pair.xml"
nodes 0..1 server 0

parsed server 0
element 0 "system" at 1:1:1
  "version" = "1" at 1:1:10, 1:1:15
element 1 in 0 "cpu" at 1:2:1
  "numaid" = "0" at 1:2:10, 1:2:15
  "arch" = "x86_64" at 1:2:30, 1:2:35
element 2 in 1 "pci" at 1:3:1
  "busid" = "0" at 1:3:10, 1:3:15
element 3 in 2 "gpu" at 1:4:1
  "dev" = "0" at 1:4:10, 1:4:15
  "rank" = "0" at 1:4:30, 1:4:35 assumed
element 4 in 1 "pci" at 1:5:1
  "busid" = "1" at 1:5:10, 1:5:15
element 5 in 4 "gpu" at 1:6:1
  "dev" = "1" at 1:6:10, 1:6:15
  "rank" = "1" at 1:6:30, 1:6:35 assumed

system server 0
GPU 0 id 0x1000 "gpu" dev 0 rank 0 sm 80 gdr 1 at 1:4:1
GPU 1 id 0x2000 "gpu" dev 1 rank 1 sm 80 gdr 1 at 1:6:1
NVS 0 id 0 ""
CPU 0 id 0 "" arch x86 vendor intel model skl at 1:2:1
NIC 0 id 0x90000 "nic"
NET 0 id 3 "mlx5_0" asic 0x5c1dd0 port 1 width 12.1 gdr 1 coll 0 maxChannels 65536
link GPU 0 to NVS 0 NVL 240
link GPU 0 to CPU 0 PCI 12.3
link GPU 1 to NVS 0 NVL 240
link GPU 1 to CPU 0 PCI 12.3
link NVS 0 to GPU 0 NVL 240
link NVS 0 to GPU 1 NVL 240
link CPU 0 to NIC 0 PCI 24
link CPU 0 to GPU 0 PCI 12.3
link CPU 0 to GPU 1 PCI 12.3
link NIC 0 to CPU 0 PCI 24
link NIC 0 to NET 0 NET 12.1
link NET 0 to NIC 0 NET 12.1

graph server 0
id 0
pattern 4
crossNic 2
collNet 0
minChannels 1
maxChannels 16
nChannels 2
speedIntra 0.3
speedInter 12
typeIntra NVL
typeInter PHB
sameChannels 0
nHops 0
crossracktorack 0
intra 0: 0, 1
inter 0: 3, 3
intra 1: 1, 0
inter 1: 3, 3

fragments server 0
rank 0
  recv: 0, 1
  send: 1, 0
  prev: -1, 1
  next: 1, -1
rank 1
  recv: 0, 1
  send: 1, 0
  prev: 0, -1
  next: -1, 0

gathered
nChannels 2
sameChannels 0
speedIntra 0.3
speedInter 12
typeIntra NVL
typeInter PHB

channels
channel 0
channel 1
channel 2 copy of 0 reversed
channel 3 copy of 1 reversed

stitched
next 0: 1..3, 0
next 1: 3, 0..2

rings
order 0: 0..3
order 1: 0, 3..1

bound server 0
net 0: 3, 3
net 1: 3, 3
net 2: 3, 3
net 3: 3, 3

connected server 0
to-next 0: 1 p2p, 1 net
to-next 1: 1 net, 1 p2p
to-next 2: 1 net, 1 p2p
to-next 3: 1 p2p, 1 net

p2p
total 4
perPeer 2
order: 0, 2

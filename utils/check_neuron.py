#!/usr/bin/env python3
"""Checks ringc's rings on Neuron machines, apart from the code that makes them.

usage: check_neuron.py RINGC [PLATFORM...] [--nodes N,...] [--lnc L] [--cores N] [--nets N] [--pod MODE] [--duplicate]
                       [--random COUNT [--seed N]]

For each platform (default: all that -platform=help lists) and number of servers the system XML and the JSON are read, and it is checked
- that every channel is one ring over all ranks, and inside each server one over its devices, each device's cores together (or, on a line, there and back);
- that ranks that follow each other are of one device or of two that have a link, and between servers the head and the tail of a channel;
- that the rings before doubling use every link between two devices as often in either direction, and the device cycles no link twice;
- that each NIC receives for as many channels as it sends for, all the same, and belongs to the head's or the tail's device;
- that in a pod channels end on the device they began with, and pass the servers along its ring;
- that the doubled half is the first one reversed (with --duplicate: the same again), and that its heads and tails use their own NICs;
- that rank 1 connects to those that the rings have next to it.
With --random the parts are drawn at random instead. The last line counts the machines; what is wrong goes before it.
"""
import argparse
import collections
import json
import random
import re
import subprocess
import sys
import xml.etree.ElementTree


class Machine:
    """Devices, links and NICs of a system XML."""

    def __init__(self, text):
        self.device_of, self.links, self.nic_of = {}, set(), {}
        self.owners = set()  # a core and the device that it has a link to
        bus, targets, switches = {}, [], collections.defaultdict(set)
        root = xml.etree.ElementTree.fromstring(text)
        self.pod = root.get("pod")
        for switch in root.findall("./cpu/pci"):
            nets = [int(net.get("dev")) for net in switch.findall("./pci/nic/net")]
            for chip in switch.findall("./pci"):
                cores = chip.findall("./pci/gpu")
                if not cores:
                    continue
                device = min(int(core.get("rank")) for core in cores)
                if nets:
                    self.nic_of[device] = nets[0]
                for pci in chip.findall("./pci"):
                    rank = int(pci.find("gpu").get("rank"))
                    self.device_of[rank] = device
                    bus[pci.get("busid")] = rank
                    targets += [(rank, link.get("target")) for link in pci.findall("./gpu/nvlink")]
        for rank, target in targets:
            if target in bus:
                self.links.add((self.device_of[rank], self.device_of[bus[target]]))
                self.owners.add((rank, self.device_of[bus[target]]))
            else:
                switches[target].add(self.device_of[rank])
        self.direct = set(self.links)
        for devices in switches.values():
            self.links |= {(a, b) for a in devices for b in devices}
        self.devices = sorted(set(self.device_of.values()))
        self.switched = bool(switches)

    def linked(self, a, b):
        a, b = self.device_of[a], self.device_of[b]
        return a == b or (a, b) in self.links


def visits(order):
    """The devices of an order, runs of one written once."""
    return [device for i, device in enumerate(order) if i == 0 or order[i - 1] != device]


# The default pipeline with the other reading of what the doubled half is.
DUPLICATE = "-passes=compute-graph,preset,allgather,postset{second-half=duplicate},build-rings,kanga-ring,bind-netdev,connect-peers"


class Checker:
    def __init__(self, name, machine, document, reversing=True):
        self.name, self.machine, self.document, self.wrong, self.reversing = name, machine, document, 0, reversing
        self.pod = machine.pod in ("x4", "x2h", "x2v", "rack", "racks") and document["nodes"] > 1

    def expect(self, holds, text):
        if not holds:
            self.wrong += 1
            print(f"{self.name}: {text}")

    def intra(self):
        """The search's channels."""
        m, search = self.machine, self.document["search"][0]
        ranks, uses = len(m.device_of), collections.Counter()
        nets = self.document["nodes"] > 1 or any(c["inter"] for c in search["channels"])
        received, sent = collections.Counter(), collections.Counter()
        for number, channel in enumerate(search["channels"]):
            order = channel["intra"]
            self.expect(sorted(order) == list(range(ranks)), f"channel {number} isn't over all ranks")
            closing = [] if channel["inter"] else [(order[-1], order[0])]
            for a, b in list(zip(order, order[1:])) + closing:
                self.expect(m.linked(a, b), f"channel {number}: ranks {a} and {b} have no link")
            devices = visits([m.device_of[rank] for rank in order])
            turned = devices[:-1] if len(devices) > 1 and devices[0] == devices[-1] else devices
            folded = sorted(set(devices)) == m.devices and any((turned[i:] + turned[: i + 1]) == (turned[i:] + turned[: i + 1])[::-1] for i in range(len(turned)))
            if self.pod and len(devices) > 1 and not folded:
                self.expect(devices[0] == devices[-1], f"channel {number} of a pod begins at device {devices[0]} and ends at {devices[-1]}")
                devices.pop()
            self.expect(folded or sorted(devices) == m.devices, f"channel {number} is no ring over the devices: {devices}")
            uses.update(pair for pair in zip(devices, devices[1:] + devices[:1]) if pair[0] != pair[1])
            if channel["inter"]:
                receive, send = channel["inter"]
                received[receive] += 1
                sent[send] += 1
                self.expect(m.nic_of.get(m.device_of[order[0]], receive) == receive, f"channel {number} enters by a NIC that isn't its head's")
                self.expect(m.nic_of.get(m.device_of[order[-1]], send) == send, f"channel {number} leaves by a NIC that isn't its tail's")
        for (a, b), count in uses.items():
            if nets and not m.switched and len(search["channels"]) % 4 == 0 and len(m.devices) == 16:
                self.expect(uses[b, a] == count, f"link {a}-{b} is used {count} times one way, {uses[b, a]} the other")
        if received and not folded:  # a line has one channel
            self.expect(len(set(received.values())) == 1, f"NICs receive unevenly: {dict(received)}")
            self.expect(received == sent, f"NICs send {dict(sent)}, receive {dict(received)}")
            self.expect(len(received) == min(16, len(set(m.nic_of.values()))), f"only {len(received)} NICs are used")

    def rings(self):
        m, document = self.machine, self.document
        local = len(m.device_of)
        rings = document["rings"]
        for ring in rings:
            order = ring["order"]
            self.expect(sorted(order) == list(range(document["ranks"])) and order[0] == 0, f"ring {ring['channel']} isn't over all ranks")
            hops = sum(a // local != b // local for a, b in zip(order, order[1:] + order[:1]))
            self.expect(hops == (document["nodes"] if document["nodes"] > 1 else 0), f"ring {ring['channel']} has {hops} hops between servers")
            if ring["copyOf"] is not None:
                original = rings[ring["copyOf"]]["order"]
                expected = [original[0]] + original[:0:-1] if ring["reversed"] else original
                self.expect(order == expected, f"ring {ring['channel']} isn't the {'reverse' if ring['reversed'] else 'same'} of {ring['copyOf']}")
        self.expect(len(rings) == 2 * document["search"][0]["nChannels"], f"{len(rings)} rings")
        self.expect(all(ring["reversed"] == self.reversing for ring in rings[len(rings) // 2:]), "the second half " + ("isn't reversed" if self.reversing else "is reversed"))

    def nets(self):
        """Each channel enters and leaves a server at the ends of its order there, by their devices' NICs."""
        m, rings, local = self.machine, self.document["rings"], len(self.machine.device_of)
        for net in self.document.get("nets", []):
            order = rings[net["channel"]]["order"]
            node = range(net["node"] * local, (net["node"] + 1) * local)
            what = f"channel {net['channel']} on node {net['node']}"
            before, after = order[order.index(net["head"]) - 1], order[(order.index(net["tail"]) + 1) % len(order)]
            self.expect(net["head"] in node and before not in node and net["tail"] in node and after not in node, f"{what} enters at {net['head']} and leaves at {net['tail']}")
            for rank, nic in ((net["head"], net["recvNet"]), (net["tail"], net["sendNet"])):
                self.expect(m.nic_of.get(m.device_of[rank % local], nic) == nic, f"{what}: rank {rank} uses NIC {nic}")

    def connections(self, view):
        """The view of one rank: whom it connects to over which channels."""
        rank, send, receive = view["rank"]["rank"], collections.defaultdict(list), collections.defaultdict(list)
        for ring in self.document["rings"]:
            order = ring["order"]
            at = order.index(rank)
            send[order[(at + 1) % len(order)]].append(ring["channel"])
            receive[order[at - 1]].append(ring["channel"])
        found = {peer["peer"]: (peer["send"], peer["recv"]) for peer in view["rank"]["connect"]}
        wanted = {peer: (send[peer], receive[peer]) for peer in set(send) | set(receive) if peer != rank}
        self.expect(found == wanted, f"rank {rank} connects to {found}, not to {wanted}")

    def pods(self):
        """In a pod servers follow each other along its ring, as far as the mode lets them."""
        group = {"x4": lambda n: n // 4, "x2v": lambda n: n // 2, "x2h": lambda n: (n // 4, (n + 1) % 4 // 2),
                 "rack": lambda n: n // 2, "racks": lambda n: n // 4}[self.machine.pod]
        local = len(self.machine.device_of)
        apart = (1, 2) if self.machine.pod == "racks" else (1, 3)  # servers with links: on two racks 0 and 1, 2 and 3, 0 and 2, 1 and 3
        for ring in self.document["rings"]:
            nodes = visits([rank // local for rank in ring["order"]])
            nodes = nodes[:-1] if len(nodes) > 1 and nodes[0] == nodes[-1] else nodes
            alike = sum(group(a) == group(b) for a, b in zip(nodes, nodes[1:] + nodes[:1]))
            groups = len({group(n) for n in nodes})
            wanted = len(nodes) if groups == 1 else len(nodes) - groups
            self.expect(alike == wanted, f"ring {ring['channel']} passes the servers as {nodes}")
            for a, b in zip(nodes, nodes[1:] + nodes[:1]):
                if group(a) == group(b) and len(nodes) % 4 == 0:
                    self.expect((a ^ b) in apart if self.machine.pod == "racks" else (a - b) % 4 in apart, f"ring {ring['channel']} goes from server {a} to {b}, which aren't neighbours")

    def kanga(self):
        """Kanga paths: devices' ranks together, primaries on devices that follow each other over a link."""
        m, paths = self.machine, self.document["kangaRing"]
        sizes = [sum(d == device for d in m.device_of.values()) for device in m.devices]
        wanted = 4 if m.switched and (self.document["mlaCycles"] or len(sizes) == 2) and self.document["nodes"] == 1 and set(sizes) == {4} else 0
        self.expect(len(paths) == wanted, f"{len(paths)} kanga paths")
        for number, path in enumerate(paths):
            self.expect(sorted(path) == list(range(len(m.device_of))), f"kanga path {number} isn't over all ranks")
            groups = [path[i : i + 4] for i in range(0, len(path), 4)]
            self.expect(all(len({m.device_of[rank] for rank in group}) == 1 for group in groups), f"kanga path {number} tears a device apart")
            for group, after in zip(groups, groups[1:] + groups[:1]):
                self.expect(len(groups) == 1 or m.linked(group[0], after[0]), f"kanga path {number}: {group[0]} and {after[0]} have no link")
            self.kanga_ranks(number, groups)
        self.expect(len({path[0] for path in paths}) == len(paths), "kanga paths begin with one rank")

    def kanga_ranks(self, number, groups):
        """The ranks' records of one kanga path: neighbours and peers as the path has them."""
        m, records = self.machine, self.document["kangaRanks"][number]
        self.expect([record["rank"] for record in records] == sum(groups, []), f"kanga path {number} has other records")
        of = {record["rank"]: record for record in records}
        for i, group in enumerate(groups):
            before, after = groups[i - 1], groups[(i + 1) % len(groups)]
            cores = sorted(group)
            for rank in group:
                record = of[rank]
                peers = [record["peerRmtv"], record["peerRmtv2"], record["peerLocal"]]
                self.expect(sorted([rank, *peers]) == cores, f"kanga path {number}: peers of {rank} are {peers}")
                self.expect([of[peer]["peerRmtv"] for peer in peers[:1]] == [rank], f"kanga path {number}: {rank} isn't its peer's peer")
                self.expect(cores.index(rank) // 2 == cores.index(peers[0]) // 2, f"kanga path {number}: {rank} and {peers[0]} aren't on one die")
                self.expect((record["prev"], record["next"]) == (before[0], after[0]), f"kanga path {number}: {rank} stands between {record['prev']} and {record['next']}")
                self.expect(record["primary"] == (rank == group[0]), f"kanga path {number}: role of {rank}")
                self.expect(record["nextPeerRmtv"] == of[after[0]]["peerRmtv"], f"kanga path {number}: {rank} skips to {record['nextPeerRmtv']}")
                direct = (m.device_of[rank], m.device_of[after[0]]) in m.direct
                self.expect(record["nextPcie"] == (m.switched and not direct), f"kanga path {number}: {rank} goes on {'directly' if direct else 'over a switch'}")
                if not rank == group[0]:
                    self.expect(record["port"] == -1, f"kanga path {number}: secondary {rank} has a port")
                elif direct:
                    self.expect((cores[record["port"]], m.device_of[after[0]]) in m.owners, f"kanga path {number}: port of {rank}")

    def cycles(self):
        m, used = self.machine, set()
        for cycle in self.document["mlaCycles"]:
            self.expect(sorted(cycle) == list(range(len(m.devices))), f"device cycle {cycle} isn't over all devices")
            for a, b in zip(cycle, cycle[1:] + cycle[:1]):
                pair = (m.devices[a], m.devices[b])
                self.expect(pair in m.links, f"device cycle: {a} and {b} have no link")
                self.expect(pair not in used, f"device cycles use the link of {a} and {b} twice")
                used |= {pair, pair[::-1]}


def part_of(rand, platform):
    """A part of a machine, whether the runtime takes it or not."""
    case = ["-platform=" + platform, f"-nodes={rand.choice((1, 1, 2, 3, 4, 5))}", "-verify-topology=off"]
    each = 2 if platform.startswith(("inf2", "trn1")) else 4
    if each == 4 and rand.random() < 0.5:
        case.append("-lnc=1")
        each = 8
    chips = {"inf2.24xlarge": 6, "inf2.48xlarge": 12}.get(platform, 1 if platform in ("inf2.xlarge", "inf2.8xlarge", "trn1.2xlarge") else 16)
    if rand.random() < 0.8:
        case.append(f"-cores={each * rand.randint(1, chips)}")
    if chips == 16 and rand.random() < 0.5:
        case.append(f"-nets={rand.randint(1, 8)}")
    return case


def check(ringc, case):
    """The faults of one machine; None if it has no NICs for several servers."""
    command = [ringc, *case]
    done = subprocess.run([*command, "-emit=json"], capture_output=True, text=True)
    if done.returncode == 1 and "need a net each" in done.stderr:
        return None
    if done.returncode:
        print(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
        return 1
    topology = subprocess.run([*command, "-emit=topology"], capture_output=True, text=True, check=True).stdout
    view = subprocess.run([*command, "-emit=json", "-rank=1"], capture_output=True, text=True, check=True).stdout
    checker = Checker(" ".join(case), Machine(topology), json.loads(done.stdout), DUPLICATE not in case)
    checker.intra()
    checker.rings()
    checker.nets()
    checker.connections(json.loads(view))
    checker.cycles()
    checker.kanga()
    if checker.pod:
        checker.pods()
    return checker.wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ringc")
    parser.add_argument("platforms", nargs="*")
    parser.add_argument("--nodes", default="1,2,4,8")
    parser.add_argument("--random", type=int, default=0, metavar="COUNT")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--duplicate", action="store_true")
    for option in ("lnc", "cores", "nets", "pod"):
        parser.add_argument("--" + option)
    options = parser.parse_args()
    if not options.platforms:
        text = subprocess.run([options.ringc, "-platform=help"], capture_output=True, text=True, check=True).stdout
        options.platforms = re.findall(r"^  (\S+)", text, re.M)
    flags = [f"-{name}={value}" for name in ("lnc", "cores", "nets", "pod") if (value := getattr(options, name))]
    flags += [DUPLICATE] if options.duplicate else []
    cases = [["-platform=" + platform, "-nodes=" + nodes, *flags] for platform in options.platforms for nodes in options.nodes.split(",")]
    if options.random:
        rand = random.Random(options.seed)
        cases = [part_of(rand, rand.choice(options.platforms)) for _ in range(options.random)]
    machines = wrong = 0
    for case in cases:
        found = check(options.ringc, case)
        machines += found is not None
        wrong += found or 0
    print(f"{machines} machines, {wrong} faults")
    return 1 if wrong or not machines else 0


if __name__ == "__main__":
    sys.exit(main())

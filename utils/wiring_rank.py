"""One rank's view in a wiring blob (docs/WiringFormat.md, section 13), for read_wiring.py.

Computes every field of the view from the other sections and compares: with the generated layouts field by field, without them byte by byte.
Then relocates a copy to a pretended address as a loader would, and follows the pointers.
"""

import struct

# Kind: name and size of a record. All of them are there, or none.
SECTIONS = {
    14: ("devices", 24),
    15: ("ownRanks", 960),
    16: ("comm", 19240),
    17: ("userRanks", 4),
    18: ("peerInfo", 112),
    19: ("connectSend", 4),
    20: ("connectRecv", 4),
    21: ("relocations", 8),
}
COMM_SIZE = 19240

# The fields of ncclComm and ncclPeerInfo that are set, by the page: offset and letter of the struct module. All other bytes are zero.
COMM = {
    "peerInfo": (17544, "Q"),
    "connect": (17568, "i"),
    "connectSend": (17576, "Q"),
    "connectRecv": (17584, "Q"),
    "rank": (17616, "i"),
    "nRanks": (17620, "i"),
    "cudaDev": (17624, "i"),
    "busId": (17632, "q"),
    "node": (17640, "i"),
    "nNodes": (17644, "i"),
    "localRanks": (17648, "i"),
    "nChannels": (17704, "i"),
    "p2pnChannels": (17708, "i"),
    "p2pnChannelsPerPeer": (17712, "i"),
    "hostDevComm.rank": (18208, "i"),
    "hostDevComm.nRanks": (18212, "i"),
}
COMM["enablePod"] = (19208, "B")
COMM.update((name, (19212 + 4 * i, "i")) for i, name in enumerate(("pod", "pod_n", "pod_node", "pod_node_n")))
COMM["nKangaRingChannels"] = (16384, "i")
COMM.update((f"kangaRing[{k}][{i}]", (16388 + 256 * k + 4 * i, "i")) for k in range(4) for i in range(64))
COMM.update((f"p2pChannels[{i}]", (17716 + 4 * i, "i")) for i in range(32))
CHANNEL = {
    "ring.prev": (0, "i"),
    "ring.next": (4, "i"),
    "ring.userRanks": (8, "Q"),
    "ring.devUserRanks": (16, "Q"),
    "tree.up": (28, "i"),
    "collTree.up": (48, "i"),
    "id": (64, "i"),
}
CHANNEL.update((f"tree.down[{i}]", (32 + 4 * i, "i")) for i in range(3))
CHANNEL.update((f"collTree.down[{i}]", (52 + 4 * i, "i")) for i in range(3))
for channel in range(32):
    COMM.update((f"channels[{channel}].{name}", (512 * channel + at, letter)) for name, (at, letter) in CHANNEL.items())
PEER = {
    "rank": (0, "i"),
    "cudaDev": (4, "i"),
    "gdrSupport": (8, "i"),
    "hostHash": (16, "Q"),
    "pidHash": (24, "Q"),
    "busId": (40, "q"),
    "compCap": (96, "i"),
}
RINGS = ("ringRecv", "ringSend", "ringPrev", "ringNext")


def encode(size, places, values):
    """The record with these values, zero elsewhere."""
    record = bytearray(size)
    for name, value in values.items():
        at, letter = places[name]
        struct.pack_into("<" + letter, record, at, value)
    return bytes(record)


def names(name, extents):
    """`name` with every index of its array."""
    if not extents:
        return [name]
    return [full for i in range(extents[0]) for full in names(f"{name}[{i}]", extents[1:])]


def leaves(structs, name, at=0, prefix=""):
    """All scalars of a struct: full name, offset, letter, whether it is a pointer."""
    for field in structs[name].fields:
        size = structs[field.type].size if field.nested else struct.calcsize(field.type)
        for i, full in enumerate(names(prefix + field.name, field.extents)):
            if field.nested:
                yield from leaves(structs, field.type, at + field.offset + i * size, full + ".")
            else:
                yield full, at + field.offset + i * size, field.type, field.pointer


class RankView:
    """The view of `wiring`, an object of class Wiring. `structs`: the generated layouts, or None."""

    def __init__(self, wiring, check, structs=None):
        self.wiring, self.check, self.structs = wiring, check, structs
        self.rank = struct.unpack_from("<i", wiring.blob, wiring.offset("comm") + COMM["rank"][0])[0]
        check(0 <= self.rank < wiring.num_ranks, f"rank {self.rank} of the communicator")
        self.node = max(n for n, (_, first) in enumerate(wiring.nodes) if first <= self.rank)
        server, self.first = wiring.nodes[self.node]
        self.server = wiring.servers[server]
        self.fields = 0
        self.read_devices()
        self.check_own_ranks()
        self.check_user_ranks()
        self.check_peers()
        self.check_masks()
        self.check_comm()
        self.relocate()

    def compare(self, what, struct_name, at, places, size, values):
        """The record at `at` of the blob has `values` and is zero elsewhere."""
        found = self.wiring.blob[at : at + size]
        self.check(found == encode(size, places, values), f"{what} isn't what the tables give")
        if not self.structs:
            return
        rest = dict(values)
        for name, offset, letter, _ in leaves(self.structs, struct_name):
            value = struct.unpack_from("<" + letter, found, offset)[0]
            wanted = rest.pop(name, b"\0" if letter == "c" else 0)
            self.check(value == wanted, f"{name} of {what} is {value}, expected {wanted}")
            self.fields += 1
        self.check(not rest, f"the layout has no {', '.join(rest)}")

    def read_devices(self):
        self.wiring.expect_count("devices", sum(s["ranks"] for s in self.wiring.servers))
        self.devices = self.wiring.records("devices", "qiiiI")
        for index, (_, _, _, gdr, reserved) in enumerate(self.devices):
            self.check(gdr in (0, 1) and reserved == 0, f"device {index} has gdr {gdr}")

    def check_own_ranks(self):
        wiring, local, ranks = self.wiring, self.rank - self.first, self.server["ranks"]
        wiring.expect_count("ownRanks", 1)
        record = bytearray(wiring.blob[wiring.offset("ranks", self.server["first"] + local) :][:960])
        values = list(struct.unpack("<128i", record[:512]))
        values = [v + self.first if v >= 0 else v for v in values]
        struct.pack_into("<128i", record, 0, *values)
        own = wiring.offset("ownRanks")
        self.check(wiring.blob[own : own + 960] == bytes(record), "ownRanks isn't the rank's fragment in global ranks")
        # The same again from the graph.
        graph = self.server["graph"]
        layout = {f.name: f.offset for f in self.structs["ncclTopoRanks"].fields} if self.structs else {n: 128 * i for i, n in enumerate(RINGS)}
        for channel in range(graph["nChannels"]):
            order = graph["intra"][channel * ranks : (channel + 1) * ranks]
            i = order.index(local)
            wanted = (order[0], order[-1], order[i - 1] if i else None, order[i + 1] if i + 1 < ranks else None)
            for name, value in zip(RINGS, wanted):
                found = struct.unpack_from("<i", wiring.blob, own + layout[name] + 4 * channel)[0]
                self.check(found == (-1 if value is None else value + self.first), f"{name}[{channel}] of ownRanks is {found}")
                self.fields += 1

    def check_user_ranks(self):
        """Also finds out which array each channel shares."""
        wiring = self.wiring
        self.lists, self.list_of, self.user_ranks = [], [], []
        for channel, (_, backwards, row) in enumerate(wiring.channels):
            ring = wiring.ring(channel)
            place = ring.index(self.rank)
            self.user_ranks.append(ring[place:] + ring[:place])
            key = (row, backwards)
            if key not in self.lists:
                self.lists.append(key)
            self.list_of.append(self.lists.index(key))
        wiring.expect_count("userRanks", len(self.lists) * wiring.num_ranks)
        for channel, index in enumerate(self.list_of):
            at = wiring.offset("userRanks", index * wiring.num_ranks)
            found = struct.unpack_from(f"<{wiring.num_ranks}i", wiring.blob, at)
            self.check(list(found) == self.user_ranks[channel], f"userRanks of channel {channel} isn't its ring")

    def check_peers(self):
        wiring = self.wiring
        wiring.expect_count("peerInfo", wiring.num_ranks)
        for node, (server, first) in enumerate(wiring.nodes):
            for local in range(wiring.servers[server]["ranks"]):
                bus, dev, sm, gdr, _ = self.devices[wiring.servers[server]["first"] + local]
                rank = first + local
                values = {"rank": rank, "cudaDev": dev, "gdrSupport": gdr, "hostHash": node + 1, "pidHash": rank + 1, "busId": bus, "compCap": sm}
                self.compare(f"peerInfo[{rank}]", "ncclPeerInfo", wiring.offset("peerInfo", rank), PEER, 112, values)

    def check_masks(self):
        for name, place in (("connectSend", 1), ("connectRecv", -1)):
            masks = [0] * self.wiring.num_ranks
            for channel, ranks in enumerate(self.user_ranks):
                peer = ranks[place % len(ranks)]
                if peer != self.rank:
                    masks[peer] |= 1 << channel
            self.wiring.expect_count(name, len(masks))
            self.check([m for m, in self.wiring.records(name, "I")] == masks, f"{name} doesn't name the neighbours")

    def check_comm(self):
        wiring = self.wiring
        wiring.expect_count("comm", 1)
        bus, dev, _, _, _ = self.devices[self.server["first"] + self.rank - self.first]
        values = {
            "peerInfo": wiring.offset("peerInfo"),
            "connect": int(wiring.num_ranks > 1),
            "connectSend": wiring.offset("connectSend"),
            "connectRecv": wiring.offset("connectRecv"),
            "rank": self.rank,
            "nRanks": wiring.num_ranks,
            "cudaDev": dev,
            "busId": bus,
            "node": self.node,
            "nNodes": wiring.num_nodes,
            "localRanks": self.server["ranks"],
            "nChannels": wiring.num_channels,
            "p2pnChannels": wiring.p2p_total,
            "p2pnChannelsPerPeer": wiring.p2p_per_peer,
            "hostDevComm.rank": self.rank,
            "hostDevComm.nRanks": wiring.num_ranks,
        }
        values.update((f"p2pChannels[{i}]", c) for i, (c,) in enumerate(wiring.records("p2p", "I")))
        paths = wiring.kanga_paths()
        values["nKangaRingChannels"] = len(paths)
        for k, path in enumerate(paths):
            values.update((f"kangaRing[{k}][{i}]", path[i] if i < len(path) else -1) for i in range(64))
        values.update(self.pod())
        for channel in range(32):
            values[f"channels[{channel}].id"] = channel if channel < max(wiring.num_channels, wiring.p2p_total) else -1
        for channel, ranks in enumerate(self.user_ranks):
            place = wiring.offset("userRanks", self.list_of[channel] * wiring.num_ranks)
            ring = {"ring.prev": ranks[-1], "ring.next": ranks[1 % len(ranks)], "ring.userRanks": place, "ring.devUserRanks": place}
            for tree in ("tree", "collTree"):
                ring[f"{tree}.up"] = -1
                ring.update((f"{tree}.down[{i}]", -1) for i in range(3))
            values.update((f"channels[{channel}].{name}", value) for name, value in ring.items())
        self.compare("comm", "ncclComm", wiring.offset("comm"), COMM, COMM_SIZE, values)

    def pod(self):
        """The pod's fields (section 14): servers that work together, by mode."""
        mode, nodes = self.wiring.pod_mode, self.wiring.num_nodes
        groups = {1: "0000", 2: "0110", 3: "0011", 5: "0011", 6: "0000"}.get(mode)
        if not groups or nodes == 1:
            return {}
        pods = {}
        for node in range(nodes):
            pods.setdefault((node // 4, groups[node % 4]), []).append(node)
        if mode == 6:  # along the links: 0, 1, 3, 2
            for members in pods.values():
                members.sort(key=lambda node: (0, 1, 3, 2)[node % 4])
        members = next(members for members in pods.values() if self.node in members)
        return {"enablePod": 1, "pod": list(pods.values()).index(members), "pod_n": len(pods), "pod_node": members.index(self.node), "pod_node_n": len(members)}

    def relocate(self):
        """What a loader does: one pass over the slots. Then the pointers are followed."""
        wiring, base = self.wiring, 0x7F0123450000
        start = wiring.offset("comm")
        self.slots = [slot for slot, in wiring.records("relocations", "Q")]
        for before, slot in zip([0] + self.slots, self.slots):
            self.check(before < slot and start <= slot <= start + COMM_SIZE - 8 and slot % 8 == 0, f"slot {slot} is no pointer of comm")
        image = bytearray(wiring.blob[start : start + COMM_SIZE])
        for slot in self.slots:
            value = struct.unpack_from("<Q", image, slot - start)[0]
            struct.pack_into("<Q", image, slot - start, value + base)

        def follow(name, letter, count):
            place = struct.unpack_from("<Q", image, COMM[name][0])[0] - base
            self.check(0 <= place <= len(wiring.blob) - 4 * count, f"{name} leaves the blob")
            return list(struct.unpack_from(f"<{count}{letter}", wiring.blob, place)), place

        for channel, ranks in enumerate(self.user_ranks):
            for name in ("userRanks", "devUserRanks"):
                self.check(follow(f"channels[{channel}].ring.{name}", "i", len(ranks))[0] == ranks, f"{name} of channel {channel} leads elsewhere")
        for name in ("connectSend", "connectRecv"):
            self.check(follow(name, "I", wiring.num_ranks)[1] == wiring.offset(name), f"{name} leads elsewhere")
        self.check(follow("peerInfo", "I", 28 * wiring.num_ranks)[1] == wiring.offset("peerInfo"), "peerInfo leads elsewhere")
        pointers = 0
        for name, at, _, pointer in leaves(self.structs, "ncclComm") if self.structs else ():
            value = struct.unpack_from("<Q", image, at)[0] if pointer else 0
            pointers += value != 0
            self.check(value == 0 or start + at in self.slots, f"pointer {name} has no slot")
        self.check(not self.structs or pointers == len(self.slots), f"{pointers} pointers are set, but there are {len(self.slots)} slots")

    def summary(self):
        wiring = self.wiring
        bus, dev, sm, gdr, _ = self.devices[self.server["first"] + self.rank - self.first]
        yield f"rank {self.rank} of {wiring.num_ranks}, node {self.node}, dev {dev}, bus id {bus:x}, sm {sm}, gdr {gdr}"
        for channel, ranks in enumerate(self.user_ranks):
            dots = " ..." if len(ranks) > 16 else ""
            yield f"channel {channel}: {' '.join(map(str, ranks[:16]))}{dots} (array {self.list_of[channel]})"
        yield f"{len(self.slots)} pointers relocated and followed"
        if self.structs:
            yield f"{self.fields} fields as computed"

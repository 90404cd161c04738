#!/usr/bin/env python3
"""Read a wiring blob (docs/WiringFormat.md) and print a summary, or the JSON of `ringc -emit=json`.

usage: read_wiring.py [--json | --rank] [--layout ringc_layout.py] BLOB

Written from the format's page alone, as an example of a reader in another language. With --layout the places of the runtime's records come
from the module that ringc's build generates (python/ringc_layout.py), else from the tables of the page. --rank prints one rank's view, which
wiring_rank.py checks wherever it is in a blob. A blob that is damaged or foreign is refused with exit status 1.
"""

import argparse
import importlib.util
import json
import math
import struct
import sys
import zlib

import wiring_rank

MAGIC = b"RINGCWIR"
VERSION = 1
NONE = 0xFFFFFFFF
PATH_TYPES = ("LOC", "NVL", "NVB", "PIX", "PXB", "PHB", "SYS")

# Kind: name and size of a record.
SECTIONS = {
    1: ("fabric", 64),
    2: ("strings", 1),
    3: ("servers", 24),
    4: ("graphs", 33080),
    5: ("ranks", 960),
    6: ("nodes", 8),
    7: ("channels", 16),
    8: ("orders", 4),
    9: ("positions", 4),
    10: ("nets", 8),
    11: ("transports", 1),
    12: ("p2p", 4),
    13: ("text", 1),
}
ALL_SECTIONS = {**SECTIONS, **wiring_rank.SECTIONS}
SIZES = dict(ALL_SECTIONS.values())

# What of the runtime's records is used: offset, letter of the struct module, length.
GRAPH = {
    "id": (0, "i", 1),
    "pattern": (4, "i", 1),
    "crossNic": (8, "i", 1),
    "nChannels": (24, "i", 1),
    "speedIntra": (28, "f", 1),
    "speedInter": (32, "f", 1),
    "typeIntra": (36, "i", 1),
    "typeInter": (40, "i", 1),
    "sameChannels": (44, "i", 1),
    "intra": (52, "i", 8192),
    "inter": (32820, "i", 64),
}
FRAGMENT = {"ringRecv": (0, "i", 32), "ringSend": (128, "i", 32)}


class Refused(Exception):
    """Why the bytes are no wiring blob."""


def check(condition, text):
    if not condition:
        raise Refused(text)


def load_layout(path):
    """The places of the fields in GRAPH and FRAGMENT, from the generated module."""
    spec = importlib.util.spec_from_file_location("ringc_layout", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def fields(name, wanted, size):
        layout = module.STRUCTS[name]
        check(layout.size == size, f"{name} has {layout.size} bytes in {path}, expected {size}")
        known = {f.name: (f.offset, f.type, math.prod(f.extents)) for f in layout.fields}
        return {key: known[key] for key in wanted}

    return fields("ncclTopoGraph", GRAPH, 33080), fields("ncclTopoRanks", FRAGMENT, 960), module.STRUCTS


class Wiring:
    """A blob, checked and taken apart."""

    def __init__(self, blob, graph_fields=None, fragment_fields=None, structs=None):
        self.blob = blob
        self.graph_fields = graph_fields or GRAPH
        self.fragment_fields = fragment_fields or FRAGMENT
        self.read_header()
        self.read_sections()
        self.read_fabric()
        self.read_servers()
        self.read_nodes()
        self.read_channels()
        self.read_nets()
        self.view = wiring_rank.RankView(self, check, structs) if "comm" in self.sections else None

    # -- the frame -----------------------------------------------------------

    def read_header(self):
        blob = self.blob
        check(len(blob) >= 32, f"{len(blob)} bytes are too few for a header of 32")
        magic, version, checksum, size, self.num_sections, reserved = struct.unpack_from("<8sIIQII", blob)
        check(magic == MAGIC, "does not begin with RINGCWIR")
        check(version == VERSION, f"version is {version}, this reader knows {VERSION}")
        check(size == len(blob), f"header says {size} bytes, there are {len(blob)}")
        check(checksum == zlib.crc32(memoryview(blob)[16:]), "checksum is wrong")
        check(reserved == 0, "reserved word of the header is not 0")

    def read_sections(self):
        blob = self.blob
        end = 32 + 24 * self.num_sections
        check(end <= len(blob), "section table is longer than the blob")
        self.sections = {}
        last = 0
        for i in range(self.num_sections):
            kind, record, offset, count = struct.unpack_from("<IIQQ", blob, 32 + 24 * i)
            check(kind > last, f"section kind {kind} follows {last}")
            last = kind
            check(offset % 64 == 0 and end <= offset, f"section {kind} begins at {offset}")
            end = offset + record * count
            check(end <= len(blob), f"section {kind} ends at {end}, behind the blob")
            if kind in ALL_SECTIONS:
                name, size = ALL_SECTIONS[kind]
                check(record == size, f"records of section {name} have {record} bytes, expected {size}")
                self.sections[name] = (offset, count)
        of_rank = any(name in self.sections for name, _ in wiring_rank.SECTIONS.values())
        for name, _ in (ALL_SECTIONS if of_rank else SECTIONS).values():
            check(name in self.sections, f"section {name} is missing")

    def offset(self, name, index=0):
        return self.sections[name][0] + index * SIZES[name]

    def expect_count(self, name, count):
        check(self.sections[name][1] == count, f"section {name} has {self.sections[name][1]} records, expected {count}")

    def records(self, name, letters):
        """All records of a section as tuples."""
        size = struct.calcsize("<" + letters)
        start, count = self.sections[name]
        return list(struct.iter_unpack("<" + letters, memoryview(self.blob)[start : start + count * size]))

    def string(self, offset, length):
        start, count = self.sections["strings"]
        check(offset + length <= count, f"string at {offset} of length {length} is outside the strings")
        return self.blob[start + offset : start + offset + length].decode("utf-8", "replace")

    def fields(self, where, fields):
        """A runtime record as a dictionary."""
        record = {}
        for key, (offset, letter, length) in fields.items():
            values = struct.unpack_from(f"<{length}{letter}", self.blob, where + offset)
            record[key] = values[0] if length == 1 else values
        return record

    # -- the tables ----------------------------------------------------------

    def read_fabric(self):
        self.expect_count("fabric", 1)
        values = struct.unpack_from("<7Iii2fii3I", self.blob, self.offset("fabric"))
        self.profile = self.string(*values[0:2])
        self.num_nodes, self.num_servers, self.num_ranks, self.num_channels, self.num_rows = values[2:7]
        self.common_channels = values[7]
        self.p2p_total, self.p2p_per_peer = values[13:15]
        self.pod_mode = values[15]
        check(self.pod_mode < 7, f"pod mode {self.pod_mode}")
        check(1 <= self.num_channels <= 32, f"{self.num_channels} channels")
        check(1 <= self.num_rows <= self.num_channels, f"{self.num_rows} rows")
        check(1 <= self.common_channels <= 32, f"{self.common_channels} common channels")
        check(self.num_nodes and self.num_servers and self.num_ranks, "no nodes, servers or ranks")
        self.expect_count("servers", self.num_servers)
        self.expect_count("graphs", self.num_servers)
        self.expect_count("nodes", self.num_nodes)
        self.expect_count("channels", self.num_channels)
        self.expect_count("orders", self.num_rows * self.num_ranks)
        self.expect_count("positions", self.num_rows * self.num_ranks)
        self.expect_count("nets", self.num_servers * self.num_channels if self.num_nodes > 1 else 0)
        self.expect_count("p2p", self.p2p_per_peer)
        check(1 <= self.p2p_per_peer <= self.p2p_total <= 32, f"{self.p2p_per_peer} of {self.p2p_total} p2p channels for a peer")
        check(all(c < self.p2p_total for c, in self.records("p2p", "I")), "unknown p2p channel")

    def read_servers(self):
        self.servers = []
        first = 0
        for index, record in enumerate(self.records("servers", "6I")):
            at, length, place, ranks, nets, _ = record
            check(place == first and 1 <= ranks <= 256, f"server {index} has local ranks {place} to {place + ranks - 1}")
            graph = self.fields(self.offset("graphs", index), self.graph_fields)
            used = graph["nChannels"]
            check(self.common_channels <= used <= 32, f"server {index} has {used} channels")
            intra = graph["intra"][: used * ranks]
            check(all(0 <= r < ranks for r in intra), f"server {index} has a channel with an unknown rank")
            for key in ("typeIntra", "typeInter"):
                check(0 <= graph[key] < len(PATH_TYPES), f"server {index} has {key} {graph[key]}")
            self.servers.append({"source": self.string(at, length), "ranks": ranks, "nets": nets, "graph": graph, "first": first})
            first += ranks
        self.expect_count("ranks", first)
        self.expect_count("transports", first * self.num_channels)
        for server in self.servers:
            fragment = self.fields(self.offset("ranks", server["first"]), self.fragment_fields)
            for key in self.fragment_fields:
                check(all(-1 <= r < server["ranks"] for r in fragment[key]), f"{key} names an unknown rank")
            server["fragment"] = fragment

    def read_nodes(self):
        self.nodes = self.records("nodes", "II")
        first = 0
        for index, (server, start) in enumerate(self.nodes):
            check(server < self.num_servers and start == first, f"node {index} is server {server} from rank {start}")
            first += self.servers[server]["ranks"]
        check(first == self.num_ranks, f"nodes have {first} ranks, expected {self.num_ranks}")

    def read_channels(self):
        self.channels = []
        rows = 0
        for index, (copy, reversed_, row, _) in enumerate(self.records("channels", "4I")):
            if copy == NONE:
                check(row == rows and not reversed_, f"channel {index} has row {row}")
                rows += 1
            else:
                check(copy < index and self.channels[copy][0] == NONE, f"channel {index} copies channel {copy}")
                check(row == self.channels[copy][2] and reversed_ in (0, 1), f"channel {index} has row {row}")
            self.channels.append((copy, reversed_, row))
        check(rows == self.num_rows, f"{rows} channels have rows, expected {self.num_rows}")
        self.orders = [self.read_row("orders", row) for row in range(rows)]
        for row in range(rows):
            order, places = self.orders[row], self.read_row("positions", row)
            check(order[0] == 0, f"row {row} begins with rank {order[0]}")
            for place, rank in enumerate(order):
                check(rank < self.num_ranks and places[rank] == place, f"row {row} has no ring at place {place}")

    def read_row(self, name, row):
        return struct.unpack_from(f"<{self.num_ranks}I", self.blob, self.offset(name, row * self.num_ranks))

    def read_nets(self):
        self.nets = self.records("nets", "ii")

    # -- what follows from them ----------------------------------------------

    def ring(self, channel):
        """All ranks of a channel in its direction, from rank 0."""
        _, backwards, row = self.channels[channel]
        order = self.orders[row]
        return [order[0]] + list(order[:0:-1]) if backwards else list(order)

    def ends(self, channel, node):
        """First and last rank of a channel in a node."""
        copy, backwards, _ = self.channels[channel]
        original = channel if copy == NONE else copy
        server, first = self.nodes[node]
        fragment = self.servers[server]["fragment"]
        head, tail = first + fragment["ringRecv"][original], first + fragment["ringSend"][original]
        return (tail, head) if backwards else (head, tail)

    def search(self):
        entries = []
        for index, server in enumerate(self.servers):
            graph, ranks = server["graph"], server["ranks"]
            entry = {"nodes": [n for n, (s, _) in enumerate(self.nodes) if s == index]}
            entry.update((key, graph[key]) for key in ("id", "pattern", "crossNic", "nChannels"))
            for key in ("speedIntra", "speedInter"):
                entry[key] = float("%g" % graph[key])
            for key in ("typeIntra", "typeInter"):
                entry[key] = PATH_TYPES[graph[key]]
            entry["sameChannels"] = graph["sameChannels"]
            entry["channels"] = [
                {
                    "intra": list(graph["intra"][c * ranks : (c + 1) * ranks]),
                    "inter": list(graph["inter"][2 * c : 2 * c + 2]) if server["nets"] else [],
                }
                for c in range(graph["nChannels"])
            ]
            entries.append(entry)
        return entries

    def net_list(self):
        entries = []
        for channel in range(self.num_channels):
            for node, (server, _) in enumerate(self.nodes):
                head, tail = self.ends(channel, node)
                recv, send = self.nets[server * self.num_channels + channel]
                entries.append({"channel": channel, "node": node, "head": head, "tail": tail, "recvNet": recv, "sendNet": send})
        return entries

    def document(self):
        """The document of `ringc -emit=json`."""
        doc = {
            "schema": "ringc.wiring/1",
            "profile": self.profile,
            "nodes": self.num_nodes,
            "ranks": self.num_ranks,
            "localRanks": [self.servers[s]["ranks"] for s, _ in self.nodes],
            "search": self.search(),
            "channels": self.num_channels,
            "rings": [
                {"channel": c, "copyOf": None if copy == NONE else copy, "reversed": bool(backwards), "order": self.ring(c)}
                for c, (copy, backwards, _) in enumerate(self.channels)
            ],
        }
        if self.num_nodes > 1:
            doc["nets"] = self.net_list()
        doc["p2pChannels"] = {"total": self.p2p_total, "perPeer": self.p2p_per_peer}
        doc["kangaRing"] = self.kanga_paths()
        if not doc["profile"].startswith("neuron"):  # else they follow from the system, which is in the text only
            doc["mlaCycles"] = []
            doc["kangaRanks"] = []
        return doc

    def kanga_paths(self):
        """The kanga paths (section 6): the groups of the fragments in the order of a channel, each path turned by a quarter more."""
        server = self.servers[self.nodes[0][0]]
        ranks, graph = server["ranks"], server["graph"]
        rows = [struct.unpack_from("<16i", self.blob, self.offset("ranks", server["first"] + local) + 896) for local in range(ranks)]
        paths = []
        if self.num_nodes != 1 or ranks > 64:
            return paths
        for k in range(4):
            groups = [row[4 * k : 4 * k + 4] for row in rows]
            if not any(any(group) for group in groups):
                break
            channel = k % graph["nChannels"]
            path, seen = [], set()
            for rank in graph["intra"][channel * ranks : (channel + 1) * ranks]:
                if rank in seen:
                    continue
                group = groups[rank]
                if rank not in group or len(set(group)) != 4 or not all(0 <= r < ranks and groups[r] == group for r in group):
                    return []
                seen.update(group)
                path += group
            turn = k * (len(path) // 4) // 4 * 4
            paths.append(path[turn:] + path[:turn])
        return paths

    def summary(self):
        yield f"profile {self.profile}, {self.num_nodes} nodes, {self.num_ranks} ranks, {self.num_channels} channels"
        for index, server in enumerate(self.servers):
            uses = sum(s == index for s, _ in self.nodes)
            graph = server["graph"]
            yield (
                f"server {index} '{server['source']}': {uses} nodes, {server['ranks']} ranks, {server['nets']} NICs, "
                f"{graph['nChannels']} channels at {graph['speedIntra']:g}/{graph['speedInter']:g} GB/s"
            )
        for channel, (copy, backwards, _) in enumerate(self.channels):
            if copy != NONE:
                yield f"channel {channel}: channel {copy}{' backwards' if backwards else ''}"
                continue
            ring = self.ring(channel)
            dots = " ..." if len(ring) > 16 else ""
            yield f"channel {channel}: {' '.join(map(str, ring[:16]))}{dots}"


def main():
    parser = argparse.ArgumentParser(description="Read a wiring blob.")
    parser.add_argument("blob", metavar="BLOB", help="the file; - is standard input")
    parser.add_argument("--json", action="store_true", help="print the document of ringc -emit=json, on one line; of Neuron machines without mlaCycles and kangaRanks")
    parser.add_argument("--rank", action="store_true", help="print one rank's view")
    parser.add_argument("--layout", metavar="FILE", help="take record layouts from the generated ringc_layout.py")
    options = parser.parse_args()
    try:
        if options.blob == "-":
            blob = sys.stdin.buffer.read()
        else:
            with open(options.blob, "rb") as file:
                blob = file.read()
        layout = load_layout(options.layout) if options.layout else ()
        wiring = Wiring(blob, *layout)
        check(wiring.view or not options.rank, "there is no rank's view")
    except (OSError, Refused) as problem:
        print(f"read_wiring.py: {options.blob}: {problem}", file=sys.stderr)
        return 1
    if options.json:
        json.dump(wiring.document(), sys.stdout, separators=(",", ":"))
        print()
    else:
        print("\n".join((wiring.view if options.rank else wiring).summary()))
    return 0


if __name__ == "__main__":
    sys.exit(main())

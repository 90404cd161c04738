"""Graphs: every rank of a machine, a process each, builds its rings with the others; what neuronGetCommInfo says of them is what ringc compiled."""
from graph_testing import *

# Pod and place in it of each server, and how many of them share a rack; nothing where servers are no pod.
PODS = {
    "x4": ([0] * 4, [0, 1, 2, 3], 1),
    "ultra": ([0] * 4, [0, 1, 2, 3], 1),
    "x2h": ([0, 1, 1, 0], [0, 0, 1, 1], 1),
    "x2v": ([0, 0, 1, 1], [0, 1, 0, 1], 1),
    "rack": ([0] * 2, [0, 1], 2),
    "racks": ([0] * 4, [0, 1, 3, 2], 2),
}



def look(p, rank, comm):
    """What neuronGetCommInfo says, against the document; what is wrong, or None."""
    peers = (Peer * p.ranks)()
    info = Info()
    info.peers = peers
    if p.ccom.neuronGetCommInfo(comm, ctypes.byref(info)):
        return "neuronGetCommInfo"
    server = p.server_of(rank)
    if (info.rank, info.rank_n, info.node, info.node_n, info.local_rank_n) != (rank, p.ranks, server, len(p.local), p.local[server]):
        return f"rank {info.rank} of {info.rank_n}, node {info.node} of {info.node_n} with {info.local_rank_n}"
    wanted, in_rack = (False, 0, 0, 0, 0), 1
    if p.folder.name in PODS:
        pods, places, in_rack = PODS[p.folder.name]
        wanted = (True, pods[server], len(set(pods)), places[server], pods.count(pods[server]))
    pod = (info.enable_pod, info.pod, info.pod_n, info.pod_node, info.pod_node_n)
    if pod != wanted or info.local_rack_rank_n != in_rack * p.local[server]:
        return f"pod {pod}, expected {wanted}; {info.local_rack_rank_n} ranks in the rack"
    got = [(ring.user_ranks[: p.ranks], ring.duplicate) for ring in info.rings[: info.channel_n]]
    if got != wanted_rings(p.document, rank):
        return "rings"
    if any((ring.prev, ring.next) != (users[-1], users[1 % p.ranks]) for ring, (users, _) in zip(info.rings, got)):
        return "prev and next"
    if [info.kangaring_paths[k][: p.ranks] for k in range(info.kangaring_channel_n)] != p.document["kangaRing"]:
        return "kanga paths"
    cycles = p.document["mlaCycles"]
    if [info.mla_cycles[k][: len(cycles[k])] for k in range(info.mla_cycle_n)] != cycles:
        return f"device cycles: {info.mla_cycle_n} of {len(cycles)}"
    # All servers have the same devices here.
    if [(peer.neuron_dev, peer.tpb_index) for peer in peers] != [p.place(other)[1:] for other in range(p.ranks)]:
        return "peers"
    out = ctypes.c_int()
    if p.ccom.neuronGetPeerDeviceId(comm, p.ranks - 1, ctypes.byref(out)) or out.value != peers[p.ranks - 1].neuron_dev:
        return "neuronGetPeerDeviceId"
    return None


def whole(p):
    address = f"127.0.0.1:{free_port()}".encode()

    def work(rank):
        status, comm = start(p, rank, address)
        if status:
            return 10
        info = Info()
        if p.ccom.neuronGetCommInfo(comm, ctypes.byref(info)) or (info.rank, info.channel_n) != (rank, 0):
            return 11
        if p.ccom.neuronBuildGraphComm(comm):
            return 12
        wrong = look(p, rank, comm)
        if wrong:
            os.write(2, f"rank {rank}: {wrong}\n".encode())
            return 13
        return 14 if p.ccom.neuronFreeComm(comm) else 0

    codes, said, seconds = children(p.ranks, work)
    check(codes == [0] * p.ranks, f"{p.arguments}: {codes} {said[:2000]}")
    return seconds


long_run = len(sys.argv) > 5
inputs = INPUTS.parent.parent / "Inputs"
for name, arguments in {
    "trn1": ("-platform=trn1.32xlarge",),
    "trn1x4": ("-platform=trn1.32xlarge", "-nodes=4"),
    "trn1small": ("-platform=trn1.2xlarge",),
    "trn1n": ("-platform=trn1n.32xlarge",),
    "trn2": ("-platform=trn2.48xlarge",),
    "trn2lnc1": ("-platform=trn2.48xlarge", "-lnc=1"),
    "trn3": ("-platform=trn3.48xlarge",),
    "inf2": ("-platform=inf2.48xlarge",),
    "inf2of6": ("-platform=inf2.24xlarge",),
    "inf2small": ("-platform=inf2.xlarge",),
    "inf2small8": ("-platform=inf2.8xlarge",),
    "pds": ("-platform=trn3pds98.48xlarge",),
    "rack": ("-platform=trn3pds98.rack",),
    "racks": ("-platform=trn3pds98.racks", "-cores=16"),
    "x4": ("-platform=trn2u.48xlarge", "-cores=16"),
    "x2h": ("-platform=trn2u.48xlarge", "-cores=16", "-pod=x2h"),
    "x2v": ("-platform=trn2u.48xlarge", "-cores=16", "-pod=x2v"),
    "x1": ("-platform=trn2u.48xlarge", "-cores=16", "-pod=x1"),
    "octo": (inputs / "octo.xml", "-nodes=2"),
    **({"ultra": ("-platform=trn2u.48xlarge",)} if long_run else {}),
}.items():
    p = Pair(name, *arguments)
    seconds = whole(p)
    if long_run:
        print(f"{name}: {p.ranks} ranks, {seconds:.1f} s", file=sys.stderr)

# Part of the ranks, in an order of their own: a ring of theirs, along the compiled one.
p = Pair("part", "-platform=trn1.32xlarge", "-nodes=2")


def part(members, altered=None):
    board = Board()

    def work(index):
        rank = members[index]
        if not p.load(p.server_of(rank)):
            return 20
        if index == 0:
            made = ctypes.create_string_buffer(128)
            if p.ccom.neuronGetUniqueId(made, len(members), None):
                return 21
            board.put(0, made.raw)
        text = ctypes.create_string_buffer(board.take(0), 128)
        comm = ctypes.c_void_p()
        if p.ccom.neuronInitComm(ctypes.byref(comm), len(members), text, index, device_of(*p.place(rank)), False):
            return 10
        if altered and index == altered[0]:
            return altered[1](comm, index, len(members))
        if p.ccom.neuronBuildGraphComm(comm):
            return 12
        info = Info()
        if p.ccom.neuronGetCommInfo(comm, ctypes.byref(info)):
            return 13
        for ring, full in zip(info.rings[: info.channel_n], p.document["rings"]):
            users = ring.user_ranks[: len(members)]
            if sorted(users) != list(range(len(members))) or users[0] != index:
                return 14
            # Inside a server, members follow each other as in the compiled ring.
            order = [r for r in ring_from(full["order"], rank, False) if r in members]
            if len({p.server_of(r) for r in members}) == 1 and [members[u] for u in users] != order:
                return 15
        nodes = len({p.server_of(r) for r in members})
        return 0 if (info.node_n, info.channel_n > 0, info.use_net) == (nodes, True, nodes > 1) else 16

    return children(len(members), work)


for members in ([5, 0, 17, 2], list(range(32)), [0, 32], [0, 32, 1, 33, 8, 40], [63], list(range(63, -1, -1))):
    codes, said, _ = part(members)
    check(codes == [0] * len(members), f"members {members}: {codes} {said}")

# What is wrong is named, by all.
codes, said, _ = part([3, 4, 3])
check(codes == [12] * 3 and said.count("rank 0 and rank 2 are both on core 1 of device 1 of server 0") == 3, f"{codes} {said}")


def fragment(change):
    """A rank that takes part by hand, with bytes of its own."""

    def act(comm, index, count):
        peers = ctypes.create_string_buffer(count * 120)
        record = bytearray(120)
        server, device, core = p.place(2)
        struct.pack_into("<ii", record, 0, index, device)
        struct.pack_into("<i", record, 68, core)
        wiring = struct.unpack_from("<I", payload(p.folder / "libnccom.so.2", "ringc_wiring"), 12)[0]
        struct.pack_into("<Q", record, 112, wiring + (change == "wiring"))
        ctypes.memmove(ctypes.addressof(peers) + 120 * index, bytes(record), 120)
        if p.ccom.neuronBootstrapAllGather(comm, peers, ctypes.c_size_t(120), None):
            return 30
        if change == "wiring":
            return 12
        each = 500 if change == "short" else 984
        parts = bytearray(count * each)
        struct.pack_into("<i", parts, each * index, 99 if change == "channels" else 8)
        for c in range(8):
            # Head 0, tail 2: 0, 1, 2 in a row, but for what is changed.
            for table, value in enumerate((0, 2, 7 if change == "stranger" else 1, 0 if change == "cycle" else -1)):
                struct.pack_into("<i", parts, each * index + 24 + 128 * table + 4 * c, value)
        data = ctypes.create_string_buffer(bytes(parts), len(parts))
        if p.ccom.neuronBootstrapAllGather(comm, data, ctypes.c_size_t(each), None):
            return 12
        verdict = ctypes.create_string_buffer(count * 128)
        p.ccom.neuronBootstrapAllGather(comm, verdict, ctypes.c_size_t(128), None)
        return 12

    return act


for change, wanted in {
    "short": r"it gathers \d+ bytes, this rank \d+",
    "channels": "rank 2 has 99 channels",
    "stranger": "rank 2, channel 0: its fragment names rank 7, which isn't on its server",
    "wiring": "rank 2 has another wiring in its library than rank 0",
    "cycle": r"Error : ring \d does not (loop back|contain)|doesn't say that it comes before",
}.items():
    codes, said, seconds = part([0, 1, 2], (2, fragment(change)))
    check(codes == [12] * 3 and re.search(wanted, said), f"{change}: {codes} {said}")
    check(seconds < 10, f"{change}: {seconds}")


def other_sum(comm, index, count):
    """Rank 1 of two, each alone on its server: it has the fragment that it should, and says that it built other rings."""
    peers, record = ctypes.create_string_buffer(count * 120), bytearray(120)
    server, device, core = p.place(32)
    struct.pack_into("<ii", record, 0, index, device)
    struct.pack_into("<i", record, 68, core)
    struct.pack_into("<i", record, 80, server)
    record[112:116] = payload(p.folder / "libnccom.so.2", "ringc_wiring")[12:16]
    ctypes.memmove(ctypes.addressof(peers) + 120 * index, bytes(record), 120)
    parts = bytearray(count * 984)
    struct.pack_into("<i", parts, 984 * index, 8)
    for table, value in enumerate((index, index, -1, -1)):
        struct.pack_into("<8i", parts, 984 * index + 24 + 128 * table, *[value] * 8)
    verdict = struct.pack("<QQ", 0, 0) + bytes(112) + struct.pack("<QQ", 99, 0) + bytes(112)
    for data, each in ((peers.raw, 120), (bytes(parts), 984), (verdict, 128)):
        if p.ccom.neuronBootstrapAllGather(comm, ctypes.create_string_buffer(data, len(data)), ctypes.c_size_t(each), None):
            return 30
    return 12


codes, said, _ = part([0, 32], (1, other_sum))
check(codes == [12] * 2 and "rank 1 has built other rings than rank 0" in said, f"another sum: {codes} {said}")

# Both libraries read alike which server this process is on: two servers, of which only the second has a device 3.
two = Pair("two", inputs / "pair.xml", inputs / "octo.xml")


def reads(text):
    """By each library: which of the two servers it is on; None: no such server."""

    def work(rank):
        os.environ.pop("RINGC_VIRTUAL_SERVER_ID", None)
        if text is not None:
            os.environ["RINGC_VIRTUAL_SERVER_ID"] = text
        nrt = ctypes.CDLL(str(two.folder / "libnrt.so.1"), ctypes.RTLD_GLOBAL)
        ccom = ctypes.CDLL(str(two.folder / "libnccom.so.2"))
        ids = (ctypes.c_int * 64)()
        of_nrt = 2 if nrt.nrt_init(1, b"", b"") else nrt.nec_get_device_count(ids, 64) > 3
        of_ccom = 2
        for server, device in ((0, 1), (1, 3)):
            comm = ctypes.c_void_p()
            # Not the one of all ranks, which libnrt refuses to number if it knows no server.
            if ccom.neuronInitComm(ctypes.byref(comm), 1, ctypes.create_string_buffer(128), 0, device_of(0, device, 0), False):
                return 30
            if ccom.neuronBuildGraphComm(comm) == SUCCESS:
                of_ccom = server
            ccom.neuronFreeComm(comm)
        return 10 * of_nrt + of_ccom

    return children(1, work)


for text, wanted in {None: 0, "": 0, "0": 0, "1": 1, "01": 1, "2": 2, "-1": 2, "+1": 2, " 1": 2, "1 ": 2, "1x": 2, "x": 2, "99999999999999999999": 2, "18446744073709551617": 2}.items():
    codes, said, _ = reads(text)
    check(codes == [11 * wanted], f"server '{text}': {codes} {said}")

# A wiring that isn't what the passes make of its graph: two ranks change places in the first ring.
p = Pair("changed", "-platform=inf2.24xlarge")
library = p.folder / "libnccom.so.2"
whole_file, blob = library.read_bytes(), payload(library, "ringc_wiring")
sections = {kind: offset for kind, _, offset, _ in struct.iter_unpack("<IIQQ", blob[32 : 32 + 24 * struct.unpack_from("<I", blob, 24)[0]])}
changed, ORDERS, POSITIONS = bytearray(blob), 8, 9
_, a, b = struct.unpack_from("<3I", blob, sections[ORDERS])
struct.pack_into("<2I", changed, sections[ORDERS] + 4, b, a)
struct.pack_into("<I", changed, sections[POSITIONS] + 4 * a, 2)
struct.pack_into("<I", changed, sections[POSITIONS] + 4 * b, 1)
check(whole_file.count(blob) == 1, "the blob stands in the library once")
library.write_bytes(whole_file.replace(blob, changed))
address = f"127.0.0.1:{free_port()}".encode()


def differs(rank):
    status, comm = start(p, rank, address)
    return status or 40 + p.ccom.neuronBuildGraphComm(comm)


codes, said, _ = children(p.ranks, differs)
check(codes == [40 + FAILURE] * p.ranks, f"another wiring than the graph's: {codes} {said}")
check(f"rank 0, channel 0: rank 0 is followed by rank {a}, in the compiled wiring by rank {b}" in said, f"the difference is named: {said}")

finish()
sys.stdout.flush()
os._exit(0)

"""What the tests of graphs share: records, a pair with its compiled wiring that each rank loads, and places of ranks."""
from pair_processes import *
import json

TMP.mkdir(parents=True, exist_ok=True)
os.environ["NEURON_CCOM_SOCK_TIMEOUT"] = "60000"
os.environ["NCCL_DEBUG"] = "WARN"


class Ring(ctypes.Structure):
    _fields_ = [("prev", ctypes.c_int), ("next", ctypes.c_int), ("user_ranks", ctypes.POINTER(ctypes.c_int)), ("duplicate", ctypes.c_bool)]


class Peer(ctypes.Structure):
    _fields_ = [("neuron_dev", ctypes.c_int), ("rid", ctypes.c_int), ("tpb_index", ctypes.c_int), ("pod_node_id", ctypes.c_int), ("reservation_id", ctypes.c_uint64)]


class Info(ctypes.Structure):
    _fields_ = (
        [("cluster_id", ctypes.c_uint64), ("epoch", ctypes.c_int64)]
        + [(name, ctypes.c_int) for name in ("neuron_dev", "rank", "rank_n", "local_rank_n", "local_rack_rank_n", "node", "node_n")]
        + [("enable_pod", ctypes.c_bool), ("use_net", ctypes.c_bool)]
        + [(name, ctypes.c_int) for name in ("pod", "pod_n", "pod_node", "pod_node_n")]
        + [("peers", ctypes.POINTER(Peer)), ("channel_n", ctypes.c_int), ("rings", Ring * 32)]
        + [("kangaring_channel_n", ctypes.c_int), ("kangaring_paths", ctypes.POINTER(ctypes.c_int) * 32)]
        + [("mla_cycle_n", ctypes.c_int), ("mla_cycles", ctypes.POINTER(ctypes.c_int) * 32)]
    )


check(ctypes.sizeof(Info) == 1376 and Info.rings.offset == 80 and Info.mla_cycles.offset == 1120, "the record's layout")


def device_of(server, device, core, rid=0):
    record = bytearray(216)
    struct.pack_into("<5i", record, 0, device, device, core, device, rid)
    struct.pack_into("<i", record, 40, server)
    return ctypes.create_string_buffer(bytes(record), 216)


class Pair:
    """A pair of a machine of its own, to be loaded by each rank, with the compiled wiring."""

    def __init__(self, name, *arguments):
        self.folder = pair(name, *arguments)
        self.arguments = arguments
        self.document = json.loads(must(RINGC, *arguments, "-emit=json"))
        self.ranks = self.document["ranks"]
        self.local = self.document["localRanks"]

    def load(self, server):
        os.environ["RINGC_VIRTUAL_SERVER_ID"] = str(server)
        self.nrt = ctypes.CDLL(str(self.folder / "libnrt.so.1"), ctypes.RTLD_GLOBAL)
        self.ccom = ctypes.CDLL(str(self.folder / "libnccom.so.2"))
        with open("/proc/self/maps") as maps:
            loaded = {line.split()[-1] for line in maps if "libnrt.so" in line}
        return loaded == {str(self.folder / "libnrt.so.1")} and self.nrt.nrt_init(1, b"", b"") == 0

    def place(self, rank):
        """Server, device and core of a compiled rank: ranks are dealt to devices in order."""
        server = 0
        while rank >= self.local[server]:
            rank -= self.local[server]
            server += 1
        ids = (ctypes.c_int * 64)()
        each = self.local[server] // self.nrt.nec_get_device_count(ids, 64)
        return server, ids[rank // each], rank % each

    def server_of(self, rank):
        return sum(rank >= sum(self.local[: k + 1]) for k in range(len(self.local)))


def ring_from(order, rank, backwards):
    at = order.index(rank)
    return [order[at], *order[:at][::-1], *order[at + 1 :][::-1]] if backwards else order[at:] + order[:at]


def wanted_rings(document, rank):
    """JSON's `order` is the channel's own, copies and reversed ones included."""
    return [(ring_from(ring["order"], rank, False), ring["copyOf"] is not None) for ring in document["rings"]]


def start(p, rank, address):
    """The communicator of all ranks."""
    if not p.load(p.server_of(rank)):
        return 20, None
    server, device, core = p.place(rank)
    comm = ctypes.c_void_p()
    record = device_of(server, device, core)
    return p.ccom.neuronInitGlobalComm(rank, p.ranks, record, address, ctypes.byref(comm), None), comm

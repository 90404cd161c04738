"""What the tests of communicators share: a pair of two servers that is loaded and initialised, and processes that are ranks of it."""
from pair_processes import *
import resource
import signal

TMP.mkdir(parents=True, exist_ok=True)
folder = pair("pair", "-platform=trn1.32xlarge", "-nodes=2")
os.environ["NEURON_CCOM_SOCK_TIMEOUT"] = "60000"
os.environ["NCCL_DEBUG"] = "WARN"
nrt = ctypes.CDLL(str(folder / "libnrt.so.1"), ctypes.RTLD_GLOBAL)
ccom = ctypes.CDLL(str(folder / "libnccom.so.2"))
check(nrt.nrt_init(1, b"", b"") == 0, "nrt_init")
DEVICE = ctypes.create_string_buffer(216)
MAGIC = 0x61796C69
WAYS = ("flat", "hierarchical")


def unique_id(count):
    text = ctypes.create_string_buffer(128)
    check(ccom.neuronGetUniqueId(text, count, b"hint") == SUCCESS, "neuronGetUniqueId")
    return text


def on_server(number):
    """A device record of that virtual server."""
    device = ctypes.create_string_buffer(216)
    struct.pack_into("<i", device, 40, number)
    return device


def init(text, rank, count, device=DEVICE):
    comm = ctypes.c_void_p()
    return ccom.neuronInitComm(ctypes.byref(comm), count, text, rank, device, False), comm


def init_global(address, rank, count, device=DEVICE):
    comm = ctypes.c_void_p()
    return ccom.neuronInitGlobalComm(rank, count, device, address, ctypes.byref(comm), None), comm


PATTERN = bytes(range(251)) * 410


def part_of(rank, each):
    return PATTERN[rank * 7 % 251 :][:each]


def gather(comm, rank, count, each):
    data = ctypes.create_string_buffer(count * each)
    part = part_of(rank, each)
    ctypes.memmove(ctypes.addressof(data) + rank * each, part, each)
    status = ccom.neuronBootstrapAllGather(comm, data, ctypes.c_size_t(each), None)
    wanted = b"".join(part_of(r, each) for r in range(count))
    return status, data.raw[: count * each] == wanted


def exchange(comm, rank, count):
    """Gathers of several sizes, and everybody sends to two others and receives in the other order: 0, or which step is wrong."""
    for each in (1, 28, 100_000 if count <= 64 else 1000):
        if gather(comm, rank, count, each) != (SUCCESS, True):
            return 11
    for step in (1, 2):
        data = bytes([rank % 256, step]) * 500
        if count > 2 and ccom.neuronBootstrapSend(comm, (rank + step) % count, data, ctypes.c_size_t(1000), None):
            return 12
    for step in (2, 1):
        data = ctypes.create_string_buffer(1000)
        peer = (rank - step) % count
        if count > 2 and (ccom.neuronBootstrapRecv(comm, peer, data, ctypes.c_size_t(1000), None) or data.raw != bytes([peer % 256, step]) * 500):
            return 13
    return 0


def good(text, count, server_of=lambda rank: 0):
    """What each rank of a communicator does if all is well."""

    def work(rank):
        before = open_files()
        status, comm = init(text, rank, count, on_server(server_of(rank)))
        if status:
            return 10
        wrong = exchange(comm, rank, count)
        if wrong or ccom.neuronFreeComm(comm):
            return wrong or 14
        return 0 if open_files() == before else 15

    return work


def root_of(text):
    return "127.0.0.1", int.from_bytes(text.raw[2:4], "big")


def hello(rank, count, build, magic=MAGIC, size=60, listen=None, way=0, server=0):
    listen = listen or struct.pack("<H", socket.AF_INET) + bytes(26)
    return struct.pack("<IIQ", magic, 1, size) + struct.pack("<ii", rank, count) + listen + build + struct.pack("<ii", way, server)


def own_build():
    """What a rank of this pair says of its build."""
    said = b""
    sniffer = socket.create_server(("127.0.0.1", 0))
    text = ctypes.create_string_buffer(struct.pack("<H", socket.AF_INET) + sniffer.getsockname()[1].to_bytes(2, "big") + bytes([127, 0, 0, 1]), 128)

    def listen(pids):
        nonlocal said
        with sniffer.accept()[0] as peer:
            while len(said) < 76:
                said += peer.recv(76 - len(said))

    children(1, lambda rank: init(text, 0, 2)[0], listen)
    sniffer.close()
    return said[52:68]

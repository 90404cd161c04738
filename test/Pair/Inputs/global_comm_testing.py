"""What the tests of nrt_build_global_comm and its like share: a pair that processes and threads load, and what a rank does if all is well."""
from pair_processes import *
import json
import signal
import threading

TMP.mkdir(parents=True, exist_ok=True)
os.environ["NEURON_CCOM_SOCK_TIMEOUT"] = "60000"
os.environ["NCCL_DEBUG"] = "WARN"
UNINITIALIZED = 13
INT_MAX = 2**31 - 1
inputs = INPUTS.parent.parent / "Inputs"


class Machine:
    """A pair of a machine of its own, to be loaded by each process: libnrt alone, which finds libnccom itself."""

    def __init__(self, name, *arguments):
        self.folder = pair(name, *arguments)
        self.arguments = arguments
        document = json.loads(must(RINGC, *arguments, "-emit=json"))
        self.ranks, self.local = document["ranks"], document["localRanks"]

    def load(self, server=0):
        os.environ["RINGC_VIRTUAL_SERVER_ID"] = str(server)
        self.nrt = ctypes.CDLL(str(self.folder / "libnrt.so.1"))

    def start(self, server=0):
        self.load(server)
        return self.init() == SUCCESS

    def init(self):
        return self.nrt.nrt_init(1, b"", b"")

    def close(self):
        self.nrt.nrt_close.restype = None
        self.nrt.nrt_close()

    def build(self, vnc, rank, count):
        return self.nrt.nrt_build_global_comm(vnc, ctypes.c_uint32(rank), ctypes.c_uint32(count))

    def barrier(self, vnc, rank, count):
        return self.nrt.nrt_barrier(vnc, ctypes.c_uint32(rank), ctypes.c_uint32(count))

    def all_gather(self, vnc, rank, count, each, data, out):
        return self.nrt.nrt_all_gather(vnc, ctypes.c_uint32(rank), ctypes.c_uint32(count), ctypes.c_uint32(each), data, out)

    def gather(self, vnc, rank, count, each, in_place=False):
        """The status, and whether all bytes are right, and none beyond `out` is touched."""
        out = ctypes.create_string_buffer(b"\xee" * (count * each + 8), count * each + 8)
        part = part_of(rank, each)
        data = ctypes.create_string_buffer(part, each) if each else None
        if in_place:
            data = ctypes.c_void_p(ctypes.addressof(out) + rank * each)
            ctypes.memmove(data, part, each)
        status = self.all_gather(vnc, rank, count, each, data, out)
        return status, out.raw == b"".join(part_of(r, each) for r in range(count)) + b"\xee" * 8

    def place(self, rank):
        """Server and logical core of a rank: ranks are dealt in order."""
        server = 0
        while rank >= self.local[server]:
            rank -= self.local[server]
            server += 1
        return server, rank


PATTERN = bytes(range(251)) * 410


def part_of(rank, each):
    return PATTERN[rank * 7 % 251 :][:each]


def meeting_place():
    os.environ["NEURON_RT_ROOT_COMM_ID"] = f"127.0.0.1:{free_port()}"


class Doors:
    """Proves barriers: who comes to one says so first; who leaves it must find that all have come."""

    def __init__(self, rounds, count):
        self.count = count
        self.memory = mmap.mmap(-1, rounds * count)

    def come(self, door, rank):
        if rank == (door * 7 + self.count - 1) % self.count:
            time.sleep(0.2)  # the one for whom all others wait
        self.memory[door * self.count + rank] = 1

    def all_came(self, door):
        return self.memory[door * self.count : (door + 1) * self.count] == b"\1" * self.count


DOORS, SIZES = 3, (1, 28, 4096, 60_001)


def be_rank(m, vnc, rank, count, doors, build=True):
    """What a rank does if all is well: 0, or which step is wrong."""
    if build and (m.build(vnc, rank, count) or m.build(vnc, rank, count)):
        return 11
    for door in range(DOORS):
        doors.come(door, rank)
        if m.barrier(vnc, rank, count):
            return 12
        if not doors.all_came(door):
            return 13
    for each in SIZES if count <= 64 else SIZES[:3]:
        if m.gather(vnc, rank, count, each, each == 28) != (SUCCESS, True):
            return 14
    # Nothing to gather: a barrier.
    doors.come(DOORS, rank)
    if m.all_gather(vnc, rank, count, 0, None, None):
        return 15
    return 0 if doors.all_came(DOORS) else 16


def is_quiet(said):
    """Whether nothing is said but that there is no network plug-in."""
    return all(line.endswith("NET/Plugin: libnccom-net.so load returned 1") for line in said.splitlines())


def of_processes(m):
    """All ranks of a machine, a process each."""
    meeting_place()
    doors = Doors(DOORS + 1, m.ranks)

    def work(rank):
        server, vnc = m.place(rank)
        before = open_files()
        if not m.start(server):
            return 10
        code = be_rank(m, vnc, rank, m.ranks, doors, rank % 3 != 1)
        m.close()
        return code or (0 if settles(lambda: (open_files(), tasks()) == (before, 1)) else 17)

    codes, said, seconds = children(m.ranks, work)
    check(codes == [0] * m.ranks and is_quiet(said), f"{m.arguments}: {codes} {said[:2000]}")
    return seconds


def in_threads(m, vncs, work):
    """work(vnc) in a thread for each; what they return. Who still waits for another after a while is stuck: the process is ended."""
    codes = {}
    signal.alarm(120)

    def run(key, vnc):
        codes[key] = work(vnc)

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(vncs)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return [codes[key] for key in range(len(vncs))]


def of_threads(m, rounds=1):
    """A process for each server, and in it a thread for each logical core."""
    meeting_place()
    doors = [Doors(DOORS + 1, m.ranks) for _ in range(rounds)]

    def work(server):
        before = open_files()
        m.load(server)
        first = sum(m.local[:server])
        for turn in range(rounds):
            if m.init():
                return 10
            codes = in_threads(m, range(m.local[server]), lambda vnc: be_rank(m, vnc, first + vnc, m.ranks, doors[turn], turn % 2 == 0))
            m.close()
            if any(codes):
                return max(codes)
        return 0 if settles(lambda: (open_files(), tasks()) == (before, 1)) else 17

    codes, said, seconds = children(len(m.local), work)
    check(codes == [0] * len(m.local) and is_quiet(said), f"{m.arguments}, threads: {codes} {said[:2000]}")
    return seconds


def here(what, work, text=None):
    """Does it in a process of its own: 0 is well; what is said."""
    codes, said, seconds = children(1, lambda rank: work())
    check(codes == [0], f"{what}: {codes} {said[:2000]}")
    if text is not None:
        check(re.search(text, said), f"{what}: {said}")
    return said, seconds

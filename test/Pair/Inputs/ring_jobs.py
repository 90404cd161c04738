"""Ring collectives along the wiring: the device of each rank, played in C, over the network proxy."""
from graph_testing import *

MAX_CHANNELS = 32


def device_for(p):
    """The device, linked to a pair."""
    return compile_c(INPUTS / "ring_device.c", p.folder / "ring_device.so", "-O2", "-shared", "-fPIC", "-pthread", p.folder / "libnccom.so.2", p.folder / "libnrt.so.1")


def collective(p, members, jobs):
    """Runs `jobs` of ring_collective on the compiled ranks `members`: how many steps and bytes each rank's channels took."""
    device, board = device_for(p), Board()
    counts = mmap.mmap(-1, len(members) * len(jobs) * MAX_CHANNELS * 16)
    whole = members == list(range(p.ranks))
    address = f"127.0.0.1:{free_port()}".encode()

    def work(index):
        rank = members[index]
        comm = ctypes.c_void_p()
        if whole:
            status, comm = start(p, rank, address)
        else:
            status, comm = join(p, members, index, board)
        if status:
            return 20
        info = Info()
        if p.ccom.neuronBuildGraphComm(comm) or p.ccom.neuronGetCommInfo(comm, ctypes.byref(info)):
            return 21
        run_ring = ctypes.CDLL(str(device)).ring_collective
        for number, (reduces, groups, chunk, rounds, threaded) in enumerate(jobs):
            steps, moved = (ctypes.c_uint64 * MAX_CHANNELS)(), (ctypes.c_uint64 * MAX_CHANNELS)()
            wrong = run_ring(comm, ctypes.byref(info), reduces, groups, ctypes.c_size_t(chunk), rounds, threaded, ctypes.c_double(60), steps, moved)
            if wrong:
                return wrong
            for c in range(info.channel_n):
                struct.pack_into("<QQ", counts, ((index * len(jobs) + number) * MAX_CHANNELS + c) * 16, steps[c], moved[c])
        return 19 if p.ccom.neuronFreeComm(comm) else 0

    codes, said, seconds = children(len(members), work)
    check(codes == [0] * len(members), f"{p.arguments}, {len(members)} ranks: {codes} {said[:2000]}")
    n = len(members)
    for index in range(n):
        for number, (reduces, groups, chunk, _, _) in enumerate(jobs):
            found = [struct.unpack_from("<QQ", counts, ((index * len(jobs) + number) * MAX_CHANNELS + c) * 16) for c in range(MAX_CHANNELS)]
            channels = sum(steps > 0 for steps, _ in found)
            steps = (2 if reduces else 1) * (n - 1)
            check(channels > 0 and found[:channels] == [(steps, steps * groups * chunk * 8)] * channels, f"steps and bytes of rank {index}: {found[:channels]}")
    return seconds


def join(p, members, index, board):
    """The communicator of some ranks."""
    if not p.load(p.server_of(members[index])):
        return 20, None
    if index == 0:
        made = ctypes.create_string_buffer(128)
        if p.ccom.neuronGetUniqueId(made, len(members), None):
            return 21, None
        board.put(0, made.raw)
    text = ctypes.create_string_buffer(board.take(0), 128)
    comm = ctypes.c_void_p()
    return p.ccom.neuronInitComm(ctypes.byref(comm), len(members), text, index, device_of(*p.place(members[index])), False), comm


GATHER, REDUCE = 0, 1
ALONE, THREADED = 0, 1


def broken(p, members, victim):
    """One rank is killed in the midst of an all-reduce: the proxy of every other one fails, whether it is a neighbour or not, with no help of its program."""
    device, board, begun = device_for(p), Board(), mmap.mmap(-1, len(members))
    PROXY_FAILS = 4  # what ring_collective calls it

    def work(index):
        status, comm = join(p, members, index, board)
        info = Info()
        if status or p.ccom.neuronBuildGraphComm(comm) or p.ccom.neuronGetCommInfo(comm, ctypes.byref(info)):
            return 21
        begun[index] = 1
        unused = (ctypes.c_uint64 * MAX_CHANNELS)()
        wrong = ctypes.CDLL(str(device)).ring_collective(comm, ctypes.byref(info), REDUCE, 2, ctypes.c_size_t(2000), 1000, ALONE, ctypes.c_double(60), unused, unused)
        # The others hear of it though this one goes on, and frees nothing.
        time.sleep(3)
        return wrong

    def meanwhile(pids):
        check(settles(lambda: all(begun[:]), 30), "all are in it")
        time.sleep(0.2)
        os.kill(pids[victim], 9)

    codes, said, seconds = children(len(members), work, meanwhile)
    check(codes == [-9 if index == victim else PROXY_FAILS for index in range(len(members))] and seconds < 20, f"killed: {codes} {seconds} {said[:2000]}")
    check(len(re.findall(r"neuronNetworkProxyProgress: rank \d, channel \d+, with rank \d: ", said)) == len(members) - 1, said)

"""What the tests of faults share: a rank that survives one has an error with a name in time, nothing is left of it, and its next communicator works."""
from pair_ranks import *

TIMEOUT = 1500
WITHIN = TIMEOUT / 1000 + 3.5  # a rank waits a second longer than the root; forks and gathers come on top


def in_time(milliseconds):
    os.environ["NEURON_CCOM_SOCK_TIMEOUT"] = str(milliseconds)


def gather_until_wrong(comm, rank, count):
    """The status of the first gather that fails."""
    end = time.monotonic() + WITHIN
    while time.monotonic() < end:
        status, equal = gather(comm, rank, count, 28)
        if status or not equal:
            return status
    return 21


def survivor(first, board, others):
    """work(rank) that makes the communicator of first(rank), which must fail, then another one with `others`, and looks for what is left."""

    def work(rank):
        ccom.neuronInitComm(None, 0, None, 0, None, False)
        files, threads = open_files(), tasks()
        status, comm = first(rank)
        if rank not in others:
            return 0
        if status == SUCCESS:
            return 20
        if comm:
            ccom.neuronFreeComm(comm)
        left = settles(lambda: open_files() <= files and tasks() <= threads)
        if not left:
            os.write(2, f"left over: {os.listdir('/proc/self/fd')}, {tasks()} tasks\n".encode())
            return 22
        # The next one, of those who are left.
        in_time(60000)
        place = others.index(rank)
        if place == 0:
            board.put(0, unique_id(len(others)).raw)
        text = ctypes.create_string_buffer(board.take(0), 128)
        again, comm = init(text, place, len(others), on_server(place % 2))
        wrong = 23 if again else exchange(comm, place, len(others))
        if wrong or ccom.neuronFreeComm(comm):
            return wrong or 24
        if not settles(lambda: open_files() <= files and tasks() <= threads):
            return 25
        return status

    return work


def fails(what, count, first, wanted, lost=(), meanwhile=None, within=WITHIN, all_name=r"neuron\w+: rank {rank}, (with|root at)"):
    """`all_name` is what every survivor says, with its own rank in the place of {rank}."""
    others = [rank for rank in range(count) if rank not in lost]
    codes, said, seconds = children(count, survivor(first, Board(), others), meanwhile)
    check({codes[rank] for rank in others} == {FAILURE}, f"{what}: {codes} {said}")
    check(re.search(wanted, said), f"{what}: {said}")
    for rank in others:
        check(len(re.findall(all_name.replace("{rank}", str(rank)), said)) >= (1 if "{rank}" in all_name else len(others)), f"{what}: rank {rank} has a line: {said}")
    check(seconds < within + 1, f"{what}: {seconds} s")
    return said


def joined(text, rank, count, servers=2):
    """The first communicator, and gathers until one fails."""
    status, comm = init(text, rank, count, on_server(rank % servers))
    return (status or gather_until_wrong(comm, rank, count)), comm

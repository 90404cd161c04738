"""A rank that is killed or stopped while it builds its rings with the others: at every step of what it sends and receives in the three gathers."""
from pair_testing import *

TMP.mkdir(parents=True, exist_ok=True)
if "LD_PRELOAD" not in os.environ:
    library = compile_c(INPUTS / "interrupt.c", TMP / "interrupt.so", "-shared", "-fPIC", "-ldl")
    os.environ["LD_PRELOAD"] = str(library)
    os.execv(sys.executable, [sys.executable, *sys.argv])

from pair_faults import *

random.seed(5)
interrupt = ctypes.CDLL(os.environ["LD_PRELOAD"])
COUNT_RANKS = 4


def variable(name):
    return ctypes.c_int.in_dll(interrupt, f"interrupt_{name}")


def place_of(rank):
    """Two servers, each with two devices."""
    record = bytearray(on_server(rank % 2).raw)
    struct.pack_into("<5i", record, 0, rank // 2, rank // 2, 0, rank // 2, 0)
    return ctypes.create_string_buffer(bytes(record), 216)


def built(text, rank, arm=lambda: None):
    """The first communicator and its graph, and gathers until one fails."""
    status, comm = init(text, rank, COUNT_RANKS, place_of(rank))
    if status == SUCCESS:
        arm()
        status = ccom.neuronBuildGraphComm(comm)
    return (status or gather_until_wrong(comm, rank, COUNT_RANKS)), comm


def steps_of(victim):
    """How many steps the rank takes for its graph if all is well."""
    text, board = unique_id(COUNT_RANKS), Board()

    def work(rank):
        status, comm = init(text, rank, COUNT_RANKS, place_of(rank))
        before = variable("steps").value
        status = status or ccom.neuronBuildGraphComm(comm)
        board.put(rank, struct.pack("<i", variable("steps").value - before))
        return status or ccom.neuronFreeComm(comm)

    codes, said, _ = children(COUNT_RANKS, work)
    check(codes == [0] * COUNT_RANKS and not said, f"a graph: {codes} {said}")
    return struct.unpack("<i", board.take(victim, 4))[0]


def ends(way, victim, step, how, halfway):
    """The victim ends at that step. A rank that had its rings by then hears of it by the next gather."""
    text = unique_id(COUNT_RANKS)

    def arm():
        variable("at").value = variable("steps").value + step
        variable("signal").value = how
        variable("halfway").value = halfway

    def first(rank):
        return built(text, rank, arm if rank == victim else lambda: None)

    def meanwhile(pids):
        if how == signal.SIGSTOP:
            os.waitpid(pids[victim], os.WUNTRACED)
            time.sleep(TIMEOUT / 1000 + 0.2)
            os.kill(pids[victim], signal.SIGKILL)

    # Who is killed is missed long before the timeout.
    stops = how == signal.SIGSTOP
    in_time(TIMEOUT if stops else 30000)
    return fails(f"{way}: rank {victim}, step {step}, {how.name}, halfway: {halfway}", COUNT_RANKS, first, "neuronBuildGraphComm: rank |neuronBootstrapAllGather: rank ", lost=(victim,), meanwhile=meanwhile, within=WITHIN if stops else 10)


for way in WAYS:
    os.environ["RINGC_BOOTSTRAP"] = way
    for victim in (0, 3):
        steps = steps_of(victim)
        # Three gathers of at least a send and a receive each.
        check(steps >= 6, f"{way}: {steps} steps")
        said = "".join(ends(way, victim, step, signal.SIGKILL, step % 2) for step in range(1, steps + 1))
        check("neuronBuildGraphComm: rank " in said, f"{way}: killed in the graph: {said}")
    ends(way, 2, random.randrange(1, 7), signal.SIGSTOP, 0)
finish()
sys.stdout.flush()
os._exit(0)

"""A rank that is killed or stopped while it meets the others or builds its rings with them: at every step of what it sends and receives."""
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
PROMPT = 3  # seconds: long before the timeout


def variable(name):
    return ctypes.c_int.in_dll(interrupt, f"interrupt_{name}")


def place_of(rank):
    """Two servers, each with devices of its own."""
    record, device = bytearray(on_server(rank % 2).raw), rank // 2
    struct.pack_into("<5i", record, 0, device, device, 0, device, 0)
    return ctypes.create_string_buffer(bytes(record), 216)


def built(text, rank, meets, arm=lambda: None):
    """The first communicator and its graph, and gathers until one fails; arm() before the one or the other."""
    if meets:
        arm()
    status, comm = init(text, rank, COUNT_RANKS, place_of(rank))
    if status == SUCCESS:
        if not meets:
            arm()
        status = ccom.neuronBuildGraphComm(comm)
    return (status or gather_until_wrong(comm, rank, COUNT_RANKS)), comm


def steps_of(victim):
    """How many steps the rank takes to meet the others, and for its graph, if all is well."""
    text, board = unique_id(COUNT_RANKS), Board()

    def work(rank):
        begin = variable("steps").value
        status, comm = init(text, rank, COUNT_RANKS, place_of(rank))
        between = variable("steps").value
        status = status or ccom.neuronBuildGraphComm(comm)
        board.put(rank, struct.pack("<ii", between - begin, variable("steps").value - between))
        return status or ccom.neuronFreeComm(comm)

    codes, said, _ = children(COUNT_RANKS, work)
    check(codes == [0] * COUNT_RANKS, f"a graph: {codes} {said}")
    return struct.unpack("<ii", board.take(victim, 8))


def ends(way, victim, meets, step, how=signal.SIGKILL, halfway=0):
    """The victim ends at that step. A rank that was done by then hears of it by the next gather."""
    # Who is killed is missed long before the timeout, if he has said hello.
    waits = how == signal.SIGSTOP or (meets and step == 1)
    in_time(TIMEOUT if waits else 30000 if meets else PROMPT * 2000)
    text = unique_id(COUNT_RANKS)

    def arm():
        variable("at").value = variable("steps").value + step
        variable("signal").value = how
        variable("halfway").value = halfway

    def first(rank):
        return built(text, rank, meets, arm if rank == victim else lambda: None)

    def meanwhile(pids):
        if how == signal.SIGSTOP:
            os.waitpid(pids[victim], os.WUNTRACED)
            time.sleep(TIMEOUT / 1000 + 0.2)
            os.kill(pids[victim], signal.SIGKILL)

    # Of a graph a rank may say what another one told it.
    what = f"{way}: rank {victim}, {'meeting' if meets else 'graph'}, step {step}, {how.name}, halfway: {halfway}"
    return fails(what, COUNT_RANKS, first, "neuron(InitComm|BuildGraphComm|BootstrapAllGather): rank ", lost=(victim,), meanwhile=meanwhile, within=WITHIN if waits else 10, **{} if meets else {"all_name": r"neuron\w+: rank \d, "})


def root_dies(way):
    """The process of the root is killed when it has welcomed all: one rank is stopped, so that they haven't met. They do all the same."""
    board = Board()
    in_time(20000)

    def work(index):
        if index == COUNT_RANKS:
            board.put(0, unique_id(COUNT_RANKS).raw)
            time.sleep(60)
        if index == 3:
            # After its welcome, which is two steps, and in the hierarchical way more.
            variable("at").value, variable("signal").value = variable("steps").value + 3, signal.SIGSTOP
        return good(ctypes.create_string_buffer(board.take(0), 128), COUNT_RANKS, lambda rank: rank % 2)(index)

    def meanwhile(pids):
        os.waitpid(pids[3], os.WUNTRACED)
        time.sleep(0.2)
        os.kill(pids[COUNT_RANKS], signal.SIGKILL)
        time.sleep(0.1)
        os.kill(pids[3], signal.SIGCONT)

    codes, said, seconds = children(COUNT_RANKS + 1, work, meanwhile)
    check(codes == [0] * COUNT_RANKS + [-signal.SIGKILL] and not said, f"{way}: the root dies: {codes} {said}")
    check(seconds < 10, f"{way}: the root dies: {seconds} s")


for way in WAYS:
    os.environ["RINGC_BOOTSTRAP"] = way
    for victim in (0, 3):
        in_time(20000)
        of_meeting, of_graph = steps_of(victim)
        # Hello and welcome; three gathers of at least a send and a receive each.
        check(of_meeting >= 2 and of_graph >= 6, f"{way}: {of_meeting} and {of_graph} steps")
        for step in range(2 if victim else 1, of_meeting + 1):
            ends(way, victim, True, step, halfway=step % 2)
        said = ""
        for step in range(1, of_graph + 1):
            begin = time.monotonic()
            now = ends(way, victim, False, step, halfway=step % 2)
            check(time.monotonic() - begin < PROMPT, f"{way}: rank {victim}, graph, step {step}: {time.monotonic() - begin} s: {now}")
            said += now
        check("neuronBuildGraphComm: rank " in said, f"{way}: killed in the graph: {said}")
    root_dies(way)
    ends(way, 2, True, random.randrange(2, 7), signal.SIGSTOP)
    ends(way, 2, False, random.randrange(1, 7), signal.SIGSTOP)
finish()
sys.stdout.flush()
os._exit(0)

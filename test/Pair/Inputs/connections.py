"""Connections along the rings: with whom, over what, and what happens when one can't be made."""
from proxy_testing import *
from net_testing import plugged
import resource
import signal

inputs = INPUTS.parent.parent / "Inputs"
EDGE = re.compile(r"Channel (\d+) : (\d+)\[\w+\] -> (\d+)\[\w+\](?: \[(send|receive)\])? via (P2P|NET)(?:\S*/(\d+))?")


def edges(text):
    """(rank that says it, channel, from, to, way, NIC), in the words of a log."""
    found = set()
    for channel, source, to, side, way, nic in EDGE.findall(text):
        found.add((int(to if side == "receive" else source), int(channel), int(source), int(to), way, nic if way == "NET" else None))
    return found


def compiled(p):
    return set().union(*(edges(must(RINGC, *p.arguments, "-emit=nccl-log", f"-rank={rank}")) for rank in range(p.ranks)))


def whole(p):
    """All ranks build; what each says of its connections is what ringc logs of them."""
    address = f"127.0.0.1:{free_port()}".encode()

    def work(rank):
        os.environ["NCCL_DEBUG"] = "INFO"
        status, comm = start(p, rank, address)
        if status or p.ccom.neuronBuildGraphComm(comm):
            return 10
        # The connect masks: for each channel one to send and one to receive, and no more.
        connections = json.loads(must(RINGC, *p.arguments, "-emit=json", f"-rank={rank}"))["rank"]["connect"] if rank % 8 == 3 else []
        out = ctypes.c_void_p()
        for is_send, key in ((True, "send"), (False, "recv")):
            channels = sorted(channel for peer in connections for channel in peer[key])
            for channel in range(32):
                status = p.ccom.neuronGetNetConnector(comm, RING, channel, is_send, ctypes.byref(out))
                if connections and status != (SUCCESS if channel in channels else INVALID):
                    return 11
        return 12 if p.ccom.neuronFreeComm(comm) else 0

    codes, said, _ = children(p.ranks, work)
    check(codes == [0] * p.ranks, f"{p.arguments}: {codes} {said[:2000]}")
    wanted, got = compiled(p), edges(said)
    check(wanted and got == wanted, f"{p.arguments}: {sorted(got ^ wanted)[:10]}")


# trn1 has NICs, trn2u reaches other servers of its pod without, quad has GPUs of NCCL's own.
whole(Pair("trn1", "-platform=trn1.32xlarge", "-nodes=2"))
whole(Pair("ultra", "-platform=trn2u.48xlarge", "-cores=16", "-nodes=4"))
whole(Pair("quad", inputs / "quad.xml", "-nodes=2"))

p = Pair("trn1x2", "-platform=trn1.32xlarge", "-nodes=2")
SIX = [0, 1, 2, 32, 33, 34]


def by_hand(before):
    """A rank that begins to build, and does `before` when its rings are built: before it connects."""

    def work(rank):
        if rank.index != 2:
            status = rank.ccom.neuronBuildGraphComm(rank.comm)
            assert status == FAILURE
            out = ctypes.c_void_p()
            assert rank.ccom.neuronGetNetConnector(rank.comm, RING, 0, True, ctypes.byref(out)) == INVALID
            assert open_files() <= rank.files
            return 0
        before(rank)
        return rank.ccom.neuronBuildGraphComm(rank.comm) - FAILURE

    work.builds = False
    return work


def no_descriptors(rank):
    resource.setrlimit(resource.RLIMIT_NOFILE, (open_files() + 1, 4096))


original = Rank.__init__


def counted(self, *arguments):
    original(self, *arguments)
    # Sockets of the ring, and what came before it was asked for.
    self.files = open_files() + 2


Rank.__init__ = counted
said = ranks(p, SIX, by_hand(no_descriptors), seconds=10)
check(len(re.findall(r"neuronBuildGraphComm: rank 2, .*Too many open files", said)) == 6, f"a rank without descriptors: {said}")


def killed(chance):
    """One rank is killed at some time while the rings are built and connected: the others fail with a name or had done it before; the next communicator of those who are left works."""

    ready = mmap.mmap(-1, len(SIX))

    def work(rank):
        begin = time.monotonic()
        ready[rank.index] = 1
        status = rank.ccom.neuronBuildGraphComm(rank.comm)
        if status == SUCCESS:
            try:
                while time.monotonic() < begin + 2:
                    rank.barrier()
            except AssertionError:
                pass
        assert time.monotonic() - begin < 8
        return 0

    work.builds = False

    def meanwhile(pids):
        check(settles(lambda: all(ready[:]), 30), "all have met")
        time.sleep(chance.uniform(0, 0.15))
        os.kill(pids[chance.randrange(6)], signal.SIGKILL)

    return work, meanwhile


chance = random.Random(8)
outcomes = []
for _ in range(12):
    work, meanwhile = killed(chance)
    board = TMP / "said"
    try:
        ranks(p, SIX, work, seconds=20, meanwhile=meanwhile)
    except SystemExit as e:
        # Exactly one was killed, all others ended well.
        codes = json.loads(re.search(r"\[[-\d, ]+\]", str(e))[0])
        outcomes.append(codes)
check(len(outcomes) == 12 and all(sorted(codes) == [-9, 0, 0, 0, 0, 0] for codes in outcomes), f"{outcomes}")

# A plug-in: its devices are used, its comms are closed, and it can be ended when communicators are gone.
q = Pair("plugin", "-platform=trn1.32xlarge", "-nodes=2")
q.folder = plugged("counting", q.folder, "fake_net.c", "-DV6")


def balanced(rank):
    assert rank.ccom.neuronFiniPlugin() == INVALID
    lists = rank.lists(count=5, size=1000).fill(rank.index)
    mr = ctypes.c_void_p()
    assert rank.ccom.neuronNetRegMr(rank.comm, RING, 0, False, 0, lists.into, ctypes.c_size_t(5000), 1, ctypes.byref(mr)) == SUCCESS
    for entry in lists.dst:
        entry.nccl_mhandle = mr.value
    lists.begin()
    assert rank.run(1) == SUCCESS
    assert rank.ccom.neuronNetDeregMr(rank.comm, RING, 0, False, 0, mr) == SUCCESS
    assert rank.ccom.neuronExpandConnectivity(rank.comm, MESH) == SUCCESS
    rank.barrier()


def ends_plugin(work):
    """The same, with the end of the plug-in after that of the communicator."""
    def run_it(rank):
        work(rank)
        assert rank.ccom.neuronFreeComm(rank.comm) == SUCCESS
        assert rank.ccom.neuronFiniPlugin() == SUCCESS
        os._exit(0)

    run_it.__name__ = work.__name__
    return run_it


said = ranks(q, [0, 1, 32], ends_plugin(balanced))
count = {int(slot): int(times) for slot, times in re.findall(r"fake: slot (\d+): (\d+)", said)}
rings = len(q.document["rings"])
for slot, times in {5: rings + 2, 7: rings + 2, 8: 1, 10: 1, 11: 5, 12: 5, 13: 5, 15: rings + 2, 16: rings + 2, 17: rings + 2}.items():
    check(said.count(f"fake: slot {slot}: {times}\n") == 3, f"slot {slot} is called {times} times: {said}")

# One that fails is told of by name, to all.
for slot, name in ((5, "listen"), (6, "connect"), (7, "accept")):
    q.folder = plugged("failing", p.folder, "fake_net.c", "-DV6", f"-DFAILS={slot}")

    def refuses(rank):
        return rank.ccom.neuronBuildGraphComm(rank.comm) - FAILURE

    refuses.builds = False
    said = ranks(q, [0, 1, 32], refuses, seconds=20)
    check(said.count("network Fake: internal error (3)") == 3, f"{name}: {said}")
for slot, name in ((11, "isend"), (12, "irecv"), (13, "iflush"), (14, "test")):
    q.folder = plugged("failing", p.folder, "fake_net.c", "-DV6", f"-DFAILS={slot}")

    def proxy_fails(rank):
        lists = rank.lists(early_recv_posting=True)
        for entry in lists.dst:
            entry.nccl_mhandle = 64
        lists.begin()
        status = rank.run(1)
        rank.barrier()
        return status - PROXY_FAILURE

    said = ranks(q, [0, 1, 32], proxy_fails, seconds=20)
    # By itself, or since a neighbour's has failed before.
    lines = re.findall(r"neuronNetworkProxyProgress: rank \d, channel 0, with rank \d: network Fake: (?:internal error \(3\)|a call of the system failed \(2\))", said)
    check(len(lines) == 3 and any("(3)" in line for line in lines), f"{name}: {said}")

finish()
sys.stdout.flush()
os._exit(0)

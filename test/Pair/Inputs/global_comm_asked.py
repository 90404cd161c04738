"""The communicator of all ranks as libnccom and the network see it: which calls, in which order, and what each says of its core."""
from global_comm_testing import *

small = Machine("inf2small", "-platform=inf2.xlarge")


# What libnccom is asked, in which order, and what it is told of each core.
def recording(m):
    compile_c(INPUTS / "recording_nccom.c", m.folder / "libnccom.so.2", "-shared", "-fPIC", "-Wl,-soname,libnccom.so.2")


def asked(said):
    return re.findall(r"^asked: (.*)$", said, re.M)


recording(small)
BUILT = ["neuronInitNet", "neuronInitGlobalComm 1 3: device 0 0, core 1, host 0, rid 0, pod 0 0 0, server 0, root null, nrt_all_gather", "neuronBuildGraphComm", "neuronGetCommInfo"]
GATHERED = "neuronBootstrapAllGather 5, here, nrt_all_gather"
END = ["neuronFreeComm", "neuronFiniPlugin"]


def one_gather(times=1):
    out = ctypes.create_string_buffer(15)
    good = small.start() and all(small.all_gather(1, 1, 3, 5, b"abcde", out) == (5 if "RECORDING_FAILS" in os.environ else 0) for _ in range(times))
    small.close()
    small.close()
    return 0 if good else 1


check(asked(here("the order", lambda: one_gather(2))[0]) == BUILT + [GATHERED] * 2 + END, "the order of the calls")


def another_rank():
    good = small.start() and small.build(1, 1, 3) == SUCCESS and {call(1, *other) for call in (small.build, small.barrier) for other in ((2, 3), (1, 2), (1, 4))} == {INVALID}
    small.close()
    return 0 if good else 1


said, _ = here("another rank", another_rank)
check(len(asked(said)) == len(BUILT + END) and said.count("nrt_barrier: core 1 is rank 1 of 3, not rank 2 of 3\n") == 1, f"another rank: {said}")
check(asked(here("nothing asked", lambda: small.start() and small.close() or 0)[0]) == [], "without a communicator libnccom isn't asked")
for step, name in enumerate(["neuronInitNet", "neuronInitGlobalComm", "neuronBuildGraphComm", "neuronGetCommInfo", "neuronBootstrapAllGather"]):
    os.environ["RECORDING_FAILS"] = name
    said, _ = here(name, lambda: one_gather(2))
    # One that was made is freed at once, and the next call begins anew.
    wanted = ((BUILT + [GATHERED])[: step + 1] + ["neuronFreeComm"] * (step > 1)) * 2 + END[1:] * (step > 0)
    check(asked(said) == wanted, f"{name} fails: {asked(said)}")
    check(said.count(f"nrt_all_gather: core 1, rank 1 of 3: {name} returned 5\n") == 2, f"{name} fails: {said}")
del os.environ["RECORDING_FAILS"]


def places(m, server):
    """What libnccom is told of each logical core of a server: device, core, rid, pod."""

    def work():
        good = m.start(server) and all(m.build(vnc, vnc, m.local[server]) == 0 for vnc in range(m.local[server]))
        return 0 if good else 1

    said, _ = here("places", work)
    form = r"neuronInitGlobalComm \d+ \d+: device (\d+) (\d+), core (\d+), host (\d+), rid (\d+), pod (\d+) (\d+) (\d+), server (\d+), root null"
    rows = [tuple(map(int, row)) for row in re.findall(form, said)]
    check(len(rows) == m.local[server] and all(row[0] == row[3] and row[8] == server for row in rows), f"{m.arguments}: {rows}")
    # Indices are places among the server's devices.
    check([row[1] for row in rows] == [sorted({row[0] for row in rows}).index(row[0]) for row in rows], f"{m.arguments}: indices {rows}")
    return [(row[0], row[2], row[4], row[5:8]) for row in rows]


def told(name, *arguments):
    m = Machine(name, *arguments)
    recording(m)
    return m


trn1 = told("told", "-platform=trn1.32xlarge", "-nodes=3")
rows = places(trn1, 2)
check([row[:2] for row in rows] == [(vnc // 2, vnc % 2) for vnc in range(32)] and {row[3] for row in rows} == {(0, 0, 0)}, f"trn1: {rows}")
check(sorted(row[2] for row in rows) == sorted(2 * list(range(16))) and rows[2][2] == 2, f"trn1, routing ids: {rows}")
rows = places(told("told", "-platform=trn2.48xlarge", "-lnc=1"), 0)
check([row[:2] for row in rows] == [(vnc // 8, vnc % 8) for vnc in range(128)], f"trn2, single cores: {rows}")
# Pods of four: the sixth server is the second of the second pod.
rows = places(told("told", "-platform=trn2u.48xlarge", "-nodes=8", "-cores=16"), 5)
check([row[:3] for row in rows] == [(vnc // 4, vnc % 4, (0, 8, 9, 1)[vnc // 4]) for vnc in range(16)] and {row[3] for row in rows} == {(1, 1, 1)}, f"pods: {rows}")
rows = places(told("told", "-platform=trn3pds98.racks"), 3)
check({row[3] for row in rows} == {(0, 2, 3)} and sorted({row[2] for row in rows}) == list(range(16, 32)), f"racks: {rows}")
rows = places(told("told", "-platform=trn1.32xlarge", "-verify-topology=off", "-passes=degrade{drop=gpu:2+gpu:6+gpu:7+gpu:10+gpu:11},default"), 0)
left = [(chip, core) for chip in range(16) for core in range(2) if chip not in (3, 5) and (chip, core) != (1, 1)]
check([row[:2] for row in rows] == left, f"a machine that lost cores: {rows}")
rows = places(told("told", inputs / "quad.xml", "-nodes=2"), 1)
check([row[:2] for row in rows] == [(gpu, 0) for gpu in range(4)], f"GPUs: {rows}")

# A network plug-in that libnccom started is ended by each nrt_close.
net = Machine("net", "-platform=inf2.xlarge")
compile_c(INPUTS / "fake_net.c", net.folder / "libnccom-net.so", "-shared", "-fPIC", "-DV6")


def with_plugin():
    net.load()
    for _ in range(5):
        if net.init() or net.barrier(0, 0, 1) or net.barrier(1, 0, 1):
            return 10
        net.close()
    with open("/proc/self/maps") as maps:
        return 11 if "libnccom" in maps.read() else 0


said, _ = here("a plug-in", with_plugin)
check(said.count("fake: fini\n") == 5, f"a plug-in: {said}")

finish()
sys.stdout.flush()
os._exit(0)

"""The communicator of all ranks when something is wrong: arguments, a rank that is missing or killed, nrt_close beside a call, no libnccom."""
from global_comm_testing import *

small = Machine("inf2small", "-platform=inf2.xlarge")
trn1 = Machine("trn1", "-platform=trn1.32xlarge")


# What is wrong with arguments is named, and changes nothing.
def refused():
    calls = {
        "nrt_build_global_comm": small.build,
        "nrt_barrier": small.barrier,
        "nrt_all_gather": lambda vnc, rank, count: small.all_gather(vnc, rank, count, 1, b"x", ctypes.create_string_buffer(1)),
    }
    small.load()
    for name, call in calls.items():
        if call(0, 0, 1) != UNINITIALIZED:
            return 10
    if small.init():
        return 11
    for name, call in calls.items():
        for arguments in ((-1, 0, 1), (2, 0, 1), (-(2**31), 0, 1), (INT_MAX, 0, 1), (0, 0, 0), (0, 0, 2**31), (0, 0, 2**32 - 1), (0, 1, 1), (0, 2**32 - 1, 2)):
            if call(*arguments) != INVALID:
                return 12
        if call(0, 0, 1):
            return 13
        for arguments in ((0, 0, 2), (0, 1, 2)):
            if call(*arguments) != INVALID:
                return 14
        if call(0, 0, 1):
            return 15
    for data, out in ((None, b"1234"), (b"1234", None), (None, None)):
        if small.all_gather(0, 0, 1, 4, data, out) != INVALID:
            return 16
    if small.all_gather(0, 0, 1, 0, None, None) or small.build(1, 0, 1):
        return 17
    small.close()
    for name, call in calls.items():
        if call(0, 0, 1) != UNINITIALIZED:
            return 18
    return 0


said, _ = here("wrong arguments", refused)
for call in ("nrt_build_global_comm", "nrt_barrier", "nrt_all_gather"):
    for line, count in {
        "nrt_init wasn't called, or nrt_close since": 2,
        "vnc is -1, server 0 has logical cores 0 to 1": 1,
        "vnc is 2, server 0 has logical cores 0 to 1": 1,
        f"vnc is {INT_MAX}, server 0 has logical cores 0 to 1": 1,
        f"g_device_count is 0, may be 1 to {INT_MAX}": 1,
        f"g_device_count is {2**31}, may be 1 to {INT_MAX}": 1,
        f"g_device_count is {2**32 - 1}, may be 1 to {INT_MAX}": 1,
        "g_device_id is 1, of 1 there are 0 to 0": 1,
        f"g_device_id is {2**32 - 1}, of 2 there are 0 to 1": 1,
        "core 0 is rank 0 of 1, not rank 0 of 2": 1,
        "core 0 is rank 0 of 1, not rank 1 of 2": 1,
    }.items():
        check(said.count(f"NCCL WARN {call}: {line}\n") == count, f"{call}: {line}: {said}")
check(said.count("nrt_all_gather: in is null, for 4 bytes of each rank\n") == 2 and said.count("nrt_all_gather: out is null, for 4 bytes") == 1, f"null: {said}")

# A rank that doesn't come, and one that is killed: a failure with a name in it, and the next try works.
os.environ["NEURON_CCOM_SOCK_TIMEOUT"] = "700"


def alone():
    before = open_files()
    if not small.start():
        return 10
    inside = open_files()
    for call in (small.build, small.barrier, lambda *a: small.gather(*a, 100)[0]):
        begin = time.monotonic()
        if call(0, 0, 2) != FAILURE:
            return 11
        if time.monotonic() - begin > 5:
            return 12
        # A root that is done keeps a descriptor until the next one starts, or the end.
        if not settles(lambda: open_files() <= inside + 1 and tasks() == 1):
            return 13
    os.environ["NEURON_CCOM_SOCK_TIMEOUT"] = "60000"
    codes = in_threads(small, [0, 1], lambda vnc: small.barrier(vnc, vnc, 2))
    if codes != [0, 0]:
        return 14
    # A rank of another size, then again.
    codes = in_threads(small, [0, 1], lambda vnc: small.gather(vnc, vnc, 2, 10 + vnc)[0])
    if codes != [FAILURE] * 2:
        return 15
    codes = in_threads(small, [0, 1], lambda vnc: small.gather(vnc, vnc, 2, 10) == (SUCCESS, True))
    small.close()
    return 0 if codes == [True, True] and open_files() == before else 16


meeting_place()
said, _ = here("a rank is missing", alone)
for call in ("nrt_build_global_comm", "nrt_barrier", "nrt_all_gather"):
    check(f"NCCL WARN {call}: core 0, rank 0 of 2: neuronInitGlobalComm returned 1\n" in said, f"{call} is named: {said}")
check(said.count("missing rank 1") >= 3 and "failed neuronInitGlobalComm request to NCCL" in said, f"the rank is named: {said}")
check("nrt_all_gather: core 1, rank 1 of 2: neuronBootstrapAllGather returned 1" in said and "it gathers 11 bytes, this rank 10" in said, f"another size: {said}")



# Who hears of the failure is back at once, and meets the next root at that address, not the old one that still tells others.
def back_at_once():
    if not trn1.start():
        return 10
    failed = []

    def work(vnc):
        if vnc < 31:
            failed.append(trn1.barrier(vnc, vnc, 32))
        elif not settles(lambda: len(failed) == 31, 30):
            return 11
        return trn1.barrier(vnc, vnc, 32)

    codes = in_threads(trn1, range(32), work)
    trn1.close()
    return 0 if failed == [FAILURE] * 31 and not any(codes) else 12


os.environ["NEURON_CCOM_SOCK_TIMEOUT"] = "3000"
meeting_place()
here("all come back at once", back_at_once, "missing rank 31")
os.environ["NEURON_CCOM_SOCK_TIMEOUT"] = "60000"
killed, new = Board(), Board()
meeting_place()


def survivor(party):
    if not small.start():
        return 10
    vnc = min(party, 1)
    if party == 2:
        new.take(0)  # comes in the place of the one that is killed
    if small.build(vnc, vnc, 2):
        return 11
    if party == 1:
        killed.put(0, b"x")
        time.sleep(60)
    if party == 0:
        killed.take(0)
        os.kill(int.from_bytes(killed.take(1, 4), "little"), 9)
        if small.barrier(0, 0, 2) != FAILURE:
            return 12
        new.put(0, b"x")
    return 0 if small.gather(vnc, vnc, 2, 1000) == (SUCCESS, True) else 13


codes, said, seconds = children(3, survivor, lambda pids: killed.put(1, pids[1].to_bytes(4, "little")))
check(codes == [0, -9, 0] and re.search(r"nrt_barrier: core 0, rank 0 of 2: neuronBootstrapAllGather returned 1", said), f"a rank is killed: {codes} {said}")
os.environ["NEURON_CCOM_SOCK_TIMEOUT"] = "2000"


# nrt_close lets no call make a communicator any more, waits for those under way, and frees what there is.
def closed_meanwhile(built):
    if not small.start():
        return 10
    if built and any(in_threads(small, [0, 1], lambda vnc: small.build(vnc, vnc, 2))):
        return 13
    results = {}
    threads = [threading.Thread(target=lambda key=key: results.update({key: small.barrier(0, 0, 2)})) for key in range(3)]
    for t in threads:
        t.start()
    time.sleep(0.5)
    begin = time.monotonic()
    small.close()
    took = time.monotonic() - begin
    for t in threads:
        t.join()
    if not 1 < took < 10:
        return 14
    if sorted(results.values()) != [FAILURE, UNINITIALIZED, UNINITIALIZED]:
        return 11
    if small.barrier(0, 0, 1) != UNINITIALIZED or small.init() or small.barrier(0, 0, 1):
        return 12
    small.close()
    return 0


here("nrt_close beside a call that waits at the root", lambda: closed_meanwhile(False))
here("nrt_close beside a call that waits for a rank", lambda: closed_meanwhile(True))
os.environ["NEURON_CCOM_SOCK_TIMEOUT"] = "60000"

# No address, which is libnccom's to say.
del os.environ["NEURON_RT_ROOT_COMM_ID"]
said, _ = here("no root", lambda: 1 - (small.start() and small.barrier(0, 0, 2) == INVALID and small.barrier(0, 0, 1) == SUCCESS))
check("neuronInitGlobalComm: COMM_ID must be specified" in said and "nrt_barrier: core 0, rank 0 of 2: neuronInitGlobalComm returned 2" in said, f"no root: {said}")

# Without libnccom: why, each time.
bare = Machine("bare", "-platform=inf2.xlarge")
for name in ("libnccom.so", "libnccom.so.2"):
    (bare.folder / name).unlink()


def without():
    if not bare.start():
        return 10
    for _ in range(3):
        if [bare.build(0, 0, 2), bare.barrier(0, 0, 1), bare.gather(1, 1, 2, 8)[0]] != [FAILURE] * 3:
            return 11
    bare.close()
    return 0


said, _ = here("no libnccom", without)
check(len(re.findall(r"NCCL init error: Error opening libnccom\.so, cannot use collective operations! .*libnccom\.so: cannot open", said)) == 9, f"no libnccom: {said}")
for call in ("nrt_build_global_comm: core 0, rank 0 of 2", "nrt_barrier: core 0, rank 0 of 1", "nrt_all_gather: core 1, rank 1 of 2"):
    check(said.count(f"{call}: neuronInitNet returned 1\n") == 3, f"no libnccom: {said}")

finish()
sys.stdout.flush()
os._exit(0)

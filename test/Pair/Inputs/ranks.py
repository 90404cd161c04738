"""Communicators: processes find each other, gather, send and receive; and what happens when one of them doesn't do as it should."""
from pair_ranks import *

# What works has all the time it needs; what fails may need TIMEOUT where only time can tell, else it is seen AT_ONCE.
TIMEOUT, AT_ONCE = 5000, 4

for count in (1, 2, 3, 8, 32, 64):
    codes, said, seconds = children(count, good(unique_id(count), count))
    check(codes == [0] * count and not said, f"{count} ranks: {codes} {said}")
# Again and again, in one process: nothing is left open, neither here nor there.
before = open_files()
for _ in range(20):
    codes, said, seconds = children(4, good(unique_id(4), 4))
    check(codes == [0] * 4, f"again: {codes} {said}")
check(settles(lambda: open_files() <= before), f"{open_files()} files are open, {before} before")
os.environ["NEURON_CCOM_SOCK_TIMEOUT"] = str(TIMEOUT)


def fails(what, count, work, wanted, within=TIMEOUT / 1000 + 4, survivors=None):
    """All survivors end with NRT_FAILURE in time, and somebody says `wanted`."""
    codes, said, seconds = children(count, work)
    alive = [code for rank, code in enumerate(codes) if survivors is None or rank in survivors]
    check(set(alive) == {FAILURE}, f"{what}: {codes} {said}")
    check(re.search(wanted, said), f"{what}: {said}")
    check(seconds < within, f"{what}: {seconds} s")
    return said


# The root's checks, which everybody hears of at once.
text = unique_id(3)
said = fails("a rank twice", 4, lambda rank: init(text, min(rank, 2), 4)[0], r"neuronInitComm: rank \d, root at 127\.0\.0\.1:\d+: Bootstrap Root : rank 2 of 4 ranks has already checked in")
check(said.count("neuronInitComm: rank ") == 4, f"each rank says something: {said}")
text = unique_id(3)
fails("other counts", 2, lambda rank: init(text, rank, 2 + rank)[0], r"Bootstrap Root : mismatch in rank count from procs \d : \d \(rank \d\)", within=AT_ONCE)
text = unique_id(3)
fails("one doesn't come", 2, lambda rank: init(text, rank, 3)[0], "Bootstrap Root : timed out, missing rank 2")


def killed(when):
    text = unique_id(4)

    def work(rank):
        if rank == 2 and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        if rank == 2 and when == "during":
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
        if rank == 3 and when == "during":
            time.sleep(1)
        status, comm = init(text, rank, 4)
        if status:
            return status
        if rank == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return gather(comm, rank, 4, 1000)[0]

    return work


fails("killed before", 4, killed("before"), "missing rank 2", survivors=(0, 1, 3))
fails("killed during", 4, killed("during"), "Bootstrap Root : rank 2 is gone before all came", survivors=(0, 1), within=TIMEOUT / 1000 + 4)
said = fails("killed after", 4, killed("after"), r"rank 3, with rank 2: receive: ", survivors=(0, 1, 3), within=AT_ONCE)


os.environ["NEURON_CCOM_SOCK_TIMEOUT"] = "60000"


# Strangers at the root: they hold nobody up, and are told apart.
text = unique_id(3)
strangers = []
for bytes_sent in (b"", b"GET / HTTP/1.0\r\n\r\n" + bytes(80), hello(0, 3, bytes(16))[:30], hello(0, 3, bytes(16), magic=1), hello(0, 3, bytes(16), size=2**40), hello(3, 3, bytes(16)), hello(-1, 3, bytes(16)), hello(0, 2**31 - 1, bytes(16))):
    strangers.append(socket.create_connection(root_of(text)))
    strangers[-1].sendall(bytes_sent)
socket.create_connection(root_of(text)).close()
codes, said, seconds = children(3, good(text, 3))
check(codes == [0] * 3 and not said, f"with strangers: {codes} {said}")
for stranger in strangers:
    stranger.close()
# Another build: row 14 of the boundary's page.
text = unique_id(2)
other = socket.create_connection(root_of(text))
other.sendall(hello(1, 2, b"another build 16"))
fails("two builds", 1, lambda rank: init(text, 0, 2)[0], r"Bootstrap Root : rank 0 is of build \w{8}\w{8}, rank 1 of another build 16", within=AT_ONCE)


# Sizes that differ are no hang.
def differ(text):
    """Nobody frees before all have failed: a gather that fails ends the others', and stays failed."""
    board = Board()

    def work(rank):
        status, comm = init(text, rank, 3)
        status = status or gather(comm, rank, 3, 10 + (rank == 1))[0]
        board.put(rank, b"")
        for other in range(3):
            board.take(other)
        return status if gather(comm, rank, 3, 10)[0] == FAILURE else 20

    return work


fails("gathers of different sizes", 3, differ(unique_id(3)), r"rank 2, with rank 1: it gathers 11 bytes, this rank 10", within=AT_ONCE)


def unequal(text, sent, wanted):
    def work(rank):
        status, comm = init(text, rank, 2)
        data = ctypes.create_string_buffer(100)
        if rank == 0:
            ccom.neuronBootstrapSend(comm, 1, data, ctypes.c_size_t(sent), None)
            return FAILURE
        return status or ccom.neuronBootstrapRecv(comm, 0, data, ctypes.c_size_t(wanted), None)

    return work


for sent, wanted in ((10, 100), (100, 10)):
    fails(f"a message of {sent} bytes", 2, unequal(unique_id(2), sent, wanted), rf"neuronBootstrapRecv: rank 1, with rank 0: it sends {sent} bytes, expected {wanted}", within=AT_ONCE)


# The communicator of all ranks meets where it is told to.
def everybody(address):
    def work(rank):
        comm = ctypes.c_void_p()
        status = ccom.neuronInitGlobalComm(rank, 3, DEVICE, address, ctypes.byref(comm), None)
        return status or (0 if gather(comm, rank, 3, 50) == (SUCCESS, True) else 20)

    return work


for name in (f"127.0.0.1:{free_port()}", f"localhost:{free_port()}"):
    codes, said, seconds = children(3, everybody(name.encode()))
    check(codes == [0] * 3 and not said, f"{name}: {codes} {said}")
os.environ["NEURON_RT_ROOT_COMM_ID"] = f"127.0.0.1:{free_port()}"
codes, said, seconds = children(3, everybody(None))
check(codes == [0] * 3, f"by the environment: {codes} {said}")
del os.environ["NEURON_RT_ROOT_COMM_ID"]
try:
    name = f"[::1]:{free_port(socket.AF_INET6, '::1')}"
    os.environ["CCOM_SOCKET_FAMILY"] = "AF_INET6"
    codes, said, seconds = children(3, everybody(name.encode()))
    check(codes == [0] * 3, f"{name}: {codes} {said}")
except OSError:
    print("no IPv6 here: left out")
finally:
    os.environ.pop("CCOM_SOCKET_FAMILY", None)
for name in ("", "127.0.0.1", "127.0.0.1:", ":80", "127.0.0.1:99999", "::1:80", "127.0.0.1:8x"):
    codes, said, seconds = children(1, lambda rank: everybody(name.encode())(0))
    check(codes == [INVALID if not name else FAILURE] and ("please use format: <ipv4>:<port>" in said or "COMM_ID must be specified" in said), f"'{name}': {codes} {said}")
os.environ["CCOM_SOCKET_IFNAME"] = "=nosuch0"
codes, said, seconds = children(1, lambda rank: ccom.neuronGetUniqueId(ctypes.create_string_buffer(128), 2, None))
check(codes == [FAILURE] and "No usable listening interface found" in said, f"no interface: {said}")
del os.environ["CCOM_SOCKET_IFNAME"]

# What is no communicator, or no rank.
check(ccom.neuronFreeComm(DEVICE) == INVALID and ccom.neuronBootstrapAllGather(DEVICE, DEVICE, ctypes.c_size_t(1), None) == INVALID, "no communicator")
check([init(ctypes.create_string_buffer(128), rank, 2)[0] for rank in (-1, 2)] == [INVALID] * 2, "no rank")
status, alone = init(ctypes.create_string_buffer(128), 0, 1)
check(status == SUCCESS and gather(alone, 0, 1, 8) == (SUCCESS, True), "a communicator of one")
check([ccom.neuronBootstrapSend(alone, peer, DEVICE, ctypes.c_size_t(1), None) for peer in (-1, 0, 1)] == [FAILURE] * 3, "it has no peers")
check(ccom.neuronFreeComm(alone) == SUCCESS, "a communicator of one ends")
# A root that nobody came to ends with the library.
unique_id(2)
begin = time.monotonic()
code, out, err = run(sys.executable, "-c", f"import ctypes; n = ctypes.CDLL('{folder}/libnrt.so.1', ctypes.RTLD_GLOBAL); c = ctypes.CDLL('{folder}/libnccom.so.2'); print(c.neuronGetUniqueId(ctypes.create_string_buffer(128), 2, None))")
check(code == 0 and out == "0\n" and time.monotonic() - begin < 2, f"a root without ranks: {code} {out} {err}")
finish()
sys.stdout.flush()
os._exit(0)

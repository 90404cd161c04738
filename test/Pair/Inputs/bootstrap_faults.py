"""Faults while communicators meet, flat and hierarchical: every survivor has an error with a name in time, nothing is left of it, and its next communicator works."""
from pair_faults import *

random.seed(8)
BUILD_TAG = own_build()


def killed(way, count, victim):
    """Before, at random moments of the bootstrap, and after."""
    for delay in (None, 0, *(random.uniform(0, 0.012) for _ in range(4)), 0.2):
        text, start = unique_id(count), Board()

        def first(rank):
            if rank == victim and delay is None:
                os.kill(os.getpid(), signal.SIGKILL)
            if delay is not None:
                start.put(1 + rank, b"")
                start.take(0, 0)
            return joined(text, rank, count)

        def kill(pids):
            if delay is None:
                return
            for rank in range(count):
                start.take(1 + rank, 0)
            start.put(0, b"")
            time.sleep(delay)
            os.kill(pids[victim], signal.SIGKILL)

        fails(f"{way}: rank {victim} killed after {delay}", count, first, "rank ", lost=(victim,), meanwhile=kill)


def scanned(way):
    """100 port scanners at the root and at every listener of the ranks."""
    text, connections, count = unique_id(4), [], 4

    def scan(address):
        for i in range(100):
            try:
                s = socket.create_connection(address)
                # The last ones say that they are the rank before, of another communicator.
                ring = struct.pack("<IIQQii", MAGIC, 4, 16, random.getrandbits(64), i % count, count)
                s.sendall((b"", b"", random.randbytes(40), hello(1, count, BUILD_TAG)[:40], ring[:26], ring)[i % 6])
            except OSError:
                continue
            if i % 6:
                connections.append(s)
            else:
                s.close()

    def listeners(pids):
        """Ports on which these processes listen: those of ranks, and the root's, whose descriptor they have, too."""
        inodes = {os.readlink(f"/proc/{pid}/fd/{fd}") for pid in pids for fd in os.listdir(f"/proc/{pid}/fd")}
        with open("/proc/net/tcp") as table:
            rows = [line.split() for line in table][1:]
        return {int(row[1].split(":")[1], 16) for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in inodes}

    def meanwhile(pids):
        # Rank 3 comes when all others listen and are scanned.
        check(settles(lambda: len(listeners(pids[:3])) >= 4), f"{way}: ranks listen")
        for port in listeners(pids[:3]):
            scan(("127.0.0.1", port))
        go.put(0, b"")

    go = Board()

    def work(rank):
        if rank == 3:
            go.take(0, 0)
        begin = time.monotonic()
        code = good(text, count, lambda r: r % 2)(rank)
        return code or (0 if rank != 3 or time.monotonic() - begin < 1.5 else 30)

    codes, said, seconds = children(count, work, meanwhile)
    check(codes == [0] * count and "no rank's is closed" in said, f"{way}: scanned: {codes} {said}")
    for s in connections:
        s.close()


def impostor(way, answer, wanted):
    """A rank of two whose listener and ring are ours: it says hello, and `answer` what it isn't asked."""
    text = unique_id(2)
    hierarchical = way == "hierarchical"

    def first(rank):
        return joined(text, 0, 2, servers=1) if rank == 0 else (0, None)

    def play(pids):
        with socket.create_server(("127.0.0.1", 0)) as own, socket.create_connection(root_of(text)) as root:
            listen = listening(own)
            root.sendall(hello(1, 2, BUILD_TAG, listen=listen, way=hierarchical))
            welcome = b""
            while len(welcome) < 16 + 120:
                welcome += root.recv(16 + 120 - len(welcome))
            cluster, port = welcome[16:24], int.from_bytes(welcome[34:36], "big")
            peer = own.accept()[0]
            next_at = ("127.0.0.1", port)
            # Of a rank that isn't the one before, which is closed.
            with socket.create_connection(next_at) as other:
                other.sendall(struct.pack("<IIQ", MAGIC, 4, 16) + cluster + struct.pack("<ii", 0, 2))
                check(other.recv(1) == b"", f"{way}: a ring hello of another rank")
            with socket.create_connection(next_at) as ring:
                ring.sendall(struct.pack("<IIQ", MAGIC, 4, 16) + cluster + struct.pack("<ii", 1, 2))
                if hierarchical:
                    said = struct.pack("<IIQ", MAGIC, 8, 40) + cluster + struct.pack("<i", 1) + listen
                    with socket.create_connection(next_at) as member:
                        member.sendall(said)
                        time.sleep(0.1)
                        ring.sendall(answer)
                        time.sleep(0.3)
                else:
                    ring.sendall(answer)
                    time.sleep(0.3)
            peer.close()

    others = [0]
    codes, said, seconds = children(1, survivor(first, Board(), others), play)
    check(codes == [FAILURE] and re.search(wanted, said) and seconds < WITHIN, f"{way}: {codes} {said} {seconds}")


def listening(server):
    """A socket's address, as a rank says it."""
    return struct.pack("<H", socket.AF_INET) + server.getsockname()[1].to_bytes(2, "big") + bytes([127, 0, 0, 1]) + bytes(20)


def other_root(block, wanted):
    """The local root of the second server is ours: what it says that it collected isn't so."""
    text = unique_id(2)

    def play(pids):
        with socket.create_server(("127.0.0.1", 0)) as own, socket.create_connection(root_of(text)) as root:
            root.sendall(hello(1, 2, BUILD_TAG, listen=listening(own), way=1, server=1))
            with root.makefile("rb") as words:
                welcome = words.read(16 + 120)
            next_at = ("127.0.0.1", int.from_bytes(welcome[34:36], "big"))
            ring = welcome[16:24] + struct.pack("<ii", 1, 2)
            with socket.create_connection(next_at) as first, socket.create_connection(next_at) as second:
                first.sendall(struct.pack("<IIQ", MAGIC, 4, 16) + ring)
                second.sendall(struct.pack("<IIQ", MAGIC, 9, 16) + ring + block)
                check(is_closed(second), "the rank ends")

    os.environ["NEURON_CCOM_SOCK_TIMEOUT"] = "30000"
    fails("another local root", 1, lambda rank: init(text, 0, 2, on_server(0)), "rank 0, with rank 1: " + wanted, meanwhile=play, within=2)
    in_time(TIMEOUT)


def passes_on(way):
    """A rank of three, by hand, that says to the root why it can't go on: the others hear that."""
    text = unique_id(3)

    def play(pids):
        with socket.create_server(("127.0.0.1", 0)) as own, socket.create_connection(root_of(text)) as root:
            root.sendall(hello(1, 3, BUILD_TAG, listen=listening(own), way=way == "hierarchical"))
            root.recv(16)
            words = b"rank 1, with rank 2: the reason"
            root.sendall(struct.pack("<IIQ", MAGIC, 3, len(words)) + words)
            time.sleep(0.5)

    in_time(30000)
    # The first who hears it ends, which the other one may see before.
    fails(f"{way}: a reason", 3, lambda rank: (0, None) if rank == 1 else init(text, rank, 3), r"rank [02], root at \S+: rank 1, with rank 2: the reason", lost=(1,), meanwhile=play, within=3)
    in_time(TIMEOUT)


def tells_the_root():
    """A rank whose next one is gone says so to the root, which is ours."""
    with socket.create_server(("127.0.0.1", 0)) as gone:
        following = listening(gone)
    with socket.create_server(("127.0.0.1", 0)) as root:
        text, heard = ctypes.create_string_buffer(listening(root), 128), []

        def play(pids):
            with root.accept()[0] as rank, rank.makefile("rb") as words:
                words.read(76)
                rank.sendall(struct.pack("<IIQ", MAGIC, 2, 120) + struct.pack("<Qq", 1, 1) + following + bytes(76))
                heard.append(words.read())

        fails("the next rank is gone", 1, lambda rank: init(text, 0, 2), "rank 0, with rank 1: connect: Connection refused", meanwhile=play, within=2)
    words = b"rank 0, with rank 1: connect: Connection refused"
    check(heard == [struct.pack("<IIQ", MAGIC, 3, len(words)) + words], f"said to the root: {heard}")


def two_builds(way, wanted):
    text = unique_id(2)
    with socket.create_connection(root_of(text)) as other:
        other.sendall(hello(1, 2, b"another build 16" if wanted else BUILD_TAG, way=way != "hierarchical" if not wanted else way == "hierarchical"))
        fails(f"{way}: two builds", 1, lambda rank: init(text, 0, 2), wanted or r"Bootstrap Root : rank 0 asks for a \w+ bootstrap, rank 1 for a \w+ one", within=2)


def stopped(way):
    """A rank that is stopped: for longer than the others wait, or shorter."""
    text = unique_id(4)

    def stop(seconds):
        def meanwhile(pids):
            os.kill(pids[2], signal.SIGSTOP)
            time.sleep(seconds)
            os.kill(pids[2], signal.SIGCONT)

        return meanwhile

    def late(rank):
        if rank == 2:
            time.sleep(0.1)  # here it is stopped
        return joined(text, rank, 4)

    said = fails(f"{way}: stopped for long", 4, late, "Bootstrap Root : timed out, missing rank 2", meanwhile=stop(TIMEOUT / 1000 + 1.5), within=WITHIN + 2)
    # They wait longer than the root, so that all hear from it who is missing.
    check(len(re.findall(r"root at \S+: Bootstrap Root : timed out, missing rank 2", said)) >= 3, f"{way}: stopped for long: {said}")
    in_time(20000)
    text = unique_id(4)
    codes, said, seconds = children(4, lambda rank: (time.sleep(0.1) if rank == 2 else None) or good(text, 4, lambda r: r % 2)(rank), stop(1))
    check(codes == [0] * 4 and seconds > 1, f"{way}: stopped for a while: {codes} {said}")
    in_time(TIMEOUT)


def few_descriptors(way):
    """A low soft limit is raised; a low hard one is an error with a name, and the process goes on."""

    def work(rank):
        limit = open_files() + 6 if rank == 0 else 256
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit if hard else 20000))
        status, comm = init_global(address, rank, 8, on_server(rank % 2))
        if status == SUCCESS:
            return 0 if gather(comm, rank, 8, 28) == (SUCCESS, True) else 30
        if rank == 0:
            alone, comm = init(ctypes.create_string_buffer(128), 0, 1)
            return status if alone == SUCCESS else 31
        return status

    for hard in (False, True):
        address = f"127.0.0.1:{free_port()}".encode()
        codes, said, seconds = children(8, work)
        check(codes == [FAILURE if hard else SUCCESS] * 8, f"{way}: few descriptors: {codes} {said}")
        check(not hard or "Too many open files" in said, f"{way}: few descriptors: {said}")
        check(seconds < WITHIN, f"{way}: few descriptors: {seconds} s")


for way in WAYS:
    os.environ["RINGC_BOOTSTRAP"] = way
    in_time(20000)
    scanned(way)
    in_time(TIMEOUT)
    # Rank 0 is a local root, rank 3 is none.
    killed(way, 4, 0)
    killed(way, 4, 3)
    two_builds(way, r"Bootstrap Root : rank 0 is of build \w{16}, rank 1 of another build 16")
    two_builds(way, None)
    passes_on(way)
    stopped(way)
    few_descriptors(way)
# What a rank says that it shouldn't: cut short, of another magic, type or size.
os.environ["RINGC_BOOTSTRAP"] = "flat"
tells_the_root()
for answer, wanted in (
    (struct.pack("<II", MAGIC, 5), "rank 0, with rank 1: receive: the other side is gone"),
    (struct.pack("<IIQ", 1, 5, 28) + bytes(28), "rank 0, with rank 1: no frame of ours"),
    (struct.pack("<IIQ", MAGIC, 9, 28) + bytes(28), "rank 0, with rank 1: frame of type 9, expected type 5"),
    (struct.pack("<IIQ", MAGIC, 5, 2**63) + bytes(28), "rank 0, with rank 1: it gathers 9223372036854775808 bytes, this rank 28"),
    (struct.pack("<IIQ", MAGIC, 5, 28) + bytes(20), "rank 0, with rank 1: receive: the other side is gone"),
):
    impostor("flat", answer, wanted)
os.environ["RINGC_BOOTSTRAP"] = "hierarchical"
for answer, wanted in (
    (struct.pack("<IIQ", 1, 5, 28) + bytes(28), "rank 0, with rank 1: no frame of ours"),
    (struct.pack("<IIQ", MAGIC, 5, 28) + bytes(20), "rank 0, with rank 1: receive: the other side is gone"),
):
    impostor("hierarchical", answer, wanted)
entry = struct.pack("<iH", 1, socket.AF_INET) + bytes(26)
for block, wanted in (
    (struct.pack("<IIQ", MAGIC, 10, 32) + struct.pack("<iH", 0, socket.AF_INET) + bytes(26), "its block has rank 0, which is known or none"),
    (struct.pack("<IIQ", MAGIC, 10, 64) + entry + entry, "its block has rank 1, which is known or none"),
    (struct.pack("<IIQ", MAGIC, 10, 32) + struct.pack("<iH", 2, socket.AF_INET) + bytes(26), "its block has rank 2, which is known or none"),
    (struct.pack("<IIQ", MAGIC, 10, 33) + entry + b"x", "its block has 33 bytes"),
    (struct.pack("<IIQ", MAGIC, 10, 96) + 3 * entry, "its block has 96 bytes"),
    (struct.pack("<IIQ", MAGIC, 10, 0), "only 1 addresses came round"),
    (struct.pack("<IIQ", MAGIC, 5, 32) + entry, "frame of type 5, expected type 10"),
    (struct.pack("<IIQ", MAGIC, 3, 5) + b"words", "words"),
):
    other_root(block, wanted)
finish()
sys.stdout.flush()
os._exit(0)

"""Strangers at the listeners of ranks that have met: what ranks send one another meanwhile arrives whole and in order, and of the strangers nothing is left. Seeds are fixed."""
from pair_ranks import *

random.seed(34)
COUNT, SECONDS = 3, 1.5
STOP, ROUNDS = COUNT, COUNT + 1  # slots of the board, after the ranks': whether to stop, and how far each is


def frame(kind, size, magic=MAGIC):
    return struct.pack("<IIQ", magic, kind, size)


def message(cluster, rank, number, data, size=None):
    return frame(6, 16 + len(data) if size is None else size) + struct.pack("<QiI", cluster, rank, number) + data


def stranger(cluster, own, rounds):
    """Bytes that rank `own` must not take, when it has had the messages of so many rounds."""
    other, junk = (own + 1) % COUNT, random.randbytes(random.randrange(1, 200))
    soon = rounds + random.randrange(8)  # a number that may well be waited for
    huge = random.choice((2**32, 2**63, 2**64 - 1))
    kinds = [
        junk,
        message(cluster, other, 0, junk)[: random.randrange(1, 32)],
        frame(6, 16 + len(junk), magic=random.choice((0, MAGIC ^ 1))) + struct.pack("<QiI", cluster, other, 0) + junk,
        frame(random.choice((0, 2, 3, 5, 7, 10, 11, 12, 13, 2**32 - 1)), 16) + struct.pack("<QiI", cluster, other, 0),
        frame(6, random.randrange(16)) + struct.pack("<QiI", cluster, other, 0),
        message(cluster ^ 1 << random.randrange(64), other, soon, junk),
        message(cluster ^ 1 << random.randrange(64), other, soon, junk, huge),
        message(cluster, random.choice((-1, COUNT, 2**31 - 1, -(2**31))), soon, junk, random.choice((None, huge))),
        message(cluster, own, soon, junk),
        # What belongs to the bootstrap, which is over.
        frame(4, 16) + struct.pack("<Qii", cluster, (own - 1) % COUNT, COUNT),
        frame(9, 16) + struct.pack("<Qii", cluster, other, COUNT),
        frame(8, 40) + struct.pack("<Qi", cluster, other) + bytes(28),
        frame(1, 60) + struct.pack("<ii", other, COUNT) + bytes(52),
    ]
    if rounds > 1:  # one that has come already
        kinds.append(message(cluster, other, random.randrange(rounds - 1), junk))
    return random.choice(kinds)


def own_port():
    """Where this process listens; the root, whose descriptor it has, too, is over."""
    return next((own[1] for own, peer in own_sockets() if peer is None), 0)


def part(number, sender, receiver):
    """A message's bytes: none, few, or more than a socket holds at once."""
    return part_of(number % 100 * 3 + sender, (0, 1, 1000, 90_000)[(number + sender + 2 * receiver) % 4])


def one_round(comm, rank, number):
    """Sends to both others, and receives in an order that changes."""
    others = [other for other in range(COUNT) if other != rank]
    for other in others:
        data = part(number, rank, other)
        # Twice, so that more than one waits.
        for _ in range(2):
            if ccom.neuronBootstrapSend(comm, other, data, ctypes.c_size_t(len(data)), None):
                return 11
    for other in others[:: 1 if number % 2 else -1]:
        wanted = part(number, other, rank)
        for _ in range(2):
            data = ctypes.create_string_buffer(len(wanted) + 1)
            if ccom.neuronBootstrapRecv(comm, other, data, ctypes.c_size_t(len(wanted)), None) or data.raw[:-1] != wanted:
                return 12
    return 0


def work(rank):
    before, memory = open_files(), resident()
    status, comm = init(text, rank, COUNT, on_server(rank % 2))
    info = ctypes.create_string_buffer(1376)
    if status or ccom.neuronGetCommInfo(comm, info):
        return 10
    # The root goes when all have met, and then only this rank listens.
    ccom.neuronBootstrapAllGather(comm, None, ctypes.c_size_t(0), None)
    board.put(rank, info.raw[:8] + struct.pack("<I", own_port()))
    number = 0
    while True:
        wrong = one_round(comm, rank, number)
        if wrong:
            return wrong
        number += 1
        board.put(ROUNDS + rank, struct.pack("<I", number))
        stops = ctypes.create_string_buffer(COUNT)
        stops[rank] = board.memory[160 * STOP]
        if ccom.neuronBootstrapAllGather(comm, stops, ctypes.c_size_t(1), None):
            return 13
        if any(stops.raw[:COUNT]):
            break
    # The strangers are gone; of those who were silent few may be left, and nothing after the end.
    if open_files() > before + 3 + 64:
        return 14
    if ccom.neuronFreeComm(comm) or open_files() != before:
        return 15
    return 0 if resident() - memory < 8192 else 16


def attack(pids):
    targets = [struct.unpack("<QI", board.take(rank, 12)) for rank in range(COUNT)]
    check(all(port for _, port in targets), f"{way}: ranks listen: {targets}")
    end, kept = time.monotonic() + SECONDS, []
    while time.monotonic() < end:
        own = random.randrange(COUNT)
        cluster, port = targets[own]
        rounds = struct.unpack("<I", board.take(ROUNDS + own, 4))[0]
        s = socket.create_connection(("127.0.0.1", port))
        try:
            s.sendall(stranger(cluster, own, 2 * rounds))
        except OSError:
            pass  # closed already, rightly
        came[own] += 1
        kept.append(s)
        if len(kept) > 30:
            kept.pop(random.randrange(len(kept))).close()
    for s in kept:
        s.close()
    board.put(STOP, b"")



os.environ["NEURON_CCOM_SOCK_TIMEOUT"] = "20000"

# A connection that is slower than the next one: messages are taken in the order in which they were sent.
text, board = unique_id(2), Board()


def reordered(rank):
    status, comm = init(text, rank, 2)
    info = ctypes.create_string_buffer(1376)
    if status or ccom.neuronGetCommInfo(comm, info) or ccom.neuronBootstrapAllGather(comm, None, ctypes.c_size_t(0), None):
        return 10
    if rank == 0:
        board.put(0, info.raw[:8] + struct.pack("<I", own_port()))
        got = []
        for _ in range(4):
            data = ctypes.create_string_buffer(4)
            got.append(data.raw if ccom.neuronBootstrapRecv(comm, 1, data, ctypes.c_size_t(4), None) == 0 else None)
        # So that it hears once more.
        last = ctypes.create_string_buffer(4)
        status = ccom.neuronBootstrapRecv(comm, 1, last, ctypes.c_size_t(4), None)
        board.take(1)
        return 0 if got == [b"num%d" % number for number in range(4)] and (status, last.raw) == (0, b"num4") else 11
    cluster, port = struct.unpack("<QI", board.take(0, 12))
    connections = [socket.create_connection(("127.0.0.1", port)) for _ in range(7)]
    for connection, number in enumerate((2, 1, 2, 3, 0, 1)):
        connections[connection].sendall(message(cluster, 1, number, b"num%d" % number))
        time.sleep(0.02)
    connections[6].sendall(message(cluster, 1, 4, b"num4"))
    # One that comes twice is closed, before and after it was received.
    closed = is_closed(connections[2]) and is_closed(connections[5])
    board.put(1, b"")
    return 0 if closed else 12


codes, said, seconds = children(2, reordered)
check(codes == [0] * 2, f"messages in another order: {codes} {said}")

for way in WAYS:
    os.environ["RINGC_BOOTSTRAP"] = way
    text, board, came = unique_id(COUNT), Board(2 * COUNT + 1), [0] * COUNT
    codes, said, seconds = children(COUNT, work, attack)
    rounds = struct.unpack("<I", board.take(ROUNDS, 4))[0]
    check(codes == [0] * COUNT, f"{way}: {codes} after {came} strangers and {rounds} rounds: {said}")
    check(min(came) > 100 and rounds > 20, f"{way}: {came} strangers, {rounds} rounds")
    lines = [line for line in said.splitlines() if "a connection that is no rank's is closed" not in line]
    check(said and not lines, f"{way}: {lines}")
    check(len(said.splitlines()) <= 8 * COUNT, f"{way}: a flood of lines: {said}")
    print(f"{way}: {came} strangers, {rounds} rounds")
finish()
sys.stdout.flush()
os._exit(0)

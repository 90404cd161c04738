"""The network proxy word by word: two ranks that mark, trigger and progress by hand, and everything that may be wrong."""
from proxy_testing import *

p = Pair("trn1x2", "-platform=trn1.32xlarge", "-nodes=2")
PAIR = [0, 32]


def other(rank):
    return 1 - rank.index


def triggers(rank):
    """A start trigger that isn't there holds the list back; one that is gets consumed, by each side its own."""
    lists = rank.lists(initial_send_credits=5).fill(rank.index)
    assert lists.start() == SUCCESS
    lists.mark()
    for value in (NOT_TRIGGERED, 0):
        lists.trigger(value)
        assert [rank.progress(1) for _ in range(3)][1:] == [(SUCCESS, True, False)] * 2
        assert lists.semaphores == [0, 0, 0, 0] and lists.src[0].complete == lists.dst[0].complete == READY
    rank.barrier()
    lists.channel.recv_start = 7
    assert rank.progress(1) == (SUCCESS, False, False)
    assert (lists.channel.send_start, lists.channel.recv_start) == (0, 0) and lists.semaphores == [0, 0, 1, 0]
    assert (lists.src[0].complete, lists.dst[0].complete) == (READY, 0)
    rank.barrier()
    lists.channel.send_start = 1
    assert rank.run(1) == SUCCESS
    assert lists.semaphores == [6, 1, 1, 1] and lists.channel.send_start == 0
    assert lists.into.raw == rank.lists().fill(other(rank)).out.raw


def marks(rank):
    """Without a mark nothing is posted; marks are taken in order, each with a unit of the handshake semaphore."""
    lists = rank.lists(count=3, initial_send_credits=2, sema_shift_offset=4).fill(rank.index)
    assert lists.start() == SUCCESS
    lists.trigger()
    rank.progress(1)
    assert lists.semaphores == [2 << 4, 0, 0, 0]
    lists.src[1].complete = lists.dst[1].complete = READY  # not the next one
    assert rank.progress(1) == (SUCCESS, True, False) and lists.semaphores == [2 << 4, 0, 0, 0]
    lists.src[0].complete = lists.dst[0].complete = READY
    rank.until(lambda: lists.semaphores == [4 << 4, 2 << 4, 2 << 4, 2 << 4], 1)
    assert [entry.complete for entry in (*lists.src, *lists.dst)] == [0] * 6
    lists.mark()  # those of the first two are for nobody, and stay
    assert rank.run(1) == SUCCESS
    assert lists.semaphores == [5 << 4, 3 << 4, 3 << 4, 3 << 4]
    assert [entry.complete for entry in (*lists.src, *lists.dst)] == [READY, READY, 0] * 2
    assert lists.into.raw == rank.lists(count=3).fill(other(rank)).out.raw


def early(rank):
    """Receives that don't wait for the device; sends that count as complete when they are posted."""
    lists = rank.lists(count=2, size=4_000_000, early_recv_posting=True, early_send_completion=True).fill(rank.index)
    assert lists.start() == SUCCESS
    lists.trigger()
    rank.progress(1)
    assert lists.semaphores == [0, 0, 0, 0]
    rank.barrier()
    if rank.index == 0:
        lists.src[0].complete = READY
        # The other side doesn't read, so that it can't be through.
        rank.until(lambda: lists.semaphores[1] == 1, 1)
        assert lists.semaphores == [1, 1, 0, 0]
        rank.barrier()
    else:
        rank.barrier()
    for entry in lists.src:
        entry.complete = READY
    assert rank.run(1) == SUCCESS
    assert lists.semaphores[1:] == [2, 0, 2]
    assert lists.into.raw == rank.lists(count=2, size=4_000_000).fill(other(rank)).out.raw


def late(rank):
    """Without that a send is complete when the other one has read it."""
    lists = rank.lists(size=40_000_000).fill(rank.index)
    lists.begin()
    if rank.index == 0:
        for _ in range(2000):
            rank.progress(1)
        assert lists.semaphores[:2] == [1, 0]
        rank.barrier()
    else:
        rank.barrier()
    assert rank.run(1) == SUCCESS and lists.semaphores == [1, 1, 1, 1]


def sides(rank):
    """A side without addresses isn't there: one only sends, one only receives. A block of nothing is done at once."""
    lists = rank.lists(sends=rank.index == 0, receives=rank.index == 1, count=300).fill(0)
    lists.begin()
    assert rank.run(1) == SUCCESS
    assert lists.semaphores == ([300, 300, 0, 0] if rank.index == 0 else [0, 0, 300, 300])
    assert rank.index == 0 or lists.into.raw == lists.out.raw
    nothing = rank.lists(sends=False, receives=False)
    assert nothing.start(9) == SUCCESS and rank.progress(9) == (SUCCESS, True, True)


def empty(rank):
    """A message of no bytes is none: one sends two of them and another, the other one receives but that."""
    lists = rank.lists(sends=rank.index == 0, receives=rank.index == 1, count=3 if rank.index == 0 else 1).fill(0)
    for entry in lists.src[:2]:
        entry.size, entry.host_addr = 0, None
    lists.begin()
    assert rank.run(1) == SUCCESS and lists.semaphores == ([3, 3, 0, 0] if rank.index == 0 else [0, 0, 1, 1])
    assert rank.index == 0 or lists.into.raw == rank.lists(count=3).fill(0).out.raw[16:]


def device_memory(rank):
    """dev_addr, where there is no host_addr."""
    lists = rank.lists(size=1000).fill(rank.index)
    for entry in (lists.src[0], lists.dst[0]):
        entry.dev_addr, entry.host_addr = entry.host_addr, None
    lists.begin()
    assert rank.run(1) == SUCCESS and lists.into.raw == rank.lists(size=1000).fill(other(rank)).out.raw


def blocks(rank):
    """idle and done are only taken away from; a block runs again; one that comes in the midst of another waits for it."""
    one, two = rank.lists(channel=0).fill(rank.index), rank.lists(channel=1).fill(rank.index + 10)
    assert one.start(1) == SUCCESS and two.start(2) == SUCCESS
    assert rank.progress(NO_BLOCK) == (SUCCESS, True, True)
    assert rank.progress(NO_BLOCK, idle=False) == (SUCCESS, False, True)
    assert rank.progress(NO_BLOCK, done=False) == (SUCCESS, True, False)
    for again in range(3):
        one.trigger()
        one.mark()
        assert rank.run(1) == SUCCESS and one.semaphores == [again + 1] * 4
    assert rank.progress(NO_BLOCK) == (SUCCESS, True, True)
    # Not triggered: it stays in the midst.
    assert rank.progress(1)[2] is False
    two.trigger()
    two.mark()
    assert [rank.progress(2) for _ in range(3)] == [(SUCCESS, True, False)] * 3 and two.semaphores == [0] * 4
    assert rank.lists().start(3) == SUCCESS and rank.progress(3)[0] == INVALID
    one.trigger()
    one.mark()
    # When the first one is done the second one runs, and neither idle nor done is said before that.
    answers = []
    while not answers or not answers[-1][2]:
        answers.append(rank.progress(NO_BLOCK))
        assert answers[-1][0] == SUCCESS
    assert one.semaphores == [4] * 4 and two.semaphores == [1] * 4
    assert two.into.raw == rank.lists().fill(other(rank) + 10).out.raw
    # Streams have blocks of their own.
    assert rank.progress(1, stream=3)[0] == INVALID
    assert rank.lists().start(1, stream=3) == SUCCESS and rank.lists().start(1, stream=4) == INVALID
    assert rank.progress(1, stream=4)[0] == INVALID and rank.stop(4) == INVALID


def chained(rank):
    """Two lists of a block on one channel: all of the first, then all of the second, whoever is ready first."""
    first, second = (rank.lists(count=3).fill(rank.index + 10 * k) for k in range(2))
    assert first.start() == SUCCESS and second.start() == SUCCESS
    for lists in (first, second):
        lists.trigger()
    second.mark()
    for _ in range(100):
        rank.progress(1)
    assert second.semaphores == [0] * 4
    rank.barrier()
    first.mark()
    assert rank.run(1) == SUCCESS
    for k, lists in enumerate((first, second)):
        assert lists.into.raw == rank.lists(count=3).fill(other(rank) + 10 * k).out.raw


def across_streams(rank):
    """Lists of two streams on one channel: one that is stopped while it waits doesn't hold the first one up, nor the one behind it."""
    first, second, third = (rank.lists(count=3).fill(rank.index + 10 * k) for k in range(3))
    for stream, lists in enumerate((first, second, third)):
        assert lists.start(stream=stream) == SUCCESS
        rank.progress(1, stream=stream)
        lists.trigger()
    first.src[0].complete = first.dst[0].complete = READY
    rank.until(lambda: first.semaphores == [1] * 4, 1)
    assert rank.stop(stream=1) == SUCCESS
    third.mark()
    for _ in range(10):
        rank.progress(1, stream=2)
    assert third.semaphores == [0] * 4
    rank.barrier()
    first.mark()
    assert rank.run(1) == SUCCESS and rank.run(1, stream=2) == SUCCESS
    for k, lists in ((0, first), (2, third)):
        assert lists.into.raw == rank.lists(count=3).fill(other(rank) + 10 * k).out.raw


def operations(rank):
    """Two operations in one list, each with its semaphores; credits come when it is its turn."""
    a, b = rank.lists(count=2, initial_send_credits=3).fill(rank.index), rank.lists(count=1, initial_send_credits=7).fill(rank.index + 10)
    lists = rank.lists(count=3)
    lists.ops = (Ops * 2)(a.ops[0], b.ops[0])
    b.ops[0].enc_channel = lists.ops[1].enc_channel = ctypes.pointer(b.channel)
    lists.src = (Source * 3)(*a.src, *b.src)
    lists.dst = (Dest * 3)(*a.dst, *b.dst)
    for entries in (lists.src, lists.dst):
        entries[2].net_op_idx, entries[1].mark = 1, OP_COMPLETE
    assert lists.start() == SUCCESS
    a.trigger()
    rank.progress(1)
    assert a.semaphores == [3, 0, 0, 0] and b.semaphores == [0, 0, 0, 0]
    for entry in (*lists.src[:2], *lists.dst[:2]):
        entry.complete = READY
    rank.until(lambda: a.semaphores == [5, 2, 2, 2], 1)
    rank.progress(1)
    assert b.semaphores == [7, 0, 0, 0]
    lists.mark()
    assert rank.run(1) == SUCCESS and b.semaphores == [8, 1, 1, 1]
    assert b.into.raw == rank.lists().fill(other(rank) + 10).out.raw


def deep(rank):
    """More messages than requests: no more than 128 marks are taken before one is through."""
    lists = rank.lists(count=500, size=20_000).fill(rank.index)
    assert lists.start() == SUCCESS
    lists.trigger()
    for entry in lists.dst:
        entry.complete = READY
    for _ in range(5):
        rank.progress(1)
    assert lists.semaphores == [0, 0, 128, 0]
    rank.barrier()
    lists.mark()
    for entry in lists.dst[:128]:
        entry.complete = 0
    assert rank.run(1) == SUCCESS and lists.semaphores == [500] * 4
    assert lists.into.raw == rank.lists(count=500, size=20_000).fill(other(rank)).out.raw


def refused(rank):
    """Lists that are wrong: nothing is registered, and the next one works."""

    def wrong(change, **options):
        lists = rank.lists(count=2, **options)
        change(lists)
        assert lists.start(5) == INVALID, change
        assert rank.progress(5)[0] == INVALID

    def set_on(*names):
        def change(lists):
            at = lists
            for name in names[:-2]:
                at = at[name] if isinstance(name, int) else getattr(at, name)
            setattr(at, names[-2], names[-1])

        return change

    for change in (
        set_on("src", 1, "mark", OP_COMPLETE),
        set_on("dst", 1, "mark", TRANSFER),
        set_on("src", 0, "mark", EXEC_COMPLETE),
        set_on("src", 0, "mark", 3),
        set_on("dst", 0, "mark", -1),
        set_on("src", 1, "net_op_idx", 1),
        set_on("dst", 0, "size", 0x80000000),
        set_on("src", 0, "host_addr", None),
        set_on("src", 1, "dst_addr", 64),
        set_on("src", 1, "dst_mhandle", 64),
        set_on("ops", 0, "tx_entry_cnt", 1),
        set_on("ops", 0, "rx_entry_cnt", 3),
        set_on("ops", 0, "sema_shift_offset", 32),
        set_on("ops", 0, "variable_peer", True),
        set_on("ops", 0, "is_dynamic_send_recv_sz", True),
        set_on("ops", 0, "enc_channel", None),
        set_on("channel", "id", 32),
        set_on("channel", "id", -1),
        set_on("ops", (Ops * 0)()),
    ):
        wrong(change)
    lists = rank.lists()
    assert lists.start(NO_BLOCK) == INVALID
    start = rank.ccom.neuronStartNetworkProxy
    for counts in ((1, -1, 0), (1, 0, -1), (-1, 0, 0)):
        assert start(rank.comm, 0, 5, lists.ops, counts[0], lists.src, counts[1], lists.dst, counts[2]) == INVALID
    for gone in range(3):
        given = [None if k == gone else memory for k, memory in enumerate((lists.ops, lists.src, lists.dst))]
        assert start(rank.comm, 0, 5, given[0], 1, given[1], 1, given[2], 1) == INVALID
    # One that runs isn't changed.
    assert lists.start(6) == SUCCESS and rank.progress(6)[2] is False and rank.lists().start(6) == INVALID
    assert rank.stop() == SUCCESS and rank.progress(6)[0] == INVALID
    triggers(rank)


def stopped_before(rank):
    """A list that is stopped before it was triggered leaves its connection as it was."""
    for _ in range(2):
        lists = rank.lists()
        assert lists.start() == SUCCESS and rank.progress(1)[2] is False
        lists.mark()
        rank.progress(1)
        assert rank.stop() == SUCCESS and rank.stop() == SUCCESS
    rank.barrier()
    triggers(rank)


def stopped_amidst(rank):
    """One that is stopped with messages under way: its connection is closed, and the other side hears of it; then nothing of the communicator's proxy goes on there, but the next communicator does."""
    lists = rank.lists(count=2, size=20_000_000)
    lists.begin()
    if rank.index == 0:
        rank.progress(1)
        assert rank.stop() == SUCCESS
        assert rank.connector(RING, 0, True)[0] == INVALID and rank.connector(RING, 1, True)[0] == SUCCESS
        again = rank.lists()
        again.begin()
        assert rank.run(1) == PROXY_FAILURE
        rank.barrier()
    else:
        rank.barrier()
        assert rank.run(1) == PROXY_FAILURE
        assert rank.progress(1) == (PROXY_FAILURE, True, True) and rank.lists().start() == PROXY_FAILURE and rank.stop() == SUCCESS
    rank.barrier()


def sizes_differ(rank):
    """One sends less than the other one expects."""
    lists = rank.lists(size=8, recv_size=16)
    lists.begin()
    assert rank.run(1) == PROXY_FAILURE
    rank.barrier()


def sizes_exceed(rank):
    """One sends more than the other one has room for."""
    lists = rank.lists(size=16, recv_size=8)
    lists.begin()
    status = rank.run(1)
    assert status == PROXY_FAILURE and lists.into.raw == bytes(8)
    rank.barrier()


def killed(rank):
    """A rank that dies in the midst of it."""
    lists = rank.lists(count=4, size=20_000_000)
    lists.begin()
    if rank.index == 1:
        # It never reads, so that the other one can't be through.
        lists.dst[0].complete = 0
        for _ in range(3):
            rank.progress(1)
        os._exit(33)
    assert rank.run(1) == PROXY_FAILURE


def connectors(rank):
    """What a channel goes over can be used by itself; there is none but the neighbours'."""
    status, send = rank.connector(RING, 0, True)
    received, receive = rank.connector(RING, 0, False)
    assert status == received == SUCCESS and send and receive and send != receive
    out, into = ctypes.create_string_buffer(bytes([rank.index] * 100), 100), ctypes.create_string_buffer(100)
    call, requests = rank.ccom, [ctypes.c_void_p(), ctypes.c_void_p()]
    registered = []
    for is_send, memory in ((True, out), (False, into)):
        mr = ctypes.c_void_p()
        assert call.neuronNetRegMr(rank.comm, RING, 0, is_send, 0, memory, ctypes.c_size_t(100), 1, ctypes.byref(mr)) == SUCCESS and mr.value
        registered.append(mr)
    assert call.neuronNetIrecv(ctypes.c_void_p(receive), into, 100, registered[1], ctypes.byref(requests[0])) == SUCCESS
    assert call.neuronNetIsend(ctypes.c_void_p(send), out, 100, registered[0], ctypes.byref(requests[1])) == SUCCESS
    for request in requests:
        done = ctypes.c_int()
        while not done.value:
            assert call.neuronNetTest(request, ctypes.byref(done), None) == SUCCESS
    assert into.raw == bytes([other(rank)] * 100)
    for is_send, mr in ((True, registered[0]), (False, registered[1])):
        assert call.neuronNetDeregMr(rank.comm, RING, 0, is_send, 0, mr) == SUCCESS
    mr = ctypes.c_void_p()
    for pattern, number in ((RING, 32), (RING, -1), (PEER, other(rank)), (PEER, 5), (RING, 2**31 - 1)):
        for is_send in (True, False):
            assert rank.connector(pattern, number, is_send)[0] == INVALID
            assert call.neuronNetRegMr(rank.comm, pattern, number, is_send, 0, into, ctypes.c_size_t(8), 1, ctypes.byref(mr)) == INVALID
            assert call.neuronNetDeregMr(rank.comm, pattern, number, is_send, 0, into) == INVALID
    assert call.neuronGetNetConnector(rank.comm, RING, 0, True, None) == INVALID
    # The network can't be ended under a communicator.
    assert call.neuronFiniPlugin() == INVALID


for work in (triggers, marks, early, late, sides, empty, device_memory, blocks, chained, across_streams, operations, deep, stopped_before, connectors):
    said = [line for line in ranks(p, PAIR, work).splitlines() if "NET/Plugin" not in line]
    check(not said or work in (blocks, connectors), f"{work.__name__}: {said}")

said = ranks(p, PAIR, refused)
for line in (
    "net_src_addr_fifo[net_src_addr_fifo_n - 1].mark == EXEC_COMPLETE",
    "net_dest_addr_fifo[net_dest_addr_fifo_n - 1].mark == EXEC_COMPLETE",
    "net_src_addr_fifo[0]: mark is 2",
    "net_src_addr_fifo[0]: mark is 3",
    "net_dest_addr_fifo[0]: mark is -1",
    "net_src_addr_fifo[1]: net_op_idx is 1 of 1",
    "net_dest_addr_fifo[0]: size is 2147483648",
    "net_src_addr_fifo[0]: neither host_addr nor dev_addr is set",
    "net_src_addr_fifo[1]: remote access isn't emulated",
    "ops[0]: tx_entry_cnt is 1, there are 2",
    "ops[0]: rx_entry_cnt is 3, there are 2",
    "ops[0]: sema_shift_offset is 32",
    "net_src_addr_fifo[0]: rank 0 isn't connected to send",
    "its operation's sizes are dynamic, without",
    "net_src_addr_fifo[0]: its operation has no enc_channel",
    "net_src_addr_fifo[0]: channel 32 has nobody to send",
    "net_src_addr_fifo[0]: channel -1 has nobody to send",
    "net_src_addr_fifo[0]: net_op_idx is 0 of 0",
    "basic_block is -1",
    "src_n is -1",
    "dst_n is -1",
    "ops_n is -1",
    "neuronStartNetworkProxy: a pointer is null",
    "neuronStartNetworkProxy: the basic block is running",
    "neuronNetworkProxyProgress: basic block 5 was never started",
):
    check(line in said, f"said: {line}: {said}")

said = ranks(p, PAIR, stopped_amidst)
check(re.search(r"neuronNetworkProxyProgress: rank 1, channel 0, with rank 0: network Socket", said), said)
check("rank 0, channel 0, with rank 1: the connection was closed while messages were under way" in said, said)
said = ranks(p, PAIR, sizes_differ)
check("rank 0, channel 0, with rank 1: 8 bytes came, expected 16" in said, said)
said = ranks(p, PAIR, sizes_exceed)
check(re.search(r"rank 0, channel 0, with rank 1: network Socket", said), said)
said = ranks(p, PAIR, killed, seconds=10, wanted=[0, 33])
check(re.search(r"rank 0, channel 0, with rank 1: network Socket", said), said)


def slow(rank):
    """A message that doesn't get through is said after 10 s, and gets through all the same."""
    lists = rank.lists(sends=rank.index == 0, receives=rank.index == 1, size=20_000_000, func_rel_op_idx=17).fill(0)
    lists.begin()
    begin = time.monotonic()
    while time.monotonic() < begin + 10.5:
        if rank.index == 0:
            rank.progress(1)
        time.sleep(0.01)
    rank.barrier()
    assert rank.run(1) == SUCCESS


said = ranks(p, PAIR, slow)
check(said.count("rank 0, channel 0, with rank 1: sending 20000000 bytes takes more than 10 s, func_rel_op:17") == 1, said)


def again(rank):
    """Communicators one after the other, every second one left with messages under way: nothing stays open, and the next one works."""
    place, all_of = rank.index * 32, []
    for turn in range(12):
        text = ctypes.create_string_buffer(128 * rank.count)
        if rank.index == 0:
            assert rank.ccom.neuronGetUniqueId(text, rank.count, None) == SUCCESS
        assert rank.ccom.neuronBootstrapAllGather(rank.comm, text, ctypes.c_size_t(128), None) == SUCCESS
        comm = ctypes.c_void_p()
        assert rank.ccom.neuronInitComm(ctypes.byref(comm), rank.count, text, rank.index, device_of(*p.place(place)), False) == SUCCESS
        assert rank.ccom.neuronBuildGraphComm(comm) == SUCCESS
        mine = Rank(rank.ccom, comm, rank.index, rank.count)
        lists = mine.lists(size=5_000_000 if turn % 2 else 100).fill(rank.index)
        lists.begin()
        if turn % 2:
            mine.progress(1)
        else:
            assert mine.run(1) == SUCCESS and lists.into.raw == mine.lists(size=100).fill(other(rank)).out.raw
        assert rank.ccom.neuronFreeComm(comm) == SUCCESS
        rank.barrier()
        all_of.append((open_files(), tasks(), resident()))
    assert settles(lambda: open_files() <= all_of[1][0] and tasks() <= all_of[1][1]), all_of
    assert all_of[-1][2] < all_of[3][2] + 2000, all_of


ranks(p, PAIR, again)

FOUR = [0, 1, 32, 33]


def mesh(rank):
    """Everybody with everybody, amounts that are known at run time, peers by address."""
    assert rank.ccom.neuronExpandConnectivity(rank.comm, 3) == INVALID
    assert rank.ccom.neuronExpandConnectivity(rank.comm, DEFAULT) == SUCCESS
    peers = [r for r in range(rank.count) if r != rank.index]
    assert all(rank.connector(PEER, r, True)[0] == INVALID for r in range(rank.count))
    before = open_files()
    assert rank.ccom.neuronExpandConnectivity(rank.comm, MESH) == SUCCESS
    assert open_files() == before + 2 * len(peers)
    assert rank.ccom.neuronExpandConnectivity(rank.comm, MESH) == SUCCESS and open_files() == before + 2 * len(peers)
    assert [rank.connector(PEER, r, True)[0] for r in range(rank.count)] == [INVALID if r == rank.index else SUCCESS for r in range(rank.count)]
    most, each = 10, 4
    lists = rank.lists(count=len(peers), size=most * each * rank.count, variable_peer=True, is_dynamic_send_recv_sz=True, data_type_sz=each)
    table = {name: (ctypes.c_int64 * rank.count)() for name in ("send_counts", "send_offsets", "recv_offsets", "recv_counts")}
    memory = HostMem(*(ctypes.cast(values, ctypes.POINTER(ctypes.c_int64)) for values in table.values()))
    lists.channel.sizes = ctypes.addressof(memory)
    for k, peer in enumerate(peers):
        # All start at the same memory; offsets tell peers apart.
        lists.src[k].dst_rank = lists.dst[k].src_rank = peer
        lists.src[k].host_addr, lists.dst[k].host_addr = ctypes.addressof(lists.out), ctypes.addressof(lists.into)
        table["send_counts"][peer] = (3 * rank.index + peer) % most  # some send nothing
        table["send_offsets"][peer] = table["recv_offsets"][peer] = most * peer
        struct.pack_into(f"<{most}I", lists.out, most * each * peer, *(1000 * rank.index + 100 * peer + i for i in range(most)))
    assert lists.start() == SUCCESS
    for again in range(2):
        lists.trigger()
        lists.mark()
        assert rank.run(1) == SUCCESS
        for peer in peers:
            amount = (3 * peer + rank.index) % most
            assert table["recv_counts"][peer] == amount
            assert list(struct.unpack_from(f"<{amount}I", lists.into, most * each * peer)) == [1000 * peer + 100 * rank.index + i for i in range(amount)]
    rank.barrier()


def beyond(rank):
    """Amounts that aren't inside the memory."""
    lists = rank.lists(size=40, is_dynamic_send_recv_sz=True, data_type_sz=4)
    table = {name: (ctypes.c_int64 * rank.count)() for name in ("send_counts", "send_offsets", "recv_offsets", "recv_counts")}
    memory = HostMem(*(ctypes.cast(values, ctypes.POINTER(ctypes.c_int64)) for values in table.values()))
    lists.channel.sizes = ctypes.addressof(memory)
    peer = (rank.index + 1) % rank.count
    table["send_counts"][peer], table["send_offsets"][peer] = 8, 3
    lists.begin()
    assert rank.run(1) == PROXY_FAILURE
    rank.barrier()


def halving(rank):
    assert rank.ccom.neuronExpandConnectivity(rank.comm, RDH) == SUCCESS
    wanted = {rank.index ^ 1, rank.index ^ 2, rank.index ^ 4} & set(range(rank.count))
    assert {r for r in range(rank.count) if rank.connector(PEER, r, False)[0] == SUCCESS} == wanted


def disagree(rank):
    return 0 if rank.ccom.neuronExpandConnectivity(rank.comm, MESH if rank.index else RDH) == FAILURE else 1


ranks(p, FOUR, mesh)
said = ranks(p, PAIR, beyond)
check("32 bytes at 12 aren't inside the address's 40" in said, said)
ranks(p, [0, 1, 2, 32, 33], halving)
said = ranks(p, FOUR, disagree)
check(said.count("rank 1 asks for another connectivity than rank 0") == 4, said)

finish()
sys.stdout.flush()
os._exit(0)

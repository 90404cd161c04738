"""What the tests of the proxy share: its records, and ranks that make lists of addresses by hand."""
from graph_testing import *
import traceback

PROXY_FAILURE = 1206
TRANSFER, OP_COMPLETE, EXEC_COMPLETE = 0, 1, 2
NOT_TRIGGERED, READY, NO_BLOCK = 0xFFFFFFFF, -1, 0xFFFFFFFF
MESH, RDH, DEFAULT = 0, 1, 2
RING, PEER = 0, 1
WORD = ctypes.c_uint32


class Channel(ctypes.Structure):
    _fields_ = [("id", ctypes.c_int), ("send_start", WORD), ("recv_start", WORD), ("sizes", ctypes.c_void_p), ("reserved", ctypes.c_char * 64)]


class Ops(ctypes.Structure):
    _fields_ = (
        [("sema_shift_offset", ctypes.c_uint16), ("early_send_completion", ctypes.c_bool), ("early_recv_posting", ctypes.c_bool)]
        + [(name, ctypes.POINTER(WORD)) for name in ("inc_send_handshake", "inc_send_complete", "inc_recv_handshake", "inc_recv_complete")]
        + [(name, WORD) for name in ("tx_entry_cnt", "rx_entry_cnt", "net_idx_loop_size", "initial_send_credits", "ending_recv_credits")]
        + [("data_type_sz", ctypes.c_uint64), ("is_dynamic_send_recv_sz", ctypes.c_bool), ("variable_peer", ctypes.c_bool), ("add_to_histogram", ctypes.c_bool)]
        + [(name, WORD) for name in ("basic_block_id", "func_rel_op_idx", "unrolled_count")]
        + [("enc_channel", ctypes.POINTER(Channel))]
    )


COMMON = [("net_op_idx", WORD), ("complete", ctypes.c_int), ("dev_addr", ctypes.c_uint64), ("host_addr", ctypes.c_void_p), ("nccl_mhandle", ctypes.c_void_p), ("size", WORD), ("mark", ctypes.c_int)]


class Source(ctypes.Structure):
    _fields_ = COMMON + [("tag", ctypes.c_void_p), ("dst_rank", ctypes.c_int), ("dst_addr", ctypes.c_void_p), ("dst_mhandle", ctypes.c_void_p)]


class Dest(ctypes.Structure):
    _fields_ = COMMON + [("src_rank", ctypes.c_int)]


check((ctypes.sizeof(Channel), ctypes.sizeof(Ops), ctypes.sizeof(Source), ctypes.sizeof(Dest)) == (88, 96, 72, 48), "sizes of the records")


class HostMem(ctypes.Structure):
    _fields_ = [(name, ctypes.POINTER(ctypes.c_int64)) for name in ("send_counts", "send_offsets", "recv_offsets", "recv_counts")]


class Rank:
    """A rank whose rings are built."""

    def __init__(self, ccom, comm, index, count):
        self.ccom, self.comm, self.index, self.count = ccom, comm, index, count

    def barrier(self):
        assert self.ccom.neuronBootstrapAllGather(self.comm, ctypes.create_string_buffer(self.count), ctypes.c_size_t(1), None) == SUCCESS

    def lists(self, *arguments, **options):
        return Lists(self, *arguments, **options)

    def progress(self, block, idle=True, done=True, stream=0):
        """(status, idle, done)"""
        idle, done = ctypes.c_bool(idle), ctypes.c_bool(done)
        status = self.ccom.neuronNetworkProxyProgress(self.comm, stream, WORD(block), ctypes.byref(idle), ctypes.byref(done))
        return status, idle.value, done.value

    def until(self, holds, block, seconds=20, stream=0):
        """Progress until holds(); the last answer."""
        end = time.monotonic() + seconds
        while True:
            answer = self.progress(block, stream=stream)
            if answer[0] or holds():
                return answer
            assert time.monotonic() < end, "progress gets somewhere"

    def run(self, block, seconds=20, stream=0):
        """Progress until it's done, or fails: the status."""
        end = time.monotonic() + seconds
        while True:
            status, _, done = self.progress(block, stream=stream)
            if status or done:
                return status
            assert time.monotonic() < end, "the block ends"

    def stop(self, stream=0):
        return self.ccom.neuronStopNetworkProxy(self.comm, stream)

    def connector(self, pattern, number, is_send):
        place = ctypes.c_void_p()
        status = self.ccom.neuronGetNetConnector(self.comm, pattern, number, is_send, ctypes.byref(place))
        return status, place.value


class Lists:
    """Sources and destinations of `count` messages of `size` bytes each, of one operation, with semaphores and memory of their own."""

    def __init__(self, rank, channel=0, count=1, size=8, recv_size=None, sends=True, receives=True, **fields):
        self.rank, self.count, self.size = rank, count, size
        self.recv_size = size if recv_size is None else recv_size
        self.channel = Channel(id=channel, send_start=NOT_TRIGGERED, recv_start=NOT_TRIGGERED)
        self.words = (WORD * 4)()
        self.ops = (Ops * 1)()
        o = self.ops[0]
        o.inc_send_handshake, o.inc_send_complete, o.inc_recv_handshake, o.inc_recv_complete = (ctypes.pointer(WORD.from_buffer(self.words, 4 * i)) for i in range(4))
        o.enc_channel = ctypes.pointer(self.channel)
        self.out, self.into = ctypes.create_string_buffer(max(count * size, 1)), ctypes.create_string_buffer(max(count * self.recv_size, 1))
        self.src, self.dst = (Source * (count if sends else 0))(), (Dest * (count if receives else 0))()
        o.tx_entry_cnt, o.rx_entry_cnt = len(self.src), len(self.dst)
        for name, value in fields.items():
            setattr(o, name, value)
        for entries, memory, each in ((self.src, self.out, size), (self.dst, self.into, self.recv_size)):
            for i, entry in enumerate(entries):
                entry.host_addr = ctypes.addressof(memory) + i * each
                entry.size = each
                entry.mark = EXEC_COMPLETE if i + 1 == count else TRANSFER

    def start(self, block=1, stream=0):
        return self.rank.ccom.neuronStartNetworkProxy(self.rank.comm, stream, block, self.ops, len(self.ops), self.src, len(self.src), self.dst, len(self.dst))

    def trigger(self, value=1):
        self.channel.send_start = self.channel.recv_start = value

    def mark(self):
        for entries in (self.src, self.dst):
            for entry in entries:
                entry.complete = READY

    def begin(self):
        """Started, triggered, and all of it marked."""
        assert self.start() == SUCCESS
        self.trigger()
        self.mark()

    def fill(self, seed):
        self.out.raw = random.Random(seed).randbytes(len(self.out))
        return self

    @property
    def semaphores(self):
        """Handshake and complete of sends, the same of receives."""
        return list(self.words)


def ranks(p, members, work, seconds=60, meanwhile=None, wanted=None):
    """Runs work(rank) on the compiled ranks `members`, each a process; what they said."""
    board = Board()

    def run_rank(index):
        try:
            if not p.load(p.server_of(members[index])):
                return 20
            if index == 0:
                made = ctypes.create_string_buffer(128)
                assert p.ccom.neuronGetUniqueId(made, len(members), None) == SUCCESS
                board.put(0, made.raw)
            text = ctypes.create_string_buffer(board.take(0), 128)
            comm = ctypes.c_void_p()
            assert p.ccom.neuronInitComm(ctypes.byref(comm), len(members), text, index, device_of(*p.place(members[index])), False) == SUCCESS
            if getattr(work, "builds", True):
                assert p.ccom.neuronBuildGraphComm(comm) == SUCCESS
            code = work(Rank(p.ccom, comm, index, len(members)))
            assert p.ccom.neuronFreeComm(comm) == SUCCESS
            return code or 0
        except BaseException:
            os.write(2, traceback.format_exc().encode())
            return 90

    codes, said, took = children(len(members), run_rank, meanwhile)
    check(codes == (wanted or [0] * len(members)), f"{work.__name__}: {codes} {said[-3000:]}")
    check(took < seconds, f"{work.__name__} took {took} s")
    return said

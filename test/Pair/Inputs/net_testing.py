"""What the tests of the network share: libnccom's calls for it, in processes of their own."""
from pair_processes import *
import signal
import traceback

HOST = 1
MARGIN = 64


def plugged(name, pair_folder, source, *flags):
    """A pair with a plug-in of `source` beside it."""
    where = fresh(name)
    for library in ("libnrt.so.1", "libnccom.so.2"):
        shutil.copy(pair_folder / library, where)
    (where / "libnccom.so").symlink_to("libnccom.so.2")
    compile_c(INPUTS / source, where / "libnccom-net.so", "-shared", "-fPIC", *flags)
    return where


def with_plugin(work):
    """`work` over a plug-in, which is ended after it."""

    def all_of_it(lib, line):
        place = ctypes.c_void_p()
        check(lib.ccom.neuronGetOFIHandle(ctypes.byref(place)) == SUCCESS and place.value, "neuronGetOFIHandle")
        work(lib, line)
        check(lib.ccom.neuronFiniPlugin() == SUCCESS, "neuronFiniPlugin")

    return all_of_it


def pattern(seed, size):
    return random.Random(seed).randbytes(size)


class Library:
    """A pair that is loaded; comms, registrations and requests are numbers."""

    def __init__(self, folder):
        nrt = ctypes.CDLL(str(folder / "libnrt.so.1"), ctypes.RTLD_GLOBAL)
        self.ccom = ctypes.CDLL(str(folder / "libnccom.so.2"))
        check(nrt.nrt_init(1, b"", b"") == SUCCESS, "nrt_init")
        check(self.ccom.neuronInitNet(None) == SUCCESS, "neuronInitNet")
        self.closers = {}

    def made(self, status, place, closer, *more):
        if status == SUCCESS and place.value:
            self.closers[place.value] = (closer, *more)
        return status, place.value

    def listen(self):
        handle, comm = ctypes.create_string_buffer(128), ctypes.c_void_p()
        check(self.ccom.neuronNetListen(0, handle, ctypes.byref(comm)) == SUCCESS and comm.value, "neuronNetListen")
        self.made(SUCCESS, comm, self.ccom.neuronNetCloseListen)
        return handle.raw, comm.value

    def connect(self, handle):
        comm = ctypes.c_void_p()
        status = self.ccom.neuronNetConnect(0, ctypes.create_string_buffer(handle, 128), ctypes.byref(comm))
        return self.made(status, comm, self.ccom.neuronNetCloseSend)

    def accept(self, listener):
        comm = ctypes.c_void_p()
        status = self.ccom.neuronNetAccept(ctypes.c_void_p(listener), ctypes.byref(comm))
        return self.made(status, comm, self.ccom.neuronNetCloseRecv)

    def loop(self, handle=None, listener=None):
        """(send comm, receive comm, listener), connected with each other."""
        if not listener:
            handle, listener = self.listen()
        sent, send = self.connect(handle)
        received, receive = self.accept(listener)
        check(sent == SUCCESS and received == SUCCESS, "connected")
        return send, receive, listener

    def register(self, comm, data, size):
        mr = ctypes.c_void_p()
        check(self.ccom.neuronNetRegMrOG(ctypes.c_void_p(comm), data, ctypes.c_size_t(size), HOST, ctypes.byref(mr)) == SUCCESS and mr.value, "neuronNetRegMrOG")
        self.made(SUCCESS, mr, self.ccom.neuronNetDeregMrOG, comm)
        return mr.value

    def key(self, mr):
        key = ctypes.c_uint64()
        return self.ccom.neuronNetGetMrKey(ctypes.c_void_p(mr), ctypes.byref(key)), key.value

    def close(self, *handles):
        """Closes each, registrations first."""
        for handle in sorted(handles, key=lambda each: len(self.closers[each]), reverse=True):
            closer, *comm = self.closers.pop(handle)
            check(closer(*map(ctypes.c_void_p, comm), ctypes.c_void_p(handle)) == SUCCESS, "closed")

    def post(self, call, comm, data, at, size, mr):
        request = ctypes.c_void_p()
        status = call(ctypes.c_void_p(comm), ctypes.c_void_p(ctypes.addressof(data) + at), size, ctypes.c_void_p(mr), ctypes.byref(request))
        return status, request.value

    def isend(self, *arguments):
        return self.post(self.ccom.neuronNetIsend, *arguments)

    def irecv(self, *arguments):
        return self.post(self.ccom.neuronNetIrecv, *arguments)

    def ccom_iflush(self, comm, data, size, mr):
        return self.post(self.ccom.neuronNetIflush, comm, data, 0, size, mr)

    def test(self, request):
        done, size = ctypes.c_int(-1), ctypes.c_int(-1)
        status = self.ccom.neuronNetTest(ctypes.c_void_p(request), ctypes.byref(done), ctypes.byref(size))
        return status, done.value, size.value

    def wait(self, request, seconds=30):
        """(status, size) when it is done or wrong."""
        end = time.monotonic() + seconds
        while True:
            status, done, size = self.test(request)
            if status or done:
                return status, size
            check(time.monotonic() < end, "a request ends")
            time.sleep(0.0001)

    def join(self, line):
        """(send comm, receive comm, listener), to and from the process at the other end of `line`."""
        handle, listener = self.listen()
        if wanted := os.environ.get("WANTED_FAMILY"):
            check(handle[16] == int(wanted), "the family of the address")
        line.sendall(handle)
        other = line.recv(128, socket.MSG_WAITALL)
        sent, send = self.connect(other)
        received, receive = self.accept(listener)
        check(sent == SUCCESS and received == SUCCESS, "connected")
        return send, receive, listener

    def transfer(self, line, sends, size, stop_after=None):
        """One end of a long message; with `stop_after`, returns in the midst of it. What it returns keeps its memory."""
        send, receive, listener = self.join(line)
        comm = send if sends else receive
        data = ctypes.create_string_buffer(size)
        mr = self.register(comm, data, size)
        status, request = (self.isend if sends else self.irecv)(comm, data, 0, size, mr)
        check(status == SUCCESS and request, "it begins")
        if stop_after is not None:
            # Nothing moves without test(), so it isn't through.
            line.sendall(b"!")
        else:
            check(line.recv(1) == b"!", "the other one is in the midst of it")
        return request, comm, (data, mr, send, receive, listener)


def exchange(sizes, mine, other, deep=8):
    """Sends messages of `sizes` made of `mine`, receives those of `other` at the same time, `deep` of each under way; compares every byte."""

    def work(lib, line):
        before = open_files()
        send, receive, listener = lib.join(line)
        check(lib.ccom.neuronNetCloseListen(ctypes.c_void_p(listener)) == SUCCESS, "the listener is closed")
        most = max(sizes) + MARGIN
        out, into = ctypes.create_string_buffer(deep * most), ctypes.create_string_buffer(deep * most)
        mr_out, mr_into = lib.register(send, out, deep * most), lib.register(receive, into, deep * most)
        check(lib.key(mr_out)[0] == SUCCESS, "a key")
        sending, receiving = [], []
        sent = received = posted = 0
        end = time.monotonic() + 60
        while received < len(sizes) or sent < len(sizes) or sending:
            check(time.monotonic() < end, "the exchange ends")
            if sent < len(sizes) and len(sending) < deep:
                at, size = sent % deep * most, sizes[sent]
                ctypes.memmove(ctypes.addressof(out) + at, pattern(mine * 1000 + sent, size), size)
                status, request = lib.isend(send, out, at, size, mr_out)
                check(status == SUCCESS, "neuronNetIsend")
                if request:
                    sending.append((request, size))
                    sent += 1
            while posted < len(sizes) and len(receiving) < deep:
                at, size = posted % deep * most, sizes[posted]
                ctypes.memset(ctypes.addressof(into) + at, 0xA5, size + MARGIN)
                # Exactly as long as the message, or longer.
                status, request = lib.irecv(receive, into, at, size + posted % 2 * MARGIN, mr_into)
                check(status == SUCCESS and request, "neuronNetIrecv")
                receiving.append((request, at, size))
                posted += 1
            if sending:
                status, done, size = lib.test(sending[0][0])
                check(status == SUCCESS and (not done or size == sending[0][1]), "a send")
                if done:
                    sending.pop(0)
            if receiving:
                request, at, size = receiving[0]
                status, done, got = lib.test(request)
                check(status == SUCCESS and (not done or got == size), f"a receive of {size}: {status} {done} {got}")
                if done:
                    wanted = pattern(other * 1000 + received, size) + b"\xa5" * MARGIN
                    check(ctypes.string_at(ctypes.addressof(into) + at, size + MARGIN) == wanted, f"message {received} of {size} bytes")
                    receiving.pop(0)
                    received += 1
        status, request = lib.ccom_iflush(receive, into, 1, mr_into)
        check(status == SUCCESS and lib.wait(request)[0] == SUCCESS, "neuronNetIflush")
        # Neither leaves while the other is at it.
        line.sendall(b".")
        check(line.recv(1) == b".", "both are through")
        lib.close(mr_out, mr_into, send, receive)
        check(open_files() == before or os.environ.get("KEEPS_FILES"), f"{open_files()} files are open, {before} before")

    return work


def processes(folder, *works, env=None):
    """Runs each of one or two work(library, line) in a process; their codes (-N: killed), what they said, and how long it took."""
    lines = socket.socketpair()
    begin, pids = time.monotonic(), []
    with open(TMP / "said", "w") as log:
        sys.stdout.flush()
        for work, line in zip(works, lines):
            pid = os.fork()
            if pid == 0:
                os.dup2(log.fileno(), 2)
                signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Python ignores it
                code = 99
                try:
                    for other in lines:
                        if other is not line:
                            other.close()
                    os.environ.setdefault("NEURON_CCOM_SOCK_TIMEOUT", "30000")
                    os.environ.setdefault("FI_EFA_FORK_SAFE", "1")
                    os.environ["NCCL_DEBUG"] = "WARN"
                    os.environ.update(env or {})
                    work(Library(folder), line)
                    code = 0
                except SystemExit as why:
                    print(why, file=sys.stderr)
                except BaseException:
                    traceback.print_exc()
                finally:
                    sys.stderr.flush()
                    os._exit(code)
            pids.append(pid)
        for line in lines:
            line.close()
        codes = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in pids]
    return codes, (TMP / "said").read_text(errors="replace"), time.monotonic() - begin


def good(what, folder, *works, env=None):
    """All end well; what they said."""
    codes, said, _ = processes(folder, *works, env=env)
    check(codes == [0] * len(works), f"{what}: {codes} {said}")
    return said.replace(ABSENT, "")


# What is said without a plug-in.
ABSENT = "NET/Plugin: libnccom-net.so load returned 1"

"""What the tests of several processes share: running them, what they leave behind, and memory that they all see. No pair is loaded here."""
from pair_testing import *
import ctypes
import mmap
import random
import socket
import time

SUCCESS, FAILURE, INVALID = 0, 1, 2


def children(count, work, meanwhile=None):
    """Runs work(rank) in as many processes; their results (-N: killed), what they said, and how long it took. meanwhile(pids) runs beside them."""
    said = TMP / "said"
    begin, pids = time.monotonic(), []
    with open(said, "w") as log:
        for rank in range(count):
            pid = os.fork()
            if pid == 0:
                os.dup2(log.fileno(), 2)
                code = 99
                try:
                    code = work(rank)
                finally:
                    os._exit(code)
            pids.append(pid)
        if meanwhile:
            meanwhile(pids)
        codes = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in pids]
    return codes, said.read_text(), time.monotonic() - begin


def open_files():
    return len(os.listdir("/proc/self/fd"))


def own_sockets():
    """The internet sockets of this process; of each its own address, and its peer's, or None if it listens."""
    found = []
    for name in os.listdir("/proc/self/fd"):
        try:
            if os.readlink(f"/proc/self/fd/{name}").startswith("socket:"):
                with socket.socket(fileno=os.dup(int(name))) as s:
                    if s.family in (socket.AF_INET, socket.AF_INET6):
                        found.append((s.getsockname(), None if s.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN) else s.getpeername()))
        except OSError:
            pass  # the descriptor of the folder itself, or a socket whose peer is gone
    return found


def is_closed(s):
    """Whether the other side closes it, now or soon."""
    s.settimeout(5)
    try:
        return s.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionResetError:
        return True  # with what it said still unread


def tasks():
    return len(os.listdir("/proc/self/task"))


def resident():
    """KiB."""
    with open("/proc/self/status") as file:
        return int(re.search(r"VmRSS:\s*(\d+)", file.read())[1])


def settles(wanted, seconds=3):
    """Whether wanted() holds, now or soon: a thread that ends takes its time."""
    end = time.monotonic() + seconds
    while not wanted():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


class Board:
    """Memory that all processes see: a slot of 160 bytes each."""

    def __init__(self, slots=8):
        self.memory = mmap.mmap(-1, 160 * slots)

    def put(self, slot, data):
        at = slot * 160
        self.memory[at + 8 : at + 8 + len(data)] = data
        self.memory[at] = 1

    def take(self, slot, size=128, seconds=60):
        at, end = slot * 160, time.monotonic() + seconds
        while not self.memory[at]:
            if time.monotonic() > end:
                raise TimeoutError
            time.sleep(0.001)
        return self.memory[at + 8 : at + 8 + size]


def free_port(family=socket.AF_INET, host="127.0.0.1"):
    # Below the ports that the system gives to connections, one of which might come between.
    with socket.socket(family) as s:
        while True:
            port = random.SystemRandom().randrange(10_000, 30_000)  # whatever the test's seed is
            try:
                s.bind((host, port))
                return port
            except OSError:
                pass

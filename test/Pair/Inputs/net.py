"""The network of libnccom: sockets, plug-ins, and what goes wrong with either. Each scenario has processes of its own."""
from net_testing import *
import random
import signal
import socket

TMP.mkdir(parents=True, exist_ok=True)
folder = pair("pair", "-platform=trn1.32xlarge", "-nodes=2")

# Bytes of all sizes, both ways at once; nothing is left open.
rng = random.Random(8)
SIZES = [0, 1, 15, 16, 17, 16367, 16368, 16369, 16384, 16385, 65536] + [rng.randrange(300_000) for _ in range(120)] + [rng.randrange(64) for _ in range(300)]
both = (exchange(SIZES, 1, 2), exchange(SIZES, 2, 1))
said = good("sockets", folder, *both)
check("Socket" not in said, f"nothing is said: {said}")
good("64 MiB", folder, *(exchange([64 << 20, 3], mine, other, deep=2) for mine, other in ((3, 4), (4, 3))))
if any(line.split()[-1] == "lo" for line in pathlib.Path("/proc/net/if_inet6").read_text().splitlines()):
    good("IPv6", folder, *both, env={"CCOM_SOCKET_FAMILY": "AF_INET6", "WANTED_FAMILY": str(int(socket.AF_INET6))})
else:
    print("no IPv6 here: left out")


# In one process: a comm connects before it is accepted, and all requests are under way.
def outstanding(lib, _):
    before = open_files()
    send, receive, listener = lib.loop()
    data = ctypes.create_string_buffer(bytes(range(200)) * 2, 400)
    into = ctypes.create_string_buffer(400)
    out, back = lib.register(send, data, 400), lib.register(receive, into, 400)
    received = [lib.irecv(receive, into, i, 2, back) for i in range(128)]
    check(all(status == SUCCESS and request for status, request in received), "128 receives")
    status, request = lib.irecv(receive, into, 130, 1, back)
    check(status == SUCCESS and not request, "the 129th receive is refused")
    sent = [lib.isend(send, data, i, 1, out) for i in range(128)]
    check(all(status == SUCCESS and request for status, request in sent), "128 sends")
    status, request = lib.isend(send, data, 0, 1, out)
    check(status == SUCCESS and not request, "the 129th send is refused")
    for _, request in reversed(received):
        check(lib.wait(request) == (SUCCESS, 1), "a receive of one byte")
    check(into.raw[:128] == bytes(range(128)), "each got its own byte")
    for _, request in sent:
        check(lib.wait(request) == (SUCCESS, 1), "a send of one byte")
    check(lib.test(sent[0][1])[0] == FAILURE, "a request that has ended")
    status, request = lib.isend(send, data, 0, 1, out)
    check(status == SUCCESS and request and lib.wait(request)[0] == SUCCESS, "there is place again")
    status, request = lib.ccom_iflush(receive, into, 1, back)
    check(status == SUCCESS and lib.test(request)[:2] == (SUCCESS, 1), "a flush is done at once")
    keys = [lib.key(mr) for mr in (out, back)]
    check(keys[0][0] == SUCCESS and keys[1][0] == SUCCESS and keys[0][1] != keys[1][1], f"keys: {keys}")
    # Fini forgets the choice, not the comms.
    check(lib.ccom.neuronFiniPlugin() == SUCCESS, "neuronFiniPlugin")
    status, request = lib.irecv(receive, into, 7, 300, back)
    check(status == SUCCESS and lib.wait(request) == (SUCCESS, 1) and into.raw[7] == 0, "a comm outlives it")
    # What is none.
    junk = ctypes.create_string_buffer(4096)
    for what, (status, _) in {
        "a send comm receives": lib.irecv(send, into, 0, 1, back),
        "a receive comm sends": lib.isend(receive, data, 0, 1, out),
        "junk sends": lib.isend(ctypes.addressof(junk), data, 0, 1, out),
        "bytes beyond the registration": lib.isend(send, data, 300, 101, out),
        "bytes before the registration": lib.isend(send, data, -1, 1, out),
        "no registration": lib.isend(send, data, 0, 1, ctypes.addressof(junk)),
        "a junk handle": lib.connect(junk.raw[:128]),
        "a junk listener": lib.accept(ctypes.addressof(junk)),
    }.items():
        check(status == FAILURE, what)
    check(lib.test(ctypes.addressof(junk))[0] == FAILURE, "a junk request")
    check(lib.ccom.neuronNetCloseSend(ctypes.c_void_p(receive)) == FAILURE and lib.ccom.neuronNetDeregMrOG(ctypes.c_void_p(send), junk) == FAILURE, "junk to close")
    place = ctypes.c_void_p()
    check(lib.ccom.neuronNetRegMrOG(ctypes.c_void_p(send), data, ctypes.c_size_t(1), 2, ctypes.byref(place)) == FAILURE, "memory of a GPU")
    check(lib.ccom.neuronNetListen(1, junk, ctypes.byref(place)) == FAILURE, "there is one device")
    check(lib.ccom.neuronGetOFIHandle(ctypes.byref(place)) == FAILURE, "there is no plug-in")
    lib.close(send, receive, listener, out, back)
    check(open_files() == before, "nothing is open")


said = good("128", folder, outstanding)
check("neuronNetConnect: network Socket: invalid argument (4)" in said and "neuronGetOFIHandle: sockets are in use, no plug-in" in said, f"what was wrong is told: {said}")


# A message that is longer than its buffer.
def short(lib, _):
    send, receive, listener = lib.loop()
    data, into = ctypes.create_string_buffer(b"x" * 90_000, 90_000), ctypes.create_string_buffer(b"." * 90_000, 90_000)
    out, back = lib.register(send, data, 90_000), lib.register(receive, into, 90_000)
    first, second, third = (lib.irecv(receive, into, 100 * i, 100, back)[1] for i in range(3))
    for size in (100, 101, 1):
        check(lib.isend(send, data, 0, size, out)[0] == SUCCESS, "isend")
    check(lib.wait(first) == (SUCCESS, 100), "the one before arrives")
    for _ in range(2):
        check(lib.wait(second)[0] == FAILURE and lib.wait(third)[0] == FAILURE, "an error, and again")
    check(into.raw == b"x" * 100 + b"." * 89_900, "nothing is written")
    check(lib.irecv(receive, into, 0, 100, back)[0] == FAILURE and lib.ccom_iflush(receive, into, 1, back)[0] == FAILURE, "the comm is done for")
    lib.close(send, receive, listener, out, back)


check("receive: a message of 101 bytes comes for a buffer of 100" in good("a short buffer", folder, short), "it is told")


# Foreign bytes at the listener, and in the place of messages.
def strangers(lib, _):
    handle, listener = lib.listen()
    at = "127.0.0.1", int.from_bytes(handle[18:20], "big")
    greeting = handle[:16]
    guests = []
    for words in [b"", b"GET / HTTP/1.0\r\n\r\n", greeting[:8], greeting[:8] + b"password", bytes(5000)] + [b""] * 300:
        guests.append(socket.create_connection(at))
        guests[-1].sendall(words)
    socket.create_connection(at).close()
    send, receive, _ = lib.loop(handle, listener)
    into = ctypes.create_string_buffer(b"." * 64, 64)
    words = ctypes.create_string_buffer(b"the peer's own", 14)
    out, back = lib.register(send, words, 14), lib.register(receive, into, 64)
    request = lib.irecv(receive, into, 0, 64, back)[1]
    check(lib.isend(send, words, 0, 14, out)[0] == SUCCESS and lib.wait(request) == (SUCCESS, 14) and into.raw[:14] == words.raw, "it is the peer who is let in")
    lib.close(send, receive, out, back)
    ctypes.memset(into, ord("."), 64)
    head = struct.pack("<IiQ", 0x6D636E72, 0, 10)
    for words, wanted in (
        (head + b"0123456789", (SUCCESS, 10)),
        (b"GET / HTTP/1.0\r\n\r\n", (FAILURE, 0)),
        (struct.pack("<IiQ", 0x6D636E72, 0, 2**63), (FAILURE, 0)),
        (struct.pack("<IiQ", 0x6D636E72, 5, 10) + bytes(10), (FAILURE, 0)),
        (head + b"0123", (FAILURE, 0)),
        (head[:9], (FAILURE, 0)),
        (b"", (FAILURE, 0)),
    ):
        with socket.create_connection(at) as peer:
            peer.sendall(greeting + words)
        status, comm = lib.accept(listener)
        check(status == SUCCESS, "it greets as a peer does")
        mr = lib.register(comm, into, 64)
        status, request = lib.irecv(comm, into, 0, 64, mr)
        got = lib.wait(request)
        check(got[0] == wanted[0] and (got[0] or got == wanted), f"{words}: {got}")
        lib.close(comm, mr)
    check(into.raw == b"0123456789" + b"." * 54, "no foreign byte is written")
    lib.close(listener)
    status, comm = lib.connect(handle)
    check(status == FAILURE and not comm, "nobody listens any more")


said = good("strangers", folder, strangers)
for text in ("what comes is no message of ringc's", "a message with tag 5 comes where one with tag 0", "a message of 9223372036854775808 bytes", "the other side is gone", "connect: Connection refused"):
    check(text in said, f"{text}: {said}")


# Listeners share a door, each has its own guests; who waits there goes when the last one is closed, as does who greeted one that is closed.
def shared_door(lib, _):
    before = open_files()
    (one, first), (two, second) = lib.listen(), lib.listen()
    check(one[16:44] == two[16:44] and one[8:16] != two[8:16] and open_files() == before + 1, "one door, two secrets")
    at = "127.0.0.1", int.from_bytes(one[18:20], "big")
    silent, late = socket.create_connection(at), socket.create_connection(at)
    sent = lib.connect(two)[1]
    check(lib.connect(two)[0] == SUCCESS and lib.accept(second)[0] == SUCCESS, "the second one's")
    lib.close(second)
    late.sendall(two[:16])
    third = lib.connect(one)[1]
    check(lib.accept(first)[0] == SUCCESS, "the first one's")
    check(late.recv(1) == b"", "nobody listens for that secret any more")
    lib.close(first)
    check(silent.recv(1) == b"", "the door is closed")
    silent.close()
    late.close()
    lib.close(*lib.closers)
    check(sent and third and open_files() == before, "nothing is open")


good("a shared door", folder, shared_door)


# Nobody comes; nobody lets in.
def alone(lib, _):
    handle, listener = lib.listen()
    before = open_files()
    begin = time.monotonic()
    check(lib.accept(listener)[0] == FAILURE and 0.9 < time.monotonic() - begin < 4, "accept ends")
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        full = [socket.socket() for _ in range(3)]
        for each in full:
            each.setblocking(False)
            each.connect_ex(deaf.getsockname())
        begin = time.monotonic()
        port = deaf.getsockname()[1].to_bytes(2, "big")
        status, comm = lib.connect(handle[:18] + port + handle[20:])
        check(status == FAILURE and not comm and 0.9 < time.monotonic() - begin < 4, "connect ends")
        for each in full:
            each.close()
    check(open_files() == before, "nothing is open")


said = good("alone", folder, alone, env={"NEURON_CCOM_SOCK_TIMEOUT": "1000"})
check("neuronNetAccept: network Socket: timed out" in said and "connect: timed out" in said, said)


# Who sends to a comm that is closed gets an error, and no signal.
def closed(lib, _):
    send, receive, listener = lib.loop()
    data = ctypes.create_string_buffer(1000)
    mr = lib.register(send, data, 1000)
    lib.close(receive)
    for _ in range(50):
        status, request = lib.isend(send, data, 0, 1000, mr)
        if status:
            break
        lib.wait(request)
        time.sleep(0.01)
    check(status == FAILURE, "an error")
    lib.close(send, mr, listener)


check("NET/Socket : send: " in good("closed", folder, closed), "it is told")


# One is killed in the middle: the other gets an error at once, and no signal.
def victim(sends):
    def work(lib, line):
        lib.transfer(line, sends, 64 << 20, stop_after=1)
        os.kill(os.getpid(), signal.SIGKILL)

    return work


def survivor(sends):
    def work(lib, line):
        request, comm, keep = lib.transfer(line, sends, 64 << 20)
        begin = time.monotonic()
        check(lib.wait(request)[0] == FAILURE and lib.wait(request)[0] == FAILURE, "an error, and again")
        check(time.monotonic() - begin < 4, "at once")
        lib.close(comm)

    return work


for sends in (True, False):
    codes, said, _ = processes(folder, survivor(sends), victim(not sends))
    check(codes == [0, -9], f"killed: {codes} {said}")
    check(re.search("NET/Socket : (send|receive): ", said), f"killed: {said}")

# A plug-in that is complete is used, and nothing else.
SMALL = [0, 1, 1000, 30_000] * 10
where = plugged("plugin", folder, "fake_net.c", "-DV4", "-DV5", "-DV6")
FEW = (exchange(SMALL, 1, 2), exchange(SMALL, 2, 1))
said = good("a plug-in", where, *map(with_plugin, FEW))
for slot, count in {5: 1, 6: 2, 7: 1, 8: 2, 10: 2, 11: 40, 12: 40, 13: 1, 14: 81, 15: 1, 16: 1, 17: 1, 18: 1}.items():
    check(said.count(f"fake: slot {slot}: {count}\n") == 2, f"slot {slot} is called {count} times: {said}")
# One that isn't: sockets.
check(good("v5", plugged("v5", folder, "fake_net.c", "-DV5"), *FEW).count("Failed to find ncclNetPlugin_v6 symbol.") == 2, "only an older kind")
NOT_UP = "OFI plugin initNet() failed is EFA enabled?"
check(good("init", plugged("init", folder, "fake_net.c", "-DV6", "-DINIT=2"), *FEW).count(NOT_UP) == 2, "it doesn't come up")
for slot in (1, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17):
    said = good("slot", plugged("slot", folder, "fake_net.c", "-DV6", f"-DMISSING={slot}"), lambda lib, _: lib.close(*lib.loop()))
    check(said.count(NOT_UP) == 1 and "fake: slot" not in said, f"without slot {slot}: {said}")
finish()

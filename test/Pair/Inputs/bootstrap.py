"""Communicators of 2 to 128 ranks (or of as many as the words after the folder say), flat and hierarchical, and 200 of them in the same processes."""
from pair_ranks import *

COUNTS = [int(word) for word in sys.argv[5:]] or [2, 3, 8, 32, 64, 128]
for way in WAYS:
    os.environ["RINGC_BOOTSTRAP"] = way
    for count in COUNTS:
        # In blocks, mixed, of different sizes, one for all and each its own.
        layouts = (lambda r: r // 32, lambda r: r % 3, lambda r: r * r % 7, lambda r: 0, lambda r: -r)
        for server_of in layouts if count <= 8 else layouts[:2]:
            codes, said, seconds = children(count, good(unique_id(count), count, server_of))
            check(codes == [0] * count and not said, f"{way}: {count} ranks: {codes} {said}")
os.environ.pop("RINGC_BOOTSTRAP")

# Of all ranks: more than one server has logical cores meet by server; there is nothing to tell but that it works.
address = f"127.0.0.1:{free_port()}".encode()
codes, said, seconds = children(40, lambda rank: (lambda made: made[0] or exchange(made[1], rank, 40))(init_global(address, rank, 40, on_server(rank // 32))))
check(codes == [0] * 40, f"40 of all ranks: {codes} {said}")
os.environ["RINGC_BOOTSTRAP"] = "odd"
codes, said, seconds = children(1, lambda rank: init(unique_id(2), 0, 2)[0])
check(codes == [FAILURE] and "RINGC_BOOTSTRAP is 'odd', which is neither flat nor hierarchical" in said, f"odd: {said}")
os.environ.pop("RINGC_BOOTSTRAP")



def own_hosts():
    """What this process's sockets are bound and connected to."""
    return {address[0] for own, peer in own_sockets() for address in (own, peer or own)}


def on_interface(name, family, wanted):
    """Communicators of 5 ranks that are told so have all their sockets at `wanted`."""
    told = {"CCOM_SOCKET_IFNAME": name, "CCOM_SOCKET_FAMILY": family}
    os.environ.update({key: value for key, value in told.items() if value})
    for way in WAYS:
        os.environ["RINGC_BOOTSTRAP"] = way
        text = unique_id(5)
        kind, at = (socket.AF_INET6, 8) if ":" in wanted else (socket.AF_INET, 4)
        packed = socket.inet_pton(kind, wanted)
        check(text.raw[:2] == struct.pack("<H", kind) and text.raw[at : at + len(packed)] == packed, f"{way}, {told}: the root is at {wanted}")

        def work(rank):
            status, comm = init(text, rank, 5, on_server(rank % 2))
            return status or exchange(comm, rank, 5) or (0 if own_hosts() == {wanted} else 30)

        codes, said, seconds = children(5, work)
        check(codes == [0] * 5 and not said, f"{way}, {told}: {codes} {said}")
    for key in (*told, "RINGC_BOOTSTRAP"):
        os.environ.pop(key, None)


addresses = {}  # device and family to the first address that isn't of the link alone
if shutil.which("ip"):
    for line in must("ip", "-o", "addr", "show", "up").splitlines():
        device, kind, address = line.split()[1:4]
        if not address.startswith("fe80"):
            addresses.setdefault((device, {"inet": "AF_INET"}.get(kind, "AF_INET6")), address.split("/")[0])
else:
    print("no ip here that says what interfaces there are: left out")
for device in sorted({device for device, _ in addresses}):
    for family in ("AF_INET", "AF_INET6"):
        if (device, family) not in addresses:
            print(f"no {family} on {device} here: left out")
            continue
        on_interface("=" + device, family, addresses[device, family])
        if device == "lo":
            on_interface(None, family, addresses[device, family])
    on_interface(device, None, addresses.get((device, "AF_INET")) or addresses[device, "AF_INET6"])

# An id of one rank has no root, and none of two meets there.
files, threads = open_files(), tasks()
text = unique_id(1)
check(open_files() == files and tasks() == threads and text.raw == bytes(128), "one rank starts no root")
status, alone = init(text, 0, 1)
check(status == SUCCESS and gather(alone, 0, 1, 8) == (SUCCESS, True) and ccom.neuronFreeComm(alone) == SUCCESS, "one rank")
check(init(text, 0, 2)[0] == INVALID, "an id of one rank for two")

LOOPS, WARM = 200, 50
board = Board(LOOPS)


def again(rank):
    """Makes and frees LOOPS communicators of 2 to 4 ranks."""
    for i in range(LOOPS):
        if i == WARM:
            files, threads, memory = open_files(), tasks(), resident()
        os.environ["RINGC_BOOTSTRAP"] = WAYS[i % 2]
        count = 2 + i % 3
        if rank == 0:
            board.put(i, unique_id(count).raw)
        text = ctypes.create_string_buffer(board.take(i), 128)
        if rank < count:
            status, comm = init(text, rank, count, on_server(rank % 2))
            if status or gather(comm, rank, count, 100) != (SUCCESS, True) or ccom.neuronFreeComm(comm):
                return 30
    if rank == 0:
        ccom.neuronFreeComm(init(text, 0, 1)[1])
    if not settles(lambda: open_files() <= files + 1 and tasks() <= threads + 1):
        return 31
    return 0 if resident() - memory < 1024 else 32


codes, said, seconds = children(4, again)
check(codes == [0] * 4, f"again and again: {codes} {said}")
finish()
sys.stdout.flush()
os._exit(0)

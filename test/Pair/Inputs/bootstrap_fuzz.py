"""Random and mutated bytes at a root and at a rank's listener; seeds are fixed. The process lives, doesn't grow, closes them, and then the communicator meets or fails with a name."""
from pair_ranks import *

random.seed(21)
BUILD_TAG = own_build()
SEEDS = [hello(r, 2, BUILD_TAG, way=r) for r in (0, 1)] + [struct.pack("<IIQ", MAGIC, kind, 16 + extra) + bytes(16 + extra) for kind, extra in ((4, 0), (6, 0), (6, 900), (8, 24), (9, 0))]


def mutated():
    data = bytearray(random.choice(SEEDS))
    for _ in range(random.randint(1, 6)):
        data[random.randrange(min(len(data), 16))] = random.choice((0, 1, 255, random.randrange(256)))
    # No mutant may be a whole hello of a rank: that would rightly end the root.
    while struct.unpack_from("<IIQ", data)[:2] == (MAGIC, 1) and data[8:16] == SEEDS[0][8:16]:
        data[random.randrange(16)] ^= random.randrange(1, 256)
    return bytes(data[: random.randint(1, len(data))]) if random.random() < 0.3 else bytes(data)


def attack(address, seconds, most=2**20):
    """How many strangers came, `most` at most."""
    end, kept, count = time.monotonic() + seconds, [], 0
    while time.monotonic() < end and count < most:
        s = socket.create_connection(address)
        s.sendall(mutated() if random.random() < 0.8 else random.randbytes(random.randrange(1, 200)))
        count += 1
        kept.append(s)
        if len(kept) > 50:
            kept.pop(random.randrange(50)).close()
    for s in kept:
        s.close()
    return count


for way in WAYS:
    os.environ["RINGC_BOOTSTRAP"] = way
    text, go = unique_id(2), Board()
    memory = resident()
    count = attack(root_of(text), 2)
    check(count > 200 and resident() - memory < 16384, f"{way}: {count} strangers, {resident() - memory} KiB more")
    ports = {}

    def work(rank):
        if rank == 1:
            go.take(0, 0)
        return good(text, 2)(rank)

    def meanwhile(pids):
        time.sleep(0.3)
        with open("/proc/net/tcp") as table:
            rows = {row[9]: int(row[1].split(":")[1], 16) for row in (line.split() for line in list(table)[1:]) if row[3] == "0A"}
        mine = {os.readlink(f"/proc/{pids[0]}/fd/{fd}")[8:-1] for fd in os.listdir(f"/proc/{pids[0]}/fd")}
        for port in {rows[inode] for inode in mine if inode in rows} - {root_of(text)[1]}:
            # They queue up, at most 4096, until the root has welcomed the rank: all are heard before the rank that closes the ring.
            ports[port] = attack(("127.0.0.1", port), 2, 3000)
        go.put(0, b"")

    codes, said, seconds = children(2, work, meanwhile)
    check(ports and codes == [0] * 2, f"{way}: after {ports}: {codes} {said}")
finish()
sys.stdout.flush()
os._exit(0)

"""Bytes, and ring collectives, through libnccom's entry points, a plug-in, libfabric and its provider for TCP, between two processes."""
from net_testing import *
from ring_jobs import *

TMP.mkdir(parents=True, exist_ok=True)
where = plugged("ofi", pair("pair", "-platform=trn1.32xlarge", "-nodes=2"), "ofi_net.c", "-lfabric")
SIZES = [0, 1, 100, 4096, 16383, 16384, 16385, 65537, 1 << 20, (8 << 20) + 1] + [random.Random(3).randrange(100_000) for _ in range(100)]
both = (exchange(SIZES, 1, 2), exchange(SIZES, 2, 1))
said = good("libfabric", where, *map(with_plugin, both), env={"KEEPS_FILES": "1"})
told = f"ofi: tcp;ofi_rxm: {len(SIZES)} sends, {len(SIZES)} receives, {sum(SIZES)} bytes\n"
check(said == 2 * told, f"all of it went that way, and nothing is said: {said}")

# Rings over it: two servers of four ranks each.
p = Pair("rings", "-platform=trn1.32xlarge", "-nodes=2")
p.folder = plugged("ofi-rings", p.folder, "ofi_net.c", "-lfabric")
collective(p, [0, 1, 2, 3, 32, 33, 34, 35], [(GATHER, 2, 512, 1, ALONE), (REDUCE, 2, 512, 2, ALONE), (REDUCE, 1, 40_000, 1, THREADED)])
finish()
sys.stdout.flush()
os._exit(0)

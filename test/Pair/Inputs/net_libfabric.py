"""Bytes through libnccom's entry points, a plug-in, libfabric and its provider for TCP, between two processes."""
from net_testing import *

TMP.mkdir(parents=True, exist_ok=True)
where = plugged("ofi", pair("pair", "-platform=trn1.32xlarge", "-nodes=2"), "ofi_net.c", "-lfabric")
SIZES = [0, 1, 100, 4096, 16383, 16384, 16385, 65537, 1 << 20, (8 << 20) + 1] + [random.Random(3).randrange(100_000) for _ in range(100)]
both = (exchange(SIZES, 1, 2), exchange(SIZES, 2, 1))
said = good("libfabric", where, *map(with_plugin, both), env={"KEEPS_FILES": "1"})
told = f"ofi: tcp;ofi_rxm: {len(SIZES)} sends, {len(SIZES)} receives, {sum(SIZES)} bytes\n"
check(said == 2 * told, f"all of it went that way, and nothing is said: {said}")
finish()

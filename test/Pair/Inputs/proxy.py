"""The network proxy: ring all-gathers and all-reduces of integers along the wiring, compared with the direct result."""
from ring_jobs import *

# 2 servers x 4 ranks: some of two trn1 servers, whose second half of the channels runs backwards.
p = Pair("trn1x2", "-platform=trn1.32xlarge", "-nodes=2")
check(any(ring["reversed"] for ring in p.document["rings"]), "there are reversed channels")
some = [0, 1, 2, 3, 32, 33, 34, 35]
collective(p, some, [(op, groups, chunk, 2, way) for op in (GATHER, REDUCE) for groups, chunk in ((1, 2), (3, 512), (1, 40_000)) for way in (ALONE, THREADED)])
broken(p, some, 5)
# Two ranks are each other's neighbours both ways.
collective(p, [0, 32], [(REDUCE, 2, 64, 3, ALONE)])
# 2 servers x 4 GPUs, and one trn1 server.
inputs = INPUTS.parent.parent / "Inputs"
collective(Pair("quad", inputs / "quad.xml", "-nodes=2"), list(range(8)), [(GATHER, 2, 128, 2, ALONE), (REDUCE, 2, 128, 2, THREADED)])
server = Pair("trn1", "-platform=trn1.32xlarge")
collective(server, list(range(32)), [(GATHER, 1, 64, 1, ALONE), (REDUCE, 1, 64, 1, ALONE)])

finish()
sys.stdout.flush()
os._exit(0)

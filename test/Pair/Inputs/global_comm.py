"""The communicator of all ranks as programs have it, of processes and of threads: worlds of every machine, and again and again."""
from global_comm_testing import *

# Processes, threads, both.
trn1 = Machine("trn1", "-platform=trn1.32xlarge", "-nodes=2")
trn2 = Machine("trn2", "-platform=trn2.48xlarge")
check((trn1.ranks, trn2.ranks) == (64, 64), "ranks")
small = Machine("inf2small", "-platform=inf2.xlarge")
inf2 = Machine("inf2", "-platform=inf2.24xlarge")
times = {"trn2, 64 processes": of_processes(trn2), "trn1, 2 servers, 64 processes": of_processes(trn1)}
times["trn1, 2 servers, 64 threads"] = of_threads(trn1)
times["inf2, 12 threads, 5 times"] = of_threads(inf2, 5)
far = TMP / "numbers.xml"  # more than libnrt's maps have room for
far.write_text((inputs / "pair.xml").read_text().replace('gpu dev="1"', 'gpu dev="300"'))
# Every kind of machine, a process with threads for each server: libnccom holds the rings against the compiled ones.
long_run = len(sys.argv) > 5
for name, arguments in {
    "trn1n": ("-platform=trn1n.32xlarge", "-cores=16"),
    "trn2lnc1": ("-platform=trn2.48xlarge", "-lnc=1", "-cores=32"),
    "pds": ("-platform=trn3pds98.48xlarge",),
    "rack": ("-platform=trn3pds98.rack",),
    "x4": ("-platform=trn2u.48xlarge", "-cores=16"),
    "x2h": ("-platform=trn2u.48xlarge", "-cores=16", "-pod=x2h"),
    "octo": (inputs / "octo.xml", "-nodes=2"),
    "mixed": (inputs / "quad.xml", inputs / "pair.xml"),
    # Chips 3 and 5 are gone, chip 1 has one core.
    "degraded": ("-platform=trn1.32xlarge", "-nodes=2", "-verify-topology=off", "-passes=degrade{drop=gpu:2+gpu:6+gpu:7+gpu:10+gpu:11},default"),
    "numbers": (far,),
    **({"racks": ("-platform=trn3pds98.racks",), "ultra": ("-platform=trn2u.48xlarge",)} if long_run else {}),
}.items():
    times[name] = of_threads(Machine(name, *arguments))
if long_run:
    print(times, file=sys.stderr)

# Several threads on one core take turns, whatever the others do.


def crowded():
    if not small.start():
        return 10
    codes = in_threads(small, [0, 1] * 4, lambda vnc: all(small.gather(vnc, vnc, 2, 100) == (SUCCESS, True) for _ in range(50)))
    small.close()
    return 0 if all(codes) else 11


meeting_place()
os.environ["NEURON_CCOM_SOCK_TIMEOUT"] = "20000"
here("two cores, four threads each", crowded)
os.environ["NEURON_CCOM_SOCK_TIMEOUT"] = "60000"


# Again and again: nothing is left.
def again_and_again(parties, loops, threads):
    """Descriptors, threads and memory of each party after the first loops and at the end."""
    meeting_place()

    def work(party):
        small.load()
        before = open_files()
        for turn in range(loops):
            if small.init():
                return 10
            vncs = [0, 1] if threads else [party]
            codes = in_threads(small, vncs, lambda vnc: small.build(vnc, vnc, 2) or 1 - (small.gather(vnc, vnc, 2, 5000) == (SUCCESS, True))) if threads else [
                small.build(party, party, 2) or 1 - (small.gather(party, party, 2, 5000) == (SUCCESS, True))
            ]
            small.close()
            if any(codes):
                return 11
            if not settles(lambda: (open_files(), tasks()) == (before, 1)):
                return 12
            if turn == loops // 4:
                memory = resident()
        if resident() > memory + 512:
            return 13
        return 0

    codes, said, _ = children(parties, work)
    check(codes == [0] * parties and is_quiet(said), f"{loops} loops, {parties} processes: {codes} {said[:2000]}")


again_and_again(1, 200, True)
again_and_again(2, 200, False)

finish()
sys.stdout.flush()
os._exit(0)

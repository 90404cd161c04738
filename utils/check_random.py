#!/usr/bin/env python3
"""Compiles random servers and checks what must hold of any wiring, from the JSON alone.

usage: check_random.py RINGC [--count N] [--first SEED]

For each seed: both NCCL profiles, one to three servers. Every ring must be one cycle over all ranks; every node's ranks stand together in
it, from the channel's head to its tail; the doubled half repeats the first; the NICs are those of the search; the search's orders are
permutations. ringc itself verifies after each pass and checks that its text form survives a round trip.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import random_topology


def faults(doc, nodes):
    """What is wrong with the wiring, in words."""
    first = [0]
    for local in doc["localRanks"]:
        first.append(first[-1] + local)
    ranks, rings = first[-1], doc["rings"]
    if doc["nodes"] != nodes or doc["ranks"] != ranks or len(rings) != doc["channels"]:
        yield "counts disagree"
    server = {node: s for s in doc["search"] for node in s["nodes"]}
    half = min(s["nChannels"] for s in doc["search"])
    nets = {(n["channel"], n["node"]): n for n in doc.get("nets", [])}
    for s in doc["search"]:
        local = doc["localRanks"][s["nodes"][0]]
        for c, channel in enumerate(s["channels"]):
            if sorted(channel["intra"]) != list(range(local)):
                yield f"search channel {c}: intra is no permutation of {local} local ranks"
    for ring in rings:
        c, order = ring["channel"], ring["order"]
        if order[0] != 0 or sorted(order) != list(range(ranks)):
            yield f"ring {c} is no cycle over {ranks} ranks from rank 0"
        if c >= half and (ring["copyOf"] != c - half or order != rings[c - half]["order"]):
            yield f"ring {c} is no copy of ring {c - half}"
        at = {rank: i for i, rank in enumerate(order)}
        for node in range(nodes):
            wanted = [first[node] + r for r in server[node]["channels"][c % half]["intra"]]
            for a, b in zip(wanted, wanted[1:]):
                if order[(at[a] + 1) % ranks] != b:
                    yield f"ring {c} leaves node {node} between ranks {a} and {b}"
            head = first[(node + 1) % nodes] + server[(node + 1) % nodes]["channels"][c % half]["intra"][0]
            if order[(at[wanted[-1]] + 1) % ranks] != head:
                yield f"ring {c}: rank {wanted[-1]} is not followed by rank {head}, the next node's head"
            if nodes > 1:
                inter = server[node]["channels"][c % half]["inter"]
                send = inter[0] if len(wanted) == 1 else inter[1]
                net = nets.get((c, node))
                if not net or [net["head"], net["tail"], net["recvNet"], net["sendNet"]] != [wanted[0], wanted[-1], inter[0], send]:
                    yield f"nets of channel {c} node {node}: {net}"


def main():
    ap = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    ap.add_argument("ringc")
    ap.add_argument("--count", type=int, default=40)
    ap.add_argument("--first", type=int, default=1)
    opts = ap.parse_args()
    passed = failed = refused = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(opts.first, opts.first + opts.count):
            path = os.path.join(folder, f"random-{seed}.xml")
            with open(path, "w") as file:
                file.write(random_topology.Machine(seed).text())
            for profile in ("nccl-2.8.4", "nccl-2.10.3"):
                nodes = seed % 3 + 1
                command = [opts.ringc, path, f"-nodes={nodes}", "-profile=" + profile, "-emit=json", "-verify-each", "-verify-roundtrip"]
                done = subprocess.run(command, capture_output=True, text=True, timeout=300)
                if done.returncode == 1 and nodes > 1 and "<net " not in open(path).read():
                    refused += 1  # several servers without a NIC: rightly refused
                    continue
                wrong = [f"exit {done.returncode}: {done.stderr}"] if done.returncode else list(faults(json.loads(done.stdout), nodes))
                failed += bool(wrong)
                passed += not wrong
                for text in wrong[:3]:
                    print(f"seed {seed}, {nodes} nodes, {profile}: {text}")
    print(f"{passed} passed, {failed} failed ({refused} rightly refused)")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())

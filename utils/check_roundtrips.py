#!/usr/bin/env python3
"""Checks that every way through ringc ends in the same bytes.

usage: check_roundtrips.py RINGC [--nodes N,...] [--profile NAME,...] [--random COUNT] [--chain] INPUT|@LIST...

For each input (and COUNT random servers), number of nodes and profile: every kind of output, made directly from the XML, must equal what
comes from the text IR of each phase, from that text read and printed once more, and from the wiring blob. With --chain each phase's text
is made from that of the phase before instead of the XML, and the phases before the search are left out but for the first number of nodes,
which spares repeating a long search.
"""
import argparse
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import random_topology

# The phases in order, and the first one from which a kind can be written (all later ones hold it, too).
PHASES = ["parsed", "system", "graph", "fragments", "gathered", "stitched", "rings", "bound", "connected"]
EARLY = PHASES[:2]
# Kinds whose bytes must not depend on the way; `topology` writes one server alone.
KINDS = ["json", "ring", "wiring", "nccl-graph", "topology"]


class Checker:
    def __init__(self, ringc, folder):
        self.ringc, self.folder = ringc, folder
        self.ways = self.refused = 0
        self.faults = []

    def run(self, arguments, out):
        """Exit code and messages of ringc, and its outputs by kind."""
        shutil.rmtree(out, ignore_errors=True)
        done = subprocess.run([self.ringc, *arguments, "-o", out + "/"], capture_output=True, text=True, timeout=300)
        kinds = {}
        if done.returncode == 0:
            for name in os.listdir(out):
                with open(os.path.join(out, name), "rb") as file:
                    kinds[name.rpartition(".")[2]] = file.read()
        return done.returncode, done.stderr, kinds

    def compare(self, what, arguments, wanted):
        """Whether the arguments lead to the wanted bytes."""
        self.ways += 1
        code, messages, found = self.run(arguments, os.path.join(self.folder, "way"))
        if code != 0:
            self.faults.append(f"{what}: exit {code}: {messages.splitlines()[:1]}")
        for kind in wanted if code == 0 else []:
            if found.get(kind) != wanted[kind]:
                self.faults.append(f"{what}: '{kind}' differs")

    def check(self, path, nodes, profile, chain, early):
        what = f"{os.path.basename(path)} -nodes={nodes} -profile={profile}"
        direct = [path, f"-nodes={nodes}", "-profile=" + profile]
        emit = "-emit=" + ",".join(KINDS)
        code, messages, wanted = self.run([*direct, emit], os.path.join(self.folder, "direct"))
        if code == 1:
            self.refused += 1  # by the topology's own fault; the suite over topologies says which
            return
        if code or set(wanted) != set(KINDS):
            self.faults.append(f"{what}: exit {code}: {messages.splitlines()[:1]}, kinds {sorted(wanted)}")
            return
        # Outputs are named after the input, and hold the name only where the fabric does, so the text keeps it.
        stem = os.path.join(self.folder, "stem")
        os.makedirs(stem, exist_ok=True)
        blob = os.path.join(stem, "x.wiring")
        with open(blob, "wb") as file:
            file.write(wanted["wiring"])
        self.compare(what + " through a blob", [blob, emit], wanted)
        text = os.path.join(stem, "x.ring")
        source = direct
        for phase in PHASES if early else [p for p in PHASES if p not in EARLY]:
            code, messages, _ = self.run([*source, "-until-after=" + phase, "-emit=ring"], os.path.join(self.folder, "stop"))
            if code != 0:
                self.faults.append(f"{what} until {phase}: exit {code}: {messages.splitlines()[:1]}")
                continue
            name = os.listdir(os.path.join(self.folder, "stop"))[0]
            shutil.move(os.path.join(self.folder, "stop", name), text)
            if chain:
                source = [text]
            self.compare(f"{what} from {phase}", [text, emit], wanted)
            if chain:
                continue  # the next text comes from this one
            with open(text, "rb") as file:
                printed = {"ring": file.read()}
            self.compare(f"{what} read and printed at {phase}", [text, "-until-after=" + phase, "-emit=ring"], printed)


def main():
    ap = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:], fromfile_prefix_chars="@")
    ap.add_argument("ringc")
    ap.add_argument("--nodes", default="1,2")
    ap.add_argument("--profile", default="nccl-2.8.4,nccl-2.10.3")
    ap.add_argument("--random", type=int, default=0)
    ap.add_argument("--chain", action="store_true")
    ap.add_argument("inputs", nargs="*")
    opts = ap.parse_intermixed_args()
    counts = sorted(int(n) for n in opts.nodes.split(","))
    with tempfile.TemporaryDirectory() as folder:
        inputs = list(opts.inputs)
        for seed in range(1, opts.random + 1):
            inputs.append(os.path.join(folder, f"random-{seed}.xml"))
            with open(inputs[-1], "w") as file:
                file.write(random_topology.Machine(seed).text())

        def check_input(path):
            checker = Checker(opts.ringc, tempfile.mkdtemp(dir=folder))
            for profile in opts.profile.split(","):
                for nodes in counts:
                    checker.check(path, nodes, profile, opts.chain, early=not opts.chain or nodes == counts[0])
            return checker

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            checkers = list(pool.map(check_input, inputs))
    faults = [fault for checker in checkers for fault in checker.faults]
    ways, refused = sum(c.ways for c in checkers), sum(c.refused for c in checkers)
    for fault in faults[:40]:
        print(fault)
    print(f"{ways} ways, {len(faults)} faults ({refused} fabrics refused)")
    return 1 if faults or not ways else 0


if __name__ == "__main__":
    sys.exit(main())

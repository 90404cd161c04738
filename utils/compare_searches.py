#!/usr/bin/env python3
"""Compares the search that leaves out what changes nothing with the one that walks every step (docs/Search.md).

usage: compare_searches.py RINGC [--count N] [--first SEED] [FILE...]

Each FILE, or else each of N random servers (random_topology.py, with more odd numbers mixed in), is compiled up to the phase `graph` for one
and two servers and both NCCL profiles, twice: with search=plain and without. The text IR must be the same, byte for byte.
"""
import argparse
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import random_topology

PROFILES = ("nccl-2.8.4", "nccl-2.10.3")


def odd(seed):
    """A random server; every second one with numbers that a bound or the arithmetic may stumble over."""
    text = random_topology.Machine(seed).text()
    rand = random.Random(seed)
    if seed % 2:
        return text

    def change(pattern, values, share):
        nonlocal text
        text = re.sub(pattern, lambda m: m[1] + rand.choice(values) + '"' if rand.random() < share else m[0], text)

    change(r'( speed=")[^"]*"', ["1000", "959", "1919", "1999", "23997", "2500", "10000", "24999", "50000", "96000", "100001", "200000", "7", "0"], 0.5)
    change(r'( maxconn=")[^"]*"', ["0", "1", "2", "3", "-1", "16"], 0.3)
    change(r'( dev=")(?=[^"]*"[^>]*speed=)[^"]*"', ["0", "1"], 0.1)
    change(r'( guid=")[^"]*"', ["0xa0", "0xa1"], 0.4)
    change(r'( port=")[^"]*"', ["1", "2"], 0.3)
    change(r'( gdr=")[^"]*"', ["0", "1"], 0.2)
    change(r'( link_width=")[^"]*"', ["1", "2", "3", "8", "16"], 0.2)
    change(r'( link_speed=")[^"]*"', ["2.5 GT/s", "5 GT/s", "8 GT/s", "16 GT/s"], 0.2)
    change(r'( count=")[^"]*"', ["1", "2", "3", "6"], 0.2)
    return text


def compare(ringc, path, nodes, profile):
    """What differs, or nothing; None if both refuse the file alike."""
    texts = []
    for passes in ("compute-graph{search=plain}", "compute-graph"):
        done = subprocess.run([ringc, path, f"-nodes={nodes}", "-profile=" + profile, "-passes=" + passes, "-emit=ring", "-verify-each=false"],
                              capture_output=True, timeout=600)
        texts.append((done.returncode, done.stdout))
        if done.returncode not in (0, 1):
            return f"exit {done.returncode}: {done.stderr.decode(errors='replace')[:500]}"
    if texts[0] != texts[1]:
        return "the graphs differ"
    return None if texts[0][0] else ""


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:], fromfile_prefix_chars="@")
    parser.add_argument("ringc")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    options = parser.parse_args()
    same = refused = failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        files = options.files
        for seed in range(options.first, options.first + options.count) if not files else ():
            path = os.path.join(folder, f"random-{seed}.xml")
            with open(path, "w") as file:
                file.write(odd(seed))
            options.files.append(path)
        cases = [(path, nodes, profile) for path in options.files for nodes in (1, 2) for profile in PROFILES]
        for case, wrong in zip(cases, pool.map(lambda case: compare(options.ringc, *case), cases)):
            same += wrong == ""
            refused += wrong is None
            if wrong:
                failed += 1
                print(f"{os.path.basename(case[0])} -nodes={case[1]} -profile={case[2]}: {wrong}")
    print(f"{same} the same, {refused} refused, {failed} different")
    return 1 if failed or not same else 0


if __name__ == "__main__":
    sys.exit(main())

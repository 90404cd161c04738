#!/usr/bin/env python3
"""Times the search of every topology for which the real code's time is known, and prints the tables of docs/Numbers.md.

usage: bench_search.py [--bench FILE] [--shared FOLDER] [--runs N] [--all]

For each file, profile and number of servers of goldens/TIMES.tsv: the steps that the rules take, those walked and those only counted, the time
(median of N runs in one process, as the real code's), its ratio to the real code's, and why the search ended. The steps are checked: walking every one
must take as many as the real code took. Of the runs that take the real code more than 1 ms: the median ratio, the worst ten, and all above a tenth.
"""
import argparse
import csv
import os
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# As in passes/ComputeGraph/ComputeGraph.h.
ENDS = ["perfect", "saturated", "budget spent", "no gain", "last speed", "proved"]


def topologies(folder):
    """Files by name."""
    found = {}
    for path, _, files in sorted(os.walk(folder)):
        for file in sorted(files):
            if file.endswith(".xml"):
                found.setdefault(file[:-4], os.path.join(path, file))
    return found


def measure(bench, runs, files):
    """What ringc-search-bench says, by (name, one server or several, profile)."""
    done = subprocess.run([bench, str(runs), *files], capture_output=True, text=True, check=True)
    figures = {}
    for line in done.stdout.splitlines():
        name, nodes, profile, attempts, walked, counted, end, time, steps, plain = line.split("\t")
        figures[name, nodes, profile] = {"attempts": int(attempts), "walked": int(walked), "counted": int(counted), "end": ENDS[int(end)],
                                         "time": float(time), "steps": int(steps), "plain": float(plain)}
    return figures


def compare(shared, figures):
    """Rows of a table, and of runs that take the real code over 1 ms the ratios."""
    rows = []
    with open(os.path.join(shared, "goldens", "TIMES.tsv")) as file:
        for real in csv.DictReader(file, delimiter="\t"):
            ours = figures.get((real["name"], "1" if real["N"] == "1" else "2", real["version"]))
            if not ours:
                continue  # servers that differ
            if ours["steps"] != int(real["recCalls"]):
                sys.exit(f"{real['name']}, {real['N']} servers, {real['version']}: {ours['steps']} steps, the real code takes {real['recCalls']}")
            theirs = float(real["searchUsMedian5"])
            rows.append({**ours, "name": real["name"], "nodes": real["N"], "profile": real["version"], "gpus": real["gpus"], "nets": real["nets"],
                         "real": theirs, "ratio": ours["time"] / theirs})
    return rows


def table(rows):
    print("| file | N | profile | GPUs, NETs | steps | walked | counted | attempts | ms | real, ms | ratio | ended |")
    print("|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---|")
    for row in rows:
        print("| {name} | {nodes} | {profile} | {gpus}, {nets} | {steps:,} | {walked:,} | {counted:,} | {attempts} | {ms:.3f} | {real_ms:.3f} | {ratio:.4f} | {end} |"
              .format(ms=row["time"] / 1e3, real_ms=row["real"] / 1e3, **row))
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", default=os.path.join(ROOT, "build", "release", "bin", "ringc-search-bench"))
    parser.add_argument("--shared", default=os.path.join(ROOT, os.pardir, "shared"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--all", action="store_true", help="print every run first")
    options = parser.parse_args()
    if not os.access(options.bench, os.X_OK):
        parser.error(f"no program at {options.bench}: cmake --preset release && cmake --build --preset release --target ringc-search-bench")
    files = topologies(os.path.join(options.shared, "topologies"))
    rows = compare(options.shared, measure(options.bench, options.runs, files.values()))
    if options.all:
        table(rows)
    long = sorted((row for row in rows if row["real"] > 1000), key=lambda row: -row["ratio"])
    median = statistics.median(row["ratio"] for row in long)
    print(f"{len(rows)} runs; {sum(row['time'] < 1000 for row in rows) / len(rows):.0%} in under 1 ms, the longest in {max(row['time'] for row in rows) / 1e3:.1f} ms; "
          f"of servers of 16 GPUs or more in {max((row['time'] for row in rows if int(row['gpus']) >= 16), default=0) / 1e3:.1f} ms\n")
    print(f"{len(long)} runs that take the real code over 1 ms: ratio {median:.4f} in the median, {sum(row['ratio'] > 0.1 for row in long)} above a tenth. The worst:\n")
    table(long[:max(10, sum(row["ratio"] > 0.1 for row in long))])


if __name__ == "__main__":
    main()

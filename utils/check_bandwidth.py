#!/usr/bin/env python3
"""Checks -emit=bandwidth against the search: no channel may come out slower than what the search reserved for it.

usage: check_bandwidth.py RINGC [RINGC_OPTION...] FILE...   (@LIST: one file a line)

The search takes the speed it found off every link that a channel uses, so a channel with its copies, which share the links
evenly, has at least that. Besides, no link carries more than its width, links that limit are full, and the totals are
the sums. Each file is compiled for 1 and for 2 nodes. Ends with one line: how many fabrics are fine, refused and wrong.
"""
import json
import math
import pathlib
import re
import subprocess
import sys

# Six digits are written, and the search rounds widths to a thousandth.
SLACK = 1e-3


def run(ringc, options, kind):
    return subprocess.run([ringc, *options, f"-emit={kind}", "-o", "-"], capture_output=True, text=True)


def number(text):
    return math.inf if text == "unlimited" else float(text)


def read_table(text):
    """Rows of links, the bandwidth of each channel, and the two totals."""
    link = re.compile(r"  \S.*  +(?:NVL|PCI|SYS|NET|LOC) +(\S+) +(\d+) +(\S+) +(\S+) +(\S+)(?:  ([\d, ]+))?$")
    rows, channels, totals = [], [], []
    for line in text.splitlines():
        if found := link.fullmatch(line):
            width, _, cost, share, used = (float(x) for x in found.groups()[:5])
            rows.append((line.strip(), width, cost, share, used, found[6]))
        elif found := re.match(r"  (\d+) +(\S+)", line):
            channels.append(number(found[2]))
        elif found := re.match(r"  (?:sum of the channels|data split evenly) +(\S+)", line):
            totals.append(number(found[1]))
    return rows, channels, totals


def complaints(wiring, table):
    rows, channels, totals = read_table(table)
    if len(channels) != wiring["channels"] or len(totals) != 2:
        return ["the table can't be read"]
    found = []
    for name, width, cost, share, used, limits in rows:
        if used > width * (1 + SLACK):
            found.append(f"carries more than its width: {name}")
        if abs(share * cost - width) > width * SLACK:
            found.append(f"share and width don't agree: {name}")
        if limits and min(channels[int(c)] for c in limits.split(",")) < share * (1 - SLACK):
            found.append(f"limits a channel that is slower: {name}")
    if math.isfinite(totals[0]) and abs(totals[0] - sum(channels)) > totals[0] * SLACK:
        found.append(f"the sum of the channels is {sum(channels)}, not {totals[0]}")
    if math.isfinite(totals[1]) and abs(totals[1] - len(channels) * min(channels)) > totals[1] * SLACK:
        found.append(f"the slowest makes {len(channels) * min(channels)}, not {totals[1]}")
    several = wiring["nodes"] > 1
    speed = min(min(s["speedIntra"], s["speedInter"] if several else math.inf) for s in wiring["search"])
    together = {}
    for ring in wiring["rings"]:
        own = ring["channel"] if ring["copyOf"] is None else ring["copyOf"]
        together[own] = together.get(own, 0) + channels[ring["channel"]]
    for channel, bandwidth in together.items():
        if bandwidth < speed * (1 - SLACK):
            found.append(f"channel {channel} and its copies make {bandwidth}, the search reserved {speed}")
    return found


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    ringc, options, inputs = sys.argv[1], [], []
    for argument in sys.argv[2:]:
        if argument.startswith("@"):
            inputs += [[line] for line in pathlib.Path(argument[1:]).read_text().splitlines()]
        elif argument.startswith("-platform="):
            inputs.append([argument])
        else:
            (options if argument.startswith("-") else inputs).append(argument if argument.startswith("-") else [argument])
    fine = refused = wrong = 0
    for given in inputs:
        for nodes in (1, 2):
            command = [*given, *options, f"-nodes={nodes}"]
            wiring, table = run(ringc, command, "json"), run(ringc, command, "bandwidth")
            if wiring.returncode or table.returncode:
                refused += 1
                continue
            found = complaints(json.loads(wiring.stdout), table.stdout)
            wrong += bool(found)
            fine += not found
            for text in found:
                print(f"{' '.join(command)}: {text}")
    print(f"{fine} fine, {refused} refused, {wrong} wrong")
    return 1 if wrong or not fine else 0


if __name__ == "__main__":
    sys.exit(main())

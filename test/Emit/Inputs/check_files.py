"""Checks what ringc writes for NCCL over every topology of the reference data.

usage: check_files.py RINGC CHECKER SHARED NODES FOLDER

  * the checker takes the completed topology and the graph file, or ringc has warned of what it objects to;
  * ringc gives the same JSON for the completed topology;
  * and for the file itself with the graph file in the place of the search. Where two GPUs have one dev there is no graph file.
"""

import os
import re
import subprocess
import sys

# Warnings that say what NCCL's reader does with a file we write.
READER = re.compile(r"\[-Wnccl-(entity|value|attributes|children|elements)\]")
NO_GRAPH = re.compile(r"error: GPUs with ranks \d+ and \d+ both have dev")


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def check(ringc, checker, source, nodes, folder):
    """What is wrong, as lines."""
    name = os.path.basename(source).removesuffix(".xml")
    stem = os.path.join(folder, name)
    options = [f"-nodes={nodes}", "-profile=nccl-2.10.3"]
    status, _, said = run(ringc, source, *options, "-emit=json,topology,ring", "-o", folder + "/")
    if status != 0:
        yield f"exit {status}: {said}"
        return
    again = {"topology": [stem + ".topology"]}
    status, _, refused = run(ringc, stem + ".ring", "-emit=nccl-graph", "-o", stem + ".nccl-graph")
    said += refused
    if status == 0:
        again["graph file"] = [source, "-graph=" + stem + ".nccl-graph"]
    elif not NO_GRAPH.search(refused):
        yield f"graph file: exit {status}: {refused}"
    written = [inputs[-1].removeprefix("-graph=") for inputs in again.values()]
    status, objections, broken = run(sys.executable, checker, *written)
    if status not in (0, 1) or broken:
        yield f"checker: exit {status} {broken}"
    if objections and not READER.search(said):
        yield f"no warning of: {objections}"
    with open(stem + ".json", encoding="utf-8") as file:
        expected = file.read()
    for what, inputs in again.items():
        status, json, said = run(ringc, *inputs, *options, "-emit=json")
        if status != 0:
            yield f"{what}: exit {status}: {said}"
        elif json != expected:
            yield f"{what}: another JSON"


def main():
    ringc, checker, shared, nodes, folder = sys.argv[1:]
    goldens = os.listdir(os.path.join(shared, "goldens", "nccl-2.10.3"))
    end = f".n{nodes}.json"
    names = sorted(golden.removesuffix(end) for golden in goldens if golden.endswith(end))
    wrong = 0
    for name in names:
        source = os.path.join(shared, "topologies", name + ".xml")
        for line in check(ringc, checker, source, nodes, folder):
            print(f"{name}: {line}")
            wrong += 1
    print(f"{len(names)} checked, {wrong} wrong")
    return 1 if wrong or not names else 0


if __name__ == "__main__":
    sys.exit(main())

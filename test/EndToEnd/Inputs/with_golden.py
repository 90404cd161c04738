"""Prints the topologies that have a golden, one a line: with_golden.py SHARED."""
import os
import re
import sys

shared = sys.argv[1]
names = set()
for profile in os.listdir(os.path.join(shared, "goldens")):
    folder = os.path.join(shared, "goldens", profile)
    for name in os.listdir(folder) if os.path.isdir(folder) else []:
        match = re.fullmatch(r"(.*)\.n\d+\.json", name)
        if match:
            names.add(match[1])
for name in sorted(names):
    print(os.path.join(shared, "topologies", name + ".xml"))

"""Stops a run after and before each phase, and prints what is established there.

From each stop the run must go on to the very result of one that wasn't stopped, FOLDER/whole.
"""
import pathlib
import subprocess
import sys

ringc, topology, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
whole = (folder / "whole").read_text()


def run(*arguments):
    return subprocess.run([ringc, *arguments], check=True, capture_output=True, text=True).stdout


def phases(text):
    return text.splitlines()[2].removeprefix("phases ")


names = phases(whole).split(", ")
for name in names:
    after = run(topology, "-nodes=2", f"-until-after={name}", "-verify-roundtrip")
    stopped = folder / f"{name}.ring"
    stopped.write_text(after)
    if run(str(stopped), "-emit=ring") != whole:
        sys.exit(f"going on from {name} gives something else")
    before = "-" if name == names[0] else phases(run(topology, "-nodes=2", f"-until-before={name}"))
    print(f"{name}: after {phases(after)}; before {before}")

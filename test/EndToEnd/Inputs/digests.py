"""Compares the bytes that ringc writes with those that every other build of it writes.

usage: digests.py RINGC TABLE [--update]

Each line of TABLE is a command line, a kind of output and the SHA-256 of its bytes; the command line names files of test/Inputs. Any
compiler, build type and machine must come to the same. --update writes the digests anew, for a change of an output that is meant: to
add a kind or a command line, write its line with any digest first.
"""
import hashlib
import os
import subprocess
import sys

INPUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Inputs")


def digest(ringc, arguments, kind):
    """The digest of what is written, or why nothing is."""
    done = subprocess.run([ringc, *arguments.split(), "-emit=" + kind, "-o", "-"], cwd=INPUTS, capture_output=True, timeout=300)
    if done.returncode:
        return f"exit {done.returncode}: {done.stderr.decode(errors='replace')[:200]}"
    return hashlib.sha256(done.stdout).hexdigest()


def main():
    ringc, table = os.path.abspath(sys.argv[1]), sys.argv[2]
    update = sys.argv[3:] == ["--update"]
    with open(table) as file:
        lines = file.read().splitlines()
    same = other = 0
    for number, line in enumerate(lines):
        if not line or line.startswith("#"):
            continue
        arguments, kind, wanted = line.split("\t")
        found = digest(ringc, arguments, kind)
        same += found == wanted
        if found != wanted:
            other += 1
            print(f"{os.path.basename(table)}:{number + 1}: {arguments} -emit={kind}: {found}, was {wanted}")
            lines[number] = "\t".join((arguments, kind, found))
    if update:
        with open(table, "w") as file:
            file.write("\n".join(lines) + "\n")
    print(f"{same} as recorded, {other} different")
    return 0 if update or (same and not other) else 1


if __name__ == "__main__":
    sys.exit(main())

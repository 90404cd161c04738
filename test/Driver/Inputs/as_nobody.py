"""Runs a command as a user who owns nothing, since nothing is read-only for root, and prints its messages and exit code.

usage: as_nobody.py COMMAND...
"""
import os
import subprocess
import sys

NOBODY = 65534


def drop():
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


run = subprocess.run(sys.argv[1:], stderr=subprocess.PIPE, text=True, preexec_fn=drop)
print(run.stderr, end="")
print("exit code", run.returncode)

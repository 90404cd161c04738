"""Runs a command whose standard output is closed at the other end, and prints its messages and exit code."""
import os
import subprocess
import sys

reader, writer = os.pipe()
os.close(reader)
run = subprocess.run(sys.argv[1:], stdout=writer, stderr=subprocess.PIPE, text=True)
print(run.stderr, end="")
print("exit code", run.returncode)

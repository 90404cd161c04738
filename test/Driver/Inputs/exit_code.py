"""Runs a command and passes on what it says: exit_code.py CODE COMMAND... fails unless the exit code is CODE."""
import subprocess
import sys

code = subprocess.run(sys.argv[2:]).returncode
if code != int(sys.argv[1]):
    sys.exit(f"exit code is {code}, expected {sys.argv[1]}")

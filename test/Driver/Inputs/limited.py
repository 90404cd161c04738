"""Runs a command under limits of the system and prints its messages and exit code: limited.py LIMIT=VALUE... COMMAND...

A limit is what follows RLIMIT_ in resource.setrlimit, such as FSIZE (bytes of a file), AS (bytes of memory), STACK.
"""
import resource
import subprocess
import sys

limits, command = {"CORE": 0}, sys.argv[1:]
while "=" in command[0]:
    name, value = command.pop(0).split("=")
    limits[name] = int(value)


def limit():
    for name, value in limits.items():
        resource.setrlimit(getattr(resource, "RLIMIT_" + name), (value, value))


run = subprocess.run(command, stderr=subprocess.PIPE, text=True, preexec_fn=limit)
print(run.stderr, end="")
print("exit code", run.returncode)

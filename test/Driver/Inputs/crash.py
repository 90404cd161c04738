"""Makes a command that waits for its input crash, and prints its messages and exit code."""
import signal
import subprocess
import sys
import time

PATIENCE_S = 20


def state(pid):
    """What the process does: `S` while it waits. The name before it may hold anything, so look behind its bracket."""
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0]


run = subprocess.Popen([sys.argv[1], "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
# It waits for nothing but its input, and that comes after its handlers are set: sleeping a while, it has got there.
asleep = 0
deadline = time.monotonic() + PATIENCE_S
while asleep < 5 and time.monotonic() < deadline:
    asleep = asleep + 1 if state(run.pid) == "S" else 0
    time.sleep(0.02)
if asleep < 5:
    run.kill()
    sys.exit(f"did not wait for its input within {PATIENCE_S} s")
run.send_signal(signal.SIGSEGV)
print(run.communicate(timeout=PATIENCE_S)[1], end="")
print("exit code", run.returncode)

"""Makes a command that waits for its input crash, and prints its messages and exit code."""
import signal
import subprocess
import sys
import time

run = subprocess.Popen([sys.argv[1], "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
# It has come to the input when it sleeps in a read of it; that is after its handlers are set.
while open(f"/proc/{run.pid}/syscall").read().split()[:2] != ["0", "0x0"]:
    time.sleep(0.01)
run.send_signal(signal.SIGSEGV)
print(run.communicate()[1], end="")
print("exit code", run.returncode)

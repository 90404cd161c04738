"""Interrupts ringc while it writes, and prints what is there then and in the end.

usage: interrupt.py SIGNAL default|ignored RINGC INPUT FOLDER

One of two outputs is a pipe that nobody reads, so that ringc waits with the other one written under its temporary name.
"""
import os
import shutil
import signal
import subprocess
import sys
import time

PATIENCE_S = 20

name, before, ringc, source, folder = sys.argv[1:]
sent = getattr(signal, name)
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
stem = os.path.splitext(os.path.basename(source))[0]
pipe = os.path.join(folder, stem + ".ring")
os.mkfifo(pipe)
run = subprocess.Popen(
    [ringc, source, "-emit=json,ring", "-o", folder + "/"],
    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    preexec_fn=lambda: signal.signal(sent, signal.SIG_IGN if before == "ignored" else signal.SIG_DFL))
deadline = time.monotonic() + PATIENCE_S
while not any(".tmp-" in entry for entry in os.listdir(folder)):
    if run.poll() is not None or time.monotonic() > deadline:
        run.kill()
        sys.exit("wrote nothing under a temporary name")
    time.sleep(0.01)
time.sleep(0.2)  # a file is there a moment before it is known as one to remove
print("at work:", ", ".join(sorted(entry.rpartition("-")[0] or entry for entry in os.listdir(folder))))
run.send_signal(sent)
if before == "ignored":
    with open(pipe, "rb") as file:
        file.read()
try:
    messages = run.communicate(timeout=PATIENCE_S)[1]
except subprocess.TimeoutExpired:
    run.kill()
    sys.exit(f"did not end within {PATIENCE_S} s")
print("left:", ", ".join(sorted(os.listdir(folder))))
print("ended by:", signal.Signals(-run.returncode).name if run.returncode < 0 else run.returncode)
print("messages:", len(messages.splitlines()))

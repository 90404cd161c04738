"""Compiles a file while it is cut and written again all the time, then one that comes through a slow pipe.

usage: changing_file.py RINGC INPUT FOLDER
"""
import os
import subprocess
import sys
import threading
import time

ringc, source, folder = sys.argv[1:]
with open(source, "rb") as file:
    text = file.read()
path = os.path.join(folder, "changing.xml")
done = threading.Event()


def change():
    with open(path, "wb", buffering=0) as file:
        while not done.is_set():
            for size in (0, len(text) // 2, len(text)):
                file.truncate(size)
                file.seek(0)
                file.write(text[:size])
                time.sleep(0.001)


writer = threading.Thread(target=change)
writer.start()
codes = set()
for _ in range(60):
    codes.add(subprocess.run([ringc, path, "-emit=none"], stderr=subprocess.DEVNULL).returncode)
done.set()
writer.join()
print("exit codes", codes)

run = subprocess.Popen([ringc, "-", "-emit=json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
answer = []
reader = threading.Thread(target=lambda: answer.append(run.stdout.read()))
reader.start()
for start in range(0, len(text), 512):
    run.stdin.write(text[start:start + 512])
    run.stdin.flush()
    time.sleep(0.002)
run.stdin.close()
reader.join()
direct = subprocess.run([ringc, source, "-emit=json"], capture_output=True, check=True).stdout
if run.wait() == 0 and answer == [direct]:
    print("a slow pipe is read whole")

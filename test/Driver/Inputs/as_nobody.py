"""Runs ringc where it may not read or write, as a user who owns nothing, since nothing is closed to root.

usage: as_nobody.py RINGC TOPOLOGY

In a folder of its own, which anybody can reach wherever the build lies: `topo.xml`, `secret.xml` that may not be read, and a folder `closed`
with `old.json` that may not be written. Each run's options, messages and exit code are printed, and then what is in `closed`.
"""
import os
import shutil
import subprocess
import sys
import tempfile

NOBODY = 65534


def drop():
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        os.chdir(folder)
        shutil.copy(sys.argv[1], "ringc")
        for name in ("topo.xml", "secret.xml"):
            shutil.copy(sys.argv[2], name)
        os.chmod("topo.xml", 0o644)
        os.chmod("secret.xml", 0)
        os.mkdir("closed")
        with open("closed/old.json", "w") as file:
            file.write("old\n")
        os.chmod("closed/old.json", 0o444)
        os.chmod("closed", 0o555)
        for options in ("secret.xml -emit=none", "topo.xml -emit=json -o closed/new.json", "topo.xml -emit=json -o closed/old.json",
                        "topo.xml -emit=json,ring -o closed/folder/"):
            run = subprocess.run(["./ringc", *options.split()], stderr=subprocess.PIPE, text=True, preexec_fn=drop)
            print(f"{options}\n{run.stderr}exit code {run.returncode}")
        print("closed:", *sorted(os.listdir("closed")))
        os.chmod("closed", 0o755)


if __name__ == "__main__":
    main()

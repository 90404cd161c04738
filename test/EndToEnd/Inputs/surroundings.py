"""Compiles the same fabric in many surroundings; all bytes, and all messages in their order, must be the same.

usage: surroundings.py RINGC FOLDER

The fabric has several different servers, each with something to warn of, so that threads have an order to lose.
"""
import os
import re
import shutil
import subprocess
import sys

INPUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Inputs")
KINDS = "json,ring,wiring"


def make_locales(folder):
    """Names of locales with odd commas and letters, made in the folder."""
    for name in ("de_DE", "tr_TR"):
        made = shutil.which("localedef") and subprocess.run(
            ["localedef", "-i", name, "-f", "UTF-8", os.path.join(folder, name + ".UTF-8")], capture_output=True).returncode == 0
        if made:
            yield name + ".UTF-8"
        else:
            print(f"not checked: locale {name} can't be made here")


def make_inputs(folder):
    """Servers that differ, each without some ranks."""
    paths = []
    for name in ("pair", "quad", "octo"):
        with open(os.path.join(INPUTS, name + ".xml")) as file:
            text = file.read()
        paths.append(os.path.join(folder, name + ".xml"))
        with open(paths[-1], "w") as file:
            file.write(re.sub(r' rank="\d"', "", text))
        paths.append(os.path.join(folder, name + "-narrow.xml"))
        with open(paths[-1], "w") as file:
            file.write(re.sub(r'speed="100000"', 'speed="40000"', re.sub(r' gdr="1"', "", text)))
    return paths


def main():
    ringc, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    inputs = make_inputs(folder)
    out = os.path.join(folder, "out")

    def answer(flags=(), wrapper=(), **how):
        """Standard streams, and outputs by name, of compiling the fabric and of printing it while it is compiled."""
        shutil.rmtree(out, ignore_errors=True)
        remarks = ["-pass-remarks=.", "-pass-remarks-output=" + os.path.join(out, "remarks")]
        os.makedirs(out)
        command = [*wrapper, ringc, *inputs, "-print-after-all", f"-emit={KINDS}", "-o", out + "/", *remarks, *flags]
        done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=300, **how)
        files = {}
        for name in sorted(os.listdir(out)):
            with open(os.path.join(out, name), "rb") as file:
                files[name] = file.read()
        return done.returncode, done.stdout, done.stderr, files

    wanted = answer()
    if wanted[0] or b"warning:" not in wanted[2] or b"remark:" not in wanted[2] or len(wanted[3]) != KINDS.count(",") + 2:
        sys.exit(f"exit {wanted[0]}: {wanted[2][-400:]}")

    here = dict(os.environ)
    hostile = {"TERM": "dumb", "COLUMNS": "10", "TMPDIR": "/nonexistent", "HOME": "/nonexistent", "POSIXLY_CORRECT": "1", "NCCL_DEBUG": "TRACE",
               "NCCL_TOPO_FILE": "/nonexistent", "NEURON_RT_ROOT_COMM_ID": "x", "RINGC_OPTIONS": "-emit=json", "LLVM_DISABLE_CRASH_REPORT": "0"}
    cases = {
        "again": {},
        "two threads": {"flags": ["-j2"]},
        "four threads": {"flags": ["-j4"]},
        "64 threads": {"flags": ["-j64"]},
        "root folder": {"cwd": "/"},
        "empty environment": {"env": {}},
        "hostile environment": {"env": here | hostile},
        "another time zone": {"env": here | {"TZ": "Asia/Kathmandu"}},
        "perturbed memory": {"env": here | {"MALLOC_PERTURB_": "165", "GLIBC_TUNABLES": "glibc.malloc.perturb=165"}},
        "locale C": {"env": here | {"LC_ALL": "C"}},
    }
    for name in make_locales(folder):
        cases["locale " + name] = {"env": here | {"LC_ALL": name, "LOCPATH": folder}}
    if shutil.which("setarch") and subprocess.run(["setarch", "-R", "true"], capture_output=True).returncode == 0:
        cases["addresses not random"] = {"wrapper": ["setarch", "-R"]}
    else:
        print("not checked: addresses are always random here")

    different = [name for name, how in cases.items() if answer(**how) != wanted]
    for path in inputs:
        os.utime(path, (0, 0))
    if answer() != wanted:
        different.append("older inputs")
    print(f"{len(cases) + 1} surroundings, different: {', '.join(different) or 'none'}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())

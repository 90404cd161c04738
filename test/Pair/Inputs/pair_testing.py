"""What the tests of the runtime pair share: building pairs and variants of them, and looking into ELF files.

The scripts beside this are called SCRIPT RINGC CXX BUILD TEMPORARY.
"""
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys

INPUTS = pathlib.Path(__file__).resolve().parent
RINGC, CXX, BUILD, TMP = (pathlib.Path(text) for text in sys.argv[1:5])
KIT = BUILD / "lib/ringc/link"
COUNT = 0


def check(holds, what):
    """Ends the test unless `holds`."""
    global COUNT
    COUNT += 1
    if not holds:
        sys.exit(f"not so: {what}")


def finish():
    print(f"{COUNT} checks hold")


def fresh(name):
    folder = TMP / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def run(*command, env=None, **options):
    """(code, standard output, standard error); a signal's code is negative."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("NCCL_", "RINGC_", "LD_"))}
    environment.update(env or {})
    done = subprocess.run([str(word) for word in command], env=environment, capture_output=True, text=True, timeout=300, **options)
    return done.returncode, done.stdout, done.stderr


def must(*command, **options):
    code, out, err = run(*command, **options)
    if code:
        sys.exit(f"{' '.join(map(str, command))} ends with {code}:\n{out}{err}")
    return out


def compile_c(source, out, *flags):
    must(CXX, "-x", "c", "-std=gnu11", "-Wall", "-Werror", "-Wno-nonnull", "-Wno-unused-function", f"-I{BUILD}/include", source, "-x", "none", "-o", out, *flags)
    return out


def client():
    path = TMP / "client"
    return path if path.exists() else compile_c(INPUTS / "client.c", path, "-ldl")


def pair(name, *arguments):
    """A pair of what `arguments` say; its folder."""
    folder = fresh(name)
    must(RINGC, *arguments, "-emit=so", "-o", folder)
    return folder


def abi():
    """Symbol to row of -emit=abi."""
    lines = must(RINGC, "-emit=abi").splitlines()
    names = lines[0].split("\t")
    rows = [dict(zip(names, line.split("\t"))) for line in lines[1:]]
    return {row["symbol"]: row for row in rows}


def names_of(*directions):
    return [name for name, row in abi().items() if row["direction"] in directions]


def payload(library, symbol):
    """The bytes that ringc put into a library."""
    data = library.read_bytes()
    line = next(line for line in must("nm", "-S", library).splitlines() if line.endswith(f" {symbol}"))
    address, size = (int(word, 16) for word in line.split()[:2])
    offset = struct.unpack_from("<Q", data, 32)[0]
    each, count = struct.unpack_from("<HH", data, 54)
    for i in range(count):
        kind, _, place, start, _, length = struct.unpack_from("<IIQQQQ", data, offset + i * each)
        if kind == 1 and start <= address < start + length:
            return data[place + address - start :][:size]
    sys.exit(f"{symbol} is in no segment")


class Linker:
    """Links variants of a pair from the kit, as ringc does."""

    def __init__(self, folder):
        self.objects = {}
        for library, symbol in (("libnrt.so.1", "ringc_machine"), ("libnccom.so.2", "ringc_wiring"), ("libnccom.so.2", "ringc_places")):
            data, source, out = (TMP / f"{symbol}.{suffix}" for suffix in ("bin", "s", "o"))
            data.write_bytes(payload(folder / library, symbol))
            source.write_text(f'.section .rodata.ringc,"a"\n.globl {symbol}\n.hidden {symbol}\n.balign 64\n{symbol}:\n.incbin "{data}"\n.section .note.GNU-stack,"",%progbits\n')
            must(CXX, "-c", source, "-o", out)
            self.objects.setdefault(library, []).append(out)

    def link(self, library, out, script=None, code=None):
        """`script` is the text of a version script; none: without one. `code` is linked in the place of the archive."""
        archive = KIT / {"libnrt.so.1": "libringc-nrt.a", "libnccom.so.2": "libringc-nccom.a"}[library]
        command = ["ld.lld", "-shared", "-o", out / library, "-soname", library, "-rpath", "$ORIGIN", "-z", "now", "--build-id=none"]
        if script is not None:
            (TMP / "script.map").write_text(script)
            command += ["--version-script", TMP / "script.map"]
        command += [code] if code else ["--whole-archive", archive, "--no-whole-archive", *self.objects[library]]
        if library == "libnccom.so.2":
            command += [KIT / "libnrt.so.1"]
        must(*command, "--as-needed", *(KIT / name for name in ("libc.so.6", "libstdc++.so.6")))
        link = out / library.rsplit(".", 1)[0]
        link.unlink(missing_ok=True)
        link.symlink_to(library)


def dynamic(path):
    """Tag to values, of the dynamic table."""
    found = {}
    for tag, value in re.findall(r"\((\w+)\).*?\[(.*?)\]$", must("readelf", "-dW", path), re.M):
        found.setdefault(tag, []).append(value)
    return found


def exports(path):
    """Name@@node or plain name, of what a library defines; nodes themselves are left out."""
    found = set()
    for line in must("nm", "-D", "--defined-only", "--with-symbol-versions", path).splitlines():
        kind, name = line.split()[-2:]
        if kind != "A":
            found.add((kind, name))
    return found


def imports(path):
    return {line.split()[-1] for line in must("nm", "-D", "--undefined-only", "--with-symbol-versions", path).splitlines()}


def versions(path):
    """Node to parents, of what is defined; file to nodes, of what is needed."""
    text = must("readelf", "-VW", path)
    defined, needed, section, last = {}, {}, "", None
    for line in text.splitlines():
        if line.startswith("Version"):
            section = line.split()[1]
        elif match := re.search(r"File: (\S+) ", line):
            last = needed.setdefault(match[1], set())
        elif match := re.search(r"Parent \d+: (\S+)", line):
            last.append(match[1])
        elif match := re.search(r"Name: (\S+)", line):
            if section == "definition":
                last = defined.setdefault(match[1], [])
            else:
                last.add(match[1])
    return defined, needed

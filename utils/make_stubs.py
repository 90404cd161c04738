#!/usr/bin/env python3
"""Makes libraries of nothing but symbols, which the runtime pair is linked against where there are no others.

usage: make_stubs.py --cxx CXX --nm NM --map NRT_MAP --out DIR ARCHIVE...

Of each library that the archives need a symbol of (libc.so.6, ...), a library of that name with these symbols and their
versions, as the compiler's own library has them; and libnrt.so.1 with all symbols of its version script.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

LIBRARIES = ["libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1"]
# Defined by the payload objects, and by the linker.
PAYLOAD = {"ringc_machine", "ringc_wiring", "ringc_places", "_GLOBAL_OFFSET_TABLE_"}


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def undefined(nm, archives):
    """What no archive defines, by name."""
    needed, defined = set(), set()
    for archive in archives:
        for line in run(nm, "--format=posix", archive).splitlines():
            name, kind = (line.split() + ["", ""])[:2]
            if kind in ("U", "w", "v"):
                needed.add(name)
            elif len(kind) == 1:
                defined.add(name)
    return needed - defined - PAYLOAD


def versioned(nm, library):
    """Name to (version, whether it is an object) of what a library defines."""
    found = {}
    for line in run(nm, "-D", "--defined-only", "--with-symbol-versions", library).splitlines():
        match = re.fullmatch(r"[0-9a-f]* *(\S) (\S+?)@@(\S+)", line)
        if match:
            found[match[2]] = (match[3], match[1] in "BbDdRrVvGg")
    return found


def nodes_of(script):
    """Node to names, of a version script."""
    text = re.sub(r"#.*", "", script.read_text(encoding="utf-8"))
    names = {node: re.findall(r"(\w+);", re.sub(r"local:.*", "", body, flags=re.S)) for node, body in re.findall(r"([\w.]+) *\{(.*?)\}", text, re.S)}
    return {node: found for node, found in names.items() if found}


def write_library(cxx, out, name, nodes, objects):
    """A shared object `name` in which every name of `nodes` is an empty function, or an object."""
    lines = [".text"]
    for symbol in sorted(symbol for names in nodes.values() for symbol in names):
        kind = "object" if symbol in objects else "function"
        lines += [f".globl {symbol}", f".type {symbol},%{kind}", f"{symbol}:", ".byte 0", f".size {symbol},1"]
    lines += ['.section .note.GNU-stack,"",%progbits', ""]
    script = "".join(f"{node} {{ global: {' '.join(symbol + ';' for symbol in sorted(names))} }};\n" for node, names in sorted(nodes.items()))
    with tempfile.TemporaryDirectory() as folder:
        source, version = pathlib.Path(folder, "stub.s"), pathlib.Path(folder, "stub.map")
        source.write_text("\n".join(lines), encoding="utf-8")
        version.write_text(script, encoding="utf-8")
        flags = ["-shared", "-nostdlib", f"-Wl,-soname,{name}", f"-Wl,--version-script,{version}", "-Wl,--build-id=none"]
        run(cxx, *flags, str(source), "-o", str(out / name))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for option in ("--cxx", "--nm", "--map", "--out"):
        parser.add_argument(option, required=True)
    parser.add_argument("archives", nargs="+")
    options = parser.parse_args()
    out = pathlib.Path(options.out)
    nrt = nodes_of(pathlib.Path(options.map))
    write_library(options.cxx, out, "libnrt.so.1", nrt, set())
    missing = undefined(options.nm, options.archives) - {name for names in nrt.values() for name in names}
    for library in LIBRARIES:
        (out / library).unlink(missing_ok=True)
        path = run(options.cxx, f"-print-file-name={library}").strip()
        if not pathlib.Path(path).is_absolute():
            continue
        known = versioned(options.nm, path)
        nodes, objects = {}, set()
        for name in sorted(missing & known.keys()):
            nodes.setdefault(known[name][0], []).append(name)
            if known[name][1]:
                objects.add(name)
        if nodes:
            write_library(options.cxx, out, library, nodes, objects)
        missing -= known.keys()
    if missing:
        print("no library defines " + ", ".join(sorted(missing)), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

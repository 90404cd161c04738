"""Every fact of ELF that the boundary of the pair promises, on every built-in machine and on some topologies."""
from pair_testing import *

TOOLCHAIN = {"libgcc_s.so.1", "libutil.so.1", "librt.so.1", "libpthread.so.0", "libdl.so.2", "libstdc++.so.6", "libm.so.6", "libc.so.6", "ld-linux-x86-64.so.2"}


def look(folder):
    nrt, nccom = folder / "libnrt.so.1", folder / "libnccom.so.2"
    table = abi()
    check({p.name: (p.is_symlink() and os.readlink(p)) for p in folder.iterdir()} == {"libnrt.so.1": False, "libnccom.so.2": False, "libnrt.so": "libnrt.so.1", "libnccom.so": "libnccom.so.2"}, f"files of {folder}")

    d = dynamic(nrt)
    check(d["SONAME"] == ["libnrt.so.1"] and d["RUNPATH"] == ["$ORIGIN"], "SONAME and RUNPATH of libnrt")
    check(set(d["NEEDED"]) <= TOOLCHAIN, f"libnrt needs {d['NEEDED']}")
    node = {"reverse": "NRT_2.0.0", "public": "NRT_2.0.0", "async": "NRT_3.0.0"}
    wanted = {("T", f"{name}@@{node[row['direction']]}") for name, row in table.items() if row["direction"] in node}
    check(exports(nrt) == wanted, f"exports of libnrt: {exports(nrt) ^ wanted}")
    defined, needed = versions(nrt)
    check(defined == {"libnrt.so.1": [], "NRT_2.0.0": [], "NRT_3.0.0": ["NRT_2.0.0"]}, f"nodes of libnrt: {defined}")
    check(set(needed) <= TOOLCHAIN, f"libnrt needs versions of {needed}")
    check(not any("neuron" in name for _, name in exports(nrt)) and not any("neuron" in name for name in imports(nrt)), "no neuron* in libnrt's dynamic table")

    d = dynamic(nccom)
    check(d["SONAME"] == ["libnccom.so.2"] and d["RUNPATH"] == ["$ORIGIN"], "SONAME and RUNPATH of libnccom")
    check(set(d["NEEDED"]) - TOOLCHAIN == {"libnrt.so.1"}, f"libnccom needs {d['NEEDED']}")
    forward = {("T", name) for name, row in table.items() if row["direction"] == "forward"}
    check(exports(nccom) == forward and len(forward) == 37, f"exports of libnccom: {exports(nccom) ^ forward}")
    defined, needed = versions(nccom)
    check(defined == {}, f"libnccom defines nodes: {defined}")
    check(needed["libnrt.so.1"] == {"NRT_2.0.0"} and set(needed) - {"libnrt.so.1"} <= TOOLCHAIN, f"libnccom needs versions {needed}")
    reverse = {f"{name}@NRT_2.0.0" for name, row in table.items() if row["direction"] == "reverse"}
    check({name for name in imports(nccom) if name.startswith(("nec_", "nrt"))} == reverse and len(reverse) == 20, "imports of libnccom")

    for library, symbol in ((nrt, "ringc_machine"), (nccom, "ringc_wiring")):
        own = len(payload(library, symbol))
        check(library.stat().st_size - own < 1_000_000, f"{library} is below 1 MB and its payload")
        check(not any(name.startswith("_Z") or "llvm" in name.lower() for _, name in exports(library)), f"no C++ or LLVM symbol in {library}")
    return nrt.read_bytes(), nccom.read_bytes()


inputs = INPUTS.parent.parent / "Inputs"
machines = [line.split()[0] for line in must(RINGC, "-platform=help").splitlines()]
check(len(machines) >= 13, "built-in machines")
for machine in machines:
    look(pair("facts", f"-platform={machine}"))
look(pair("facts", "-platform=trn2.48xlarge", "-lnc=1", "-nodes=2"))
look(pair("facts", inputs / "quad.xml"))
look(pair("facts", inputs / "pair.xml", inputs / "pair.xml"))
first = look(pair("facts", inputs / "octo.xml", "-nodes=4"))
check(look(pair("other/and/deeper", inputs / "octo.xml", "-nodes=4")) == first, "the same bytes again, in another folder")
wiring = TMP / "octo.wiring"
must(RINGC, inputs / "octo.xml", "-nodes=4", "-emit=wiring", "-o", wiring)
check(payload(TMP / "facts/libnccom.so.2", "ringc_wiring") == wiring.read_bytes(), "libnccom has the wiring blob in it")
finish()

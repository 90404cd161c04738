"""Skew between the two libraries: each row of section 6 of the boundary's page, in a process of its own, with its exact outcome."""
from pair_testing import *

good = pair("good", "-platform=trn1.32xlarge", "-nodes=2")
linker = Linker(good)
FORWARD, REVERSE = names_of("forward"), names_of("reverse")
PUBLIC, ASYNC = names_of("public"), names_of("async")
TRAMPOLINES = [name.replace("neuron", "nccl") for name in FORWARD]
NCCOM_MAP = (KIT / "nccom.map").read_text()


def globals_of(names):
    return "global: " + " ".join(f"{name};" for name in names)


def nrt_script(first="NRT_2.0.0", drop=(), move=(), local="local: *;", more=""):
    """libnrt's nodes; trampolines are exported, too, so that they can be called."""
    twos = [name for name in REVERSE + PUBLIC + TRAMPOLINES if name not in drop and name not in move]
    threes = ASYNC + list(move)
    return f"{first} {{ {globals_of(twos)} {local} }};\nNRT_3.0.0 {{ {globals_of(threes)} }} {first};\n{more}"


def folder(name, nccom="real", script=NCCOM_MAP, nrt=None, code=None):
    """A pair in a folder: `nccom` real, fake or none."""
    out = fresh(name)
    linker.link("libnrt.so.1", out, nrt_script() if nrt is None else nrt or None)
    if nccom != "none":
        linker.link("libnccom.so.2", out, script, code)
    return out


def fake(compat=89, short=0):
    return compile_c(INPUTS / "fake_nccom.c", TMP / "fake.o", "-c", "-fPIC", f"-DCOMPAT={compat}", f"-DSHORT={short}")


def outcome(where, level="INFO"):
    code, out, err = run(client(), where, "skew", env={"NCCL_DEBUG": level})
    check(code == 0, f"{where}: ends with {code}: {err}")
    return out.splitlines(), err


def failed(where, text):
    """nrt_init succeeds, libnccom is closed, every call returns NRT_FAILURE with the text, however often; nothing crashes."""
    out, err = outcome(where)
    check(out[:2] == ["init 0", "libnccom 0"], f"{where}: {out[:2]}")
    calls = out[2:-2]
    check(calls == (["ncclGetVersionInfo 1 0"] + [f"{name} 1" for name in TRAMPOLINES[1:]]) * 3, f"{where}: {calls}")
    check(re.search(f"NCCL WARN {text}", err), f"{where}: {err[:2000]}")
    # The probe and the proxy's tick have no guard, and say nothing.
    check(len(re.findall(f"NCCL WARN NCCL init error: {text}", err)) == 3 * 35, f"{where}: each call says why")
    check(out[-2:] == ["after nrt_close 0", "again 0"], f"{where}: {out[-2:]}")


def worked(where, answers):
    out, err = outcome(where)
    check(out[:2] == ["init 0", "libnccom 1"], f"{where}: {out[:2]} {err}")
    check(out[2:-2] == answers * 3, f"{where}: {out[2:-2]}")
    check(out[-2:] == ["after nrt_close 0", "again 0"], f"{where}: {out[-2:]}")
    return err


# Real: null arguments are refused, where they are not allowed.
REAL = ["ncclGetVersionInfo 0 89"] + [f"{name} {0 if name in ('ncclInitNet', 'ncclFiniPlugin') else 2}" for name in TRAMPOLINES[1:]]
FAKE = ["ncclGetVersionInfo 0 89"] + [f"{name} {0 if i % 2 else 5}" for i, name in enumerate(TRAMPOLINES) if i]
OPENING = r"Error opening libnccom\.so, cannot use collective operations! .*"

err = worked(folder("real"), REAL)
check("Using CCOM 2.31.24.0-" in err and err.count("failed neuronInitComm request to NCCL") == 3, "the real pair's log")
check("failed neuronGetVersionInfo" not in err and "failed neuronNetworkProxyProgress" not in err, "two calls have no guard")
err = worked(folder("fake", code=fake()), FAKE)
check("Using CCOM 9.8.7.6-a hash of 16 cha\n" in err, "the fake's version")

# 1: no libnccom.
failed(folder("1", "none"), OPENING + r"libnccom\.so: cannot open shared object file: No such file or directory")
out, err = outcome(TMP / "1", "NONE")
check(err.count("\n") == 1 and "checks hold" in err, f"NCCL_DEBUG=NONE: {err}")
# 2: another compatibility id. 5: a probe that knows a shorter record.
for compat in (88, 90, 0, 2**64 - 1):
    failed(folder(f"2-{compat}", code=fake(f"{compat}ul")), f"Incompatible version of aws-neuronx-collectives\\.  Compatibility id: {compat}, expected: 89")
failed(folder("5", code=fake(short=1)), "Incompatible version of aws-neuronx-collectives\\.  Compatibility id: 0, expected: 89")
# 3: no probe. 4: any one of the other 36 is missing.
failed(folder("3", script=NCCOM_MAP.replace("neuronGetVersionInfo;", "")), "Get Version Info API is not implemented by aws-neuronx-collectives\\.")
for name in FORWARD[1:]:
    failed(folder("4", script=NCCOM_MAP.replace(f" {name};", "")), f'cannot find symbol "{name}" in NCCL\\. Reason: .*undefined symbol: {name}')
# 6: libnrt has nodes, but not that one. A program that links libnccom itself doesn't start.
missing = r"libnrt\.so\.1: version `NRT_2\.0\.0' not found \(required by .*libnccom\.so(\.2)?\)"


def start(where):
    """Starts a program that is linked to libnccom."""
    source = TMP / "direct.c"
    source.write_text('#include "ringc-pair/abi.h"\nint main(void) { nec_version_info_t v; return (int)neuronGetVersionInfo(&v, sizeof v); }\n')
    program = compile_c(source, TMP / "direct", good / "libnccom.so.2", good / "libnrt.so.1")
    return run(program, env={"LD_LIBRARY_PATH": str(where)})


check(start(good)[0] == 0, "a program that links libnccom")


def old_nrt(name, script):
    """A pair whose libnrt has the nodes of `script`."""
    out = fresh(name)
    linker.link("libnrt.so.1", out, script)
    linker.link("libnccom.so.2", out, NCCOM_MAP)
    return out


# The client asks libnrt for NRT_2.0.0, too, so here it is a loader that goes by bare names.
where = old_nrt("6", nrt_script(first="NRT_1.0.0"))
code, out, err = start(where)
check(code == 1 and re.search(missing, err), f"6, at start: {code} {err}")
loader = compile_c(INPUTS / "loader.c", TMP / "loader", "-ldl")
code, out, err = run(loader, where, env={"NCCL_DEBUG": "INFO"})
check(code == 0 and re.search("NCCL WARN " + OPENING + missing, err) and "init 0" in out, f"6: {code} {out} {err}")
# 7, 8: the node is there, one of the 20 isn't in it, or only in another.
for name in REVERSE:
    for row, script in (("7", nrt_script(drop=[name])), ("8", nrt_script(drop=[name], move=[name]))):
        code, out, err = run(loader, old_nrt(row, script))
        check(code == 0 and "init 0" in out and re.search(f"NCCL WARN {OPENING}undefined symbol: {name}, version NRT_2\\.0\\.0", err), f"{row} {name}: {code} {out} {err}")
# 9a: the node is there, a name has none: glibc binds it all the same.
where = old_nrt("9a", nrt_script(drop=["nec_mla_idx_to_rid"], local=""))
check(any(name == "nec_mla_idx_to_rid" for _, name in exports(where / "libnrt.so.1")), "9a: it has no version")
code, out, err = run(loader, where, env={"NCCL_DEBUG": "INFO"})
check(code == 0 and "Using CCOM 2.31.24.0" in err, f"9a: {code} {err}")
# 9b: no nodes at all, and no versions: the loader itself gives up. Where the library has versions of what it needs,
# as a libnrt that is linked against the C library has, it only wonders.
out = fresh("9b")
compile_c(INPUTS / "fake_nrt.c", out / "libnrt.so.1", "-shared", "-fPIC", "-nostdlib", "-Wl,-soname,libnrt.so.1")
linker.link("libnccom.so.2", out, NCCOM_MAP)
code, text, err = start(out)
check(code not in (0, 1) and "check_match" in err and "Assertion" in err, f"9b: {code} {text} {err}")
linker.link("libnrt.so.1", out)
code, text, err = start(out)
check(code == 0 and "libnrt.so.1: no version information available (required by " in err, f"9b, with the C library: {code} {text} {err}")
# 10: more nodes. 11: versions on libnccom's side, which nobody asks for.
worked(folder("10", nrt=nrt_script(more="NRT_4.0.0 { } NRT_3.0.0;\n")), REAL)
worked(folder("11", script="CCOM_1.0.0 " + NCCOM_MAP[NCCOM_MAP.index("{") :]), REAL)
# 12, 13: a network plug-in that is only of an older kind, isn't there, or doesn't come up: sockets instead.
where = folder("13")


def network(what, *flags):
    """What is said with a plug-in of `flags`, or without one."""
    if flags:
        compile_c(INPUTS / "fake_net.c", where / "libnccom-net.so", "-shared", "-fPIC", *flags)
    code, out, err = run(client(), where, "edges")
    check(code == 0, f"{what}: {err}")
    err = worked(where, REAL)
    check(("no network plug-in" in err) == (not flags), f"{what}: {err}")
    return err


def falls_back(err, text, what):
    check(err.count(f"NCCL WARN {text}\n") == 3 and err.count("NCCL INFO Using network Socket\n") == 3, f"{what}: {err}")


falls_back(network("13, absent"), "NET/Plugin: libnccom-net.so load returned 1", "13, absent")
falls_back(network("12", "-DV4", "-DV5"), "Failed to find ncclNetPlugin_v6 symbol.", "12")
for broken in ("INIT=2", "DEVICES=0", "COUNTING=3"):
    falls_back(network(f"13, {broken}", "-DV6", f"-D{broken}"), "OFI plugin initNet() failed is EFA enabled?", f"13, {broken}")
err = network("a plug-in", "-DV4", "-DV5", "-DV6")
check(err.count("NCCL INFO Using network Fake\n") == 3 and err.count("NCCL INFO fake 7 says it\n") == 3 and "Socket" not in err, f"a plug-in: {err}")
check(err.count("fake: fini\n") == 3, f"each neuronFiniPlugin ends it: {err}")
# A plug-in's constructor may call libnrt: no lock is held while it is loaded.
source = TMP / "calls_back.c"
source.write_text("""#include "ringc-pair/abi.h"
int ncclNetPlugin_v6[44];
__attribute__((constructor)) static void ask(void) {
  uint32_t count;
  nrt_get_total_vnc_count(&count);
  nrt_get_libnccl_net(0, 0, 0);
  nrt_init(1, "", "");
}
""")
compile_c(source, where / "libnccom-net.so", "-shared", "-fPIC", where / "libnrt.so.1")
check(run(loader, where)[:2] == (0, "init 0\n"), "a constructor that calls back")
# 15: the two axes are independent; 2 and 7 are one each, both at once is the loader's.
out = fresh("15")
linker.link("libnrt.so.1", out, nrt_script(drop=["nrt_get_version"]))
linker.link("libnccom.so.2", out, NCCOM_MAP)
check("undefined symbol: nrt_get_version, version NRT_2.0.0" in run(loader, out)[2], "15, both: the node first")
linker.link("libnccom.so.2", out, NCCOM_MAP, fake(88))
check("Compatibility id: 88" in run(loader, out)[2], "15: a fake needs no node, so its number is seen")
# 16: whichever comes first, there is one libnrt.
for order in ("nrt-first", "nccom-first"):
    code, out, err = run(client(), good, "lifecycle", order, "1")
    check(code == 0, f"16: {order}: {err}")
finish()

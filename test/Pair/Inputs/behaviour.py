"""What the pair's calls do: edges of the callbacks, tensors and sequences, start and end in any order, without a leak."""
from pair_testing import *

folder = pair("pair", "-platform=trn1.32xlarge", "-nodes=2")
for command in ("edges", "tensors"):
    code, out, err = run(client(), folder, command)
    check(code == 0, f"{command}: {err}")
for order in ("nrt-first", "nccom-first"):
    code, out, err = run(client(), folder, "lifecycle", order, "200")
    check(code == 0, f"{order}: {code} {err}")

# Leaks and bad accesses, seen by what watches every allocation of the process.
asan = TMP / "client-asan"
code, out, err = run(CXX, "-x", "c", "-std=gnu11", "-g", "-fsanitize=address,undefined", f"-I{BUILD}/include", INPUTS / "client.c", "-o", asan, "-ldl")
if code == 0:
    for words in (["edges"], ["tensors"], ["lifecycle", "nccom-first", "50"]):
        code, out, err = run(asan, folder, *words)
        check(code == 0 and "Sanitizer" not in err, f"under AddressSanitizer: {words}: {err}")
else:
    print("no AddressSanitizer in C here: left out")
if shutil.which("valgrind"):
    # The loader keeps what it found out of a RUNPATH, and compares words of it.
    suppressions = TMP / "loader.supp"
    suppressions.write_text("{\n  loader\n  Memcheck:Leak\n  ...\n  fun:decompose_rpath\n  ...\n}\n{\n  words\n  Memcheck:Addr8\n  fun:strncmp\n  fun:is_dst\n  ...\n}\n")
    for words in (["tensors"], ["lifecycle", "nrt-first", "20"], ["lifecycle", "nccom-first", "20"]):
        code, out, err = run("valgrind", "-q", f"--suppressions={suppressions}", "--leak-check=full", "--error-exitcode=9", client(), folder, *words)
        check(code == 0, f"under valgrind: {words}: {err}")
finish()

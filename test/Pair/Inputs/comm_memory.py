"""Communicators made, used, broken and freed in the threads of a C program, under what watches every access, allocation and descriptor: valgrind on the pair as it ships (the word valgrind behind the folder), or AddressSanitizer, UBSan and ThreadSanitizer on a program with libnccom's sources in it (the word sanitizers)."""
from pair_testing import *
import concurrent.futures

TMP.mkdir(parents=True, exist_ok=True)
folder = pair("pair", "-platform=trn1.32xlarge", "-nodes=2")
QUIET = {"NCCL_DEBUG": "NONE", "NEURON_CCOM_SOCK_TIMEOUT": "60000"}
LIBRARIES = [folder / "libnrt.so.1", folder / "libnccom.so.2", f"-Wl,-rpath,{folder}", "-pthread"]


def under_valgrind():
    program = compile_c(INPUTS / "comm_client.c", TMP / "comm_client", "-g", *LIBRARIES)
    # The loader keeps what it found out of a RUNPATH, and compares words of it.
    suppressions = TMP / "loader.supp"
    suppressions.write_text("{\n  loader\n  Memcheck:Leak\n  ...\n  fun:decompose_rpath\n  ...\n}\n{\n  words\n  Memcheck:Addr8\n  fun:strncmp\n  fun:is_dst\n  ...\n}\n")
    for ranks in (2, 4):
        code, out, err = run("valgrind", "--track-fds=yes", f"--suppressions={suppressions}", "--leak-check=full", "--error-exitcode=9", program, ranks, 16, env=QUIET)
        check(code == 0, f"{ranks} ranks under memcheck: {code} {err}")
        # What it lists beside its own end is a descriptor and where it came from.
        left = re.findall(r"Open (?:file descriptor|AF_\w+ socket) \d+.*\n==\d+== +(?!<inherited)(.*)", err)
        check("FILE DESCRIPTORS" in err and not left, f"{ranks} ranks under memcheck: descriptors: {err}")
    code, out, err = run("valgrind", "-q", "--tool=helgrind", "--error-exitcode=9", program, 4, 8, env=QUIET)
    check(code == 0, f"under helgrind: {code} {err}")


def sources():
    """Of libnccom: what its archive is made of."""
    wanted = {name[: -len(".o")] for name in must("ar", "t", KIT / "libringc-nccom.a").split()}
    # The handle that a library has of itself, and a program gets from the compiler.
    wanted -= {"DsoHandle.cpp"}
    root = INPUTS.parent.parent.parent
    found = {}
    for pattern in ("lib/Runtime/Nccom/*.cpp", "lib/Runtime/Support/*.cpp", "passes/*/*.cpp", "lib/Neuron/*.cpp"):
        for path in root.glob(pattern):
            if path.name in wanted:
                found.setdefault(path.name, path)
    check(found.keys() == wanted, f"sources: {wanted - found.keys()}")
    return found.values()


def sanitized(kinds, linker):
    """The program with libnccom in it, and what ringc puts into that."""
    out = fresh(kinds.replace(",", "-"))
    flags = ["-std=c++20", "-g", "-O0", "-fno-exceptions", "-fno-rtti", '-DRINGC_VERSION="0"', f"-fsanitize={kinds}", "-fno-sanitize-recover=all"]
    root = INPUTS.parent.parent.parent
    includes = [f"-I{root}", f"-I{root}/include", f"-I{BUILD}/include"]

    def compile_one(path):
        must(CXX, *flags, *includes, "-c", path, "-o", out / f"{path.stem}.o")

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compile_one, sources()))
    objects = [*out.glob("*.o"), *linker.objects["libnccom.so.2"]]
    must(CXX, f"-fsanitize={kinds}", "-x", "c", "-std=gnu11", "-g", f"-I{BUILD}/include", INPUTS / "comm_client.c", "-x", "none", *objects, "-o", out / "comm_client", folder / "libnrt.so.1", f"-Wl,-rpath,{folder}", "-lstdc++", "-pthread")
    return out / "comm_client"


def under_sanitizers():
    linker = Linker(folder)
    for kinds in ("address,undefined", "thread"):
        program = sanitized(kinds, linker)
        for ranks in (2, 4):
            code, out, err = run(program, ranks, 40, env=QUIET)
            check(code == 0 and "Sanitizer" not in err, f"{ranks} ranks, {kinds}: {code} {err}")


if sys.argv[5] == "valgrind":
    if shutil.which("valgrind"):
        under_valgrind()
    else:
        print("no valgrind here: left out")
else:
    under_sanitizers()
finish()

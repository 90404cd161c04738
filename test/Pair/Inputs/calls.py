"""libnccom's entry points called directly: with nulls, with wrong numbers, and with what would be right."""
from pair_testing import *

TMP.mkdir(parents=True)
folder = pair("pair", "-platform=trn1.32xlarge", "-nodes=2")
code, out, err = run(client(), folder, "calls")
check(code == 0, f"client: {err}")
lines = out.splitlines()
answers = dict(line.split() for line in lines if not line.startswith("given"))
given = [line.split()[1:] for line in lines if line.startswith("given")]
check(list(answers) == names_of("forward")[1:], "all are there, in order")
for name, answer in answers.items():
    takes_nothing = name in ("neuronInitNet", "neuronFiniPlugin")
    check(answer == ("0" if takes_nothing else "2"), f"{name} with nulls: {answer}")
    check(takes_nothing or re.search(f"{name}: (a pointer is null|no )", err), f"{name} says what it misses")
wanted = [("neuronGetUniqueId", "0"), ("neuronGetUniqueId", "2"), ("neuronInitGlobalComm", "2"), ("neuronInitGlobalComm", "2"), ("neuronInitComm", "0"), ("neuronFreeComm", "0"), ("neuronInitComm", "2"),
          ("neuronStartNetworkProxy", "2"), ("neuronStartNetworkProxy", "2"), ("neuronInitNet", "0"), ("neuronNetConnect", "2"), ("neuronNetIsend", "2"), ("neuronExpandConnectivity", "2"), ("neuronBootstrapSend", "2")]
check([tuple(pair) for pair in given] == wanted, f"given: {given}")
check("Invalid rank requested : 2/2" in err and "Invalid rank requested : -1/4" in err, "wrong ranks are told")

# Each with memory that is no communicator or comm: refused, never a crash.
source = TMP / "all.c"
calls = []
for name, row in abi().items():
    if row["direction"] == "forward" and row["index"] != "0":
        parameters = re.fullmatch(r"\w+ \((.*)\)", row["signature"])[1].split(", ")
        values = ["(void *)memory" if "*" in p or "[" in p else "1" if p.startswith("int rank_n") or p.startswith("int g_dev_count") else "0" for p in parameters if p != "void"]
        calls.append(f'printf("{name} %d\\n", (int){name}({", ".join(values)}));')
source.write_text('#include "ringc-pair/abi.h"\n#include <stdio.h>\nstatic char memory[4096];\nint main(void) {\n' + "\n".join(calls) + "\nreturn 0;\n}\n")
program = compile_c(source, TMP / "all", folder / "libnccom.so.2", folder / "libnrt.so.1", f"-Wl,-rpath,{folder}")
code, out, err = run(program)
check(code == 0, f"all: {err}")
silent = [name for name, answer in (line.split() for line in out.splitlines()) if answer != "0" and name not in err]
check(not silent and "emulated" not in err, f"all answer, or say why not: {silent} {err}")
finish()

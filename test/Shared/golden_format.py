"""lit format for the reference data: one test a golden, a file without golden, and the table of cases.

Tests are named after what they check (`nccl-2.10.3/NAME.n2.json`, `no-golden/NAME.xml`, `cases/front`). Where the reference
data is missing there is a single test, reported as unsupported, so that the gap shows in every summary.
"""

import csv
import os
import re
import subprocess
import sys

import lit.formats
import lit.Test

# The longest search of the real code runs some seconds; a checked build is slower.
TIMEOUT_S = 300


def run(command, cwd=None):
    """Exit status, standard output and standard error of a command; a status of None is a timeout."""
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, timeout=TIMEOUT_S, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None, b"", b"no answer in %d s" % TIMEOUT_S
    return done.returncode, done.stdout, done.stderr


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]


class GoldenFormat(lit.formats.FileBasedTest):
    def getTestsInDirectory(self, suite, path_in_suite, lit_config, config):
        shared = os.path.join(config.ringc_src_root, os.pardir, "shared")
        if "shared" not in config.available_features:
            yield lit.Test.Test(suite, path_in_suite + ("reference-data-is-missing",), config)
            return
        for profile in sorted(os.listdir(os.path.join(shared, "goldens"))):
            folder = os.path.join(shared, "goldens", profile)
            if os.path.isdir(folder):
                for name in sorted(os.listdir(folder)):
                    yield lit.Test.Test(suite, path_in_suite + (profile, name), config)
        yield lit.Test.Test(suite, path_in_suite + ("boundary", "abi.tsv"), config)
        for name, _ in rows(os.path.join(shared, "topologies", "NO-GOLDEN.tsv")):
            yield lit.Test.Test(suite, path_in_suite + ("no-golden", name), config)
        for name in ("scope front", "scope lint", "scope neuron"):
            yield lit.Test.Test(suite, path_in_suite + ("cases", name), config)

    def execute(self, test, lit_config):
        config = test.config
        if "shared" not in config.available_features:
            return lit.Test.UNSUPPORTED, "the folder `shared` is not beside the project"
        self.shared = os.path.abspath(os.path.join(config.ringc_src_root, os.pardir, "shared"))
        self.ringc = os.path.join(config.ringc_obj_root, "bin", "ringc")
        kind, name = test.path_in_suite[-2:]
        check = {"no-golden": self.check_refusal, "cases": self.check_cases, "boundary": self.check_boundary}.get(kind, self.check_golden)
        why = check(kind, name, test)
        return (lit.Test.FAIL, why) if why else (lit.Test.PASS, "")

    def check_golden(self, profile, name, test):
        """Why ringc's JSON differs from the golden, or nothing."""
        golden = os.path.join(self.shared, "goldens", profile, name)
        topologies = os.path.join(self.shared, "topologies")
        servers = re.fullmatch(r"(.*)\.n(\d+)\.json", name)
        if servers:
            inputs = [servers[1] + ".xml", "-nodes=" + servers[2]]
        else:
            mixed = {row[0]: row[1] for row in rows(os.path.join(self.shared, "goldens", "MIXED.tsv"))}
            inputs = mixed[name.removesuffix(".json")].split()
        command = [self.ringc, *inputs, "-profile=" + profile, "-emit=json"]
        status, out, err = run(command, cwd=topologies)
        if status != 0:
            return f"{' '.join(command)}: exit {status}\n{err.decode(errors='replace')}"
        actual = os.path.join(test.config.test_exec_root, "Shared", "Output", profile)
        os.makedirs(actual, exist_ok=True)
        actual = os.path.join(actual, name)
        with open(actual, "wb") as file:
            file.write(out)
        compare = os.path.join(self.shared, "tools", "compare_wiring.py")
        status, out, err = run([sys.executable, compare, golden, actual])
        return "" if status == 0 else f"{' '.join(command)}\n{(out + err).decode(errors='replace')}"

    def check_refusal(self, kind, name, test):
        """A file that has no golden: an answer or a refusal in words, never a crash or silence."""
        topology = os.path.join(self.shared, "topologies", name)
        status, out, err = run([self.ringc, topology, "-emit=json"])
        text = err.decode(errors="replace")
        if status not in (0, 1):
            return f"exit {status}\n{text}"
        if (status == 1) != bool(re.search(r": error: ", text)):
            return f"exit {status} does not go with its messages\n{text}"
        if status == 1 and out:
            return "refused, yet something was written"
        return ""

    def check_boundary(self, kind, name, test):
        """Names, versions, slots and addresses of -emit=abi are those of the reference's table."""
        status, out, err = run([self.ringc, "-emit=abi"])
        ours = {}
        for line in out.decode().splitlines()[1:]:
            direction, index, symbol, version, definer, address, slot, trampoline, place = line.split("\t")[:9]
            if direction in ("forward", "reverse", "net"):
                # The table of net objects alone counts them.
                ours[symbol] = (direction.upper(), "-" if direction == "net" else index, version, definer, address, slot, trampoline, place)
        theirs = {}
        for row in rows(os.path.join(self.shared, "reference", name)):
            if row[0] in ("FORWARD", "REVERSE", "NET"):
                theirs[row[2]] = (row[0], "-" if row[0] == "NET" else row[1], *row[3:9])
        different = [f"{symbol}: {ours.get(symbol)}, not {theirs.get(symbol)}" for symbol in ours.keys() | theirs.keys() if ours.get(symbol) != theirs.get(symbol)]
        return "\n".join(different + ([] if len(theirs) == 60 else [f"{len(theirs)} rows, not 60"]))

    def check_cases(self, kind, name, test):
        """Every row of a scope or a case must pass; a skipped row is not a passed one."""
        what, which = name.split()
        cases = os.path.join(self.shared, "cases")
        status, out, err = run([sys.executable, os.path.join(self.shared, "tools", "check_expect.py"), self.ringc, cases,
                                os.path.join(cases, "EXPECT.tsv"), f"--{what}", which, "-v"])
        text = (out + err).decode(errors="replace")
        return text if status != 0 or "skipped" in text else ""

# The suite: one behaviour a file, the first line says what breaks if it fails.
import os
import subprocess
import lit.formats
import lit.util

config.name = "ringc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".xml", ".ring", ".td"]
config.excludes = ["Corpus", "Inputs", "Unit", "lit.cfg.py", "lit.site.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.ringc_obj_root, "test")

# Nothing of the user's environment reaches the tools, except what finds them.
config.environment["PATH"] = os.pathsep.join(
    [
        os.path.join(config.ringc_obj_root, "bin"),
        config.llvm_tools_dir,
        os.environ.get("PATH", ""),
    ]
)
config.environment["LC_ALL"] = "C"

config.substitutions.append(("%ringc_include", config.ringc_include))
config.substitutions.append(("%src", config.ringc_src_root))
config.substitutions.append(("%obj", config.ringc_obj_root))
config.substitutions.append(("%inputs", os.path.join(config.test_source_root, "Inputs")))
config.substitutions.append(("%python", config.python))
config.substitutions.append(("%cxx", config.cxx))
config.substitutions.append(("%plugins", os.path.join(config.ringc_obj_root, "test", "Plugin", "PLUGINS")))

# The reference data (real topologies and what the real code answers) lies beside
# the project where it is available at all; its suite needs it.
shared = os.path.join(config.ringc_src_root, os.pardir, "shared")
if os.path.isdir(os.path.join(shared, "goldens")):
    config.available_features.add("shared")
    config.substitutions.append(("%shared", os.path.abspath(shared)))
else:
    lit_config.note("the reference data is not beside the project: its suite is skipped")
if os.geteuid() != 0:
    config.available_features.add("not-root")
with open(os.path.join(config.ringc_obj_root, "bin", "ringc"), "rb") as file:
    if b"__asan_init" in file.read():
        config.available_features.add("asan")
if os.path.isdir(os.path.join(config.ringc_obj_root, "lib", "ringc-passes")):
    config.available_features.add("passes-as-plugins")  # the program alone is not all of it
if lit.util.which("script", config.environment["PATH"]):
    try:
        for end in os.openpty():
            os.close(end)
        config.available_features.add("pty")
    except OSError:
        lit_config.note("no pseudo-terminal can be had: its tests are skipped")
if lit.util.which("dot", config.environment["PATH"]):
    config.available_features.add("graphviz")
else:
    lit_config.note("Graphviz is not installed: no drawing is laid out")
if lit.util.which("valgrind", config.environment["PATH"]):
    config.available_features.add("valgrind")
# The network plug-in of test/Pair/net-libfabric.test is built by it.
found = subprocess.run([config.cxx, "-E", "-x", "c", "-include", "rdma/fi_tagged.h", os.devnull], capture_output=True)
if found.returncode == 0:
    config.available_features.add("libfabric")
else:
    lit_config.note("libfabric-dev is not installed: libnccom's network isn't tested over it")

# The fuzz targets are a build of their own beside this one (docs/Fuzzing.md).
fuzz = os.path.join(os.path.dirname(config.ringc_obj_root), "fuzz")
targets = ["ringc-fuzz-" + name for name in ("xml", "graph", "ir", "wire", "wiring")]
if all(os.path.exists(os.path.join(fuzz, "bin", name)) for name in targets):
    config.available_features.add("fuzz")
    config.substitutions.append(("%fuzz", fuzz))
else:
    lit_config.note("the fuzz targets aren't built (preset fuzz): their tests are skipped")

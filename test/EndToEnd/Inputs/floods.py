"""Floods ringc: inputs made to take its time, its memory or its user's screen.

usage: floods.py RINGC FOLDER [NAME...]

Each case makes a file (or a command line), runs ringc on it and looks at the exit code, the messages, the time and the peak of
memory. A message may not be a flood, either: all of standard error has at most 64 KiB. Nothing may be written.
"""
import os
import re
import resource
import shutil
import subprocess
import sys
import time

MB = 1 << 20
MOST_SECONDS, MOST_MEGABYTES, MOST_MESSAGE_BYTES = 10, 1000, 64 << 10

SYSTEM = '<system version="1">\n<cpu numaid="0" arch="x86_64" vendor="AuthenticAMD" familyid="143" modelid="49">\n'
PCI = '<pci busid="0000:01:00.0" class="0x030200" link_speed="16 GT/s" link_width="16">'
GPU = '<gpu dev="0" sm="80" rank="0" gdr="1"/>'
END = "</pci></cpu></system>\n"
HEAD = "ringc.ring 1\nprofile nccl-2.10.3\nphases "


def inside_pci(text):
    return SYSTEM + PCI + text + END


def each(count, template):
    """`template` with every number from 0 in the place of `#`."""
    parts = template.split("#")
    return "".join([str(i).join(parts) for i in range(count)])


def sparse(head, size):
    """A file that is all hole behind its first bytes."""

    def write(file):
        file.write(head)
        file.truncate(size)

    return write


def graph(inner):
    return '<graphs version="1"><graph id="0" pattern="4" crossnic="0" nchannels="1" speedintra="12" speedinter="12" ' \
        'typeintra="NVL" typeinter="PIX" samechannels="1">' + inner + "</graph></graphs>"


# Name, what makes the input, what ringc must say, exit code, flags.
CASES = [
    # XML: size, depth, counts.
    ("xml-200mb", sparse(b"<system>", 200 * MB), r":1:1: error: the file has 209715200 bytes", 1),
    ("xml-depth", lambda: "<a>" * 1000000, r":1:385: error: elements nested too deep", 1),
    ("xml-elements", lambda: "<system>" + "<a/>" * 1500000, r"error: too many elements", 1),
    ("xml-million-gpus", lambda: inside_pci("<gpu/>" * 1000000), r"error: ", 1),
    ("xml-million-nested-nothing", lambda: "<system version='1'>" + "<cpu/>" * 1000000 + "</system>", r"error: ", 1),
    ("xml-pcis", lambda: SYSTEM + each(100000, '<pci busid="#" class="0x030200" link_speed="16 GT/s" link_width="16"><gpu dev="#" sm="80" '
                                       'rank="#" gdr="1"/></pci>') + "</cpu></system>", r"error: ", 1),
    ("xml-same-pcis", lambda: SYSTEM + (PCI + GPU + "</pci>") * 100000 + "</cpu></system>", r"error: ", 1),
    ("xml-nets", lambda: inside_pci(GPU + "<nic>" + each(150000, '<net name="n#" dev="#" speed="100" port="1" guid="0x#" gdr="1"/>') + "</nic>"),
     r"error: ", 1),
    ("xml-same-nets", lambda: inside_pci(GPU + "<nic>" + '<net name="n" dev="0" speed="100" port="1" gdr="1"/>' * 150000 + "</nic>"), r"error: ", 1),
    ("xml-nics", lambda: inside_pci(GPU + each(150000, '<nic><net name="n#" dev="#" speed="100"/></nic>')), r"warning: ", 0),
    ("xml-nvlinks", lambda: inside_pci(GPU.replace("/>", ">") + each(200000, '<nvlink target="0000:#:00.0" count="1" tclass="0x068000"/>') + "</gpu>"),
     r"warning: ", 0),
    ("xml-cpus", lambda: '<system version="1">' + each(90000, '<cpu numaid="#" arch="x86_64">' + PCI + GPU + "</pci></cpu>") + "</system>", r"error: ", 1),
    ("xml-attributes", lambda: "<a" + each(1000000, ' b#=""') + "/>", r"error: too many attributes", 1),
    ("xml-attributes-spread", lambda: inside_pci(each(4000, "<gpu" + each(250, ' b#=""').replace("=", "x#=") + "/>")), r"error: ", 1),
    # XML: names and values.
    ("xml-name-10mb", lambda: "<" + "a" * 10 * MB + "/>", r"error: element name too long", 1),
    ("xml-key-10mb", lambda: "<a " + "b" * 10 * MB + '="1"/>', r"error: attribute too long", 1),
    ("xml-value-10mb", lambda: '<a b="' + "c" * 10 * MB + '"/>', r"error: attribute too long", 1),
    ("xml-value-50mb", lambda: '<a b="' + "c" * 50 * MB + '"/>', r"error: the file has", 1),
    ("xml-unclosed-value", lambda: '<system a="' + "c" * 15 * MB, r"error: malformed XML", 1),
    ("xml-root-64k", lambda: "<" + "a" * 65000 + "/>", r"error: root element 'a+\.\.\.'", 1),
    ("xml-names-64k", lambda: inside_pci(each(240, "<gpu" + "x" * 65000 + "#/>")), r"warning: unknown element", 1),
    ("xml-keys-64k", lambda: inside_pci(each(240, "<gpu dev" + "x" * 65000 + '#="1"/>')), r"error: ", 1),
    ("xml-values-64k", lambda: inside_pci(each(240, '<gpu dev="' + "1" * 65000 + '#" sm="' + "x" * 64 + '"/>')), r"error: ", 1),
    ("xml-busids-64k", lambda: SYSTEM + each(240, '<pci busid="' + "1" * 65000 + '#"><gpu/></pci>') + "</cpu></system>", r"error: ", 1),
    ("xml-million-names", lambda: inside_pci(each(1000000, "<e#/>")), r"warning: unknown element 'e0'", 1),
    ("xml-million-keys", lambda: inside_pci(each(500000, '<gpu k#=""/>')), r"error: ", 1),
    ("xml-numbers", lambda: inside_pci(f'<gpu dev="{"9" * 60000}" sm="1e999" rank="{"9" * 400}" gdr="-{"9" * 400}"/>'), r"warning: ", 0),
    # XML: what stands between elements.
    ("xml-comments", lambda: "<!---->" * 2000000 + "<a/>", r"error: root element 'a'", 1),
    ("xml-comment-open", lambda: "<!--" + "-" * 15 * MB, r"error: malformed XML", 1),
    ("xml-instructions", lambda: "<system version='1'>" + "<?a b?>" * 1000000 + "</system>", r"warning: processing instruction.* more\)", 1),
    ("xml-cdata", lambda: "<system version='1'>" + "<![CDATA[ ]]>" * 1000000 + "</system>", r"warning: CDATA section.* more\)", 1),
    ("xml-cdata-text", lambda: "<system version='1'><![CDATA[" + "x\n" * 4 * MB + "]]></system>", r"warning: text 'x.*\.\.\.'", 1),
    ("xml-text", lambda: "<system version='1'>" + each(500000, "t#<cpu/>") + "</system>", r"warning: text 't0'", 1),
    ("xml-text-lines", lambda: "<system version='1'>" + "x\n" * 4 * MB + "</system>", r"warning: text 'x.*\.\.\.'", 1),
    ("xml-blank-lines", lambda: "<system version='1'>" + "\n" * 15 * MB + "</system>", r"error: ", 1),
    ("xml-tabs", lambda: "<system" + "\t" * 15 * MB + "version='1'/>", r"warning: tab.* more\)", 1),
    ("xml-entities", lambda: "<system version='" + "&amp;" * 2000000 + "'/>", r"error: attribute too long", 1),
    ("xml-entity-text", lambda: "<system version='1'>" + "&#65;" * 3000000 + "</system>", r"warning: text '&#65;.*\.\.\.'", 1),
    ("xml-laughs", lambda: '<!DOCTYPE a [<!ENTITY b "' + "&c;" * 1000000 + '">]><a>&b;</a>', r":1:1: error: ", 1),
    ("xml-doctypes", lambda: "<!x>" * 4000000, r"error: malformed XML", 1),
    ("xml-late-error", lambda: "<system version='1'>" + " " * 15 * MB + "<", r":1:15728661: error: malformed XML", 1),
    ("garbage-text", lambda: "ring\n" * 3000000, r":1:1: error: plain text", 1),
    ("garbage-binary", sparse(b"\x7fELF", 200 * MB), r":1:1: error: the file has", 1),
    # Graph files, beside a good topology.
    ("graph-100mb", sparse(b"<graphs>", 100 * MB), r":1:1: error: the file has", 1, "graph"),
    ("graph-channels", lambda: graph("<channel/>" * 1000000), r"error: ", 1, "graph"),
    ("graph-gpus", lambda: graph("<channel>" + each(500000, '<gpu dev="#"/>') + "</channel>"), r"error: ", 1, "graph"),
    ("graph-same-gpus", lambda: graph("<channel>" + '<gpu dev="0"/>' * 500000 + "</channel>"), r"error: ", 1, "graph"),
    ("graph-nets", lambda: graph("<channel>" + each(500000, '<net dev="#"/>') + "</channel>"), r"error: ", 1, "graph"),
    ("graph-graphs", lambda: "<graphs version='1'>" + "<graph id='1'/>" * 1000000 + "</graphs>", r"warning: no graph with id 0", 0, "graph"),
    ("graph-value-64k", lambda: graph("").replace("NVL", "N" * 65000).replace('"12"', '"' + "1" * 65000 + '"'), r"error: ", 1, "graph"),
    ("graph-depth", lambda: "<graphs>" * 1000000, r"error: elements nested too deep", 1, "graph"),
    # Text IR.
    ("ir-endless", sparse(b"ringc.ring 1\n", 20 << 30), r"error: cannot read '.*': it has more than \d+ bytes", 1),
    ("ir-lines", lambda: "ringc.ring 1\n" + "\n" * 100 * MB, r":104857602:1: error: expected 'profile'", 1),
    ("ir-200mb", sparse(b"ringc.ring 1\n", 200 * MB), r":2:1: error: expected 'profile'", 1),
    ("ir-garbage-lines", lambda: "ringc.ring 1\n" + "garbage\n" * 1000000, r":2:1: error: expected 'profile'", 1),
    ("ir-comments", lambda: "//\n" * 10000000 + "ringc.ring 2", r":10000001:12: error: ", 1),
    ("ir-empty-lines", lambda: "ringc.ring 1" + "\n" * 50000000, r":50000001:1: error: expected 'profile'", 1),
    ("ir-long-line", lambda: "ringc.ring 1" + " " * 10 * MB + "x", r":1:10485773: error: ", 1),
    ("ir-profile-10mb", lambda: "ringc.ring 1\nprofile " + "x" * 10 * MB, r":2:9: error: unknown profile 'x+\.\.\.x+'", 1),
    ("ir-phase-10mb", lambda: HEAD + "x" * 10 * MB, r":3:8: error: unknown phase 'x+\.\.\.x+'", 1),
    ("ir-phases", lambda: HEAD + "parsed, " * 1000000, r"error: ", 1),
    ("ir-version-10mb", lambda: "ringc.ring " + "9" * 10 * MB, r":1:12: error: ", 1),
    ("ir-string-10mb", lambda: HEAD + 'none\nfile 1 "' + "x" * 10 * MB, r":4:8: error: ", 1),
    ("ir-file-10mb", lambda: HEAD + 'none\nfile 1 "' + "x" * 10 * MB + '"\nserver 1', r":5:8: error: ", 1),
    ("ir-files", lambda: HEAD + "none\n" + "".join(f'file {i} "f{i}"\n' for i in range(1, 1000001)), r"error: .*16384", 1),
    ("ir-files-long", lambda: HEAD + "none\n" + "".join(f'file {i} "{"f" * 4000}{i:05}"\n' for i in range(1, 16384)), r"error: ", 1),
    ("ir-servers", lambda: HEAD + "none\n" + each(1000000, 'server # ""\n'), r"error: .*16384", 1),
    ("ir-nodes", lambda: HEAD + 'none\nserver 0 "a"\nnodes 0..4294967295 server 0\n', r":5:10: error: ", 1),
    ("ir-nodes-lines", lambda: HEAD + 'none\nserver 0 "a"\n' + each(1048577, "nodes # server 0\n"), r"error: ", 1),
    ("ir-nodes-empty", lambda: HEAD + 'parsed\nserver 0 "a"\nnodes 0..1048575 server 0\nparsed server 0\n', r"error: ", 1),
    ("ir-elements", lambda: HEAD + 'parsed\nserver 0 "a"\nnodes 0 server 0\nparsed server 0\nelement 0 "system"\n' +
     "".join(f'element {i} in 0 "a"\n' for i in range(1, 1000000)), r"error: .*65536", 1),
    ("ir-elements-deep", lambda: HEAD + 'parsed\nserver 0 "a"\nnodes 0 server 0\nparsed server 0\nelement 0 "system"\n' +
     "".join(f'element {i} in {i - 1} "a"\n' for i in range(1, 60000)), r"error: .*1024", 1),
    ("ir-attributes", lambda: HEAD + 'parsed\nserver 0 "a"\nnodes 0 server 0\nparsed server 0\nelement 0 "system"\n' +
     each(1000000, '"k#" = ""\n'), r"error: ", 1),
    ("ir-place-far", lambda: HEAD + 'parsed\nfile 1 "' + "f" * 100000 + '"\nserver 0 "a"\nnodes 0 server 0\nparsed server 0\n'
     'element 0 "' + "e" * 1000000 + '" at 1:4294967295:4294967295\n', r"error: ", 1),
    ("ir-list", lambda: "@stitched", r"error: ", 1, "next 0: 0..4294967295"),
    ("ir-list-runs", lambda: "@stitched", r"error: ", 1, "next 0: " + "0..1, " * 1000000 + "0"),
    ("ir-list-open", lambda: "@stitched", r"error: ", 1, "next 0: " + "0,\n" * 1000000),
    ("ir-channel-number", lambda: "@stitched", r"error: ", 1, "next 4294967296: none"),
    ("ir-no-gpu", lambda: HEAD + 'parsed, system\nserver 0 "a"\nnodes 0..1048575 server 0\nparsed server 0\nelement 0 "system"\nsystem server 0\n',
     r"error: server 'a' has no gpu", 1),
    ("ir-gpus", lambda: HEAD + 'parsed\nserver 0 "a"\nnodes 0 server 0\nparsed server 0\nelement 0 "system"\n' +
     "".join(f'element {i + 1} in 0 "gpu"\n"rank" = "{i}"\n"dev" = "{i}"\n' for i in range(60000)), r"error: ", 1),
    # Blobs.
    ("blob-endless", sparse(b"RINGCWIR\1\0\0\0", 20 << 30), r"error: cannot read '.*': it has more than \d+ bytes", 1),
    ("blob-200mb", sparse(b"RINGCWIR", 200 * MB), r"error: ", 1),
    ("blob-ones", lambda: "RINGCWIR" + "\x7f" * 50 * MB, r"error: ", 1),
    # Command lines.
    ("passes-long", None, r"error: ", 2, ["-passes=" + "a," * 60000]),
    ("passes-deep", None, r"error: ", 2, ["-passes=" + "postset{" * 15000]),
    ("passes-default", None, r"error: ", 1, ["-passes=" + "default," * 10000 + "default"]),
    ("split", lambda: "<a/>\n// -----\n" * 1000000, r"error: the file has", 1, ["-split-input-file"]),
    ("split-parts", lambda: "<a/>\n// -----\n" * 257, r"error: .* at most 256 parts", 1, ["-split-input-file"]),
    ("split-most", lambda: "\n" * 255000 + "<a/>\n// -----\n" * 255, r"error: root element", 1, ["-split-input-file"]),
    ("warnings", None, r"error: ", 2, ["-W" + str(i) for i in range(60000)]),
    ("kinds", None, r"error: ", 2, ["-emit=" + "x," * 60000]),
    ("inputs", None, r"error: ", 1, [f"no-such-{i}" for i in range(60000)]),
    ("expected", lambda: inside_pci("<!-- expected-error {{x}} -->\n" * 300000), r"error: ", 1, ["-verify-diagnostics"]),
]


def base_ir(ringc, folder):
    """Text IR of two nodes, up to stitched."""
    inputs = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Inputs", "pair.xml")
    done = subprocess.run([ringc, inputs, "-nodes=2", "-until-after=stitched", "-o", "-"], capture_output=True, text=True, check=True)
    return done.stdout


def make(case, ringc, folder):
    """Writes the case's input; the command that reads it."""
    name, generator, flags = case[0], case[1], case[4] if len(case) > 4 else []
    path = os.path.join(folder, name)
    command = [ringc, path, "-emit=ring,json,wiring", "-o", os.path.join(folder, "out") + "/"]
    pair = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Inputs", "pair.xml")
    if generator is None:
        command[1] = pair
        return path, command + flags
    with open(path, "wb") as file:
        if generator.__code__.co_argcount:
            generator(file)
        else:
            text = generator()
            if text == "@stitched":
                text = re.sub(r"next 0: .*", lambda m: flags, base_ir(ringc, folder))
                flags = []
            file.write(text.encode())
            del text
    if flags == "graph":
        command[1] = pair
        flags = ["-graph=" + path]
    if flags == ["-split-input-file"] or flags == ["-verify-diagnostics"]:
        command[2:] = ["-emit=none"]
    return path, command + flags


def run(case, ringc, folder, sanitized):
    name, pattern, code = case[0], case[2], case[3]
    path, command = make(case, ringc, folder)
    messages = path + ".err"
    start = time.monotonic()
    with open(messages, "wb") as err:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=err, stderr=err,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (60, 60)))
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = 0
    seconds, megabytes = time.monotonic() - start, used.ru_maxrss // 1024
    status = os.waitstatus_to_exitcode(status)
    with open(messages, errors="replace") as err:
        text = err.read(1 << 20)
    # How long the folder's name is doesn't count.
    size = len(text.replace(folder + "/", ""))
    wrong = []
    if status != code:
        wrong.append(f"exit {status}, expected {code}")
    if not re.search(pattern, text):
        wrong.append(f"nothing matches {pattern!r}")
    if size > MOST_MESSAGE_BYTES:
        wrong.append(f"{size} bytes of messages")
    if not sanitized and (seconds > MOST_SECONDS or megabytes > MOST_MEGABYTES):
        wrong.append(f"takes {seconds:.1f} s and {megabytes} MB")
    out = os.path.join(folder, "out")
    if code and os.path.exists(out):
        wrong.append("something was written")
    shutil.rmtree(out, ignore_errors=True)
    if os.path.exists(path):
        os.remove(path)
    print(f"{name:28} {seconds:6.2f} s {megabytes:5} MB {size:7} B  {'; '.join(wrong) or 'ok'}", flush=True)
    if wrong:
        print("    " + "\n    ".join(line[:300] for line in text.splitlines()[:6]))
    return not wrong


def main():
    ringc, folder, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    os.makedirs(folder, exist_ok=True)
    with open(ringc, "rb") as file:
        sanitized = b"__asan_init" in file.read()
    cases = [case for case in CASES if not names or case[0] in names]
    failed = [case[0] for case in cases if not run(case, ringc, folder, sanitized)]
    print(f"{len(cases) - len(failed)} of {len(cases)} floods are borne; failed: {' '.join(failed) or 'none'}")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())

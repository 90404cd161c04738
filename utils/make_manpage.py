#!/usr/bin/env python3
"""Writes the manual page from what the program says of itself.

usage: make_manpage.py RINGC >docs/ringc.1
"""
import re
import subprocess
import sys

EXIT_CODES = [(0, "fine"), (1, "the input was refused, or a verification failed"), (2, "usage"), (70, "a bug in ringc")]


def ask(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout


def roff(text):
    """Text as roff wants it: no line begins a request, hyphens are hyphens."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    help_text = ask(sys.argv[1], "-help")
    overview = re.search(r"OVERVIEW: ringc: (.*)", help_text)[1]
    kinds = ask(sys.argv[1], "-emit=help")
    version = re.search(r"version (\S+)", ask(sys.argv[1], "-version"))[1]
    page = [f'.TH RINGC 1 "" "ringc {version}"', ".SH NAME", "ringc \\- " + roff(overview)]
    page += [".SH SYNOPSIS", ".B ringc", "[\\fIoption\\fR...] \\fIinput\\fR..."]
    page += [".SH DESCRIPTION"]
    page += ["One input is one server, several are one server each, in order. An input is a system XML, text IR or a wiring blob and is"]
    page += ["recognised by its content;", ".B \\-", "is standard input."]
    page += [".PP", "A system XML is what NCCL writes with", ".B NCCL_TOPO_DUMP_FILE", "and reads with"]
    page += [".BR NCCL_TOPO_FILE ;", "its elements are described in", ".IR Topology.md ", "beside the other pages of this package, below its prefix in"]
    page += [".IR share/doc/ringc ."]
    page += [".SH OPTIONS"]
    for line in help_text.split("OPTIONS:")[1].splitlines():
        option = re.fullmatch(r"  (-\S.*?) +- (.*)", line)
        section = re.fullmatch(r"(\S.*):", line)
        if section:
            page += [".SS " + roff(section[1])]
        elif option:
            page += [".TP", "\\fB" + roff(re.sub("^--", "-", option[1])) + "\\fR", roff(option[2]) + "."]
    page += [".SH KINDS OF OUTPUT"]
    for name, summary in re.findall(r"^ *(\S+) +(?:- )?(.*)", kinds, re.M):
        page += [".TP", "\\fB" + roff(name) + "\\fR", roff(summary) + "."]
    page += [".SH EXIT STATUS"]
    for code, meaning in EXIT_CODES:
        page += [".TP", f"\\fB{code}\\fR", meaning.capitalize() + "."]
    print("\n".join(page))
    return 0


if __name__ == "__main__":
    sys.exit(main())

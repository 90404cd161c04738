#!/usr/bin/env python3
"""Says what NCCL's own reader would make of a topology or graph file.

usage: check_nccl_xml.py [--children=N] [--elements=N] FILE...

NCCL reads XML byte by byte with a reader of its own, which refuses, ignores or misreads much of what XML allows, and overruns its tables in
silence. This is that reader, written from what is known of it and from nothing of ringc, and strict: each deviation is a line
`FILE:LINE: text`. Exit 0 if there is none, 1 if there is one, 2 for wrong usage.
"""
import re
import sys

MAX_NAME = 253  # bytes of an element's name or an attribute's key
MAX_VALUE = 255
MAX_ATTRIBUTES = 16

# What may stand in what, and which attributes the builder can't do without.
SYSTEM = {
    None: {"system"},
    "system": {"cpu"},
    "cpu": {"pci", "nic"},
    "pci": {"pci", "gpu", "nic"},
    "gpu": {"nvlink"},
    "nic": {"net"},
    "nvlink": set(),
    "net": set(),
}
GRAPHS = {None: {"graphs"}, "graphs": {"graph"}, "graph": {"channel"}, "channel": {"net", "gpu"}, "net": set(), "gpu": set()}
REQUIRED = {
    "system": ["version"],
    "cpu": ["numaid", "arch"],
    "pci": ["busid", "class"],
    "gpu": ["dev", "sm", "rank", "gdr"],
    "net": ["dev"],
    "nvlink": ["count", "tclass"],
    "graphs": ["version"],
    "graph": ["id", "pattern", "crossnic", "nchannels", "speedintra", "speedinter", "typeintra", "typeinter", "samechannels"],
}


class Refused(Exception):
    """The reader gives up."""


class Element:
    def __init__(self, name, line):
        self.name, self.line = name, line
        self.attributes, self.children = [], []

    def get(self, key):
        return next((value for known, value in self.attributes if known == key), None)


class Reader:
    def __init__(self, data, limits):
        self.data, self.at, self.limits = data, 0, limits
        self.problems = []
        self.count = 0
        self.rules = GRAPHS if b"<graphs" in data else SYSTEM

    def line(self):
        """Where the byte stands that was read last."""
        return self.data.count(b"\n", 0, max(self.at - 1, 0)) + 1

    def problem(self, text, line=None):
        self.problems.append((line or self.line(), text))

    def byte(self):
        """The next byte; None at the end."""
        if self.at == len(self.data):
            return None
        self.at += 1
        return chr(self.data[self.at - 1])

    def need(self, what):
        c = self.byte()
        if c is None:
            raise Refused(f"refused: the file ends in {what}")
        return c

    def tag_start(self):
        """Skips to a `<`; false at the end of the file."""
        while True:
            c = self.byte()
            if c is None:
                return False
            if c == "<":
                return True
            if c not in " \n\r":
                raise Refused(f"refused: expecting '<', got {c!r}")

    def name(self):
        """A name and the byte that ended it."""
        text = ""
        while True:
            c = self.need("a name")
            if c in " >/\n\r":
                return text, c
            if c == "=":
                raise Refused(f"refused: '=' in the name '{text}'")
            text += c
            if len(text) > MAX_NAME:
                raise Refused(f"refused: a name of more than {MAX_NAME} characters")

    def key(self):
        text = ""
        while True:
            c = self.need("an attribute")
            if c == "=":
                return text
            if c in ">/\n\r" and not text:
                # A space before the end of the tag: an attribute without a name.
                self.problem("misread: a space before the end of the tag makes an attribute without a name")
                self.at -= 1
                return None
            if c in " \n\r\t>":
                raise Refused(f"refused: expecting '=' after '{text}', got {c!r}")
            text += c
            if len(text) > MAX_NAME:
                raise Refused(f"refused: a key of more than {MAX_NAME} characters")

    def value(self, key):
        quote = self.need("an attribute")
        if quote not in "\"'":
            raise Refused(f"refused: the value of '{key}' has no quote but {quote!r}")
        if quote == "'":
            self.problem(f"misread: the value of '{key}' begins with ' but goes on to the next \"")
        end = self.data.find(b'"', self.at)
        if end < 0:
            raise Refused(f"refused: the value of '{key}' has no end")
        text = self.data[self.at : end]
        self.at = end + 1
        if len(text) > MAX_VALUE:
            self.problem(f"overrun: the value of '{key}' has {len(text)} characters, {MAX_VALUE} fit")
        if b"&" in text:
            self.problem(f"misread: the entity in the value of '{key}' is not decoded")
        return text.decode("utf-8", "replace")

    def attributes(self, element, end):
        """Reads attributes as long as a space precedes one; the byte that ends the last."""
        while end == " ":
            while self.data[self.at : self.at + 1] == b" ":
                self.problem("misread: a second space makes an attribute without a name")
                self.at += 1
            key = self.key()
            if key is None:
                return self.need("a tag")
            value = self.value(key)
            if len(element.attributes) == MAX_ATTRIBUTES:
                self.problem(f"ignored: '{key}' is the attribute after the {MAX_ATTRIBUTES}th of <{element.name}>")
            else:
                element.attributes.append((key, value))
            end = self.need("a tag")
        return end

    def comment(self, start):
        end = self.data.find(b"-->", start)
        if end < 0:
            raise Refused("refused: a comment without end")
        self.at = end + 3

    def elements(self, parent, known):
        """Reads what stands in `parent` up to its closing tag; None is the file."""
        while self.tag_start():
            line, start = self.line(), self.at
            name, end = self.name()
            if name.startswith("!--"):
                self.comment(start + 1)
                continue
            if not name and end == "/":
                closing, end = self.name()
                if end != ">":
                    raise Refused(f"refused: expecting '>' after '</{closing}', got {end!r}")
                if parent is None or closing != parent.name:
                    raise Refused(f"refused: '</{closing}>' closes <{parent.name if parent else 'nothing'}>")
                return
            element = Element(name, line)
            end = self.attributes(element, end)
            if end not in "/>":
                raise Refused(f"refused: expecting '>' in <{name}>, got {end!r}")
            allowed = self.rules[parent.name if parent else None] if known else ()
            known_here = known and name in allowed
            if known and not known_here:
                self.problem(f"ignored: <{name}> in <{parent.name if parent else 'the file'}>", line)
            if known_here:
                self.count += 1
                if parent is not None:
                    parent.children.append(element)
                self.check(element)
            if end == "/":
                c = self.need("a tag")
                if c != ">":
                    raise Refused(f"refused: expecting '>' after '/', got {c!r}")
                continue
            self.elements(element, known_here)
            if known_here and len(element.children) > self.limits["children"]:
                self.problem(f"overrun: <{name}> has {len(element.children)} children, {self.limits['children']} fit", line)
        if parent is not None:
            raise Refused(f"refused: the file ends in <{parent.name}>")

    def check(self, element):
        required = REQUIRED.get(element.name, []) if not (self.rules is GRAPHS and element.name == "gpu") else ["dev"]
        if element.name == "cpu" and (element.get("arch") or "").startswith("x86_64"):
            required = required + ["vendor"]
            if (element.get("vendor") or "").startswith("GenuineIntel"):
                required = required + ["familyid", "modelid"]
        for key in required:
            if element.get(key) is None:
                self.problem(f"refused: <{element.name}> has no '{key}'", element.line)
        version = element.get("version")
        if element.name in ("system", "graphs") and version is not None and not re.match(r"\s*\+?(0x)?0*1(?![0-9a-fA-F])", version):
            self.problem(f"refused: version {version}, must be 1", element.line)

    def run(self):
        try:
            self.elements(None, True)
            if not self.count:
                self.problem("ignored: there is nothing in the file")
        except Refused as why:
            self.problem(str(why))
        if self.count > self.limits["elements"]:
            self.problem(f"refused: {self.count} elements, {self.limits['elements']} fit")
        return self.problems


def main(arguments):
    limits = {"children": 32, "elements": 1024}
    files = []
    for argument in arguments:
        name, _, number = argument.removeprefix("--").partition("=")
        if argument.startswith("--") and name in limits and number.isdigit():
            limits[name] = int(number)
        elif argument.startswith("-"):
            files = []
            break
        else:
            files.append(argument)
    if not files:
        print(__doc__, file=sys.stderr)
        return 2
    found = False
    for path in files:
        with open(path, "rb") as file:
            problems = Reader(file.read(), limits).run()
        for line, text in problems:
            print(f"{path}:{line}: {text}")
        found = found or bool(problems)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

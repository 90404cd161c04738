#!/usr/bin/env python3
"""Writes a shell's completion from what the program says of itself.

usage: make_completions.py RINGC bash|zsh

Flags come from -help; the values of -emit, -platform, -passes and -profile from the lists that the program prints.
"""
import re
import subprocess
import sys

NOTE = "Made by utils/make_completions.py."


def ask(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def flags(ringc):
    """Each flag with `=` if it takes a value, and its description."""
    found = []
    for name, value, text in re.findall(r"^  --?([\w-]+)(=\S+|\S*)? +- (.*)$", ask(ringc, "-help"), re.M):
        found.append((f"-{name}{'=' if value else ''}", text))
    return sorted(set(found))


def names(text):
    return re.findall(r"^  (\S+)  ", text, re.M)


def values(ringc):
    passes = ask(ringc, "-print-passes")
    profiles = re.search(r"Profiles: (.*)", ask(ringc, "-version"))[1].split()
    phases = re.search(r"known: (.*)\)", subprocess.run([ringc, "x", "-until-after=?"], capture_output=True, text=True).stderr)
    phases = phases[1].split(", ")
    return {
        "emit": names(ask(ringc, "-emit=help")),
        "platform": names(ask(ringc, "-platform=help")),
        "passes": ["default"] + names(passes.split("\n\n")[0]),
        "profile": ["auto"] + profiles,
        "until-after": phases,
        "until-before": phases,
        "pod": ["x4", "x2h", "x2v", "x1"],
        "lnc": ["1", "2"],
        "verify-each": ["on", "off"],
        "verify-topology": ["on", "off"],
    }


def bash(ringc):
    yield f"# bash completion for ringc. {NOTE}"
    yield "_ringc() {"
    yield "  local word=${COMP_WORDS[COMP_CWORD]} flag values"
    yield "  # Readline takes `=` for a word of its own."
    yield "  if [[ $word == '=' ]]; then"
    yield "    flag=${COMP_WORDS[COMP_CWORD-1]} word="
    yield "  elif [[ ${COMP_WORDS[COMP_CWORD-1]} == '=' ]]; then"
    yield "    flag=${COMP_WORDS[COMP_CWORD-2]}"
    yield "  fi"
    yield "  case $flag in"
    for name, known in values(ringc).items():
        yield f"  -{name}|--{name}) values='{' '.join(known)}' ;;"
    yield "  esac"
    yield "  if [[ $values ]]; then"
    yield "    mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$word\")"
    yield "  elif [[ ! $flag && $word == -* ]]; then"
    yield f"    mapfile -t COMPREPLY < <(compgen -W '{' '.join(flag for flag, _ in flags(ringc))}' -- \"$word\")"
    yield "    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace"
    yield "  else"
    yield "    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"
    yield "    compopt -o filenames"
    yield "  fi"
    yield "}"
    yield "complete -F _ringc ringc"


def zsh(ringc):
    known = values(ringc)
    yield "#compdef ringc"
    yield f"# zsh completion for ringc. {NOTE}"
    yield "_arguments \\"
    for flag, text in flags(ringc):
        name = flag.strip("-=")
        text = re.sub(r"([\[\]:'\\])", "", text)
        action = ""
        if flag.endswith("="):
            flag += "-"
            action = f":{name}:({' '.join(known[name])})" if name in known else f":{name}:_files"
            flag = flag[:-1] + "-"
        yield f"  '*{flag}[{text}]{action}' \\"
    yield "  '*:input:_files'"


def main():
    if len(sys.argv) != 3 or sys.argv[2] not in ("bash", "zsh"):
        print(__doc__, file=sys.stderr)
        return 2
    print("\n".join({"bash": bash, "zsh": zsh}[sys.argv[2]](sys.argv[1])))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Runs the commands of a page and compares what they print.

usage: run_page.py PAGE FOLDER

A block of language `console` holds commands, each a line that begins with `$ ` and goes on after a backslash, and
below it what it prints to both streams. A line `...` stands for any number of lines. All run one after the other in
FOLDER, which has a link `test` to this project's. Exits 1 and shows the difference where there is one.
"""
import difflib
import pathlib
import re
import subprocess
import sys


def commands(text):
    """Each command with the lines below it."""
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S):
        block = block.replace("\\\n", "")
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def main():
    page, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True)
    (folder / "test").symlink_to(page.resolve().parent.parent / "test")
    count = 0
    for command, expected in commands(page.read_text(encoding="utf-8")):
        count += 1
        run = subprocess.run(command, shell=True, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        pattern = re.escape(expected).replace(re.escape("...\n"), r"(?:.*\n)*")
        if not re.fullmatch(pattern, run.stdout):
            print(f"{page.name}: $ {command}")
            sys.stdout.writelines(difflib.unified_diff(expected.splitlines(True), run.stdout.splitlines(True), "page", "run"))
            return 1
    print(f"{count} commands print what {page.name} shows")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main())

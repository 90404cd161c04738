"""Runs the checker over the files of a folder, in the order of the test that has them, and over some made here.

usage: bad_nccl_xml.py CHECKER FOLDER

Each file must be refused; what is said of it is printed behind its name.
"""

import os
import subprocess
import sys

ORDER = "declaration tab text lines spaces slash double single version crossed open nesting missing entity empty graph".split()


def made(folder):
    os.makedirs(folder)
    cpu = '  <cpu numaid="0" arch="arm64"/>\n'
    full = '  <cpu numaid="0" arch="arm64">\n' + "    <nic/>\n" * 31 + "  </cpu>\n"
    texts = {
        "attributes": '<system version="1"' + "".join(f' a{i}=""' for i in range(1, 17)) + "/>\n",
        "value": f'<system version="1" a0="{"x" * 256}"/>\n',
        "children": '<system version="1">\n' + cpu * 33 + "</system>\n",
        "elements": '<system version="1">\n' + full * 32 + "</system>\n",  # 32 x 32 and the root
    }
    return texts


def main():
    checker, folder = sys.argv[1:]
    names = [name + ".xml" for name in ORDER]
    for name, text in made(os.path.join(folder, "made")).items():
        names.append(f"made/{name}.xml")
        with open(os.path.join(folder, names[-1]), "w", encoding="utf-8") as file:
            file.write(text)
    for name in names:
        path = os.path.join(folder, name)
        done = subprocess.run([sys.executable, checker, path], capture_output=True, text=True)
        for line in done.stdout.splitlines():
            print(f"{name}: {line.removeprefix(path + ':')}")
        if done.returncode != 1 or done.stderr:
            print(f"{name}: exit {done.returncode} {done.stderr}")


main()

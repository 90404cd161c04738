"""Prints a file without its Nth link to a switch. usage: drop_switch_link.py FILE N"""
import re
import sys

count = 0
for line in open(sys.argv[1], encoding="utf-8"):
    if re.search('nvlink target="0*f', line):
        count += 1
        if count == int(sys.argv[2]):
            continue
    print(line, end="")

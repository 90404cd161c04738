"""Checks that the lines of one file stand in another, in this order: lines_in_order.py EXAMPLE WHOLE."""
import sys

example, whole = (open(name, encoding="utf-8").read().splitlines() for name in sys.argv[1:3])
rest = iter(whole)
for line in example:
    if line not in rest:
        sys.exit(f"not there, or not in this order: {line}")

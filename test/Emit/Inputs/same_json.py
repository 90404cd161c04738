"""Compares two JSON documents, the order of keys included. usage: same_json.py FIRST SECOND [KEY...]

Top-level keys named are left out of both.
"""
import json
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        return [pair for pair in json.load(file, object_pairs_hook=list) if pair[0] not in sys.argv[3:]]


same = read(sys.argv[1]) == read(sys.argv[2])
print("same" if same else "different")
sys.exit(not same)

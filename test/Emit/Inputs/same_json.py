"""Compares two JSON documents, the order of keys included. usage: same_json.py FIRST SECOND"""
import json
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file, object_pairs_hook=list)


same = read(sys.argv[1]) == read(sys.argv[2])
print("same" if same else "different")
sys.exit(not same)

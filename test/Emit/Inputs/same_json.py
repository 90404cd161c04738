"""Compares two JSON documents, the order of keys included. usage: same_json.py FIRST SECOND"""
import json
import sys

first, second = (open(path, encoding="utf-8").read() for path in sys.argv[1:3])
same = json.dumps(json.loads(first)) == json.dumps(json.loads(second))
print("same" if same else "different")
sys.exit(not same)

"""Compares the generated layouts with the reference table of struct facts.

Usage: check_reference.py DIRECTORY-OF-ringc_layout.py TABLE
Prints each difference; exits 1 if there was one, or if nothing was compared.
"""

import csv
import re
import sys

# How the table spells what the generated layouts spell in plain scalars.
SPELLINGS = {
    "time_t": "int64_t",
    "dev_t": "uint64_t",
    "ssize_t": "int64_t",
    "size_t": "uint64_t",
    "enum u32": "uint32_t",
    "enc_net_connectivity_t": "int",
    "int(enum)": "int",
    "int(ncclResult_t)": "int",
    "nec_pod_type_t": "int",
    "net_addr_mark_t": "int",
    "ncclDevComm(40 B)": "ncclDevComm",
    "ncclWorkElem(64 B)": "char",
    "unordered_map<u32,ncclProxyArgs*>": "char",
}
# What is behind a pointer that the table leaves open is a record of ours.
BEHIND = {"net_ops_info_t.enc_channel": "enc_channel_t*"}
GRADES = {"CONFIRMED": "confirmed", "INFERRED": "inferred"}
# Rows that stand for several fields, or for bytes whose use or place is ours.
SPREAD = {
    ("ncclComm", "intraRank..intraCC"),
    ("ncclComm", "_pad"),
    ("ncclPeerInfo", "_fork48"),
    ("ncclProxyState", "current_basic_block_id"),
}


def main():
    sys.path.insert(0, sys.argv[1])
    from ringc_layout import STRUCTS

    compared = bad = 0

    def expect(what, mine, theirs):
        nonlocal compared, bad
        compared += 1
        if mine != theirs:
            print(f"{what}: ringc has {mine}, the reference {theirs}")
            bad += 1

    with open(sys.argv[2], encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
            struct = STRUCTS.get(row["struct"])
            if struct is None:
                continue
            # "24 (2.31.24) / 16 (public header)": the first is the one in force.
            expect(row["struct"], struct.size, int(re.match(r"\d+", row["size"])[0]))
            name = row["field"]
            if not name or (row["struct"], name) in SPREAD:
                continue
            what = f"{row['struct']}.{name}"
            field = next((f for f in struct.fields if f.name == name), None)
            expect(what, field is not None, True)
            if field is None:
                continue
            expect(what + " offset", field.offset, int(row["offset"]))
            ctype = BEHIND.get(what, SPELLINGS.get(row["type"], row["type"]))
            expect(what + " type", field.ctype.replace(" *", "*"), ctype)
            if row["extents"]:
                extents = tuple(map(int, re.findall(r"\d+", row["extents"])))
                expect(what + " extents", field.extents, extents)
            expect(what + " grade", field.grade, GRADES[row["confidence"].partition("(")[0]])
    print(f"{compared} facts compared, {bad} differ")
    return 1 if bad or not compared else 0


if __name__ == "__main__":
    sys.exit(main())

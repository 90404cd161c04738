"""Prints a system XML with some chips only: keep_chips.py FILE FIRST-LAST. Ranks are given anew, links to what is gone are left out."""
import sys
import xml.etree.ElementTree as Tree

root = Tree.parse(sys.argv[1]).getroot()
first, last = map(int, sys.argv[2].split("-"))
cores = max(len(chip.findall("./pci/gpu")) for chip in root.iter("pci"))
for switch in root.findall("./cpu/pci"):
    for chip in switch.findall("./pci"):
        gpu = chip.find("./pci/gpu")
        if gpu is not None and not first <= int(gpu.get("dev")) // cores <= last:
            switch.remove(chip)
there = {pci.get("busid") for pci in root.iter("pci")}
for rank, gpu in enumerate(sorted(root.iter("gpu"), key=lambda gpu: int(gpu.get("rank")))):
    gpu.set("rank", str(rank))
    for link in gpu.findall("nvlink"):
        if link.get("target") not in there:
            gpu.remove(link)
print(Tree.tostring(root, encoding="unicode"))

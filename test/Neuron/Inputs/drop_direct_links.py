"""Prints a file without the links between devices, those of a device's own cores kept. usage: drop_direct_links.py FILE"""
import sys
import xml.etree.ElementTree as ET

root = ET.parse(sys.argv[1]).getroot()
chip_of = {}
for chip in root.findall("./cpu/pci/pci"):
    for pci in chip.findall("./pci"):
        chip_of[pci.get("busid")] = chip
for chip in root.findall("./cpu/pci/pci"):
    for pci in chip.findall("./pci"):
        gpu = pci.find("gpu")
        for link in list(gpu.findall("nvlink")):
            if chip_of.get(link.get("target"), chip) is not chip:
                gpu.remove(link)
print(ET.tostring(root, encoding="unicode"))

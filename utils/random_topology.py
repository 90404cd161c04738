#!/usr/bin/env python3
"""Writes a random but plausible server as system XML, for property tests.

usage: random_topology.py SEED

The same seed gives the same bytes. Machines vary in sockets, CPU kind, switch depth, GPUs, NVLink shape (none, NVSwitch, mesh,
random pairs), compute capability, link speeds and widths, NICs (shared cards, ports, odd speeds, without GDR).
"""
import random
import sys

CPUS = [
    'arch="x86_64" vendor="GenuineIntel" familyid="6" modelid="85"',
    'arch="x86_64" vendor="GenuineIntel" familyid="6" modelid="79"',
    'arch="x86_64" vendor="AuthenticAMD" familyid="143" modelid="49"',
    'arch="arm64"',
    'arch="ppc64"',
]
SPEEDS = ["2.5 GT/s", "5 GT/s", "8 GT/s", "16 GT/s"]


class Machine:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.bus = 0
        self.gpus = []  # bus ids, in file order
        self.nets = 0
        self.sm = self.random.choice([60, 70, 80, 80, 86, 90])
        self.count = self.random.choice([1, 2, 2, 3, 4, 4, 4, 6, 8])
        self.links = self.plan_links()

    def plan_links(self):
        """For each GPU, its nvlink targets: the number of another GPU, or None for the NVSwitch; and how many links."""
        shape = self.random.choice(["none", "switch", "switch", "mesh", "pairs", "some"])
        links = {g: [] for g in range(self.count)}
        if shape == "switch":
            width = self.random.choice([2, 6, 12])
            for g in links:
                links[g].append((None, width))
        for a in links:
            for b in links:
                joined = shape == "mesh" or shape == "pairs" and b == a ^ 1 or shape == "some" and self.random.random() < 0.5
                if a < b and joined:
                    width = self.random.choice([1, 1, 2, 4])
                    links[a].append((b, width))
                    links[b].append((a, width))
        return links

    def next_bus(self):
        self.bus += 1
        return f"0000:{self.bus:02x}:00.0"

    def put(self, depth, text):
        self.lines.append("  " * depth + text)

    def pci(self, depth, bus, kind, end=">"):
        speed, width = self.random.choice(SPEEDS[1:]), self.random.choice([4, 8, 16, 16, 16])
        self.put(depth, f'<pci busid="{bus}" class="{kind}" link_speed="{speed}" link_width="{width}"{end}')

    def gpu(self, depth, number):
        self.pci(depth, self.gpu_bus[number], "0x030200")
        self.put(depth + 1, f'<gpu dev="{number}" sm="{self.sm}" rank="{self.ranks[number]}" gdr="{self.random.choice([1, 1, 1, 0])}">')
        for target, width in self.links[number]:
            bus, kind = ("0000:fe:00.0", "0x068000") if target is None else (self.gpu_bus[target], "0x030200")
            self.put(depth + 2, f'<nvlink target="{bus}" count="{width}" tclass="{kind}"/>')
        self.put(depth + 1, "</gpu>")
        self.put(depth, "</pci>")

    def nic(self, depth):
        self.pci(depth, self.next_bus(), "0x020000")
        self.put(depth + 1, "<nic>")
        guid = self.random.choice([f"0x{0x100 + self.nets:x}", "0x77"])
        for port in range(self.random.choice([1, 1, 1, 2])):
            speed = self.random.choice([10000, 25000, 100000, 200000, 400000])
            self.put(
                depth + 2,
                f'<net name="net{self.nets}" dev="{self.nets}" speed="{speed}" port="{port + 1}" guid="{guid}" '
                f'maxconn="{self.random.choice([1, 8, 262144])}" gdr="{self.random.choice([1, 1, 0])}"/>',
            )
            self.nets += 1
        self.put(depth + 1, "</nic>")
        self.put(depth, "</pci>")

    def text(self):
        self.gpu_bus = [f"0000:{0x80 + g:02x}:00.0" for g in range(self.count)]
        self.ranks = list(range(self.count))
        if self.random.random() < 0.3:
            self.random.shuffle(self.ranks)
        sockets = self.random.choice([1, 2, 2, 4])
        cpu = self.random.choice(CPUS)
        at = [self.random.randrange(sockets) for _ in range(self.count)]
        self.put(0, '<system version="1">')
        for socket in range(sockets):
            self.put(1, f'<cpu numaid="{socket}" affinity="ff" {cpu}>')
            here = [g for g in range(self.count) if at[g] == socket]
            while here:
                size = self.random.choice([1, 2, 4])
                group, here = here[:size], here[size:]
                switch = self.random.random() < 0.8
                if switch:
                    self.pci(2, self.next_bus(), "0x060400")
                for g in group:
                    self.gpu(3 if switch else 2, g)
                for _ in range(self.random.choice([0, 1, 1, 2])):
                    self.nic(3 if switch else 2)
                if switch:
                    self.put(2, "</pci>")
            if self.random.random() < 0.3:
                self.nic(2)
            self.put(1, "</cpu>")
        self.put(0, "</system>")
        return "\n".join(self.lines) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.stdout.write(Machine(int(sys.argv[1])).text())

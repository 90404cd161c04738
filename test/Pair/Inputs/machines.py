"""The callbacks' answers against what the machine is: the topology file, read here, and the rules of the machines' public pages."""
from pair_testing import *
import json
import xml.etree.ElementTree as ElementTree


def answers(folder, server=0):
    code, out, err = run(client(), folder, "machine", env={"RINGC_VIRTUAL_SERVER_ID": str(server)})
    check(code == 0, f"client: {err}")
    return json.loads(out)


def chips_of(machine, *arguments):
    """The chips of the topology file: bus id, cores, and the chips that each is linked to."""
    root = ElementTree.fromstring(must(RINGC, f"-platform={machine}", *arguments, "-emit=topology"))
    chips, owner = [], {}
    for bridge in root.iter("pci"):
        cores = [pci for pci in bridge.findall("pci") if pci.find("gpu") is not None]
        if cores:
            chips.append((min(int(c.find("gpu").get("dev")) for c in cores), bridge.get("busid"), cores))
    chips.sort(key=lambda chip: chip[0])
    for number, (_, _, cores) in enumerate(chips):
        owner.update((core.get("busid"), number) for core in cores)
    links = [{owner[l.get("target")] for c in cores for l in c.iter("nvlink") if l.get("target") in owner} - {number} for number, (_, _, cores) in enumerate(chips)]
    return [(busid, len(cores), far) for (_, busid, cores), far in zip(chips, links)]


# nrt_instance_family_t and nrt_instance_size_t, and physical cores of a chip.
MACHINES = {
    "inf2.xlarge": (4, 0, 2), "inf2.8xlarge": (4, 4, 2), "inf2.24xlarge": (4, 5, 2), "inf2.48xlarge": (4, 7, 2),
    "trn1.2xlarge": (2, 1, 2), "trn1.32xlarge": (2, 6, 2), "trn1n.32xlarge": (3, 6, 2),
    "trn2.48xlarge": (5, 7, 8), "trn2u.48xlarge": (9, 7, 8), "trn3.48xlarge": (14, 7, 8),
    "trn3pds98.48xlarge": (15, 7, 8), "trn3pds98.rack": (15, 7, 8), "trn3pds98.racks": (15, 7, 8),
}
TORI = ("trn1.32xlarge", "trn1n.32xlarge", "trn2.48xlarge", "trn2u.48xlarge", "trn3.48xlarge")


def look(machine, *arguments):
    family, size, cores = MACHINES[machine]
    chips = chips_of(machine, *arguments)
    found = answers(pair("machine", f"-platform={machine}", *arguments))
    check((found["family"], found["size"]) == (family, size), f"{machine}: instance {found['family']}, {found['size']}")
    check(found["version"] == [2, 31, 24] and f"({machine})" in found["detail"], f"{machine}: version")
    check(found["nc"] == cores * len(chips) and found["vnc"] == sum(chip[1] for chip in chips), f"{machine}: cores")
    check(found["lnc"] * chips[0][1] == cores, f"{machine}: size of a logical core")
    check([d["bdf"] for d in found["devices"]] == [chip[0] for chip in chips], f"{machine}: bus ids")
    rids = [d["rid"] for d in found["devices"]]
    check(sorted(rids) == list(range(len(chips))) or len(chips) < 16, f"{machine}: routing ids {rids}")
    for number, (device, (_, _, far)) in enumerate(zip(found["devices"], chips)):
        peers = [peer for peer in device["peers"] if peer != -2]
        check(set(peers) == far and len(peers) == len(far), f"{machine}: chip {number} is joined to {far}, its ports lead to {peers}")
    if machine in TORI and len(chips) == 16:
        # A torus of 4 by 4 is a cube of four dimensions: neighbours' routing ids differ in one bit (topology.md, verified).
        for device in found["devices"]:
            for peer in device["peers"]:
                check(peer == -2 or (device["rid"] ^ rids[peer]).bit_count() == 1, f"{machine}: routing ids {device['rid']} and {rids[peer]}")
    return found


def access(found, kind):
    """(local, remote) to 0 no, 1 equal devices only, 3 any, of pod type `kind`."""
    return {(i // 5, i % 5): value for i, value in enumerate(found["pod"][kind])}


def pods():
    one = look("trn2.48xlarge", "-nodes=2")
    check(all(v == 0 for k in (1, 2) for v in one["pod"][k]) and set(one["ring"]) == {-1}, "no pod: no access")
    ultra = access(look("trn2u.48xlarge"), 1)
    for a in range(4):
        for b in range(4):
            wanted = 3 if a == b else 1 if (a - b) % 4 in (1, 3) else 0
            check(ultra[a, b] == wanted, f"UltraServer: {a} to {b} is {ultra[a, b]}, not {wanted}")
    ring = look("trn2u.48xlarge")["ring"]
    check([ring[5 * n + 1] for n in range(4)] == [1, 2, 3, 0] and [ring[5 * n + 3] for n in range(4)] == [3, 0, 1, 2], f"UltraServer: ring {ring}")
    check(all(ring[5 * n] == -1 for n in range(4)), "nobody is its own peer")
    # The driver's maps of the halves: pairs 0,1 and 2,3, or 1,2 and 3,0 (topology.md, confirmed).
    for mode, partner in (("x2v", [1, 0, 3, 2]), ("x2h", [3, 2, 1, 0])):
        found = answers(pair("machine", "-platform=trn2u.48xlarge", f"-pod={mode}"))
        table = access(found, 1)
        check(all((table[a, b] == 1) == (partner[a] == b) for a in range(4) for b in range(4) if a != b), f"{mode}: pairs")
        check([found["ring"][5 * n + 1] for n in range(4)] == partner, f"{mode}: peers")
    rack = access(look("trn3pds98.rack"), 2)
    check(rack[0, 1] == rack[1, 0] == 3, "one rack: any device, over the switches")
    second = [d["rid"] for d in answers(pair("machine", "-platform=trn3pds98.racks"), 3)["devices"]]
    check(second == list(range(16, 32)), f"a rack's second server has routing ids from 16 on: {second}")
    racks = access(look("trn3pds98.racks"), 2)
    check(racks[0, 1] == racks[2, 3] == 3, "each rack")
    check(racks[0, 2] == racks[1, 3] == racks[2, 0] == 1 and racks[0, 3] == racks[1, 2] == 0, "two racks: equal positions only")


for machine in MACHINES:
    look(machine)
look("trn2.48xlarge", "-lnc=1")
look("trn1.32xlarge", "-cores=16")


def degraded(machine, drop, *arguments):
    """Devices by id, of a machine that lost some cores."""
    folder = pair("degraded", f"-platform={machine}", "-nodes=2", "-verify-topology=off", "-passes=degrade{drop=" + drop + "},default", *arguments)
    found = answers(folder)
    return found, {d["id"]: d for d in found["devices"]}


# What is left of a machine has the numbers that it had: chips 3 and 5 are gone, chip 1 has one core.
whole = {d["id"]: d for d in look("trn1.32xlarge")["devices"]}
found, devices = degraded("trn1.32xlarge", "gpu:2+gpu:6+gpu:7+gpu:10+gpu:11")
check((found["vnc"], found["nc"], found["lnc"]) == (27, 27, 1), f"27 cores are left: {found}")
check(sorted(devices) == [i for i in range(16) if i not in (3, 5)], f"chips that are left: {sorted(devices)}")
for number, device in devices.items():
    check(device["bdf"] == whole[number]["bdf"] and device["rid"] == whole[number]["rid"], f"chip {number} is where it was")
    # Ports end at cores: those of a core that is gone lead nowhere.
    check(all(now in (was, -2) for now, was in zip(device["peers"], whole[number]["peers"])), f"chip {number}: no port leads elsewhere")
check(devices[0]["peers"][0] == 12 and devices[12]["peers"][2] == 0, "chips 0 and 12 are joined as before")
for drop in ("gpu:0+gpu:1+gpu:2", "gpu:3+gpu:5"):
    found, devices = degraded("trn2.48xlarge", drop)
    left = 64 - drop.count("gpu")
    check((found["vnc"], found["lnc"], found["nc"]) == (left, 2, 2 * left) and len(devices) == 16, f"trn2 without {drop}: {found}")
pods()
# Other machines: a device is a GPU.
gpus = answers(pair("gpus", INPUTS.parent.parent / "Inputs/quad.xml", "-nodes=2"), 1)
check(gpus["vnc"] == gpus["nc"] == len(gpus["devices"]) == 4 and gpus["lnc"] == 1 and gpus["arch"] == "gpu" and (gpus["family"], gpus["size"]) == (0, 9), f"GPUs: {gpus}")
root = ElementTree.parse(INPUTS.parent.parent / "Inputs/quad.xml").getroot()
check([d["bdf"] for d in gpus["devices"]] == [p.get("busid") for p in root.iter("pci") if p.find("gpu") is not None], "GPUs: bus ids")
# Servers of one fabric differ; a server that there isn't is refused.
inputs = INPUTS.parent.parent / "Inputs"
mixed = pair("mixed", inputs / "quad.xml", inputs / "pair.xml")
check([answers(mixed, server)["vnc"] for server in (0, 1)] == [4, 2], "each server has its own devices")
for name in ("2", "-1", "x", "1x", " 1", "+1", "99999999999999999999"):
    code, out, err = run(client(), mixed, "tensors", env={"RINGC_VIRTUAL_SERVER_ID": name})
    check(code == 4 and err.count("which is no server: there are 0 to 1") == 1, f"server '{name}': {err}")
    check(run(client(), mixed, "machine", env={"RINGC_VIRTUAL_SERVER_ID": name})[0] == 4, f"server '{name}' has nothing")
finish()

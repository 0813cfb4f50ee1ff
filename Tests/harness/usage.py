"""What processes used of the machine, from /proc."""

import os
import pathlib
import re
import resource

TICKS = os.sysconf("SC_CLK_TCK")


def family(pid):
    """A process and its children."""
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


def cpu_seconds(pid):
    """CPU time of a process with all its threads, and of its children, also of those that have ended."""
    total = 0
    for member in family(pid):
        fields = pathlib.Path(f"/proc/{member}/stat").read_text().rpartition(")")[2].split()
        total += sum(map(int, fields[11:15] if member == pid else fields[11:13]))
    return total / TICKS


def resident_mib(pid):
    """Resident memory of a process and its children; pages that they share count for each."""
    return sum(kib("VmRSS", pathlib.Path(f"/proc/{member}/status").read_text()) for member in family(pid)) / 1024


def kib(name, text):
    """
    >>> kib("VmRSS", "VmHWM:\\t  900 kB\\nVmRSS:\\t  812 kB\\n")
    812
    """
    return int(re.search(rf"^{name}:\s+(\d+)", text, re.M)[1])


class Others:
    """The share of the machine's CPU time that other processes took, which shows a disturbed run."""

    def __init__(self, pids):
        # A function that returns the benchmark's processes, because some start later.
        self.pids = pids
        self.before = self.read()

    def read(self):
        """CPU time of the whole machine, that of it which was used, and that which the benchmark used, in seconds."""
        user, nice, system, idle, waiting, interrupts, soft, stolen = map(
            int, pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9])
        used = user + nice + system + stolen
        own = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        ours = sum(u.ru_utime + u.ru_stime for u in own) + sum(map(cpu_seconds, self.pids()))
        return (used + idle + waiting + interrupts + soft) / TICKS, used / TICKS, ours

    def share(self):
        whole, used, ours = (now - then for now, then in zip(self.read(), self.before))
        return max(0, used - ours) / whole

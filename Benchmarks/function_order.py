#!/usr/bin/env python3
"""Writes the functions that requests run, the most used first, for the linker.

    make function-order         # installs what it needs, builds, writes Sources/latchkey/function-order.txt

A program of 30 MB of code in which each request runs functions from all over it spends much of its time on fetching
instructions. The linker puts the functions of the list next to each other, and skips names that it doesn't find.

The functions are those seen in a profile of pages, sign-ins and calls of the tasks API. It needs `perf` and a machine
that lets it record; nothing else has to be quiet.
"""

import argparse
import collections
import pathlib
import subprocess

import peers
import servers
import signing_in
from load import flags, full
from plan import Site
from sign_in_load import sign_ins
from tasks_api import DATABASES, TasksAPI

FILE = servers.ROOT / "Sources/latchkey/function-order.txt"
# Samples a second: no divisor of the system's own ticks.
FREQUENCY = 3989


class Profile:
    """How often each function of the program was sampled."""

    def __init__(self, running, program):
        self.running, self.program = running, program
        # As the innermost function of the program, and anywhere on the stack.
        self.innermost, self.anywhere = collections.Counter(), collections.Counter()

    def record(self, pid, load):
        """Samples a process while the load lasts."""
        file = self.running.folder / "perf.data"
        file.unlink(missing_ok=True)
        recorder = self.running.launch(
            "perf", ["perf", "record", "-q", "-e", "cpu-clock", "-F", FREQUENCY, "-g", "-o", file, "-p", pid])
        load()
        self.running.stop(recorder)
        if not file.exists():
            raise SystemExit(f"perf recorded nothing:\n{self.running.log('perf').read_text()[-2000:]}")
        text = subprocess.run(
            ["perf", "script", "--no-demangle", "-F", "ip,sym,dso", "-i", file], capture_output=True, text=True,
            check=True).stdout
        for stack in stacks(text, self.program.name):
            self.innermost.update(stack[:1])
            self.anywhere.update(set(stack))

    def functions(self):
        """All functions, those that took the most time first."""
        return sorted(self.anywhere, key=lambda name: (-self.innermost[name], -self.anywhere[name], name))


def stacks(text, program):
    """The program's functions of each sample, innermost first.

    >>> list(stacks("\\n 1f $s4 (/bin/p)\\n 2f _start (/lib/c.so)\\n\\n 3f $s5 (/bin/p)\\n", "p"))
    [['$s4'], ['$s5']]
    """
    for sample in text.split("\n\n"):
        frames = [line.split() for line in sample.strip().splitlines()]
        yield [frame[1] for frame in frames if len(frame) == 3 and frame[2].endswith(f"/{program})")]


def profile(running, program, seconds):
    found = Profile(running, program)
    api, port = peers.tasks_api(running, [10])
    list_url = f"http://127.0.0.1:{port}/10/tasks"
    process, port, _ = running.latchkey("pages", program, list_url)
    site = Site(process.pid, port, signing_in.sign_in(port))
    for path in ("/tasks", "/keys", "/signed-out", "/healthz"):
        subject = site.subject(path, path, "")
        found.record(process.pid, lambda subject=subject: full(subject, seconds))
    provider = running.provider()
    process, port, _ = running.latchkey("sign-ins", program, list_url, f"{provider}/900")
    found.record(process.pid, lambda: sign_ins(process.pid, port, 1000 * seconds))
    for database in DATABASES:
        tasks = TasksAPI(running, program, f"{provider}/900", database)
        for subject in tasks.subjects()[1:]:
            found.record(tasks.process.pid, lambda subject=subject: full(subject, seconds))
    return found


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", type=pathlib.Path, default=servers.PROGRAM)
    arguments.add_argument("--seconds", type=int, default=4, help="of each kind of request")
    arguments.add_argument("--write", type=pathlib.Path, default=FILE, metavar="FILE")
    options = arguments.parse_args()
    with servers.Servers() as running:
        functions = profile(running, options.program.resolve(), options.seconds).functions()
    options.write.write_text("".join(f"{name}\n" for name in functions))
    print(f"{len(functions):,} functions")


if __name__ == "__main__":
    main()

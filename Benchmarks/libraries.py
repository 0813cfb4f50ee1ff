"""The libraries alone, timed by the Swift program LibraryBenchmark."""

import subprocess
import typing

from harness import ROOT

PROGRAM = ROOT / ".build/release/LibraryBenchmark"


class Cost(typing.NamedTuple):
    # Microseconds a call: of the process's CPU time, and of the clock.
    cpu: float
    clock: float


def costs(program, rounds, url, folder, database):
    """The cost of each call by its name."""
    output = subprocess.run(
        [program, "--rounds", str(rounds), "--url", url, "--sqlite", folder / "libraries.db", "--postgresql", database],
        stdout=subprocess.PIPE, text=True, check=True).stdout
    return parsed(output)


def parsed(output):
    """
    >>> parsed("call\\tCPU µs\\tclock µs\\nSQLite: add\\t80.50\\t95.00\\n")
    {'SQLite: add': Cost(cpu=80.5, clock=95.0)}
    """
    lines = [line.split("\t") for line in output.splitlines()[1:]]
    return {name: Cost(float(cpu), float(clock)) for name, cpu, clock in lines}

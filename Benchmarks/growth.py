#!/usr/bin/env python3
"""Sends a million requests and looks whether Latchkey's memory grows.

    make trial-growth                          # builds in release mode
    Benchmarks/growth.py --requests 200000     # fewer

The requests are pages of ten tasks over 32 connections, which h2load closes after each tenth of them. The resident
memory is printed after each tenth. A line through the later two thirds of the points gives the growth; it ends with 1
if that is more than the limit, in bytes a request.
"""

import argparse
import doctest
import pathlib
import sys
import time

import peers
import servers
import signing_in
import usage
from load import flags, send
from plan import Site

SLICES = 10


def slope(points):
    """How much y grows with x along the line through the points (least squares).

    >>> slope([(0, 5), (1, 7), (2, 9)])
    2.0
    """
    mean_x, mean_y = (sum(values) / len(points) for values in zip(*points))
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)


def measure(options):
    """The resident memory in bytes after each slice, by the number of requests until then."""
    with servers.Servers() as running:
        _, api = peers.tasks_api(running, [10])
        process, port, _ = running.latchkey("latchkey", options.program, f"http://127.0.0.1:{api}/10/tasks")
        site = Site(process.pid, port, signing_in.sign_in(port))
        subject = site.subject("page", "/tasks", "Task number 9,")
        print(f"{'requests':>10} {'MiB':>7} {'seconds':>8}")
        points, began = [], time.perf_counter()
        for number in range(1, SLICES + 1):
            send(subject, options.requests // SLICES, flags(subject))
            resident = usage.resident_mib(process.pid)
            points.append((number * (options.requests // SLICES), resident * 2**20))
            print(f"{points[-1][0]:>10,} {resident:7.1f} {time.perf_counter() - began:8.0f}", flush=True)
        return points


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", type=pathlib.Path, default=servers.PROGRAM)
    arguments.add_argument("--requests", type=int, default=1_000_000)
    arguments.add_argument("--limit", type=float, default=4, help="bytes of growth a request")
    arguments.add_argument("--selfcheck", action="store_true", help="tries the arithmetic, measures nothing")
    options = arguments.parse_args()
    options.program = options.program.resolve()
    if options.selfcheck:
        sys.exit(1 if doctest.testmod().failed else 0)
    growth = slope(measure(options)[SLICES // 3:])
    print(f"growth: {growth:.2f} bytes a request")
    sys.exit(0 if growth <= options.limit else 1)


if __name__ == "__main__":
    main()

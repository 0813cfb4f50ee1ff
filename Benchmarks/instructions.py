#!/usr/bin/env python3
"""Counts the instructions that Latchkey executes for each request, by valgrind's callgrind.

    make benchmark-instructions                          # installs what it needs, builds in release mode
    Benchmarks/instructions.py --earlier PROGRAM         # compares with another build
    Benchmarks/instructions.py --functions 60            # also lists the functions with most of a page's instructions

Other programs of the machine hardly change the counts, so they show differences that are too small for measurements of
time. The kernel's instructions aren't counted, nor what an instruction waits for. The opening and closing of 32
connections is counted with the requests. Latchkey runs twenty times as slowly meanwhile.
"""

import argparse
import collections
import pathlib
import re
import shlex
import subprocess

import peers
import servers
import signing_in
from load import flags, send
from plan import LATCHKEY, Site

WARM_UP = 200
CONNECTIONS = 32
# Name, path, whether a user is signed in.
REQUESTS = [("`/healthz`, no cookie", "/healthz", False), ("`/signed-out`, session", "/signed-out", True),
            (LATCHKEY, "/tasks", True)]


def counts(text):
    """The instructions within each function itself, of a dump in callgrind's format.

    >>> counts("fn=(1) main\\n1 5\\ncfn=(2) f\\ncalls=1 0\\n2 30\\nfn=(2)\\n7 10\\n+1 20\\n+1\\nfn=(1)\\n9 1\\n")
    Counter({'f': 30, 'main': 6})
    """
    names, functions, function, is_call = {}, collections.Counter(), "", False
    for line in text.splitlines():
        if named := re.match(r"(c?fn)=(\(\d+\))(?: (.*))?", line):
            kind, number, name = named.groups()
            if name:
                names[number] = name
            if kind == "fn":
                function = names[number]
        elif line.startswith("calls="):
            # The next line has the called function's instructions, which are counted there.
            is_call = True
        elif re.match(r"[\d+*-]", line):
            if not is_call:
                # A cost of 0 is left out.
                functions[function] += sum(map(int, line.split()[1:2]))
            is_call = False
    return functions


def wrapped(program, folder, name):
    """A script that runs a program in callgrind, and the start of the dumps' names."""
    stripped, script, dumps = folder / f"{name}-stripped", folder / f"{name}-counted", folder / f"{name}-counts"
    # Callgrind can't read the release program's debug information.
    subprocess.run(["strip", "--strip-debug", "-o", stripped, program], check=True)
    command = shlex.join(["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={dumps}", str(stripped)])
    script.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    script.chmod(0o755)
    return script, dumps


def control(process, command):
    """Has callgrind zero its counts, or dump them."""
    output = subprocess.run(["vgdb", f"--pid={process.pid}", command], capture_output=True, text=True)
    if output.returncode:
        raise SystemExit(f"callgrind doesn't {command}: {output.stdout}{output.stderr}")


def measure(running, name, program, api, count):
    """The counts of each request by its name."""
    script, dumps = wrapped(program, running.folder, name)
    process, port, _ = running.latchkey(name, script, f"http://127.0.0.1:{api}/10/tasks")
    measured = {}
    for number, (request, path, with_cookie) in enumerate(REQUESTS, 1):
        # Signed in again, because a session's cookie that is older than a minute is renewed with each response.
        site = Site(process.pid, port, signing_in.sign_in(port))
        subject = site.subject(request, path, "", CONNECTIONS, with_cookie)
        fields = flags(subject)
        send(subject, WARM_UP, fields)
        control(process, "zero")
        send(subject, count, fields)
        control(process, "dump")
        measured[request] = counts(pathlib.Path(f"{dumps}.{number}").read_text(errors="replace"))
    running.stop(process)
    return measured


def demangled(names):
    """The names of functions as Swift has them."""
    output = subprocess.run(
        ["swift", "demangle", "--simplified"], input="\n".join(names), capture_output=True, text=True, check=True)
    return output.stdout.splitlines()


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", default=servers.PROGRAM, metavar="PROGRAM", help="the latchkey to measure")
    arguments.add_argument("--earlier", metavar="PROGRAM", help="another latchkey to compare with")
    arguments.add_argument("--requests", type=int, default=1000, help="of each kind")
    arguments.add_argument("--functions", type=int, default=0, metavar="COUNT", help="how many to list")
    options = arguments.parse_args()
    if options.requests < CONNECTIONS:
        arguments.error(f"--requests has to be at least {CONNECTIONS}, one for each connection")
    with servers.Servers() as running:
        _, api = peers.tasks_api(running, [10])
        now = measure(running, "now", options.program, api, options.requests)
        before = options.earlier and measure(running, "earlier", options.earlier, api, options.requests)
    print(f"{'request':24} {'instructions':>12}" + (f" {'earlier':>12} {'ratio':>6}" if before else ""))
    for name, functions in now.items():
        total = functions.total()
        line = f"{name:24} {total // options.requests:12,}"
        if before:
            line += f" {before[name].total() // options.requests:12,} {total / before[name].total():6.3f}"
        print(line)
    if options.functions:
        most = now[LATCHKEY].most_common(options.functions)
        print("\nWithin the functions themselves, a page:")
        for (_, cost), name in zip(most, demangled([name for name, _ in most])):
            print(f"{cost // options.requests:8,} {name}")


if __name__ == "__main__":
    main()

"""Valgrind's callgrind, which counts the instructions of a program."""

import collections
import re
import shlex
import subprocess


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


def demangled(names):
    """The names of functions as Swift has them."""
    output = subprocess.run(
        ["swift", "demangle", "--simplified"], input="\n".join(names), capture_output=True, text=True, check=True)
    return output.stdout.splitlines()

"""The machine, and the versions of everything that ran on it."""

import datetime
import os
import pathlib
import platform
import re
import shutil
import subprocess

from harness import ROOT, usage


def output(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, cwd=ROOT).stdout.strip()
    except OSError:
        return ""


def versions(program, packages):
    """Lines that say what ran where and when."""
    packages = output("dpkg-query", "-W", "-f=${Package} ${Version}\n", *packages).splitlines()
    memory = usage.kib("MemTotal", pathlib.Path("/proc/meminfo").read_text()) / 2**20
    model = re.search(r"^model name\s+: (.+)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    system = re.search(r'^PRETTY_NAME="(.*)"$', pathlib.Path("/etc/os-release").read_text(), re.M)
    return [
        ["date", datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")],
        ["machine", f"{os.cpu_count()} cores, {model[1] if model else platform.machine()}, {memory:.0f} GiB"],
        ["system", f"{system[1] if system else 'Linux'}, kernel {platform.release().split('-')[0]}"],
        ["Latchkey", f"{output(program, '--version')}{commit()}"],
        ["Swift", output("swift", "--version").splitlines()[0] if shutil.which("swift") else "unknown"],
        ["packages", ", ".join(packages)],
    ]


def commit():
    """The commit of the checkout, and whether files differ from it."""
    name = output("git", "rev-parse", "--short", "HEAD")
    return f", commit {name}{' with changes' if output('git', 'status', '--porcelain', '-uno') else ''}" if name else ""

"""A fresh Debian in a folder, for the test of the package."""

import os
import re
import shlex
import shutil
import subprocess

SUITE = "bookworm"
# The recorder of systemctl is in the first folder.
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
ENVIRONMENT = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8", "PATH": PATH}


class Failure(Exception):
    pass


def run(*command, check=True, **options):
    """Runs a command; its output is in the failure if it fails."""
    result = subprocess.run(
        [str(part) for part in command], text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, **options)
    if check and result.returncode != 0:
        raise Failure(f"{shlex.join(map(str, command))} ended with {result.returncode}:\n{result.stdout}")
    return result


def demand(condition, text):
    """Prints a line for what holds."""
    if not condition:
        raise Failure(text)
    print(f"ok    {text}", flush=True)


def indented(text):
    return "\n".join(f"      {line}" for line in text.strip().splitlines())


class FreshDebian:
    """A Debian in a folder."""

    def __init__(self, folder):
        self.folder = folder

    def make(self):
        targets = run(
            "apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)", "Identifier: Packages",
            "Origin: Debian").stdout.split("\n")
        sources = [line.split() for line in targets]
        suites = [SUITE, f"{SUITE}-updates", f"{SUITE}-security"]
        sources = [row for row in sources if row and row[1] in suites and row[2] == "main"]
        if mirror := os.environ.get("DEBIAN_MIRROR"):
            sources = [[mirror, SUITE, "main"]]
        if not sources:
            raise Failure(f"apt has no source for {SUITE}: run apt-get update, or set DEBIAN_MIRROR")
        mirror = next(uri for uri, release, _ in sources if release == SUITE)
        run("debootstrap", "--variant=minbase", SUITE, self.folder, mirror)
        run("mount", "--bind", self.folder, self.folder)
        run("mount", "-t", "proc", "proc", self.folder / "proc")
        (self.folder / "etc/apt/sources.list").write_text(
            "".join(f"deb {uri} {release} {component}\n" for uri, release, component in sources))
        configuration = run("apt-config", "dump", "--format", '%F "%v";%n').stdout.splitlines()
        (self.folder / "etc/apt/apt.conf.d/99test").write_text("\n".join(
            [line for line in configuration if re.match("Acquire::(http|https|Check-|Retries)", line)]
            + [f'DPkg::Path "{PATH}";\n']))
        self.inside("apt-get", "update", "-q")
        self.record_systemctl()

    def record_systemctl(self):
        """Lets the package's scripts believe that systemd runs, and records their calls."""
        (self.folder / "run/systemd/system").mkdir(parents=True)
        recorder = self.folder / "usr/local/sbin/systemctl"
        recorder.write_text('#!/bin/sh\necho "$@" >>/run/systemctl-calls\n')
        recorder.chmod(0o755)

    def systemctl_calls(self):
        """The calls of systemctl since the last time."""
        file = self.folder / "run/systemctl-calls"
        calls = file.read_text().splitlines() if file.exists() else []
        file.unlink(missing_ok=True)
        return [call.replace("--quiet ", "").replace("--system ", "") for call in calls]

    def inside(self, *command, check=True):
        return run("chroot", self.folder, *command, check=check, env=ENVIRONMENT)

    def install(self, package, *options):
        shutil.copy(package, self.folder / "root" / package.name)
        return self.inside(
            "apt-get", "install", "-q", "-y", "--no-install-recommends", *options, f"/root/{package.name}")

    def path(self, path):
        return self.folder / path.lstrip("/")

    def owner_and_mode(self, path):
        return self.inside("stat", "--format=%U:%G %a", path).stdout.strip()

"""The package's systemd unit, whose commands the test runs without systemd."""

import collections
import contextlib
import os
import re
import shlex
import signal
import subprocess
import time
import urllib.request

from fresh_debian import Failure, demand, indented, run

PATIENCE = 60
UNIT = "/lib/systemd/system/latchkey.service"
# The file system under the unit's options: all is read-only but the state directory and a private /tmp, and /proc
# has nothing but the service's own processes.
SANDBOX = """set -e
mount --bind "$1/var/lib/latchkey" "$1/var/lib/latchkey"
mount -o remount,bind,ro "$1"
mount -t tmpfs tmpfs "$1/tmp"
mount -t proc -o subset=pid,hidepid=invisible proc "$1/proc"
shift
exec "$@"
"""


class Unit:
    """The installed unit."""

    def __init__(self, text):
        self.values = collections.defaultdict(list)
        for key, value in re.findall(r"(?m)^(\w+)=(.*)$", text.replace("\\\n", " ")):
            self.values[key].append(value)

    def commands(self, key):
        return [shlex.split(value) for value in self.values[key]]

    def one(self, key):
        return self.values[key][-1]

    def allowed_calls(self):
        """The system calls that its filter lets through."""
        allowed = set()
        for value in self.values["SystemCallFilter"]:
            names = {name for word in value.lstrip("~").split() for name in expanded(word)}
            allowed = allowed - names if value.startswith("~") else allowed | names
        return allowed


def expanded(word):
    """The system calls of a group, or the call itself."""
    if not word.startswith("@"):
        return {word}
    lines = run("systemd-analyze", "syscall-filter", word).stdout.splitlines()[1:]
    words = [line.strip() for line in lines if line.strip() and not line.strip().startswith("#")]
    return {name for word in words for name in expanded(word)}


def exposure(unit):
    """What systemd makes of the sandbox in a unit's file: from 0, locked up, to 10."""
    output = run("systemd-analyze", "security", "--offline=true", "--no-pager", unit).stdout
    return float(re.search(r"Overall exposure level for \S+: ([0-9.]+)", output)[1])


class Service:
    """What systemd would run."""

    def __init__(self, debian):
        self.debian = debian
        self.unit = Unit(debian.path(UNIT).read_text())
        self.log = debian.folder.parent / "service.log"
        self.trace = debian.folder.parent / "service.trace"

    def command(self, words):
        user, group = self.unit.one("User"), self.unit.one("Group")
        return [
            "unshare", "--mount", "--propagation", "private", "sh", "-c", SANDBOX, "sh", str(self.debian.folder),
            "chroot", str(self.debian.folder), "setpriv", "--reuid", user, "--regid", group, "--init-groups",
            "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all", "--reset-env",
            "env", "-C", self.unit.one("WorkingDirectory"), *words]

    def make_state_directory(self):
        """What StateDirectory= does."""
        path = f"/var/lib/{self.unit.one('StateDirectory')}"
        self.debian.inside("install", "-d", "-m", self.unit.one("StateDirectoryMode"), path)
        self.debian.inside("chown", f"{self.unit.one('User')}:{self.unit.one('Group')}", path)

    def check(self):
        """Runs ExecStartPre; the result of the first command that fails, else of the last."""
        self.make_state_directory()
        for words in self.unit.commands("ExecStartPre"):
            result = run(*self.command(words), check=False, umask=int(self.unit.one("UMask"), 8))
            if result.returncode != 0:
                break
        return result

    @contextlib.contextmanager
    def running(self, port):
        result = self.check()
        demand(result.returncode == 0, f"ExecStartPre accepts the settings\n{indented(result.stdout)}")
        words, = self.unit.commands("ExecStart")
        command = self.command(words)
        chroot = command.index("chroot")
        command[chroot:chroot] = ["strace", "-f", "-qq", "-o", str(self.trace)]
        with open(self.log, "w") as log:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, umask=int(self.unit.one("UMask"), 8))
        try:
            wait_for("/healthz is served", lambda: process.poll() is not None or fetch(port, "/healthz"))
            if process.poll() is not None:
                raise Failure(f"the service ended with {process.returncode}:\n{self.log.read_text()}")
            yield process
            os.kill(self.pid(), signal.SIGTERM)
            demand(process.wait(PATIENCE) == 0, "SIGTERM ends the service with 0")
        except Exception as error:
            raise Failure(f"{error}\n{self.log.read_text()}") from error
        finally:
            with contextlib.suppress(Failure, ProcessLookupError):
                os.kill(self.pid(), signal.SIGKILL)

    def pid(self):
        found = re.search(r'^(\d+) +execve\("/usr/bin/latchkey".* = 0$', self.trace.read_text(), re.M)
        if not found:
            raise Failure("the program didn't start")
        return int(found[1])

    def reload(self):
        for words in self.unit.commands("ExecReload"):
            run(*self.command([word.replace("$MAINPID", str(self.pid())) for word in words]))
        wait_for("the keys are reloaded", lambda: "session keys were reloaded" in self.log.read_text())

    def judge_system_calls(self):
        """Compares the calls with what the unit allows by its filters."""
        text = self.trace.read_text()
        text = text[re.search(r'^\d+ +execve\("/usr/bin/latchkey".* = 0$', text, re.M).end():]
        calls = set(re.findall(r"(?m)^\d+ +(\w+)\(", text))
        refused = calls - self.unit.allowed_calls()
        demand(not refused, f"SystemCallFilter allows all {len(calls)} system calls that were made"
                            + (f", but {', '.join(sorted(refused))}" if refused else ""))
        families = set(re.findall(r"socket(?:pair)?\((AF_\w+|PF_\w+)", text))
        others = families - set(self.unit.one("RestrictAddressFamilies").split())
        demand(not others, f"RestrictAddressFamilies allows {', '.join(sorted(families))}"
                           + (f", but not {', '.join(others)}" if others else ""))
        demand(not re.search(r"mmap\([^)]*PROT_WRITE\|PROT_EXEC|mprotect\([^)]*PROT_EXEC", text),
               "no memory is made executable that can be written, as MemoryDenyWriteExecute wants it")


def wait_for(text, condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise Failure(f"not within {PATIENCE} seconds: {text}")
        time.sleep(0.1)


def fetch(port, path):
    """The body of a response with 200, else None."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as response:
            return response.read().decode()
    except OSError:
        return None

#!/usr/bin/env python3
"""Installs the Debian package in a fresh Debian, runs its service there, upgrades, removes and purges it.

    make trial-package                    # builds the package, needs root
    Benchmarks/package.py .build/deb      # with the package in that folder

The fresh Debian is a folder that debootstrap fills from apt's mirror, or from the one that DEBIAN_MIRROR names. systemd
doesn't run in it. So the trial does what the unit says: it runs the unit's commands as its user, without capabilities,
on a file system that is read-only except for the state directory. It compares the system calls with the unit's filter,
and records what the package's scripts tell systemctl.

Mounts and processes are in namespaces of the trial's own, so they are gone at its end, however it ends.
"""

import collections
import contextlib
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Browser"))
from ports import free_ports  # noqa: E402

SUITE = "bookworm"
NAMESPACES = "TRIAL_HAS_OWN_NAMESPACES"
QUIET = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]}
SETTINGS, STATE = "/etc/latchkey/latchkey.yaml", "/var/lib/latchkey"
PATIENCE = 60
# In the sandbox of the unit: all is read-only but the state directory and an own /tmp.
SANDBOX = """set -e
mount --bind "$1/var/lib/latchkey" "$1/var/lib/latchkey"
mount -o remount,bind,ro "$1"
mount -t tmpfs tmpfs "$1/tmp"
shift
exec "$@"
"""


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


class FreshDebian:
    """A Debian in a folder."""

    def __init__(self, folder):
        self.folder = folder

    def make(self):
        targets = run(
            "apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)", "Identifier: Packages",
            "Origin: Debian").stdout.split("\n")
        sources = [line.split() for line in targets if f" {SUITE}" in line and line.endswith(" main")]
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
        (self.folder / "etc/apt/apt.conf.d/99trial").write_text("\n".join(
            line for line in configuration if re.match("Acquire::(http|https|Check-|Retries)", line)) + "\n")
        self.inside("apt-get", "update", "-q")
        self.record_systemctl()

    def record_systemctl(self):
        """Lets the package's scripts believe that systemd runs, and records what they tell it."""
        (self.folder / "run/systemd/system").mkdir(parents=True)
        recorder = self.folder / "usr/local/sbin/systemctl"
        recorder.write_text('#!/bin/sh\necho "$@" >>/run/systemctl-calls\n')
        recorder.chmod(0o755)

    def systemctl_calls(self):
        """What systemctl was told about the service since the last time."""
        file = self.folder / "run/systemctl-calls"
        calls = file.read_text().splitlines() if file.exists() else []
        file.unlink(missing_ok=True)
        return [call.replace("--quiet ", "").replace("--system ", "") for call in calls if "latchkey" in call]

    def inside(self, *command, check=True, **environment):
        return run("chroot", self.folder, *command, check=check, env=QUIET | environment)

    def install(self, package, *options):
        shutil.copy(package, self.folder / "root" / package.name)
        return self.inside(
            "apt-get", "install", "-q", "-y", "--no-install-recommends", *options, f"/root/{package.name}")

    def path(self, path):
        return self.folder / path.lstrip("/")

    def owner_and_mode(self, path):
        return self.inside("stat", "--format=%U:%G %a", path).stdout.strip()


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


class Service:
    """What systemd would run."""

    def __init__(self, debian):
        self.debian = debian
        self.unit = Unit(debian.path("/lib/systemd/system/latchkey.service").read_text())
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


def indented(text):
    return "\n".join(f"      {line}" for line in text.strip().splitlines())


def repacked(package, folder, revision, settings=None):
    """The package with a higher revision, and other settings if they are given."""
    tree = folder / f"revision-{revision}"
    run("dpkg-deb", "--raw-extract", package, tree)
    control = tree / "DEBIAN/control"
    control.write_text(re.sub(r"(?m)^(Version: .*)-\d+$", rf"\1-{revision}", control.read_text()))
    if settings:
        file = tree / SETTINGS.lstrip("/")
        file.write_text(settings(file.read_text()))
        sums = tree / "DEBIAN/md5sums"
        sums.write_text(re.sub(
            rf"(?m)^\w+(  {SETTINGS.lstrip('/')})$", rf"{hashlib.md5(file.read_bytes()).hexdigest()}\1",
            sums.read_text()))
    made = folder / f"latchkey-{revision}.deb"
    run("dpkg-deb", "--build", "-Znone", tree, made)
    shutil.rmtree(tree)
    return made


def judge_the_package(package):
    result = run("lintian", "--fail-on", "error,warning", package, check=False)
    demand(result.returncode == 0, "lintian finds no error and warns of nothing" if result.returncode == 0
           else f"lintian:\n{result.stdout}")


def first_install(debian, package):
    debian.install(package)
    calls = debian.systemctl_calls()
    demand(not [call for call in calls if call.split()[0] in ("start", "restart", "enable")],
           "the first install starts and enables nothing")
    demand(debian.owner_and_mode("/etc/latchkey") == "root:latchkey 750", "/etc/latchkey is root:latchkey 750")
    demand(debian.owner_and_mode(SETTINGS) == "root:latchkey 640", f"{SETTINGS} is root:latchkey 640")
    entry = debian.inside("getent", "passwd", "latchkey").stdout.strip().split(":")
    demand(int(entry[2]) < 1000 and entry[5:] == [STATE, "/usr/sbin/nologin"], "latchkey is a system user, no login")
    verdict = debian.inside("systemd-analyze", "verify", "--man=no", "latchkey.service", check=False)
    demand(verdict.returncode == 0 and "latchkey.service" not in verdict.stdout,
           f"systemd-analyze verifies the unit\n{indented(verdict.stdout)}".rstrip())


def settings_are_judged(debian, service):
    settings = debian.path(SETTINGS)
    pristine = settings.read_text()
    demand(service.check().returncode == 0, "ExecStartPre accepts the settings as they are shipped")
    settings.write_text(pristine + "\nclientid: latchkey\n")
    result = service.check()
    demand(result.returncode == 78 and "clientId" in result.stdout,
           f"ExecStartPre refuses a misspelt setting with 78\n{indented(result.stdout)}")
    ports = free_ports(3)
    listen = dict(zip(("listen", "identityListen", "apiListen"), ports))
    edited = pristine + "".join(f"{name}: 127.0.0.1:{port}\n" for name, port in listen.items())
    settings.write_text(edited)
    return edited, ports[0]


def serves(debian, service, port):
    with service.running(port):
        demand("Latchkey" in (fetch(port, "/") or ""), "the service responds to /healthz and /")
        service.reload()
        demand(fetch(port, "/healthz"), "ExecReload reloads the keys, and the service goes on")
    demand(debian.owner_and_mode(STATE) == "latchkey:latchkey 700", f"{STATE} is latchkey:latchkey 700")
    files = sorted(file.name for file in debian.path(STATE).iterdir())
    loose = [name for name in files if stat.S_IMODE(debian.path(f"{STATE}/{name}").stat().st_mode) & 0o077]
    demand("session-keys" in files and not loose,
           f"the service's files are its own: {', '.join(files)}" + (f"; others may read {loose}" if loose else ""))
    return debian.path(f"{STATE}/session-keys").read_text()


def upgrades(debian, package, folder, edited):
    debian.install(repacked(package, folder, 2))
    demand(debian.path(SETTINGS).read_text() == edited, "an upgrade keeps the settings as they were edited")
    calls = debian.systemctl_calls()
    demand("try-restart latchkey.service" in calls and not [call for call in calls if call.startswith("st")],
           "an upgrade restarts the service if it runs")

    debian.path(SETTINGS).chmod(0o600)
    debian.install(
        repacked(package, folder, 3, lambda text: text + "#new: true\n"), "-o", "Dpkg::Options::=--force-confold")
    demand(debian.path(SETTINGS).read_text() == edited and debian.path(f"{SETTINGS}.dpkg-dist").exists(),
           "an upgrade that brings other settings puts them next to the edited ones")
    demand(debian.owner_and_mode(SETTINGS) == "root:latchkey 600"
           and debian.owner_and_mode(f"{SETTINGS}.dpkg-dist") == "root:latchkey 600",
           "an upgrade keeps the settings' owner and mode as the administrator has set them")
    debian.path(SETTINGS).chmod(0o640)


def goes(debian, edited, keys):
    debian.inside("apt-get", "remove", "-q", "-y", "latchkey")
    demand("stop latchkey.service" in debian.systemctl_calls(), "the removal stops the service")
    demand(not debian.path("/usr/bin/latchkey").exists() and debian.path(SETTINGS).read_text() == edited,
           "the removal takes the program and leaves the settings")
    output = debian.inside("apt-get", "purge", "-q", "-y", "latchkey").stdout
    demand(not debian.path("/etc/latchkey").exists(), "the purge takes the settings")
    demand(debian.path(f"{STATE}/session-keys").read_text() == keys and STATE in output,
           "the purge leaves the users' data and says so")
    left = debian.inside("sh", "-c", "find / -xdev -name '*latchkey*' -not -path '/root/*' -not -path '/proc/*'").stdout
    demand(left.split() == [STATE], f"nothing else is left: {', '.join(left.split())}")


def trial(folder, package):
    judge_the_package(package)
    debian = FreshDebian(folder / "root")
    debian.make()
    first_install(debian, package)
    service = Service(debian)
    edited, port = settings_are_judged(debian, service)
    keys = serves(debian, service, port)
    service.judge_system_calls()
    upgrades(debian, package, folder, edited)
    demand(serves(debian, service, port) == keys, "the upgraded service has the same session keys")
    goes(debian, edited, keys)


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    if os.geteuid() != 0:
        sys.exit("This needs root: sudo make trial-package")
    if NAMESPACES not in os.environ:
        command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private", sys.executable]
        os.execvpe(command[0], command + sys.argv, os.environ | {NAMESPACES: "1"})
    run("mount", "-t", "proc", "proc", "/proc")
    packages = sorted(pathlib.Path(sys.argv[1]).glob("latchkey_*.deb"), key=lambda file: file.stat().st_mtime)
    if not packages:
        sys.exit(f"no package is in {sys.argv[1]}: make deb")
    # A folder below /tmp may be on a small disk, or forbid programs.
    with tempfile.TemporaryDirectory(prefix="trial-package-", dir=packages[-1].parent) as folder:
        try:
            trial(pathlib.Path(folder).resolve(), packages[-1].resolve())
        except Failure as failure:
            sys.exit(f"NOT OK  {failure}")
        finally:
            # The folder can be deleted once nothing is mounted in it.
            run("umount", "--recursive", f"{folder}/root", check=False)
    print("The package is well.")


if __name__ == "__main__":
    main()

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

import hashlib
import os
import pathlib
import re
import shutil
import stat
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Browser"))
from fresh_debian import Failure, FreshDebian, demand, indented, run  # noqa: E402
from packaged_service import UNIT, Service, Unit, exposure, fetch  # noqa: E402
from ports import free_ports  # noqa: E402

NAMESPACES = "TRIAL_HAS_OWN_NAMESPACES"
SETTINGS, SECRET, STATE = "/etc/latchkey/latchkey.yaml", "/etc/latchkey/client-secret", "/var/lib/latchkey"
DOCUMENTS = (
    "/usr/share/bash-completion/completions/latchkey", "/usr/share/zsh/vendor-completions/_latchkey",
    "/usr/share/fish/vendor_completions.d/latchkey.fish", "/usr/share/doc/latchkey/troubleshooting.md.gz",
    "/usr/share/doc/latchkey/observability/metrics.md.gz", "/usr/share/doc/latchkey/examples/alerts.yaml",
    "/usr/share/doc/latchkey/examples/dashboard.json", "/usr/share/doc/latchkey/examples/haproxy.cfg")


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


def documentation_of(unit):
    """The paths of what the unit's Documentation= names."""
    for name in unit.one("Documentation").split():
        manual = re.fullmatch(r"man:(\w+)\((\d)\)", name)
        yield f"/usr/share/man/man{manual[2]}/{manual[1]}.{manual[2]}.gz" if manual else name.removeprefix("file://")


def first_install(debian, package):
    debian.install(package)
    calls = debian.systemctl_calls()
    demand("daemon-reload" in calls and not [call for call in calls if "latchkey" in call],
           "the first install starts and enables nothing")
    demand(debian.owner_and_mode("/etc/latchkey") == "root:latchkey 750", "/etc/latchkey is root:latchkey 750")
    demand(debian.owner_and_mode(SETTINGS) == "root:latchkey 640", f"{SETTINGS} is root:latchkey 640")
    entry = debian.inside("getent", "passwd", "latchkey").stdout.strip().split(":")
    demand(int(entry[2]) < 1000 and entry[5:] == [STATE, "/usr/sbin/nologin"], "latchkey is a system user, no login")
    documents = [*DOCUMENTS, *documentation_of(Unit(debian.path(UNIT).read_text()))]
    missing = [path for path in documents if not debian.path(path).exists()]
    demand(not missing, "the manual page, the completions, the documents and the examples are installed"
                        + (f", but not {', '.join(missing)}" if missing else ""))
    verdict = debian.inside("systemd-analyze", "verify", "--man=no", "latchkey.service", check=False)
    demand(verdict.returncode == 0 and "latchkey.service" not in verdict.stdout,
           f"systemd-analyze verifies the unit\n{indented(verdict.stdout)}".rstrip())
    level = exposure(debian.path(UNIT))
    demand(level < 2.0, f"systemd-analyze security rates the unit {level}, which is below 2.0")


def settings_are_judged(debian, service):
    settings = debian.path(SETTINGS)
    pristine = settings.read_text()
    demand(service.check().returncode == 0, "ExecStartPre accepts the settings as they are shipped")
    settings.write_text(pristine + "\nclientid: latchkey\n")
    result = service.check()
    demand(result.returncode == 78 and "clientId" in result.stdout,
           f"ExecStartPre refuses a misspelt setting with 78\n{indented(result.stdout)}")
    debian.inside("install", "-o", "root", "-g", "latchkey", "-m", "0640", "/dev/null", SECRET)
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
    demand([call for call in calls if "latchkey" in call] == ["try-restart latchkey.service"],
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
    demand([file.name for file in debian.path("/etc/latchkey").iterdir()] == [pathlib.Path(SECRET).name],
           "the purge takes the settings and leaves the administrator's own files")
    demand(debian.path(f"{STATE}/session-keys").read_text() == keys and STATE in output,
           "the purge leaves the users' data and says so")
    left = debian.inside(
        "find", "/", "-xdev", "-name", "*latchkey*", "-not", "-path", "/root/*", "-not", "-path", f"{STATE}/*").stdout
    left = sorted(left.split())
    demand(left == ["/etc/latchkey", STATE], f"nothing else is left: {', '.join(left)}")


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

#!/usr/bin/env python3
"""Runs the program in the container image's root, without a container engine.

    make trial-container        # builds in release mode; needs root

deploy/container-root assembles the root as deploy/Dockerfile does, and the program is started as its last stage says:
its command, user, working directory and variables. As in an engine it is process 1 of its own, the root can't be
written, and /data, /etc/hosts, /etc/resolv.conf, /proc and /dev come from outside; so do settings and secrets, as the
files in deploy/kubernetes mount them. All of it is in a network namespace whose only name server and provider are this
trial's.

It ends with 1 if a page, a probe or the way to the provider is wrong, if the root holds a file too many, if the
process has a right that it doesn't need, or if SIGTERM doesn't end it in time with 0.
"""

import argparse
import contextlib
import os
import pathlib
import re
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import threading
import time

import requests
import yaml

from certificates import make_certificate

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "Tests/Browser"))
from database_server import PostgreSQL  # noqa: E402
from dockerfile import Image  # noqa: E402
from faulty_proxy import Proxy, tls_context  # noqa: E402
from ports import free_ports  # noqa: E402
from provider import SigningInProvider  # noqa: E402

PROVIDER = "login.example"
DATABASE = "database.example"
# Where the C library and libcurl look for the roots.
ROOTS = "etc/ssl/certs/ca-certificates.crt"
# How an engine mounts the root of a container that may not write to it, then starts the command as its user.
START = """
set -e
cd "$1"
mount --bind . . && cd "$1"
mount --bind "$2" data
mount --bind "$3/hosts" etc/hosts
mount --bind "$3/resolv.conf" etc/resolv.conf
mount --bind "$3/roots.pem" etc/ssl/certs/ca-certificates.crt
mount --bind "$3/settings" etc/latchkey
mount --bind "$3/secrets" run/secrets/latchkey
mount -t proc proc proc
mount --bind /dev dev
mount -o remount,bind,ro .
user=$4 folder=$5
shift 5
exec setpriv --no-new-privs unshare --root=. --wd="$folder" --setgid="${user#*:}" --setuid="${user%:*}" "$@"
"""


class NameServer:
    """Knows two names, both of this machine."""

    def __init__(self):
        self.asked = set()
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 53))
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            query, client = self.socket.recvfrom(512)
            self.socket.sendto(self.response(query), client)

    def response(self, query):
        # The question's name is a row of labels, each after its length (RFC 1035, section 4.1.2).
        labels, at = [], 12
        while query[at]:
            labels.append(query[at + 1:at + 1 + query[at]].decode())
            at += 1 + query[at]
        name, kind = ".".join(labels), struct.unpack("!H", query[at + 1:at + 3])[0]
        self.asked.add(name)
        known = name in (PROVIDER, DATABASE)
        address = b""
        if known and kind == 1:
            address = struct.pack("!HHHIH", 0xC00C, 1, 1, 60, 4) + socket.inet_aton("127.0.0.1")
        flags = 0x8180 if known else 0x8183
        return query[:2] + struct.pack("!HHHHH", flags, 1, bool(address), 0, 0) + query[12:at + 5] + address


class Container:
    """The program in the root, with an engine's mounts."""

    def __init__(self, image, root, outside, settings):
        self.data = outside / "data"
        command = [
            "unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private",
            "sh", "-c", START, "sh", root, self.data, outside, image.user, image.folder, *image.command]
        self.log = outside / "log"
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                command, stdout=output, stderr=output, stdin=subprocess.DEVNULL,
                env={"PATH": os.environ["PATH"]} | image.environment | settings)

    def until(self, path, status):
        """The response to a path once it has this status."""
        deadline = time.monotonic() + 20
        while True:
            with contextlib.suppress(requests.ConnectionError):
                response = requests.get(f"http://localhost:3000{path}", timeout=10, allow_redirects=False)
                if response.status_code == status:
                    return response
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise SystemExit(f"{path} isn't {status}:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.05)

    @property
    def pid(self):
        """The process that is number 1 in there."""
        parent = self.process.pid
        return int(pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text())

    def is_running(self):
        """Whether the mounts are done and the program has taken the place of the shell that made them."""
        with contextlib.suppress(OSError, ValueError):
            return pathlib.Path(f"/proc/{self.pid}/exe").readlink().name == "latchkey"

    def status(self):
        lines = pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}

    def stop(self):
        """How it ended after SIGTERM, and after how many seconds."""
        began = time.monotonic()
        os.kill(self.pid, signal.SIGTERM)
        return self.process.wait(timeout=30), time.monotonic() - began


class Trial:
    def __init__(self, program):
        self.image, self.program, self.faults = Image(), program, []

    def expect(self, what, is_so):
        print(f"{'ok   ' if is_so else 'WRONG'} {what}", flush=True)
        if not is_so:
            self.faults.append(what)

    def run(self):
        with tempfile.TemporaryDirectory(prefix="latchkey-container-") as folder:
            self.root, self.outside = pathlib.Path(folder) / "root", pathlib.Path(folder) / "outside"
            pathlib.Path(folder).chmod(0o755)
            self.assemble()
            self.look_at_files()
            self.prepare_outside()
            names = NameServer()
            self.provide()
            self.serve(self.variables(), names, {PROVIDER})
            self.serve_without_root()
            with contextlib.closing(PostgreSQL()) as database:
                self.encrypt(database)
                self.write_settings(f"postgresql://latchkey@{DATABASE}:{database.port}/postgres")
                self.serve({"LATCHKEY_SETTINGS": "/etc/latchkey/latchkey.yaml"}, names, {PROVIDER, DATABASE})
            self.stop_at_once()
        return not self.faults

    def assemble(self):
        subprocess.run([ROOT / "deploy/container-root", self.program, self.root], check=True)
        # As in the Dockerfile, by COPY --chown.
        (self.root / "data").mkdir()
        os.chown(self.root / "data", *map(int, self.image.user.split(":")))

    def look_at_files(self):
        files = [path for path in self.root.rglob("*") if path.is_file()]
        names = {str(path.relative_to(self.root)) for path in files}
        beside = {name for name in names if not name.startswith(("lib/", "lib64/"))}
        size = sum(path.stat().st_size for path in files)
        print(f"{len(files)} files, {size / 2**20:.0f} MiB")
        wanted = {"usr/bin/latchkey", "etc/group", "etc/nsswitch.conf", "etc/passwd", ROOTS}
        self.expect(f"beside libraries there are {', '.join(sorted(beside))}", beside == wanted)
        self.expect("in the folders of libraries there are only libraries",
                    all(".so" in name for name in names - beside))
        self.expect("no file can be written by others or runs as its owner", not any(
            path.lstat().st_mode & (stat.S_IWOTH | stat.S_ISUID | stat.S_ISGID) for path in self.root.rglob("*")))
        roots = (self.root / ROOTS).read_text().count("BEGIN CERTIFICATE")
        self.expect(f"{roots} root certificates", roots > 100)

    def prepare_outside(self):
        """What an engine mounts, and the places for it."""
        for name in ("proc", "dev", "etc/latchkey", "run/secrets/latchkey"):
            (self.root / name).mkdir(parents=True)
        for name in ("hosts", "resolv.conf"):
            (self.root / "etc" / name).touch()
        self.outside.mkdir()
        for name in ("data", "settings", "secrets"):
            (self.outside / name).mkdir()
        os.chown(self.outside / "data", *map(int, self.image.user.split(":")))
        (self.outside / "hosts").write_text("127.0.0.1 localhost\n")
        (self.outside / "resolv.conf").write_text("nameserver 127.0.0.1\n")
        self.certify("root", "-subj", "/CN=Trial root")
        for name, host in (("provider", PROVIDER), ("database", DATABASE)):
            self.certify(
                name, "-subj", f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}",
                "-addext", "basicConstraints=critical,CA:FALSE", "-CA", self.outside / "root.pem",
                "-CAkey", self.outside / "root.key")
        self.trust(True)

    def certify(self, name, *options):
        make_certificate(self.outside / f"{name}.pem", self.outside / f"{name}.key", *options)

    def encrypt(self, database):
        """Gives the database server its certificate."""
        for name, setting in (("database.key", "ssl_key_file"), ("database.pem", "ssl_cert_file")):
            file = database.folder / name
            shutil.copy(self.outside / name, file)
            file.chmod(0o600)
            shutil.chown(file, database.folder.owner())
            database.run(f"ALTER SYSTEM SET {setting} = '{file}'")
        database.run("ALTER SYSTEM SET ssl = on")
        database.run("SELECT pg_reload_conf()")

    def trust(self, is_trusted):
        """The image's roots, with that of the trial's certificates or without."""
        more = (self.outside / "root.pem").read_text() if is_trusted else ""
        (self.outside / "roots.pem").write_text((self.root / ROOTS).read_text() + more)

    def provide(self):
        [port] = free_ports(1)
        self.authority = f"https://{PROVIDER}:{port}"
        provider = SigningInProvider("app", url=self.authority)
        Proxy(port, provider.port, tls_context(self.outside / "provider.pem", self.outside / "provider.key"))

    def variables(self):
        return {
            "LATCHKEY_AUTHORITY": self.authority, "LATCHKEY_CLIENT_ID": "app", "LATCHKEY_CLIENT_SECRET": "s3cret"}

    def write_settings(self, database):
        """The settings for Kubernetes, apart from the authority, and the secrets as it mounts them for fsGroup."""
        text = yaml.safe_load((ROOT / "deploy/kubernetes/config-map.yaml").read_text())["data"]["latchkey.yaml"]
        text = re.sub("(?m)^authority: .*", f"authority: {self.authority}", text)
        (self.outside / "settings/latchkey.yaml").write_text(text)
        keys = subprocess.run([self.program, "key"], check=True, capture_output=True, text=True).stdout
        values = {
            "client-secret": "s3cret", "session-keys": keys,
            "database-url": f"{database}?sslmode=verify-full&sslrootcert=/{ROOTS}"}
        for name, value in values.items():
            file = self.outside / "secrets" / name
            file.write_text(value)
            file.chmod(0o440)
            os.chown(file, 0, int(self.image.user.split(":")[1]))

    def start(self, settings):
        return Container(self.image, self.root, self.outside, settings)

    def serve(self, settings, names, hosts):
        names.asked.clear()
        container = self.start(settings)
        ready = container.until("/readyz", 200)
        print(f"{'as on Kubernetes' if DATABASE in hosts else 'with SQLite'}: {ready.text.strip()}")
        self.expect("names were resolved by DNS", names.asked >= hosts)
        self.expect("/healthz and the page of sign-in respond",
                    container.until("/healthz", 200).ok and "Sign in" in container.until("/", 200).text)
        location = container.until("/sign-in", 303).headers["Location"]
        self.expect("sign-in leads to the provider", location.startswith(f"{self.authority}/authorize?"))
        status = container.status()
        self.expect("its user and group are those of the Dockerfile", [
            status["Uid"].split()[1], status["Gid"].split()[1]] == self.image.user.split(":"))
        self.expect("it has no capability and no way to one",
                    int(status["CapEff"], 16) == int(status["CapPrm"], 16) == 0 and status["NoNewPrivs"] == "1")
        self.expect("it is process 1", status["NSpid"].split()[-1] == "1")
        keys = self.outside / "data/.latchkey/session-keys"
        self.expect("its files are in the volume, for its user alone",
                    keys.is_file() and keys.stat().st_uid == 65532 and keys.stat().st_mode & 0o077 == 0)
        if DATABASE in hosts:
            metrics = requests.get("http://localhost:9464/metrics", timeout=10)
            self.expect("the metrics are at adminListen", "process_resident_memory_bytes" in metrics.text)
            warning = re.search("can (access|write) it", container.log.read_text())
            self.expect("nothing is wrong with the files' modes", not warning)
        self.end(container, "SIGTERM ends it")

    def serve_without_root(self):
        self.trust(False)
        container = self.start(self.variables())
        self.expect(f"without the provider's root it isn't ready: {container.until('/readyz', 503).text.strip()}",
                    container.until("/healthz", 200).ok)
        container.stop()
        self.trust(True)

    def stop_at_once(self):
        """Process 1 gets only the signals that it handles, and the program handles SIGTERM before all else."""
        container = self.start(self.variables())
        while not (container.is_running() and int(container.status()["SigCgt"], 16) >> signal.SIGTERM - 1 & 1):
            time.sleep(0.001)
        self.end(container, "SIGTERM right after the start ends it")

    def end(self, container, what):
        status, seconds = container.stop()
        self.expect(f"{what} after {seconds:.1f} s with {status}", status == 0 and seconds < 10)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/release/latchkey")
    options = arguments.parse_args()
    if os.geteuid() != 0:
        raise SystemExit("mounts and namespaces need root")
    if "LATCHKEY_TRIAL_NAMESPACE" not in os.environ:
        os.environ["LATCHKEY_TRIAL_NAMESPACE"] = "1"
        script = 'ip link set lo up && exec "$@"'
        os.execvp("unshare", ["unshare", "--net", "sh", "-c", script, "sh", sys.executable, *sys.argv])
    return 0 if Trial(options.program.resolve()).run() else 1


if __name__ == "__main__":
    sys.exit(main())

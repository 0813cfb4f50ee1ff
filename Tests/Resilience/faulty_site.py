"""Latchkey with everything around it that can fail: provider, tasks API, database, disk, names, clock."""

import contextlib
import pathlib
import signal
import subprocess
import threading
import time

from harness.certificates import make_certificate
from harness.database_server import PostgreSQL
from harness.faulty_proxy import Proxy, tls_context
from harness.ports import free_port
from harness.provider import SigningInProvider, SigningKey
from harness.usage import resident_mib

CLIENT, SECRET = "app", "s3cret"
# So short that many refreshes are under way.
TOKEN_SECONDS = 2
# Longer than the program's pause between two fetches of keys.
KEY_SECONDS = 6
LIBFAKETIME = next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
NAMES = "id.faults.test", "api.faults.test"


class Provider(SigningInProvider):
    """Is reached through a proxy, other than by the tasks API; its ID tokens get a new key now and then."""

    def __init__(self, url):
        super().__init__(CLIENT, TOKEN_SECONDS, url)
        self.id_token_key = self.key
        # When the last fault ended within which the key may have changed.
        self.changed = 0
        own = self.metadata | {"jwks_uri": f"http://127.0.0.1:{self.port}/keys"}
        self.documents["/own/.well-known/openid-configuration"] = own

    def id_token(self, lifetime, **claims):
        now = int(time.time())
        return self.id_token_key.signed(claims | {"iss": self.url, "iat": now, "exp": now + lifetime})

    def change_key(self):
        """Does nothing if the last change is so short ago that the program may not fetch the keys again."""
        if time.monotonic() - self.changed < KEY_SECONDS:
            return
        key = SigningKey(f"{time.monotonic()}")
        self.documents["/keys"] = {"keys": [self.key.published, key.published]}
        self.id_token_key = key


class Site:
    """The program that is tested, by default with provider and tasks API behind proxies and its sessions in SQLite."""

    database = None
    wrapper = ()
    scheme, hosts, settings = "http", ("127.0.0.1", "127.0.0.1"), ()
    has_own_api = False

    def __init__(self, running, options):
        self.running, self.options = running, options
        self.folder = running.folder / type(self).__name__
        self.folder.mkdir()
        self.client = {"LATCHKEY_CLIENT_ID": CLIENT, "LATCHKEY_CLIENT_SECRET": SECRET}
        self.environment = dict(self.client)
        self.port, authority, api, target = (free_port() for _ in range(4))
        # When it was last stopped.
        self.stopped = 0
        self.prepare()
        authority_host, api_host = self.hosts
        self.provider = Provider(f"{self.scheme}://{authority_host}:{authority}")
        tls = tls_context(self.folder / "certificate", self.folder / "key") if self.scheme == "https" else None
        self.authority = Proxy(authority, self.provider.port, tls)
        running.others += [self.authority, self.provider]
        self.command = [
            *self.wrapper, options.program, "serve", "--listen", f"127.0.0.1:{self.port}",
            "--authority", self.provider.url, "--data-directory", self.folder / "data", "--log-level", "warning",
            "--api-timeout", options.timeout, "--authority-timeout", options.timeout, *self.settings]
        if self.has_own_api:
            self.command += ["--api-listen", f"127.0.0.1:{target}"]
        else:
            self.start_api(target)
            self.api = Proxy(api, target, tls)
            running.others.append(self.api)
            self.command += ["--task-web-api", f"{self.scheme}://{api_host}:{api}/tasks"]
        self.command += ["--threads", options.threads] if options.threads else []
        self.start()

    def prepare(self):
        """What has to be there before the program starts."""

    def start_api(self, port):
        """The tasks API is that of another Latchkey."""
        self.running.start(
            f"{self.folder.name}-api",
            [self.options.program, "serve", "--listen", f"127.0.0.1:{free_port()}", "--api-listen", f"127.0.0.1:{port}",
             "--authority", f"http://127.0.0.1:{self.provider.port}/own", "--issuer", self.provider.url,
             "--data-directory", self.folder / "api", "--log-level", "warning"],
            [port], self.client)

    def start(self):
        self.process = self.running.start(self.folder.name, self.command, [self.port], self.environment)

    def stop(self):
        """Ends the program by SIGTERM; its status, and how long it took."""
        self.stopped = started = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=30)
        self.running.processes.remove(self.process)
        return status, time.monotonic() - started

    def close(self):
        """Ends what runs for this site alone."""
        if self.process.poll() is None:
            self.running.stop(self.process)


class OwnAPI(Site):
    """One process with sessions and tasks."""

    has_own_api = True


class OnPostgreSQL(OwnAPI):
    def prepare(self):
        self.database = PostgreSQL()
        self.running.others.append(self.database)
        self.settings = "--database", self.database.url()


class OnSmallDisk(OwnAPI):
    """Has its database in a file system of a few megabytes."""

    def prepare(self):
        self.disk = self.folder / "data"
        self.disk.mkdir()
        self.running.others.append(Mount(self.disk, "-t", "tmpfs", "-o", "size=6m,mode=700", "tmpfs"))


class WithFewFiles(Site):
    """May have few files and sockets open."""

    files = 160
    wrapper = "prlimit", f"--nofile={files}"


class WithOwnClock(Site):
    def prepare(self):
        self.clock = self.folder / "clock"
        self.step(0)
        self.environment |= {
            "LD_PRELOAD": str(LIBFAKETIME), "FAKETIME_TIMESTAMP_FILE": str(self.clock), "FAKETIME_NO_CACHE": "1",
            "DONT_FAKE_MONOTONIC": "1"}

    def step(self, seconds):
        following = self.clock.with_suffix(".new")
        following.write_text(f"{seconds:+d}\n")
        following.rename(self.clock)


class WithNames(Site):
    """Finds provider and tasks API by names that its /etc/hosts has."""

    scheme, hosts = "https", NAMES

    def prepare(self):
        make_certificate(
            self.folder / "certificate", self.folder / "key", "-subj", "/CN=faults.test",
            "-addext", "subjectAltName=" + ",".join(f"DNS:{name}" for name in NAMES))
        self.settings = "--ca-file", self.folder / "certificate"
        self.names = self.folder / "hosts"
        self.servers = self.folder / "resolv.conf"
        self.names.touch()
        self.servers.touch()
        self.know_names()
        for file, place in ((self.names, "/etc/hosts"), (self.servers, "/etc/resolv.conf")):
            self.running.others.append(Mount(place, "--bind", file))

    def know_names(self):
        overwrite(self.servers, "nameserver 127.0.0.1\n")
        overwrite(self.names, "127.0.0.1 localhost\n" + "".join(f"127.0.0.1 {name}\n" for name in NAMES))

    def forget_names(self, server):
        overwrite(self.servers, f"nameserver {server}\n")
        overwrite(self.names, "127.0.0.1 localhost\n")


def overwrite(file, text):
    """Replaces the content in one step, so that no reader finds half of it."""
    with file.open("r+b", buffering=0) as opened:
        opened.write(text.encode().ljust(256, b"\n"))


class Mount:
    """In the mount namespace of the test."""

    def __init__(self, place, *what):
        self.place = place
        subprocess.run(["mount", *what, place], check=True)

    def close(self):
        subprocess.run(["umount", self.place], check=True)


class Memory:
    """The resident memory of a site's program, in MiB: what it was first, and the most that was seen."""

    def __init__(self, site):
        self.site = site
        self.first = self.most = resident_mib(site.process.pid)
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def watch(self):
        while not self.over.wait(0.05):
            # It may just be starting again.
            with contextlib.suppress(OSError, TypeError):
                self.most = max(self.most, resident_mib(self.site.process.pid))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()

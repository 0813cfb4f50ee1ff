"""Replicas that share a database, and the HAProxy in front of them."""

import csv
import http.client
import os
import re
import signal
import socket
import time

from harness import ROOT
from harness.certificates import make_certificate
from harness.ports import free_port
from tabs import get

# authorityTimeout of the replicas.
AUTHORITY_SECONDS = 2
# So long after a kill another replica has taken over the refreshes: a lease lasts ten seconds.
TAKEOVER_SECONDS = 11


class Replica:
    """One Latchkey, with its own tasks API unless the settings name another."""

    def __init__(self, number, running, site, environment, options, settings=None):
        self.name, self.running, self.environment = f"replica-{number}", running, environment
        self.port = free_port()
        self.command = [
            options.program, "serve", "--listen", f"127.0.0.1:{self.port}",
            *(settings or ["--api-listen", f"127.0.0.1:{free_port()}"]),
            "--redirect-uri", f"http://localhost:{site}/auth/openid/return", "--trusted-proxies", "127.0.0.1",
            "--authority-timeout", str(AUTHORITY_SECONDS), "--data-directory", running.folder / self.name,
            "--log-level", "notice"]
        self.start()

    def start(self):
        self.process = self.running.start(self.name, self.command, [self.port], self.environment)
        deadline = time.monotonic() + 20
        while not self.is_ready():
            if time.monotonic() > deadline:
                raise SystemExit(f"{self.name} is not ready after 20 s")
            time.sleep(0.05)

    def is_ready(self):
        try:
            return get(self.port, "/readyz").status == 200
        except (OSError, http.client.HTTPException):
            return False

    def end(self, number):
        """Sends a signal and waits until the process has ended."""
        self.process.send_signal(number)
        status = self.process.wait(timeout=20)
        self.running.processes.remove(self.process)
        if status != (0 if number == signal.SIGTERM else -number):
            raise SystemExit(f"{self.name} ended with {status}")


class Balancer:
    """HAProxy with the project's file, at addresses of its own."""

    def __init__(self, running, port, replicas):
        self.running = running
        text = (ROOT / "deploy/haproxy/haproxy.cfg").read_text()
        if os.geteuid() != 0:
            text = re.sub(r"^    (user|group) .*\n", "", text, flags=re.M)
        certificate, self.secure_port = running.folder / "site.pem", free_port()
        make_certificate(certificate, certificate, "-subj", "/CN=localhost")
        plain, secure = f"    bind 127.0.0.1:{port}", f"    bind 127.0.0.1:{self.secure_port} ssl crt {certificate}"
        text = re.sub(r"^    bind :443 ssl crt \S+", f"{plain}\n{secure}", text, flags=re.M)
        text = re.sub(r"^    bind :80\n", "", text, flags=re.M)
        listed = "".join(f"    server {each.name} 127.0.0.1:{each.port}\n" for each in replicas)
        text = re.sub(r"(^    server .*\n)+", listed, text, flags=re.M)
        self.socket = running.folder / "haproxy.sock"
        text = re.sub(r"stats socket \S+", f"stats socket {self.socket}", text)
        file = running.folder / "haproxy.cfg"
        file.write_text(text)
        self.process = running.start("haproxy", ["haproxy", "-f", file, "-db"], [port])

    def close(self):
        self.running.stop(self.process)

    def command(self, text):
        """The response to a command of HAProxy's runtime interface."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(self.socket))
            connection.sendall(f"{text}\n".encode())
            return b"".join(iter(lambda: connection.recv(65536), b"")).decode()

    def drain(self, replica):
        """Gives a replica no more requests, and waits until it has responded to those that it got."""
        self.command(f"set server ready/{replica.name} state drain")
        deadline = time.monotonic() + 20
        while self.requests(replica):
            if time.monotonic() > deadline:
                raise SystemExit(f"{replica.name} still has requests after 20 s")
            time.sleep(0.02)

    def requests(self, replica):
        """How many requests are at a replica."""
        rows = csv.DictReader(self.command("show stat").lstrip("# ").splitlines())
        return next(int(row["scur"]) for row in rows if (row["pxname"], row["svname"]) == ("ready", replica.name))

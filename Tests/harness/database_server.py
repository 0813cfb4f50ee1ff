"""Databases that can be stopped: Debian's PostgreSQL in a folder of its own, and an SQLite file that is locked."""

import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

from harness.ports import free_ports


class PostgreSQL:
    """A server as a user who is not root."""

    def __init__(self):
        self.binaries = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-postgresql-"))
        [self.port] = free_ports(1)
        # It runs the server in its own place, so that signals reach it.
        self.user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
        if self.user:
            shutil.chown(self.folder, "nobody")
        subprocess.run(
            [*self.user, self.binaries / "initdb", "-D", self.folder / "data", "-A", "trust", "-U", "latchkey"],
            check=True, stdout=subprocess.DEVNULL, cwd="/")
        # This user alone needs a password.
        rules = self.folder / "data/pg_hba.conf"
        rules.write_text(f"host all app 127.0.0.1/32 scram-sha-256\n{rules.read_text()}")
        self.start()

    def url(self, user="latchkey"):
        return f"postgresql://{user}@127.0.0.1:{self.port}/postgres"

    def run(self, sql):
        subprocess.run(
            [self.binaries / "psql", "-q", "-v", "ON_ERROR_STOP=1", "-c", sql, self.url()], check=True, stdout=subprocess.DEVNULL)

    def value(self, sql):
        """The one value that a statement gives, as text."""
        return subprocess.run(
            [self.binaries / "psql", "-qAt", "-v", "ON_ERROR_STOP=1", "-c", sql, self.url()], check=True,
            stdout=subprocess.PIPE, text=True).stdout.strip()

    def start(self):
        self.process = subprocess.Popen(
            [*self.user, self.binaries / "postgres", "-D", self.folder / "data", "-k", self.folder,
             "-h", "127.0.0.1", "-p", str(self.port)],
            stderr=subprocess.DEVNULL, cwd="/", start_new_session=True)
        deadline = time.monotonic() + 60
        while subprocess.run(
                [self.binaries / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]).returncode != 0:
            assert self.process.poll() is None and time.monotonic() < deadline, "PostgreSQL doesn't start"
            time.sleep(0.05)

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=60)

    def freeze(self):
        """From now on the server accepts connections and says nothing."""
        self.signal_all(signal.SIGSTOP)

    def thaw(self):
        self.signal_all(signal.SIGCONT)

    def signal_all(self, number):
        # Each of the server's processes leads a group of its own.
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for pid in [self.process.pid, *map(int, children)]:
            os.kill(pid, number)

    def close(self):
        if self.process.poll() is None:
            self.thaw()
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class LockedFile:
    """The lock that a program takes which writes to an SQLite file."""

    def __init__(self, path):
        # A request may hold the lock just now.
        self.connection = sqlite3.connect(path, isolation_level=None, timeout=30, check_same_thread=False)
        self.connection.execute("BEGIN IMMEDIATE")

    def release(self):
        self.connection.execute("ROLLBACK")
        self.connection.close()

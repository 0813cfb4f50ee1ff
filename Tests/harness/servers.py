"""Starts servers, and ends them however the program that started them ends."""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from harness.ports import free_port
from harness.usage import family

# Debian has servers in a folder that is not on every user's path.
os.environ["PATH"] += ":/usr/sbin"
CLIENT = {"LATCHKEY_CLIENT_ID": "benchmark", "LATCHKEY_CLIENT_SECRET": "benchmark-secret"}


def wait_for(port, process=None):
    # A minute, because a program in callgrind starts slowly.
    for _ in range(1200):
        with socket.socket() as s:
            if s.connect_ex(("127.0.0.1", port)) == 0:
                return
        if process and process.poll() is not None:
            break
        time.sleep(0.05)
    raise SystemExit(f"nothing listens on {port}")


class Servers:
    """The child processes and their temporary folder."""

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-servers-"))
        self.folder.chmod(0o755)
        self.processes = []
        # What else is to be closed, in this order.
        self.others = []
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda number, _: sys.exit(128 + number))
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            self.stop(process)
        for other in self.others:
            other.close()
        # One that was interrupted while it started is in no list.
        for pid in family(os.getpid())[1:]:
            os.kill(pid, signal.SIGTERM)
        shutil.rmtree(self.folder, ignore_errors=True)

    def launch(self, name, command, environment=None):
        """Starts a server in a session of its own, without waiting for it.

        Linux divides the CPU time among sessions before it divides that of each among its processes (sched(7),
        autogroup). In one session a server with many threads would starve the load generator.
        """
        # The system ends the server if this process is killed.
        with self.log(name).open("ab") as output:
            process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "TERM", *map(str, command)], cwd=self.folder, stdout=output,
                stderr=output, stdin=subprocess.DEVNULL, env=os.environ | (environment or {}), start_new_session=True)
        self.processes.append(process)
        return process

    def start(self, name, command, ports, environment=None):
        """Starts a server and waits until it listens on its ports."""
        process = self.launch(name, command, environment)
        try:
            for port in ports:
                wait_for(port, process)
        except SystemExit as fault:
            raise SystemExit(f"{name} does not start: {fault}\n{self.log(name).read_text()[-2000:]}") from fault
        return process

    def log(self, name):
        return self.folder / f"{name}.log"

    def stop(self, process):
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if process in self.processes:
            self.processes.remove(process)

    def latchkey(self, name, program, api, authority=None, log_level="warning"):
        """Starts Latchkey with a tasks API elsewhere. The process, its port, and that of its own provider, if any."""
        port, identity = free_port(), None if authority else free_port()
        command = latchkey_command(program, self.folder / name, port, api, authority, log_level)
        command += [] if authority else ["--identity-listen", f"127.0.0.1:{identity}"]
        return self.start(name, command, [port] if authority else [port, identity], CLIENT), port, identity


def latchkey_command(program, data, port, api, authority=None, log_level="warning"):
    return [program, "serve", "--listen", f"127.0.0.1:{port}", "--task-web-api", api, "--data-directory", data,
            "--log-level", log_level, *(["--authority", authority] if authority else [])]

"""Connections of browsers leave the program the files that it needs for everything else."""

import contextlib
import os
import socket
import time

import requests

from conftest import Latchkey


class WithFewFiles(Latchkey):
    wrapper = "prlimit", "--nofile=200"

    def open_files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


def test_connections_wait_before_the_last_file_is_open(own_latchkey):
    program = own_latchkey(WithFewFiles)
    health = f"{program.url}/healthz"
    with requests.Session() as earlier, contextlib.ExitStack() as clients:
        assert earlier.get(health, timeout=10).status_code == 200
        wanted = program.open_files() + 99
        for _ in range(240):
            clients.enter_context(socket.create_connection(("127.0.0.1", program.port), timeout=10))
        deadline = time.monotonic() + 10
        while program.open_files() < wanted:
            assert time.monotonic() < deadline, "it serves fewer connections than it may"
            time.sleep(0.01)
        # The other servers of the program accept connections, and connections that are there are served.
        for _ in range(3):
            assert requests.get(program.api_url, timeout=5).status_code == 401
            assert requests.get(program.identity_url, timeout=5).status_code == 404
            assert earlier.get(f"{program.url}/readyz", timeout=5).json()
    assert requests.get(health, timeout=10).status_code == 200
    log = (program.folder / "log").read_text()
    assert "maxConnections: only 200 files may be open here, which leaves room for 100 connections" in log

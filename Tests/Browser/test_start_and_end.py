"""SIGTERM and SIGINT in the first moments of a start end the program with exit code 0."""

import contextlib
import fcntl
import os
import pathlib
import re
import signal
import socket
import sqlite3
import subprocess
import time

import pytest
import requests

from harness import PROGRAM
from harness.ports import free_ports


@contextlib.contextmanager
def starting(folder, **settings):
    """A program that has just been started; nothing of it is waited for."""
    names = ("listen", "identity-listen", "api-listen")
    options = {name: f"127.0.0.1:{port}" for name, port in zip(names, free_ports(3))} | settings
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LATCHKEY_")}
    with subprocess.Popen(
            [PROGRAM, "serve", *words], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for_handler(process, number):
    """Waits until the process handles a signal itself, which is its first statement and so comes before its second thread.

    Until its loader is done, the system's default action holds.
    """
    deadline = time.monotonic() + 30
    while True:
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        if int(re.search(r"^SigCgt:\s*([0-9a-f]+)$", status, re.M)[1], 16) >> (number - 1) & 1:
            return
        assert re.search(r"^Threads:\s*1$", status, re.M), "something was started before the signal was handled"
        assert process.poll() is None and time.monotonic() < deadline, "the signal is never handled"


def expect_end(process, number):
    sent = time.monotonic()
    process.send_signal(number)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 0, said
    # Less than the time after which a process that hangs is ended.
    assert time.monotonic() - sent < 9
    assert not re.search("fatal|crash|stack|panic|terminat", said, re.I), said


def test_a_hang_up_in_the_first_moments_does_not_end_the_program(tmp_path):
    with starting(tmp_path) as process:
        wait_for_handler(process, signal.SIGTERM)
        process.send_signal(signal.SIGHUP)
        assert any(line.startswith("Latchkey ") for line in process.stdout)
        expect_end(process, signal.SIGTERM)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_program_ends_well_at_any_moment_of_its_start(tmp_path, number):
    for step in range(16):
        with starting(tmp_path) as process:
            wait_for_handler(process, number)
            # Spread over the whole start, which takes some tenths of a second.
            time.sleep(step * 0.02)
            expect_end(process, number)


def test_the_program_ends_well_while_it_waits_for_a_lock(tmp_path):
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    folder = os.open(data, os.O_RDONLY)
    try:
        # What a process holds that opens a database in the same folder.
        fcntl.flock(folder, fcntl.LOCK_EX)
        with starting(tmp_path, **{"data-directory": str(data)}) as process:
            wait_for_handler(process, signal.SIGTERM)
            expect_end(process, signal.SIGTERM)
    finally:
        os.close(folder)


def test_the_program_starts_while_another_has_the_database_locked(tmp_path):
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    site = f"127.0.0.1:{free_ports(1)[0]}"

    def found(path):
        with contextlib.suppress(requests.ConnectionError):
            return requests.get(f"http://{site}{path}", timeout=10)

    def wait_for(path, condition):
        deadline = time.monotonic() + 30
        while not ((response := found(path)) is not None and condition(response)):
            assert process.poll() is None and time.monotonic() < deadline, response and response.text
            time.sleep(0.1)

    with contextlib.closing(sqlite3.connect(data / "latchkey.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with starting(tmp_path, **{"data-directory": str(data), "listen": site}) as process:
            wait_for("/healthz", lambda response: response.status_code == 200)
            ready = found("/readyz")
            assert (ready.status_code, ready.json()["dependencies"]["database"]) == (503, "away")
            other.execute("ROLLBACK")
            wait_for("/readyz", lambda response: response.json()["dependencies"]["database"] == "ready")
            expect_end(process, signal.SIGTERM)


def test_the_program_ends_well_while_a_database_server_is_silent(tmp_path):
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        url = f"postgresql://latchkey@127.0.0.1:{server.getsockname()[1]}/none"
        with starting(tmp_path, database=url) as process:
            # The start has come as far as the server, which accepts the connection and then says nothing.
            server.settimeout(30)
            connection, _ = server.accept()
            with connection:
                expect_end(process, signal.SIGTERM)

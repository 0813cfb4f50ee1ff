"""The program as its operator meets it: how it starts and ends."""

import fcntl
import json
import os
import pathlib
import re
import signal
import socket
import subprocess

import pytest
import requests

from harness import PROGRAM, ROOT
from harness.ports import free_ports


def test_the_program_exits_with_zero_on_a_signal(own_latchkey):
    assert own_latchkey().stop() == 0


def test_a_port_in_use_is_one_line_and_nothing_is_started(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        listen = f"127.0.0.1:{taken.getsockname()[1]}"
        site, identity = free_ports(2)
        options = ["--listen", f"127.0.0.1:{site}", "--identity-listen", f"127.0.0.1:{identity}", "--api-listen", listen]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("LATCHKEY_")}
        done = subprocess.run([PROGRAM, "serve", *options], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(rf"latchkey: apiListen: {re.escape(listen)} .*in use.*\n", done.stderr), done.stderr


def test_the_program_knows_its_arguments_without_proc(tmp_path):
    hidden = ["unshare", "--map-root-user", "--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]
    if subprocess.run([*hidden, "true"], capture_output=True).returncode:
        pytest.skip("the system lets no process have mounts of its own")
    for _ in range(5):
        done = subprocess.run([*hidden, PROGRAM, "--version"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
        # libdispatch counts the threads of its pool there, and now and then does so before the command has ended.
        if done.returncode != -signal.SIGILL:
            break
    assert re.fullmatch(r"latchkey \S+\n", done.stdout), done.stderr


@pytest.mark.parametrize("command", [["key"], ["--help"], ["--version"], ["manual"], ["completions", "bash"], ["check", "--settings-only"], ["selftest"]])
def test_output_that_is_lost_is_a_failure(command):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LATCHKEY_")}
    with open("/dev/full", "w") as full:
        done = subprocess.run([PROGRAM, *command], env=environment, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 1
    assert re.fullmatch("(latchkey: standard output can't be written: .*space.*\n)+", done.stderr), done.stderr


def test_streams_that_are_closed_at_the_start_are_no_connections_later(tmp_path):
    closed = ["sh", "-c", 'exec "$@" <&- 2>&-', "sh"]
    site, identity, api = (f"127.0.0.1:{port}" for port in free_ports(3))
    options = ["--listen", site, "--identity-listen", identity, "--api-listen", api, "--data-directory", tmp_path / "data"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LATCHKEY_")}
    with subprocess.Popen(
            [*closed, PROGRAM, "serve", *options], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert any(line.startswith("Latchkey ") for line in process.stdout)
            assert [os.readlink(f"/proc/{process.pid}/fd/{number}") for number in (0, 2)] == ["/dev/null"] * 2
        finally:
            process.kill()


def test_the_program_ends_in_time_although_its_log_is_not_read(tmp_path):
    listen, identity, api = (f"127.0.0.1:{port}" for port in free_ports(3))
    options = ["--listen", listen, "--identity-listen", identity, "--api-listen", api, "--data-directory", tmp_path / "data"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LATCHKEY_")}
    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
    with subprocess.Popen(
            [PROGRAM, "serve", *options], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=writing, text=True) as process:
        os.close(writing)
        try:
            assert any(line.startswith("Latchkey ") for line in process.stdout)
            with pytest.raises(requests.Timeout):
                for _ in range(200):
                    requests.get(f"http://{listen}/keys", timeout=2)
            process.terminate()
            assert process.wait(timeout=10) == 0
        finally:
            process.kill()
            os.close(reading)


def test_an_option_and_a_variable_of_another_encoding_are_refused(tmp_path):
    done = subprocess.run(
        [os.fsencode(PROGRAM), b"check", b"--settings-only", b"--client-secret=caf\xe9"], cwd=tmp_path,
        env={b"LATCHKEY_CLIENT_ID": b"\xe9"}, capture_output=True, text=True, timeout=60)
    lines = [f"latchkey: {name}: has U+FFFD, or bytes that aren't UTF-8\n" for name in ["--client-secret", "LATCHKEY_CLIENT_ID"]]
    assert (done.returncode, done.stderr) == (78, "".join(lines))


@pytest.mark.parametrize("names", [["clientKeyFile"], ["tlsCertificateFile", "tlsKeyFile"], ["caFile"]])
def test_a_certificate_or_a_key_that_cannot_be_used_is_one_line_and_78(tmp_path, names):
    options = {"authority": "https://login.example", "client-id": "c"}
    for name in names:
        kind = "PRIVATE KEY" if name.endswith("KeyFile") else "CERTIFICATE"
        file = tmp_path / f"{name}.pem"
        file.write_text(f"-----BEGIN {kind}-----\nAAAA\n-----END {kind}-----\n")
        options[re.sub("[A-Z]", lambda capital: f"-{capital[0].lower()}", name)] = str(file)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LATCHKEY_")}
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    done = subprocess.run([PROGRAM, "serve", *words], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (78, "")
    assert re.fullmatch(rf"latchkey: {names[0]}: [^\n]+\n", done.stderr), done.stderr
    assert not (tmp_path / ".latchkey").exists()


def test_a_client_secret_that_is_set_is_the_one_at_the_development_identity_provider(own_latchkey):
    latchkey = own_latchkey(**{"client-id": "c", "client-secret": "s3cret"})
    metadata = requests.get(f"{latchkey.identity_url}/dev.example/v2.0/.well-known/openid-configuration?p=b2c_1_sign_in", timeout=30).json()
    form = {"grant_type": "refresh_token", "refresh_token": "none"}
    for secret, problem in (("s3cret", "invalid_grant"), ("other", "invalid_client")):
        response = requests.post(metadata["token_endpoint"], form, auth=("c", secret), timeout=30)
        assert response.json()["error"] == problem, response.text


def test_no_core_of_the_program_is_written(own_latchkey):
    limits = pathlib.Path(f"/proc/{own_latchkey().process.pid}/limits").read_text()
    assert re.search(r"Max core file size +0 +0 ", limits), limits


def test_a_hang_up_during_the_start_is_handled_once_the_program_runs(tmp_path):
    site, identity, api = (f"127.0.0.1:{port}" for port in free_ports(3))
    options = ["--listen", site, "--identity-listen", identity, "--api-listen", api, "--user-id", "somebody"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LATCHKEY_")}
    with subprocess.Popen(
            [PROGRAM, "serve", *options], cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            # That this name is passed over is said before anything is started.
            assert "userId" in process.stderr.readline()
            process.send_signal(signal.SIGHUP)
            assert any("were reloaded" in line for line in process.stderr)
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_repeated_check_prints_its_findings_and_ends_with_zero_at_a_signal(tmp_path, number):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LATCHKEY_")}
    with subprocess.Popen(
            [PROGRAM, "check", "--watch", "--settings-only"], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            lines = [process.stdout.readline() for _ in range(5)]
            assert all(line.startswith("good  ") for line in lines), lines
            process.send_signal(number)
            assert process.wait(10) == 0
        finally:
            process.kill()


def test_start_reloads_and_end_are_events_in_the_log(tmp_path):
    site, identity, api = (f"127.0.0.1:{port}" for port in free_ports(3))
    options = ["--listen", site, "--identity-listen", identity, "--api-listen", api, "--log-format", "json"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LATCHKEY_")}
    with subprocess.Popen(
            [PROGRAM, "serve", *options], cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            lines = (json.loads(line) for line in process.stderr if line.startswith("{"))
            events = (line for line in lines if "event" in line.get("metadata", {}))
            started = next(events)
            assert (started["metadata"]["event"], started["metadata"]["listen"]) == ("start", site), started
            process.send_signal(signal.SIGHUP)
            reloaded = next(events)
            assert (reloaded["metadata"]["event"], reloaded["metadata"]["part"]) == ("reload", "session keys"), reloaded
            (tmp_path / ".latchkey" / "session-keys").unlink()
            process.send_signal(signal.SIGHUP)
            failed = next(event for event in events if event["metadata"]["event"] != "reload")
            assert (failed["metadata"]["event"], failed["level"]) == ("reload_failed", "error"), failed
            assert "session-keys is missing" in failed["message"], failed
            process.send_signal(signal.SIGTERM)
            assert [event["metadata"]["event"] for event in events][-1] == "stop"
            assert process.wait(timeout=30) == 0
        finally:
            process.kill()


def test_the_versions_in_a_build_are_printed_one_a_line():
    build = pathlib.Path(PROGRAM).absolute().parents[1]
    make = subprocess.run(["make", "-s", "versions", f"BUILD={build}"], cwd=ROOT, capture_output=True, text=True, check=True)
    printed = make.stdout.splitlines()
    assert printed == sorted(printed)
    assert any(re.fullmatch(r"hummingbird 2\.\d+\.\d+", line) for line in printed), printed

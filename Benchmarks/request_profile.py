#!/usr/bin/env python3
"""Profiles requests for profile-guided optimization.

    make request-profile        # installs what it needs, builds, writes Benchmarks/requests.profdata.xz

The program is built so that it counts how often each branch is taken. By these counts the compiler inlines what runs
often, places it together, and makes small what never runs. A function that was changed since is compiled without counts.

The requests are pages, sign-ins and calls of the tasks API, with the log at `info`, its default, and over HTTPS with
HTTP/1.1 and HTTP/2. Code that they don't run gains nothing, so a common use that is missing here has to be added. The
machine need not be quiet.
"""

import argparse
import lzma
import os
import pathlib
import shutil
import subprocess

import peers
import servers
import signing_in
from certificates import make_certificate
from load import full
from plan import Site
from sign_in_load import sign_ins
from tasks_api import DATABASES, TasksAPI

FILE = servers.ROOT / "Benchmarks/requests.profdata.xz"


def send_requests(running, program, seconds):
    """Sends each kind of request for some seconds; the processes whose counts are wanted."""
    _, port = peers.tasks_api(running, [10])
    list_url = f"http://127.0.0.1:{port}/10/tasks"
    pages, port, _ = running.latchkey("pages", program, list_url, log_level="info")
    site = Site(pages.pid, port, signing_in.sign_in(port))
    for path in ("/tasks", "/keys", "/signed-out", "/healthz"):
        full(site.subject(path, path, ""), seconds)
    authority = f"{running.provider()}/900"
    signing, port, _ = running.latchkey("sign-ins", program, list_url, authority)
    sign_ins(signing.pid, port, 1000 * seconds)
    apis = [TasksAPI(running, program, authority, database) for database in DATABASES]
    for api in apis:
        for subject in api.subjects()[1:]:
            full(subject, seconds)
    secure, url = https(running, program, list_url, authority)
    for load in (["wrk", "-t1", "-c32", f"-d{seconds}s"], ["h2load", "-c8", "-m4", f"-D{seconds}"]):
        subprocess.run([*load, f"{url}/signed-out"], check=True, capture_output=True)
    return [pages, signing, *(api.process for api in apis), secure]


def https(running, program, list_url, authority):
    """Starts Latchkey with HTTPS; its process and URL."""
    certificate, key = running.folder / "certificate.pem", running.folder / "key.pem"
    make_certificate(certificate, key, "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    port = servers.free_port()
    command = servers.latchkey_command(program, running.folder / "secure", port, list_url, authority, "info")
    command += ["--tls-certificate-file", certificate, "--tls-key-file", key]
    return running.start("secure", command, [port], servers.CLIENT), f"https://localhost:{port}"


def merged(running, processes):
    """The counts of all processes in one file, which they write when they end."""
    swift = shutil.which("swift")
    tool = swift and pathlib.Path(swift).resolve().with_name("llvm-profdata")
    if not tool or not tool.exists():
        raise SystemExit("llvm-profdata is not next to swift: put the Swift toolchain's usr/bin first on the PATH")
    for process in processes:
        running.stop(process)
    counts = [running.folder / f"{process.pid}.profraw" for process in processes]
    if missing := [file.name for file in counts if not file.exists()]:
        raise SystemExit(f"no counts of {', '.join(missing)}: was the program built by make request-profile?")
    output = running.folder / "requests.profdata"
    subprocess.run([tool, "merge", "-o", output, *counts], check=True)
    return output.read_bytes()


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", type=pathlib.Path, required=True, help="a latchkey that counts")
    arguments.add_argument("--seconds", type=int, default=4, help="of each kind of request")
    arguments.add_argument("--write", type=pathlib.Path, default=FILE, metavar="FILE")
    options = arguments.parse_args()
    with servers.Servers() as running:
        os.environ["LLVM_PROFILE_FILE"] = str(running.folder / "%p.profraw")
        processes = send_requests(running, options.program.resolve(), options.seconds)
        counts = lzma.compress(merged(running, processes), preset=9 | lzma.PRESET_EXTREME)
    options.write.write_bytes(counts)
    print(f"{len(counts):,} bytes")


if __name__ == "__main__":
    main()

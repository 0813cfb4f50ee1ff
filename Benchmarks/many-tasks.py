#!/usr/bin/env python3
"""Measures the first byte of a task page of somebody with ten thousand tasks, beside that of somebody with 250.

    make benchmark-many-tasks           # builds in release mode, runs this
    Benchmarks/many-tasks.py --tasks 10000 --beside 250 --rounds 200

Both pages come from one program with its own tasks API on SQLite; the two people's requests take turns over one kept connection each. Beside the
first page, the last one of the many is measured, and what their page says of how many are left is compared with what was added.
"""

import argparse
import concurrent.futures
import http.client
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
import time
import urllib.parse

from servers import PROGRAM, free_port, wait_for
from signing_in import sign_in


class Person:
    """Somebody who is signed in, with one kept connection."""

    def __init__(self, port, email):
        self.port = port
        self.cookie = sign_in(port, email)
        self.connection = http.client.HTTPConnection("localhost", port)

    def first_byte(self, path="/tasks"):
        """Seconds from the request to the first byte of its answer, and the answer."""
        began = time.perf_counter()
        self.connection.request("GET", path, headers={"Cookie": self.cookie, "Accept": "text/html"})
        response = self.connection.getresponse()
        took = time.perf_counter() - began
        html = response.read().decode()
        if response.status != 200:
            raise SystemExit(f"{path} answered {response.status}")
        return took, html

    def add(self, texts):
        token = re.search(r'name=csrf value="([^"]+)"', self.first_byte()[1])[1]
        connection = http.client.HTTPConnection("localhost", self.port)
        for text in texts:
            body = urllib.parse.urlencode({"csrf": token, "task": text})
            connection.request("POST", "/tasks", body, {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"})
            response = connection.getresponse()
            response.read()
            if response.status != 303:
                raise SystemExit(f"adding answered {response.status}")


def last_page(person):
    """The path of the last page, found by the links."""
    path = "/tasks"
    while more := re.search(r'href="([^"]*after=[^"]*)"[^>]*rel="?next', person.first_byte(path)[1]):
        path = more[1].replace("&amp;", "&")
    return path


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", default=PROGRAM)
    arguments.add_argument("--tasks", type=int, default=10_000)
    arguments.add_argument("--beside", type=int, default=250)
    arguments.add_argument("--rounds", type=int, default=200)
    o = arguments.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-many-tasks-"))
    ports = [free_port() for _ in range(3)]
    process = subprocess.Popen(
        [o.program, "serve", *(word for name, port in zip(("listen", "identity-listen", "api-listen"), ports)
                               for word in (f"--{name}", f"127.0.0.1:{port}")),
         "--data-directory", str(folder / "data"), "--log-level", "warning"], cwd=folder, stdout=subprocess.DEVNULL)
    try:
        for port in ports:
            wait_for(port, process)
        Person(ports[0], "bob@dev.example").add(f"Task number {i}" for i in range(o.beside))
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda part: Person(ports[0], "alice@dev.example").add(f"Task number {i}" for i in range(part, o.tasks, 4)), range(4)))
        # A connection that had idled meanwhile would be closed by now.
        few, many = Person(ports[0], "bob@dev.example"), Person(ports[0], "alice@dev.example")
        counter = re.search(r"data-counter[^>]*>([^<]*)", many.first_byte()[1])[1]
        if not counter.startswith(f"{o.tasks} "):
            raise SystemExit(f"the counter of {o.tasks} tasks says: {counter}")
        last = last_page(many)
        subjects = {f"{o.beside} tasks": (few, "/tasks"), f"{o.tasks} tasks": (many, "/tasks"), f"{o.tasks} tasks, last page": (many, last)}
        times = {name: [] for name in subjects}
        for _ in range(o.rounds):
            for name, (person, path) in subjects.items():
                times[name].append(person.first_byte(path)[0] * 1000)
        base = statistics.median(times[f"{o.beside} tasks"])
        print(f"first byte, medians of {o.rounds} requests that took turns; the counter says: {counter}")
        for name, taken in times.items():
            print(f"{name:28}{statistics.median(taken):8.2f} ms{statistics.median(taken) / base:7.2f} of {o.beside} tasks' (goal: at most 2)")
        if max(statistics.median(taken) for taken in times.values()) > 2 * base:
            raise SystemExit("the goal is missed")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()

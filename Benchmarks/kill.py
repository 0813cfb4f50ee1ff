#!/usr/bin/env python3
"""Kills the program with SIGKILL while people sign in and change their tasks, starts it again, and looks whether anything was lost.

    make trial-kill                     # builds in release mode, runs this on SQLite and on PostgreSQL
    Benchmarks/kill.py --database sqlite --sign-ins 100 --changes 1000 --kills 8

The development identity provider and the tasks API run in the same process, so all three are killed at once. A sign-in or change that got no
answer is tried again; what counts is what was answered: each such change has to be there at the end, and each person has to be signed in still.
It ends with 1 if that isn't so. PostgreSQL is Debian's, started in a folder of its own.
"""

import argparse
import html
import http.client
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Benchmarks"))
import page  # noqa: E402

WORKERS = 8
PEOPLE = ["alice@dev.example", "bob@dev.example"]


class Trouble(Exception):
    """No answer, or one that says to try again."""


class Browser:
    """Keeps cookies by name, as all servers here are `localhost`; follows nothing by itself."""

    def __init__(self, port):
        self.port = port
        self.cookies = {}
        self.csrf = None

    def send(self, method, url, form=None):
        parts = urllib.parse.urlsplit(url)
        connection = http.client.HTTPConnection("localhost", parts.port or self.port, timeout=20)
        headers = {"Accept": "text/html", "Sec-Fetch-Mode": "navigate", "Cookie": "; ".join(f"{n}={v}" for n, v in self.cookies.items())}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        try:
            connection.request(method, target, urllib.parse.urlencode(form) if form is not None else None, headers)
            answer = connection.getresponse()
            body = answer.read().decode()
        except (OSError, http.client.HTTPException) as fault:
            raise Trouble(str(fault)) from fault
        finally:
            connection.close()
        for name, value, rest in re.findall(r"^([^=]+)=([^;]*)(.*)$", "\n".join(answer.headers.get_all("Set-Cookie") or []), re.M):
            if re.search(r"max-age=0\b", rest, re.I):
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        if answer.status >= 500:
            raise Trouble(f"{answer.status}")
        return answer.status, answer.headers.get("Location"), body

    def sign_in(self, person):
        self.cookies = {}
        url = f"http://localhost:{self.port}/sign-in"
        for _ in range(8):
            status, location, body = self.send("GET", url)
            if status == 303 or status == 302:
                url = urllib.parse.urljoin(url, location)
                continue
            if "data-user" in body:
                self.csrf = html.unescape(re.search(r'name=csrf value="([^"]*)"', body)[1])
                return
            form = re.search(r'<form[^>]*action="([^"]*)"[^>]*>(.*?)</form>', body, re.S)
            if status != 200 or 'name="password"' not in body:
                raise Trouble(f"{status} at {urllib.parse.urlsplit(url).path}")
            fields = {html.unescape(n): html.unescape(v)
                      for n, v in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form[2])}
            fields |= {"email": person, "password": "latchkey"}
            status, location, body = self.send("POST", urllib.parse.urljoin(url, html.unescape(form[1])), fields)
            if not location:
                raise Trouble(f"the provider answered {status}")
            url = urllib.parse.urljoin(url, location)
        raise Trouble("a sign-in without end")

    def change(self, path, fields):
        """Posts a form; `True` where it was done, `False` where it had been done before and nothing is left to do."""
        status, location, _ = self.send("POST", f"http://localhost:{self.port}{path}", fields | {"csrf": self.csrf})
        if status == 303 and location.startswith("/tasks"):
            return True
        if status == 404:
            return False
        raise SystemExit(f"LOST: {path} answered {status} {location}")

    def tasks(self):
        """All tasks of the person: text → (id, whether it is completed); `None` where nobody is signed in."""
        found, path = {}, "/tasks"
        while path:
            status, location, body = self.send("GET", f"http://localhost:{self.port}{path}")
            if status != 200:
                return None
            for identifier, completed, rest in re.findall(r'<li[^>]*data-task-id="([^"]*)"[^>]*data-completed="([^"]*)"(.*?)(?=<li|</ul>)', body, re.S):
                text = re.search(r" data-task [^>]*>([^<]*)<", rest)
                found.setdefault(html.unescape(text[1]).strip(), []).append((identifier, completed == "true"))
            following = re.search(r'href="(/tasks\?[^"]*after=[^"]*)"', body)
            path = html.unescape(following[1]) if following else None
        return found


class Program:
    def __init__(self, program, folder, database):
        self.ports = [page.free_port() for _ in range(3)]
        names = ["--listen", "--identity-listen", "--api-listen"]
        self.command = [program, "serve", "--data-directory", str(folder / "data"), "--log-level", "error"]
        for name, port in zip(names, self.ports):
            self.command += [name, f"127.0.0.1:{port}"]
        if database:
            self.command += ["--database", database]
        self.folder = folder
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, cwd=self.folder, stdout=subprocess.DEVNULL)
        for port in self.ports:
            page.wait_for(port)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.start()


def patiently(action):
    """Does something until it is answered; how often it got no answer."""
    for tries in range(200):
        try:
            return action(), tries
        except Trouble:
            time.sleep(0.05)
    raise SystemExit("nothing answers any more")


class Trial:
    def __init__(self, program, sign_ins, changes):
        self.program, self.sign_ins, self.changes = program, sign_ins, changes
        self.lock = threading.Lock()
        self.browsers, self.expected, self.deleted = [], {}, set()
        self.done = self.unanswered = 0
        self.faults = []

    def count(self, tries):
        with self.lock:
            self.done += 1
            self.unanswered += tries

    def session(self, number):
        person = PEOPLE[number % 2]
        browser = Browser(self.program.ports[0])
        _, tries = patiently(lambda: browser.sign_in(person))
        self.count(tries)
        with self.lock:
            self.browsers.append((person, browser))
        each = self.changes // self.sign_ins
        adds = max(1, each * 7 // 10)
        texts = [f"{number} {n}" for n in range(adds)]
        for text in texts:
            _, tries = patiently(lambda: browser.change("/tasks", {"task": text}))
            self.count(tries)
            with self.lock:
                self.expected[(person, text)] = False
        listed, _ = patiently(browser.tasks)
        if listed is None:
            raise SystemExit("LOST: a person was signed out")
        missing = [text for text in texts if text not in listed]
        if missing:
            raise SystemExit(f"LOST: {len(missing)} tasks that had been added")
        for n in range(each - adds):
            text = texts[n % len(texts)]
            if n % 3 == 2:
                for identifier, _ in listed.get(text, []):
                    patiently(lambda: browser.change(f"/tasks/{identifier}/delete", {}))
                with self.lock:
                    self.deleted.add((person, text))
            else:
                for identifier, _ in listed.get(text, []):
                    patiently(lambda: browser.change(f"/tasks/{identifier}", {"completed": "true"}))
                with self.lock:
                    self.expected[(person, text)] = True
            self.count(0)

    def work(self, numbers):
        try:
            for number in numbers:
                self.session(number)
        except SystemExit as fault:
            self.faults.append(str(fault))
        except Exception as fault:  # noqa: BLE001 a thread's fault has to fail the trial
            self.faults.append(repr(fault))

    def run(self, kills):
        workers = [threading.Thread(target=self.work, args=(range(w, self.sign_ins, WORKERS),)) for w in range(WORKERS)]
        for worker in workers:
            worker.start()
        total, killed = self.sign_ins + self.changes, 0
        while any(worker.is_alive() for worker in workers):
            if killed < kills and self.done >= total * (killed + random.random()) / kills:
                self.program.kill()
                killed += 1
            time.sleep(0.02)
        self.program.kill()
        return killed + 1

    def verdict(self):
        lists = {}
        signed_out = 0
        for person, browser in self.browsers:
            status, _ = patiently(lambda: browser.send("GET", f"http://localhost:{browser.port}/tasks"))
            signed_out += status[0] != 200
            if person not in lists and status[0] == 200:
                lists[person], _ = patiently(browser.tasks)
        lost = 0
        for (person, text), completed in self.expected.items():
            found = lists.get(person, {}).get(text, [])
            if (person, text) in self.deleted:
                lost += bool(found)
            else:
                lost += not found or (completed and not all(done for _, done in found))
        return signed_out, lost


def postgresql(folder):
    """A server of its own, as a user who is not root."""
    binaries = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    data, port = folder / "postgresql", page.free_port()
    data.mkdir()
    # It runs the server in its own place, so that signals reach it.
    other = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
    if other:
        os.chmod(folder, 0o755)
        shutil.chown(data, "nobody")
    subprocess.run(other + [binaries / "initdb", "-D", data / "data", "-A", "trust", "-U", "latchkey"], check=True, stdout=subprocess.DEVNULL, cwd="/")
    server = subprocess.Popen(
        other + [str(binaries / "postgres"), "-D", str(data / "data"), "-p", str(port), "-k", str(data), "-h", "127.0.0.1"],
        stderr=subprocess.DEVNULL, cwd="/")
    page.wait_for(port)
    time.sleep(1)
    return server, f"postgresql://latchkey@127.0.0.1:{port}/postgres"


def trial(options, kind):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-kill-"))
    server, database = postgresql(folder) if kind == "postgresql" else (None, None)
    program = Program(options.program, folder, database)
    try:
        it = Trial(program, options.sign_ins, options.changes)
        begun = time.monotonic()
        kills = it.run(options.kills)
        signed_out, lost = it.verdict()
        print(f"{kind}: {len(it.browsers)} sign-ins and {it.done - len(it.browsers)} changes answered in {time.monotonic() - begun:.0f} s, "
              f"{kills} kills, {it.unanswered} tries without an answer; lost: {lost} changes, {signed_out} sessions")
        for fault in it.faults:
            print(f"{kind}: {fault}")
        return not it.faults and not lost and not signed_out
    finally:
        program.process.send_signal(signal.SIGTERM)
        program.process.wait()
        if server:
            server.send_signal(signal.SIGINT)
            server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", default=str(ROOT / ".build/release/latchkey"))
    arguments.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="both")
    arguments.add_argument("--sign-ins", type=int, default=100)
    arguments.add_argument("--changes", type=int, default=1000)
    arguments.add_argument("--kills", type=int, default=8)
    options = arguments.parse_args()
    kinds = ["sqlite", "postgresql"] if options.database == "both" else [options.database]
    sys.exit(0 if all([trial(options, kind) for kind in kinds]) else 1)


if __name__ == "__main__":
    main()

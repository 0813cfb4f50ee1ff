#!/usr/bin/env python3
"""Kills the program with SIGKILL, or takes its database away, while people use it; then looks what was lost.

    make trial-kill                     # builds in release mode, runs all trials on SQLite and on PostgreSQL
    .venv/bin/python Benchmarks/kill.py --trial outages --database sqlite --sign-ins 100 --changes 1000 --breaks 8

People sign in, change their tasks and sign out. Trials:
  kills      The development identity provider and the tasks API run in the same process: all three are killed at once.
  refreshes  The same with a provider of its own, whose access tokens live for two seconds, so that refreshes are under
             way at each kill.
  outages    The database goes away for some seconds: SQLite's file is locked by another process, PostgreSQL is stopped.
             Somebody signs out meanwhile. Every other time the program is killed before the database returns.

An action that got no response is tried again. What counts is what got one: each such change has to be there at the end,
each person has to be signed in still, and after each sign-out, also one with a page of 503, a copy of the cookies has to
be refused. It ends with 1 if that isn't so, or if a trial takes longer than --seconds.
"""

import argparse
import html
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

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "Benchmarks"), str(ROOT / "Tests/Browser")]
from database_server import LockedFile, PostgreSQL  # noqa: E402
from plain_browser import PlainBrowser, Trouble  # noqa: E402
from provider import SigningInProvider  # noqa: E402
from servers import PROGRAM, free_port, wait_for  # noqa: E402
from tabs import listed  # noqa: E402

WORKERS = 8
PEOPLE = ["alice@dev.example", "bob@dev.example"]
TOKEN_SECONDS = 2


class Browser(PlainBrowser):
    def change(self, path, fields):
        """Posts a form; `True` if it was done, `False` if it had been done before and nothing is left to do."""
        status, location, _ = self.send("POST", path, fields | {"csrf": self.csrf})
        if status == 303 and location.startswith("/tasks"):
            return True
        if status == 404:
            return False
        raise SystemExit(f"LOST: {path} answered {status} {location}")

    def tasks(self):
        """All tasks of the person: text → (id, whether it is completed); `None` if nobody is signed in."""
        found, path = {}, "/tasks"
        while path:
            status, location, body = self.send("GET", path)
            if status != 200:
                return None
            for identifier, is_completed, text in listed(body):
                found.setdefault(text, []).append((identifier, is_completed))
            following = re.search(r'href="(/tasks\?[^"]*after=[^"]*)"', body)
            path = html.unescape(following[1]) if following else None
        return found

    def leave(self):
        """Signs out, also if the page is one of 503."""
        if self.sign_out().status >= 500 and "latchkey" in self.cookies:
            raise Trouble("the sign-out was not done")


class Program:
    def __init__(self, program, folder, settings):
        self.ports = [free_port() for _ in range(3)]
        names = ["--listen", "--identity-listen", "--api-listen"]
        if "--authority" in settings:
            del self.ports[1], names[1]
        self.command = [program, "serve", "--log-level", "critical", "--data-directory", str(folder / "data")] + settings
        for name, port in zip(names, self.ports):
            self.command += [name, f"127.0.0.1:{port}"]
        self.folder = folder
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, cwd=self.folder, stdout=subprocess.DEVNULL)
        for port in self.ports:
            wait_for(port, self.process)

    def kill(self):
        self.process.kill()
        self.process.wait()


def patiently(action):
    """Does something until it is answered; how often it got no answer."""
    deadline, tries = time.monotonic() + 120, 0
    while time.monotonic() < deadline:
        try:
            return action(), tries
        except Trouble:
            tries += 1
            time.sleep(0.05)
    raise SystemExit("nothing answers any more")


class Trial:
    def __init__(self, program, sign_ins, changes, disturb):
        self.program, self.sign_ins, self.changes, self.disturb = program, sign_ins, changes, disturb
        self.lock = threading.Lock()
        self.browsers, self.copies, self.expected, self.deleted = [], [], {}, set()
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
            mine = self.browsers[-1]
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
        if number % 3 == 2:
            with self.lock:
                self.browsers.remove(mine)
            self.sign_out(browser)

    def sign_out(self, browser):
        copy = browser.copy()
        # The one that is tried again comes without cookies if the one before was done.
        patiently(browser.leave)
        with self.lock:
            self.copies.append(copy)

    def work(self, numbers):
        try:
            for number in numbers:
                self.session(number)
        except SystemExit as fault:
            self.faults.append(str(fault))
        except Exception as fault:  # noqa: BLE001 a thread's fault has to fail the trial
            self.faults.append(repr(fault))

    def run(self, breaks, seconds):
        begun = time.monotonic()
        shares = [range(worker, self.sign_ins, WORKERS) for worker in range(WORKERS)]
        workers = [threading.Thread(target=self.work, args=(share,), daemon=True) for share in shares]
        for worker in workers:
            worker.start()
        total, broken = self.sign_ins + self.changes, 0
        while any(worker.is_alive() for worker in workers):
            if time.monotonic() - begun > seconds:
                raise SystemExit(f"the trial takes longer than {seconds} s")
            if broken < breaks and self.done >= total * (broken + random.random()) / breaks:
                self.disturb(broken)
                broken += 1
            time.sleep(0.02)
        self.program.kill()
        self.program.start()
        return broken + 1

    def verdict(self):
        """How many people were signed out, changes are lost, and sign-outs didn't hold."""
        lists = {}
        signed_out = 0
        for person, browser in self.browsers:
            status, _ = patiently(lambda: browser.send("GET", "/tasks"))
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
        let_in = sum(patiently(lambda: copy.send("GET", "/tasks"))[0].status == 200 for copy in self.copies)
        return signed_out, lost, let_in


class Database:
    """What a trial has its data in, and how that goes away and comes back."""

    def __init__(self, kind, folder):
        self.server = PostgreSQL() if kind == "postgresql" else None
        self.path = folder / "latchkey.sqlite"
        self.url = self.server.url() if self.server else f"sqlite:{self.path}"

    def away(self):
        if self.server:
            self.server.stop()
        else:
            self.held = LockedFile(self.path)

    def back(self):
        if self.server:
            self.server.start()
        else:
            self.held.release()

    def close(self):
        if self.server:
            self.server.close()


def trial(options, name, kind):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-kill-"))
    database = Database(kind, folder)
    provider = SigningInProvider("app", TOKEN_SECONDS) if name == "refreshes" else None
    settings = ["--database", database.url]
    if provider:
        settings += ["--authority", provider.url, "--client-id", "app", "--client-secret", "s3cret"]
    program = Program(options.program, folder, settings)

    def disturb(number):
        if name == "outages":
            leaving = Browser(program.ports[0])
            patiently(lambda: leaving.sign_in(PEOPLE[0]))
            database.away()
            it.sign_out(leaving)
            time.sleep(random.uniform(1, 3))
        if name != "outages" or number % 2:
            program.kill()
        if name == "outages":
            database.back()
        if program.process.poll() is not None:
            program.start()

    try:
        it = Trial(program, options.sign_ins, options.changes, disturb)
        begun = time.monotonic()
        breaks = it.run(options.breaks, options.seconds)
        signed_out, lost, let_in = it.verdict()
        refreshes = f", {provider.refreshes} refreshes" if provider else ""
        print(f"{name} on {kind}: {it.sign_ins} sign-ins, {it.done - it.sign_ins} changes and {len(it.copies)} sign-outs "
              f"answered in {time.monotonic() - begun:.0f} s, {breaks} breaks, {it.unanswered} tries without an answer{refreshes}; "
              f"lost: {lost} changes, {signed_out} sessions, {let_in} sign-outs", flush=True)
        for fault in it.faults:
            print(f"{name} on {kind}: {fault}")
        return not it.faults and not lost and not signed_out and not let_in
    finally:
        if program.process.poll() is None:
            program.process.send_signal(signal.SIGTERM)
            program.process.wait()
        database.close()
        if provider:
            provider.close()
        shutil.rmtree(folder, ignore_errors=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", default=PROGRAM)
    arguments.add_argument("--trial", choices=["kills", "refreshes", "outages", "all"], default="all")
    arguments.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="both")
    arguments.add_argument("--sign-ins", type=int, default=100)
    arguments.add_argument("--changes", type=int, default=1000)
    arguments.add_argument("--breaks", type=int, default=8, help="how many kills or outages there are")
    arguments.add_argument("--seconds", type=int, default=600, help="how long one trial may take")
    options = arguments.parse_args()
    names = ["kills", "refreshes", "outages"] if options.trial == "all" else [options.trial]
    kinds = ["sqlite", "postgresql"] if options.database == "both" else [options.database]
    sys.exit(0 if all([trial(options, name, kind) for name in names for kind in kinds]) else 1)


if __name__ == "__main__":
    main()

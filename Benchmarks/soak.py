#!/usr/bin/env python3
"""Lets replicas work for half an hour while everything that happens in years happens, and looks what was lost.

    make trial-soak                          # builds in release mode, runs for half an hour or SOAK_SECONDS
    .venv/bin/python Benchmarks/soak.py --seconds 120 --write docs/soak.md

Three replicas stand behind HAProxy, which runs deploy/haproxy/haproxy.cfg. They share a PostgreSQL server and a tasks
API. Users sign in, change their tasks in one tab, look at them in another, and sign out or are logged out by the
provider, all of that again and again. Access tokens live for five seconds. Meanwhile two of the replicas are drained,
stopped, killed and started in turn, the session keys and the provider's keys are rotated, each process gets SIGHUPs,
and PostgreSQL is away for some seconds, and crashes once.

It prints a page of numbers, and ends with 1 if a response was wrong that wasn't provoked, if a list had other tasks
than those that were acknowledged, if a session was lost, if a copy of a session's cookies was served at some replica
two seconds after its end, if a refresh token was used twice other than after a kill, or if memory or descriptors of a
process grow.
"""

import argparse
import contextlib
import datetime
import itertools
import math
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "Benchmarks"), str(ROOT / "Tests/Browser")]
from balanced import TAKEOVER_SECONDS, Balancer, Replica  # noqa: E402
from database_server import PostgreSQL  # noqa: E402
from fault_list import database_crashed, database_stopped  # noqa: E402
from fault_load import at_work  # noqa: E402
from machine import versions  # noqa: E402
from plain_browser import PlainBrowser  # noqa: E402
from servers import PROGRAM, Servers, free_port  # noqa: E402
from soak_journal import Journal, during  # noqa: E402
from soak_page import document  # noqa: E402
from soak_provider import Provider  # noqa: E402
from soak_users import HOLDS_SECONDS, Copies, User  # noqa: E402
from tabs import listed  # noqa: E402
from trend import Watch  # noqa: E402

REPLICAS, USERS, VISITORS = 3, 6, 2
# Until all is well after the database's return.
BACK_SECONDS = 5
# How long the database is unreachable.
AWAY_SECONDS = 2
PACKAGES = ["haproxy", "postgresql", "libcurl4", "libpq5", "libssl3"]
RELOADED = "session keys were reloaded"


class API:
    """The tasks API of all replicas: that of a Latchkey whose pages nobody visits."""

    name = "tasks API"

    def __init__(self, running, environment, program):
        self.port, self.running = free_port(), running
        self.process = running.start(
            self.name,
            [program, "serve", "--listen", f"127.0.0.1:{free_port()}", "--api-listen", f"127.0.0.1:{self.port}",
             "--data-directory", running.folder / "api", "--log-level", "notice"], [self.port], environment)


class Soak:
    def __init__(self, options):
        self.options, self.journal = options, Journal()
        self.lifetime = min(180, max(30, options.seconds // 5))
        # Between two disturbances.
        self.pause = min(40, options.seconds / 45)

    def run(self):
        with Servers() as running, contextlib.closing(PostgreSQL()) as database, \
                contextlib.closing(Provider()) as provider:
            self.running, self.database, self.provider = running, database, provider
            site, self.keys_file = free_port(), running.folder / "session-keys"
            self.set_keys([self.new_key()])
            environment = {
                "LATCHKEY_SESSION_KEYS_FILE": str(self.keys_file), "LATCHKEY_DATABASE": database.url(),
                "LATCHKEY_AUTHORITY": provider.url, "LATCHKEY_CLIENT_ID": "app", "LATCHKEY_CLIENT_SECRET": "s3cret"}
            self.api = API(running, environment, self.options.program)
            settings = ["--task-web-api", f"http://127.0.0.1:{self.api.port}/tasks",
                        "--session-lifetime", str(self.lifetime)]
            self.replicas = [Replica(number, running, site, environment, self.options, settings)
                             for number in range(REPLICAS)]
            self.balancer = Balancer(running, site, self.replicas)
            self.copies = Copies(self.replicas, self.journal, self.lifetime)
            longer, short = (self.lifetime / 5, self.lifetime * 0.6), (1, 3)
            self.users = [User(site, f"user-{number}", longer if number < USERS else short,
                               self.journal, provider, self.copies) for number in range(USERS + VISITORS)]
            self.watch = Watch({each.name: each for each in [*self.replicas, self.api]})
            self.last_as_long_as_wanted()
            self.look_at_the_end()
            return self.verdict()

    def new_key(self):
        return subprocess.run([self.options.program, "key"], capture_output=True, text=True, check=True).stdout.strip()

    def set_keys(self, keys):
        self.keys = keys
        self.keys_file.touch(0o600)
        self.keys_file.write_text(" ".join(keys))

    def last_as_long_as_wanted(self):
        began = self.journal.began = time.time()
        with at_work([self.watch]), at_work([*self.users, self.copies]):
            self.disturb(began)
            time.sleep(max(0, began + self.options.seconds - time.time()))
        self.seconds = time.time() - began

    def disturb(self, began):
        """One thing after the other, until there is just time for the users to find out what came of the last."""
        share = self.options.seconds
        outages = [(began + 0.2 * share, "PostgreSQL away", database_stopped, AWAY_SECONDS),
                   (began + 0.6 * share, "PostgreSQL crashes", database_crashed, 0)]
        keys = itertools.cycle([self.add_key, self.use_key, self.remove_key])
        turn, step = 0, next(keys)
        while time.time() < began + share - 3 * self.pause - TAKEOVER_SECONDS - BACK_SECONDS:
            time.sleep(self.pause)
            self.come_and_go(self.replicas[1 + turn % (REPLICAS - 1)], turn // (REPLICAS - 1) % 2 == 1)
            turn += 1
            time.sleep(self.pause)
            if step():
                step = next(keys)
            self.hang_up()
            time.sleep(self.pause)
            self.provider.rotate_key()
            if outages and time.time() > outages[0][0]:
                self.take_database_away(*outages.pop(0)[1:])

    def come_and_go(self, replica, is_killed):
        if is_killed:
            with self.journal.span(self.journal.kills):
                replica.end(signal.SIGKILL)
            self.journal.count("replicas killed")
            time.sleep(TAKEOVER_SECONDS)
        else:
            self.balancer.drain(replica)
            replica.end(signal.SIGTERM)
            self.journal.count("replicas stopped")
        time.sleep(self.pause / 2)
        replica.start()
        self.balancer.command(f"set server ready/{replica.name} state ready")

    def add_key(self):
        self.set_keys([self.keys[0], self.new_key()])
        return True

    def use_key(self):
        self.set_keys(self.keys[::-1])
        self.used = time.time()
        return True

    def remove_key(self):
        """Keeps the old key until the last session has expired whose cookie it sealed."""
        if time.time() < self.used + self.lifetime + 2:
            return False
        self.set_keys(self.keys[:1])
        self.journal.count("session keys replaced")
        return True

    def hang_up(self):
        """Sends each process a SIGHUP, one after the other, and waits until it has reread its settings."""
        for server in [*self.replicas, self.api]:
            log = self.running.log(server.name)
            before = log.read_text().count(RELOADED)
            server.process.send_signal(signal.SIGHUP)
            deadline = time.monotonic() + 20
            while log.read_text().count(RELOADED) == before and time.monotonic() < deadline:
                time.sleep(0.05)
            if time.monotonic() >= deadline:
                self.journal.fault("SIGHUPs without effect", server.name)
            self.journal.count("SIGHUPs")

    def take_database_away(self, name, fault, seconds):
        self.journal.returned = math.inf
        with self.journal.span(self.journal.absences, BACK_SECONDS):
            with fault(self):
                time.sleep(seconds)
            self.journal.returned = time.time()
        self.journal.count(name)

    def look_at_the_end(self):
        """Looks at each replica for the tasks of each user; then everybody signs out."""
        here = [user for user in self.users if user.browser or user.arrive()]
        for user in here:
            for replica in self.replicas:
                browser = PlainBrowser(replica.port)
                browser.cookies = dict(user.browser.cookies)
                answer = browser.request("GET", "/tasks")
                user.browser.cookies = browser.cookies
                if answer.status != 200:
                    self.journal.fault("sessions lost", f"{user.name} at the end, {replica.name}: {answer.status}")
                else:
                    user.compare(listed(answer.body), time.time())
        for user in here:
            user.leave()
        expired = " + ".join(f"(SELECT count(*) FROM latchkey_{table} WHERE until < now() - interval '15 minutes')"
                             for table in ("sessions", "ended_sessions", "consumed_values", "pending_forms"))
        if rows := int(self.database.value(f"SELECT {expired}")):
            self.journal.fault("rows long expired", rows)
        time.sleep(HOLDS_SECONDS)
        for cookies, ended in self.copies.ended:
            for replica in self.replicas:
                self.copies.expect_refusal(replica, cookies, ended)

    def look_into_the_logs(self):
        for server in [*self.replicas, self.api]:
            for line in self.running.log(server.name).read_text().splitlines():
                if logged := re.match(r"(\S+Z) (WARNING|ERROR|CRITICAL) ", line):
                    moment = datetime.datetime.fromisoformat(logged[1]).timestamp()
                    if not during(self.journal.absences, moment, moment):
                        self.journal.fault("unprovoked warnings in logs", f"{server.name}: {line}")

    def verdict(self):
        """Prints the page; whether all is well."""
        self.look_into_the_logs()
        if needless := self.provider.needless(self.journal.kills):
            self.journal.fault("refresh tokens used twice", needless)
        for example in self.journal.examples[:40]:
            print(example, file=sys.stderr)
        page, is_flat = document(self, versions(self.options.program, PACKAGES))
        if self.options.write:
            self.options.write.write_text(page)
        print(page)
        return is_flat and not self.journal.wrong


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    arguments.add_argument("--seconds", type=int, default=int(os.environ.get("SOAK_SECONDS", 1800)),
                           help="how long the users work; SOAK_SECONDS, if that is set, else half an hour")
    arguments.add_argument("--write", type=pathlib.Path, metavar="FILE", help="write the page there, too")
    options = arguments.parse_args()
    if options.seconds < 60:
        arguments.error("--seconds has to be 60 at least, or there is nothing to see")
    options.program = options.program.resolve()
    if not options.program.exists():
        raise SystemExit(f"{options.program} is not there: make build, or --program FILE")
    sys.exit(0 if Soak(options).run() else 1)


if __name__ == "__main__":
    main()

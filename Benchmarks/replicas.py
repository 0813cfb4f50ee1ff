#!/usr/bin/env python3
"""Stops, starts and kills replicas behind HAProxy while people use them; then looks what was lost.

    make trial-replicas                 # builds in release mode, runs the trial with two and with four replicas
    .venv/bin/python Benchmarks/replicas.py --replicas 3 --turns 2

HAProxy runs deploy/haproxy/haproxy.cfg, the replicas share a PostgreSQL server, and nothing is sticky. The access
tokens live for two seconds, so that refreshes are always under way, and each user has three tabs open at once.
In each turn every replica is drained and stopped by SIGTERM, started, killed by SIGKILL and started again.

It ends with 1 if a response is wrong other than to a request that was in flight at a kill, if a change that was
acknowledged is missing, if a session has ended, if a refresh token was used twice other than after a kill, or if a
copy of the cookies still serves at some replica two seconds after the sign-out. At last PostgreSQL is stopped: then
the replicas' own pages have to come instead of HAProxy's error. sslyze holds HAProxy's TLS against Mozilla's
intermediate profile.
"""

import argparse
import contextlib
import pathlib
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "Benchmarks"), str(ROOT / "Tests/Browser")]
from balanced import TAKEOVER_SECONDS, Balancer, Replica  # noqa: E402
from database_server import PostgreSQL  # noqa: E402
from provider import SigningInProvider  # noqa: E402
from servers import PROGRAM, Servers, free_port  # noqa: E402
from tabs import User, get  # noqa: E402
from test_tls_profile import issues  # noqa: E402

USERS = 6
TOKEN_SECONDS = 2


class CountingProvider(SigningInProvider):
    """Records when each refresh token was used."""

    def __init__(self, lifetime=TOKEN_SECONDS):
        super().__init__("app", lifetime)
        self.uses = {}

    def post(self, path, form, headers):
        if token := form.get("refresh_token"):
            self.uses.setdefault(token, []).append(time.time())
        return super().post(path, form, headers)

    def needless(self, kills):
        """How many refreshes used a token again without a kill in between."""
        return sum(not any(first < ended and began < second for began, ended in kills)
                   for times in self.uses.values() for first, second in zip(times, times[1:]))


class Trial:
    def __init__(self, options, count):
        self.options, self.count = options, count
        # When a replica was killed: before the signal, and after the process had ended.
        self.kills = []

    def run(self):
        with Servers() as running, contextlib.closing(PostgreSQL()) as database, \
                contextlib.closing(CountingProvider()) as provider:
            self.site = site = free_port()
            self.database, self.provider = database, provider
            environment = self.environment()
            self.replicas = [Replica(number, running, site, environment, self.options) for number in range(self.count)]
            self.balancer = Balancer(running, site, self.replicas)
            self.users = [User(site, f"user-{number}") for number in range(USERS)]
            self.disturb_under_load()
            return self.verdict()

    def environment(self):
        keys = subprocess.run([self.options.program, "key"], capture_output=True, text=True, check=True).stdout.strip()
        return {"LATCHKEY_SESSION_KEYS": keys, "LATCHKEY_DATABASE": self.database.url(),
                "LATCHKEY_AUTHORITY": self.provider.url, "LATCHKEY_CLIENT_ID": "app",
                "LATCHKEY_CLIENT_SECRET": "s3cret"}

    def disturb_under_load(self):
        over = threading.Event()
        tabs = [tab for user in self.users for tab in user.tabs()]
        workers = [threading.Thread(target=tab, args=(over,), daemon=True) for tab in tabs]
        for worker in workers:
            worker.start()
        began = time.time()
        try:
            for _ in range(self.options.turns):
                for replica in self.replicas:
                    self.disturb(replica)
        finally:
            over.set()
            for worker in workers:
                worker.join(timeout=60)
        self.seconds = time.time() - began

    def disturb(self, replica):
        pause = self.options.pause
        time.sleep(pause)
        self.balancer.drain(replica)
        replica.end(signal.SIGTERM)
        time.sleep(pause)
        replica.start()
        self.balancer.command(f"set server ready/{replica.name} state ready")
        time.sleep(pause)
        began = time.time()
        replica.end(signal.SIGKILL)
        self.kills.append((began, time.time()))
        time.sleep(pause + TAKEOVER_SECONDS)
        replica.start()

    def verdict(self):
        """Prints what was found; whether all is well."""
        faults = [fault for user in self.users for fault in user.faults]
        wrong = [fault for fault in faults if not fault.is_excused(self.kills)]
        signed_in = [user for user in self.users if user.is_signed_in()]
        found = {
            "wrong responses": len(wrong),
            "acknowledged changes lost": sum(user.lost() for user in signed_in),
            "sessions ended": len(self.users) - len(signed_in),
            "needless refreshes": self.provider.needless(self.kills),
            "copies of ended sessions served": self.copies_that_serve() if len(signed_in) == len(self.users) else 0,
            "pages missing without the database": self.missing_without_database(),
            "faults of HAProxy's TLS": len(self.faults_of_tls()),
        }
        print(f"{self.count} replicas: {sum(user.responses for user in self.users)} responses in {self.seconds:.0f} s, "
              f"{self.provider.refreshes} refreshes, {sum(len(user.acknowledged) for user in self.users)} tasks, "
              f"{len(self.kills)} stops and kills, {len(faults) - len(wrong)} requests lost in flight at a kill")
        print("  " + ", ".join(f"{name}: {count}" for name, count in found.items()), flush=True)
        for fault in wrong[:20]:
            print(f"  {fault.what}")
        return not any(found.values())

    def copies_that_serve(self):
        """Signs everybody out; at how many replicas a copy of their cookies still serves two seconds later."""
        copies = [user.sign_out() for user in self.users]
        time.sleep(2)
        return sum(get(replica.port, "/tasks", copy).status == 200 for replica in self.replicas for copy in copies)

    def faults_of_tls(self):
        """What sslyze objects to, apart from the trial's certificate, which no browser trusts."""
        return issues(self.balancer.secure_port).keys() - {"certificate_path_validation"}

    def missing_without_database(self):
        """How often HAProxy has no page of Latchkey's for a request while no replica is ready."""
        self.database.stop()
        time.sleep(3)
        return sum(get(self.site, "/").status != 200 for _ in range(10))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    arguments.add_argument("--replicas", type=int, nargs="+", default=[2, 4], metavar="COUNT")
    arguments.add_argument("--turns", type=int, default=2, help="how often each replica is stopped and killed")
    arguments.add_argument("--pause", type=float, default=1.5, help="seconds between two disturbances")
    options = arguments.parse_args()
    options.program = options.program.resolve()
    sys.exit(0 if all([Trial(options, count).run() for count in options.replicas]) else 1)


if __name__ == "__main__":
    main()

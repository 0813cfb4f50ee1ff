"""Three PostgreSQL servers under Patroni, with etcd next to them, and HAProxy and PgBouncer: deploy/postgresql."""

import base64
import json
import os
import pathlib
import secrets
import shutil
import subprocess
import time
import urllib.request

from failover_machines import Network, run
from harness import ROOT

SERVERS = ["db1", "db2", "db3"]
# The hosts to which each way to the database leads.
PATHS = {
    "hosts": ",".join(f"{name}.example" for name in SERVERS),
    "haproxy": "127.0.0.1:5432",
    "pgbouncer": "127.0.0.1:6432",
}
PATIENCE = 120
# Longer than Patroni's loop_wait: so long after a change each server has noticed it, and has done what it leads to.
STEADY_SECONDS = 6


class Cluster:
    """The machines and their processes. HAProxy and PgBouncer run next to the replicas, on the test's machine."""

    def __init__(self, running):
        self.running = running
        self.network = Network(running, SERVERS)
        self.machines = self.network.machines
        self.password = secrets.token_hex(16)
        self.files = running.folder / "postgresql"
        shutil.copytree(ROOT / "deploy/postgresql", self.files)
        for name in SERVERS:
            self.start_machine(name)
        self.wait_until_whole()
        for user in ("latchkey", "prober"):
            self.run_sql(f"CREATE ROLE {user} LOGIN PASSWORD '{self.password}'")
        self.start_proxies()

    def start_machine(self, name):
        self.start_etcd(name)
        self.start_patroni(name)

    def start_etcd(self, name):
        host = self.machines[name].host
        lines = (self.files / "etcd.env").read_text().splitlines()
        environment = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
        self.machines[name].start("etcd", ["etcd"], environment | {
            "ETCD_NAME": name, "ETCD_INITIAL_ADVERTISE_PEER_URLS": f"http://{host}:2380",
            "ETCD_ADVERTISE_CLIENT_URLS": f"http://{host}:2379"})

    def start_patroni(self, name):
        host = self.machines[name].host
        environment = {
            "PATRONI_NAME": name, "PATRONI_RESTAPI_CONNECT_ADDRESS": f"{host}:8008",
            "PATRONI_POSTGRESQL_CONNECT_ADDRESS": f"{host}:5432"}
        users = {"SUPERUSER": "postgres", "REPLICATION": "replicator", "REWIND": "rewinder", "RESTAPI": "operator"}
        for role, user in users.items():
            environment |= {f"PATRONI_{role}_USERNAME": user, f"PATRONI_{role}_PASSWORD": self.password}
        self.machines[name].start("patroni", ["patroni", self.files / "patroni.yaml"], environment)

    def start_proxies(self):
        self.running.start("postgresql-haproxy", ["haproxy", "-db", "-f", self.files / "haproxy.cfg"], [5432])
        folder = pathlib.Path("/etc/pgbouncer")
        run("mount", "-t", "tmpfs", "pgbouncer", folder)
        users = folder / "userlist.txt"
        users.write_text("".join(f'"{user}" "{self.password}"\n' for user in ("latchkey", "prober")))
        run("chown", "postgres", users)
        self.running.start("pgbouncer", [
            "setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups",
            "pgbouncer", self.files / "pgbouncer.ini"], [6432])

    # Changes

    def switch_over(self):
        primary, standbys = self.primary(), self.standbys()
        self.request("POST", primary, "switchover", {
            "leader": primary, "candidate": self.synchronous_standby() or standbys[0]})

    def replicate_synchronously(self, is_synchronous):
        self.wait_until_whole()
        self.request("PATCH", self.primary(), "config", {"synchronous_mode": is_synchronous})
        self.wait_until(lambda: self.is_whole() and bool(self.synchronous_standby()) == is_synchronous,
                        "replication doesn't change")

    # State

    def request(self, method, name, path, content=None):
        """The response of a server's Patroni."""
        credentials = base64.b64encode(f"operator:{self.password}".encode()).decode()
        request = urllib.request.Request(
            f"http://{self.machines[name].host}:8008/{path}", method=method,
            data=None if content is None else json.dumps(content).encode(),
            headers={"Content-Type": "application/json", "Authorization": f"Basic {credentials}"})
        with urllib.request.urlopen(request, timeout=30 if content else 2) as response:
            return response.read()

    def members(self):
        """All servers by name, as one of the servers sees them; empty if none responds."""
        for name in SERVERS:
            try:
                return {each["name"]: each for each in json.loads(self.request("GET", name, "cluster"))["members"]}
            except (OSError, ValueError):
                pass
        return {}

    def named(self, role):
        return next((name for name, each in self.members().items() if each["role"] == role), None)

    def primary(self):
        return self.named("leader")

    def synchronous_standby(self):
        return self.named("sync_standby")

    def standbys(self):
        primary = self.primary()
        return [name for name in SERVERS if name != primary]

    def is_whole(self):
        """Whether one server is the primary, also by its own word, and the others follow it."""
        members = list(self.members().values())
        primary = next((each["name"] for each in members if each["role"] == "leader"), None)
        are_running = all(each["state"] in ("running", "streaming") and each.get("lag", 0) == 0 for each in members)
        if primary is None or len(members) != len(SERVERS) or not are_running \
                or len({each.get("timeline") for each in members}) != 1:
            return False
        try:
            self.request("GET", primary, "primary")
            is_synchronous = json.loads(self.request("GET", primary, "config"))["synchronous_mode"]
        except (OSError, ValueError):
            return False
        return not is_synchronous or any(each["role"] == "sync_standby" for each in members)

    def wait_until_whole(self):
        """Waits until the cluster has been whole for a while: a lease that has expired may be taken a moment later."""
        broken = time.monotonic()

        def is_steady():
            nonlocal broken
            if not self.is_whole():
                broken = time.monotonic()
            return time.monotonic() - broken > STEADY_SECONDS

        self.wait_until(is_steady, "the cluster is not whole")

    def wait_until(self, condition, otherwise):
        """What a condition gives once that isn't false."""
        deadline = time.monotonic() + PATIENCE
        while not (result := condition()):
            if time.monotonic() > deadline:
                raise SystemExit(f"{otherwise} after {PATIENCE} s: {self.members()}")
            time.sleep(0.2)
        return result

    # Databases

    def make_database(self, name):
        self.run_sql(f"CREATE DATABASE {name} OWNER latchkey ENCODING 'UTF8' TEMPLATE template0")
        self.run_sql("CREATE TABLE probe (number integer); GRANT INSERT ON probe TO prober", name)

    def run_sql(self, sql, database="postgres"):
        """The rows that statements return at the primary, where the superuser runs them."""
        primary = self.wait_until(self.primary, "there is no primary")
        result = subprocess.run(
            ["ip", "netns", "exec", primary, "psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", sql,
             f"postgresql://postgres@{primary}.example/{database}?connect_timeout=5"],
            env=os.environ | {"PGPASSWORD": self.password}, capture_output=True, text=True)
        if result.returncode != 0:
            raise SystemExit(f"{sql}: {result.stderr}")
        return result.stdout

    def url(self, user, hosts, database):
        attributes = "" if hosts.startswith("127.") else "?target_session_attrs=read-write"
        return f"postgresql://{user}:{self.password}@{hosts}/{database}{attributes}"

"""Three PostgreSQL servers under Patroni with etcd, and HAProxy and PgBouncer on the way to them, from deploy/postgresql."""

import json
import os
import pathlib
import secrets
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request

from harness import ROOT
from harness.servers import wait_for
from failover_machines import Network, run

DEPLOY = ROOT / "deploy/postgresql"
SERVERS = ["db1", "db2", "db3"]
STORE = "etcd1"
# Where each way to the database leads.
PATHS = {
    "hosts": ",".join(f"{name}.example" for name in SERVERS),
    "haproxy": "127.0.0.1:5432",
    "pgbouncer": "127.0.0.1:6432",
}
PATIENCE = 90


class Cluster:
    """The machines and what runs on them. HAProxy and PgBouncer run next to the replicas, on the test's machine."""

    def __init__(self, running):
        self.running = running
        self.network = Network(running.folder, [STORE, *SERVERS])
        self.password = secrets.token_hex(16)
        self.files = running.folder / "deploy"
        shutil.copytree(DEPLOY, self.files)
        self.processes = {}
        self.start_store()
        for name in SERVERS:
            self.start_server(name)
        self.wait_until_whole()
        self.run_sql(f"CREATE ROLE latchkey LOGIN PASSWORD '{self.password}'")
        self.start_ways()

    def start_store(self):
        machine = self.network.machines[STORE]
        url = f"http://{machine.host}:2379"
        self.processes[STORE] = self.running.launch(STORE, machine.command(
            "etcd", "--name", STORE, "--data-dir", "/var/lib/postgresql/etcd", "--enable-v2",
            "--listen-client-urls", "http://0.0.0.0:2379", "--advertise-client-urls", url, "--log-level", "error"))

    def start_server(self, name):
        machine = self.network.machines[name]
        environment = {
            "PATRONI_NAME": name,
            "PATRONI_RESTAPI_CONNECT_ADDRESS": f"{machine.host}:8008",
            "PATRONI_POSTGRESQL_CONNECT_ADDRESS": f"{machine.host}:5432",
        }
        for role, user in (("SUPERUSER", "postgres"), ("REPLICATION", "replicator"), ("REWIND", "rewinder")):
            environment |= {f"PATRONI_{role}_USERNAME": user, f"PATRONI_{role}_PASSWORD": self.password}
        self.processes[name] = self.running.launch(
            name, machine.command("patroni", self.files / "patroni.yaml"), environment)

    def start_ways(self):
        self.running.start("postgresql-haproxy", ["haproxy", "-db", "-f", self.files / "haproxy.cfg"], [5432])
        folder = pathlib.Path("/etc/pgbouncer")
        run("mount", "-t", "tmpfs", "pgbouncer", folder)
        users = folder / "userlist.txt"
        users.write_text(f'"latchkey" "{self.password}"\n')
        run("chown", "postgres", users)
        self.running.start("pgbouncer", [
            "setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "pgbouncer", self.files / "pgbouncer.ini"],
            [6432])

    # What can happen to it

    def kill(self, name):
        """Ends all processes of a machine at once."""
        self.network.machines[name].signal(signal.SIGKILL)
        self.processes[name].wait(timeout=10)
        self.running.processes.remove(self.processes.pop(name))

    def switch_over(self):
        primary, standby = self.primary(), self.synchronous_standby()
        self.request("POST", primary, "switchover", {"leader": primary, "candidate": standby or self.others()[0]})

    def replicate_synchronously(self, is_synchronous):
        self.request("PATCH", self.primary(), "config", {"synchronous_mode": is_synchronous})
        self.wait_until(lambda: bool(self.synchronous_standby()) == is_synchronous, "replication doesn't change")

    # How it is

    def request(self, method, name, path, content=None):
        """The response of a server's Patroni."""
        request = urllib.request.Request(
            f"http://{self.network.machines[name].host}:8008/{path}", method=method,
            data=None if content is None else json.dumps(content).encode(), headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30 if content else 2) as response:
            return response.read()

    def members(self):
        """What the servers' Patroni says of all of them; empty if none responds."""
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

    def others(self):
        """The servers that are not the primary."""
        primary = self.primary()
        return [name for name in SERVERS if name != primary]

    def is_whole(self):
        """Whether one server is primary, by its own word, and the others follow it."""
        members = self.members()
        primary = next((name for name, each in members.items() if each["role"] == "leader"), None)
        follow = all(each.get("lag", 0) == 0 for each in members.values())
        if len(members) != len(SERVERS) or primary is None or not follow \
                or any(each["state"] not in ("running", "streaming") for each in members.values()) \
                or len({each.get("timeline") for each in members.values()}) != 1:
            return False
        try:
            is_synchronous = json.loads(self.request("GET", primary, "config")).get("synchronous_mode")
            self.request("GET", primary, "primary")
        except (OSError, ValueError):
            return False
        return not is_synchronous or any(each["role"] == "sync_standby" for each in members.values())

    def wait_until_whole(self):
        self.wait_until(self.is_whole, "the cluster is not whole")

    def wait_until(self, condition, otherwise):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                raise SystemExit(f"{otherwise} after {PATIENCE} s: {self.members()}")
            time.sleep(0.2)

    # The database

    def make_database(self, name):
        self.run_sql(f"CREATE DATABASE {name} OWNER latchkey ENCODING 'UTF8' TEMPLATE template0")
        self.run_sql("SET ROLE latchkey; CREATE TABLE probe (number integer)", name)

    def run_sql(self, sql, database="postgres"):
        """What statements return when a superuser runs them at the primary."""
        result = subprocess.run(
            ["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", sql,
             f"postgresql://postgres@{self.primary()}.example/{database}?connect_timeout=5"],
            env=os.environ | {"PGPASSWORD": self.password}, capture_output=True, text=True)
        if result.returncode != 0:
            raise SystemExit(f"{sql}: {result.stderr}")
        return result.stdout

    def url(self, path, database):
        attributes = "?target_session_attrs=read-write" if path == "hosts" else ""
        return f"postgresql://latchkey:{self.password}@{PATHS[path]}/{database}{attributes}"

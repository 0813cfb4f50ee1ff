#!/usr/bin/env python3
"""Measures what many signed-in users cost: CPU a sign-in, a refresh and an ending, bytes a row, memory for endings.

    make benchmark-scale                  # builds in release mode; takes a minute and a half
    Benchmarks/scale.py --users 1000      # fewer

Users sign in at a provider that costs next to nothing, open their page after their access token has expired, and are
signed out by the provider. Before that, rows are copied, so that their size can be told. With PostgreSQL a second
replica runs at the end, which no browser uses: its CPU is what the endings at the first cost each of the others. With
SQLite, replicas are started with and without a list of endings.
"""

import argparse
import asyncio
import pathlib
import resource
import socket
import sqlite3
import subprocess
import time
import urllib.parse

import costless_provider
import peers
import servers
import usage
from load import Sample, full, percentile
from sign_in_load import Browsers
from tasks_api import Database, TasksAPI

CONNECTIONS = 32
# Seconds for which an access token is valid.
LIFETIME = 2
CALL_SECONDS = 2
# Statements that copy rows; the copies differ in what is unique.
COPIES = {
    "sessions": ("latchkey_sessions", "INSERT INTO latchkey_sessions (id, user_key, scope, issuer, subject, authority, "
                 "started, until, last_used, browser, tokens) SELECT {id}, user_key || n, scope, issuer, subject || n, "
                 "authority, started, until, last_used, browser, tokens FROM (SELECT * FROM latchkey_sessions LIMIT 1) "
                 "AS one, {numbers}"),
    "endings": ("latchkey_ended_sessions", "INSERT INTO latchkey_ended_sessions (sequence, id, until) "
                "SELECT 1000000 + n, {id}, {tomorrow} FROM {numbers}"),
    "tasks": ("{tasks}", "INSERT INTO {tasks} (owner, id, task, completed, created) SELECT 'sub https://id.example ' "
              "|| n / 10, '01k0000000' || (1000000000000000 + n), 'Task number ' || n || ', with a few words', {false}, "
              "{created} FROM {numbers}"),
}


class SQLite:
    """The database of a replica's folder."""

    words = {"id": "randomblob(16)", "tomorrow": "unixepoch() + 86400", "tasks": "tasks", "false": "0",
             "created": "unixepoch()", "numbers": "(WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM "
             "series WHERE n < {count}) SELECT n FROM series)"}

    def __init__(self, running, name):
        self.file = running.folder / name / "latchkey.sqlite"
        self.settings, self.pid = {}, None

    def run(self, sql):
        with sqlite3.connect(self.file, timeout=30) as connection:
            connection.execute(sql)
        connection.close()

    def size(self, table):
        with sqlite3.connect(self.file, timeout=30) as connection:
            found = connection.execute(
                "SELECT sum(pgsize) FROM dbstat WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name = ?)",
                [table]).fetchone()[0]
        connection.close()
        return found


class Server:
    """A PostgreSQL server."""

    words = {"id": "decode(md5(random()::text || n), 'hex')", "tomorrow": "now() + interval '1 day'",
             "tasks": "latchkey_tasks", "false": "false", "created": "now()",
             "numbers": "generate_series(1, {count}) AS series(n)"}

    def __init__(self, server):
        self.server = server
        self.settings, self.pid = {"LATCHKEY_DATABASE": self.server.url()}, self.server.process.pid

    def run(self, sql):
        self.server.run(sql)

    def size(self, table):
        self.run("VACUUM")
        return int(self.server.value(f"SELECT pg_total_relation_size('{table}')"))


def copy(database, kind, count):
    """Bytes a row, with its part of the indexes, from so many copies."""
    table, statement = (text.replace("{tasks}", database.words["tasks"]) for text in COPIES[kind])
    before = database.size(table)
    words = database.words | {"numbers": database.words["numbers"].format(count=count)}
    database.run(statement.format(**words))
    return (database.size(table) - before) / count


class Users(Browsers):
    """Browsers whose users go on after the sign-in."""

    def __init__(self, port, issuer):
        super().__init__(port, CONNECTIONS)
        self.issuer = issuer

    def sign_in(self, count):
        self.run(count)

    def open_pages(self):
        self.each(lambda number, user: ("GET /tasks", f"Cookie: {user[0]}\r\nAccept: text/html", ""))

    def end(self):
        def request(number, user):
            token = costless_provider.logout_token(self.issuer, costless_provider.subject(user[1]), number)
            body = urllib.parse.urlencode({"logout_token": token})
            return ("POST /auth/openid/back-channel-logout",
                    f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}", body)
        self.each(request)

    def each(self, request):
        """Sends a request for each user over the connections, and expects 200."""
        waiting = [request(number, user) for number, user in enumerate(self.signed_in)]
        self.times = []

        async def one():
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            while waiting:
                line, fields, body = waiting.pop()
                began = time.perf_counter()
                writer.write(f"{line} HTTP/1.1\r\nHost: localhost:{self.port}\r\n{fields}\r\n\r\n{body}".encode())
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                length = next((int(field.partition(":")[2]) for field in head.split("\r\n")
                               if field.lower().startswith("content-length:")), 0)
                await reader.readexactly(length)
                self.times.append((time.perf_counter() - began) * 1e3)
                if " 200 " not in head.splitlines()[0]:
                    raise SystemExit(f"{line} responds with {head.splitlines()[0]}")
            writer.close()

        async def all():
            async with asyncio.TaskGroup() as group:
                for _ in range(self.connections):
                    group.create_task(one())

        asyncio.run(all())


class Measurement:
    def __init__(self, running, options, name):
        self.running, self.options, self.name = running, options, name
        _, self.api = peers.tasks_api(running, [10])
        self.issuer = f"{running.provider()}/900,{LIFETIME}"
        self.key = subprocess.run([options.program, "key"], capture_output=True, text=True, check=True).stdout.strip()
        self.database = SQLite(running, "first") if name == "SQLite" else Server(Database())
        if name == "PostgreSQL":
            running.others.append(self.database.server)
        self.first, self.port = self.replica("first")

    def replica(self, name):
        """Starts a replica; the process and its port."""
        port = servers.free_port()
        command = servers.latchkey_command(
            self.options.program, self.running.folder / name, port, f"http://127.0.0.1:{self.api}/10/tasks",
            self.issuer)
        environment = servers.CLIENT | self.database.settings | {"LATCHKEY_SESSION_KEYS": self.key}
        return self.running.start(name, command, [port], environment), port

    def run(self):
        users = Users(self.port, self.issuer)
        self.timed("sign-in", users, lambda: users.sign_in(self.options.users))
        time.sleep(LIFETIME)
        self.timed("refresh, with its page", users, users.open_pages)
        self.bytes_of("sessions", self.options.rows)
        if self.name == "PostgreSQL":
            self.end_at_two(users)
        else:
            self.timed("ending by the provider", users, users.end)
            self.memory()
            self.connections()
        tasks = TasksAPI(self.running, self.options.program, self.issuer, self.name)
        if self.name == "PostgreSQL":
            self.calls(tasks)
        self.bytes_of("tasks", self.options.rows,
                      SQLite(self.running, tasks.name) if self.name == "SQLite" else Server(tasks.database))

    def calls(self, tasks):
        """The CPU time that calls of the tasks API take of PostgreSQL; `make benchmark` leaves it out."""
        for subject in tasks.subjects()[1:]:
            before = usage.cpu_seconds(tasks.database.process.pid)
            sample = full(subject, CALL_SECONDS)
            spent = usage.cpu_seconds(tasks.database.process.pid) - before
            print(f"  {subject.name}: {sample.rate:,.0f}/s, {sample.cpu:.0f} µs of CPU, of PostgreSQL's "
                  f"{spent / (sample.rate * CALL_SECONDS) * 1e6:.0f} µs", flush=True)

    def end_at_two(self, users):
        """Ends sessions while another replica follows, which already has many endings."""
        self.bytes_of("endings", self.options.endings)
        other, _ = self.replica("second")
        time.sleep(5)
        idle = usage.cpu_seconds(other.pid)
        self.timed("ending by the provider", users, users.end)
        time.sleep(2)
        spent = (usage.cpu_seconds(other.pid) - idle) / self.options.users * 1e6
        print(f"  at another replica, which has {self.options.endings:,} endings in {usage.resident_mib(other.pid):.0f} "
              f"MiB: {spent:.0f} µs of CPU an ending", flush=True)

    def timed(self, what, users, action):
        pids = [self.first.pid, *([self.database.pid] if self.database.pid else [])]
        before, began = [usage.cpu_seconds(pid) for pid in pids], time.perf_counter()
        action()
        took, count = time.perf_counter() - began, len(users.signed_in)
        spent = [(usage.cpu_seconds(pid) - then) / count * 1e6 for pid, then in zip(pids, before)]
        sample = Sample(count / took, spent[0], percentile(users.times, 50), percentile(users.times, 99))
        server = f", of PostgreSQL's {spent[1]:.0f} µs" if len(spent) > 1 else ""
        print(f"  {what}: {sample.rate:,.0f}/s, {sample.cpu:.0f} µs of CPU{server}, p50 {sample.p50:.1f} ms, "
              f"p99 {sample.p99:.1f} ms", flush=True)

    def bytes_of(self, kind, count, database=None):
        each = copy(database or self.database, kind, count)
        print(f"  {kind}: {each:.0f} bytes a row", flush=True)

    def connections(self):
        """The memory of connections that have had a response and wait for the next request."""
        before, idle = usage.resident_mib(self.first.pid), []
        for _ in range(self.options.connections):
            connection = socket.create_connection(("127.0.0.1", self.port))
            connection.sendall(f"GET /healthz HTTP/1.1\r\nHost: localhost:{self.port}\r\n\r\n".encode())
            connection.recv(4096)
            idle.append(connection)
        each = (usage.resident_mib(self.first.pid) - before) * 1024 / len(idle)
        print(f"  {len(idle):,} idle connections: {each:.1f} KiB each", flush=True)
        for connection in idle:
            connection.close()

    def memory(self):
        """The memory that a replica needs for the endings in the database, and how soon it is ready."""
        for count in (0, self.options.endings):
            self.running.stop(self.first)
            if count:
                self.bytes_of("endings", count)
            began = time.perf_counter()
            self.first, self.port = self.replica("first")
            print(f"  start with {count + self.options.users:,} endings: listens after {(time.perf_counter() - began) * 1e3:.0f} ms", end="")
            time.sleep(3)
            print(f", {usage.resident_mib(self.first.pid):.1f} MiB", flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", type=pathlib.Path, default=servers.PROGRAM)
    arguments.add_argument("--databases", nargs="+", default=["SQLite", "PostgreSQL"])
    arguments.add_argument("--users", type=int, default=10_000)
    arguments.add_argument("--rows", type=int, default=100_000)
    arguments.add_argument("--endings", type=int, default=1_000_000)
    arguments.add_argument("--connections", type=int, default=5000)
    options = arguments.parse_args()
    options.program = options.program.resolve()
    # Each connection is a file, here and in Latchkey.
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    for name in options.databases:
        with servers.Servers() as running:
            print(f"{name}:", flush=True)
            Measurement(running, options, name).run()


if __name__ == "__main__":
    main()

"""Latchkey's own tasks API, measured without the web front end."""

import itertools
import json
import time
import urllib.request

import costless_provider
from harness import servers
from harness.database_server import PostgreSQL
from harness.ports import free_port
from harness.subject import Subject

DATABASES = ["SQLite", "PostgreSQL"]
# So many users add tasks in turn, so that no list grows far.
ADDING = 1000
# So many of a user's tasks are changed in turn.
CHANGED = 50


class Database(PostgreSQL):
    """A PostgreSQL server that ends if the benchmark is killed."""

    def start(self):
        self.user = ["setpriv", "--pdeathsig=INT", *self.user[1:]]
        super().start()


class TasksAPI:
    """A process with a tasks API on a database, the tasks that requests need, and the requests."""

    def __init__(self, running, program, issuer, database):
        self.issuer, self.name = issuer, f"api-{database}"
        self.database = Database() if database == "PostgreSQL" else None
        if self.database:
            running.others.append(self.database)
        port, self.port = free_port(), free_port()
        command = [program, "serve", "--listen", f"127.0.0.1:{port}", "--api-listen", f"127.0.0.1:{self.port}",
                   "--authority", issuer, "--data-directory", running.folder / self.name, "--log-level", "warning",
                   "--max-tasks", "1000000"]
        location = {"LATCHKEY_DATABASE": self.database.url()} if self.database else {}
        self.process = running.start(self.name, command, [port, self.port], servers.CLIENT | location)
        self.folder = running.folder
        for number in range(10):
            self.add("reader", f"Task number {number}, with a few words")
        self.changed = [self.add("changer", f"Task number {number}, with a few words") for number in range(CHANGED)]

    def token(self, user):
        now, client = int(time.time()), servers.CLIENT["LATCHKEY_CLIENT_ID"]
        # About 900 bytes in all.
        return costless_provider.signed({"iss": self.issuer, "sub": user, "aud": client, "iat": now, "exp": now + 86400,
                                         "groups": "x" * 430})

    def fields(self, user):
        return (("Authorization", f"Bearer {self.token(user)}"),)

    def add(self, user, text):
        """Adds a task; its identifier."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/tasks", json.dumps({"task": text}).encode(),
            dict(self.fields(user)) | {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as response:
            return json.load(response)["id"]

    def subjects(self):
        adds = [("POST", "/tasks", f"adder-{number}", {"task": f"Task of adder {number}, with a few words"})
                for number in range(ADDING)]
        changes = [("PATCH", f"/tasks/{task}", "changer", {"completed": completed})
                   for completed in (True, False) for task in self.changed]
        return [
            self.subject("no such path: 404", "/nothing", "", 404),
            self.subject("one task", f"/tasks/{self.changed[0]}", "Task number 0,", user="changer"),
            self.subject("list of ten", "/tasks", "Task number 9,"),
            self.subject("add", "/tasks", "Task number 9,", script=self.script("add", adds)),
            self.subject("change", "/tasks", "Task number 9,", script=self.script("change", changes))]

    def subject(self, name, path, expects, status=200, user="reader", script=None):
        url = f"http://127.0.0.1:{self.port}{path}"
        return Subject(name, self.process.pid, url, self.fields(user), expects, 32, status, script)

    def script(self, name, requests):
        """Writes a script that makes wrk send the requests in turn; its path."""
        headers = {user: self.fields(user) for _, _, user, _ in requests}
        lines = []
        for method, path, user, body in requests:
            fields = itertools.chain(headers[user], [("Content-Type", "application/json")])
            listed = ", ".join(f"[{json.dumps(name)}] = {json.dumps(value)}" for name, value in fields)
            text = json.dumps(json.dumps(body))
            lines.append(f"wrk.format({json.dumps(method)}, {json.dumps(path)}, {{{listed}}}, {text})")
        file = self.folder / f"{self.name}-{name}.lua"
        # wrk knows the host only once it has started its thread.
        file.write_text(f"""
local requests, sent = {{}}, 0
function init() requests = {{ {", ".join(lines)} }} end
function request() sent = sent + 1; return requests[sent % #requests + 1] end
""")
        return str(file)

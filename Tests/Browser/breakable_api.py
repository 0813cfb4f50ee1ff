"""A tasks API that fails, waits and counts its calls when a test says so."""

import base64
import itertools
import json
import threading
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


class BreakableAPI:
    """Stores each user's tasks in memory. It believes what a token says, because no test here is about tokens."""

    def __init__(self):
        self.tasks = defaultdict(list)
        self.calls = []
        self.identifiers = itertools.count(1)
        self.status, self.failures, self.method = None, 0, None
        self.lock = threading.Lock()
        self.gate = threading.Event()
        self.gate.set()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(handler):
                self.serve(handler)

            do_POST = do_PATCH = do_DELETE = do_GET

            def log_message(handler, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/tasks"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def fails(self, status=500, calls=None, method=None):
        """From now on each call, or each by that method, or so many of them, has this status; `None` ends that."""
        with self.lock:
            self.status, self.failures, self.method = status, calls, method

    def failure(self, method):
        with self.lock:
            if self.failures == 0 or self.method not in (None, method):
                return None
            if self.failures:
                self.failures -= 1
            return self.status

    def changes(self):
        return [method for method, _ in self.calls if method != "GET"]

    def serve(self, handler):
        length = int(handler.headers.get("Content-Length") or 0)
        sent = json.loads(handler.rfile.read(length)) if length else {}
        url = urlsplit(handler.path)
        self.calls.append((handler.command, url.path))
        self.gate.wait(60)
        failure = self.failure(handler.command)
        status, document, fields = (failure, {}, {}) if failure else self.response(handler, url, sent)
        body = b"" if document is None else json.dumps(document).encode()
        handler.send_response(status)
        for name, value in (fields | {"Content-Type": "application/json", "Content-Length": str(len(body))}).items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)

    def response(self, handler, url, sent):
        payload = handler.headers["Authorization"].split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
        tasks = self.tasks[claims.get("oid") or claims["sub"]]
        identifier = url.path.removeprefix("/tasks").removeprefix("/")
        task = next((each for each in tasks if each["id"] == identifier), None)
        match handler.command, bool(identifier):
            case "GET", False:
                return self.listed(tasks, parse_qs(url.query))
            case "POST", False:
                tasks.append({"id": str(next(self.identifiers)), "task": sent["task"], "completed": False})
                return 201, tasks[-1], {}
            case "PATCH", False:
                for each in tasks:
                    each["completed"] = sent["completed"]
                return 204, None, {}
            case "DELETE", False:
                tasks[:] = [each for each in tasks if not each["completed"]]
                return 204, None, {}
            case _ if task is None:
                return 404, {}, {}
            case "PATCH", True:
                task |= sent
            case "DELETE", True:
                tasks.remove(task)
                return 204, None, {}
        return 200, task, {}

    @staticmethod
    def listed(tasks, query):
        wanted = query.get("completed", [None])[0]
        completed = [each for each in tasks if each["completed"]]
        shown = [each for each in tasks if wanted is None or each["completed"] == (wanted == "true")]
        return 200, shown, {"Total-Count": str(len(tasks)), "Completed-Count": str(len(completed))}

    def close(self):
        self.gate.set()
        self.server.shutdown()
        self.server.server_close()

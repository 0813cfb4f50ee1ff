"""A tasks API for access tokens that are no JWTs: the provider's UserInfo says whose a token is."""

import json
import secrets
import threading
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import requests


class TasksAPI:
    """As much of the API as the page needs; stores each user's tasks in memory."""

    def __init__(self, user_info):
        self.tasks = defaultdict(list)
        self.bearers = []

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(handler):
                if (owner := handler.owner()) is not None:
                    handler.respond(200, self.tasks[owner])

            def do_POST(handler):
                body = handler.rfile.read(int(handler.headers["Content-Length"]))
                if (owner := handler.owner()) is not None:
                    task = {"id": secrets.token_hex(8), "task": json.loads(body)["task"], "completed": False}
                    self.tasks[owner].append(task)
                    handler.respond(201, task)

            def owner(handler):
                """The user, by the provider, which alone knows; responds with 401 if there is none."""
                bearer = handler.headers.get("Authorization", "").removeprefix("Bearer ")
                said = requests.get(user_info, headers={"Authorization": f"Bearer {bearer}"}, timeout=30) if bearer else None
                if said is None or said.status_code != 200:
                    return handler.respond(401, {})
                self.bearers.append(bearer)
                return said.json()["sub"]

            def respond(handler, status, document):
                body = json.dumps(document).encode()
                handler.send_response(status)
                handler.send_header("Content-Type", "application/json")
                handler.send_header("Content-Length", str(len(body)))
                handler.end_headers()
                handler.wfile.write(body)

            def log_message(handler, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/tasks"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

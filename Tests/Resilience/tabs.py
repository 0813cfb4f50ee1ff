"""A user with several tabs of one browser, each with a connection."""

import html
import http.client
import re
import threading
import time
import typing
import urllib.parse

from harness.plain_browser import Response, PlainBrowser

# Seconds after a replica's end in which HAProxy may still reuse a connection to it.
NOTICED_SECONDS = 0.1
FIELDS = {"Accept": "text/html", "Sec-Fetch-Mode": "navigate"}


def get(port, path, cookies=""):
    """The response of one server to one request."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request("GET", path, headers={**FIELDS, "Host": f"localhost:{port}", "Cookie": cookies})
        response = connection.getresponse()
        response.read()
        return response
    finally:
        connection.close()


def listed(body):
    """The tasks on a page: identifier, whether it is completed, text."""
    rows = re.findall(
        r'<li[^>]*data-task-id="([^"]*)"[^>]*data-completed="([^"]*)"(.*?)(?=<li|</ul>)', body, re.S)
    return [(identifier, completed == "true",
             html.unescape(re.search(r" data-task [^>]*>([^<]*)<", rest)[1]).strip())
            for identifier, completed, rest in rows]


class Fault(typing.NamedTuple):
    """A response that was wrong or didn't come."""

    started: float
    ended: float
    what: str

    def is_excused(self, kills):
        """Whether the request was in flight while a replica was killed, or until HAProxy had noticed it."""
        in_flight = any(self.started <= ended + NOTICED_SECONDS and started <= self.ended for started, ended in kills)
        return in_flight and self.what.endswith((" 502", "Disconnected"))


class Tab:
    """A connection of a browser, whose cookies it shares with other tabs."""

    def __init__(self, browser):
        self.browser = browser
        self.connection = http.client.HTTPConnection("localhost", browser.port, timeout=30)

    def request(self, method, path, form=None):
        cookies = "; ".join(f"{name}={value}" for name, value in list(self.browser.cookies.items()))
        fields = {**FIELDS, "Cookie": cookies}
        if form is not None:
            fields["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self.connection.request(method, path, urllib.parse.urlencode(form) if form is not None else None, fields)
            response = self.connection.getresponse()
            body = response.read().decode()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            raise
        for field in response.headers.get_all("Set-Cookie") or []:
            name, value = field.partition(";")[0].split("=", 1)
            if re.search(r"max-age=0\b", field, re.I):
                self.browser.cookies.pop(name, None)
            else:
                self.browser.cookies[name] = value
        return Response(response.status, response.headers.get("Location"), body)


class User:
    """Signs in, then adds and completes tasks in one tab and looks at them in two others."""

    def __init__(self, port, name):
        self.name = name
        self.browser = PlainBrowser(port)
        self.browser.sign_in(name)
        self.lock = threading.Lock()
        self.faults, self.acknowledged, self.completed, self.responses = [], [], set(), 0

    def tabs(self):
        """What the tabs do, each on a thread of its own, until an event is set."""
        return [self.change, self.look, self.look]

    def send(self, tab, method, path, form=None, expected=200):
        """The response, or `None` if it was not the right one, which is recorded."""
        started = time.time()
        try:
            response = tab.request(method, path, form)
            right = response.status == expected and (expected != 200 or "data-user" in response.body)
            what = f"{method} {path}: {response.status}"
        except (OSError, http.client.HTTPException) as fault:
            right, what = False, f"{method} {path}: {type(fault).__name__}"
        with self.lock:
            self.responses += 1
            if not right:
                self.faults.append(Fault(started, time.time(), what))
        return response if right else None

    def look(self, over):
        tab = Tab(self.browser)
        while not over.is_set():
            self.send(tab, "GET", "/tasks")

    def change(self, over):
        tab, number = Tab(self.browser), 0
        while not over.is_set():
            number += 1
            text = f"{self.name} {number}"
            if self.send(tab, "POST", "/tasks", {"csrf": self.browser.csrf, "task": text}, 303):
                self.acknowledged.append(text)
            page = self.send(tab, "GET", "/tasks")
            identifier = page and re.search(r'data-task-id="([^"]*)"', page.body)
            if identifier:
                form = {"csrf": self.browser.csrf, "completed": "true"}
                if self.send(tab, "POST", f"/tasks/{identifier[1]}", form, 303):
                    self.completed.add(identifier[1])

    def is_signed_in(self):
        return self.browser.request("GET", "/tasks").status == 200

    def tasks(self):
        """The text of each task by its identifier, and which ones are completed."""
        texts, completed, path = {}, set(), "/tasks"
        while path:
            body = self.browser.send("GET", path).body
            for identifier, is_completed, text in listed(body):
                texts[identifier] = text
                completed |= {identifier} if is_completed else set()
            following = re.search(r'href="(/tasks\?[^"]*after=[^"]*)"', body)
            path = html.unescape(following[1]) if following else None
        return texts, completed

    def lost(self):
        """How many acknowledged changes are missing."""
        texts, completed = self.tasks()
        return len(set(self.acknowledged) - set(texts.values())) + len(self.completed - completed)

    def sign_out(self):
        """Ends the session; the cookies it had."""
        copy = "; ".join(f"{name}={value}" for name, value in self.browser.cookies.items())
        if self.browser.sign_out().status != 303:
            raise SystemExit(f"{self.name} could not sign out")
        return copy

"""Users who work on their tasks while something fails, and note each page that they see."""

import html
import http.client
import re
import threading
import time
import typing
import urllib.parse

from harness.plain_browser import PlainBrowser, Trouble, csrf_token
from tabs import listed

# Longer than any page may take.
PATIENCE = 20
PAUSE = 0.05


class Seen(typing.NamedTuple):
    """What a user saw after one request."""

    started: float
    waited: float
    what: str
    # 0 without a response.
    status: int
    # What is wrong with it in addition to its status, if anything.
    problem: str | None
    is_saying_when_to_retry: bool = False


class Round(typing.NamedTuple):
    started: float
    is_good: bool


class Journal:
    """What all users saw. Times are those of the monotonic clock."""

    def __init__(self):
        self.lock = threading.Lock()
        self.seen = []

    def note(self, seen):
        with self.lock:
            self.seen.append(seen)

    def since(self, started):
        with self.lock:
            return [each for each in self.seen if each.started >= started]


class WatchedBrowser(PlainBrowser):
    """Notes each response of the site, and has one connection for each thread; finds the provider without a proxy."""

    def __init__(self, site, journal):
        super().__init__(site.port)
        self.site, self.journal = site, journal
        self.connections = threading.local()

    def request(self, method, url, form=None):
        parts = urllib.parse.urlsplit(urllib.parse.urljoin(f"http://localhost:{self.port}", url))
        if parts.port != self.port:
            provider = parts._replace(scheme="http", netloc=f"localhost:{self.site.provider.port}")
            return super().request(method, provider.geturl(), form)
        connection = self.connection()
        started = time.monotonic()
        what = f"{method} {re.sub(r'/[0-9a-zA-Z-]{20,}', '/ID', parts.path)}"
        try:
            message, response = self.converse(connection, method, parts, form)
        except (OSError, http.client.HTTPException) as fault:
            connection.close()
            self.journal.note(Seen(started, time.monotonic() - started, what, 0, type(fault).__name__))
            raise Trouble(type(fault).__name__) from fault
        waited = time.monotonic() - started
        says_when = "Retry-After" in message.headers
        self.journal.note(Seen(started, waited, what, response.status, wrong(what, response), says_when))
        return response

    def connection(self):
        if not hasattr(self.connections, "open"):
            self.connections.open = http.client.HTTPConnection("localhost", self.port, timeout=PATIENCE)
        return self.connections.open

    def copy(self):
        """Another browser with a copy of the cookies, which is not watched."""
        other = PlainBrowser(self.port)
        other.cookies, other.csrf = dict(self.cookies), self.csrf
        return other

    def hang_up(self):
        self.connection().close()


def wrong(what, response):
    """What is wrong with a page that should be the list, or say what happened and what to do."""
    if response.status >= 400 and not ("data-error" in response.body and "data-correlation-id" in response.body):
        return "a page that says nothing"
    if response.status == 200 and what == "GET /tasks" and "data-user" not in response.body:
        return "not the list"
    return None


class Worker:
    """Does the same round again and again."""

    def __init__(self, site, journal):
        self.site, self.journal = site, journal
        self.rounds = []

    def run(self, over):
        while not over.is_set():
            started = time.monotonic()
            try:
                good = self.round()
            except Trouble:
                good = False
            self.rounds.append(Round(started, good))
            over.wait(PAUSE)

    def back_since(self, moment):
        """The start of the latest unbroken series of good rounds; `None` if the last round was bad."""
        first = None
        for each in reversed(self.rounds):
            if not each.is_good or each.started < moment:
                break
            first = each.started
        return first


class User(Worker):
    """A signed-in user, who adds tasks and completes them."""

    def __init__(self, site, journal, name):
        super().__init__(site, journal)
        self.name, self.number, self.lock = name, 0, threading.Lock()
        self.browser = WatchedBrowser(site, journal)
        self.browser.sign_in(name)
        # When each change was acknowledged, by the task's text and by its identifier.
        self.acknowledged, self.completed = {}, {}
        self.doubled, self.sign_ins, self.ended = set(), 0, 0

    def round(self):
        self.number += 1
        text = f"{self.name} {self.number}"
        is_added = self.change("/tasks", {"task": text})
        if is_added:
            self.acknowledged[text] = time.monotonic()
        # The whole list starts with the oldest tasks, which are completed.
        page = self.look("/tasks?show=active")
        open_task = page and re.search(r'data-task-id="([^"]*)"[^>]*data-completed="false"', page.body)
        is_completed = open_task and self.change(f"/tasks/{open_task[1]}", {"completed": "true"})
        if is_completed:
            self.completed[open_task[1]] = time.monotonic()
        return bool(is_added and page and (is_completed or not open_task))

    def change(self, path, form):
        """Whether a change was acknowledged."""
        sign_ins = self.sign_ins
        try:
            response = self.browser.request("POST", path, form | {"csrf": self.browser.csrf})
        except Trouble:
            return False
        self.note_end(response, sign_ins)
        return response.status == 303 and response.location.startswith("/tasks")

    def look(self, path="/tasks"):
        """The list, if it came."""
        sign_ins = self.sign_ins
        try:
            response = self.browser.request("GET", path)
        except Trouble:
            return None
        self.note_end(response, sign_ins)
        if response.status != 200 or "data-user" not in response.body:
            return None
        self.browser.csrf = csrf_token(response.body)
        return response

    def note_end(self, response, sign_ins):
        """Signs in again if the session has ended, unless another tab has."""
        if response.status not in (401, 303) or (response.location or "").startswith("/tasks"):
            return
        with self.lock:
            if self.sign_ins == sign_ins:
                self.ended += 1
                self.browser.sign_in(self.name)
                self.sign_ins += 1

    def losses(self):
        """When changes were acknowledged that are missing, and how many tasks are there twice."""
        browser = self.browser.copy()
        acknowledged, completed = dict(self.acknowledged), dict(self.completed)
        texts, done = [], set()
        path = "/tasks"
        while path:
            body = browser.send("GET", path).body
            for identifier, is_done, text in listed(body):
                texts.append(text)
                done |= {identifier} if is_done else set()
            following = re.search(r'href="(/tasks\?[^"]*after=[^"]*)"', body)
            path = html.unescape(following[1]) if following else None
        gone, undone = acknowledged.keys() - set(texts), completed.keys() - done
        doubled = {text for text in texts if texts.count(text) > 1} - self.doubled
        # Each is counted once.
        self.doubled |= doubled
        times = [self.acknowledged.pop(text) for text in gone] + [self.completed.pop(each) for each in undone]
        return times, len(doubled)


class Onlooker(Worker):
    """Another tab of the same browser, which reads the list."""

    def __init__(self, user):
        super().__init__(user.site, user.journal)
        self.user = user

    def round(self):
        return self.user.look() is not None


class Visitor(Worker):
    """Signs in and out, each time in a new browser."""

    def __init__(self, site, journal, name):
        super().__init__(site, journal)
        self.name = name
        self.copies = []

    def round(self):
        return self.leave(self.arrive())

    def arrive(self):
        browser = WatchedBrowser(self.site, self.journal)
        try:
            browser.sign_in(self.name)
        except Trouble:
            browser.hang_up()
            raise
        return browser

    def leave(self, browser):
        copy = browser.copy()
        try:
            response = browser.sign_out()
        finally:
            browser.hang_up()
        # A page of 503 says that the sign-out holds here.
        if response.status in (303, 503) and "latchkey" not in browser.cookies:
            self.copies.append(copy)
        return response.status == 303


class Prober(Worker):
    """Probes whether the process is alive, as an orchestrator does."""

    def __init__(self, site, journal):
        super().__init__(site, journal)
        self.browser = WatchedBrowser(site, journal)

    def round(self):
        return self.browser.request("GET", "/healthz").status == 200

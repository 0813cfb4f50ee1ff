"""Users who sign in, work on their tasks and leave, again and again, and look whether all is as they left it."""

import collections
import http.client
import random
import re
import threading
import time
import urllib.parse

from harness.plain_browser import PlainBrowser, Trouble
from soak_journal import during
from tabs import Tab, get, listed

PAUSE = 0.1
# How long a change may be under way whose response didn't come.
UNDER_WAY_SECONDS = 15
# A list that is no longer than a page.
MOST_TASKS = 12
HOLDS_SECONDS = 2
PATIENCE = 60


class TaskBook:
    """The tasks that a user has to see."""

    def __init__(self):
        # Whether each is completed, by its text.
        self.tasks = {}
        # What a task may be, if a change of it was not acknowledged, and until when; `None` stands for no such task.
        self.open = {}

    def acknowledge(self, changes):
        for text, (_, following) in changes.items():
            self.put(text, following)

    def leave_open(self, changes):
        for text, states in changes.items():
            self.open[text] = (time.time() + UNDER_WAY_SECONDS, states)

    def put(self, text, state):
        if state is None:
            self.tasks.pop(text, None)
        else:
            self.tasks[text] = state

    def problems(self, rows, requested):
        """What is wrong with a list that was requested at this time."""
        found = {text: is_completed for _, is_completed, text in rows}
        problems = [] if len(found) == len(rows) else ["a task is there twice"]
        for text in sorted({*found, *self.tasks, *self.open}):
            state, expected = found.get(text), self.tasks.get(text)
            until, allowed = self.open.get(text, (0, (expected,)))
            if state not in allowed:
                problems.append(f"{text} is {state} instead of {allowed}")
            # From now on it is what it was found to be; so a difference is noted once.
            if requested > until:
                self.open.pop(text, None)
                self.put(text, state)
        return problems


class User:
    """Has two tabs: one changes tasks, one looks at them."""

    def __init__(self, site, name, stay, journal, provider, copies):
        self.site, self.name, self.stay = site, name, stay
        self.journal, self.provider, self.copies = journal, provider, copies
        self.book, self.number, self.browser = TaskBook(), 0, None
        # Set when it is time to leave, or nothing is left to leave.
        self.leaving = threading.Event()

    def run(self, over):
        try:
            while not over.is_set():
                if not self.arrive():
                    time.sleep(PAUSE)
                    continue
                self.work(over)
                if self.browser and not over.is_set():
                    self.leave()
        except Exception as error:  # noqa: BLE001 a thread's fault has to fail the test
            self.journal.fault("faults of the test", f"{self.name}: {error!r}")

    def arrive(self):
        started, browser = time.time(), PlainBrowser(self.site)
        try:
            browser.sign_in(self.name)
        except Trouble as trouble:
            self.journal.failed(started, f"sign-in: {trouble}")
            return False
        self.browser = browser
        self.journal.count("sign-ins")
        return True

    def work(self, over):
        """Changes tasks in one tab and looks at them in another for a while."""
        until, tab, other_tab = time.monotonic() + random.uniform(*self.stay), Tab(self.browser), Tab(self.browser)
        self.leaving.clear()
        other = threading.Thread(target=self.look, args=(other_tab,), daemon=True)
        other.start()
        while time.monotonic() < until and not over.is_set() and not self.leaving.is_set():
            self.change(tab)
        self.leaving.set()
        other.join()
        tab.connection.close()

    def look(self, tab):
        while not self.leaving.wait(PAUSE):
            page = self.send(tab, "GET", "/tasks")
            if page and any(not text.startswith(f"{self.name} ") for _, _, text in listed(page.body)):
                self.journal.fault("tasks of another user", self.name)
        tab.connection.close()

    def send(self, tab, method, path, form=None):
        """The response, or `None` if it wasn't the right one."""
        started = time.time()
        self.journal.count("requests")
        try:
            response = tab.request(method, path, form)
        except (OSError, http.client.HTTPException) as error:
            self.journal.failed(started, f"{method} {path}: {type(error).__name__}")
            return None
        if self.is_right(method, response):
            return response
        to = urllib.parse.urlsplit(response.location or "").path
        is_lost = response.status == 401 or (response.status == 303 and not to.startswith("/tasks"))
        if is_lost:
            self.journal.fault("sessions lost", f"{self.name}, {method} {path}: {response.status} {to}")
            self.browser = None
            self.leaving.set()
        else:
            self.journal.failed(started, f"{method} {path}: {response.status}", response.status >= 500)
        return None

    def is_right(self, method, response):
        if method == "POST":
            return response.status == 303 and (response.location or "").startswith("/tasks")
        shown = re.search(r'data-user="[^"]*"[^>]*>([^<]*)<', response.body)
        return response.status == 200 and shown is not None and shown[1] == self.name

    def change(self, tab):
        """Compares the list with what it has to be, then adds, completes, rewords or deletes a task."""
        time.sleep(PAUSE)
        requested = time.time()
        page = self.send(tab, "GET", "/tasks")
        if not page:
            return
        rows = listed(page.body)
        self.compare(rows, requested)
        self.number += 1
        new = f"{self.name} {self.number}"
        certain = [row for row in rows if row[2] not in self.book.open]
        if not certain or (len(rows) < MOST_TASKS and random.random() < 0.4):
            self.make("tasks added", tab, "/tasks", {"task": new}, {new: (None, False)})
            return
        identifier, is_completed, text = random.choice(certain)
        kind = "deleted" if len(rows) >= MOST_TASKS else random.choice(["deleted", "completed", "reworded"])
        path = f"/tasks/{identifier}"
        if kind == "deleted":
            self.make("tasks deleted", tab, f"{path}/delete", {}, {text: (is_completed, None)})
        elif kind == "completed":
            form = {"completed": "false" if is_completed else "true"}
            self.make("tasks changed", tab, path, form, {text: (is_completed, not is_completed)})
        else:
            changes = {text: (is_completed, None), new: (None, is_completed)}
            self.make("tasks changed", tab, path, {"task": new}, changes)

    def compare(self, rows, requested):
        self.journal.count("lists compared")
        for problem in self.book.problems(rows, requested):
            self.journal.fault("tasks that differ", f"{self.name}: {problem}")

    def make(self, kind, tab, path, form, changes):
        """Makes a change; each text has the state before and the one after."""
        # Open until it is acknowledged.
        self.book.leave_open(changes)
        if self.send(tab, "POST", path, {"csrf": tab.browser.csrf, **form}):
            for text in changes:
                del self.book.open[text]
            self.book.acknowledge(changes)
            self.journal.count(kind)

    def leave(self):
        """Ends the session by the button, or lets the provider end it, until that is acknowledged."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.browser.cookies.items())
        end = random.choice([self.sign_out, self.sign_out, self.be_logged_out])
        deadline = time.monotonic() + PATIENCE
        while (is_stored := end()) is None:
            if time.monotonic() > deadline:
                raise Trouble(f"no end of the session of {self.name} is acknowledged")
            time.sleep(PAUSE)
        self.browser = None
        self.copies.add(cookies, time.time(), is_stored)

    def sign_out(self):
        """Whether every replica hears of it now, or once the database is there; `None` if it has to be tried again."""
        started = time.time()
        try:
            status = self.browser.sign_out().status
        except Trouble as trouble:
            self.journal.failed(started, f"POST /sign-out: {trouble}")
            return None
        if status != 303:
            self.journal.failed(started, f"POST /sign-out: {status}", status >= 500)
        if "latchkey" in self.browser.cookies:
            return None
        self.journal.count("sign-outs")
        return status == 303

    def be_logged_out(self):
        started = time.time()
        token = self.provider.logout_token(self.name, random.choice([True, False]))
        try:
            response = PlainBrowser(self.site).request(
                "POST", "/auth/openid/back-channel-logout", {"logout_token": token})
        except Trouble as trouble:
            self.journal.failed(started, f"provider's logout: {trouble}")
            return None
        if response.status != 200:
            self.journal.failed(started, f"provider's logout: {response.status} {response.body}", response.status >= 500)
            return None
        self.journal.count("provider logouts")
        return True


class Copies:
    """The cookies of sessions that have ended, tried at every replica."""

    def __init__(self, replicas, journal, lifetime):
        self.replicas, self.journal, self.lifetime = replicas, journal, lifetime
        # Cookies, and when the session ended.
        self.ended = collections.deque()

    def add(self, cookies, ended, is_stored):
        """Tries a copy until each replica has refused it, for two seconds at most."""
        waiting = list(self.replicas) if is_stored else []
        while waiting and time.time() - ended < HOLDS_SECONDS:
            waiting = [replica for replica in waiting if self.serves(replica, cookies)]
            if waiting:
                self.journal.served(time.time() - ended)
                time.sleep(0.02)
        for replica in waiting:
            self.expect_refusal(replica, cookies, ended)
        self.ended.append((cookies, ended))

    def serves(self, replica, cookies):
        try:
            status = get(replica.port, "/tasks", cookies).status
        except (OSError, http.client.HTTPException):
            return False
        if status < 500:
            self.journal.count("copies tried")
        return status == 200

    def expect_refusal(self, replica, cookies, ended):
        """Notes if a copy is served, unless replicas may not have heard of the ending for want of a database."""
        requested = time.time()
        if self.serves(replica, cookies) and not during(self.journal.absences, requested, requested):
            self.journal.fault("copies served", f"{replica.name}, {requested - ended:.1f} s after the end")

    def run(self, over):
        """Tries the copies again and again until they have expired, also at replicas that have started since."""
        while not over.wait(PAUSE):
            if not self.ended:
                continue
            cookies, ended = self.ended.popleft()
            if time.time() - ended > HOLDS_SECONDS:
                for replica in self.replicas:
                    self.expect_refusal(replica, cookies, ended)
            if time.time() - ended < self.lifetime:
                self.ended.append((cookies, ended))

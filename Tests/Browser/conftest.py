"""The program as its users start it, and Debian's Chromium in front of it."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import threading

import pytest
from playwright.sync_api import expect

from actions import add, arrive, mark
from breakable_api import BreakableAPI
from challenging_api import ChallengingAPI
from device import BoundBrowser
from harness import PROGRAM
from harness.certificates import make_localhost_certificate
from harness.ports import free_ports

# A small machine that does other work next to the tests takes its time.
expect.set_options(timeout=15_000)


@contextlib.contextmanager
def unused_port():
    """A port at which no server listens, and which no other test is given."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        yield s.getsockname()[1]


def pytest_xdist_auto_num_workers():
    """One worker more than there are cores, because a test often waits for the page or a program."""
    return len(os.sched_getaffinity(0)) + 1


def pytest_collection_modifyitems(items):
    """Puts the tests of the walks first: the first worker then runs them all, and each walk is made once."""
    items.sort(key=lambda item: not {"walked", "walked_in"} & set(item.fixturenames))


class Latchkey:
    """One program with a data directory of its own."""

    # The command that starts it.
    wrapper = ()
    scheme = "http"

    def __init__(self, folder, **settings):
        self.folder = folder
        self.port, self.identity_port, self.api_port = free_ports(3)
        self.url = f"{self.scheme}://localhost:{self.port}"
        self.identity_url = f"http://localhost:{self.identity_port}"
        self.api_url = f"http://127.0.0.1:{self.api_port}/tasks"
        self.settings = {
            "listen": f"127.0.0.1:{self.port}",
            "identity-listen": f"127.0.0.1:{self.identity_port}",
            "api-listen": f"127.0.0.1:{self.api_port}",
            "data-directory": str(folder / "data"),
        } | settings
        self.lines = []
        self.start()

    def start(self):
        options = [word for name, value in self.settings.items() for word in (f"--{name}", value)]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("LATCHKEY_")}
        self.log = open(self.folder / "log", "a")
        self.process = subprocess.Popen(
            [*self.wrapper, PROGRAM, "serve", *options], cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=self.log, text=True)
        # The web front end's line is one of those that are printed once connections are accepted; the others may come after it.
        wanted = {"Latchkey"}
        wanted |= set() if "task-web-api" in self.settings else {"Tasks API"}
        wanted |= set() if "authority" in self.settings else {"Development identity provider"}
        while wanted:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"it ended: {(self.folder / 'log').read_text()}")
            self.lines.append(line.rstrip())
            wanted -= {name for name in wanted if line.startswith(name)}
        # A full pipe would stop the program.
        threading.Thread(target=lambda: [self.lines.append(x.rstrip()) for x in self.process.stdout], daemon=True).start()

    def stop(self):
        """Asks the program to end; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=15)
        finally:
            self.process.kill()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def restart(self):
        self.kill()
        self.start()


class SecureLatchkey(Latchkey):
    """A program that serves HTTPS, with a certificate that signs itself."""

    scheme = "https"

    def __init__(self, folder, **settings):
        self.certificate, key = folder / "certificate.pem", folder / "certificate-key.pem"
        make_localhost_certificate(self.certificate, key)
        super().__init__(folder, **{"tls-certificate-file": str(self.certificate), "tls-key-file": str(key)} | settings)


def launch_options():
    """How Debian's Chromium is started: its headless shell, which is faster because it draws no window, or all of it."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert path, "Debian's chromium-headless-shell is not installed: make prepare-tests"
    return {"executable_path": path, "args": ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]}


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return browser_type_launch_args | launch_options()


@pytest.fixture(scope="session")
def latchkey(tmp_path_factory):
    program = Latchkey(tmp_path_factory.mktemp("latchkey"))
    yield program
    program.kill()


@pytest.fixture
def own_latchkey(tmp_path):
    """A program for one test alone, which may stop it; called with settings, and with its class if it is another."""
    programs = []

    def start(kind=Latchkey, **settings):
        programs.append(kind(tmp_path, **settings))
        return programs[-1]

    yield start
    for program in programs:
        program.kill()


@pytest.fixture(autouse=True)
def no_complaints(request):
    """A page that breaks its own content security policy, or whose script fails, fails the test that opened it."""
    if "context" not in request.fixturenames:
        yield
        return
    context = request.getfixturevalue("context")
    complaints = []

    def complain(place, text):
        # What others wrote is served at 127.0.0.1, and is their own business.
        if not place.startswith("http://127.0.0.1:"):
            complaints.append(text)

    context.on(
        "console",
        lambda m: complain(m.location["url"], m.text) if re.search("Content Security Policy|Refused to", m.text) else None)
    context.on("weberror", lambda e: complain(e.page.url if e.page else "", str(e.error)))
    yield
    assert not complaints, complaints


@pytest.fixture
def listed(page, latchkey):
    """The page of a new user, who has no task yet."""
    arrive(page, latchkey.url)
    mark(page)
    return page


@pytest.fixture(scope="session")
def latchkey_on_breakable_api(tmp_path_factory):
    api = BreakableAPI()
    # A test may take its time while the API waits.
    program = Latchkey(tmp_path_factory.mktemp("latchkey"), **{"task-web-api": api.url, "api-timeout": "60"})
    yield program, api
    program.kill()
    api.close()


@pytest.fixture
def breakable(page, latchkey_on_breakable_api):
    """The page of a new user, and the tasks API behind it, which fails on command."""
    program, api = latchkey_on_breakable_api
    arrive(page, program.url)
    mark(page)
    api.calls.clear()
    yield page, api
    api.fails(None)
    api.gate.set()


@pytest.fixture(scope="session")
def latchkey_on_challenging_api(tmp_path_factory):
    api = ChallengingAPI()
    program = Latchkey(tmp_path_factory.mktemp("step-up"), **{"task-web-api": api.url})
    yield program, api
    program.kill()
    api.close()


@pytest.fixture
def challenging(latchkey_on_challenging_api):
    """A program and its API, which asks for nothing at first."""
    program, api = latchkey_on_challenging_api
    yield program, api
    api.accept_all()
    api.fails(None)
    api.gate.set()


@pytest.fixture
def challenged(page, challenging):
    """The page of a new user with the task `One`, the program, the API that can ask for more, and the user's address."""
    program, api = challenging
    email = arrive(page, program.url)
    # By a sign-in, for which the provider doesn't ask for the password again.
    page.goto(f"{program.url}/sign-in")
    page.wait_for_url(f"{program.url}/tasks")
    add(page, "One")
    mark(page)
    api.calls.clear()
    return page, program, api, email


def binding(mode):
    """A program with such device binding, which the tests of a worker share."""
    @pytest.fixture(scope="session")
    def program(tmp_path_factory):
        program = SecureLatchkey(tmp_path_factory.mktemp(mode), **{"device-binding": mode})
        yield program
        program.kill()
    return program


not_binding, observing, requiring = binding("off"), binding("observe"), binding("require")


@pytest.fixture
def offered(requiring):
    """A browser that has just signed in, and is asked for a key."""
    browser = BoundBrowser(requiring)
    browser.sign_in()
    return browser


@pytest.fixture(scope="session")
def lasting(requiring):
    """A browser whose key is registered, for tests after which it still is."""
    browser = BoundBrowser(requiring)
    browser.sign_in()
    assert browser.register().status == 200
    assert browser.is_served
    return browser


@pytest.fixture
def bound(offered):
    """A browser whose session is known to be bound, because it has got a page with the device's cookie."""
    assert offered.register().status == 200
    assert offered.is_served
    return offered

"""A sign-out while the database can't be reached: it comes soon, and holds also after the program was killed."""

import re
import time

import pytest

from harness.database_server import LockedFile, PostgreSQL
from harness.plain_browser import PlainBrowser

WITHIN = 5


@pytest.fixture(params=["a locked file", "a stopped server", "a silent server"])
def outage(request, own_latchkey, tmp_path):
    """A program, and two functions: one makes its database unavailable, the other available again."""
    if request.param == "a locked file":
        path = tmp_path / "own.sqlite"
        locks = []
        latchkey = own_latchkey(database=f"sqlite:{path}")
        yield latchkey, lambda: locks.append(LockedFile(path)), lambda: locks.pop().release()
        return
    server = PostgreSQL()
    interrupt, restore = (server.stop, server.start) if request.param == "a stopped server" else (server.freeze, server.thaw)
    try:
        yield own_latchkey(database=server.url()), interrupt, restore
    finally:
        server.close()


def signed_in(latchkey):
    browser = PlainBrowser(latchkey.port)
    browser.sign_in("alice@dev.example")
    return browser


def pending(latchkey):
    return sorted((latchkey.folder / "data").glob("pending-endings.*"))


def eventually(condition, within=WITHIN):
    deadline = time.monotonic() + within
    while not condition():
        assert time.monotonic() < deadline, "it did not come to be so"
        time.sleep(0.05)


def sign_out(browser):
    """Signs out; the page has to come within two seconds, and half a second goes to a machine that does other work."""
    sent = time.monotonic()
    response = browser.sign_out()
    assert time.monotonic() - sent < 2.5
    assert response.status == 503
    assert "You are signed out in this browser" in response.body
    assert "latchkey" not in browser.cookies
    return response


def test_a_sign_out_without_the_database_holds_after_a_kill(outage):
    latchkey, interrupt, restore = outage
    browser = signed_in(latchkey)
    copy, other = browser.copy(), signed_in(latchkey)
    interrupt()
    response = sign_out(browser)
    assert "It will be, by itself" in response.body
    assert not copy.copy().is_signed_in
    file, = pending(latchkey)
    assert file.stat().st_mode & 0o777 == 0o600
    assert re.fullmatch(r"[0-9a-f]{32} [0-9]{10}", file.read_text().strip())

    latchkey.kill()
    restore()
    latchkey.start()
    assert not copy.copy().is_signed_in
    assert other.is_signed_in
    # The database has it now, and says it to a program that starts.
    eventually(lambda: not pending(latchkey))
    latchkey.restart()
    assert not copy.copy().is_signed_in
    assert other.is_signed_in


def test_a_sign_out_is_stored_soon_after_the_databases_return(outage):
    latchkey, interrupt, restore = outage
    browser = signed_in(latchkey)
    copy = browser.copy()
    interrupt()
    sign_out(browser)
    restore()
    eventually(lambda: not pending(latchkey))
    latchkey.restart()
    assert not copy.is_signed_in


def test_a_program_that_starts_without_the_database_refuses_a_copy_too(own_latchkey):
    server = PostgreSQL()
    try:
        latchkey = own_latchkey(database=server.url())
        browser, other = signed_in(latchkey), signed_in(latchkey)
        copy = browser.copy()
        server.stop()
        sign_out(browser)
        latchkey.restart()
        assert not copy.copy().is_signed_in
        assert other.request("GET", "/tasks").status == 503
        server.start()
        eventually(lambda: other.is_signed_in, within=30)
        assert not copy.copy().is_signed_in
        eventually(lambda: not pending(latchkey))
    finally:
        server.close()


def test_a_sign_out_that_cannot_be_written_says_that_it_holds_in_this_process_alone(own_latchkey, tmp_path):
    path = tmp_path / "own.sqlite"
    latchkey = own_latchkey(database=f"sqlite:{path}")
    browser = signed_in(latchkey)
    copy = browser.copy()
    lock = LockedFile(path)
    # Nothing can be made in a folder that isn't there, not even by root.
    (latchkey.folder / "data").rename(latchkey.folder / "elsewhere")
    response = sign_out(browser)
    assert "in this process of the site alone" in response.body
    assert not copy.is_signed_in
    lock.release()

"""The program as its operator meets it: how it ends, and what a signal makes it read anew."""

import base64
import pathlib
import re
import secrets
import signal
import time

from playwright.sync_api import Page, expect

from people import sign_in


def key():
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).rstrip(b"=").decode()


def send_and_wait(latchkey, number, words):
    """Sends a signal, and waits until the program has said these words once more."""
    log = latchkey.folder / "log"
    before = log.read_text().count(words)
    latchkey.process.send_signal(number)
    deadline = time.monotonic() + 10
    while log.read_text().count(words) == before:
        assert time.monotonic() < deadline, log.read_text()[-2000:]


def test_it_ends_well_when_it_is_told_to(own_latchkey):
    assert own_latchkey().stop() == 0


def test_no_core_of_it_is_ever_written(own_latchkey):
    limits = pathlib.Path(f"/proc/{own_latchkey().process.pid}/limits").read_text()
    assert re.search(r"Max core file size +0 +0 ", limits), limits


def test_a_hang_up_reads_the_session_keys_anew_and_signs_nobody_out(page: Page, own_latchkey, tmp_path: pathlib.Path):
    old, new = key(), key()
    keys = tmp_path / "keys"
    keys.write_text(old)
    latchkey = own_latchkey(**{"session-keys-file": str(keys)})
    sign_in(page, latchkey.url, "alice@dev.example")

    keys.write_text(f"{new} {old}")
    send_and_wait(latchkey, signal.SIGHUP, "read anew")
    page.reload()
    expect(page.locator("[data-user]")).to_have_text("Alice")

    keys.write_text("no key at all")
    send_and_wait(latchkey, signal.SIGHUP, "stay as they were")
    page.reload()
    expect(page.locator("[data-user]")).to_have_text("Alice")
    assert "no key at all" not in (latchkey.folder / "log").read_text()

    # The old key is really gone once it is taken out: what it sealed counts as none.
    keys.write_text(new)
    send_and_wait(latchkey, signal.SIGHUP, "read anew")
    page.goto(latchkey.url)
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()

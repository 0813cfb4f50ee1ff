"""Sessions that are bound to a device, in the whole Chromium, which registers and proves keys by itself over HTTPS.

It has no secure hardware here, so its keys are of software. A profile may sign a handful of times only, so each test
has a new one. No cookie is waited for until it expires: it is deleted.
"""

import base64
import hashlib
import shutil
import subprocess
import time
import urllib.parse

import pytest
from playwright.sync_api import expect

from actions import add, field, row, sign_in, sign_out
from device import DEVICE_COOKIE

USER = "alice@dev.example"
# More often than a profile may sign.
OFTEN = 7


def key_hash(certificate):
    """By which Chromium trusts a certificate that signs itself; with a certificate that it overlooks it binds no devices."""
    key = subprocess.run(["openssl", "x509", "-in", certificate, "-noout", "-pubkey"], capture_output=True, check=True)
    der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "DER"], input=key.stdout, capture_output=True, check=True)
    return base64.b64encode(hashlib.sha256(der.stdout).digest()).decode()


class Profile:
    """A new profile of Chromium, its page, and what happened to its device's sessions."""

    def __init__(self, playwright, folder, site, scripts):
        program = shutil.which("chromium")
        assert program, "Debian's chromium is not installed: make prepare-tests"
        features = "DeviceBoundSessions,EnableBoundSessionCredentialsSoftwareKeysForManualTesting"
        self.context = playwright.chromium.launch_persistent_context(
            folder, executable_path=program, java_script_enabled=scripts, args=[
                "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", f"--enable-features={features}",
                f"--ignore-certificate-errors-spki-list={key_hash(site.certificate)}"])
        self.page, self.site = self.context.pages[0], site
        self.registered, self.refreshed, self.ended, self.visited = [], [], [], []
        tools = self.context.new_cdp_session(self.page)
        tools.on("Network.deviceBoundSessionEventOccurred", self.note)
        tools.send("Network.enable")
        tools.send("Network.enableDeviceBoundSessions", {"enable": True})
        self.page.on("request", lambda request: self.visited.append(request.url) if request.is_navigation_request() else None)

    def note(self, event):
        for kind, found in (
                ("creationEventDetails", self.registered), ("refreshEventDetails", self.refreshed), ("terminationEventDetails", self.ended)):
            if kind in event:
                found.append((event["succeeded"], event[kind]))

    def wait_for(self, condition):
        """Waits for an event, which no locator shows."""
        deadline = time.monotonic() + 30
        while not condition():
            assert time.monotonic() < deadline, (self.registered, self.refreshed, self.ended, self.visited)
            self.page.wait_for_timeout(20)

    def sign_in(self):
        """Signs in, and has a page that came with the device's cookie."""
        sign_in(self.page, self.site.url, USER)
        self.wait_for(lambda: self.registered)
        assert self.registered[0][0], self.registered
        self.page.goto(f"{self.site.url}/tasks")
        self.visited.clear()

    def forget(self):
        """Deletes the device's cookie, as if its ten minutes had passed."""
        assert self.has_cookie
        self.context.clear_cookies(name=DEVICE_COOKIE)

    @property
    def has_cookie(self):
        return any(cookie["name"] == DEVICE_COOKIE for cookie in self.context.cookies())

    @property
    def was_at_provider(self):
        return any(url.startswith(self.site.identity_url) for url in self.visited)

    def expect_tasks(self):
        expect(self.page).to_have_url(f"{self.site.url}/tasks")
        expect(self.page.locator("[data-user]")).to_have_text("Alice")


@pytest.fixture
def profile(playwright, tmp_path):
    """Signs in at a program with a new profile."""
    profiles = []

    def start(site, scripts=True):
        profiles.append(Profile(playwright, tmp_path / "profile", site, scripts))
        profiles[-1].sign_in()
        return profiles[-1]

    yield start
    for each in profiles:
        each.context.close()


def test_a_sign_in_at_another_origin_registers_a_key(profile, requiring):
    browser = profile(requiring)
    assert browser.has_cookie and not browser.refreshed
    [(succeeded, details)] = browser.registered
    assert succeeded and details["fetchResult"] == "Success"
    session = details["newSession"]
    assert session["refreshUrl"] == f"{browser.site.url}/sign-in/device/refresh"
    assert [cookie["name"] for cookie in session["cookieCravings"]] == [DEVICE_COOKIE]
    browser.expect_tasks()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_form_that_was_typed_until_the_cookie_expired_is_sent_after_a_proof(profile, requiring, scripts):
    browser = profile(requiring, scripts)
    text = f"Typed for long with scripts: {scripts}"
    field(browser.page).fill(text)
    browser.forget()
    field(browser.page).press("Enter")
    expect(row(browser.page, text)).to_be_visible()
    browser.wait_for(lambda: browser.refreshed)
    assert browser.refreshed[0][1]["refreshResult"] == "Refreshed"
    assert browser.has_cookie and not browser.was_at_provider


def test_a_typed_address_is_shown_after_a_proof(profile, requiring):
    browser = profile(requiring)
    browser.forget()
    browser.page.goto(f"{browser.site.url}/tasks")
    browser.expect_tasks()
    assert browser.has_cookie and browser.visited == [f"{browser.site.url}/tasks"]


def test_a_link_on_another_site_leads_to_the_page_after_one_reload(profile, requiring):
    browser = profile(requiring)
    link = f"<a href={browser.site.url}/tasks>go</a>"
    browser.page.goto(f"data:text/html,{urllib.parse.quote(link)}")
    browser.visited.clear()
    browser.forget()
    browser.page.get_by_role("link").click()
    browser.expect_tasks()
    assert browser.visited == 2 * [f"{browser.site.url}/tasks"]
    assert browser.has_cookie


def test_going_back_after_a_sign_out_shows_no_tasks(profile, requiring):
    browser = profile(requiring)
    add(browser.page, "Mine alone")
    sign_out(browser.page, browser.site.url)
    assert not browser.has_cookie
    browser.visited.clear()
    browser.page.go_back()
    expect(browser.page.locator("[data-user]")).to_have_count(0)
    expect(browser.page.get_by_text("Mine alone")).to_have_count(0)
    assert len(browser.visited) < 5
    assert not browser.has_cookie


def test_a_browser_that_may_sign_no_more_signs_in_again_and_is_in_no_loop(profile, requiring):
    browser = profile(requiring)
    for _ in range(OFTEN):
        if not browser.has_cookie:
            break
        browser.forget()
        browser.page.goto(f"{browser.site.url}/tasks")
        browser.expect_tasks()
    assert browser.was_at_provider, browser.refreshed
    assert len(browser.visited) < OFTEN + 12
    # The new session goes on without a key.
    browser.visited.clear()
    add(browser.page, "Not locked out")
    browser.page.goto(f"{browser.site.url}/tasks")
    expect(row(browser.page, "Not locked out")).to_be_visible()
    assert not browser.was_at_provider


def test_observation_refuses_a_browser_that_may_sign_no_more_nothing(profile, observing):
    browser = profile(observing)
    for _ in range(OFTEN):
        browser.context.clear_cookies(name=DEVICE_COOKIE)
        browser.page.goto(f"{browser.site.url}/tasks")
        browser.expect_tasks()
    assert not browser.has_cookie, "it may sign more often"
    assert not browser.was_at_provider and len(browser.visited) == OFTEN
    add(browser.page, "Observed")

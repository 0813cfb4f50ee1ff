"""Times, in the time zone of the browser, and in UTC if no script runs."""

import datetime
import re

import pytest
from playwright.sync_api import Page, expect

from actions import sign_in

TOKYO = datetime.timezone(datetime.timedelta(hours=9))
ZONE = {"timezone_id": "Asia/Tokyo", "locale": "en-US"}


def in_tokyo(machine):
    time = datetime.datetime.fromisoformat(machine).astimezone(TOKYO)
    return f"{time:%b} {time.day}, {time.year}, {time.hour % 12 or 12}:{time:%M} {time:%p}"


def plain(text):
    """Between the time and its half of the day stands a narrow space."""
    return re.sub(r"\s", " ", text)


@pytest.mark.browser_context_args(**ZONE)
def test_times_are_in_the_zone_of_the_browser(page: Page, browser, latchkey):
    sign_in(page, latchkey.url, "alice@dev.example")
    elsewhere = browser.new_context(**ZONE)
    sign_in(elsewhere.new_page(), latchkey.url, "alice@dev.example")
    page.goto(f"{latchkey.url}/sessions")
    other = page.locator("li[data-session-id]:not([data-current])").first
    started = other.locator("time").first
    local = in_tokyo(started.get_attribute("datetime"))
    assert plain(started.inner_text()) == local
    assert plain(other.get_by_role("button").get_attribute("aria-label")).endswith(f"signed in {local}")
    for time in page.locator("time").all():
        assert plain(time.inner_text()) == in_tokyo(time.get_attribute("datetime"))
    page.goto(f"{latchkey.url}/claims")
    for claim in ("exp", "iat"):
        cell = page.locator("tr").filter(has=page.get_by_role("rowheader", name=claim, exact=True)).locator("td")
        time = cell.locator("time")
        seconds = int(datetime.datetime.fromisoformat(time.get_attribute("datetime")).timestamp())
        assert plain(cell.inner_text()) == f"{seconds} {in_tokyo(time.get_attribute('datetime'))}"
    elsewhere.close()


@pytest.mark.browser_context_args(java_script_enabled=False, **ZONE)
def test_without_scripts_times_are_in_utc_and_say_so(page: Page, latchkey):
    sign_in(page, latchkey.url, "alice@dev.example")
    for path, least in (("/sessions", 2), ("/claims", 2)):
        page.goto(latchkey.url + path)
        times = page.locator("time")
        assert times.count() >= least
        for time in times.all():
            utc = datetime.datetime.fromisoformat(time.get_attribute("datetime"))
            day = f"{utc:%b} {utc.day}, {utc.year}"
            assert plain(time.inner_text()) == f"{day} at {utc.hour % 12 or 12}:{utc:%M} {utc:%p} UTC"
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("time").first).to_contain_text("UTC")

"""Sessions that are bound to a device: who is refused without its cookie, and who is never asked for it."""

import re
import urllib.parse

import pytest
import requests

from conftest import Latchkey, SecureLatchkey
from device import DEVICE_COOKIE, REFRESH, REGISTRATION, BoundBrowser, DeviceKey, is_over, refuses
from harness.ports import free_port


@pytest.mark.parametrize("value", [None, "made-up", "another session's"])
def test_a_session_that_is_bound_is_refused_without_the_devices_cookie(bound, value):
    thief = bound.copy(DEVICE_COOKIE)
    if value == "another session's":
        other = BoundBrowser(bound.site)
        other.sign_in()
        assert other.register().status == 200
        value = other.cookies[DEVICE_COOKIE]
    if value:
        thief.cookies[DEVICE_COOKIE] = value
    page = thief.navigate("/tasks?show=active")
    assert (page.status, page.location) == (303, "/sign-in?returnTo=%2Ftasks%3Fshow%3Dactive")
    for path in ("/tasks", "/claims", "/sessions"):
        fetched = thief.copy().fetch(path)
        assert fetched.status == 401 and fetched.headers["Content-Type"].startswith("application/problem+json")
    home = thief.copy().navigate("/")
    assert "data-user" not in home.text
    assert bound.is_served


def test_what_was_typed_without_the_devices_cookie_is_stored_and_offered_after_the_sign_in(bound):
    form = {"csrf": bound.csrf, "task": "Not lost"}
    before = bound.cookies
    bound.cookies = bound.copy(DEVICE_COOKIE).cookies
    response = bound.post("/tasks", form)
    assert response.status == 303 and urllib.parse.urlsplit(response.location).path == "/sign-in"
    bound.sign_in(response.location)
    page = bound.navigate("/tasks").text
    assert "data-kept" in page and "Not lost" in page and "<span data-task>Not lost" not in page
    offer = re.search('<form[^>]*action="?/tasks/kept"?.*?</form>', page, re.S)[0]
    hidden = dict(re.findall('name="?([a-z]+)"? value="?([^" >]*)', offer))
    assert bound.post("/tasks/kept", hidden).status == 303
    page = bound.navigate("/tasks").text
    assert "data-kept" not in page and "Not lost" in page
    # The session before goes on where its device is.
    bound.cookies = before
    assert bound.is_served


def test_a_script_that_posts_without_the_devices_cookie_gets_401(bound):
    csrf, thief = bound.csrf, bound.copy(DEVICE_COOKIE)
    fields = [
        ("Accept", "text/html"), ("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Site", "same-origin"), ("Origin", bound.site.url),
        ("Content-Type", "application/x-www-form-urlencoded")]
    response = thief.send("POST", "/tasks", fields, urllib.parse.urlencode({"csrf": csrf, "task": "By a thief"}))
    assert response.status == 401
    assert "By a thief" not in bound.navigate("/tasks").text


def test_a_sign_out_without_the_devices_cookie_ends_nothing(bound):
    csrf, thief = bound.csrf, bound.copy(DEVICE_COOKIE)
    response = thief.post("/sign-out", {"csrf": csrf})
    assert response.status in (303, 401), response
    assert bound.is_served
    assert bound.refresh().status == 200


@pytest.mark.parametrize("source", ["cross-site", "same-site", "none", None])
def test_a_navigation_from_elsewhere_first_gets_a_page_that_only_reloads(bound, source):
    thief = bound.copy(DEVICE_COOKIE)
    for _ in range(2):
        page = thief.navigate("/tasks?show=active", source)
        assert (page.status, page.headers["Refresh"]) == (200, "0")
        assert "no-store" in page.headers["Cache-Control"]
        assert "data-user" not in page.text and "alice" not in page.text.lower()
        assert "__Host-latchkey" in thief.cookies
    page = thief.navigate("/tasks?show=active", source)
    assert (page.status, page.location) == (303, "/sign-in?returnTo=%2Ftasks%3Fshow%3Dactive")


def test_a_browser_that_registers_no_key_is_not_asked_for_one(requiring):
    browser = BoundBrowser(requiring)
    browser.sign_in()
    for source in ("same-origin", "cross-site", "none", None):
        assert "data-user" in browser.navigate("/tasks", source).text
    assert browser.post("/tasks", {"csrf": browser.csrf, "task": "Without a key"}).status == 303
    assert "Without a key" in browser.navigate("/tasks").text
    assert browser.post("/sign-out", {"csrf": browser.csrf}).status == 303
    assert not browser.is_served


def test_observation_refuses_nothing(observing):
    browser = BoundBrowser(observing)
    browser.sign_in()
    assert browser.register().status == 200
    assert browser.is_served
    assert browser.refresh().status == 200
    thief = browser.copy(DEVICE_COOKIE)
    for source in ("same-origin", "cross-site", "none"):
        assert "data-user" in thief.navigate("/tasks", source).text
    assert thief.fetch("/tasks").status == 200
    assert thief.post("/tasks", {"csrf": thief.csrf, "task": "Nevertheless"}).status == 303
    assert refuses(browser.refresh(DeviceKey().proof(browser.challenge)))
    assert thief.post("/sign-out", {"csrf": thief.csrf}).status == 303
    assert is_over(browser.refresh(), browser.identifier)


@pytest.mark.parametrize("is_secure", [True, False], ids=["off", "plain HTTP"])
def test_without_device_binding_or_https_there_is_no_field_and_no_route(request, own_latchkey, is_secure):
    site = request.getfixturevalue("not_binding") if is_secure else own_latchkey(Latchkey, **{"device-binding": "require"})
    browser = BoundBrowser(site)
    ended = browser.sign_in()
    assert not [name for name in ended.headers if name.lower().startswith("secure-session")]
    key = DeviceKey()
    for path in (REGISTRATION, REFRESH):
        fields = [("Sec-Secure-Session-Id", "made-up"), ("Secure-Session-Response", key.registration("made-up"))]
        assert browser.post_proof(path, *fields).status == 404
        assert browser.navigate(path).status == 404
    assert browser.is_served


def test_the_routes_have_no_other_method(offered):
    for path in (REGISTRATION, REFRESH):
        response = offered.navigate(path)
        assert response.status == 405 and "POST" in response.headers["Allow"]


def test_only_the_response_that_ends_a_sign_in_asks_for_a_key(bound):
    for path in ("/tasks", "/", "/claims", "/sign-in", "/nowhere"):
        assert "Secure-Session-Registration" not in bound.navigate(path).headers


def test_registrations_proofs_and_refusals_are_counted(own_latchkey):
    admin = free_port()
    site = own_latchkey(SecureLatchkey, **{"device-binding": "require", "admin-listen": f"127.0.0.1:{admin}"})
    browser = BoundBrowser(site)
    browser.sign_in()
    assert browser.register().status == 200
    assert browser.is_served
    assert browser.refresh().status == 200
    # Without the cookie a browser proves its key as usual; that is no request that lacks a proof.
    del browser.cookies[DEVICE_COOKIE]
    assert browser.refresh().status == 200
    assert browser.refresh(DeviceKey().proof(browser.challenge)).status == 400
    assert browser.copy(DEVICE_COOKIE).fetch("/tasks").status == 401
    text = requests.get(f"http://127.0.0.1:{admin}/metrics", timeout=60).text
    counts = dict(re.findall(r'^latchkey_device_bindings_total\{outcome="([a-z]+)"\} (\d+)', text, re.M))
    assert counts == {"registered": "1", "refreshed": "2", "refused": "1", "missing": "1"}

"""The tasks API of the running program at its limits, and with its database locked by another program."""

import contextlib
import sqlite3
import time

import pytest
import requests
from playwright.sync_api import Page, expect

from actions import field, problem, shows, sign_in
from harness.provider import Provider

without_scripts = pytest.mark.browser_context_args(java_script_enabled=False)


@pytest.fixture
def api(own_latchkey):
    """A running tasks API: what makes calls of it, and the program."""
    provider = Provider()
    latchkey = own_latchkey(**{"authority": provider.url, "client-id": "api", "max-tasks": "2"})
    headers = {"Authorization": f"Bearer {provider.access_token('api', 'user')}"}

    def call(method, path="", json=None, **fields):
        return requests.request(method, latchkey.api_url + path, json=json, headers=headers | fields, timeout=30)

    yield call, latchkey
    provider.close()


@contextlib.contextmanager
def locked(latchkey):
    """Another program has locked the database."""
    with contextlib.closing(sqlite3.connect(latchkey.folder / "data/latchkey.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("COMMIT")


def test_a_locked_database_is_reported_within_two_seconds(api):
    call, latchkey = api
    task = call("POST", json={"task": "milk"}).json()
    with locked(latchkey):
        for method, path, body in [
                ("POST", "", {"task": "bread"}), ("PATCH", f"/{task['id']}", {"completed": True}), ("PATCH", "", {"completed": True}),
                ("DELETE", f"/{task['id']}", None)]:
            start = time.monotonic()
            response = call(method, path, body)
            # Half a second for a busy machine: it was ten seconds, and 500, before.
            assert (response.status_code, time.monotonic() - start < 2.5) == (503, True), (response.text, time.monotonic() - start)
            assert response.headers["Retry-After"] and response.headers["Content-Type"] == "application/problem+json"
        assert call("GET").json() == [task]
    assert call("POST", json={"task": "bread"}).status_code == 201


def test_a_task_beyond_the_limit_of_the_settings_is_refused(api):
    call, _ = api
    for status in (201, 201, 422):
        response = call("POST", json={"task": "milk"})
        assert response.status_code == status, response.text
    assert " 2 " in response.json()["detail"]
    assert len(call("GET").json()) == 2


@without_scripts
def test_pages_say_that_the_database_is_locked_and_that_there_are_too_many_tasks(page: Page, own_latchkey):
    latchkey = own_latchkey(**{"max-tasks": "1"})
    sign_in(page, latchkey.url, "alice@dev.example")

    def add(text):
        field(page).fill(text)
        with page.expect_response(lambda response: response.request.method == "POST") as found:
            page.get_by_role("button", name="Add", exact=True).click()
        return found.value.status

    with locked(latchkey):
        assert add("milk") == 503
        expect(problem(page)).to_be_visible()
        assert "milk" in page.content()
    page.goto(f"{latchkey.url}/tasks")
    assert add("milk") == 303
    shows(page, "milk")
    assert add("bread") == 422
    expect(problem(page)).to_be_visible()
    assert "bread" in page.content()

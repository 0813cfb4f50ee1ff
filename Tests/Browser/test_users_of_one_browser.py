"""Users who sign out and in at one browser, while it has other tabs."""

import pytest
from playwright.sync_api import Page, expect

from actions import (
    PASSWORD, add, arrive, edit_field, either_way, field, keep_coming_back, mark, open_edit, problem, shows, sign_in,
    sign_out, stayed, toggle)


@pytest.mark.parametrize(
    ("path", "name", "event"),
    [("/claims", None, "focus"), ("/sessions", None, "visibilitychange"), ("/nowhere", None, "focus"), ("/claims", "Bob", "focus"),
     ("/sessions", "Ann", "focus"), ("/nowhere", "Bob", "focus")])
def test_a_page_that_names_a_user_is_left_after_a_sign_out_in_another_tab(page: Page, latchkey, path, name, event):
    arrive(page, latchkey.url, "Ann")
    other = page.context.new_page()
    other.goto(f"{latchkey.url}/tasks")
    page.goto(latchkey.url + path)
    expect(page.locator("[data-user]")).to_have_text("Ann")
    sign_out(other, latchkey.url)
    if name:
        arrive(other, latchkey.url, name)
    keep_coming_back(page, event)
    expect(page).to_have_url(f"{latchkey.url}/tasks" if name else f"{latchkey.url}/")
    expect(page.locator("[data-user]")).to_have_text([name] if name else [])


def test_a_page_waits_for_a_sign_out_before_it_is_left(page: Page, latchkey):
    page.clock.install()
    arrive(page, latchkey.url)
    page.goto(f"{latchkey.url}/claims")
    # As if the user had stopped it.
    page.route(f"{latchkey.url}/sign-out", lambda route: route.fulfill(status=204))
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.context.clear_cookies()
    keep_coming_back(page)
    for _ in range(2):
        # The second is requested only after the first has been dealt with.
        with page.expect_response("**/keys"):
            pass
    assert page.url == f"{latchkey.url}/claims"
    page.clock.fast_forward(20_000)
    expect(page).to_have_url(f"{latchkey.url}/", timeout=60_000)


@either_way
def test_the_signed_out_page_says_when_the_user_is_signed_in_again(listed: Page, latchkey, scripts):
    sign_out(listed, latchkey.url)
    expect(listed.get_by_role("heading")).to_have_text("You are signed out")
    arrive(listed, latchkey.url, "Ann")
    response = listed.goto(f"{latchkey.url}/signed-out")
    assert response.status == 200 and response.header_value("set-cookie") is None
    expect(listed.get_by_role("heading")).to_have_text("You are signed in")
    expect(listed).to_have_title("You are signed in · Latchkey")
    expect(listed.locator("[data-user]")).to_have_text("Ann")
    listed.locator("main").get_by_role("link").click()
    expect(listed).to_have_url(f"{latchkey.url}/tasks")


def test_a_new_session_of_the_same_user_goes_on_in_the_old_tab(page: Page, latchkey):
    email = arrive(page, latchkey.url)
    mark(page)
    other = page.context.new_page()
    other.goto(f"{latchkey.url}/tasks")
    sign_out(other, latchkey.url)
    sign_in(other, latchkey.url, email, PASSWORD)
    field(page).fill("Typed before")
    field(page).press("Enter")
    # The form is of the session before; the page has got a new one, and the text.
    expect(problem(page)).to_be_visible()
    expect(field(page)).to_have_value("Typed before")
    field(page).press("Enter")
    shows(page, "Typed before")
    assert stayed(page)
    sign_out(page, latchkey.url)


@pytest.mark.parametrize("name", ["Bob", "Ann"], ids=["of another name", "of the same name"])
def test_the_next_user_of_the_browser_sees_nothing_of_the_previous_one(page: Page, latchkey, name):
    arrive(page, latchkey.url, "Ann")
    mark(page)
    add(page, "Ann's task")
    field(page).fill("Ann's draft")
    other = page.context.new_page()
    other.goto(f"{latchkey.url}/tasks")
    sign_out(other, latchkey.url)
    arrive(other, latchkey.url, name)
    add(other, "Bob's task")

    keep_coming_back(page)
    shows(page, "Bob's task")
    expect(page.locator("[data-user]")).to_have_text(name)
    expect(field(page)).to_have_value("")
    assert not stayed(page)
    page.go_back()
    expect(page.get_by_text("Ann's task")).to_have_count(0)


@pytest.mark.parametrize("name", ["Bob", "Ann"], ids=["of another name", "of the same name"])
def test_text_that_one_user_typed_is_not_saved_for_the_next(page: Page, latchkey, name):
    arrive(page, latchkey.url, "Ann")
    mark(page)
    field(page).fill("Ann's draft")
    other = page.context.new_page()
    other.goto(f"{latchkey.url}/tasks")
    sign_out(other, latchkey.url)
    arrive(other, latchkey.url, name)
    field(page).press("Enter")
    page.wait_for_function("() => !window.__mark")
    expect(page.locator("[data-user]")).to_have_text(name)
    expect(field(page)).to_have_value("")
    other.reload()
    expect(other.locator("[data-task]")).to_have_count(0)


def test_an_edit_goes_on_in_a_new_session_of_the_same_user(page: Page, latchkey):
    email = arrive(page, latchkey.url)
    mark(page)
    add(page, "One")
    open_edit(page, "One").fill("Uno")
    other = page.context.new_page()
    other.goto(f"{latchkey.url}/tasks")
    sign_out(other, latchkey.url)
    sign_in(other, latchkey.url, email, PASSWORD)
    edit_field(page).press("Enter")
    expect(problem(page)).to_be_visible()
    expect(edit_field(page)).to_have_value("Uno")
    edit_field(page).press("Enter")
    shows(page, "Uno")
    assert stayed(page)


def test_a_new_name_of_the_same_user_leaves_typed_text_as_it_is(page: Page, latchkey):
    arrive(page, latchkey.url, "Ann")
    field(page).fill("Half typed")

    def rename(route):
        response = route.fetch()
        route.fulfill(response=response, body=response.text().replace(">Ann<", ">Anna<"))

    page.route(f"{latchkey.url}/tasks", rename)
    keep_coming_back(page)
    expect(page.locator("[data-user]")).to_have_text("Anna")
    expect(field(page)).to_have_value("Half typed")
    # The page goes on fetching the list: a response may be under way at the end.
    page.unroute_all(behavior="ignoreErrors")


def test_sign_out_works_although_the_page_finds_the_session_ended(page: Page, latchkey, browser):
    email = arrive(page, latchkey.url)
    add(page, "One")
    open_edit(page, "One")
    elsewhere = browser.new_context()
    other = elsewhere.new_page()
    sign_in(other, latchkey.url, email, PASSWORD)
    other.goto(f"{latchkey.url}/sessions")
    other.get_by_role("button", name="End all others").click()
    # Chromium may never close a window that is on its way to another page.
    expect(other.locator("[data-session-id]")).to_have_count(1)
    elsewhere.close()
    page.get_by_role("button", name="Sign out", exact=True).hover()
    # The edit is left by it, which fetches the list.
    with page.expect_response(f"{latchkey.url}/tasks") as refused:
        page.mouse.down()
    assert refused.value.status == 401
    # What the script does of it before the button is released. No frame is waited for: where none is drawn, none comes.
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    page.mouse.up()
    page.wait_for_url(f"{latchkey.url}/signed-out")


def test_sign_out_works_although_the_language_was_changed_in_another_tab(page: Page, latchkey):
    arrive(page, latchkey.url)
    page.request.get(f"{latchkey.url}/language?lang=de")
    page.get_by_role("button", name="Sign out", exact=True).hover()
    page.mouse.down()
    with page.expect_event("requestfinished", lambda request: request.url == f"{latchkey.url}/tasks"):
        keep_coming_back(page)
    page.mouse.up()
    page.wait_for_url(f"{latchkey.url}/signed-out")


def test_a_page_that_stays_after_sign_out_leads_to_sign_in_later(page: Page, latchkey):
    page.clock.install()
    arrive(page, latchkey.url)
    # As if the user had stopped it.
    page.route(f"{latchkey.url}/sign-out", lambda route: route.fulfill(status=204))
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.context.clear_cookies()

    keep_coming_back(page)
    for _ in range(2):
        # The page sends the second request only after it has handled the first response.
        with page.expect_response(f"{latchkey.url}/tasks"):
            pass
    expect(field(page)).to_be_visible()
    page.clock.fast_forward(20_000)
    expect(page).to_have_url(f"{latchkey.url}/", timeout=60_000)


def test_a_user_who_stops_signing_out_goes_on_with_the_list(listed: Page, latchkey):
    add(listed, "One")
    address = f"{latchkey.url}/sign-out"
    listed.route(address, lambda route: route.fulfill(status=204))
    with listed.expect_response(address):
        listed.get_by_role("button", name="Sign out", exact=True).click()
    listed.unroute(address)
    toggle(listed, "One")
    expect(listed.get_by_role("button", name="Reopen: One")).to_be_visible()
    assert stayed(listed)

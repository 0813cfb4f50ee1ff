"""A page whose session has ended: what was typed and pressed is stored, and offered after the sign-in."""

import threading

import pytest
from playwright.sync_api import Page, expect

from actions import (
    PASSWORD, add, arrive, completed, delete, edit_field, either_way, field, keep_coming_back, mark, open_edit, paste,
    pending_form, problem, shows, sign_out, stayed, toggle)


@pytest.fixture
def typed(breakable):
    """A page of an error that has what was typed, in a field."""
    page, api = breakable
    api.fails(500)
    page.evaluate("""() => {
        const form = document.querySelector("[data-edit]");
        form.task.value = "Typed";
        // Not by the script.
        form.submit();
    }""")
    area = page.locator("main textarea")
    area.fill("Typed and more")
    mark(page)
    yield page, api, area


def test_text_typed_on_an_error_page_stays_while_its_user_is_signed_in(typed):
    page, _, area = typed
    keep_coming_back(page)
    for _ in range(2):
        # The second is requested only after the first has been dealt with.
        with page.expect_response("**/keys"):
            pass
    page.route("**/keys", lambda route: route.fulfill(status=503, content_type="text/html", body="Not now"))
    for _ in range(2):
        with page.expect_response("**/keys"):
            pass
    page.unroute("**/keys")
    page.context.set_offline(True)
    for _ in range(2):
        with page.expect_event("requestfailed"):
            pass
    expect(area).to_have_value("Typed and more")
    assert stayed(page)


def test_text_typed_on_an_error_page_is_stored_when_the_session_has_ended(typed):
    page, api, _ = typed
    api.fails(None)
    page.context.clear_cookies(name="latchkey")
    keep_coming_back(page)
    expect(pending_form(page)).to_contain_text("Typed and more")


@either_way
@pytest.mark.parametrize("what", ["add", "edit", "toggle"])
def test_a_change_after_the_session_has_ended_is_offered_after_sign_in(page: Page, latchkey, scripts, what):
    email = arrive(page, latchkey.url)
    add(page, "One")
    other = page.context.new_page()
    other.goto(f"{latchkey.url}/tasks")
    if what == "edit":
        open_edit(page, "One").fill("Uno")
    sign_out(other, latchkey.url)
    other.close()

    match what:
        case "add":
            field(page).fill("Not lost")
            field(page).press("Enter")
        case "edit":
            edit_field(page).press("Enter")
        case "toggle":
            toggle(page, "One")
    page.locator("input[name=email]").fill(email)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[name=password]").press("Enter")
    pending = pending_form(page)
    expect(pending).to_be_visible()
    # Nothing is done yet; an edit is where it was.
    if what == "edit":
        expect(pending).to_contain_text("Uno")
        expect(edit_field(page)).to_have_value("One")
    else:
        shows(page, "One")
        completed(page, "One", False)
    # The script comes after what is seen.
    page.wait_for_load_state()
    mark(page)
    pending.get_by_role("button", name="Yes, do it").click()
    expect(pending).to_have_count(0)
    match what:
        case "add":
            shows(page, "One", "Not lost")
        case "edit":
            shows(page, "Uno")
        case "toggle":
            completed(page, "One")
    assert stayed(page) == scripts


def test_a_press_in_a_replaced_row_is_stored_when_the_session_has_ended(breakable, monkeypatch):
    page, api = breakable
    for text in ("One", "Two", "Three"):
        add(page, text)
    second_is_sent, session_is_over = threading.Event(), threading.Event()

    def fail(method):
        if method == "PATCH":
            second_is_sent.set()
            session_is_over.wait(60)
            return 500
        return None

    with monkeypatch.context() as patch:
        patch.setattr(api, "failure", fail)
        api.gate.clear()
        delete(page, "One")
        toggle(page, "Two")
        toggle(page, "Three")
        api.gate.set()
        assert second_is_sent.wait(60)
        # The second fails, so the list is shown that the first has led to: no row is the one that was pressed.
        page.context.clear_cookies(name="latchkey")
        session_is_over.set()
        pending = pending_form(page)
        expect(pending).to_be_visible()
    shows(page, "Two", "Three")
    page.wait_for_load_state()
    pending.get_by_role("button", name="Yes, do it").click()
    completed(page, "Three")
    completed(page, "Two", False)


def test_all_that_was_sent_is_stored_when_the_session_has_ended(page: Page, latchkey):
    email = arrive(page, latchkey.url)
    page.context.clear_cookies()
    held = []
    page.route(f"{latchkey.url}/tasks", lambda route: route.continue_() if held else held.append(route))
    field(page).focus()
    page.keyboard.type("One")
    with page.expect_request(f"{latchkey.url}/tasks"):
        page.keyboard.press("Enter")
    page.keyboard.type("Two")
    page.keyboard.press("Enter")
    held[0].continue_()
    page.locator("input[name=email]").fill(email)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[name=password]").press("Enter")
    expect(pending_form(page)).to_contain_text("One Two")


def test_a_half_typed_task_is_stored_when_the_page_finds_the_session_ended(page: Page, latchkey):
    email = arrive(page, latchkey.url)
    field(page).fill("Half typed")
    page.context.clear_cookies()
    keep_coming_back(page)
    page.locator("input[name=email]").fill(email)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[name=password]").press("Enter")
    expect(pending_form(page)).to_contain_text("Half typed")


def sign_in_again(page: Page, email):
    page.locator("input[name=email]").fill(email)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[name=password]").press("Enter")
    return pending_form(page)


def test_pasted_lines_of_an_open_dialog_are_stored_when_the_session_has_ended(page: Page, latchkey):
    email = arrive(page, latchkey.url)
    paste(page, "One\nTwo")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.context.clear_cookies()
    keep_coming_back(page)
    expect(sign_in_again(page, email)).to_contain_text("One Two")


def test_waiting_lines_are_stored_when_an_earlier_response_says_that_the_session_has_ended(page: Page, latchkey):
    email = arrive(page, latchkey.url)
    paste(page, "One\nTwo")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.context.clear_cookies()
    held = []
    page.route(f"{latchkey.url}/tasks", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request(f"{latchkey.url}/tasks"):
        keep_coming_back(page)
    page.get_by_role("dialog").get_by_role("button", name="One task each").click()
    held[0].continue_()
    expect(sign_in_again(page, email)).to_contain_text("One Two")


def test_a_stored_form_stays_on_offer_when_it_is_refused(breakable):
    page, api = breakable
    page.context.clear_cookies(name="latchkey")
    field(page).fill("Not lost")
    field(page).press("Enter")
    pending = pending_form(page)
    expect(pending).to_contain_text("Not lost")
    page.wait_for_load_state()
    api.fails(500, method="POST")
    pending.get_by_role("button", name="Yes, do it").click()
    expect(problem(page)).to_be_visible()
    api.fails(None)
    pending.get_by_role("button", name="Yes, do it").click()
    shows(page, "Not lost")
    expect(pending).to_have_count(0)


def test_a_new_task_and_an_edit_are_both_stored_when_the_session_has_ended(page: Page, latchkey):
    email = arrive(page, latchkey.url)
    add(page, "One")
    field(page).fill("Half typed")
    open_edit(page, "One").fill("Uno")
    page.context.clear_cookies()
    keep_coming_back(page)
    pending = sign_in_again(page, email)
    expect(pending).to_contain_text("Half typed")
    expect(pending).to_contain_text("Uno")


def test_the_end_of_the_session_is_noticed_after_the_skip_link(page: Page, latchkey):
    arrive(page, latchkey.url)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{latchkey.url}/tasks#content")
    page.context.clear_cookies()
    keep_coming_back(page)
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()

"""A change that failed is taken back with its reason, and typed text stays."""

import re

import pytest
from playwright.sync_api import expect

from actions import (
    OFFLINE, UNREACHABLE, add, come_back, completed, delete, edit_field, field, found, keep_coming_back, open_edit,
    problem, row, shows, stayed, toggle)

REFERENCE = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"


@pytest.fixture(params=["the API fails", "no connection"])
def broken(request, breakable):
    """A page with two tasks, a function that breaks and repairs what it needs, and the text that it then shows."""
    page, api = breakable
    add(page, "One")
    add(page, "Two")
    offline = request.param == "no connection"

    def breaks(is_broken=True):
        if offline:
            page.context.set_offline(is_broken)
        else:
            api.fails(500 if is_broken else None)

    yield page, breaks, OFFLINE if offline else UNREACHABLE
    breaks(False)


def test_a_new_task_that_could_not_be_added_stays_in_its_field(broken):
    page, breaks, reason = broken
    breaks()
    field(page).fill("Three")
    field(page).press("Enter")
    expect(problem(page)).to_contain_text(reason)
    expect(problem(page)).to_have_attribute("role", "alert")
    expect(field(page)).to_have_value("Three")
    expect(field(page)).to_be_focused()
    shows(page, "One", "Two")
    breaks(False)
    field(page).press("Enter")
    shows(page, "One", "Two", "Three")
    expect(problem(page)).to_have_count(0)
    assert stayed(page)


def test_the_reason_of_a_fault_has_the_reference_in_the_log(breakable):
    page, api = breakable
    api.fails(500)
    field(page).fill("One")
    field(page).press("Enter")
    expect(problem(page)).to_contain_text(re.compile(f"{UNREACHABLE}.* Reference {REFERENCE}$"))


def test_a_reason_is_seen_while_a_deletion_can_be_undone(breakable):
    page, api = breakable
    add(page, "Open")
    user, tasks = api.tasks.popitem()
    api.tasks[user] = tasks + [{"id": f"n{number}", "task": f"Number {number}", "completed": False} for number in range(60)]
    page.reload()
    delete(page, "Number 50")
    expect(page.locator("[data-undo]")).to_be_visible()
    api.fails(500)
    toggle(page, "Number 45")
    expect(problem(page)).to_be_visible()
    assert problem(page).evaluate("""(reason) => {
        const { left, top, width, height } = reason.getBoundingClientRect();
        return [0.1, 0.5, 0.9].every((part) => document.elementFromPoint(left + width / 2, top + height * part) === reason);
    }""")


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_a_refused_text_is_shown_on_the_page_that_it_was_typed_on(breakable):
    page, _ = breakable
    add(page, "One")
    toggle(page, "One")
    page.get_by_role("link", name="Active", exact=True).click()
    field(page).fill(" ")
    field(page).press("Enter")
    expect(problem(page)).to_be_visible()
    expect(page.locator(".tools [aria-current]")).to_have_text("Active")
    expect(row(page, "One")).to_have_count(0)


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_a_page_of_a_fault_has_its_reference_once(breakable):
    page, api = breakable
    api.fails(500)
    page.reload()
    expect(problem(page)).to_contain_text(UNREACHABLE)
    assert len(re.findall(REFERENCE, page.locator("main").inner_text())) == 1


def test_a_lost_response_says_nothing_about_the_change(listed):
    page = listed

    def lose(route):
        route.fetch(max_redirects=0)
        route.abort()

    page.route("**/tasks", lose, times=1)
    field(page).fill("One")
    field(page).press("Enter")
    expect(problem(page)).to_have_text("No connection. Check before you try again.")
    expect(field(page)).to_have_value("One")
    # It had been done.
    come_back(page, found("One"))
    shows(page, "One")


def test_the_text_of_an_error_page_stays_when_there_is_no_connection(page, latchkey):
    page.goto(f"{latchkey.url}/nowhere")
    said = problem(page).inner_text()
    page.context.set_offline(True)
    page.evaluate("""() => {
        setInterval(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true })), 100);
    }""")
    # What is fetched later has another address from the second time on.
    with page.expect_event("requestfailed", lambda request: request.url.endswith("?")):
        pass
    expect(problem(page)).to_have_text(said)


def test_a_tick_that_could_not_be_stored_is_taken_back(broken):
    page, breaks, reason = broken
    breaks()
    page.get_by_role("button", name="Complete: One").press("Space")
    expect(problem(page)).to_contain_text(reason)
    completed(page, "One", False)
    expect(page.get_by_role("button", name="Complete: One")).to_be_focused()
    breaks(False)
    page.keyboard.press("Space")
    completed(page, "One")
    assert stayed(page)


def test_the_reason_of_a_failure_is_visible_wherever_the_list_is_scrolled_to(broken):
    page, breaks, reason = broken
    page.set_viewport_size({"width": 500, "height": 300})
    last = page.get_by_role("button", name="Complete: Two")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    breaks()
    last.click()
    expect(problem(page)).to_contain_text(reason)
    expect(problem(page)).to_be_in_viewport(ratio=1)
    # It is no part of what it lies above: the task can still be pressed.
    expect(last).to_be_in_viewport()
    breaks(False)
    last.click()
    completed(page, "Two")


def test_a_task_that_could_not_be_deleted_stays(broken):
    page, breaks, reason = broken
    breaks()
    delete(page, "One")
    expect(problem(page)).to_contain_text(reason)
    shows(page, "One", "Two")
    expect(page.locator("[data-undo]")).to_have_count(0)
    breaks(False)
    delete(page, "One")
    shows(page, "Two")
    assert stayed(page)


def test_an_edit_that_could_not_be_saved_stays_open_with_its_text(broken):
    page, breaks, reason = broken
    open_edit(page, "One").fill("Uno")
    breaks()
    page.keyboard.press("Enter")
    expect(problem(page)).to_contain_text(reason)
    expect(edit_field(page)).to_have_value("Uno")
    breaks(False)
    edit_field(page).press("Enter")
    shows(page, "Uno", "Two")
    assert stayed(page)


def test_an_edit_that_could_not_be_saved_is_not_lost_by_the_next_step(broken):
    page, breaks, reason = broken
    open_edit(page, "One").fill("Uno")
    breaks()
    page.keyboard.press("Enter")
    expect(problem(page)).to_contain_text(reason)
    breaks(False)
    page.get_by_role("button", name="Complete: Two").click()
    completed(page, "Two")
    shows(page, "Uno", "Two")
    assert stayed(page)


def test_a_filter_that_could_not_be_fetched_leaves_the_page_as_it_is(broken):
    page, breaks, reason = broken
    breaks()
    page.get_by_role("link", name="Active", exact=True).click()
    expect(problem(page)).to_contain_text(reason)
    shows(page, "One", "Two")
    assert page.url.endswith("/tasks")
    breaks(False)
    page.get_by_role("link", name="Active", exact=True).click()
    expect(problem(page)).to_have_count(0)
    assert page.url.endswith("/tasks?show=active")
    assert stayed(page)


def test_an_update_of_the_list_fails_in_silence(broken):
    page, breaks, reason = broken
    breaks()
    # Twice: by the second, the first has been read.
    for _ in range(2):
        with page.expect_event("requestfailed" if reason == OFFLINE else "requestfinished"):
            keep_coming_back(page)
    shows(page, "One", "Two")
    expect(problem(page)).to_have_count(0)
    # Once it works again, it is looked for again.
    breaks(False)
    with page.expect_event("requestfinished"):
        pass
    assert stayed(page)


def test_of_two_steps_the_second_counts_although_the_first_failed(breakable):
    page, api = breakable
    add(page, "One")
    add(page, "Two")
    api.gate.clear()
    api.fails(404, calls=1, method="PATCH")
    toggle(page, "One")
    field(page).fill("Three")
    field(page).press("Enter")
    completed(page, "One")
    api.gate.set()
    shows(page, "One", "Two", "Three")
    completed(page, "One", False)
    expect(problem(page)).to_be_visible()
    assert stayed(page)


def test_the_reason_of_a_failed_tick_stays_when_the_next_step_succeeds(breakable):
    page, api = breakable
    add(page, "One")
    api.gate.clear()
    api.fails(500, calls=1, method="PATCH")
    toggle(page, "One")
    field(page).fill("Two")
    field(page).press("Enter")
    api.gate.set()
    shows(page, "One", "Two")
    completed(page, "One", False)
    expect(problem(page)).to_contain_text(UNREACHABLE)

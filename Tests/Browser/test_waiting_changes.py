"""Changes that wait while the page is left, or while others fail, are not lost and not sent again."""

import pytest
from playwright.sync_api import expect

from actions import (
    OFFLINE, UNREACHABLE, add, completed, delete, edit_field, either_way, field, keep_coming_back, open_edit, paste,
    problem, row, shows, stayed, toggle)


def test_a_change_is_sent_so_that_it_outlives_the_page_unless_it_is_too_long(listed):
    page = listed
    # Whether it is cut off depends on when a connection is free, which can't be arranged from here.
    page.evaluate("""() => {
        const send = fetch;
        window.__outlives = [];
        window.fetch = (url, options) => (options && __outlives.push(options.keepalive), send(url, options));
    }""")
    add(page, "Short")
    field(page).fill("п" * 9000)
    field(page).press("Enter")
    expect(problem(page)).to_be_visible()
    assert page.evaluate("__outlives") == [True, False]


def test_leaving_while_tasks_wait_asks_the_user(breakable):
    page, api = breakable
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.type), dialog.dismiss()))
    api.gate.clear()
    for text in ("One", "Two"):
        field(page).fill(text)
        field(page).press("Enter")
    with page.expect_event("dialog"):
        page.get_by_role("link", name="Sessions").click(no_wait_after=True)
    api.gate.set()
    shows(page, "One", "Two")
    assert dialogs == ["beforeunload"]
    page.get_by_role("link", name="Sessions").click()
    expect(page.locator("[data-session-id]")).to_have_count(1)
    assert len(dialogs) == 1


def test_leaving_while_an_edit_waits_asks_the_user(breakable):
    page, api = breakable
    add(page, "One")
    page.on("dialog", lambda dialog: dialog.dismiss())
    edited = open_edit(page, "One")
    api.gate.clear()
    edited.fill("Uno")
    # What is new is being looked for when the edit is left.
    with page.expect_request(lambda request: "/tasks?edit=" in request.url):
        keep_coming_back(page)
    with page.expect_event("dialog"):
        page.get_by_role("link", name="Sessions").click(no_wait_after=True)
    api.gate.set()
    shows(page, "Uno")


@either_way
def test_an_unavailable_service_is_reported_and_typed_text_stays(breakable, scripts):
    page, api = breakable
    api.fails(500)
    field(page).fill("Typed")
    field(page).press("Enter")
    expect(problem(page)).to_contain_text(UNREACHABLE)
    typed = field(page) if scripts else page.locator("main textarea[name=task]")
    expect(typed).to_have_value("Typed")
    api.fails(None)
    field(page).press("Enter") if scripts else page.get_by_role("button", name="Try again").click()
    shows(page, "Typed")
    assert stayed(page) == scripts


def test_two_new_tasks_that_fail_come_back_in_their_order(breakable):
    page, api = breakable
    add(page, "One")
    api.gate.clear()
    api.fails(500)
    field(page).focus()
    for text in ("Two", "Three"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    page.keyboard.type("Four")
    api.gate.set()
    expect(problem(page)).to_contain_text(UNREACHABLE)
    expect(field(page)).to_have_value("Two Three Four")
    shows(page, "One")
    api.fails(None)
    field(page).press("Enter")
    shows(page, "One", "Two Three Four")
    assert stayed(page)


def test_of_two_new_tasks_only_the_one_that_failed_comes_back(breakable):
    page, api = breakable
    add(page, "One")
    api.gate.clear()
    api.fails(500, calls=1)
    field(page).fill("Two")
    field(page).press("Enter")
    field(page).fill("Three")
    field(page).press("Enter")
    expect(field(page)).to_have_value("")
    api.gate.set()
    expect(field(page)).to_have_value("Two")
    shows(page, "One", "Three")
    expect(problem(page)).to_contain_text(UNREACHABLE)
    assert stayed(page)


def test_an_edit_works_without_the_script_that_is_fetched_later(listed):
    page = listed
    add(page, "One")
    page.route("**/assets/more-*", lambda route: route.abort())
    row(page, "One").locator("[data-task]").click()
    # What is said before the form is there goes with what was there before it.
    expect(edit_field(page)).to_be_focused()
    expect(problem(page)).to_contain_text(OFFLINE)
    page.unroute("**/assets/more-*")
    # The form does its work without it.
    edit_field(page).fill("Uno")
    edit_field(page).press("Enter")
    shows(page, "Uno")
    expect(problem(page)).to_have_count(0)
    open_edit(page, "Uno").fill("Something else")
    page.keyboard.press("Escape")
    shows(page, "Uno")
    assert stayed(page)


@pytest.mark.parametrize("breaks_off", [False, True], ids=["no response", "a response that breaks off"])
def test_pasted_lines_stay_when_the_dialog_cannot_open(listed, breaks_off):
    page = listed
    if breaks_off:
        page.evaluate("() => { Response.prototype.text = () => Promise.reject(new TypeError('broken off')); }")
    else:
        page.route("**/keys", lambda route: route.abort())
    paste(page, "milk\nbread")
    expect(problem(page)).to_contain_text(OFFLINE)
    expect(field(page)).to_have_value("milk bread")


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_a_completed_task_that_undo_could_not_add_comes_back_completed_at_the_next_try(breakable):
    page, api = breakable
    add(page, "One")
    toggle(page, "One")
    completed(page, "One")
    delete(page, "One")
    api.fails(500)
    page.get_by_role("button", name="Undo").click()
    expect(problem(page)).to_contain_text(UNREACHABLE)
    api.fails(None)
    page.get_by_role("button", name="Try again").click()
    completed(page, "One")


def test_a_restored_page_of_a_posted_form_is_not_sent_again(breakable):
    page, api = breakable
    api.fails(500)
    page.evaluate("""() => {
        const form = document.querySelector("[data-edit]");
        form.task.value = "Once";
        // Not by the script.
        form.submit();
    }""")
    expect(page.locator("[data-correlation-id]")).to_be_visible()
    page.wait_for_load_state()
    api.fails(None)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.locator("h1")).to_have_text("Tasks")
    expect(page.locator("[data-task]")).to_have_count(0)
    assert api.changes() == ["POST"]


def test_a_refused_task_of_a_restored_page_is_not_sent_again(listed):
    page = listed
    page.evaluate("""() => {
        const form = document.querySelector("[data-edit]");
        form.task.value = " ";
        form.submit();
    }""")
    expect(problem(page)).to_be_visible()
    page.wait_for_load_state()
    sent = []
    page.on("request", lambda request: sent.append(request.method))
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(problem(page)).to_have_count(0)
    assert "POST" not in sent

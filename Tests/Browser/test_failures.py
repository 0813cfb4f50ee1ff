"""What fails is put back, and says why; what was typed stays."""

import re

import pytest
from playwright.sync_api import expect

from actions import (
    add, come_back, completed, delete, edit_field, either_way, field, found, keep_coming_back, open_edit, paste, problem, row, shows, stayed,
    toggle)

UNREACHABLE = "tasks service"
OFFLINE = "No connection"
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


@pytest.fixture
def listless(breakable):
    """A page with one task; changes are made and no list comes back, until a call ends that and the user comes back."""
    page, api = breakable
    add(page, "One")

    def repair(until):
        expect(problem(page)).to_contain_text(UNREACHABLE)
        api.fails(None)
        come_back(page, until)
        expect(problem(page)).to_have_count(0)
        assert stayed(page)

    yield page, api, repair


def test_a_task_is_not_added_again_if_only_the_list_failed(listless):
    page, api, repair = listless
    api.fails(500, method="GET")
    field(page).fill("Two")
    field(page).press("Enter")
    expect(problem(page)).to_contain_text(UNREACHABLE)
    expect(field(page)).to_have_value("")
    repair(found("Two"))
    shows(page, "One", "Two")
    expect(field(page)).to_have_value("")


def test_a_tick_stays_if_only_the_list_failed(listless):
    page, api, repair = listless
    api.fails(500, method="GET")
    toggle(page, "One")
    expect(problem(page)).to_contain_text(UNREACHABLE)
    completed(page, "One")
    repair(found("One", "//li[.//button[starts-with(@aria-labelledby, 'r ')]]"))


def test_a_deletion_is_undone_once_if_only_the_list_failed(listless):
    page, api, repair = listless
    delete(page, "One")
    shows(page)
    api.fails(500, method="GET")
    page.get_by_role("button", name="Undo").click()
    expect(problem(page)).to_contain_text(UNREACHABLE)
    expect(page.locator("[data-undo]")).to_have_count(0)
    repair(found("One"))
    shows(page, "One")


def test_an_edit_is_saved_once_if_only_the_list_failed(listless):
    page, api, _ = listless
    open_edit(page, "One").fill("Uno")
    api.fails(500, method="GET")
    # The list is requested where the change leads, and once more with the edit in it.
    with page.expect_response(lambda response: "?edit=" in response.url):
        edit_field(page).press("Enter")
    expect(problem(page)).to_contain_text(UNREACHABLE)
    api.fails(None)
    edit_field(page).press("Escape")
    shows(page, "Uno")
    expect(field(page)).to_have_value("")
    assert api.changes().count("PATCH") == 1
    assert stayed(page)


def test_pasted_lines_are_added_once_if_only_the_list_failed(listless):
    page, api, repair = listless
    api.fails(500, method="GET")
    paste(page, "Two\nThree")
    page.get_by_role("dialog").get_by_role("button", name="One task each").click()
    repair(found("Three"))
    shows(page, "One", "Two", "Three")
    expect(page.get_by_role("dialog")).to_have_count(0)


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


def test_an_update_of_the_list_does_not_block_a_new_task_for_ever(breakable):
    page, api = breakable
    page.evaluate("""() => {
        AbortSignal.timeout = (delay) => {
            const controller = new AbortController();
            window.__timeOut = () => (controller.abort(), delay);
            return controller.signal;
        };
    }""")
    api.gate.clear()
    with page.expect_request("**/tasks"):
        keep_coming_back(page)
    field(page).fill("One")
    field(page).press("Enter")
    with page.expect_request(lambda request: request.method == "POST"):
        assert page.evaluate("__timeOut()") == 30_000
    api.gate.set()
    shows(page, "One")
    expect(problem(page)).to_have_count(0)


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
        const form = document.querySelector(".add-form");
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
        const form = document.querySelector(".add-form");
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

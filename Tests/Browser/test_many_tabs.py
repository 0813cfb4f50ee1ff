"""The same list in several tabs, and several users at one browser."""

import threading

import pytest
from playwright.sync_api import Page, expect

from actions import (
    PASSWORD, add, arrive, come_back, completed, delete, edit_field, either_way, field, found, keep_coming_back, mark,
    open_edit, paste, pending_form, problem, shows, sign_in, sign_out, stayed, toggle)


@pytest.fixture
def other(listed: Page, latchkey):
    """Another tab with the same list."""
    page = listed.context.new_page()
    page.goto(f"{latchkey.url}/tasks")
    mark(page)
    return page


@pytest.mark.parametrize("event", ["focus", "visibilitychange"])
def test_a_change_elsewhere_shows_on_coming_back(listed: Page, other: Page, event):
    field(listed).fill("Half a thou")
    add(other, "From the other tab")
    come_back(listed, found("From the other tab"), event)
    shows(listed, "From the other tab")
    expect(field(listed)).to_have_value("Half a thou")
    expect(field(listed)).to_be_focused()
    # A change by another tab is not announced.
    expect(listed.locator("[role=status]")).to_have_text("")
    assert stayed(listed)


def test_coming_back_to_an_unchanged_list_leaves_the_page_as_it_is(listed: Page):
    add(listed, "One")
    add(listed, "Two")
    delete(listed, "Two")
    expect(listed.locator("[data-undo]")).to_be_visible()
    listed.get_by_role("button", name="Delete: One").focus()
    listed.evaluate(
        """() => {
            window.__changes = 0;
            new MutationObserver((changes) => {
                window.__changes += changes.filter(({ type }) => type === "childList").length;
            }).observe(document.body, { childList: true, subtree: true });
        }""")
    for _ in range(3):
        # The next is requested only after the one before has been dealt with.
        with listed.expect_response(lambda response: response.url.endswith("/tasks")):
            keep_coming_back(listed)
    assert listed.evaluate("window.__changes") == 0
    expect(listed.get_by_role("button", name="Delete: One")).to_be_focused()
    # The forms are of the newest page.
    listed.get_by_role("button", name="Undo").click()
    shows(listed, "One", "Two")
    toggle(listed, "One")
    completed(listed, "One")
    assert stayed(listed)


def test_undo_is_still_offered_on_coming_back(listed: Page, other: Page):
    add(listed, "One")
    delete(listed, "One")
    expect(listed.locator("[data-undo]")).to_be_visible()
    add(other, "Two")
    come_back(listed, found("Two"))
    listed.get_by_role("button", name="Undo").click()
    shows(listed, "Two", "One")


def test_an_open_edit_stays_open_on_coming_back(listed: Page, other: Page):
    add(listed, "One")
    add(listed, "Two")
    open_edit(listed, "One").fill("One and a ha")
    other.reload()
    delete(other, "Two")
    shows(other, "One")
    for _ in range(2):
        # The second is requested only after the first has been dealt with.
        with listed.expect_response(lambda response: "edit=" in response.url):
            keep_coming_back(listed)
    expect(edit_field(listed)).to_have_value("One and a ha")
    edit_field(listed).press("Enter")
    shows(listed, "One and a ha")
    assert stayed(listed)


def test_the_text_of_an_edit_stays_when_its_task_was_deleted_elsewhere(listed: Page, other: Page):
    add(listed, "One")
    add(listed, "Two")
    open_edit(listed, "One").fill("One and more")
    other.reload()
    delete(other, "One")
    shows(other, "Two")
    come_back(listed, "[data-error]")
    expect(problem(listed)).not_to_be_empty()
    shows(listed, "Two")
    expect(field(listed)).to_have_value("One and more")
    expect(field(listed)).to_be_focused()
    assert stayed(listed)


@either_way
def test_saving_a_task_that_was_deleted_elsewhere_says_so_and_keeps_the_text(listed: Page, other: Page, scripts):
    add(listed, "One")
    add(listed, "Two")
    open_edit(listed, "One").fill("One and more")
    other.reload()
    delete(other, "One")
    shows(other, "Two")
    edit_field(listed).press("Enter")
    expect(problem(listed)).to_contain_text("deleted")
    if scripts:
        shows(listed, "Two")
        expect(field(listed)).to_have_value("One and more")
        field(listed).press("Enter")
    else:
        expect(listed.locator("main textarea[name=task]")).to_have_value("One and more")
        listed.get_by_role("button", name="Try again").click()
    shows(listed, "Two", "One and more")
    assert stayed(listed) == scripts


@either_way
def test_the_address_of_an_edit_whose_task_is_gone_says_so(listed: Page, scripts):
    add(listed, "One")
    open_edit(listed, "One")
    address = listed.url
    listed.get_by_role("link", name="Cancel").click()
    delete(listed, "One")
    expect(listed.locator("[data-undo]")).to_be_visible()
    listed.goto(address)
    expect(problem(listed)).not_to_be_empty()
    expect(edit_field(listed)).to_have_count(0)


@either_way
def test_completing_a_task_that_was_deleted_elsewhere_says_so(listed: Page, other: Page, scripts):
    add(listed, "One")
    add(listed, "Two")
    other.reload()
    delete(other, "One")
    shows(other, "Two")
    toggle(listed, "One")
    expect(problem(listed)).to_contain_text("deleted")
    if scripts:
        shows(listed, "Two")
    assert stayed(listed) == scripts


def test_a_tab_shows_no_tasks_after_a_sign_out_in_another(listed: Page, other: Page, latchkey):
    add(listed, "Secret")
    sign_out(other, latchkey.url)
    keep_coming_back(listed)
    # Coming back is no wish to sign in, which a provider that knows them might do without a question.
    expect(listed).to_have_url(f"{latchkey.url}/")
    expect(listed.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    expect(listed.get_by_text("Secret")).to_have_count(0)


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


@pytest.fixture
def typed(breakable):
    """A page of an error that has what was typed, in a field."""
    page, api = breakable
    api.fails(500)
    page.evaluate("""() => {
        const form = document.querySelector(".add-form");
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


def test_a_page_that_the_browser_restored_is_reloaded(listed: Page):
    with listed.expect_navigation():
        listed.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    assert not stayed(listed)


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


def test_a_page_that_the_browser_translated_works_without_a_reload(listed: Page):
    listed.evaluate("document.documentElement.lang = 'de'")
    add(listed, "One")
    delete(listed, "One")
    expect(listed.locator("[data-undo]")).to_be_visible()
    assert stayed(listed)

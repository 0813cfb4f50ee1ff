"""What the script adds to the page: many lines at once, and keys."""

import pytest
from playwright.sync_api import Page, expect

from actions import add, arrive, completed, either_way, field, keep_coming_back, paste, problem, shows, sign_out, stayed, toggle


def test_pasted_lines_become_a_task_each(listed: Page):
    paste(listed, "One\r\n\n  Two\t\n\nThree\n")
    dialog = listed.get_by_role("dialog")
    expect(dialog).to_contain_text("3")
    dialog.get_by_role("button", name="One task each").click()
    shows(listed, "One", "Two", "Three")
    expect(dialog).to_have_count(0)
    expect(field(listed)).to_be_focused()
    expect(field(listed)).to_have_value("")
    assert stayed(listed)


def test_pasted_lines_become_one_task_if_the_user_chooses_so(listed: Page):
    field(listed).fill("Buy: ")
    field(listed).press("End")
    paste(listed, "milk\nbread")
    listed.get_by_role("button", name="As one task").click()
    expect(field(listed)).to_have_value("Buy: milk bread")
    expect(listed.locator("[data-task]")).to_have_count(0)
    field(listed).press("Enter")
    shows(listed, "Buy: milk bread")


def test_escape_pastes_nothing(listed: Page):
    paste(listed, "One\nTwo")
    expect(listed.get_by_role("dialog")).to_be_visible()
    listed.keyboard.press("Escape")
    expect(listed.get_by_role("dialog")).to_have_count(0)
    expect(field(listed)).to_have_value("")
    expect(field(listed)).to_be_focused()


@pytest.mark.parametrize(
    "text", ["Only one", "Only one\n", "\n\n Only one \n", pytest.param("Only one" + "\n" * 300_000, id="and very many empty lines")])
def test_one_line_is_pasted_without_a_question(listed: Page, text):
    paste(listed, text)
    expect(listed.get_by_role("dialog")).to_have_count(0)
    field(listed).press("Enter")
    shows(listed, "Only one")


def test_enter_held_down_makes_empty_lines_and_adds_one_task(listed: Page):
    paste(listed, "One\nTwo")
    area = listed.get_by_role("dialog").get_by_role("textbox")
    area.press("Control+Home")
    area.press("End")
    for _ in range(3):
        # From the second on it is the key that repeats itself.
        listed.keyboard.down("Enter")
    listed.keyboard.up("Enter")
    expect(area).to_have_value("One\n\n\n\nTwo")
    listed.keyboard.press("Escape")
    requests = []
    listed.on("request", lambda request: requests.append(request.method))
    field(listed).fill("Three")
    for _ in range(3):
        listed.keyboard.down("Enter")
    listed.keyboard.up("Enter")
    shows(listed, "Three")
    assert requests.count("POST") == 1


def test_lines_that_could_not_be_added_stay_in_the_question(listed: Page):
    long = "x" * 1001
    paste(listed, f"One\n{long}\nThree")
    dialog = listed.get_by_role("dialog")
    dialog.get_by_role("button", name="One task each").click()
    expect(dialog.locator("[data-error]")).to_contain_text("1000")
    area = dialog.get_by_role("textbox")
    expect(area).to_have_value(f"{long}\nThree")
    shows(listed, "One")
    area.fill("Two\nThree")
    dialog.get_by_role("button", name="One task each").click()
    shows(listed, "One", "Two", "Three")
    expect(problem(listed)).to_have_count(0)
    assert stayed(listed)


def test_lines_stay_when_the_connection_breaks(listed: Page):
    paste(listed, "One\nTwo")
    dialog = listed.get_by_role("dialog")
    expect(dialog).to_be_visible()
    listed.context.set_offline(True)
    dialog.get_by_role("button", name="One task each").click()
    expect(dialog.locator("[data-error]")).to_contain_text("No connection")
    expect(dialog.get_by_role("textbox")).to_have_value("One\nTwo")
    listed.context.set_offline(False)
    dialog.get_by_role("button", name="One task each").click()
    shows(listed, "One", "Two")


@pytest.mark.parametrize("status", [403, 500])
def test_lines_that_are_refused_stay_with_the_reason(breakable, status):
    page, api = breakable
    paste(page, "One\nTwo")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    api.fails(status)
    dialog.get_by_role("button", name="One task each").click()
    expect(dialog.locator("[data-error]")).not_to_be_empty()
    expect(dialog.get_by_role("textbox")).to_have_value("One\nTwo")
    # They are not lost with the question.
    page.keyboard.press("Escape")
    expect(field(page)).to_have_value("One Two")


def test_remaining_lines_stay_after_another_step(breakable):
    page, api = breakable
    add(page, "Zero")
    paste(page, "One\nTwo")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    api.gate.clear()
    api.fails(500, calls=1, method="POST")
    dialog.get_by_role("button", name="One task each").click()
    expect(dialog).to_have_count(0)
    toggle(page, "Zero")
    api.gate.set()
    expect(dialog.get_by_role("textbox")).to_have_value("One\nTwo")
    completed(page, "Zero")
    page.keyboard.press("Escape")
    expect(field(page)).to_have_value("One Two")
    shows(page, "Zero")


def test_a_question_that_is_open_stays_when_the_language_has_changed(listed: Page, latchkey):
    paste(listed, "One\nTwo")
    area = listed.get_by_role("dialog").get_by_role("textbox")
    expect(area).to_be_visible()
    listed.context.request.get(f"{latchkey.url}/language?lang=de")
    with listed.expect_response(f"{latchkey.url}/tasks"):
        keep_coming_back(listed)
    with listed.expect_response(f"{latchkey.url}/tasks"):
        pass
    expect(area).to_have_value("One\nTwo")
    assert stayed(listed)


def test_the_focus_stays_where_the_user_moved_it_while_lines_are_added(breakable):
    page, api = breakable
    add(page, "Zero")
    paste(page, "One\nTwo")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    api.gate.clear()
    dialog.get_by_role("button", name="One task each").click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Delete: Zero").focus()
    api.gate.set()
    shows(page, "Zero", "One", "Two")
    page.evaluate("fetch('/healthz').then(() => {})")
    expect(page.get_by_role("button", name="Delete: Zero")).to_be_focused()


def test_n_goes_to_the_new_task(listed: Page):
    add(listed, "One")
    listed.get_by_role("button", name="Delete: One").focus()
    listed.keyboard.press("n")
    expect(field(listed)).to_be_focused()
    expect(field(listed)).to_have_value("")
    listed.keyboard.type("n?")
    expect(field(listed)).to_have_value("n?")
    expect(listed.get_by_role("dialog")).to_have_count(0)


def test_keys_right_after_n_are_typed_into_the_new_task(listed: Page):
    # The rest of the script is slow to come.
    listed.route("**/more-*.js", lambda route: None)
    listed.locator("h1").click()
    listed.keyboard.type("nnew milk")
    expect(field(listed)).to_have_value("new milk")


def test_keys_that_do_nothing_are_the_browsers(listed: Page, latchkey):
    prevented = "key => { const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }); return !document.body.dispatchEvent(event); }"
    assert listed.evaluate(prevented, "n")
    listed.context.add_cookies([{"name": "latchkey-keys", "value": "off", "url": latchkey.url}])
    assert not listed.evaluate(prevented, "n")
    assert not listed.evaluate(prevented, "?")
    listed.context.clear_cookies(name="latchkey-keys")
    listed.goto(f"{latchkey.url}/claims")
    assert not listed.evaluate(prevented, "n")


def test_a_question_mark_shows_the_keys(listed: Page, latchkey):
    listed.locator("h1").click()
    for path in ("/tasks", "/sessions"):
        listed.goto(latchkey.url + path)
        listed.keyboard.press("?")
        dialog = listed.get_by_role("dialog")
        expect(dialog.get_by_role("heading", name="Keys")).to_be_visible()
        # Keys are the dialog's while it is open.
        listed.keyboard.press("?")
        expect(dialog).to_have_count(1)
        listed.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        assert listed.url.endswith(path)
        listed.keyboard.press("?")
        dialog.get_by_role("button", name="Close").click()
        expect(dialog).to_have_count(0)
        assert listed.url.endswith(path)


def test_the_keys_are_shown_without_their_switch_once_the_session_has_ended(listed: Page):
    listed.locator("h1").click()
    listed.context.clear_cookies(name="latchkey")
    listed.keyboard.press("?")
    dialog = listed.get_by_role("dialog")
    expect(dialog.get_by_text("Write a new task")).to_be_visible()
    expect(dialog.get_by_role("checkbox")).to_have_count(0)
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize("place", ["dialog", "page"])
def test_a_switch_disappears_once_its_session_has_ended(listed: Page, place):
    if place == "dialog":
        listed.locator("h1").click()
        listed.keyboard.press("?")
        box = listed.get_by_role("dialog").get_by_role("checkbox")
        expect(box).to_be_visible()
    else:
        box = open_keys(listed)
    listed.context.clear_cookies(name="latchkey")
    # What is checked does not stay so.
    box.click()
    expect(box).to_have_count(0)
    expect(listed.get_by_role("alert")).to_have_count(0)
    assert not [each for each in listed.context.cookies() if each["name"] == "latchkey-keys"]


def test_enter_in_the_dialog_of_keys_leads_nowhere(listed: Page, latchkey):
    field(listed).fill("Half a thought")
    listed.locator("h1").click()
    listed.keyboard.press("?")
    listed.get_by_role("checkbox").press("Enter")
    listed.keyboard.press("Escape")
    expect(listed.get_by_role("dialog")).to_have_count(0)
    expect(field(listed)).to_have_value("Half a thought")
    assert listed.url == f"{latchkey.url}/tasks"


def open_keys(page: Page):
    """The page of keys, once its script listens."""
    page.get_by_role("link", name="Keys").click()
    expect(page.get_by_role("button", name="Save")).to_be_hidden()
    return page.get_by_role("checkbox")


def settle(page: Page):
    """Waits until what a single key does would be done."""
    page.evaluate("""async () => {
        const html = await (await fetch("/keys")).text();
        await import(html.match(/\\/assets\\/more-\\w+\\.js/)[0]);
        await fetch("/keys");
    }""")


@pytest.mark.parametrize("place", ["dialog", "page"])
def test_single_keys_can_be_switched_off(listed: Page, latchkey, place):
    add(listed, "One")
    listed.get_by_role("button", name="Delete: One").focus()
    if place == "dialog":
        listed.keyboard.press("?")
        with listed.expect_response("**/keys/choice"):
            listed.get_by_role("checkbox").check()
        listed.keyboard.press("Escape")
    else:
        box = open_keys(listed)
        with listed.expect_response("**/keys/choice"):
            box.check()
        listed.goto(f"{latchkey.url}/tasks")
        listed.get_by_role("button", name="Delete: One").focus()
    listed.keyboard.press("n")
    listed.keyboard.press("?")
    settle(listed)
    expect(listed.get_by_role("button", name="Delete: One")).to_be_focused()
    expect(listed.get_by_role("dialog")).to_have_count(0)

    box = open_keys(listed)
    with listed.expect_response("**/keys/choice"):
        box.uncheck()
    listed.goto(f"{latchkey.url}/tasks")
    listed.keyboard.press("n")
    expect(field(listed)).to_be_focused()


@either_way
def test_single_keys_stay_switched_off_after_sign_out(listed: Page, latchkey, scripts):
    if scripts:
        box = open_keys(listed)
        with listed.expect_response("**/keys/choice"):
            box.check()
    else:
        listed.get_by_role("link", name="Keys").click()
        listed.get_by_role("checkbox").check()
        with listed.expect_navigation(url="**/keys"):
            listed.get_by_role("button", name="Save").click()
    sign_out(listed, latchkey.url)
    arrive(listed, latchkey.url)
    if scripts:
        listed.locator("h1").click()
        listed.keyboard.press("n")
        settle(listed)
        expect(field(listed)).not_to_be_focused()
    listed.goto(f"{latchkey.url}/keys")
    expect(listed.get_by_role("checkbox")).to_be_checked()
    [cookie] = [each for each in listed.context.cookies() if each["name"] == "latchkey-keys"]
    assert cookie["value"] == "off" and cookie["sameSite"] == "Lax"


def test_a_switch_that_could_not_be_stored_is_put_back(listed: Page):
    listed.locator("h1").click()
    listed.keyboard.press("?")
    dialog = listed.get_by_role("dialog")
    expect(dialog).to_be_visible()
    listed.context.set_offline(True)
    # What is checked does not stay so.
    dialog.get_by_role("checkbox").click()
    expect(dialog.get_by_role("alert")).to_contain_text("No connection")
    expect(dialog.get_by_role("checkbox")).not_to_be_checked()
    listed.context.set_offline(False)
    with listed.expect_response("**/keys/choice"):
        dialog.get_by_role("checkbox").check()
    expect(dialog.get_by_role("alert")).to_have_count(0)


def test_keys_with_a_modifier_are_the_browsers(listed: Page):
    add(listed, "One")
    listed.get_by_role("button", name="Delete: One").focus()
    listed.keyboard.press("Alt+n")
    expect(listed.get_by_role("button", name="Delete: One")).to_be_focused()


@either_way
def test_the_keys_have_a_page_of_their_own(listed: Page, scripts):
    listed.get_by_role("link", name="Keys").click()
    expect(listed.get_by_role("heading", name="Keys")).to_be_visible()
    assert listed.url.endswith("/keys")

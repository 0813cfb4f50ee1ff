"""Editing a task where it stands."""

import contextlib
import re

from playwright.sync_api import Page, expect

from actions import (
    add, arrive, come_back, completed, delete, edit_field, edit_is_heard, either_way, field, found, keep_coming_back, mark, open_edit, problem,
    row, shows, stayed)


@either_way
def test_a_text_is_changed_in_place(listed: Page, scripts):
    add(listed, "One")
    add(listed, "Two")
    edit = open_edit(listed, "One")
    expect(edit).to_have_value("One")
    edit.fill("  Uno ")
    listed.get_by_role("button", name="Save").click()
    shows(listed, "Uno", "Two")
    expect(edit_field(listed)).to_have_count(0)
    assert listed.url.endswith("/tasks")
    assert stayed(listed) == scripts


@either_way
def test_enter_saves_an_edit(listed: Page, scripts):
    add(listed, "One")
    open_edit(listed, "One").press("End")
    listed.keyboard.type(" more")
    listed.keyboard.press("Enter")
    shows(listed, "One more")
    assert stayed(listed) == scripts
    if scripts:
        expect(row(listed, "One more").locator("a[data-task]")).to_be_focused()


@either_way
def test_cancel_leaves_a_text_as_it_was(listed: Page, scripts):
    add(listed, "One")
    open_edit(listed, "One").fill("Something else")
    listed.get_by_role("link", name="Cancel").click()
    shows(listed, "One")
    expect(edit_field(listed)).to_have_count(0)
    assert listed.url.endswith("/tasks")
    assert stayed(listed) == scripts


@either_way
def test_an_emptied_task_is_deleted(listed: Page, scripts):
    add(listed, "One")
    add(listed, "Two")
    open_edit(listed, "One").fill("  ")
    listed.keyboard.press("Enter")
    if not scripts:
        expect(problem(listed)).to_be_visible()
        listed.get_by_role("button", name="Delete the task").click()
    shows(listed, "Two")
    listed.get_by_role("button", name="Undo").click()
    shows(listed, "Two", "One")
    assert stayed(listed) == scripts


@either_way
def test_an_edit_has_an_address_and_keeps_the_filter(listed: Page, scripts):
    add(listed, "One")
    listed.get_by_role("link", name="Active", exact=True).click()
    expect(listed.locator(".tools nav [aria-current=page]")).to_have_text("Active")
    open_edit(listed, "One")
    assert re.search(r"\?show=active&edit=.", listed.url)
    listed.reload()
    expect(edit_field(listed)).to_be_focused()
    edit_field(listed).fill("Uno")
    edit_field(listed).press("Enter")
    shows(listed, "Uno")
    assert listed.url.endswith("/tasks?show=active")


@either_way
def test_a_text_that_is_too_long_is_not_lost(listed: Page, scripts):
    add(listed, "One")
    text = "ü" * 1001
    open_edit(listed, "One").fill(text)
    listed.keyboard.press("Enter")
    expect(problem(listed)).to_contain_text("1000")
    typed = edit_field(listed) if scripts else listed.locator("main textarea[name=task]")
    expect(typed).to_have_value(text)
    assert stayed(listed) == scripts
    typed.fill("Shorter")
    typed.press("Enter") if scripts else listed.get_by_role("button", name="Try again").click()
    shows(listed, "Shorter")


def test_the_caret_of_an_edit_is_at_the_end(listed: Page):
    add(listed, "One")
    open_edit(listed, "One")
    listed.wait_for_function("() => document.activeElement.selectionStart === 3")
    listed.keyboard.type("!")
    listed.keyboard.press("Enter")
    shows(listed, "One!")


def test_escape_cancels_an_edit(listed: Page):
    add(listed, "One")
    open_edit(listed, "One").fill("Something else")
    listed.keyboard.press("Escape")
    shows(listed, "One")
    expect(row(listed, "One").locator("a[data-task]")).to_be_focused()
    assert stayed(listed)


def test_leaving_the_field_saves_an_edit(listed: Page):
    add(listed, "One")
    open_edit(listed, "One").fill("Uno")
    listed.locator("h1").click()
    shows(listed, "Uno")
    open_edit(listed, "Uno").fill("Eins")
    listed.keyboard.press("Tab")
    expect(listed.get_by_role("button", name="Save")).to_be_focused()
    field(listed).focus()
    shows(listed, "Eins")
    expect(field(listed)).to_be_focused()
    assert stayed(listed)


def test_leaving_an_unchanged_field_sends_nothing(breakable):
    page, api = breakable
    add(page, "One")
    open_edit(page, "One")
    page.locator("h1").click()
    shows(page, "One")
    expect(edit_field(page)).to_have_count(0)
    assert api.changes() == ["POST"]


@either_way
def test_a_line_break_in_a_task_is_a_space_in_its_field_and_stays_until_that_is_saved(breakable, scripts):
    page, api = breakable
    # The pages have no field for one, but a form that was sent may hold it.
    page.request.post(page.url, form={"csrf": page.locator("[data-edit] [name=csrf]").input_value(), "task": "milk\nbread"})
    page.reload()
    shows(page, "milk\nbread")
    mark(page)
    page.locator("[data-task]").click()
    edit_is_heard(page)
    expect(edit_field(page)).to_have_value("milk bread")
    if scripts:
        page.locator("h1").click()
    else:
        page.get_by_role("link", name="Cancel").click()
    expect(edit_field(page)).to_have_count(0)
    shows(page, "milk\nbread")
    assert api.changes() == ["POST"]
    page.locator("[data-task]").click()
    edit_is_heard(page)
    page.get_by_role("button", name="Save").click()
    expect(edit_field(page)).to_have_count(0)
    # The script knows that nothing was changed.
    shows(page, "milk\nbread" if scripts else "milk bread")
    assert stayed(page) == scripts


def test_a_window_that_loses_the_focus_leaves_the_edit_open(listed: Page):
    add(listed, "One")
    open_edit(listed, "One").fill("Uno")
    sent = []
    listed.on("request", lambda request: sent.append(request.url))
    # The field gets the event, but stays the document's active element.
    edit_field(listed).dispatch_event("focusout", {"bubbles": True})
    listed.evaluate("fetch('/healthz').then(() => {})")
    assert [url.rsplit("/", 1)[1] for url in sent] == ["healthz"]
    expect(edit_field(listed)).to_have_value("Uno")


def test_a_press_elsewhere_both_saves_and_counts(listed: Page):
    add(listed, "One")
    add(listed, "Two")
    open_edit(listed, "One").fill("Uno")
    # A slow press: the response to saving is there before the button is released.
    box = listed.get_by_role("button", name="Complete: Two").bounding_box()
    listed.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    with listed.expect_response(lambda response: response.request.method == "GET" and response.url.endswith("/tasks")):
        listed.mouse.down()
    listed.evaluate("fetch('/healthz').then(() => {})")
    listed.mouse.up()
    shows(listed, "Uno", "Two")
    completed(listed, "Two")
    assert stayed(listed)


def test_one_edit_follows_another(listed: Page):
    add(listed, "One")
    add(listed, "Two")
    open_edit(listed, "One").fill("Uno")
    listed.get_by_text("Two", exact=True).click()
    expect(edit_field(listed)).to_have_value("Two")
    expect(edit_field(listed)).to_be_focused()
    shows(listed, "Uno")
    assert stayed(listed)


class InputMethod:
    """Writes Japanese into what has the focus, as an input method would."""

    def __init__(self, page: Page):
        self.browser = page.context.new_cdp_session(page)

    def compose(self):
        self.browser.send("Input.imeSetComposition", {"text": "にほん", "selectionStart": 3, "selectionEnd": 3})

    def key(self, name, code):
        for kind in ("rawKeyDown", "keyUp"):
            # What a browser sees of a key that the input method has taken.
            self.browser.send("Input.dispatchKeyEvent", {"type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code})

    def choose(self):
        self.browser.send("Input.insertText", {"text": "日本"})


def test_an_input_method_has_enter_and_escape_for_itself(breakable):
    page, api = breakable
    add(page, "One")
    edit = open_edit(page, "One")
    edit.fill("")
    method = InputMethod(page)
    method.compose()
    method.key("Escape", 27)
    expect(edit).to_have_value("にほん")
    expect(edit).to_be_focused()
    method.compose()
    method.key("Enter", 229)
    expect(edit).to_have_value("にほん")
    assert api.changes() == ["POST"]
    method.choose()
    page.keyboard.press("Enter")
    shows(page, "日本")
    assert api.changes() == ["POST", "PATCH"]


def test_an_input_method_has_enter_and_escape_for_itself_in_a_new_task(breakable):
    page, api = breakable
    field(page).focus()
    method = InputMethod(page)
    for name, code in (("Escape", 27), ("Enter", 229)):
        method.compose()
        method.key(name, code)
        expect(field(page)).to_have_value("にほん")
        expect(field(page)).to_be_focused()
    assert api.changes() == []
    method.choose()
    page.keyboard.press("Enter")
    shows(page, "日本")
    assert api.changes() == ["POST"]


def test_an_edit_that_is_left_for_another_page_is_saved(listed: Page, latchkey):
    add(listed, "One")
    open_edit(listed, "One").fill("Uno")
    # So slow that the form is still on its way when the next page is there.
    browser = listed.context.new_cdp_session(listed)
    browser.send("Network.enable")
    browser.send("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 1000})
    listed.get_by_role("link", name="Sessions").click()
    listed.wait_for_url(f"{latchkey.url}/sessions")
    other = listed.context.new_page()
    other.goto(f"{latchkey.url}/tasks")
    come_back(other, found("Uno"))


def test_back_while_editing_keeps_what_was_typed(listed: Page):
    add(listed, "One")
    listed.get_by_role("link", name="Active", exact=True).click()
    expect(listed.locator(".tools nav [aria-current=page]")).to_have_text("Active")
    open_edit(listed, "One").fill("One and more")
    listed.go_back()
    expect(edit_field(listed)).to_have_count(0)
    expect(listed).to_have_url(re.compile("/tasks$"))
    shows(listed, "One")
    expect(field(listed)).to_have_value("One and more")
    expect(field(listed)).to_be_focused()
    assert stayed(listed)


def test_an_edit_that_is_being_saved_takes_no_more(breakable):
    page, api = breakable
    add(page, "One")
    edited = open_edit(page, "One")
    edited.fill("Uno")
    api.gate.clear()
    api.fails(500, calls=1, method="PATCH")
    edited.press("Enter")
    expect(edited).not_to_be_editable()
    api.gate.set()
    expect(problem(page)).to_be_visible()
    expect(edited).to_be_editable()
    edited.press("Enter")
    shows(page, "Uno")


def test_an_edit_that_comes_late_does_not_take_the_focus_from_a_new_task(breakable):
    page, api = breakable
    add(page, "One")
    api.gate.clear()
    page.locator("[data-task]").get_by_text("One", exact=True).click()
    field(page).click()
    page.keyboard.type("Mi")
    api.gate.set()
    page.wait_for_function("() => 'leave' in (document.querySelector('form.edit') ?? {})")
    page.keyboard.type("lk")
    expect(field(page)).to_have_value("Milk")
    expect(edit_field(page)).to_have_value("One")


def test_a_finger_presses_the_button_that_it_was_put_on(browser, latchkey):
    with contextlib.closing(browser.new_context(has_touch=True)) as context:
        page, other = context.new_page(), context.new_page()
        arrive(page, latchkey.url)
        for text in ("One", "Two", "Three"):
            add(page, text)
        other.goto(f"{latchkey.url}/tasks")
        delete(other, "One")
        shows(other, "Two", "Three")
        other.close()
        box = page.get_by_role("button", name="Delete: Two").bounding_box()
        held = []
        page.route("**/tasks", lambda route: held.append(route))
        with page.expect_request("**/tasks"):
            keep_coming_back(page)
        touch = context.new_cdp_session(page)
        points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
        with page.expect_event("requestfinished", lambda request: request.url.endswith("/tasks")):
            held[0].continue_()
        page.unroute("**/tasks")
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        shows(page, "Three")

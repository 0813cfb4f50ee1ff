"""The whole way with the keyboard alone: from sign-in to sign-out, the focus always somewhere and always seen."""

from playwright.sync_api import Page, expect

from actions import NAME, add, completed, edit_is_heard, field, mark, row, shows, stayed

FOCUS = """() => {
    const element = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return {
        name: (NAME)(element),
        isSomewhere: element !== document.body,
        isSeen: element.matches(":focus-visible") && outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && element.contains(over),
    };
}""".replace("NAME", NAME)


def tab_to(page: Page, name, key="Tab"):
    """Goes on until the focus is there; each stop on the way is seen."""
    stops = []
    for _ in range(40):
        page.keyboard.press(key)
        stop = page.evaluate(FOCUS)
        # After the last stop a page starts again.
        assert stop["isSeen"] or not stop["isSomewhere"], stop
        stops.append(stop["name"])
        if stop["name"] == name:
            return
    raise AssertionError(f"{key} never gets to {name}, but to {stops}")


def focus_is_somewhere(page: Page):
    assert page.evaluate(FOCUS)["isSomewhere"]


def sign_in(page: Page, url):
    page.goto(url)
    tab_to(page, "Sign in")
    page.keyboard.press("Enter")
    expect(page.locator("input[name=email]")).to_be_focused()
    page.keyboard.type("bob@dev.example")
    tab_to(page, "Password")
    page.keyboard.type("latchkey")
    tab_to(page, "Sign in")
    page.keyboard.press("Space")
    page.wait_for_url(f"{url}/tasks")


def test_everything_is_done_with_the_keyboard(page: Page, own_latchkey):
    latchkey = own_latchkey()
    press = page.keyboard.press
    sign_in(page, latchkey.url)
    mark(page)
    tab_to(page, "Skip to content")
    press("Enter")
    expect(page.locator("main")).to_be_focused()
    tab_to(page, "New task")
    for text in ("One", "Two", "Three"):
        page.keyboard.type(text)
        press("Enter")
        expect(row(page, text)).to_be_visible()
        focus_is_somewhere(page)

    tab_to(page, "Complete: One")
    press("Space")
    completed(page, "One")
    expect(page.get_by_role("button", name="Reopen: One")).to_be_focused()

    tab_to(page, "Two")
    press("Enter")
    edit_is_heard(page)
    page.keyboard.type(" and more")
    press("Escape")
    shows(page, "One", "Two", "Three")
    focus_is_somewhere(page)
    press("Enter")
    edit_is_heard(page)
    page.keyboard.type(" and a half")
    tab_to(page, "Save")
    press("Space")
    shows(page, "One", "Two and a half", "Three")
    focus_is_somewhere(page)

    tab_to(page, "Delete: Two and a half")
    press("Enter")
    shows(page, "One", "Three")
    focus_is_somewhere(page)
    tab_to(page, "Undo", "Shift+Tab")
    press("Space")
    shows(page, "One", "Three", "Two and a half")
    focus_is_somewhere(page)

    tab_to(page, "Completed")
    press("Enter")
    shows(page, "One")
    focus_is_somewhere(page)
    assert page.evaluate(FOCUS)["name"] == "Completed"
    tab_to(page, "Clear completed")
    press("Enter")
    tab_to(page, "Yes, do it")
    press("Enter")
    expect(page.locator("[data-task]")).to_have_count(0)
    focus_is_somewhere(page)

    press("Shift+Tab")
    press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    focus_is_somewhere(page)
    press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    focus_is_somewhere(page)
    assert stayed(page)

    tab_to(page, "Sign out", "Shift+Tab")
    press("Enter")
    page.wait_for_url(f"{latchkey.url}/signed-out")
    tab_to(page, "Sign in again")


def test_the_focus_stays_in_a_dialog_and_comes_back(listed: Page):
    add(listed, "One")
    origin = listed.get_by_role("button", name="Complete: One")
    origin.focus()
    listed.keyboard.press("?")
    dialog = listed.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Close")).to_be_focused()
    for _ in range(6):
        listed.keyboard.press("Tab")
        # Between its last stop and its first the browser's own come.
        assert listed.evaluate("document.activeElement === document.body || document.querySelector('dialog').contains(document.activeElement)")
    listed.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(origin).to_be_focused()
    expect(field(listed)).not_to_be_focused()


def test_the_focus_goes_to_the_new_task_when_a_dialog_closes_over_a_replaced_row(breakable):
    page, api = breakable
    add(page, "One")
    api.gate.clear()
    row(page, "One").locator("[name=completed]").press("Space")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    api.gate.set()
    expect(row(page, "One").locator("[name=completed]")).to_have_attribute("value", "false")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(field(page)).to_be_focused()

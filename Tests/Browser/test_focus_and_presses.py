"""The focus while tasks change, and presses that come twice, late or on a screen that is touched."""

import re

from playwright.sync_api import Page, expect

from actions import (
    NAME, add, arrive, clear_completed, completed, delete, either_way, field, focused, keep_coming_back, problem, row,
    shows, stayed, toggle)


def test_the_focus_moves_to_the_next_task_that_is_worked_on(listed: Page):
    for text in ("One", "Two", "Three"):
        add(listed, text)
    listed.get_by_role("button", name="Complete: Two").press("Space")
    completed(listed, "Two")
    expect(listed.get_by_role("button", name="Reopen: Two")).to_be_focused()

    listed.get_by_role("button", name="Delete: Two").press("Enter")
    shows(listed, "One", "Three")
    expect(listed.get_by_role("button", name="Delete: Three")).to_be_focused()
    focused(listed).press("Enter")
    shows(listed, "One")
    expect(listed.get_by_role("button", name="Delete: One")).to_be_focused()
    listed.get_by_role("link", name="Active", exact=True).press("Enter")
    expect(listed.locator("[aria-current=page]").get_by_text("Active")).to_be_focused()
    listed.get_by_role("button", name="Delete: One").press("Enter")
    expect(listed.locator("[data-task]")).to_have_count(0)
    expect(field(listed)).to_be_focused()
    assert stayed(listed)


def test_the_page_does_not_scroll_when_a_task_changes(listed: Page):
    listed.set_viewport_size({"width": 600, "height": 300})
    for number in range(12):
        add(listed, f"Task {number}")
    last = listed.get_by_role("button", name="Complete: Task 11")
    last.scroll_into_view_if_needed()
    before = listed.evaluate("scrollY")
    assert before > 100
    last.click()
    completed(listed, "Task 11")
    expect(listed.get_by_role("button", name="Reopen: Task 11")).to_be_focused()
    assert listed.evaluate("scrollY") == before


def test_the_whole_list_can_be_used_with_the_keyboard_alone(listed: Page):
    press = listed.keyboard.press
    field(listed).focus()
    listed.keyboard.type("First")
    press("Enter")
    shows(listed, "First")
    listed.keyboard.type("Second")
    press("Enter")
    shows(listed, "First", "Second")

    def tab_to(name):
        for _ in range(30):
            press("Tab")
            if listed.locator(":focus").evaluate(NAME) == name:
                return
        raise AssertionError(f"Tab never gets to {name}")

    tab_to("Complete: First")
    press("Space")
    completed(listed, "First")
    tab_to("First")
    press("Enter")
    expect(listed.locator("form.edit input[name=task]")).to_be_focused()
    press("End")
    listed.keyboard.type(" of all")
    press("Enter")
    shows(listed, "First of all", "Second")
    tab_to("Delete: First of all")
    press("Space")
    shows(listed, "Second")
    expect(listed.get_by_role("button", name="Delete: Second")).to_be_focused()
    tab_to("Complete all")
    press("Enter")
    completed(listed, "Second")
    tab_to("Clear completed")
    press("Space")
    tab_to("Yes, do it")
    press("Space")
    expect(listed.locator("[data-task]")).to_have_count(0)
    expect(field(listed)).to_be_focused()
    assert stayed(listed)


@either_way
def test_completed_tasks_are_not_cleared_by_one_press(listed: Page, scripts):
    add(listed, "One")
    toggle(listed, "One")
    completed(listed, "One")
    confirm = listed.get_by_role("button", name="Yes, do it")
    expect(confirm).to_be_hidden()
    listed.locator("summary").click()
    expect(confirm).to_be_visible()
    listed.locator("summary").click()
    expect(confirm).to_be_hidden()
    shows(listed, "One")
    assert stayed(listed) == scripts


def test_an_update_of_the_list_leaves_the_question_open(listed: Page):
    add(listed, "One")
    toggle(listed, "One")
    completed(listed, "One")
    listed.locator("summary").click()
    for _ in range(2):
        with listed.expect_response("**/tasks"):
            keep_coming_back(listed)
    expect(listed.get_by_role("button", name="Yes, do it")).to_be_visible()
    expect(focused(listed)).to_have_text("Clear completed")


def test_the_focus_is_seen_after_all_completed_tasks_were_cleared(breakable):
    page, api = breakable
    add(page, "Open")
    _, tasks = api.tasks.popitem()
    tasks += [{"id": f"n{number}", "task": f"Number {number}", "completed": number == 0} for number in range(60)]
    api.tasks[_] = tasks
    page.reload()
    clear_completed(page)
    expect(row(page, "Number 0")).to_have_count(0)
    expect(focused(page)).to_have_text("Complete all")
    expect(focused(page)).to_be_in_viewport()


def test_typing_goes_on_while_a_task_is_added(listed: Page):
    field(listed).focus()
    for text in ("One", "Two", "Three"):
        listed.keyboard.type(text)
        listed.keyboard.press("Enter")
    listed.keyboard.type("Fo")
    shows(listed, "One", "Two", "Three")
    expect(field(listed)).to_have_value("Fo")
    listed.keyboard.type("ur")
    expect(field(listed)).to_have_value("Four")
    assert stayed(listed)


def test_a_press_that_comes_twice_counts_once(breakable):
    page, api = breakable
    field(page).fill("Only once")
    page.get_by_role("button", name="Add", exact=True).dblclick()
    shows(page, "Only once")
    field(page).fill("Once more")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    shows(page, "Only once", "Once more")
    page.get_by_role("button", name="Complete: Only once").dblclick()
    completed(page, "Only once")
    expect(problem(page)).to_have_count(0)
    add(page, "The end")
    assert api.changes() == ["POST", "POST", "PATCH", "POST"]
    assert stayed(page)


def test_the_second_of_two_presses_does_not_meet_the_next_task(breakable):
    page, api = breakable
    for text in ("One", "Two", "Three"):
        add(page, text)
    box = page.get_by_role("button", name="Delete: One").bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(*place)
    shows(page, "Two", "Three")
    # Without the offer to undo, the next row is where the first press was.
    page.evaluate("document.querySelector('[data-undo]').remove()")
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    add(page, "The end")
    shows(page, "Two", "Three", "The end")
    assert api.changes() == ["POST", "POST", "POST", "DELETE", "POST"]


def test_a_tick_shows_before_the_response_and_a_press_meanwhile_is_not_sent_again(breakable):
    page, api = breakable
    add(page, "Slow")
    api.gate.clear()
    page.get_by_role("button", name="Complete: Slow").press("Space")
    expect(page.locator("li[data-task-id]")).to_have_attribute("data-completed", "true")
    page.get_by_role("button", name="Complete: Slow").press("Space")
    api.gate.set()
    expect(page.get_by_role("button", name="Reopen: Slow")).to_be_focused()
    add(page, "Next")
    assert api.changes() == ["POST", "PATCH", "POST"]


def test_two_rows_pressed_at_once_both_count(breakable):
    page, api = breakable
    for text in ("One", "Two", "Three"):
        add(page, text)
    api.gate.clear()
    for text in ("One", "Two"):
        toggle(page, text)
        completed(page, text)
    delete(page, "Three")
    api.gate.set()
    shows(page, "One", "Two")
    add(page, "The end")
    for text in ("One", "Two"):
        completed(page, text)
    assert api.changes() == ["POST", "POST", "POST", "PATCH", "PATCH", "DELETE", "POST"]
    assert stayed(page)


def test_a_link_opened_in_another_tab_is_left_to_the_browser(listed: Page):
    add(listed, "One")
    with listed.context.expect_page() as opened:
        listed.get_by_role("link", name="Active", exact=True).click(modifiers=["Control"])
    expect(opened.value).to_have_url(re.compile("show=active"))
    assert "show=active" not in listed.url


def test_a_key_that_is_held_counts_once(breakable):
    page, api = breakable
    for text in ("One", "Two", "Three"):
        add(page, text)
    page.get_by_role("button", name="Delete: One").focus()
    for _ in range(3):
        page.keyboard.down("Enter")
    shows(page, "Two", "Three")
    expect(page.get_by_role("button", name="Delete: Two")).to_be_focused()
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    add(page, "The end")
    assert api.changes() == ["POST", "POST", "POST", "DELETE", "POST"]


def test_a_restored_task_is_scrolled_into_view(listed: Page):
    listed.set_viewport_size({"width": 600, "height": 300})
    for number in range(8):
        add(listed, f"Task {number}")
    delete(listed, "Task 0")
    listed.get_by_role("button", name="Undo").press("Enter")
    expect(row(listed, "Task 0").locator("a[data-task]")).to_be_focused()
    expect(row(listed, "Task 0").locator("a[data-task]")).to_be_in_viewport(ratio=1)


def test_undo_and_the_next_step_both_count(breakable):
    page, api = breakable
    add(page, "One")
    add(page, "Two")
    delete(page, "One")
    shows(page, "Two")
    api.gate.clear()
    page.get_by_role("button", name="Undo").click()
    field(page).fill("Three")
    field(page).press("Enter")
    toggle(page, "Two")
    api.gate.set()
    shows(page, "Two", "One", "Three")
    completed(page, "Two")
    expect(page.locator("[data-undo]")).to_have_count(0)
    assert stayed(page)


def test_the_link_to_the_content_fetches_nothing(listed: Page, latchkey):
    add(listed, "One")
    listed.get_by_role("link", name="Active", exact=True).click()
    expect(listed.locator(".tools nav [aria-current=page]")).to_have_text("Active")
    sent = []
    listed.on("request", lambda request: sent.append(request.url))
    listed.locator("[href='#content']").focus()
    listed.keyboard.press("Enter")
    expect(listed.locator("main")).to_be_focused()
    listed.evaluate("fetch('/healthz').then(() => {})")
    assert [url for url in sent if "/assets/" not in url] == [f"{latchkey.url}/healthz"]
    listed.get_by_role("link", name="Completed").click()
    expect(listed.locator("[data-task]")).to_have_count(0)
    listed.go_back()
    shows(listed, "One")
    assert stayed(listed)


def test_the_link_of_a_tasks_text_says_what_it_does(listed: Page):
    add(listed, "One")
    link = row(listed, "One").locator("a[data-task]")
    expect(link).to_have_accessible_name("One")
    expect(link).to_have_accessible_description("Edit")
    listed.reload()
    expect(link).to_have_accessible_description("Edit")


def test_a_finger_leaves_no_tick_behind(browser, latchkey):
    context = browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 400, "height": 800})
    page = context.new_page()
    arrive(page, latchkey.url)
    add(page, "One")
    check = row(page, "One").locator("[name=completed]")
    # As a tap leaves it where the control stays.
    check.hover()
    assert page.evaluate("matchMedia('(hover: none)').matches")
    assert check.evaluate("check => check.matches(':hover') && getComputedStyle(check, '::after').content") == "none"
    context.close()

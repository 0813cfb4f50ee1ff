"""The page of tasks: everything that can be done there, with scripts and without."""

import re

import pytest
from playwright.sync_api import Page, expect

from actions import NAME, add, arrive, clear_completed, completed, counter, delete, either_way, field, keep_coming_back, mark, problem, row, shows, stayed, toggle


def focused(page: Page):
    return page.locator(":focus")


@either_way
def test_an_empty_list_shows_no_controls(listed: Page, scripts):
    for nothing in ("main ul", ".tools nav", ".bulk button", "[data-undo]", "[data-error]"):
        expect(listed.locator(nothing)).to_have_count(0)
    expect(counter(listed)).to_have_text("0 tasks left")
    expect(counter(listed)).to_be_hidden()
    add(listed, "One")
    for something in ("main ul", "[data-counter]", ".tools nav", ".bulk button"):
        expect(listed.locator(something).first).to_be_visible()
    delete(listed, "One")
    expect(listed.locator("[data-undo]")).to_be_visible()
    for nothing in ("main ul", ".tools nav", ".bulk button"):
        expect(listed.locator(nothing)).to_have_count(0)
    expect(counter(listed)).to_have_text("0 tasks left")
    expect(counter(listed)).to_be_hidden()
    add(listed, "Two")
    listed.get_by_role("link", name="Completed").click()
    expect(listed.locator(".empty h2")).to_have_text("Nothing completed yet")
    if scripts:
        expect(listed.locator("[role=status]")).to_contain_text("Nothing completed yet")
    listed.get_by_role("link", name="All").click()
    toggle(listed, "Two")
    clear_completed(listed)
    expect(listed.locator("main ul")).to_have_count(0)
    if scripts:
        expect(listed.locator("[role=status]")).to_contain_text(listed.locator(".empty h2").text_content())
    assert stayed(listed) == scripts


@either_way
def test_a_task_is_added_without_the_white_space_around_it(listed: Page, scripts):
    field(listed).fill("  Water the tomatoes ")
    field(listed).press("Enter")
    shows(listed, "Water the tomatoes")
    expect(field(listed)).to_have_value("")
    field(listed).fill("Buy milk")
    listed.get_by_role("button", name="Add", exact=True).click()
    shows(listed, "Water the tomatoes", "Buy milk")
    assert stayed(listed) == scripts
    if scripts:
        expect(field(listed)).to_be_focused()
        expect(listed.locator("[role=status]")).to_have_text("2 tasks left")


@either_way
def test_an_empty_task_is_refused_with_the_reason(listed: Page, scripts):
    field(listed).fill("   ")
    field(listed).press("Enter")
    expect(problem(listed)).to_have_text("Write what is to be done first.")
    expect(listed.locator("[data-task]")).to_have_count(0)
    add(listed, "Something")
    expect(problem(listed)).to_have_count(0)
    assert stayed(listed) == scripts


@either_way
def test_the_counter_has_the_right_plural(listed: Page, scripts):
    add(listed, "One")
    expect(counter(listed)).to_have_text("1 task left")
    add(listed, "Two")
    expect(counter(listed)).to_have_text("2 tasks left")
    toggle(listed, "One")
    expect(counter(listed)).to_have_text("1 task left")
    toggle(listed, "Two")
    expect(counter(listed)).to_have_text("0 tasks left")
    assert stayed(listed) == scripts


@either_way
def test_a_task_is_completed_and_opened_again(listed: Page, scripts):
    add(listed, "One")
    add(listed, "Two")
    listed.get_by_role("button", name="Complete: One", exact=True).click()
    completed(listed, "One")
    completed(listed, "Two", False)
    listed.get_by_role("button", name="Reopen: One", exact=True).click()
    completed(listed, "One", False)
    assert stayed(listed) == scripts


@either_way
def test_all_tasks_are_completed_opened_again_and_cleared(listed: Page, scripts):
    add(listed, "One")
    add(listed, "Two")
    clear = listed.locator("summary", has_text="Clear completed")
    expect(clear).to_have_count(0)
    listed.get_by_role("button", name="Complete all").click()
    completed(listed, "One")
    completed(listed, "Two")
    expect(clear).to_be_visible()
    listed.get_by_role("button", name="Reopen all").click()
    completed(listed, "One", False)
    expect(clear).to_have_count(0)
    toggle(listed, "Two")
    completed(listed, "Two")
    clear_completed(listed)
    shows(listed, "One")
    expect(clear).to_have_count(0)
    assert stayed(listed) == scripts


@either_way
@pytest.mark.parametrize("was_completed", [False, True], ids=["active", "completed"])
def test_a_deleted_task_comes_back_as_it_was(listed: Page, scripts, was_completed):
    add(listed, "First & <best>")
    add(listed, "Second")
    if was_completed:
        toggle(listed, "First & <best>")
        completed(listed, "First & <best>")
    delete(listed, "First & <best>")
    expect(listed.locator("[data-undo]")).to_contain_text("First & <best>")
    shows(listed, "Second")
    if scripts:
        expect(listed.locator("[role=status]")).to_contain_text("First & <best>")
    listed.get_by_role("button", name="Undo").click()
    shows(listed, "Second", "First & <best>")
    completed(listed, "First & <best>", was_completed)
    expect(listed.locator("[data-undo]")).to_have_count(0)
    if scripts:
        expect(row(listed, "First & <best>").locator("a[data-task]")).to_be_focused()
        expect(listed.locator("[role=status]")).to_have_text("1 task left" if was_completed else "2 tasks left")
    assert stayed(listed) == scripts


@either_way
def test_undo_is_offered_until_something_else_is_changed(listed: Page, scripts):
    add(listed, "One")
    add(listed, "Two")
    delete(listed, "One")
    expect(listed.locator("[data-undo]")).to_be_visible()
    if scripts:
        listed.get_by_role("link", name="Active", exact=True).click()
        expect(listed.locator("[aria-current=page]").get_by_text("Active")).to_be_visible()
        expect(listed.locator("[role=status]")).to_have_text("1 task left")
        expect(listed.locator("[data-undo]")).to_be_visible()
    toggle(listed, "Two")
    expect(counter(listed)).to_have_text("0 tasks left")
    expect(listed.locator("[data-undo]")).to_have_count(0)
    assert stayed(listed) == scripts


@either_way
def test_the_filters_mark_the_chosen_one_and_have_addresses(listed: Page, scripts):
    add(listed, "Open")
    add(listed, "Done")
    toggle(listed, "Done")
    completed(listed, "Done")
    chosen = listed.locator(".tools nav [aria-current=page]")
    expect(chosen).to_have_text("All")

    listed.get_by_role("link", name="Active", exact=True).click()
    shows(listed, "Open")
    expect(chosen).to_have_text("Active")
    assert listed.url.endswith("/tasks?show=active")
    listed.get_by_role("link", name="Completed", exact=True).click()
    shows(listed, "Done")
    expect(chosen).to_have_text("Completed")
    assert listed.url.endswith("/tasks?show=completed")

    listed.go_back()
    shows(listed, "Open")
    expect(chosen).to_have_text("Active")
    listed.go_back()
    shows(listed, "Open", "Done")
    assert listed.url.endswith("/tasks")
    listed.go_forward()
    shows(listed, "Open")
    assert stayed(listed) == scripts

    # What is done there leaves the filter as it is, and the address alone leads there.
    toggle(listed, "Open")
    expect(listed.locator("[data-task]")).to_have_count(0)
    assert listed.url.endswith("/tasks?show=active")
    listed.goto(listed.url.replace("active", "completed"))
    shows(listed, "Open", "Done")


@either_way
def test_long_lists_have_pages_with_addresses(listed: Page, scripts):
    listed.evaluate(
        """async () => {
            const form = document.querySelector(".add-form");
            const csrf = form.elements.csrf.value;
            await Promise.all(Array.from({ length: 100 }, (_, number) => {
                const body = new URLSearchParams({ csrf, task: `Task ${number}` });
                return fetch(form.action, { method: "POST", body, redirect: "manual" });
            }));
        }""")
    listed.reload()
    mark(listed)
    expect(listed.locator("[data-task]")).to_have_count(100)
    at_end = listed.get_by_text("New tasks go to the end of the list.")
    expect(at_end).to_have_count(0)
    field(listed).fill("One more")
    field(listed).press("Enter")
    expect(counter(listed)).to_have_text("101 tasks left")
    expect(listed.locator("[data-task]")).to_have_count(100)
    expect(at_end).to_be_in_viewport()
    listed.get_by_role("link", name="More tasks").click()
    shows(listed, "One more")
    expect(at_end).to_have_count(0)
    assert "after=" in listed.url
    assert listed.evaluate("scrollY") == 0
    listed.go_back()
    expect(listed.locator("[data-task]")).to_have_count(100)
    listed.go_forward()
    expect(listed.locator("[data-task]")).to_have_count(1)
    listed.locator("li [name=completed]").click()
    expect(counter(listed)).to_have_text("100 tasks left")
    assert "after=" in listed.url
    listed.locator("nav.pages a").click()
    expect(listed.locator("[data-task]")).to_have_count(100)
    assert stayed(listed) == scripts


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

"""The page of tasks: everything that can be done there, with scripts and without."""

import pytest
from playwright.sync_api import Page, expect

from actions import (
    add, clear_completed, completed, counter, delete, either_way, field, mark, problem, row, shows, stayed, toggle)


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


# What browsers before 2023 lack, which do the same by script, and before 2022, which do without.
READS_NO_BUTTON = "const { FormData } = window; window.FormData = class extends FormData { constructor(form) { super(form); } }"
HAS_NO_TIMEOUT = "delete AbortSignal.timeout"


@pytest.mark.parametrize("lack, by_script", [(READS_NO_BUTTON, True), (HAS_NO_TIMEOUT, False)], ids=["2022", "2021"])
def test_an_older_browser_completes_tasks_and_follows_links(listed: Page, lack, by_script):
    listed.add_init_script(lack)
    listed.reload()
    mark(listed)
    add(listed, "One")
    toggle(listed, "One")
    completed(listed, "One")
    listed.get_by_role("link", name="Active").click()
    expect(listed.locator(".empty h2")).to_be_visible()
    listed.get_by_role("link", name="All").click()
    shows(listed, "One")
    assert stayed(listed) == by_script


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
            const form = document.querySelector("[data-edit]");
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

"""What only the page's script shows, judged like the pages that the server sends."""

import pytest
from playwright.sync_api import expect

from actions import add, arrive, delete, edit_field, field, open_edit, problem
from judging import axe_complaints, size_complaints
from test_comforts import paste


@pytest.fixture(scope="module")
def scripted(browser, latchkey):
    """The page of a user with three tasks, with its script, and with room for that of axe."""
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    arrive(page, latchkey.url, "Somebody with quite a long name")
    for text in ("Book the ferry", "Pick up the keys", "W" * 300):
        add(page, text)
    yield page
    context.close()


def ask_about_lines(page, latchkey):
    paste(page, "One\nTwo\nThree")
    expect(page.get_by_role("dialog")).to_be_visible()


def refuse_a_line(page, latchkey):
    paste(page, "x" * 1001 + "\nTwo")
    page.get_by_role("button", name="One task each").click()
    expect(page.get_by_role("dialog").locator("[data-error]")).to_be_visible()


def show_keys(page, latchkey):
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_role("checkbox")).to_be_visible()


def show_the_page_of_keys(page, latchkey):
    page.goto(f"{latchkey.url}/keys")
    expect(page.get_by_role("checkbox")).to_be_visible()


def edit_in_place(page, latchkey):
    open_edit(page, "Book the ferry")


def refuse_an_edit(page, latchkey):
    open_edit(page, "Book the ferry").fill("x" * 1001)
    edit_field(page).press("Enter")
    expect(problem(page)).to_contain_text("1000")


def say_a_problem(page, latchkey):
    field(page).fill("  ")
    field(page).press("Enter")
    expect(problem(page)).to_be_visible()


def offer_to_undo(page, latchkey):
    delete(page, "W" * 300)
    expect(page.locator("[data-undo]")).to_be_visible()


STATES = [ask_about_lines, refuse_a_line, show_keys, show_the_page_of_keys, edit_in_place, refuse_an_edit, say_a_problem, offer_to_undo]


@pytest.mark.parametrize("reach", STATES, ids=[state.__name__ for state in STATES])
def test_each_state_made_by_the_script_is_accessible(scripted, latchkey, reach):
    scripted.goto(f"{latchkey.url}/tasks")
    reach(scripted, latchkey)
    assert axe_complaints(scripted) == {}
    assert size_complaints(scripted) == {}

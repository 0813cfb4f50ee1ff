"""A change is made once, although the list that follows it fails."""

import pytest
from playwright.sync_api import expect

from actions import (
    UNREACHABLE, add, come_back, completed, delete, edit_field, field, found, keep_coming_back, open_edit, paste,
    problem, shows, stayed, toggle)


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

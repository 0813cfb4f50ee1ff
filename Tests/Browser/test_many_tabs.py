"""The same list in several tabs."""

import pytest
from playwright.sync_api import Page, expect

from actions import (
    add, come_back, completed, delete, edit_field, either_way, field, found, keep_coming_back, mark, open_edit,
    problem, shows, sign_out, stayed, toggle)


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


def test_a_page_that_the_browser_restored_is_reloaded(listed: Page):
    with listed.expect_navigation():
        listed.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    assert not stayed(listed)


def test_a_page_that_the_browser_translated_works_without_a_reload(listed: Page):
    listed.evaluate("document.documentElement.lang = 'de'")
    add(listed, "One")
    delete(listed, "One")
    expect(listed.locator("[data-undo]")).to_be_visible()
    assert stayed(listed)

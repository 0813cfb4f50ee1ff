"""Nothing moves by itself: while a page is loaded, and while its scripts work."""

import time

import pytest
from playwright.sync_api import Page, expect

from actions import add, arrive, completed, delete, edit_field, open_edit, shows, toggle

# Moves within half a second of a press follow from it, and don't count (Layout Instability, hadRecentInput).
WATCH = """() => {
    window.__shifts = [];
    new PerformanceObserver((list) => {
        for (const each of list.getEntries()) {
            if (!each.hadRecentInput) __shifts.push([each.value, ...each.sources.map(({ node }) => node?.outerHTML?.slice(0, 80))]);
        }
    }).observe({ type: "layout-shift", buffered: true });
}"""
SIZES = [{"width": 390, "height": 500}, {"width": 1280, "height": 800}]


@pytest.fixture(params=SIZES, ids=["phone", "desktop"])
def watched(request, browser, latchkey):
    """The page of a user with ten tasks, in a browser that has nothing stored."""
    context = browser.new_context(viewport=request.param)
    context.add_init_script(f"({WATCH})()")
    page = context.new_page()
    arrive(page, latchkey.url)
    for number in range(10):
        page.request.post(f"{latchkey.url}/tasks", form={"csrf": page.locator("input[name=csrf]").first.input_value(), "task": f"Number {number}"})
    yield page
    context.close()


def shifts(page: Page):
    # What was drawn last is reported with the frame after it.
    frame = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(__shifts)))))"
    return page.wait_for_function(frame).json_value()


def test_nothing_moves_while_a_page_is_loaded(watched: Page, latchkey):
    edited = watched.request.get(f"{latchkey.url}/tasks").text().split('data-task-id="')[1].split('"')[0]
    for path in ("/", "/tasks", "/sessions", "/claims", "/keys", "/nowhere", f"/tasks?edit={edited}"):
        watched.goto(latchkey.url + path)
        if path == "/keys":
            expect(watched.get_by_role("checkbox")).to_be_visible()
        assert shifts(watched) == [], path
    watched.get_by_role("button", name="Sign out", exact=True).click()
    watched.wait_for_url(f"{latchkey.url}/signed-out")
    assert shifts(watched) == []
    watched.goto(latchkey.url)
    assert shifts(watched) == []


def test_nothing_moves_by_itself_while_the_list_is_used(watched: Page, latchkey):
    watched.goto(f"{latchkey.url}/tasks")

    def complete():
        toggle(watched, "Number 1")
        completed(watched, "Number 1")

    def give_up():
        edit_field(watched).press("Escape")
        expect(edit_field(watched)).to_have_count(0)

    def remove():
        delete(watched, "Number 3")
        expect(watched.locator("[data-undo]")).to_be_visible()

    def filter():
        watched.get_by_role("link", name="Completed", exact=True).click()
        shows(watched, "Number 1")

    for step in (lambda: add(watched, "One more"), complete, lambda: open_edit(watched, "Number 2"), give_up, remove, filter):
        started = time.monotonic()
        step()
        seen = shifts(watched)
        # A response that a busy machine sent late does not follow from a recent input.
        assert seen == [] or time.monotonic() - started > 0.4
        watched.evaluate("__shifts.length = 0")


def test_an_element_that_moves_is_noticed(watched: Page, latchkey):
    watched.goto(f"{latchkey.url}/tasks")
    watched.evaluate("setTimeout(() => document.querySelector('h1').remove(), 600)")
    expect(watched.locator("h1")).to_have_count(0)
    assert shifts(watched) != []

"""Addresses in a task's text: they are links, and the task is edited next to them."""

import contextlib
import http.server
import queue
import threading

import pytest
from playwright.sync_api import Page, expect

from actions import add, arrive, edit_field, edit_is_heard, either_way, focused, row, shows, stayed


class Elsewhere(http.server.BaseHTTPRequestHandler):
    """Another site, which notes its visits: Playwright doesn't notice each new tab."""

    def do_GET(self):
        if self.path != "/favicon.ico":
            SITE.visits.put(self)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Elsewhere</title>")

    def log_message(self, *_):
        pass


SITE = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
threading.Thread(target=SITE.serve_forever, daemon=True).start()
ORIGIN = f"http://127.0.0.1:{SITE.server_port}"
# A path of ours at another site, which the script must leave to the browser.
ADDRESS = f"{ORIGIN}/tasks?a=1&b='c'#d"
TEXT = f"See {ADDRESS}, and then (https://elsewhere.example)!"


@pytest.fixture(autouse=True)
def visits():
    """The requests to the other site."""
    SITE.visits = queue.SimpleQueue()
    return SITE.visits


def link(page: Page):
    return page.locator("[data-task] a").first


def pen(page: Page, text):
    return page.get_by_role("link", name=f"Edit {text}", exact=True)


@either_way
def test_addresses_in_a_task_are_links(listed: Page, scripts):
    add(listed, TEXT)
    shows(listed, TEXT)
    links = listed.locator("[data-task] a")
    expect(links).to_have_text([ADDRESS, "https://elsewhere.example"])
    assert links.evaluate_all("links => links.map(link => link.getAttribute('href'))") == [ADDRESS, "https://elsewhere.example"]
    assert links.evaluate_all("links => links.map(link => link.rel)") == ["noopener noreferrer nofollow"] * 2
    assert stayed(listed) == scripts


@either_way
def test_a_link_leads_to_its_address_and_back(listed: Page, visits, scripts):
    add(listed, TEXT)
    link(listed).click()
    listed.wait_for_url(f"{ORIGIN}/**")
    assert visits.get(timeout=10).headers["Sec-Fetch-Mode"] == "navigate" and visits.empty()
    listed.go_back()
    shows(listed, TEXT)
    expect(edit_field(listed)).to_have_count(0)


def test_a_link_says_nothing_about_where_it_stood(listed: Page, visits):
    add(listed, TEXT)
    link(listed).click()
    listed.wait_for_url(f"{ORIGIN}/**")
    assert listed.evaluate("[document.referrer, window.opener]") == ["", None]
    assert "Referer" not in visits.get(timeout=10).headers


def test_a_link_opens_in_a_new_tab_and_says_nothing_there(listed: Page, visits):
    add(listed, TEXT)
    link(listed).click(modifiers=["ControlOrMeta"])
    assert "Referer" not in visits.get(timeout=10).headers
    assert stayed(listed)


@either_way
def test_a_task_with_a_link_is_edited_by_the_pen_next_to_it(listed: Page, scripts):
    add(listed, "One")
    add(listed, TEXT)
    pen(listed, TEXT).click()
    edit_is_heard(listed)
    expect(edit_field(listed)).to_have_value(TEXT)
    edit_field(listed).fill(f"{ADDRESS} only")
    edit_field(listed).press("Enter")
    shows(listed, "One", f"{ADDRESS} only")
    expect(edit_field(listed)).to_have_count(0)
    if scripts:
        expect(pen(listed, f"{ADDRESS} only")).to_be_focused()
    assert stayed(listed) == scripts


@either_way
def test_keys_reach_the_link_and_the_pen(listed: Page, scripts):
    add(listed, TEXT)
    row(listed, TEXT).locator("[name=completed]").focus()
    names = []
    for _ in range(4):
        listed.keyboard.press("Tab")
        names.append(focused(listed).evaluate("element => element.getAttribute('href') ?? element.localName"))
    assert names[0] == ADDRESS and names[1] == "https://elsewhere.example" and names[2].startswith("?edit=") and names[3] == "button"
    pen(listed, TEXT).focus()
    listed.keyboard.press("Enter")
    edit_is_heard(listed)
    if scripts:
        listed.keyboard.press("Escape")
    else:
        listed.get_by_role("link", name="Cancel").click()
    expect(edit_field(listed)).to_have_count(0)
    shows(listed, TEXT)
    link(listed).focus()
    listed.keyboard.press("Enter")
    listed.wait_for_url(f"{ORIGIN}/**")


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_finger_reaches_the_link_and_the_pen(browser, latchkey, has_scripts):
    with contextlib.closing(browser.new_context(has_touch=True, viewport={"width": 320, "height": 640}, java_script_enabled=has_scripts)) as context:
        page = context.new_page()
        arrive(page, latchkey.url)
        add(page, ADDRESS)
        box = link(page).bounding_box()
        assert box["height"] >= 24
        pen(page, ADDRESS).tap()
        edit_is_heard(page)
        expect(edit_field(page)).to_have_value(ADDRESS)
        page.get_by_role("link", name="Cancel").tap()
        shows(page, ADDRESS)
        link(page).tap()
        page.wait_for_url(f"{ORIGIN}/**")


def test_a_long_address_wraps_on_a_small_page(listed: Page):
    address = f"https://elsewhere.example/{'a' * 300}"
    add(listed, address)
    listed.set_viewport_size({"width": 320, "height": 640})
    assert listed.evaluate("document.documentElement.scrollWidth") == 320
    box, around = link(listed).bounding_box(), listed.locator("[data-task]").bounding_box()
    assert box["x"] >= around["x"] and box["x"] + box["width"] <= around["x"] + around["width"]
    assert around["width"] > 130 and box["height"] > 100


def test_an_address_keeps_its_direction_in_a_text_from_right_to_left(listed: Page):
    add(listed, "ראו https://elsewhere.example/a?b=1 מחר")
    expect(link(listed)).to_have_css("direction", "ltr")
    expect(link(listed)).to_have_css("unicode-bidi", "isolate")


def test_a_link_looks_like_one_in_forced_colours_and_the_pen_is_not_printed(listed: Page):
    add(listed, TEXT)
    expect(link(listed)).to_have_css("text-decoration-line", "underline")
    listed.emulate_media(forced_colors="active")
    colours = listed.evaluate("""() => ["LinkText", "CanvasText"].map((color) => {
        const element = document.body.appendChild(Object.assign(document.createElement("p"), { style: `color: ${color}` }));
        return getComputedStyle(element).color;
    })""")
    assert colours[0] != colours[1]
    expect(link(listed)).to_have_css("color", colours[0])
    listed.emulate_media(media="print", forced_colors="none")
    expect(link(listed)).to_be_visible()
    expect(pen(listed, TEXT)).to_be_hidden()


def test_the_script_stays_when_the_focus_comes_back_to_a_task_with_a_link(listed: Page):
    add(listed, "One")
    add(listed, TEXT)
    # The focus goes to what edits the next task, not to a link to elsewhere.
    listed.locator("a[data-task]").focus()
    listed.keyboard.press("Enter")
    edit_is_heard(listed)
    edit_field(listed).fill("")
    listed.keyboard.press("Enter")
    shows(listed, TEXT)
    expect(pen(listed, TEXT)).to_be_focused()
    assert stayed(listed)

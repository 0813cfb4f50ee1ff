"""The pages in a browser: without scripts, with odd texts, by other names of this machine, and their accessibility."""

import re
import secrets

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from actions import add, edit, row, sign_in, sign_out, sign_up, tasks

HOSTILE = [
    "<script>document.title='owned'</script>",
    '"><img src=x onerror=alert(1)>',
    "it's & \"quoted\" <b>",
    '"\u0301 onmouseover=alert(1) <\u0338script>',
    "{{ 7 * 7 }} ${7*7}",
    "שלום עולם",
    "👩‍👩‍👧‍👦 e\u0301",
]


def test_everything_works_without_scripts(browser, latchkey):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_up(page, latchkey.url, f"plain-{secrets.token_hex(4)}@dev.example", "Plain")
    add(page, "Works")
    row(page, "Works").get_by_role("button", name="Complete: Works").click()
    expect(row(page, "Works")).to_have_attribute("data-completed", "true")
    edit(page, "Works", "Works still")
    expect(row(page, "Works still")).to_be_visible()
    sign_out(page, latchkey.url)
    context.close()


def test_hostile_texts_are_shown_as_they_are(page: Page, latchkey):
    sign_up(page, latchkey.url, f"hostile-{secrets.token_hex(4)}@dev.example", "<b>Mallory</b> & \"co\"")
    expect(page.locator("[data-user]")).to_have_text('<b>Mallory</b> & "co"')
    for text in HOSTILE:
        page.get_by_label("New task").fill(text)
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator("[data-task]").last).to_have_text(text)
    assert page.title() != "owned"
    assert page.locator("img[onerror]").count() == 0


def test_a_text_that_is_too_long_stays_in_the_form(page: Page, latchkey):
    sign_up(page, latchkey.url, f"long-{secrets.token_hex(4)}@dev.example", "Long")
    text = "é" * 1001
    page.get_by_label("New task").fill(text)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("[data-error]")).to_contain_text("1000")
    expect(page.get_by_label("New task")).to_have_value(text)
    assert tasks(page) == []


def test_another_name_of_this_machine_leads_to_the_public_one(page: Page, latchkey):
    page.goto(f"http://127.0.0.1:{latchkey.port}/")
    assert page.url == f"{latchkey.url}/"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_accessible(browser, latchkey, scheme):
    context = browser.new_context(color_scheme=scheme, viewport={"width": 360, "height": 740}, bypass_csp=True)
    page = context.new_page()
    seen = {}

    def look(name):
        found = Axe().run(page).response["violations"]
        seen[name] = [f"{v['id']}: {v['nodes'][0]['html'][:120]}" for v in found]

    page.goto(latchkey.url)
    look("welcome")
    page.goto(f"{latchkey.url}/sign-in")
    look("provider's sign-in")
    sign_up(page, latchkey.url, f"axe-{secrets.token_hex(4)}@dev.example", "Axe")
    look("empty list")
    add(page, "One")
    add(page, "Two")
    row(page, "Two").get_by_role("button", name="Complete: Two").click()
    look("list")
    page.goto(f"{latchkey.url}/claims")
    look("claims")
    page.goto(f"{latchkey.url}/nowhere")
    look("error")
    sign_out(page, latchkey.url)
    look("signed out")
    context.close()
    assert not {name: found for name, found in seen.items() if found}, seen


def test_nothing_is_wider_than_a_small_phone(browser, latchkey):
    context = browser.new_context(viewport={"width": 320, "height": 640})
    page = context.new_page()
    sign_up(page, latchkey.url, f"narrow-{secrets.token_hex(4)}@dev.example", "Somebody-with-quite-a-long-name-and-no-space-in-it")
    add(page, "W" * 200)
    for path in ("/tasks", "/claims", "/nowhere"):
        page.goto(latchkey.url + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
    context.close()


def test_an_error_page_says_what_to_do_and_has_a_reference(page: Page, latchkey):
    response = page.goto(f"{latchkey.url}/auth/openid/return?state=unknown&code=x")
    assert response.status == 400
    expect(page.locator("[data-error]")).to_contain_text("Sign in again")
    assert re.fullmatch(r"[0-9a-f-]{36}", page.locator("[data-correlation-id]").inner_text())


def test_the_authorization_response_may_be_posted(page: Page, own_latchkey):
    latchkey = own_latchkey(**{"response-mode": "form_post"})
    sign_in(page, latchkey.url, "alice@dev.example")
    expect(page.locator("[data-user]")).to_have_text("Alice")


def test_two_tabs_can_sign_in_at_once(page: Page, latchkey):
    other = page.context.new_page()
    for tab in (page, other):
        tab.goto(f"{latchkey.url}/sign-in?returnTo=/claims")
    for tab in (page, other):
        tab.locator("input[name=email]").fill("bob@dev.example")
        tab.locator("input[name=password]").fill("latchkey")
        tab.locator("form").filter(has=tab.locator("input[name=password]")).locator("button[type=submit]").click()
        tab.wait_for_url(f"{latchkey.url}/claims")

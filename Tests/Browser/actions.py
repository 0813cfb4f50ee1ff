"""Actions of a user in the browser."""

import html
import re
import secrets
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

PASSWORD = "Correct-horse-7"
# The reasons that a page shows if the tasks API fails, and if the browser has no connection.
UNREACHABLE, OFFLINE = "tasks service", "No connection"

# The name of a control for assistive technology.
NAME = """(element) => (
    element.getAttribute("aria-labelledby")?.split(" ").map((id) => document.getElementById(id).textContent).join(" ")
    ?? element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent).trim()"""

# For tests that have to pass with scripts and without them.
either_way = pytest.mark.parametrize(
    "scripts", [True, pytest.param(False, marks=pytest.mark.browser_context_args(java_script_enabled=False))], ids=["scripts", "no scripts"])


def sign_in(page: Page, url, email, password="latchkey"):
    page.goto(url)
    page.get_by_role("link", name="Sign in", exact=True).click()
    page.locator("input[name=email]").fill(email)
    page.locator("input[name=password]").fill(password)
    page.locator("form").filter(has=page.locator("input[name=password]")).locator("button[type=submit]").click()
    page.wait_for_url(f"{url}/tasks")


def sign_up(page: Page, url, email, name, password=PASSWORD):
    page.goto(url)
    page.get_by_role("link", name="Create an account").click()
    page.locator("input[name=email]").fill(email)
    page.locator("input[name=displayName]").fill(name)
    page.locator("input[name=password]").fill(password)
    page.locator("form").filter(has=page.locator("input[name=password]")).locator("button[type=submit]").click()
    page.wait_for_url(f"{url}/tasks")


def arrive(page: Page, url, name="Robin"):
    """Signs a new user up by the same forms as ``sign_up``, without showing them: quicker if sign-up isn't tested."""
    requests = page.context.request
    shown = requests.get(f"{url}/sign-up")
    form = re.search(r'<form method="post" action="([^"]*)">(.*?)</form>', shown.text(), re.S)
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form[2]))
    fields = {key: html.unescape(value) for key, value in hidden.items()}
    email = new_address()
    fields |= {"displayName": name, "email": email, "password": PASSWORD}
    response = requests.post(urljoin(shown.url, html.unescape(form[1])), form=fields)
    assert response.url == f"{url}/tasks", response.url
    page.goto(response.url)
    return email


def prove(page: Page, program, email, password=PASSWORD):
    """Enters the password, for which the provider asks again."""
    page.wait_for_url(f"{program.identity_url}/**")
    page.locator("input[name=email]").fill(email)
    page.locator("input[name=password]").fill(password)
    page.locator("form").filter(has=page.locator("input[name=password]")).locator("button[type=submit]").click()
    page.wait_for_url(f"{program.url}/**")


def sign_out(page: Page, url):
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url(f"{url}/signed-out")


def add(page: Page, text):
    page.get_by_label("New task").fill(text)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(row(page, text)).to_be_visible()


def row(page: Page, text):
    return page.locator("li[data-task-id]").filter(has=page.locator("[data-task]").get_by_text(text, exact=True))


def edit(page: Page, old, new):
    """Changes a task's text: the text itself leads to the form."""
    row(page, old).locator("[data-task]").click()
    page.locator("form.edit input[name=task]").fill(new)
    page.get_by_role("button", name="Save").click()


def tasks(page: Page):
    return page.locator("[data-task]:not([hidden])").all_inner_texts()


def new_address():
    """An address without an account."""
    return f"{secrets.token_hex(6)}@dev.example"


def field(page: Page):
    return page.get_by_label("New task")


def problem(page: Page):
    return page.locator("[data-error]")


def pending_form(page: Page):
    """The form that the end of a session left unsent, offered after the sign-in."""
    return page.locator("[data-kept]")


def confirm(page: Page):
    pending_form(page).get_by_role("button", name="Yes, do it").click()
    expect(pending_form(page)).to_have_count(0)


def focused(page: Page):
    return page.locator(":focus")


def counter(page: Page):
    return page.locator("[data-counter]")


def edit_field(page: Page):
    return page.locator("form.edit input[name=task]")


def open_edit(page: Page, text):
    """The field in which a task is edited, once the script, where it runs, listens to it."""
    page.locator("[data-task]").get_by_text(text, exact=True).click()
    edit_is_heard(page)
    return edit_field(page)


def edit_is_heard(page: Page):
    """Waits until the edit has the focus, and the script, where it runs, listens to it."""
    expect(edit_field(page)).to_be_focused()
    if page.locator("[data-edit][novalidate]").count():
        page.wait_for_function("() => 'leave' in document.querySelector('form.edit')")


def paste(page: Page, text):
    field(page).focus()
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
            if (document.activeElement.dispatchEvent(event)) document.execCommand("insertText", false, text);
        }""",
        text)


def toggle(page: Page, text):
    row(page, text).locator("[name=completed]").click()


def delete(page: Page, text):
    page.get_by_role("button", name=f"Delete: {text}", exact=True).click()


def clear_completed(page: Page):
    """Opens the question that comes first, and confirms."""
    page.locator("summary", has_text="Clear completed").click()
    page.get_by_role("button", name="Yes, do it").click()


def completed(page: Page, text, value=True):
    expect(row(page, text)).to_have_attribute("data-completed", "true" if value else "false")


def shows(page: Page, *texts):
    """Exactly these tasks, in this order."""
    shown = page.locator("[data-task]:not([hidden])")
    expect(shown).to_have_text(list(texts))
    # That takes any white space for one space, and leaves out what is at the ends.
    for each, text in zip(shown.all(), texts):
        expect(each).to_have_js_property("textContent", text)


def mark(page: Page):
    """Marks the document, so that a reload is noticed."""
    page.evaluate("window.__mark = true")


def stayed(page: Page):
    return page.evaluate("window.__mark === true")


def found(text, state="//li"):
    """An XPath expression for the row of a task."""
    return f"{state}[*[@data-task][.='{text}']]"


def come_back(page: Page, until, event="focus"):
    """Comes back to the window until it has that, by CSS or XPath; the page fetches the list once a second at most."""
    page.wait_for_function(
        """([until, event]) => {
            (event === "focus" ? window : document).dispatchEvent(new Event(event));
            return until.startsWith("//") ? document.evaluate(until, document, null, 9).singleNodeValue : document.querySelector(until);
        }""",
        arg=[until, event], polling=100)


def keep_coming_back(page: Page, event="focus"):
    """Comes back to the window again and again."""
    page.evaluate("event => { setInterval(() => (event === 'focus' ? window : document).dispatchEvent(new Event(event)), 100); }", event)

"""What a person does in the browser."""

from playwright.sync_api import Page, expect


def sign_in(page: Page, url, email, password="latchkey"):
    page.goto(url)
    page.get_by_role("link", name="Sign in", exact=True).click()
    page.locator("input[name=email]").fill(email)
    page.locator("input[name=password]").fill(password)
    page.locator("form").filter(has=page.locator("input[name=password]")).locator("button[type=submit]").click()
    page.wait_for_url(f"{url}/tasks")


def sign_up(page: Page, url, email, name, password="Correct-horse-7"):
    page.goto(url)
    page.get_by_role("link", name="Create an account").click()
    page.locator("input[name=email]").fill(email)
    page.locator("input[name=displayName]").fill(name)
    page.locator("input[name=password]").fill(password)
    page.locator("form").filter(has=page.locator("input[name=password]")).locator("button[type=submit]").click()
    page.wait_for_url(f"{url}/tasks")


def sign_out(page: Page, url):
    page.get_by_role("button", name="Sign out").click()
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
    return page.locator("[data-task]").all_inner_texts()

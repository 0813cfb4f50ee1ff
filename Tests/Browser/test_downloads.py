"""All tasks as a file, by the links at the foot of the page of tasks."""

import json

import pytest
from playwright.sync_api import Page, expect

from actions import UNREACHABLE, add, arrive, completed, either_way, problem, shows, stayed, toggle
from test_languages import LANGUAGES


def downloaded(page: Page, link):
    with page.expect_download() as started:
        page.locator("footer").get_by_role("link", name=link, exact=True).click()
    return started.value.suggested_filename, started.value.path().read_text()


@either_way
def test_all_tasks_are_downloaded_as_lines_or_as_json(listed: Page, latchkey, scripts):
    add(listed, "Müsli & 牛乳")
    add(listed, "http://elsewhere.example/")
    toggle(listed, "Müsli & 牛乳")
    completed(listed, "Müsli & 牛乳")
    assert downloaded(listed, "Download tasks") == ("tasks.txt", "[x] Müsli & 牛乳\n[ ] http://elsewhere.example/\n")
    name, text = downloaded(listed, "Tasks as JSON")
    assert name == "tasks.json"
    assert [(item["task"], item["completed"]) for item in json.loads(text)] == [("Müsli & 牛乳", True), ("http://elsewhere.example/", False)]
    # The page is still there, and still works.
    assert listed.url == f"{latchkey.url}/tasks" and stayed(listed) == scripts
    add(listed, "Bread")
    shows(listed, "Müsli & 牛乳", "http://elsewhere.example/", "Bread")


def test_more_tasks_than_a_page_has_are_downloaded(listed: Page):
    csrf = listed.locator("[name=csrf]").first.input_value()
    for number in range(101):
        listed.context.request.post(listed.url, form={"csrf": csrf, "task": f"Number {number}"}, max_redirects=0)
    assert downloaded(listed, "Download tasks")[1] == "".join(f"[ ] Number {number}\n" for number in range(101))


@either_way
def test_a_download_that_fails_at_once_is_a_page_that_says_so(breakable, scripts):
    page, api = breakable
    add(page, "One")
    api.fails(500)
    page.locator("footer").get_by_role("link", name="Download tasks").click()
    expect(problem(page)).to_contain_text(UNREACHABLE)
    api.fails(None)
    page.go_back()
    shows(page, "One")


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_links_to_the_files_are_in_each_language(browser, latchkey, tag):
    context = browser.new_context(locale=tag)
    page = context.new_page()
    arrive(page, latchkey.url)
    links = page.locator("footer a[href^='/tasks.']")
    assert links.evaluate_all("links => links.map(link => link.getAttribute('href'))") == ["/tasks.txt", "/tasks.json"]
    texts = links.all_inner_texts()
    assert all(texts) and "JSON" in texts[1] and (texts[0] == "Download tasks") == (tag == "en")
    context.close()

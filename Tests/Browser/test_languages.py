"""The language of the pages, as the browser prefers it and as a user chooses it."""

import pytest
from playwright.sync_api import Page, expect

from actions import add, come_back, either_way, field, mark, stayed

LANGUAGES = {"en": "Tasks", "de": "Aufgaben", "cs": "Úkoly", "hu": "Teendők", "ru": "Задачи", "ja": "タスク"}


def html(page: Page):
    return page.locator("html")


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_page_has_the_browsers_language(browser, latchkey, tag):
    context = browser.new_context(locale="de-AT" if tag == "de" else tag)
    page = context.new_page()
    page.goto(latchkey.url)
    expect(html(page)).to_have_attribute("lang", tag)
    expect(html(page)).to_have_css("direction", "ltr")
    context.close()


@either_way
def test_a_user_chooses_a_language_and_stays_on_the_page(listed: Page, latchkey, scripts):
    add(listed, "One")
    for tag, heading in LANGUAGES.items():
        listed.goto(f"{latchkey.url}/tasks?show=active")
        listed.locator(f"footer [lang={tag}]").click()
        expect(html(listed)).to_have_attribute("lang", tag)
        expect(listed.locator("h1")).to_have_text(heading)
        assert listed.url == f"{latchkey.url}/tasks?show=active"
        expect(listed.locator("footer [aria-current]")).to_have_attribute("lang", tag)


def test_a_chosen_language_leads_back_to_the_page_that_the_script_shows(listed: Page, latchkey):
    add(listed, "One")
    listed.get_by_role("link", name="Completed").click()
    expect(listed.locator("[data-task]")).to_have_count(0)
    listed.get_by_role("link", name="Deutsch").click()
    expect(html(listed)).to_have_attribute("lang", "de")
    assert listed.url == f"{latchkey.url}/tasks?show=completed"


@either_way
def test_a_chosen_language_stays_after_sign_out(listed: Page, latchkey, scripts):
    listed.get_by_role("link", name="Deutsch").click()
    listed.get_by_role("button", name="Abmelden").click()
    listed.wait_for_url(f"{latchkey.url}/signed-out")
    expect(listed.get_by_role("heading", name="Du bist abgemeldet")).to_be_visible()
    [cookie] = [each for each in listed.context.cookies() if each["name"] == "latchkey-language"]
    assert cookie["value"] == "de" and cookie["httpOnly"] and cookie["sameSite"] == "Lax"


def test_a_dialog_of_keys_is_closed_in_the_users_language(listed: Page, latchkey):
    listed.get_by_role("link", name="Čeština").click()
    expect(html(listed)).to_have_attribute("lang", "cs")
    # The script comes after what is seen.
    listed.wait_for_load_state()
    listed.locator("h1").click()
    listed.keyboard.press("?")
    dialog = listed.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Klávesové zkratky")).to_be_visible()
    dialog.get_by_role("button", name="Zavřít").click()
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize(
    "tag, counts", [
        ("ru", {1: "Осталась 1 задача", 2: "Осталось 2 задачи", 5: "Осталось 5 задач", 21: "Осталась 21 задача"}),
        ("cs", {1: "Zbývá 1 úkol", 2: "Zbývají 2 úkoly", 5: "Zbývá 5 úkolů"}),
        ("hu", {1: "1 teendő van hátra", 2: "2 teendő van hátra"}),
    ])
def test_the_counter_follows_the_languages_plurals(listed: Page, latchkey, tag, counts):
    csrf = listed.locator("input[name=csrf]").first.input_value()
    number = 0
    for count, text in counts.items():
        for number in range(number + 1, count + 1):
            listed.request.post(f"{latchkey.url}/tasks", form={"csrf": csrf, "task": f"Task {number}"}, max_redirects=0)
        listed.goto(f"{latchkey.url}/language?lang={tag}&returnTo=/tasks")
        expect(listed.locator("[data-counter]")).to_have_text(text)


def test_a_language_chosen_in_another_tab_shows_on_coming_back(listed: Page, latchkey):
    add(listed, "One")
    mark(listed)
    field(listed).fill("Half a thou")
    other = listed.context.new_page()
    other.goto(f"{latchkey.url}/tasks")
    other.get_by_role("link", name="Deutsch").click()
    expect(html(other)).to_have_attribute("lang", "de")
    # What is typed is worth more than the page around it.
    come_back(listed, "//p[@id='d'][.='Löschen:']")
    expect(field(listed)).to_have_value("Half a thou")
    assert stayed(listed)
    field(listed).fill("")
    come_back(listed, "html[lang=de]")
    expect(listed.locator("h1")).to_have_text("Aufgaben")

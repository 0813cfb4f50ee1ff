"""Several users at one browser, which remembers the accounts that they chose, and nothing else.

Names that a page must not show have a space: sealed values are random text, in which a short word occurs by chance.
"""

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from actions import PASSWORD, add, arrive, sign_out

LIMIT = 3


def remember(page: Page, url):
    page.goto(f"{url}/sessions")
    page.get_by_role("button", name="Offer my account").click()
    expect(page.get_by_role("button", name="Don't offer it any more")).to_be_visible()


def offered(page: Page):
    return page.locator("[data-account]")


def leave(page: Page, url):
    """Signs out, and looks at the page of sign-in."""
    sign_out(page, url)
    page.goto(url)


def test_no_account_is_offered_unless_its_user_chose_so(page: Page, latchkey):
    email = arrive(page, latchkey.url, "Ann Lee")
    leave(page, latchkey.url)
    expect(offered(page)).to_have_count(0)
    assert "Ann Lee" not in page.content() and email not in page.content()
    assert [cookie["name"] for cookie in page.context.cookies(latchkey.url) if "latchkey" in cookie["name"]] == []


def test_a_chosen_account_is_offered_and_known_to_the_provider(page: Page, latchkey):
    email = arrive(page, latchkey.url, "Ann")
    remember(page, latchkey.url)
    leave(page, latchkey.url)
    expect(offered(page)).to_have_count(1)
    expect(offered(page)).to_contain_text("Ann")
    expect(offered(page)).to_contain_text(email)

    requested = []
    page.on("request", lambda request: requested.append(request.url) if request.url.startswith(latchkey.identity_url) else None)
    offered(page).click()
    expect(page.locator("input[name=email]")).to_have_value(email)
    assert parse_qs(urlsplit(requested[0]).query)["login_hint"] == [email]
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[name=password]").press("Enter")
    expect(page.locator("[data-user]")).to_have_text("Ann")


def test_a_second_user_is_offered_next_to_the_first_and_forgets_only_themselves(page: Page, latchkey):
    arrive(page, latchkey.url, "Ann Lee")
    remember(page, latchkey.url)
    leave(page, latchkey.url)
    arrive(page, latchkey.url, "Bob Ray")
    # The choice of one is not that of the next.
    page.goto(f"{latchkey.url}/sessions")
    expect(page.get_by_role("button", name="Offer my account")).to_be_visible()
    expect(page.get_by_text("Ann Lee")).to_have_count(0)
    remember(page, latchkey.url)
    leave(page, latchkey.url)
    expect(offered(page)).to_have_text([re.compile("Bob Ray"), re.compile("Ann Lee")])

    arrive(page, latchkey.url, "Cy")
    leave(page, latchkey.url)
    expect(offered(page)).to_have_text([re.compile("Bob Ray"), re.compile("Ann Lee")])

    page.get_by_role("button", name="Forget the accounts").click()
    expect(offered(page)).to_have_count(0)
    assert page.url == f"{latchkey.url}/"
    page.reload()
    expect(offered(page)).to_have_count(0)
    assert "Ann Lee" not in page.content() and "Bob Ray" not in page.content()


def test_only_the_account_that_is_no_longer_to_be_offered_is_forgotten(page: Page, latchkey):
    for name in ("Ann", "Bob"):
        arrive(page, latchkey.url, name)
        remember(page, latchkey.url)
        if name == "Ann":
            leave(page, latchkey.url)
    page.get_by_role("button", name="Don't offer it any more").click()
    expect(page.get_by_role("button", name="Offer my account")).to_be_visible()
    leave(page, latchkey.url)
    expect(offered(page)).to_have_text([re.compile("Ann")])


def test_only_the_last_remembered_accounts_are_offered(page: Page, latchkey):
    names = ["Ann", "Bob", "Cy", "Dee"]
    assert len(names) == LIMIT + 1
    for name in names:
        arrive(page, latchkey.url, name)
        remember(page, latchkey.url)
        leave(page, latchkey.url)
    expect(offered(page)).to_have_text([re.compile(name) for name in ("Dee", "Cy", "Bob")])


def test_going_back_after_sign_out_shows_nothing_of_the_user(page: Page, latchkey):
    email = arrive(page, latchkey.url, "Ann Lee")
    add(page, "a private task")
    page.get_by_role("link", name="Claims").click()
    expect(page.locator("table").first).to_contain_text(email)
    page.get_by_role("link", name="Sessions").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url(f"{latchkey.url}/signed-out")
    for _ in range(3):
        page.go_back()
        expect(page.locator("body")).to_be_visible()
        content = page.content()
        assert not [each for each in ("Ann Lee", email, "a private task") if each in content], page.url

"""What a page of another site can do in the browser of a user who signs in."""

from playwright.sync_api import Page, expect

FOREIGN = "http://elsewhere.example/"


def test_another_site_does_not_push_out_a_sign_in(page: Page, latchkey):
    page.goto(f"{latchkey.url}/sign-in?returnTo=/claims")
    expect(page.locator("input[name=email]")).to_be_visible()
    other = page.context.new_page()
    links = "".join(f"<a id={name} href={latchkey.url}/{name}>{name}</a> " for name in ("tasks", "sign-in"))
    other.route(f"{FOREIGN}*", lambda route: route.fulfill(content_type="text/html", body=f"<!doctype html>{links}"))
    for number in range(6):
        other.goto(FOREIGN)
        # The first leads to sign-in by a redirect.
        other.locator("#tasks" if number % 2 else "#sign-in").click()
        if number < 3:
            other.wait_for_url(f"{latchkey.identity_url}/**")
        else:
            expect(other.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
            assert other.url.startswith(f"{latchkey.url}/sign-in"), other.url

    page.locator("input[name=email]").fill("alice@dev.example")
    page.locator("input[name=password]").fill("latchkey")
    page.locator("form").filter(has=page.locator("input[name=password]")).locator("button[type=submit]").click()
    page.wait_for_url(f"{latchkey.url}/claims")


def test_a_sign_in_that_another_site_leads_to_starts_on_the_start_page(page: Page, latchkey):
    link = f"<!doctype html><a href={latchkey.url}/claims>go</a>"
    page.route(f"{FOREIGN}*", lambda route: route.fulfill(content_type="text/html", body=link))
    for _ in range(5):
        page.goto(FOREIGN)
        page.locator("a").click()
        page.wait_for_url(lambda url: not url.startswith(FOREIGN))
    page.get_by_role("link", name="Sign in", exact=True).click()
    page.locator("input[name=email]").fill("bob@dev.example")
    page.locator("input[name=password]").fill("latchkey")
    page.locator("form").filter(has=page.locator("input[name=password]")).locator("button[type=submit]").click()
    page.wait_for_url(f"{latchkey.url}/claims")

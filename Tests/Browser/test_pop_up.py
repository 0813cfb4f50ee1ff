"""Sign-in in a pop-up window: also where the provider cuts it off, where it fails, and where there is none."""

import pytest
from playwright.sync_api import Page, expect

from conftest import Latchkey
from other_providers import OIDCProviderMock
from tasks_api import TasksAPI

ALICE = "alice@dev.example"


@pytest.fixture(scope="module")
def popping(tmp_path_factory):
    program = Latchkey(tmp_path_factory.mktemp("pop-up"), **{"full-screen": "false"})
    yield program
    program.kill()


@pytest.fixture
def welcome(page: Page, popping):
    page.goto(popping.url)
    return page


def press_sign_in(page: Page):
    page.get_by_role("link", name="Sign in", exact=True).click()


def open_pop_up(page: Page):
    with page.expect_popup() as opened:
        press_sign_in(page)
    return opened.value


def type_in(page: Page):
    page.locator("input[name=email]").fill(ALICE)
    page.locator("input[name=password]").fill("latchkey")
    # A pop-up closes by it: there may be no page left to wait for.
    page.locator("input[name=password]").press("Enter", no_wait_after=True)


def signed_in(page: Page, url):
    page.wait_for_url(f"{url}/tasks")
    expect(page.locator("[data-user]")).to_have_text("Alice")


def closed(pop_up: Page):
    assert pop_up.is_closed() or pop_up.wait_for_event("close") is not None


def test_a_pop_up_signs_in_and_closes(welcome: Page, popping):
    pop_up = open_pop_up(welcome)
    type_in(pop_up)
    signed_in(welcome, popping.url)
    closed(pop_up)


class IsolatedProvider(OIDCProviderMock):
    """A provider whose pages have no opener."""

    def serve(self, application):
        def isolated(environ, start_response):
            def start(status, fields, *rest):
                return start_response(status, [*fields, ("Cross-Origin-Opener-Policy", "same-origin")], *rest)

            return application(environ, start)

        super().serve(isolated)


@pytest.mark.filterwarnings("ignore")
def test_a_provider_that_isolates_its_pages_leaves_the_way_back(page: Page, own_latchkey):
    provider = IsolatedProvider()
    api = TasksAPI(f"{provider.url}/userinfo")
    registration = {"authority": provider.url, "client-id": provider.client_id, "client-secret": provider.client_secret}
    latchkey = own_latchkey(**registration, **{"task-web-api": api.url, "full-screen": "false"})
    page.goto(latchkey.url)
    pop_up = open_pop_up(page)
    expect(pop_up.locator("input[name=sub]")).to_be_visible()
    assert pop_up.evaluate("opener === null && name === ''"), "the pop-up is still tied to its opener"
    # Its response to this has no state: the sign-in fails, and the same window goes on.
    pop_up.get_by_role("button", name="Deny").click()
    pop_up.locator(".actions a").click()
    press_sign_in(pop_up)
    pop_up.locator("input[name=sub]").fill("alice")
    pop_up.get_by_role("button", name="Authorize").click(no_wait_after=True)
    page.wait_for_url(f"{latchkey.url}/tasks")
    expect(page.locator("[data-user]")).to_have_text("Alice Abitbol")
    closed(pop_up)
    provider.close()
    api.close()


def test_the_whole_tab_signs_in_if_no_window_opens(welcome: Page, popping):
    welcome.evaluate("window.open = () => null")
    press_sign_in(welcome)
    type_in(welcome)
    signed_in(welcome, popping.url)
    assert len(welcome.context.pages) == 1


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_the_whole_tab_signs_in_without_scripts(welcome: Page, popping):
    press_sign_in(welcome)
    type_in(welcome)
    signed_in(welcome, popping.url)
    assert len(welcome.context.pages) == 1


def test_after_a_pop_up_that_was_closed_another_signs_in(welcome: Page, popping):
    open_pop_up(welcome).close()
    expect(welcome.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    pop_up = open_pop_up(welcome)
    type_in(pop_up)
    signed_in(welcome, popping.url)
    closed(pop_up)


def test_a_cancelled_sign_in_can_start_again_in_either_window(welcome: Page, popping):
    pop_up = open_pop_up(welcome)
    pop_up.get_by_role("link", name="Cancel").click()
    pop_up.wait_for_url(f"{popping.url}/")
    # In a pop-up there is no need of another.
    press_sign_in(pop_up)
    type_in(pop_up)
    signed_in(welcome, popping.url)
    closed(pop_up)


def test_a_pop_up_that_fails_says_why_and_goes_on(welcome: Page, popping):
    pop_up = open_pop_up(welcome)
    pop_up.goto(f"{popping.url}/auth/openid/return?state=unknown&code=x")
    expect(pop_up.locator("[data-error]")).to_contain_text("Sign in again")
    assert welcome.url == f"{popping.url}/"
    expect(welcome.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    pop_up.locator(".actions a").click()
    press_sign_in(pop_up)
    type_in(pop_up)
    signed_in(welcome, popping.url)
    closed(pop_up)


def test_after_a_failed_pop_up_its_opener_can_start_again(welcome: Page, popping):
    pop_up = open_pop_up(welcome)
    pop_up.goto(f"{popping.url}/auth/openid/return?state=unknown&code=x")
    expect(pop_up.locator("[data-error]")).to_be_visible()
    # The window that is there is used again.
    press_sign_in(welcome)
    type_in(pop_up)
    signed_in(welcome, popping.url)
    closed(pop_up)
    assert len(welcome.context.pages) == 1


def test_signing_in_elsewhere_leaves_a_window_that_waits_for_nothing_as_it_is(welcome: Page, popping):
    other = welcome.context.new_page()
    other.goto(popping.url)
    pop_up = open_pop_up(other)
    type_in(pop_up)
    signed_in(other, popping.url)
    closed(pop_up)
    assert welcome.url == f"{popping.url}/"

"""Sign-in, refresh and sign-out at identity providers that others wrote, through their own pages."""

import os
import re
import subprocess

import pytest
import requests
from playwright.sync_api import Page, expect

from actions import add, sign_out, tasks
from harness import PROGRAM
from harness.ports import free_ports
from other_providers import Canaille, DjangoOAuthToolkit, OIDCProviderMock
from tasks_api import TasksAPI

# What the providers are built on warns about itself.
pytestmark = pytest.mark.filterwarnings("ignore")

@pytest.fixture
def closing():
    """Keeps what is to be closed at the end of the test."""
    things = []
    yield lambda thing: things.append(thing) or thing
    for thing in things:
        thing.close()


@pytest.fixture
def at(own_latchkey):
    """Starts a program that signs in at a provider, which then knows the program."""

    def start(provider, **settings):
        latchkey = own_latchkey(**registration(provider), **settings)
        provider.register(latchkey.url)
        return latchkey

    return start


def registration(provider):
    return {"authority": provider.url, "client-id": provider.client_id, "client-secret": provider.client_secret}


def check(provider, folder):
    """What `latchkey check` says, and how it ends."""
    site, api = free_ports(2)
    places = {"listen": f"127.0.0.1:{site}", "api-listen": f"127.0.0.1:{api}", "data-directory": str(folder)}
    options = [word for name, value in (registration(provider) | places).items() for word in (f"--{name}", value)]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("LATCHKEY_")}
    done = subprocess.run([PROGRAM, "check", *options], cwd=folder, env=environment, capture_output=True, text=True, timeout=30)
    return done.returncode, done.stdout


# canaille

def type_in_at_canaille(page: Page, password="Correct-horse-7"):
    page.locator("input[name=login]").fill("alice")
    page.get_by_role("button", name="Continue").click()
    page.locator("input[name=password]").fill(password)
    page.get_by_role("button", name="Sign in").click()


def sign_in_at_canaille(page: Page, latchkey):
    page.goto(latchkey.url)
    page.get_by_role("link", name="Sign in", exact=True).click()
    type_in_at_canaille(page)
    page.get_by_role("button", name="Accept").click()
    page.wait_for_url(f"{latchkey.url}/tasks")


def test_a_user_of_canaille_signs_in_adds_a_task_and_signs_out(page: Page, at, closing):
    canaille = closing(Canaille())
    latchkey = at(canaille)
    sign_in_at_canaille(page, latchkey)
    expect(page.locator("[data-user]")).to_have_text("Alice Abitbol")
    add(page, "Seen by canaille's token")
    page.get_by_role("link", name="Claims").click()
    expect(page.locator("table").first).to_contain_text(f"{canaille.url}/")
    page.goto(f"{latchkey.url}/tasks")

    sign_out(page, latchkey.url)
    assert all(token.revoked for token in canaille.tokens())
    page.goto(f"{latchkey.url}/sign-in")
    expect(page.locator("input[name=password], input[name=login]")).to_be_visible()


@pytest.mark.parametrize("algorithm", ["PS256", "EdDSA"])
def test_tokens_of_canaille_are_refreshed(page: Page, at, closing, algorithm):
    canaille = closing(Canaille(algorithm))
    canaille.expired = 2
    sign_in_at_canaille(page, at(canaille))
    add(page, "By a new token")
    page.reload()
    assert tasks(page) == ["By a new token"]
    *old, newest = canaille.tokens()
    assert len(old) == 2 and all(token.revoked for token in old) and not newest.revoked


def test_a_refusal_of_canaille_is_a_page_that_offers_another_account(page: Page, at, closing):
    latchkey = at(closing(Canaille()))
    page.goto(f"{latchkey.url}/sign-in")
    type_in_at_canaille(page)
    page.get_by_role("button", name="Deny").click()
    # Canaille describes each error in words, so a cancellation looks like a refusal.
    expect(page.locator("[data-error]")).to_contain_text("refused or cancelled at the identity provider")
    expect(page.locator('a[href*="prompt=select_account"]')).to_be_visible()


# oidc-provider-mock

def sign_in_at_the_mock(page: Page, latchkey):
    page.goto(latchkey.url)
    page.get_by_role("link", name="Sign in", exact=True).click()
    page.locator("input[name=sub]").fill("alice")
    page.get_by_role("button", name="Authorize").click()
    page.wait_for_url(f"{latchkey.url}/tasks")


def test_a_user_of_oidc_provider_mock_signs_in_adds_a_task_and_signs_out(page: Page, at, closing):
    mock = closing(OIDCProviderMock())
    api = closing(TasksAPI(f"{mock.url}/userinfo"))
    latchkey = at(mock, **{"task-web-api": api.url})
    sign_in_at_the_mock(page, latchkey)
    expect(page.locator("[data-user]")).to_have_text("Alice Abitbol")
    add(page, "By an opaque token")
    assert len(set(api.bearers)) == 1

    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="End session").click()
    page.wait_for_url(re.compile(f"{latchkey.url}/signed-out"))
    page.goto(f"{latchkey.url}/sign-in")
    expect(page.locator("input[name=sub]")).to_be_visible()


def test_tokens_of_oidc_provider_mock_are_refreshed(page: Page, at, closing):
    mock = closing(OIDCProviderMock())
    mock.expired = 2
    api = closing(TasksAPI(f"{mock.url}/userinfo"))
    latchkey = at(mock, **{"task-web-api": api.url})
    sign_in_at_the_mock(page, latchkey)
    add(page, "By a new token")
    page.reload()
    assert tasks(page) == ["By a new token"]
    # No ID token comes with its refreshed tokens, nor a new refresh token. The sign-in's own token is never used.
    assert mock.paths.count("/oauth2/token") == 3 and len(set(api.bearers)) == 2


def test_a_user_whose_tokens_oidc_provider_mock_revoked_signs_in_again(page: Page, at, closing):
    mock = closing(OIDCProviderMock())
    latchkey = at(mock, **{"task-web-api": closing(TasksAPI(f"{mock.url}/userinfo")).url})
    sign_in_at_the_mock(page, latchkey)
    add(page, "Still here")
    assert requests.post(f"{mock.url}/users/alice/revoke-tokens", timeout=30).ok
    page.goto(f"{latchkey.url}/tasks?show=active")
    page.get_by_role("button", name="alice").click()
    page.wait_for_url(f"{latchkey.url}/tasks?show=active")
    assert tasks(page) == ["Still here"]


def test_a_session_works_without_a_refresh_token_of_oidc_provider_mock(page: Page, at, closing):
    mock = closing(OIDCProviderMock(issue_refresh_token=False))
    api = closing(TasksAPI(f"{mock.url}/userinfo"))
    latchkey = at(mock, **{"task-web-api": api.url})
    sign_in_at_the_mock(page, latchkey)
    add(page, "While it holds")
    assert mock.paths.count("/oauth2/token") == 1


def test_a_refusal_of_oidc_provider_mock_without_state_is_a_page_that_says_what_to_do(page: Page, at, closing):
    latchkey = at(closing(OIDCProviderMock()))
    page.goto(f"{latchkey.url}/sign-in")
    page.get_by_role("button", name="Deny").click()
    expect(page.locator("[data-error]")).to_contain_text("Sign in again")


# Django OAuth Toolkit

def test_a_user_of_django_oauth_toolkit_signs_in_adds_a_task_and_signs_out(page: Page, at, closing, tmp_path):
    django = closing(DjangoOAuthToolkit(tmp_path))
    django.expired = 2
    api = closing(TasksAPI(f"{django.url}/userinfo/"))
    latchkey = at(django, **{"task-web-api": api.url})
    page.goto(latchkey.url)
    page.get_by_role("link", name="Sign in", exact=True).click()
    page.get_by_label("Username").fill("alice")
    page.get_by_label("Password").fill("Correct-horse-7")
    page.get_by_role("button", name="Log in").click()
    page.locator("input[name=allow]").click()
    page.wait_for_url(f"{latchkey.url}/tasks")
    expect(page.locator("[data-user]")).to_have_text("1")
    add(page, "By an opaque token")
    page.reload()
    assert tasks(page) == ["By an opaque token"]
    assert django.paths.count("/o/token/") == 3 and len(set(api.bearers)) == 2

    page.get_by_role("button", name="Sign out").click()
    page.locator("input[name=allow]").click()
    page.wait_for_url(f"{latchkey.url}/signed-out")
    page.goto(f"{latchkey.url}/sign-in")
    expect(page.get_by_label("Password")).to_be_visible()


# latchkey check

@pytest.mark.parametrize("make", [lambda: Canaille(), lambda: OIDCProviderMock()], ids=["canaille", "oidc-provider-mock"])
def test_check_finds_no_fault_at_providers_that_others_wrote(closing, tmp_path, make):
    provider = closing(make())
    provider.register("http://localhost:3000")
    status, said = check(provider, tmp_path)
    assert status == 0 and provider.url in said, said
    assert "the authority accepts the client's credential" in said, said
    assert "publishes no offline_access" in said, said

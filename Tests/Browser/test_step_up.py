"""An API that asks for a newer or a stronger sign-in: the user proves more at the provider, and finds what they were about to do."""

import base64
import json
import time
import urllib.parse

import pytest
from playwright.sync_api import Page, expect

from actions import (
    add, arrive, confirm, delete, either_way, field, new_address, pending_form, problem, prove, row, shows, sign_in, toggle)
from challenging_api import ChallengingAPI, ContextProvider
from conftest import Latchkey


def authorizations(page: Page, program):
    """The authorization requests from now on: the parameters of each."""
    queries = []

    def note(request):
        url = urllib.parse.urlsplit(request.url)
        if request.is_navigation_request() and request.url.startswith(program.identity_url) and url.path.endswith("/authorize"):
            queries.append(dict(urllib.parse.parse_qsl(url.query)))

    page.context.on("request", note)
    return queries


CHANGES = {
    "add": ("POST", lambda page: (field(page).fill("Two"), field(page).press("Enter")), ["One", "Two"]),
    "toggle": ("PATCH", lambda page: toggle(page, "One"), ["One"]),
    "delete": ("DELETE", lambda page: delete(page, "One"), []),
}


@either_way
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_that_needs_a_newer_sign_in_is_offered_after_it_and_done_once(challenged, scripts, change):
    page, program, api, email = challenged
    method, act, after = CHANGES[change]
    api.demand_newer_sign_in(method)
    queries = authorizations(page, program)
    act(page)
    prove(page, program, email)
    assert [query["max_age"] for query in queries] == ["0"]
    expect(pending_form(page)).to_be_visible()
    expect(pending_form(page).get_by_role("button", name="Yes, do it")).to_have_count(1)
    # Nothing is done before the user confirms it. A script's request is made once more by the navigation.
    shows(page, "One")
    challenged_calls = [method] * (2 if scripts else 1)
    assert api.changes() == challenged_calls
    confirm(page)
    shows(page, *after)
    assert api.changes() == [*challenged_calls, method]
    page.reload()
    shows(page, *after)
    expect(pending_form(page)).to_have_count(0)
    assert len(queries) == 1


def test_a_user_who_has_just_signed_up_enters_the_password_for_a_newer_sign_in(page, challenging):
    program, api = challenging
    email = arrive(page, program.url)
    api.demand_newer_sign_in("GET")
    page.reload()
    prove(page, program, email)
    shows(page)


@either_way
def test_a_page_that_needs_a_newer_sign_in_is_shown_after_it(challenged, scripts):
    page, program, api, email = challenged
    api.demand_newer_sign_in("GET")
    queries = authorizations(page, program)
    page.goto(f"{program.url}/tasks?show=active")
    prove(page, program, email)
    expect(page).to_have_url(f"{program.url}/tasks?show=active")
    shows(page, "One")
    assert [query["max_age"] for query in queries] == ["0"]


@either_way
def test_the_next_part_of_a_list_that_needs_a_newer_sign_in_is_shown_after_it(challenged, scripts):
    page, program, api, email = challenged
    # The newest user's.
    tasks = list(api.tasks.values())[-1]
    tasks += [{"id": f"more-{number}", "task": f"More {number}", "completed": False} for number in range(100)]
    page.reload()
    api.demand_newer_sign_in("GET")
    page.locator("a[rel=next]").click()
    prove(page, program, email)
    shows(page, "More 99")
    expect(problem(page)).to_have_count(0)


@either_way
def test_changes_in_two_tabs_are_both_offered(challenged, scripts):
    page, program, api, email = challenged
    add(page, "Two")
    other = page.context.new_page()
    other.goto(f"{program.url}/tasks")
    api.demand_newer_sign_in("DELETE")
    for tab, text in ((page, "One"), (other, "Two")):
        delete(tab, text)
        tab.wait_for_url(f"{program.identity_url}/**")
    for tab in (page, other):
        prove(tab, program, email)
    for left in (1, 0):
        expect(pending_form(other)).to_be_visible()
        pending_form(other).get_by_role("button", name="Yes, do it").click()
        expect(other.locator("li[data-task-id]")).to_have_count(left)
        other.goto(f"{program.url}/tasks")
    expect(pending_form(other)).to_have_count(0)


@either_way
def test_another_user_who_comes_back_is_offered_nothing(challenged, scripts):
    page, program, api, email = challenged
    api.demand_newer_sign_in("DELETE")
    delete(page, "One")
    prove(page, program, "bob@dev.example", "latchkey")
    expect(page.locator("[data-user]")).to_have_text("Bob")
    expect(pending_form(page)).to_have_count(0)
    calls = api.changes()
    page.goto(f"{program.url}/tasks")
    expect(pending_form(page)).to_have_count(0)
    assert api.changes() == calls


@either_way
def test_a_second_challenge_within_a_minute_is_a_page_and_what_was_typed_stays(challenged, scripts):
    page, program, api, email = challenged
    api.demand_newer_sign_in("POST")
    api.accepts = lambda claims: False
    queries = authorizations(page, program)
    field(page).fill("Not lost")
    field(page).press("Enter")
    prove(page, program, email)
    expect(pending_form(page)).to_be_visible()
    pending_form(page).get_by_role("button", name="Yes, do it").click()
    expect(problem(page)).to_be_visible()
    assert len(queries) == 1
    page.goto(f"{program.url}/tasks")
    expect(pending_form(page)).to_contain_text("Not lost")
    assert len(queries) == 1


@either_way
def test_a_page_that_is_challenged_again_after_a_newer_sign_in_says_so(challenged, scripts):
    page, program, api, email = challenged
    api.demand_newer_sign_in("GET")
    api.accepts = lambda claims: False
    queries = authorizations(page, program)
    page.goto(f"{program.url}/tasks?show=active")
    with page.expect_response(f"{program.url}/tasks?show=active") as response:
        prove(page, program, email)
    assert response.value.status == 403
    expect(problem(page)).to_be_visible()
    assert len(queries) == 1


# Providers that don't do what they are asked for

@pytest.fixture(scope="session")
def latchkey_at_provider(tmp_path_factory):
    api, provider = ChallengingAPI(), ContextProvider("app")
    settings = {"authority": provider.url, "client-id": "app", "client-secret": "secret", "task-web-api": api.url}
    program = Latchkey(tmp_path_factory.mktemp("at-provider"), **settings)
    yield program, provider, api
    program.kill()
    provider.close()
    api.close()


@pytest.fixture
def at_provider(page, latchkey_at_provider):
    """The page of a new user with the task `One`, at a provider that obeys the test, and the API."""
    program, provider, api = latchkey_at_provider
    provider.user, provider.context = new_address(), {}
    api.accept_all()
    page.goto(f"{program.url}/sign-in")
    page.wait_for_url(f"{program.url}/tasks")
    add(page, "One")
    return page, program, provider, api


CLAIMS = {"access_token": {"acrs": {"essential": True, "value": "c1"}}}
ENCODED = base64.urlsafe_b64encode(json.dumps(CLAIMS).encode()).decode()
# What the API asks for, the parameters of the authorization request, what the tokens have that do not suffice, and that do.
DEMANDS = {
    "a missing acr": ('error="insufficient_user_authentication", acr_values="gold silver"', {"acr_values": "gold silver"}, {}, {"acr": "silver"}),
    "a weaker acr": ('error="insufficient_user_authentication", acr_values="gold"', {"acr_values": "gold"}, {"acr": "bronze"}, {"acr": "gold"}),
    "a missing auth_time": ('error="insufficient_user_authentication", max_age=10', {"max_age": "10"}, {}, None),
    "an old auth_time": ('max_age="10", error="insufficient_user_authentication"', {"max_age": "10"}, {"auth_time": 1}, None),
}


@either_way
@pytest.mark.parametrize("demand", DEMANDS)
def test_a_provider_that_does_not_do_it_is_a_page_whose_link_starts_the_same_again(at_provider, scripts, demand):
    page, program, provider, api = at_provider
    parameters, expected, before, after = DEMANDS[demand]
    provider.context = before
    api.demand(parameters, "DELETE", accepts=lambda claims: after is None and "auth_time" in claims or claims.get("acr") in ("gold", "silver"))
    asked = len(provider.queries)
    delete(page, "One")
    expect(problem(page)).to_be_visible()
    assert len(provider.queries) == asked + 1
    provider.context = after or {"auth_time": int(time.time())}
    page.locator(".actions a").click()
    page.wait_for_url(f"{program.url}/tasks*")
    for query in provider.queries[asked:]:
        assert expected.items() <= query.items() and query.get("claims") is None
    assert len(provider.queries) == asked + 2
    shows(page, "One")
    confirm(page)
    shows(page)


@pytest.mark.parametrize("encoded", [ENCODED, ENCODED.rstrip("=")], ids=["padded", "not padded"])
def test_claims_that_the_api_asks_for_reach_the_provider_as_they_came(at_provider, encoded):
    page, program, provider, api = at_provider
    api.demand(f'error="insufficient_claims", claims="{encoded}"', "DELETE", accepts=lambda claims: "c1" in claims.get("acrs", []))
    provider.context = {"acrs": ["c1"]}
    delete(page, "One")
    confirm(page)
    shows(page)
    assert json.loads(provider.queries[-1]["claims"]) == CLAIMS
    assert "max_age" not in provider.queries[-1] and "acr_values" not in provider.queries[-1]


# The program's own API and provider

@either_way
def test_a_task_is_deleted_only_soon_after_a_sign_in(page: Page, own_latchkey, scripts):
    program = own_latchkey(**{"delete-max-age": "10"})
    sign_in(page, program.url, "alice@dev.example")
    signed_in = time.monotonic()
    for text in ("One", "Two"):
        add(page, text)
    delete(page, "Two")
    shows(page, "One")
    time.sleep(max(0, signed_in + 11 - time.monotonic()))
    queries = authorizations(page, program)
    delete(page, "One")
    prove(page, program, "alice@dev.example", "latchkey")
    expect(row(page, "One")).to_be_visible()
    confirm(page)
    shows(page)
    assert [query["max_age"] for query in queries] == ["10"]

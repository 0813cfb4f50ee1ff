"""A request of the page's script that needs a newer sign-in: it alone goes on, and what is only typed is not done."""

import pytest
from playwright.sync_api import expect

from actions import (
    add, confirm, delete, edit_field, field, keep_coming_back, open_edit, paste, pending_form, problem, prove, shows,
    stayed)


def offered(page, program, email):
    """What is offered after the proof."""
    prove(page, program, email)
    expect(pending_form(page)).to_be_visible()
    return pending_form(page)


def test_a_deletion_alone_goes_on_and_a_half_typed_task_is_not_added(challenged):
    page, program, api, email = challenged
    api.demand_newer_sign_in("DELETE")
    field(page).fill("Half typed")
    delete(page, "One")
    expect(offered(page, program, email)).to_contain_text("One")
    shows(page, "One")
    assert api.changes() == ["DELETE", "DELETE"]
    confirm(page)
    shows(page)
    assert api.changes() == ["DELETE", "DELETE", "DELETE"]


def test_an_edit_that_is_left_by_a_deletion_is_saved_and_the_deletion_goes_on(challenged):
    page, program, api, email = challenged
    add(page, "Two")
    api.calls.clear()
    api.demand_newer_sign_in("DELETE")
    open_edit(page, "One").fill("Uno")
    delete(page, "Two")
    expect(offered(page, program, email)).to_contain_text("Two")
    shows(page, "Uno", "Two")
    confirm(page)
    shows(page, "Uno")
    assert api.changes() == ["PATCH", "DELETE", "DELETE", "DELETE"]


def test_a_deletion_alone_goes_on_and_an_edit_that_could_not_be_saved_is_not_sent_again(challenged):
    page, program, api, email = challenged
    add(page, "Two")
    api.calls.clear()
    api.fails(500, calls=1, method="PATCH")
    open_edit(page, "One").fill("Uno")
    edit_field(page).press("Enter")
    expect(problem(page)).to_be_visible()
    expect(edit_field(page)).to_have_js_property("readOnly", False)
    api.demand_newer_sign_in("DELETE")
    # By no press, which would leave the edit, and so save it.
    page.get_by_role("button", name="Delete: Two", exact=True).evaluate("button => button.click()")
    expect(offered(page, program, email)).to_contain_text("Two")
    assert api.changes() == ["PATCH", "DELETE", "DELETE"]
    confirm(page)
    shows(page, "One")


def test_an_edit_alone_goes_on_and_a_half_typed_task_is_not_added(challenged):
    page, program, api, email = challenged
    api.demand_newer_sign_in("PATCH")
    field(page).fill("Half typed")
    open_edit(page, "One").fill("Uno")
    edit_field(page).press("Enter")
    expect(offered(page, program, email)).to_contain_text("Uno")
    expect(pending_form(page)).not_to_contain_text("Half typed")
    confirm(page)
    shows(page, "Uno")
    assert "POST" not in api.changes()


def test_a_new_task_alone_goes_on_and_not_what_waited_or_was_typed_after_it(challenged):
    page, program, api, email = challenged
    api.demand_newer_sign_in("POST")
    api.gate.clear()
    for text in ("Two", "Three"):
        field(page).fill(text)
        field(page).press("Enter")
    field(page).fill("Half typed")
    api.gate.set()
    offer = offered(page, program, email)
    expect(offer.locator("p")).to_have_text("Two")
    confirm(page)
    shows(page, "One", "Two")
    assert api.changes() == ["POST", "POST", "POST"]


def test_the_first_of_pasted_lines_goes_on_alone(challenged):
    page, program, api, email = challenged
    api.demand_newer_sign_in("POST")
    paste(page, "Two\nThree")
    page.get_by_role("dialog").get_by_role("button", name="One task each").click()
    expect(offered(page, program, email).locator("p")).to_have_text("Two")
    confirm(page)
    shows(page, "One", "Two")


@pytest.mark.parametrize("event", ["focus", "visibilitychange"])
def test_a_user_who_comes_back_to_a_list_that_needs_a_newer_sign_in_stays_on_the_page(challenged, event):
    page, program, api, email = challenged
    api.demand_newer_sign_in("GET")
    field(page).fill("Half typed")
    navigations = []
    page.on("request", lambda request: request.is_navigation_request() and navigations.append(request.url))
    keep_coming_back(page, event)
    # The second is requested only after the first has been dealt with.
    for _ in range(2):
        with page.expect_response(f"{program.url}/tasks") as response:
            pass
        assert response.value.status == 401
    expect(field(page)).to_have_value("Half typed")
    shows(page, "One")
    expect(problem(page)).to_have_count(0)
    assert stayed(page) and not navigations and not api.changes()
    # The page goes on as before.
    api.accept_all()
    field(page).press("Enter")
    shows(page, "One", "Half typed")
    assert stayed(page)


def test_the_next_part_of_a_list_leads_to_the_sign_in_and_a_half_typed_task_is_not_added(challenged):
    page, program, api, email = challenged
    # The newest user's.
    tasks = list(api.tasks.values())[-1]
    tasks += [{"id": f"more-{number}", "task": f"More {number}", "completed": False} for number in range(100)]
    page.reload()
    api.demand_newer_sign_in("GET")
    field(page).fill("Half typed")
    address = page.locator("a[rel=next]").evaluate("link => link.href")
    page.locator("a[rel=next]").click()
    prove(page, program, email)
    expect(page).to_have_url(address)
    expect(page.locator("[data-task]").get_by_text("More 99", exact=True)).to_be_visible()
    expect(pending_form(page)).to_have_count(0)
    assert not api.changes()


def test_a_change_that_is_done_is_not_sent_again_if_the_list_needs_a_newer_sign_in(challenged):
    page, program, api, email = challenged
    api.demand_newer_sign_in("GET")
    field(page).fill("Two")
    field(page).press("Enter")
    prove(page, program, email)
    shows(page, "One", "Two")
    expect(pending_form(page)).to_have_count(0)
    assert api.changes() == ["POST"]

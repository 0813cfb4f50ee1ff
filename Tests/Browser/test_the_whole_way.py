"""From the first page to the third user: what a newcomer does with the program."""

import re
import secrets

from playwright.sync_api import Page, expect

from actions import add, clear_completed, edit, pending_form, row, shows, sign_in, sign_out, sign_up, tasks


def test_a_newcomer_sees_the_ways_to_sign_in(page: Page, latchkey):
    page.goto(latchkey.url)
    for name in ("Sign in", "Create an account", "Continue with Facebook"):
        expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()
    expect(page.locator("[data-user]")).to_have_count(0)


def test_signing_in_goes_to_the_provider_and_back_to_the_redirect_uri(page: Page, latchkey):
    seen = []
    page.on("request", lambda r: seen.append(r.url) if r.is_navigation_request() else None)
    sign_in(page, latchkey.url, "alice@dev.example")
    expect(page.locator("[data-user]")).to_have_text("Alice")
    assert any(url.startswith(latchkey.identity_url) and "code_challenge_method=S256" in url for url in seen)
    assert any(url.startswith(f"{latchkey.url}/auth/openid/return?") for url in seen)


def test_tasks_are_added_completed_edited_deleted_filtered_and_cleared(page: Page, latchkey):
    sign_up(page, latchkey.url, f"worker-{secrets.token_hex(4)}@dev.example", "Worker")
    expect(page.get_by_role("heading", name="A clear list")).to_be_visible()
    for text in ("Buy milk", "Call the plumber", "Water the tomatoes"):
        add(page, text)
    expect(page.locator("[data-counter]")).to_have_text("3 tasks left")

    row(page, "Buy milk").get_by_role("button", name="Complete: Buy milk").click()
    expect(row(page, "Buy milk")).to_have_attribute("data-completed", "true")
    expect(page.locator("[data-counter]")).to_have_text("2 tasks left")

    edit(page, "Call the plumber", "Call the electrician")
    expect(row(page, "Call the electrician")).to_be_visible()

    page.get_by_role("link", name="Active", exact=True).click()
    shows(page, "Call the electrician", "Water the tomatoes")
    page.get_by_role("link", name="Completed", exact=True).click()
    shows(page, "Buy milk")
    page.get_by_role("link", name="All", exact=True).click()
    shows(page, "Buy milk", "Call the electrician", "Water the tomatoes")

    row(page, "Water the tomatoes").get_by_role("button", name="Delete: Water the tomatoes").click()
    expect(row(page, "Water the tomatoes")).to_have_count(0)
    clear_completed(page)
    shows(page, "Call the electrician")


def test_the_claims_of_the_id_token_are_shown(page: Page, latchkey):
    sign_in(page, latchkey.url, "alice@dev.example")
    page.get_by_role("link", name="Claims").click()
    for text in ("name", "Alice", "emails", "alice@dev.example", "oid", "tfp", "b2c_1_sign_in"):
        expect(page.locator("table").first).to_contain_text(text)


def test_sign_out_leaves_nothing_behind(page: Page, latchkey, browser):
    sign_in(page, latchkey.url, "alice@dev.example")
    add(page, f"secret {secrets.token_hex(4)}")
    copy = page.context.cookies(latchkey.url)
    assert any(re.fullmatch(r"latchkey(\.\d+)?", c["name"]) for c in copy)

    sign_out(page, latchkey.url)
    assert not [c["name"] for c in page.context.cookies(latchkey.url) if c["name"].startswith("latchkey")]
    page.go_back()
    expect(page.locator("[data-task]")).to_have_count(0)
    expect(page.locator("[data-user]")).to_have_count(0)

    page.goto(f"{latchkey.url}/sign-in")
    expect(page.locator("input[name=password]")).to_be_visible()

    thief = browser.new_context()
    thief.add_cookies(copy)
    other = thief.new_page()
    other.goto(latchkey.url)
    expect(other.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    assert not [c["name"] for c in thief.cookies(latchkey.url) if c["name"] == "latchkey"]
    thief.close()


def test_each_user_sees_only_their_own_tasks_also_after_a_restart(page: Page, own_latchkey):
    latchkey = own_latchkey()
    sign_in(page, latchkey.url, "alice@dev.example")
    add(page, "Alice's task")
    sign_out(page, latchkey.url)

    sign_in(page, latchkey.url, "bob@dev.example")
    assert tasks(page) == []
    add(page, "Bob's task")
    sign_out(page, latchkey.url)

    sign_up(page, latchkey.url, "carol@dev.example", "Carol")
    expect(page.locator("[data-user]")).to_have_text("Carol")
    assert tasks(page) == []
    sign_out(page, latchkey.url)

    latchkey.restart()
    sign_in(page, latchkey.url, "alice@dev.example")
    assert tasks(page) == ["Alice's task"]


def test_a_session_confirmed_changes_and_a_sign_out_survive_a_crash(page: Page, own_latchkey, browser):
    latchkey = own_latchkey()
    sign_in(page, latchkey.url, "alice@dev.example")
    add(page, "Stored")
    latchkey.restart()
    page.goto(f"{latchkey.url}/tasks")
    assert tasks(page) == ["Stored"]

    copy = page.context.cookies(latchkey.url)
    sign_out(page, latchkey.url)
    latchkey.restart()
    thief = browser.new_context()
    thief.add_cookies(copy)
    other = thief.new_page()
    other.goto(latchkey.url)
    expect(other.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    thief.close()


def test_facebook_stands_in_and_the_token_says_so(page: Page, latchkey):
    page.goto(latchkey.url)
    page.get_by_role("link", name="Continue with Facebook").click()
    expect(page.get_by_text("stands in for Facebook").first).to_be_visible()
    page.locator("input[name=email]").fill("fay@example.com")
    page.locator("input[name=displayName]").fill("Fay Book")
    page.locator("form").filter(has=page.locator("input[name=email]")).locator("button[type=submit]").click()
    page.wait_for_url(f"{latchkey.url}/tasks")
    page.goto(f"{latchkey.url}/claims")
    assert "facebook.com" in page.locator("table").first.inner_text()


def test_a_changed_name_is_shown_at_once(page: Page, latchkey):
    sign_up(page, latchkey.url, f"name-{secrets.token_hex(4)}@dev.example", "Before")
    page.get_by_role("link", name="Profile").click()
    page.locator("input[name=displayName]").fill("After")
    page.locator("form").filter(has=page.locator("input[name=displayName]")).locator("button[type=submit]").click()
    page.wait_for_url(f"{latchkey.url}/tasks")
    expect(page.locator("[data-user]")).to_have_text("After")


def test_a_forgotten_password_leads_to_a_new_one(page: Page, latchkey):
    email = f"forgetful-{secrets.token_hex(4)}@dev.example"
    sign_up(page, latchkey.url, email, "Forgetful")
    sign_out(page, latchkey.url)
    page.get_by_role("link", name="Sign in again").click()
    page.get_by_role("link", name="Sign in", exact=True).click()
    page.get_by_role("link", name=re.compile("forg", re.I)).click()
    page.locator("input[name=email]").fill(email)
    page.locator("input[name=password]").fill("Another-horse-8")
    page.locator("form").filter(has=page.locator("input[name=password]")).locator("button[type=submit]").click()
    page.wait_for_url(f"{latchkey.url}/tasks")
    page.context.clear_cookies()
    sign_in(page, latchkey.url, email, "Another-horse-8")
    expect(page.locator("[data-user]")).to_have_text("Forgetful")


def test_a_user_sees_their_sessions_and_ends_another_one(page: Page, latchkey, browser):
    email = f"sessions-{secrets.token_hex(4)}@dev.example"
    sign_up(page, latchkey.url, email, "Sessions")
    elsewhere = browser.new_context()
    other = elsewhere.new_page()
    sign_in(other, latchkey.url, email, "Correct-horse-7")

    page.get_by_role("link", name="Sessions").click()
    expect(page.locator("[data-session-id]")).to_have_count(2)
    expect(page.locator("[data-current]")).to_have_count(1)
    page.locator("[data-session-id]:not([data-current])").get_by_role("button").click()
    expect(page.locator("[data-session-id]")).to_have_count(1)

    # The provider's own session still stands: the front end's is what ended, so the start page offers to sign in.
    other.goto(latchkey.url)
    expect(other.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    elsewhere.close()


def test_text_typed_when_the_session_ended_is_offered_after_sign_in(page: Page, latchkey, browser):
    email = f"stored-{secrets.token_hex(4)}@dev.example"
    sign_up(page, latchkey.url, email, "Stored")
    page.get_by_label("New task").fill("Not lost")
    elsewhere = browser.new_context()
    other = elsewhere.new_page()
    sign_in(other, latchkey.url, email, "Correct-horse-7")
    other.goto(f"{latchkey.url}/sessions")
    other.get_by_role("button", name="End all others").click()
    expect(other.locator("[data-session-id]")).to_have_count(1)
    elsewhere.close()

    page.get_by_role("button", name="Add", exact=True).click()
    page.wait_for_url(f"{latchkey.url}/tasks")
    expect(pending_form(page)).to_contain_text("Not lost")
    assert tasks(page) == []
    page.get_by_role("button", name="Yes, do it").click()
    expect(row(page, "Not lost")).to_be_visible()
    expect(pending_form(page)).to_have_count(0)

"""A walk through every page in every state, for all that looks at pages: the HTML checker, axe and the screenshots.

It works without the page's script, so that each response is a page of its own.
"""

import contextlib
import re
import secrets
import urllib.parse

TEXTS = ["Book the ferry for June", "Pick up the spare keys", "Call Grandma back", "Water the tomatoes", "Renew the passport"]
UNKNOWN_RESPONSE = "/auth/openid/return?state=unknown&code=x"


def opened(context):
    """A page that remembers the last response that was a page."""
    page = context.new_page()

    def remember(response):
        if response.request.is_navigation_request() and response.frame == page.main_frame and "text/html" in response.headers.get("content-type", ""):
            page.last_response = response

    page.on("response", remember)
    return page


def sent_html(page):
    """The page as the server sent it, not as the browser fixed it."""
    return page.last_response.text()


def post(page, url, **fields):
    """Posts a form from the page, as a button would."""
    page.evaluate(
        """([action, fields]) => {
            const form = Object.assign(document.createElement("form"), { method: "post", action });
            for (const [name, value] of Object.entries(fields)) {
                form.append(Object.assign(document.createElement("textarea"), { name, value }));
            }
            document.body.append(form);
        }""",
        [url, fields])
    with page.expect_navigation():
        page.evaluate("document.body.lastElementChild.submit()")


def press(page, selector):
    """Presses a button or link, by what it is and not by its name, which depends on the language."""
    with page.expect_navigation():
        page.locator(selector).first.click()


def enter(page, latchkey, email, password="Correct-horse-7", name=None):
    """Signs in, or with a name signs up first."""
    page.goto(f"{latchkey.url}/{'sign-up' if name else 'sign-in'}")
    page.locator("input[name=email]").fill(email)
    page.locator("input[name=password]").fill(password)
    if name:
        page.locator("input[name=displayName]").fill(name)
    press(page, "form button[type=submit]")
    page.wait_for_url(f"{latchkey.url}/tasks")


def csrf(page):
    return page.locator("input[name=csrf]").first.get_attribute("value")


def send(page, url, **fields):
    """Posts a form without the page, which stays as it is."""
    return page.context.request.post(url, form={"csrf": csrf(page)} | fields, max_redirects=0)


def first_id(page):
    return page.locator("[data-task-id]").first.get_attribute("data-task-id")


def provider_pages(page, latchkey, look):
    """The development identity provider's own pages."""
    page.goto(f"{latchkey.url}/sign-in")
    look("provider-sign-in")
    page.locator("input[name=email]").fill("alice@dev.example")
    page.locator("input[name=password]").fill("wrong")
    press(page, "form button[type=submit]")
    look("provider-sign-in-refused")
    for path, name in (("/sign-up", "sign-up"), ("/sign-in/facebook", "facebook"), ("/password-reset", "password-reset"), ("/profile", "profile")):
        page.goto(latchkey.url + path)
        look(f"provider-{name}")
    page.goto(f"{latchkey.identity_url}/dev.example/b2c_1_sign_in/oauth2/v2.0/authorize")
    look("provider-problem")
    page.goto(f"{latchkey.identity_url}/dev.example/b2c_1_sign_in/oauth2/v2.0/logout")
    look("provider-signed-out")


def signed_out_pages(page, latchkey, look):
    page.goto(latchkey.url)
    look("welcome")
    page.goto(f"{latchkey.url}/signed-out")
    look("signed-out")
    page.goto(f"{latchkey.url}/keys")
    look("keys")
    page.goto(f"{latchkey.url}/nowhere")
    look("error-no-page")
    page.goto(latchkey.url + UNKNOWN_RESPONSE)
    look("error-unknown-sign-in")


def task_pages(page, latchkey, look):
    url = f"{latchkey.url}/tasks"
    page.goto(url)
    look("tasks-none")
    for text in TEXTS:
        send(page, url, task=text)
    page.goto(url)
    send(page, f"{url}/{first_id(page)}", completed="true")
    page.goto(url)
    look("tasks")
    page.goto(f"{url}?show=completed")
    look("tasks-completed")
    page.goto(f"{url}?edit={first_id(page)}")
    look("tasks-edited")
    page.goto(f"{url}?edit=gone")
    look("tasks-edited-gone")
    page.goto(url)
    post(page, f"{url}/{first_id(page)}/delete", csrf=csrf(page))
    look("tasks-undo")
    post(page, url, csrf=csrf(page), task="long " * 300)
    look("tasks-too-long")
    page.goto(url)
    post(page, f"{url}/{first_id(page)}", csrf=csrf(page), task=" ")
    look("error-emptied")
    page.goto(url)
    post(page, f"{url}/gone", csrf=csrf(page), task="Still here")
    look("error-task-gone")
    post(page, url, csrf="wrong", task="Still here")
    look("error-forged")
    page.goto(url)
    send(page, f"{url}/complete-all", completed="true")
    page.goto(f"{url}?show=active")
    look("tasks-all-done")
    send(page, url, task=f"https://example.com/{'long-' * 60}")
    send(page, url, task="Read https://example.com/a, then (http://[::1]:3000/b)")
    page.goto(url)
    look("tasks-links")
    for number in range(100):
        send(page, url, task=f"Number {number}")
    page.goto(url)
    look("tasks-many")
    press(page, "a[rel=next]")
    look("tasks-last-page")


def account_pages(page, latchkey, look):
    page.goto(f"{latchkey.url}/claims")
    look("claims")
    page.goto(f"{latchkey.url}/sessions")
    look("sessions")
    post(page, f"{latchkey.url}/accounts/remember", csrf=csrf(page))
    look("sessions-remembered")
    page.goto(latchkey.url + UNKNOWN_RESPONSE)
    look("error-unknown-sign-in-signed-in")


def pending_form(page, latchkey, look, browser, email):
    """Text that was typed when a session ended, offered after the sign-in."""
    page.goto(f"{latchkey.url}/tasks")
    elsewhere = browser.new_context()
    other = elsewhere.new_page()
    enter(other, latchkey, email)
    other.goto(f"{latchkey.url}/sessions")
    send(other, f"{latchkey.url}/sessions/end-others")
    elsewhere.close()
    post(page, f"{latchkey.url}/tasks", csrf=csrf(page), task="Not lost")
    look("tasks-pending-form")


def walk(browser, latchkey, look, visits_provider=True, **options):
    """Visits every state that one program has, and calls `look(name, page)` in each.

    `options` are the browser context's. The program's script is blocked; others can still run, for checks of a page.
    """
    with contextlib.closing(browser.new_context(**options)) as context:
        context.route(re.compile(r"/assets/app-.*\.js"), lambda route: route.abort())
        page = opened(context)

        def see(name):
            look(name, page)

        signed_out_pages(page, latchkey, see)
        if visits_provider:
            provider_pages(page, latchkey, see)
        email = f"walker-{secrets.token_hex(4)}@dev.example"
        enter(page, latchkey, email, name="Wanda Walker")
        task_pages(page, latchkey, see)
        account_pages(page, latchkey, see)
        pending_form(page, latchkey, see, browser, email)
        press(page, "form[action='/sign-out'] button")
        page.wait_for_url(f"{latchkey.url}/signed-out")
        page.goto(latchkey.url)
        see("welcome-remembered")
        go_round(page, latchkey)
        see("error-loop")


def go_round(page, latchkey):
    """Signs in until the page says that this goes round in circles."""
    # The count restarts each minute, which may be in the middle.
    for _ in range(40):
        page.goto(f"{latchkey.url}/sign-in")
        if urllib.parse.urlsplit(page.url).port == latchkey.identity_port:
            page.locator("input[name=email]").fill("alice@dev.example")
            page.locator("input[name=password]").fill("latchkey")
            press(page, "form button[type=submit]")
            page.wait_for_url(re.compile(re.escape(latchkey.url)))
        if page.locator("[data-error]").count():
            return
    raise AssertionError("no page says that the sign-ins go round in circles")


def walk_without_api(browser, latchkey, look, **options):
    """The pages of a program whose tasks API can't be reached."""
    with contextlib.closing(browser.new_context(**options)) as context:
        context.route(re.compile(r"/assets/app-.*\.js"), lambda route: route.abort())
        page = opened(context)
        enter(page, latchkey, "alice@dev.example", "latchkey")
        look("error-no-api", page)


def walk_with_posted_response(browser, latchkey, look, **options):
    """The two pages that only pass an authorization response on, which scripts leave at once."""
    with contextlib.closing(browser.new_context(**options, java_script_enabled=False)) as context:
        page = opened(context)
        page.goto(f"{latchkey.url}/sign-in")
        page.locator("input[name=email]").fill("alice@dev.example")
        page.locator("input[name=password]").fill("latchkey")
        press(page, "form button[type=submit]")
        look("provider-posts-the-response", page)
        # As if from another site, from which the browser sends none of the site's cookies.
        context.clear_cookies()
        press(page, "form[data-post-on] button")
        look("posted-response", page)

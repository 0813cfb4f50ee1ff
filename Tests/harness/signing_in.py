"""Signs in as a browser would."""

import html
import http.cookiejar
import re
import urllib.parse
import urllib.request


def sign_in(port, email="alice@dev.example"):
    """Signs in at Latchkey; the value of the Cookie header."""
    return session_cookie(f"http://localhost:{port}/sign-in", r"latchkey(\.\d+)?", email)


def session_cookie(url, names, email="alice@dev.example"):
    """Follows the redirects from a URL and fills in the development provider's form, if it comes to one.

    The value of the Cookie header with the cookies of these names, a regular expression.
    """
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    browser.addheaders = [("Accept", "text/html")]
    page = browser.open(url)
    text = page.read().decode()
    if form := re.search(r'<form[^>]*action="([^"]*/steps/[^"]*)"[^>]*>(.*?)</form>', text, re.S):
        hidden = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form[2])
        fields = {html.unescape(name): html.unescape(value) for name, value in hidden}
        fields |= {"email": email, "password": "latchkey"}
        action = urllib.parse.urljoin(page.url, html.unescape(form[1]))
        browser.open(action, urllib.parse.urlencode(fields).encode()).read()
    cookies = [f"{cookie.name}={cookie.value}" for cookie in jar if re.fullmatch(names, cookie.name)]
    if not cookies:
        raise SystemExit(f"no user was signed in at {url}, which led to {page.url}")
    return "; ".join(cookies)

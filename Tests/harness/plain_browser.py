"""A browser without scripts or pages: it stores cookies, and follows redirects only to sign in."""

import html
import http.client
import re
import typing
import urllib.parse


class Trouble(Exception):
    """No response, or one that says to try again."""


class Response(typing.NamedTuple):
    status: int
    location: str | None
    body: str


def csrf_token(page):
    """The token in the forms of a page."""
    return html.unescape(re.search(r'name=csrf value="([^"]*)"', page)[1])


class PlainBrowser:
    """Stores cookies by name, because all servers here are `localhost`."""

    def __init__(self, port):
        self.port = port
        self.cookies = {}
        self.csrf = None

    def copy(self):
        """Another browser with a copy of the cookies."""
        other = type(self)(self.port)
        other.cookies, other.csrf = dict(self.cookies), self.csrf
        return other

    def request(self, method, url, form=None):
        parts = urllib.parse.urlsplit(urllib.parse.urljoin(f"http://localhost:{self.port}", url))
        connection = http.client.HTTPConnection("localhost", parts.port, timeout=20)
        try:
            return self.converse(connection, method, parts, form)[1]
        except (OSError, http.client.HTTPException) as fault:
            raise Trouble(str(fault)) from fault
        finally:
            connection.close()

    def converse(self, connection, method, parts, form):
        """Sends one request over a connection; the response and what is read from it."""
        cookies = "; ".join(f"{name}={value}" for name, value in list(self.cookies.items()))
        headers = {"Accept": "text/html", "Sec-Fetch-Mode": "navigate", "Cookie": cookies}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request(method, target, urllib.parse.urlencode(form) if form is not None else None, headers)
        response = connection.getresponse()
        body = response.read().decode()
        fields = "\n".join(response.headers.get_all("Set-Cookie") or [])
        for name, value, rest in re.findall(r"^([^=]+)=([^;]*)(.*)$", fields, re.M):
            if re.search(r"max-age=0\b", rest, re.I):
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        return response, Response(response.status, response.headers.get("Location"), body)

    def send(self, method, url, form=None):
        """The response, unless the server is in trouble."""
        response = self.request(method, url, form)
        if response.status >= 500:
            raise Trouble(f"{response.status}")
        return response

    def sign_in(self, user):
        """Signs in at the development identity provider, or at one that goes by the hint."""
        self.cookies = {}
        url = f"http://localhost:{self.port}/sign-in?login_hint={urllib.parse.quote(user)}"
        for _ in range(8):
            status, location, body = self.send("GET", url)
            if status in (302, 303):
                url = urllib.parse.urljoin(url, location)
                continue
            if "data-user" in body:
                self.csrf = csrf_token(body)
                return
            form = re.search(r'<form[^>]*action="([^"]*)"[^>]*>(.*?)</form>', body, re.S)
            if status != 200 or 'name="password"' not in body:
                raise Trouble(f"{status} at {urllib.parse.urlsplit(url).path}")
            fields = {html.unescape(n): html.unescape(v)
                      for n, v in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form[2])}
            fields |= {"email": user, "password": "latchkey"}
            status, location, body = self.send("POST", urllib.parse.urljoin(url, html.unescape(form[1])), fields)
            if not location:
                raise Trouble(f"the provider responds with {status}")
            url = urllib.parse.urljoin(url, location)
        raise Trouble("a sign-in without end")

    def sign_out(self):
        """The response to a press on the sign-out button, whatever it is."""
        return self.request("POST", "/sign-out", {"csrf": self.csrf})

    @property
    def is_signed_in(self):
        """Whether the page of tasks is served."""
        return self.request("GET", "/tasks").status == 200

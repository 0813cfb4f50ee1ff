"""A request that is sent again and again, and h2load, which sends it."""

import subprocess
import time
import typing
import urllib.error
import urllib.request

# Ages of a session's cookie in seconds: up to the first it stays fresh for a whole sample; from the second on each
# response renews it.
FRESH, DUE = 50, 61


class Subject(typing.NamedTuple):
    """What is measured: a request to a server over so many connections."""

    name: str
    pid: int
    url: str
    # The header fields, as pairs.
    fields: tuple
    # What the body of the response has in it.
    expects: str
    connections: int = 32
    status: int = 200
    # A Lua script for wrk with other requests than GET to the URL.
    script: str | None = None
    # When the user signed in, by the monotonic clock.
    signed_in: float = 0
    # Whether each response renews the session's cookie.
    renews: bool = False


class Site(typing.NamedTuple):
    """A server and the cookies of a signed-in user."""

    pid: int
    port: int
    cookie: str
    # When the user signed in, by the monotonic clock.
    signed_in: float = 0

    def subject(self, name, path, expects, connections=32, with_cookie=True):
        cookie = (("Cookie", self.cookie),) if with_cookie and self.cookie else ()
        return Subject(name, self.pid, f"http://localhost:{self.port}{path}", (("Accept", "text/html"), *cookie),
                       expects, connections, signed_in=self.signed_in if cookie else 0)


def response(subject):
    """The header fields and body of one response, which has to be the right one: wrk takes any status below 400."""
    try:
        request = urllib.request.Request(subject.url, headers=dict(subject.fields))
        found = urllib.request.urlopen(request, timeout=30)
    except urllib.error.HTTPError as fault:
        found = fault
    with found:
        body = found.read()
    if found.status != subject.status:
        raise SystemExit(f"{subject.name}: {found.url} responds with {found.status}")
    if subject.expects not in body.decode():
        raise SystemExit(f"{subject.name}: {found.url} does not contain {subject.expects!r}")
    return found.headers, body


def flags(subject):
    """The options of wrk and h2load for the header fields.

    Sessions' cookies are renewed from time to time, and a browser sends the new ones from then on. So the cookies are
    those of a response that came just now, unless each response is to renew them.
    """
    wait_for_age(subject)
    set_cookies = response(subject)[0].get_all("Set-Cookie", [])
    if subject.renews and not set_cookies:
        raise SystemExit(f"{subject.name}: {subject.url} doesn't renew the cookie")
    fields = dict(subject.fields)
    if "Cookie" in fields and not subject.renews:
        fields["Cookie"] = renewed(fields["Cookie"], set_cookies)
    return [word for name, value in fields.items() for word in ("-H", f"{name}: {value}")]


def wait_for_age(subject):
    """Waits until the session's cookie is due, if it has to be, or if it would become so while it is sent."""
    age = time.monotonic() - subject.signed_in
    if subject.renews or age > FRESH:
        time.sleep(max(0, DUE - age))


def renewed(cookies, set_cookies):
    """The value of a Cookie field after a response with these Set-Cookie fields.

    >>> renewed("a=1; b=2", ["b=3; Path=/", "c=4; Path=/", "a=; Max-Age=0"])
    'a=1; b=3'
    """
    jar = dict(pair.split("=", 1) for pair in cookies.split("; "))
    for line in set_cookies:
        name, value = line.partition(";")[0].split("=", 1)
        if name in jar and value:
            jar[name] = value
    return "; ".join(f"{name}={value}" for name, value in jar.items())


def send(subject, count, options):
    """Sends so many requests with these header fields, as ``flags`` makes them; all have to succeed."""
    output = subprocess.run(
        ["h2load", "--h1", f"-c{subject.connections}", f"-n{count}", *options, subject.url],
        capture_output=True, text=True, check=True).stdout
    if f"{count} succeeded" not in output or f"{count} 2xx" not in output:
        raise SystemExit(output)

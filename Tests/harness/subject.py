"""A request that is sent again and again, and h2load, which sends it."""

import subprocess
import typing
import urllib.error
import urllib.request


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


class Site(typing.NamedTuple):
    """A server and the cookies of a signed-in user."""

    pid: int
    port: int
    cookie: str

    def subject(self, name, path, expects, connections=32, with_cookie=True):
        cookie = (("Cookie", self.cookie),) if with_cookie and self.cookie else ()
        return Subject(name, self.pid, f"http://localhost:{self.port}{path}", (("Accept", "text/html"), *cookie),
                       expects, connections)


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
    those of a response that came just now.
    """
    fields = dict(subject.fields)
    if "Cookie" in fields:
        jar = dict(pair.split("=", 1) for pair in fields["Cookie"].split("; "))
        for line in response(subject)[0].get_all("Set-Cookie", []):
            name, value = line.partition(";")[0].split("=", 1)
            if name in jar and value:
                jar[name] = value
        fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in jar.items())
    else:
        response(subject)
    return [word for name, value in fields.items() for word in ("-H", f"{name}: {value}")]


def send(subject, count, options):
    """Sends so many requests with these header fields, as ``flags`` makes them; all have to succeed."""
    output = subprocess.run(
        ["h2load", "--h1", f"-c{subject.connections}", f"-n{count}", *options, subject.url],
        capture_output=True, text=True, check=True).stdout
    if f"{count} succeeded" not in output or f"{count} 2xx" not in output:
        raise SystemExit(output)

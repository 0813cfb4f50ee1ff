"""Complete sign-ins at the greatest rate."""

import asyncio
import re
import time
import urllib.parse

from harness.usage import cpu_seconds
from load import Sample, percentile


def sign_ins(pid, port, count, connections=32):
    """A sample of complete sign-ins; its CPU time is in milliseconds of Latchkey's."""
    browsers = Browsers(port, connections)
    before, started = cpu_seconds(pid), time.perf_counter()
    browsers.run(count)
    took = time.perf_counter() - started
    return Sample(count / took, (cpu_seconds(pid) - before) / count * 1e3,
                  percentile(browsers.times, 50), percentile(browsers.times, 99))


class Browsers:
    """So many connections, each of which is a new browser for each sign-in.

    A sign-in is two requests to Latchkey: the one that leads to the provider, and the one that comes back with a code,
    for which Latchkey fetches tokens, verifies the ID token and stores a session. The code is made up here, as the
    costless provider allows.
    """

    def __init__(self, port, connections):
        self.port, self.connections = port, connections
        self.left = 0
        # Of each sign-in: the cookies, and the nonce, which is the code.
        self.signed_in = []
        # Milliseconds of each sign-in.
        self.times = []

    def run(self, count):
        """Signs in so many times."""
        self.left = count
        asyncio.run(self.all())

    async def all(self):
        async with asyncio.TaskGroup() as group:
            for _ in range(self.connections):
                group.create_task(self.one())

    async def one(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        while self.left > 0:
            self.left -= 1
            started = time.perf_counter()
            location, cookies = await self.get(reader, writer, "/sign-in", "")
            path = returning(location)
            location, cookies = await self.get(reader, writer, path, cookies)
            if not re.search(r"(^|; )latchkey=[^;]", cookies):
                raise SystemExit(f"a sign-in ended at {location} without a session")
            self.signed_in.append((cookies, dict(urllib.parse.parse_qsl(path.partition("?")[2]))["code"]))
            self.times.append((time.perf_counter() - started) * 1e3)
        writer.close()

    async def get(self, reader, writer, path, cookies):
        """The `Location` of a response and its cookies."""
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost:{self.port}\r\nAccept: text/html\r\n"
                     f"{f'Cookie: {cookies}' if cookies else 'DNT: 1'}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        fields = [line.partition(":")[::2] for line in head.split("\r\n")[1:]]
        values = {name.lower(): value.strip() for name, value in fields}
        await reader.readexactly(int(values.get("content-length", 0)))
        if "location" not in values:
            raise SystemExit(f"{path.partition('?')[0]} responds with {head.splitlines()[0]}")
        return values["location"], set_cookies(fields)


def set_cookies(fields):
    """
    >>> set_cookies([("Set-Cookie", " a=1; Path=/"), ("Date", " today"), ("set-cookie", " b=; Max-Age=0")])
    'a=1; b='
    """
    return "; ".join(value.strip().partition(";")[0] for name, value in fields if name.lower() == "set-cookie")


def returning(location):
    """The path with which the provider would send the browser back.

    >>> returning("http://localhost:1/1000/authorize?redirect_uri=http%3A%2F%2Flocalhost%2Fback&state=s&nonce=n")
    '/back?code=n&state=s'
    """
    query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(location).query))
    path = urllib.parse.urlsplit(query["redirect_uri"]).path
    return f"{path}?{urllib.parse.urlencode({'code': query['nonce'], 'state': query['state']})}"

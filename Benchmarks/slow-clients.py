#!/usr/bin/env python3
"""Measures a signed-in page while slow clients hold on to the server, beside the same page when it is quiet.

    make benchmark-slow-clients         # builds in release mode, runs this
    Benchmarks/slow-clients.py --sockets 200 --seconds 60

The slow clients are a process of their own. A quarter of them say nothing, a quarter send a byte of the header fields a second, a quarter a byte of
a body a second, and a quarter ask and never read the answer. Whoever is dropped comes back at once. What is measured is one browser's task page
over a connection that is kept, asked for every few milliseconds: its median when quiet (before and after), and its median under attack.
"""

import argparse
import asyncio
import http.client
import multiprocessing
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time

from servers import PROGRAM, free_port, wait_for
from signing_in import sign_in


def latchkey(folder, program):
    port, identity, api = free_port(), free_port(), free_port()
    process = subprocess.Popen(
        [program, "serve", "--listen", f"127.0.0.1:{port}", "--identity-listen", f"127.0.0.1:{identity}", "--api-listen", f"127.0.0.1:{api}",
         "--data-directory", str(folder / "data"), "--log-level", "warning"], cwd=folder, stdout=subprocess.DEVNULL)
    for each in (port, identity, api):
        wait_for(each, process)
    return process, port


async def drip(stream, first):
    """Sends the first words, then a byte a second until the server has had enough."""
    reader, writer = stream
    writer.write(first)
    ended = asyncio.ensure_future(reader.read())
    try:
        while not ended.done():
            writer.write(b"x")
            await writer.drain()
            await asyncio.wait([ended], timeout=1)
    finally:
        ended.cancel()


async def silent(port, asset):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        await reader.read()
    finally:
        writer.close()


async def slow_headers(port, asset):
    stream = await asyncio.open_connection("127.0.0.1", port)
    try:
        await drip(stream, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
    finally:
        stream[1].close()


async def slow_body(port, asset):
    stream = await asyncio.open_connection("127.0.0.1", port)
    try:
        await drip(stream, b"POST /tasks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                           b"Content-Length: 60000\r\n\r\n")
    finally:
        stream[1].close()


async def never_reads(port, asset):
    """Asks for files until the server can't send any more, and notices by writing that it was dropped."""
    loop = asyncio.get_running_loop()
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.setblocking(False)
        await loop.sock_connect(s, ("127.0.0.1", port))
        question = f"GET {asset} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        while True:
            try:
                s.send(question * 20)
            except BlockingIOError:
                pass
            await asyncio.sleep(1)


KINDS = [silent, slow_headers, slow_body, never_reads]


def attack(port, asset, sockets, seconds, results):
    """Keeps so many slow sockets open for so long; reports how often each kind was dropped, and how long one was held at most."""
    dropped, longest = {k.__name__: 0 for k in KINDS}, {k.__name__: 0.0 for k in KINDS}

    async def one(kind):
        while True:
            begun = time.monotonic()
            try:
                await kind(port, asset)
            except OSError:
                pass
            dropped[kind.__name__] += 1
            longest[kind.__name__] = max(longest[kind.__name__], time.monotonic() - begun)
            # One that can't even connect must not make this process spin.
            await asyncio.sleep(0.05)

    async def run():
        tasks = [asyncio.ensure_future(one(KINDS[i % len(KINDS)])) for i in range(sockets)]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(run())
    results.put((dropped, longest))


def measure(port, cookie, seconds, pause):
    """Milliseconds that the page took, one after the other."""
    connection = http.client.HTTPConnection("localhost", port, timeout=30)
    took = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.perf_counter()
        connection.request("GET", "/tasks", headers={"Cookie": cookie, "Accept": "text/html"})
        answer = connection.getresponse()
        body = answer.read()
        took.append((time.perf_counter() - begun) * 1000)
        if answer.status != 200 or b"data-user" not in body:
            raise SystemExit(f"the page answered {answer.status}")
        time.sleep(pause)
    connection.close()
    return took


def open_sockets(pid):
    """How many sockets a process has open; only root may look, since the process keeps others out of its memory."""
    if os.geteuid() != 0:
        return "unknown"
    return sum(1 for entry in pathlib.Path(f"/proc/{pid}/fd").iterdir() if os.readlink(entry).startswith("socket:"))


def line(name, took):
    ordered = sorted(took)
    print(f"{name:16}{len(took):8}{statistics.median(took):10.2f}{ordered[int(len(took) * 0.99)]:10.2f}{ordered[-1]:10.1f}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", default=PROGRAM)
    arguments.add_argument("--sockets", type=int, default=200)
    arguments.add_argument("--seconds", type=int, default=60, help="of the attack; quiet is half of it before, half after")
    arguments.add_argument("--pause", type=float, default=0.005, help="seconds between two pages")
    o = arguments.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, o.sockets * 2 + 256)), hard))
    folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-slow-clients-"))
    process, port = latchkey(folder, o.program)
    try:
        cookie = sign_in(port)
        connection = http.client.HTTPConnection("localhost", port, timeout=30)
        connection.request("GET", "/", headers={"Accept": "text/html"})
        asset = re.search(r'href="(/[^"]*\.css)"', connection.getresponse().read().decode())[1]
        connection.close()
        measure(port, cookie, 2, o.pause)
        quiet = measure(port, cookie, o.seconds / 2, o.pause)
        results = multiprocessing.Queue()
        attackers = multiprocessing.Process(target=attack, args=(port, asset, o.sockets, o.seconds, results))
        attackers.start()
        time.sleep(1)
        held = open_sockets(process.pid)
        attacked = measure(port, cookie, o.seconds - 2, o.pause)
        dropped, longest = results.get(timeout=30)
        attackers.join()
        quiet += measure(port, cookie, o.seconds / 2, o.pause)
        print(f"the task page, one every {o.pause * 1000:.0f} ms; {o.sockets} slow sockets for {o.seconds} s (open at the server: {held})")
        print(f"{'':16}{'pages':>8}{'p50 ms':>10}{'p99 ms':>10}{'worst':>10}")
        line("quiet", quiet)
        line("under attack", attacked)
        print(f"ratio of the medians: {statistics.median(attacked) / statistics.median(quiet):.2f} (goal: at most 2)")
        for kind in KINDS:
            name = kind.__name__
            print(f"{name.replace('_', ' '):16}{dropped[name]:5} dropped, held for {longest[name]:.1f} s at most")
        if statistics.median(attacked) > 2 * statistics.median(quiet):
            raise SystemExit("the goal is missed")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()

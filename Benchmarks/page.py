#!/usr/bin/env python3
"""Measures the signed-in task page beside nginx proxying the same tasks URL, in rounds that take turns.

    make benchmark                      # installs nginx and wrk, builds in release mode, runs this
    Benchmarks/page.py --rounds 5 --connections 32 --seconds 10

The tasks API is an nginx that answers with ten tasks. What is compared: an nginx that proxies it with a fixed token, and the page that Latchkey
makes of it for somebody who is signed in. CPU is what the process spent, from /proc, divided by the requests that wrk counted.
"""

import argparse
import http.cookiejar
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[1]
TICKS = os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(port):
    for _ in range(200):
        with socket.socket() as s:
            if s.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise SystemExit(f"nothing listens on {port}")


def nginx(folder, api_port, proxy_port, count):
    tasks = [
        {"id": f"{i:012d}", "task": f"Task number {i}, with a few words", "owner": "owner", "completed": i % 3 == 0,
         "creationDate": "2026-01-31T12:00:00Z"} for i in range(count)]
    (folder / "tasks").write_text(json.dumps(tasks))
    done = sum(t["completed"] for t in tasks)
    # One worker each, as the process that is measured beside it has one kind of work.
    (folder / "nginx.conf").write_text(f"""
worker_processes 1; daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off; keepalive_requests 1000000000;
  client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  upstream api {{ server 127.0.0.1:{api_port}; keepalive 64; keepalive_requests 1000000000; }}
  server {{ listen 127.0.0.1:{api_port}; root {folder}; default_type application/json;
    location = /tasks {{ add_header Total-Count {count}; add_header Completed-Count {done}; }} }}
}}
""")
    (folder / "proxy.conf").write_text(f"""
worker_processes 1; daemon off; pid {folder}/proxy.pid; error_log {folder}/proxy-error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off; keepalive_requests 1000000000;
  client_body_temp_path {folder}/pb; proxy_temp_path {folder}/pp; fastcgi_temp_path {folder}/pf; uwsgi_temp_path {folder}/pu; scgi_temp_path {folder}/ps;
  upstream api {{ server 127.0.0.1:{api_port}; keepalive 64; keepalive_requests 1000000000; }}
  server {{ listen 127.0.0.1:{proxy_port};
    location = /tasks {{ proxy_pass http://api; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Authorization "Bearer {'x' * 900}"; }} }}
}}
""")
    started = []
    for name, port in (("nginx.conf", api_port), ("proxy.conf", proxy_port)):
        started.append(subprocess.Popen(["nginx", "-p", str(folder), "-c", str(folder / name)], stderr=subprocess.DEVNULL))
        wait_for(port)
    return started


def latchkey(folder, program, api_port):
    port, identity = free_port(), free_port()
    process = subprocess.Popen(
        [program, "serve", "--listen", f"127.0.0.1:{port}", "--identity-listen", f"127.0.0.1:{identity}",
         "--task-web-api", f"http://127.0.0.1:{api_port}/tasks", "--data-directory", str(folder / "data"), "--log-level", "warning"],
        cwd=folder, stdout=subprocess.DEVNULL)
    wait_for(port)
    wait_for(identity)
    return process, port


def sign_in(port, email="alice@dev.example"):
    """Signs in as a browser would; the value of the Cookie header."""
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    page = browser.open(f"http://localhost:{port}/sign-in")
    html = page.read().decode()
    form = re.search(r'<form[^>]*action="([^"]*)"[^>]*>(.*?)</form>', html, re.S)
    unescape = __import__("html").unescape
    fields = {unescape(n): unescape(v) for n, v in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form[2])}
    fields |= {"email": email, "password": "latchkey"}
    browser.open(urllib.parse.urljoin(page.url, unescape(form[1])), urllib.parse.urlencode(fields).encode()).read()
    return "; ".join(f"{c.name}={c.value}" for c in jar if c.name.startswith("latchkey") and "rounds" not in c.name)


def cpu_seconds(pid):
    """CPU time of a process and its children, with all their threads."""
    total = 0
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(entry.name) == pid or int(fields[1]) == pid:
                total += int(fields[11]) + int(fields[12])
    return total / TICKS


def resident_mib(pid):
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]) / 1024


def wrk(url, cookie, connections, seconds):
    out = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-H", f"Cookie: {cookie}", "-H", "Accept: text/html", url],
        capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in out:
        raise SystemExit(out)
    unit = {"us": 0.001, "ms": 1, "s": 1000}
    latency = {p: float(v) * unit[u] for p, v, u in re.findall(r"(50|99)%\s+([\d.]+)(us|ms|s)", out)}
    return int(re.search(r"(\d+) requests in", out)[1]), float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1]), latency


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", default=str(ROOT / ".build/release/latchkey"))
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--connections", type=int, default=32)
    arguments.add_argument("--seconds", type=int, default=10)
    arguments.add_argument("--tasks", type=int, default=10)
    o = arguments.parse_args()
    for tool in ("nginx", "wrk"):
        if not shutil.which(tool):
            raise SystemExit(f"{tool} is not installed: make benchmark installs it")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-benchmark-"))
    os.chmod(folder, 0o755)
    running = []
    try:
        api_port, proxy_port = free_port(), free_port()
        running += nginx(folder, api_port, proxy_port, o.tasks)
        process, port = latchkey(folder, o.program, api_port)
        running.append(process)
        idle = resident_mib(process.pid)
        cookie = sign_in(port)
        subjects = {
            "nginx, proxying": (running[1].pid, f"http://127.0.0.1:{proxy_port}/tasks"),
            "latchkey, page": (process.pid, f"http://localhost:{port}/tasks"),
        }
        rows = {name: [] for name in subjects}
        for _ in range(o.rounds):
            for name, (pid, url) in subjects.items():
                before = cpu_seconds(pid)
                requests, rate, latency = wrk(url, cookie, o.connections, o.seconds)
                rows[name].append((rate, (cpu_seconds(pid) - before) / requests * 1e6, latency["50"], latency["99"]))
        print(f"wrk -t1 -c{o.connections} -d{o.seconds}s, {o.tasks} tasks, medians of {o.rounds} rounds that took turns")
        print(f"{'':18}{'req/s':>9}{'of nginx':>10}{'CPU µs':>9}{'p50 ms':>9}{'p99 ms':>9}")
        base = statistics.median(r[0] for r in rows["nginx, proxying"])
        for name, measured in rows.items():
            rate, cpu, p50, p99 = (statistics.median(column) for column in zip(*measured))
            print(f"{name:18}{rate:9.0f}{rate / base:10.2f}{cpu:9.1f}{p50:9.2f}{p99:9.2f}")
        print(f"latchkey's resident memory: {idle:.0f} MiB idle, {resident_mib(process.pid):.0f} MiB after the load; "
              f"cookie of {len(cookie)} bytes; binary of {os.path.getsize(o.program) / 2**20:.0f} MiB")
    finally:
        for process in reversed(running):
            process.send_signal(signal.SIGTERM)
            process.wait()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()

"""Requests at the greatest rate, by wrk, and at a fixed rate, by h2load."""

import pathlib
import re
import subprocess
import time
import typing

from harness.subject import flags
from harness.usage import cpu_seconds


class Sample(typing.NamedTuple):
    rate: float
    # Microseconds of the server's CPU time a request.
    cpu: float
    # Milliseconds.
    p50: float
    p99: float


def full(subject, seconds, threads=1):
    """A sample of the greatest rate, by so many threads."""
    options = flags(subject)
    before = cpu_seconds(subject.pid)
    script = ["-s", subject.script] if subject.script else []
    output = generated(
        "wrk", f"-t{threads}", f"-c{subject.connections}", f"-d{seconds}s", "--latency", *script, *options, subject.url)
    used = cpu_seconds(subject.pid) - before
    requests, rate, p50, p99 = wrk_results(output, subject.status >= 400)
    return Sample(rate, used / requests * 1e6, p50, p99)


def generated(*command):
    """Runs a load generator; its output.

    It has a session of its own, as each server has, and the system ends it if this process is killed.
    """
    return subprocess.run(
        ["setpriv", "--pdeathsig", "KILL", *command], capture_output=True, text=True, check=True,
        start_new_session=True).stdout


def wrk_results(output, fails=False):
    """Requests, requests a second, and the median and 99th percentile in milliseconds.

    All requests, if it `fails`, have to have a status of 400 or more, otherwise none may. A response that takes more
    than two seconds is no error: the 99th percentile tells.

    >>> wrk_results("  50%  540.00us\\n  99%    1.20ms\\n  90 requests in 1.00s, 1MB read\\nRequests/sec:  89.5\\n")
    (90, 89.5, 0.54, 1.2)
    >>> wrk_results("Non-2xx or 3xx responses: 3")
    Traceback (most recent call last):
    SystemExit: Non-2xx or 3xx responses: 3
    >>> wrk_results("  Socket errors: connect 0, read 3, write 0, timeout 0")
    Traceback (most recent call last):
    SystemExit:   Socket errors: connect 0, read 3, write 0, timeout 0
    """
    failed = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
    wanted = re.search(r"(\d+) requests in", output) if fails else None
    broken = re.search(r"Socket errors: (?!connect 0, read 0, write 0,)", output)
    if broken or (failed and failed[1]) != (wanted and wanted[1]):
        raise SystemExit(output)
    unit = {"us": 1e-3, "ms": 1, "s": 1e3}
    found = re.findall(r"(50|99)%\s+([\d.]+)(us|ms|s)", output)
    latency = {percent: round(float(value) * unit[name], 6) for percent, value, name in found}
    requests = int(re.search(r"(\d+) requests in", output)[1])
    return requests, float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1]), latency["50"], latency["99"]


def steady(subject, rate, seconds, folder):
    """A sample of so many requests a second.

    h2load starts its connections one after the other, because connections that start together stay in step: then
    requests come in bursts of as many as there are connections, and wait for each other.
    """
    options = flags(subject)
    log = pathlib.Path(folder) / "h2load.tsv"
    log.unlink(missing_ok=True)
    each = max(1, round(rate / subject.connections))
    pause = start_pause(each, subject.connections)
    before = cpu_seconds(subject.pid)
    started = time.perf_counter()
    generated(
        "h2load", "--h1", f"--rps={each}", f"-c{subject.connections}", f"-n{each * subject.connections * seconds}",
        "-r1", f"--rate-period={pause}ms", f"--log-file={log}", *options, subject.url)
    # The last connection ends as much later as it started later.
    took = time.perf_counter() - started - pause * (subject.connections - 1) / 1000
    used = cpu_seconds(subject.pid) - before
    times = log_times(log.read_text(), subject.status)
    return Sample(len(times) / took, used / len(times) * 1e6, percentile(times, 50), percentile(times, 99))


def start_pause(rate, connections):
    """Milliseconds from one connection's start to the next's that spread the requests best.

    Each connection sends `rate` requests a second.

    >>> start_pause(500, 10), start_pause(50, 4)
    (3, 5)
    """
    # h2load looks every ten milliseconds at most which requests are due.
    interval = max(10, 1000 / rate)

    def longest_gap(pause):
        phases = sorted(pause * number % interval for number in range(connections))
        return max(later - earlier for earlier, later in zip(phases, [*phases[1:], phases[0] + interval]))

    return min(range(3, 20), key=lambda pause: round(longest_gap(pause), 6))


def log_times(text, wanted=200):
    """The milliseconds of each request in h2load's log, all of which must have got the wanted status.

    >>> log_times("1700\\t200\\t540\\n1701\\t200\\t1200\\n")
    [0.54, 1.2]
    >>> log_times("1700\\t502\\t540\\n")
    Traceback (most recent call last):
    SystemExit: h2load got the status 502
    """
    lines = [line.split("\t") for line in text.splitlines()]
    for _, status, _ in lines:
        if status != str(wanted):
            raise SystemExit(f"h2load got the status {status}")
    return [int(microseconds) / 1000 for _, _, microseconds in lines]


def percentile(values, percent):
    """The least value that so many percent of the values don't exceed.

    >>> [percentile(list(range(1, 201)), p) for p in (50, 99, 100)]
    [100, 198, 200]
    """
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]

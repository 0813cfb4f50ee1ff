"""Writes the results as a page of Markdown."""

import itertools

from harness.tables import facts, number, table
from plan import GO, NGINX

INTRODUCTION = """# Benchmarks

`make benchmark` wrote this page. It installs what it needs from Debian, measures for a quarter of an hour, and needs a
machine that does nothing else meanwhile. `Benchmarks/run --only page` takes three minutes and prints the first table.
`Benchmarks/run --quick` takes two minutes and prints the whole page; its numbers are good only for their order.
`Benchmarks/run --help` lists the options.

Compare the ratios: another machine, or the same one on another day, gives other numbers.
"""
METHOD = """
The tasks API is an nginx that sends a file. The lines of the tables were measured in turns, for {seconds} s each, in
{rounds}; the numbers are medians. wrk loads with one thread and as fast as responses come, so that p50 and p99
are those of a server at its limit. CPU is the user and system time of the server's processes for each request. "Of
nginx" and "× nginx" compare requests/s and CPU with the nginx in the same part of the table. The last column is the
size of the response's body.

- nginx proxies with one worker and a fixed token; it has no session.
- Apache proxies with two processes of 300 threads. Its mod_auth_openidc stores the session in cookies, as Latchkey
  does. Both have users who signed in at a provider that costs next to nothing, with a token of 900 bytes.
- The page in Go (`Benchmarks/go_page`) does by hand, with Go's standard library, what Latchkey does for a page: it
  opens the session's cookie, fetches the list with the token, sends the same page with a new form token, and renews
  the cookie once a minute.
- Latchkey makes a page of the list. nginx and Apache send the JSON on as it is. None of them logs requests, except in
  the lines "logged": there Latchkey logs at `info`, its default, to a file.

Each server, and the load generator, runs in a session of its own, so that Linux gives each its share of the CPU time
(sched(7), autogroup). The cookies are fresh, so that no response renews them, except in the lines "renewed".
"""
PAGE = """In the lines "renewed", each request has a cookie that is a minute old, so that each response renews it. MiB is
the process's resident memory after the whole load.

"""
LUA = """
nginx with lua-resty-openidc, which renders the page in Lua, is not in this run, because Debian has no package of it. It
was measured separately, next to an nginx that proxied 38,200 requests/s: 5,790 pages/s, which is 0.15 of nginx, with
207 µs of CPU a page.
"""
API = """
Each request has an access token of about 900 bytes, signed with ES256. A thousand users add tasks in turn, and fifty
tasks of one user are changed in turn; each user has one token. CPU is that of Latchkey, without PostgreSQL's processes.
"""
BUDGET = """The parts of that cost, in µs of CPU: a request to a path that doesn't exist, sent by h2load as often as the call was;
the verification of an access token that was verified before, by 32 callers, and the store's call by four, in
[a process without a server](#the-libraries-alone). The rest is what the API adds: parsing the request, making the
response, and waking the connection's thread when the database is done. Writes that wait at the same time share a
transaction in SQLite; at the API these were five on average, as a trace showed, so four callers come close. The first
request with a token takes about {signature:.0f} µs more, because its signature is verified.

"""
LIBRARIES = """`Benchmarks/Libraries` calls each library in a loop of 0.1 s; the numbers are medians of {rounds} rounds, in which the
loops take turns. CPU includes all threads of the process, but no other process, such as PostgreSQL's or nginx's. With
one caller, CPU and clock differ by what it waited. The transfer fetches the list of ten tasks from nginx. The stores
have four callers.

"""
HALF = """h2load over 32 connections of HTTP/1.1, ten tasks, half of what each server could do in the table above. The
connections start at different times, so that requests are spread.

"""
SIGN_INS = """{count:,} complete sign-ins over 32 connections, each of another user, at a provider that costs next to
nothing. Latchkey redirects the browser to it, gets the code, fetches the tokens, verifies the ID token (ES256) and
stores the session in SQLite. The provider and the browsers are Python programs on the same machine.

"""
PAGE_HEADS = ["requests/s", "of Go", "CPU µs", "× Go", "p50 ms", "× Go", "p99 ms", "× Go", "MiB", "× Go"]
HEADS = ["requests/s", "of nginx", "CPU µs", "× nginx", "p50 ms", "p99 ms", "bytes"]


def page_line(subject, values, base):
    """The cells of a page: each value and its ratio to that of Go's page.

    >>> page_line("Latchkey", [9000.0, 120.0, 2.5, 12.0, 48.0], [10000.0, 100.0, 2.0, 10.0, 24.0])
    ['Latchkey', '9,000', '0.90', '120', '1.20', '2.50', '1.25', '12.00', '1.20', '48', '2.00']
    """
    rate, cpu, p50, p99, mib = values
    cells = [number(rate), number(cpu), f"{p50:.2f}", f"{p99:.2f}", f"{mib:.0f}"]
    ratios = [f"{value / other:.2f}" for value, other in zip(values, base)]
    return [subject, *itertools.chain(*zip(cells, ratios))]


def pages(run):
    """The section of the pages of Go and Latchkey, and of nginx."""
    def values(subject):
        return [*run.results[subject][0], run.loaded[subject.pid]]

    rows = []
    for lead, subjects in run.tables["page"].items():
        base = next(values(subject) for subject in subjects if subject.name == GO)
        leads = [lead] + [""] * (len(subjects) - 1)
        rows += [[first, *page_line(subject.name, values(subject), base)] for first, subject in zip(leads, subjects)]
    return f"\n## The page, compared with Go's\n\n{PAGE}{table(['connections', '', *PAGE_HEADS], rows, 2)}\n"


def line(subject, results, base):
    """The cells of a subject's results, compared with those of nginx."""
    sample, length = results[subject]
    size = "" if subject.script else f"{length:,}"
    return [subject.name, number(sample.rate), f"{sample.rate / base.rate:.3f}", number(sample.cpu),
            f"{sample.cpu / base.cpu:.1f}", f"{sample.p50:.2f}", f"{sample.p99:.2f}", size]


def compared(title, head, parts, results):
    """A section with a table of subjects. Each part has an nginx, which the others in it are compared with."""
    rows = []
    for lead, subjects in parts.items():
        base = next(results[subject][0] for subject in subjects if subject.name == NGINX)
        leads = [f"{lead:,}" if isinstance(lead, int) else lead] + [""] * (len(subjects) - 1)
        rows += [[first, *line(subject, results, base)] for first, subject in zip(leads, subjects)]
    return f"\n## {title}\n\n{table([head, '', *HEADS], rows, 2)}\n"


def budget(run):
    """The section that compares the tasks API's cost with the sum of its parts, if all of them were measured."""
    if not run.empties:
        return ""
    first = run.libraries["verify an access token, ES256, 32 callers"].cpu
    again = run.libraries["verify an access token again, ES256, 32 callers"].cpu
    rows, text = [], BUDGET.format(signature=first - again)
    for database, subjects in run.tables["api"].items():
        for subject in subjects[2:]:
            name = f"{database}: {subject.name}"
            cpu, parts = run.results[subject][0].cpu, [run.empties[subject], again, run.libraries[name].cpu]
            rows.append([name, *(f"{value:.1f}" for value in [cpu, *parts, sum(parts), cpu - sum(parts)])])
    heads = ["", "CPU µs", "no such path", "token", "store", "their sum", "the rest"]
    return f"\n### Where the tasks API's time goes\n\n{text}{table(heads, rows)}\n"


def libraries(costs, rounds):
    """The section of the libraries alone."""
    if not costs:
        return ""
    listed = table(["call", "CPU µs", "clock µs"], [[name, *map(number, cost)] for name, cost in costs.items()])
    return f"\n## The libraries alone\n\n{LIBRARIES.format(rounds=rounds)}{listed}\n"


def half(samples):
    """The section of latencies at half of the greatest rate, by name of the subject."""
    if not samples:
        return ""
    rows = [[name, number(sample.rate), number(sample.cpu), f"{sample.p50:.2f}", f"{sample.p99:.2f}", f"{sample.p99 / sample.p50:.1f}"]
            for name, sample in samples.items()]
    listed = table(["", "requests/s", "CPU µs", "p50 ms", "p99 ms", "p99 ÷ p50"], rows)
    return f"\n## At half of the greatest rate\n\n{HALF}{listed}\n"


def sign_ins(samples, count):
    """The section of sign-ins: how many a second, and what each took of Latchkey's CPU and of the clock."""
    rate, cpu, p50, p99 = samples
    rows = [["sign-ins/s", number(rate)], ["CPU ms for each", f"{cpu:.2f}"], ["p50 / p99 ms", f"{p50:.1f} / {p99:.1f}"]]
    return facts("Sign-ins", SIGN_INS.format(count=count), rows)


SECTIONS = {
    "connections": ("Ten tasks", "connections"),
    "layers": ("Latchkey's layers", "connections"),
    "lists": ("Longer lists, 32 connections", "tasks"),
    "tokens": ("Longer access tokens, 32 connections", "bytes of the token"),
    "api": ("Latchkey's tasks API by itself, 32 connections", "database"),
}


def document(run):
    """The whole page, from the results of a run."""
    options = run.options
    rounds = "one round" if options.rounds == 1 else f"{options.rounds} rounds"
    text = INTRODUCTION + facts("The run", "", run.machine)
    text += METHOD.format(rounds=rounds, seconds=options.seconds)
    for name, parts in run.tables.items():
        text += pages(run) if name == "page" else compared(*SECTIONS[name], parts, run.results)
        text += LUA + half(run.halves) if name == "connections" else API if name == "api" else ""
    text += budget(run) + libraries(run.libraries, 3 * options.rounds)
    if run.sign_ins:
        text += sign_ins(run.sign_ins, options.sign_ins)
    if run.start:
        text += facts("Start, memory, sizes", "", [*run.start, *run.memory, *run.sizes])
    return text

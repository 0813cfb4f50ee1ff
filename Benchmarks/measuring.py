"""One run of the benchmark: what is measured when, and the medians."""

import http.client
import os
import shutil
import statistics
import subprocess
import sys
import time

import libraries
import peers
from harness import machine, servers, usage
from harness.ports import free_port
from harness.subject import response
from load import Sample, full, steady
from plan import API, APACHE, GO, LATCHKEY, NGINX, TOKENS, Plan
from sign_in_load import sign_ins

TABLES = ["page", "connections", "layers", "lists", "tokens", "api"]
PARTS = [*TABLES, "libraries", "half", "sign-ins", "start"]
STARTS = 5
TOOLS = ["nginx", "apache2", "wrk", "h2load", "setpriv", peers.GO]
PACKAGES = ["apache2-bin", "golang-1.19-go", "libapache2-mod-auth-openidc", "nginx-light", "wrk", "nghttp2-client",
            "postgresql", "libcurl4", "libssl3"]
# The subjects whose memory is listed, and what they are called there.
MEMORY = {NGINX: "nginx", APACHE: "Apache, all processes", GO: "the page in Go", LATCHKEY: "Latchkey"}


def check_tools():
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        raise SystemExit(f"not installed: {', '.join(missing)}; make benchmark installs them")


def medians(samples):
    """
    >>> medians([Sample(1, 9, 2, 3), Sample(3, 7, 2, 3), Sample(2, 8, 2, 3)])
    Sample(rate=2, cpu=8, p50=2, p99=3)
    """
    return Sample(*map(statistics.median, zip(*samples)))


def say(text):
    print(text, file=sys.stderr, flush=True)


class Run:
    """What was measured, for the report."""

    def __init__(self, running, options):
        self.running, self.options = running, options
        self.plan = Plan(running, options.program, options.earlier)
        self.tables = {name: self.plan.table(name) for name in TABLES if name in options.parts}
        self.results, self.halves = {}, {}
        # Resident memory in MiB by process, before the load and after it.
        self.idle, self.loaded = {}, {}
        # What the libraries cost alone, by name, and a request without work, by the subject whose rate it was sent at.
        self.libraries, self.empties = {}, {}
        self.sign_ins, self.start, self.memory, self.sizes = None, [], [], []
        self.machine = machine.versions(options.program, PACKAGES)

    def measure(self):
        self.idle = self.resident()
        others = usage.Others(lambda: self.plan.pids)
        self.loads()
        if "half" in self.options.parts:
            self.half_loads()
        self.loaded = self.resident()
        if "libraries" in self.options.parts:
            say("the libraries alone")
            self.libraries = libraries.costs(
                self.options.libraries, 3 * self.options.rounds, self.plan.tasks_url(10), self.running.folder,
                self.plan.apis["PostgreSQL"].database.url())
            self.empty_loads()
        if "sign-ins" in self.options.parts:
            self.sign_in_loads()
        if "start" in self.options.parts:
            self.memory = self.memory_lines()
            self.starts()
            self.sizes = self.size_lines()
        self.machine.append(["other processes", f"took {others.share() * 100:.1f} % of the machine's CPU time"])

    def loads(self):
        found = dict.fromkeys(subject for parts in self.tables.values() for part in parts.values() for subject in part)
        # Cookies become due for renewal while the others are measured.
        subjects = sorted(found, key=lambda subject: subject.renews)
        lengths = {subject: len(response(subject)[1]) for subject in subjects}
        if self.options.warm_up:
            say(f"warming up {len(subjects)} subjects")
            for subject in subjects:
                if not subject.renews:
                    full(subject, 1)
        samples = {subject: [] for subject in subjects}
        for round in range(self.options.rounds):
            say(f"round {round + 1} of {self.options.rounds}: {len(subjects)} subjects, {self.options.seconds} s each")
            for subject in subjects:
                samples[subject].append(full(subject, self.options.seconds))
        self.results = {subject: (medians(taken), lengths[subject]) for subject, taken in samples.items()}

    def empty_loads(self):
        """Sends requests to a path that doesn't exist as often as each call of the tasks API was sent.

        A request costs more if there are fewer, because a thread that has nothing to do sleeps and has to be woken.
        """
        for missing, *subjects in (subjects[1:] for subjects in self.tables.get("api", {}).values()):
            for subject in subjects:
                rate = self.results[subject][0].rate
                self.empties[subject] = medians(
                    [steady(missing, rate, self.options.seconds, self.running.folder)
                     for _ in range(self.options.rounds)]).cpu

    def half_loads(self):
        subjects = [subject for subject in self.tables["connections"][32] if subject.name != API]
        samples = {subject.name: [] for subject in subjects}
        say("half of the greatest rate")
        # What the tasks APIs wrote goes to the disk before, and not meanwhile.
        for database in self.running.others:
            database.run("CHECKPOINT")
        os.sync()
        for _ in range(self.options.rounds):
            for subject in subjects:
                rate = self.results[subject][0].rate / 2
                samples[subject.name].append(steady(subject, rate, self.options.seconds, self.running.folder))
        self.halves = {name: medians(taken) for name, taken in samples.items()}

    def sign_in_loads(self):
        say(f"{self.options.sign_ins} sign-ins")
        count, site = -(-self.options.sign_ins // self.options.rounds), self.plan.latchkey
        self.sign_ins = medians([sign_ins(site.pid, site.port, count) for _ in range(self.options.rounds)])

    def resident(self):
        return {process.pid: usage.resident_mib(process.pid) for process in self.running.processes}

    def memory_lines(self):
        lines = []
        for subject in self.tables.get("connections", {32: []})[32]:
            if subject.name in MEMORY:
                text = f"{self.idle[subject.pid]:.0f} MiB idle, {self.loaded[subject.pid]:.0f} MiB after the load"
                if subject.name == LATCHKEY and self.sign_ins:
                    text += f", {usage.resident_mib(subject.pid):.0f} MiB after {self.options.sign_ins:,} sign-ins"
                lines.append([f"resident memory of {MEMORY[subject.name]}", text])
        return lines

    def starts(self):
        """Milliseconds from the start of a process to its first response; the first start makes the database."""
        say(f"{STARTS} starts")
        times = [self.started() for _ in range(STARTS + 1)]
        self.start = [["from the start of Latchkey's process to its first response",
                       f"{statistics.median(times[1:]):.0f} ms ({times[0]:.0f} ms without a database yet)"]]

    def started(self):
        port = free_port()
        data, api, authority = self.running.folder / "starts", self.plan.tasks_url(10), f"{self.plan.provider}/900"
        command = servers.latchkey_command(self.options.program, data, port, api, authority)
        started = time.perf_counter()
        process = self.running.launch("starts", command, servers.CLIENT)
        while process.poll() is None:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            try:
                connection.request("GET", "/healthz")
                if connection.getresponse().status == 200:
                    took = (time.perf_counter() - started) * 1e3
                    self.running.stop(process)
                    return took
            except ConnectionError:
                time.sleep(0.001)
            finally:
                connection.close()
        raise SystemExit(f"Latchkey does not start:\n{self.running.log('starts').read_text()[-2000:]}")

    def size_lines(self):
        def cookies(sites):
            return ", ".join(f"{len(sites[size].cookie):,} bytes for a token of {size:,}" for size in TOKENS)

        return [["Latchkey's session cookies", cookies(self.plan.tokens)],
                ["mod_auth_openidc's session cookies", cookies(self.plan.apache)],
                ["Latchkey's program", program_size(self.options.program, self.running.folder)]]


def program_size(program, folder):
    """The size of the program as it was built, and stripped if there is a tool for that."""
    size = f"{os.path.getsize(program) / 1e6:.0f} MB"
    stripped = folder / "stripped"
    if shutil.which("strip") and subprocess.run(["strip", "-o", stripped, program]).returncode == 0:
        size += f", stripped {os.path.getsize(stripped) / 1e6:.0f} MB"
    return size

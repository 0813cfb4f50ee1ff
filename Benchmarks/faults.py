#!/usr/bin/env python3
"""Lets everything around the program fail, one thing after the other, while people use it.

    make trial-faults                           # builds in release mode, runs all faults
    .venv/bin/python Benchmarks/faults.py --quick --only "API,disk"

Users who are signed in add tasks, complete them and read the list in three tabs; others sign in and out. Provider and
tasks API stand behind proxies that misbehave; access tokens live for two seconds. For each fault a line says how many
requests there were, the longest wait, how long after the end of the fault all was well again, the most memory that the
program had, how many acknowledged changes, sessions and sign-outs didn't hold, and which responses there were beside
200 and 303. It ends with 1 unless for each fault

- each response was the right page, or one that says what happened, within the deadline;
- each change and sign-out that was acknowledged holds, no task is there twice, and no session has ended;
- all was well again within five seconds after the fault, and memory stayed below 150 MiB.

Faults that need mounts are left out if this isn't run by root.
"""

import argparse
import collections
import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "Benchmarks"), str(ROOT / "Tests/Browser")]
from fault_list import FAULTS, NO_SERVER  # noqa: E402
from fault_load import Load  # noqa: E402
from faulty_proxy import MOMENT  # noqa: E402
from faulty_site import LIBFAKETIME, Memory, OnSmallDisk, WithNames, WithOwnClock  # noqa: E402
from plain_browser import Trouble  # noqa: E402
from servers import PROGRAM, Servers  # noqa: E402

BACK_SECONDS, MEMORY_MIB, NOISE_MIB = 5, 150, 5
# How long a sign-out may wait for others.
SIGN_OUT_SECONDS = 2
# What a user may take to notice.
ROUND_SECONDS = 0.5
LOSSES = "changes lost", "tasks added twice", "sessions ended", "sign-outs that don't hold"
WIDTHS = 27, 10, 12, 12, 6, 6, 0
OWN_MOUNTS = "FAULTS_HAVE_OWN_MOUNTS"


class Trial:
    """One fault at a site that is used."""

    def __init__(self, fault, site, load, options):
        self.fault, self.site, self.load, self.options = fault, site, load, options
        self.problems = collections.Counter()

    def run(self):
        """Prints what was seen; whether all was as it should be."""
        ended = self.load.sessions_ended()
        leaving = []
        if self.load.calm_since(time.monotonic(), 10) is None:
            self.problems["the program was not well before the fault"] += 1
        # They came before the fault and leave within it.
        with contextlib.suppress(Trouble):
            leaving = [(visitor, visitor.arrive()) for visitor in self.load.visitors]
        began = time.monotonic()
        crowd = self.load.crowd() if self.fault.is_crowded else contextlib.nullcontext()
        with Memory(self.site) as memory:
            with self.fault.disturb(self.site), crowd:
                seconds = self.options.long if self.fault.is_long else self.options.seconds
                time.sleep(seconds / 2)
                for visitor, browser in leaving:
                    with contextlib.suppress(Trouble):
                        visitor.leave(browser)
                time.sleep(seconds / 2)
            over = time.monotonic()
            back = self.load.calm_since(over, 3 * BACK_SECONDS)
        seen = self.load.journal.since(began)
        self.judge(seen)
        self.problems["sessions ended"] += self.load.sessions_ended() - ended
        self.look_for_losses()
        if back is None or back - over > BACK_SECONDS + ROUND_SECONDS:
            self.problems["service is not back in time"] += 1
        if memory.most > max(MEMORY_MIB, memory.first + NOISE_MIB):
            self.problems[f"{memory.most:.0f} MiB of memory"] += 1
        row(self.fault.name, len(seen), f"{max((each.waited for each in seen), default=0):.1f} s",
            "never" if back is None else f"{back - over:.1f} s", f"{memory.most:.0f}",
            sum(self.problems[kind] for kind in LOSSES), summary(seen))
        for problem, count in (+self.problems).most_common(12):
            print(f"    {problem}" + (f" (×{count})" if count > 1 else ""), flush=True)
        return not +self.problems

    def judge(self, seen):
        """Notes which responses were not as they should be."""
        for each in seen:
            if problem := self.problem(each):
                self.problems[f"{each.what}: {problem}"] += 1
            deadline = self.deadline(each.what)
            if each.status and each.waited > deadline:
                self.problems[f"{each.what}: {each.status} after more than {deadline:.1f} s"] += 1

    def deadline(self, what):
        fault, options = self.fault, self.options
        waiting = SIGN_OUT_SECONDS if what == "POST /sign-out" else fault.calls * options.timeout + fault.wait
        return waiting + options.slack + (options.seconds if fault.is_closed else 0)

    def problem(self, each):
        if each.status == 0:
            was_in_work = each.began + MOMENT / 2 < self.site.stopped < each.began + each.waited
            is_excused = each.problem in self.fault.instead and not was_in_work
            return None if is_excused else f"no response: {each.problem}"
        is_read = each.what == "GET /tasks"
        is_certain = each.what == "GET /healthz" or (is_read and self.fault.is_readable)
        allowed = set() if is_certain else self.fault.statuses
        if each.status not in {200, 303} | allowed:
            return f"status {each.status}"
        if each.status == 503 and self.fault.is_breaking and not each.is_saying_when_to_retry:
            return "503 without Retry-After"
        return each.problem

    def look_for_losses(self):
        """Notes what was acknowledged and doesn't hold."""
        for user in self.load.users:
            try:
                missing, doubled = user.losses()
            except Trouble as trouble:
                self.problems[f"the list of {user.name} can't be read: {trouble}"] += 1
            else:
                self.problems.update({"changes lost": missing, "tasks added twice": doubled})
        for visitor in self.load.visitors:
            copies, visitor.copies = visitor.copies, []
            self.problems["sign-outs that don't hold"] += sum(copy.is_signed_in for copy in copies[-20:])


def summary(seen):
    """The responses beside 200 and 303, the most frequent first."""
    what = collections.Counter(
        each.status or ("no connection" if each.problem in NO_SERVER else each.problem)
        for each in seen if each.status not in (200, 303))
    return ", ".join(f"{name} ×{count}" for name, count in what.most_common()) or "–"


def row(*columns):
    print("".join(f"{column!s:<{width}}" for column, width in zip(columns, WIDTHS)), flush=True)


def missing_for(site):
    """What a site needs and this machine doesn't have; `None` if it can be tried."""
    if site in (OnSmallDisk, WithNames) and OWN_MOUNTS not in os.environ:
        return "needs root, who may mount"
    if site is WithOwnClock and not LIBFAKETIME:
        return "needs Debian's faketime"
    return None


def start_with_own_mounts():
    """Runs this program again in a mount namespace, if that is allowed, so that no mount outlives it."""
    apart = ["unshare", "--mount", "--propagation", "private"]
    if OWN_MOUNTS in os.environ or os.geteuid() != 0:
        return
    if subprocess.run([*apart, "true"], stderr=subprocess.DEVNULL).returncode == 0:
        os.environ[OWN_MOUNTS] = "1"
        os.execvp("unshare", [*apart, sys.executable, *sys.argv])


def parsed_options():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    arguments.add_argument("--only", type=lambda text: text.split(","), metavar="TEXT,…",
                           help="faults whose names have one of these in them")
    arguments.add_argument("--seconds", type=float, default=8, help="how long a fault lasts")
    arguments.add_argument("--timeout", type=int, default=2, help="apiTimeout and authorityTimeout, in seconds")
    arguments.add_argument("--slack", type=float, default=1.5,
                           help="seconds that a page may take beside what it waits for")
    arguments.add_argument("--quick", action="store_true", help="faults of two seconds, deadlines of one")
    arguments.add_argument("--logs", type=pathlib.Path, metavar="FOLDER", help="where to put what the servers logged")
    options = arguments.parse_args()
    if options.quick:
        options.seconds, options.timeout = 2, 1
    # Enough for calls to time out again and again.
    options.long = options.seconds + 2 * options.timeout
    options.program = options.program.resolve()
    options.faults = [
        fault for fault in FAULTS if not options.only or any(text in fault.name for text in options.only)]
    if not options.faults:
        arguments.error("no fault has such a name")
    return options


def run(running, options):
    """Tries the faults, those of one site one after the other; whether all was as it should be."""
    good = True
    for kind in dict.fromkeys(fault.site for fault in options.faults):
        faults = [fault for fault in options.faults if fault.site is kind]
        if reason := missing_for(kind):
            for fault in faults:
                row(fault.name, f"not tried: {reason}")
            continue
        with contextlib.closing(kind(running, options)) as site, Load(site) as load:
            good = all([Trial(fault, site, load, options).run() for fault in faults]) and good
    return good


def main():
    start_with_own_mounts()
    options = parsed_options()
    if not options.program.exists():
        raise SystemExit(f"{options.program} is not there: make build, or --program FILE")
    began = time.monotonic()
    row("fault", "requests", "worst wait", "back after", "MiB", "lost", "other responses")
    with Servers() as running:
        try:
            good = run(running, options)
        finally:
            if options.logs:
                options.logs.mkdir(parents=True, exist_ok=True)
                for log in running.folder.glob("*.log"):
                    shutil.copy(log, options.logs)
    print(f"{len(options.faults)} faults in {time.monotonic() - began:.0f} s")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()

"""What happened in a soak: what was counted, what was wrong, and which faults were provoked."""

import collections
import contextlib
import math
import threading
import time


class Journal:
    def __init__(self):
        self.lock = threading.Lock()
        self.counts, self.provoked, self.wrong = collections.Counter(), collections.Counter(), collections.Counter()
        self.examples = []
        self.started = time.time()
        # When a replica was killed, and when the database was absent: from when to when.
        self.kills, self.absences = [], []
        # When the database came back last.
        self.returned = math.inf
        # How many seconds after a sign-out a replica served a copy of the cookies last, and how many after the
        # database's return a request failed.
        self.latest, self.latest_absent = 0, 0

    def count(self, what, number=1):
        with self.lock:
            self.counts[what] += number

    def served(self, after):
        """Notes that a replica still served a copy so many seconds after the end of its session."""
        with self.lock:
            self.latest = max(self.latest, after)

    def fault(self, kind, details):
        """Notes what must not happen."""
        with self.lock:
            self.wrong[kind] += 1
            self.examples.append(f"{time.time() - self.started:7.1f} s  {kind}: {details}")

    def failed(self, started, what, is_excusable=True):
        """Notes a response that wasn't the right one; it was provoked if something was killed or absent meanwhile."""
        now = time.time()
        if is_excusable and during(self.kills, started, now):
            kind = "at a kill"
        elif is_excusable and during(self.absences, started, now):
            kind = "without the database"
        else:
            self.fault("wrong responses", what)
            return
        with self.lock:
            self.provoked[kind] += 1
            if kind == "without the database":
                self.latest_absent = max(self.latest_absent, now - self.returned)

    @contextlib.contextmanager
    def span(self, spans, aftermath=0):
        """Adds a span that lasts as long as the context and some seconds more."""
        spans.append([time.time(), math.inf])
        try:
            yield
        finally:
            spans[-1][1] = time.time() + aftermath


def during(spans, started, ended):
    """Whether one of the spans and the time from started to ended have a moment in common.

    >>> [during([[5, 7]], *times) for times in ((1, 4), (1, 5), (6, 6), (7, 9), (8, 9))]
    [False, True, True, True, False]
    """
    return any(start <= ended and started <= end for start, end in spans)

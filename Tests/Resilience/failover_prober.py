"""Stores rows in a database without Latchkey, so that the cluster's losses and outages can be told from ours."""

import os
import subprocess
import threading
import time

PAUSE = 0.25
# Longer than a connection may take; a commit may still be waiting for a standby then.
PATIENCE = 4
# A time without a success that is longer counts as an outage, in seconds.
OUTAGE = 1.0


class DatabaseProber:
    """Stores a row four times a second at each of the URLs, each time by a new connection. Times are monotonic."""

    def __init__(self, urls):
        self.urls, self.lock, self.over, self.number = urls, threading.Lock(), threading.Event(), 0
        # When each row was acknowledged.
        self.acknowledged = {}
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.over.is_set():
            for url in self.urls:
                self.number += 1
                threading.Thread(target=self.probe, args=(url, self.number), daemon=True).start()
            self.over.wait(PAUSE)

    def probe(self, url, number):
        try:
            result = subprocess.run(
                ["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", f"INSERT INTO probe VALUES ({number})", url],
                env=os.environ | {"PGCONNECT_TIMEOUT": "2"}, capture_output=True, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return
        # A warning says that no standby has it.
        if result.returncode == 0 and not result.stderr:
            with self.lock:
                self.acknowledged[number] = time.monotonic()

    def close(self):
        self.over.set()
        self.thread.join()

    def outages(self, start, end):
        with self.lock:
            return outages(self.acknowledged.values(), start, end)

    def lost(self, read, since):
        """When rows were acknowledged, after a moment, that are not among those that are read from the database now."""
        with self.lock:
            acknowledged = dict(self.acknowledged)
        rows = read()
        return [time for number, time in acknowledged.items() if time > since and number not in rows]


def outages(successes, start, end):
    """The times without a success, each with its start and its end.

    >>> outages([1, 1.5, 4, 9], 0, 9.5)
    [(1.5, 4), (4, 9)]
    >>> outages([], 0, 5)
    [(0, 5)]
    """
    times = [start, *sorted(each for each in successes if start < each < end), end]
    return [(first, second) for first, second in zip(times, times[1:]) if second - first > OUTAGE]

"""Whether servers take more and more memory or descriptors: a line through what was seen of each."""

import contextlib
import math
import os
import statistics
import time
import typing

from harness.usage import resident_mib

# Neighbouring values are alike, so the line goes through the means of so many blocks.
BLOCKS = 24
# A slope is significant if it is so many times its standard error.
SIGNIFICANT = 3


class Line(typing.NamedTuple):
    """A line through values (least squares), for which each life of a server has a start of its own."""

    # What the values grow by in an hour, and the standard error of that.
    slope: float
    error: float
    # How many seconds the longest life was watched after the warm-up.
    seconds: float
    mean: float
    most: float

    @property
    def growth(self):
        """By how much the line rises while it was watched."""
        return self.slope * self.seconds / 3600

    def is_growing(self, limit):
        """Whether the slope is significant and the values have grown by more than the limit."""
        return self.slope > SIGNIFICANT * self.error and self.growth > limit


def line(lives):
    """The line through lives, each a list of seconds and values; `None` if there are too few values.

    >>> steady = line([[(second, 50) for second in range(600)]])
    >>> steady.slope, steady.error, steady.mean, steady.most, steady.is_growing(1)
    (0.0, 0.0, 50.0, 50, False)
    >>> growing = line([[(second, start + second / 60) for second in range(300)] for start in (40, 70)])
    >>> round(growing.slope), round(growing.growth), growing.is_growing(4), growing.is_growing(6)
    (60, 5, True, False)
    >>> noisy = line([[(second, (second * 7919) % 101) for second in range(600)]])
    >>> abs(noisy.slope) < 3 * noisy.error
    True
    >>> line([[(0, 1), (1, 1)]])
    """
    lives = [life for life in lives if len(life) > 1]
    seconds = max((life[-1][0] - life[0][0] for life in lives), default=0)
    points, starts = [], 0
    for life in lives:
        blocks = means(life, max(2, seconds / BLOCKS))
        if len(blocks) < 3:
            continue
        starts += 1
        middle_x, middle_y = (statistics.fmean(values) for values in zip(*blocks))
        points += [((x - middle_x) / 3600, y - middle_y) for x, y in blocks]
    free = len(points) - starts - 1
    if free < 3:
        return None
    rise = slope(points)
    rest = sum((y - rise * x) ** 2 for x, y in points)
    error = math.sqrt(rest / free / sum(x ** 2 for x, _ in points))
    values = [value for life in lives for _, value in life]
    return Line(rise, error, seconds, statistics.fmean(values), max(values))


def slope(points):
    """How much y grows with x along the line through the points (least squares).

    >>> slope([(0, 5), (1, 7), (2, 9)])
    2.0
    """
    mean_x, mean_y = (sum(values) / len(points) for values in zip(*points))
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)


def means(life, length):
    """The means of blocks of so many seconds.

    >>> means([(0, 1), (1, 3), (2, 5), (3, 7)], 2)
    [(0.5, 2.0), (2.5, 6.0)]
    """
    blocks = {}
    for second, value in life:
        blocks.setdefault(second // length, []).append((second, value))
    return [tuple(statistics.fmean(values) for values in zip(*block)) for block in blocks.values()]


class Watch:
    """Memory and descriptors of servers, by name, looked at each second.

    A server that is started again has a new life.
    """

    def __init__(self, servers):
        self.servers = servers
        # By name and process: when it was seen first, and seconds since then, MiB, descriptors.
        self.lives = {name: {} for name in servers}

    def run(self, over):
        while not over.wait(1):
            for name, server in self.servers.items():
                # It may just have ended.
                with contextlib.suppress(OSError, TypeError):
                    self.look(name, server.process.pid)

    def look(self, name, pid):
        now, seen = time.monotonic(), (resident_mib(pid), len(os.listdir(f"/proc/{pid}/fd")))
        started, values = self.lives[name].setdefault(pid, (now, []))
        values.append((now - started, *seen))

    def lines(self, name):
        """The lines of a server's memory and descriptors, without the warm-up: a quarter of its longest life."""
        lives = [values for _, values in self.lives[name].values()]
        warm_up = max((life[-1][0] for life in lives), default=0) / 4
        return [line([[(value[0], value[column]) for value in life if value[0] >= warm_up] for life in lives])
                for column in (1, 2)]

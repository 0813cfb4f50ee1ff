"""All users of a site at work."""

import contextlib
import threading
import time

from impatient_users import PATIENCE, Journal, Onlooker, Prober, User, Visitor

USERS, VISITORS = 3, 2
# Further tabs of each user in a crowd.
CROWD = 10
# How long all has to be well.
CALM_SECONDS = 0.5


class Load:
    """Users of a site, each tab on a thread of its own."""

    def __init__(self, site):
        self.journal = Journal()
        self.users = [User(site, self.journal, f"user-{number}") for number in range(USERS)]
        self.visitors = [Visitor(site, self.journal, f"visitor-{number}") for number in range(VISITORS)]
        self.workers = [*self.users, *self.tabs(2), *self.visitors, Prober(site, self.journal)]

    def __enter__(self):
        self.running = contextlib.ExitStack()
        self.running.enter_context(at_work(self.workers))
        return self

    def __exit__(self, *_):
        self.running.close()

    def tabs(self, count):
        return [Onlooker(user) for user in self.users for _ in range(count)]

    def crowd(self):
        """Many more tabs for a while."""
        return at_work(self.tabs(CROWD))

    def sessions_ended(self):
        return sum(user.ended for user in self.users)

    def calm_since(self, moment, patience):
        """When all was well again; `None` if it still isn't when patience ends."""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            time.sleep(0.05)
            back = [worker.back_since(moment) for worker in self.workers]
            if None not in back and time.monotonic() - max(back) > CALM_SECONDS:
                return max(back)
        return None


@contextlib.contextmanager
def at_work(workers):
    over = threading.Event()
    threads = [threading.Thread(target=each.run, args=(over,), daemon=True) for each in workers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join(timeout=2 * PATIENCE)

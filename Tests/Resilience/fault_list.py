"""The faults that are tried: what goes wrong, and what may be seen meanwhile."""

import contextlib
import signal
import socket
import time
import typing

from faulty_site import OnPostgreSQL, OnSmallDisk, Site, WithFewFiles, WithNames, WithOwnClock
from harness.faulty_proxy import MOMENT, Proxy

SETTLING = 0.5
# How long the program waits for a database that accepts statements and sends nothing.
STATEMENT_SECONDS = 6
# What a browser gets that connects while nothing listens, or whose connection ends before a response starts.
NO_SERVER = frozenset({"ConnectionRefusedError", "RemoteDisconnected", "ConnectionResetError", "BrokenPipeError"})


class Fault(typing.NamedTuple):
    name: str
    site: type
    # Starts the fault at a site, and ends it.
    disturb: typing.Callable
    # Of pages that say what happened.
    statuses: frozenset = frozenset({502, 503, 504})
    # What may be instead of a response.
    instead: frozenset = frozenset()
    # How many calls a page may wait for, each until its deadline.
    calls: int = 2
    # For how many seconds a page may wait for something else.
    wait: float = 0
    # Whether the fault lasts longer than others.
    is_long: bool = False
    # Whether many more tabs are open meanwhile.
    is_crowded: bool = False
    # Whether a page of 503 has to state when to try again, because no call is made until then.
    is_breaking: bool = False
    # Whether new connections may wait until the fault is over.
    is_closed: bool = False
    # Whether the list has to be served all the time.
    is_readable: bool = False


@contextlib.contextmanager
def renewing_keys(site, fault):
    """The provider changes the key of its ID tokens within a fault, unless it has just done so."""
    with fault:
        site.provider.change_key()
        yield
    site.provider.changed = time.monotonic()


def api(behaviour):
    return lambda site: site.api.behaving(behaviour)


def provider(behaviour):
    return lambda site: renewing_keys(site, site.authority.behaving(behaviour))


@contextlib.contextmanager
def names_unknown(site, server):
    """The program starts while no name is found."""
    site.stop()
    site.forget_names(server)
    site.start()
    try:
        yield
    finally:
        site.know_names()


@contextlib.contextmanager
def silent_name_server(site):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.77", 53))
        with names_unknown(site, "127.0.0.77"):
            yield


@contextlib.contextmanager
def database_stopped(site):
    site.database.stop()
    try:
        yield
    finally:
        site.database.start()


@contextlib.contextmanager
def database_restarted(site):
    site.database.stop()
    site.database.start()
    yield


@contextlib.contextmanager
def database_crashed(site):
    """Ends without a checkpoint, so that the start is a recovery."""
    site.database.process.send_signal(signal.SIGQUIT)
    site.database.process.wait(timeout=60)
    site.database.start()
    yield


@contextlib.contextmanager
def database_silent(site):
    site.database.freeze()
    try:
        yield
    finally:
        site.database.thaw()


@contextlib.contextmanager
def disk_full(site):
    filler = site.disk / "filler"
    try:
        with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))
        yield
    finally:
        filler.unlink()


@contextlib.contextmanager
def clock_stepped(site, seconds):
    site.step(seconds)
    try:
        yield
    finally:
        site.step(0)


@contextlib.contextmanager
def files_used_up(site):
    """More connections than the program may have files stay open and say nothing."""
    with contextlib.ExitStack() as connections:
        for _ in range(2 * site.files):
            connection = connections.enter_context(socket.socket())
            connection.setblocking(False)
            connection.connect_ex(("127.0.0.1", site.port))
        time.sleep(SETTLING)
        # From now on the program needs new connections to the API.
        with site.api.unreachable():
            pass
        yield


@contextlib.contextmanager
def stopped_and_started(site):
    """Ends the program while requests wait for the tasks API, and starts it again."""
    with site.api.behaving(Proxy.takes_a_moment):
        time.sleep(2 * MOMENT)
        status, took = site.stop()
    if status != 0 or took > 10:
        raise SystemExit(f"after SIGTERM the program ended with {status} after {took:.1f} s")
    site.start()
    yield


BEHAVIOURS = {
    "slow": Proxy.is_slow, "HTML": Proxy.sends_html, "500": Proxy.fails, "half a body": Proxy.sends_half,
    "100 MB": Proxy.announces_too_much, "100 MB in chunks": Proxy.sends_too_much, "no response": Proxy.hangs_up,
    "resets": Proxy.resets, "extra responses": Proxy.speaks_unasked, "408 at the end": Proxy.says_why_it_ends,
}

# The status of pages without the database.
UNAVAILABLE = frozenset({503})
# What holds up requests, or takes memory.
CROWDED = "slow", "100 MB", "100 MB in chunks"

FAULTS = [
    Fault("API unreachable", Site, lambda site: site.api.unreachable(), calls=1),
    *[Fault(f"API: {name}", Site, api(behaviour), calls=1, is_long=name == "slow",
            is_breaking=name == "slow", is_crowded=name in CROWDED)
      for name, behaviour in BEHAVIOURS.items()],
    Fault("API: idle connections end", Site, api(Proxy.ends_idle_connections), calls=1, is_readable=True),
    Fault("API: gzip", Site, api(Proxy.compresses), frozenset(), is_readable=True),
    Fault("API: connections forgotten", Site, api(Proxy.forgets_connections), calls=1),
    Fault("provider: keys 500", Site, provider(Proxy.fails_for_keys)),
    Fault("provider unreachable", Site, lambda site: renewing_keys(site, site.authority.unreachable())),
    *[Fault(f"provider: {name}", Site, provider(behaviour), is_long=name == "slow", is_crowded=name in CROWDED)
      for name, behaviour in BEHAVIOURS.items()],
    Fault("provider: gzip", Site, provider(Proxy.compresses), frozenset()),
    Fault("provider: connections forgotten", Site, provider(Proxy.forgets_connections)),
    Fault("SIGTERM", Site, stopped_and_started, instead=NO_SERVER),
    Fault("PostgreSQL restarted", OnPostgreSQL, database_restarted, UNAVAILABLE),
    Fault("PostgreSQL crashed", OnPostgreSQL, database_crashed, UNAVAILABLE),
    Fault("PostgreSQL silent", OnPostgreSQL, database_silent, UNAVAILABLE | {504}, wait=STATEMENT_SECONDS, is_long=True,
          is_crowded=True),
    Fault("PostgreSQL stopped", OnPostgreSQL, database_stopped, UNAVAILABLE),
    Fault("disk full", OnSmallDisk, disk_full, UNAVAILABLE),
    Fault("files used up", WithFewFiles, files_used_up, is_closed=True),
    Fault("names not found", WithNames, lambda site: names_unknown(site, "127.0.0.1"), instead=NO_SERVER),
    Fault("name server silent", WithNames, silent_name_server, instead=NO_SERVER, is_long=True),
    Fault("clock five minutes ahead", WithOwnClock, lambda site: clock_stepped(site, 300)),
    # ID tokens are from its future then.
    Fault("clock five minutes behind", WithOwnClock, lambda site: clock_stepped(site, -300), statuses=frozenset({400})),
]

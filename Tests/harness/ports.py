"""Ports for servers that are started later."""

import fcntl
import itertools
import os
import random
import socket
import tempfile

# Below those that Linux gives to sockets that name none.
CANDIDATES = itertools.cycle(random.sample(range(20_000, 32_000), 12_000))
# Its bytes stand for the ports. The lock of a byte lasts as long as the process that took the port.
LOCKS = open(f"{tempfile.gettempdir()}/latchkey-test-ports-{os.getuid()}", "ab")


def free_ports(count):
    """Ports at which no server listens, and which no other process of tests is given."""
    return list(itertools.islice(filter(is_free, CANDIDATES), count))


def free_port():
    return free_ports(1)[0]


def is_free(port):
    try:
        fcntl.lockf(LOCKS, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
        with socket.socket() as server:
            server.bind(("127.0.0.1", port))
    except OSError:
        return False
    return True

"""A proxy in front of an HTTP service that can be made to behave as services do when something is wrong."""

import contextlib
import gzip
import http.client
import re
import select
import socket
import ssl
import struct
import threading
import time
import typing
import weakref

MOMENT = 0.4
HUGE_BYTES = 100_000_000
HTML = b"<!doctype html><title>Maintenance</title><h1>We are back soon</h1>"
# The response of a service that takes the end of one request for another: a list without tasks, and a made-up token.
STRAY = b'{"tasks": [], "access_token": "stray", "token_type": "Bearer", "expires_in": 3600}'
# How long a connection is idle before something comes on it.
IDLE_SECONDS = 0.1
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length"}


class Request(typing.NamedTuple):
    method: str
    # The head and the body as they came.
    received: bytes


class Proxy:
    """Passes requests on to a port of this machine, one by one, in the way that `behaviour` says."""

    def __init__(self, port, target, tls=None):
        self.port, self.target, self.tls = port, target, tls
        self.behaviour, self.normal = Proxy.passes, threading.Event()
        self.normal.set()
        self.lock = threading.Lock()
        self.connections = set()
        self.reused = weakref.WeakSet()
        self.started = weakref.WeakKeyDictionary()
        self.disturbed = time.monotonic()
        self.closed = False
        self.listening = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", port), backlog=128)
        self.listening.set()
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        self.closed = True
        self.normal.set()
        self.disconnect()
        self.listening.set()

    @contextlib.contextmanager
    def behaving(self, behaviour):
        """Treats every request so for a while."""
        self.normal.clear()
        self.disturbed = time.monotonic()
        self.behaviour = behaviour
        try:
            yield
        finally:
            self.behaviour = Proxy.passes
            self.normal.set()

    @contextlib.contextmanager
    def unreachable(self):
        """Ends all connections and refuses new ones for a while."""
        self.disconnect()
        try:
            yield
        finally:
            self.listener.listen(128)
            self.listening.set()

    def disconnect(self):
        self.listening.clear()
        # The port stays taken, and connections to it are refused.
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        with self.lock:
            connections = list(self.connections)
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def accept(self):
        while not self.closed:
            self.listening.wait()
            try:
                connection, _ = self.listener.accept()
            except OSError:
                continue
            threading.Thread(target=self.converse, args=(connection,), daemon=True).start()
        self.listener.close()

    def converse(self, connection):
        with self.lock:
            self.connections.add(connection)
        plain = connection
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self.tls:
                connection = self.tls.wrap_socket(connection, server_side=True)
            self.started[connection] = time.monotonic()
            reader = connection.makefile("rb")
            with contextlib.closing(reader):
                while (request := read(reader)) and self.behaviour(self, connection, request):
                    pass
        except (OSError, http.client.HTTPException):
            pass
        finally:
            with self.lock:
                self.connections.discard(plain)
            connection.close()

    def response(self, request):
        """What the service says to a request. It is a service of this machine, and may serve under no other name."""
        with socket.create_connection(("127.0.0.1", self.target)) as service:
            host = b"127.0.0.1:%d" % self.target
            service.sendall(re.sub(rb"(?<=\nHost: )[^\r]*", host, request.received, count=1))
            response = http.client.HTTPResponse(service, method=request.method)
            response.begin()
            body = response.read()
        fields = [f"{name}: {value}\r\n" for name, value in response.getheaders() if name.lower() not in HOP_BY_HOP]
        return head(response.status, len(body), "".join(fields)), body

    # The ways to behave. Each says whether the connection can be used for another request.

    def passes(self, connection, request):
        connection.sendall(b"".join(self.response(request)))
        return True

    def takes_a_moment(self, connection, request):
        time.sleep(MOMENT)
        return self.passes(connection, request)

    def is_slow(self, connection, request):
        """The request is carried out at once; the response comes after its deadline."""
        response = b"".join(self.response(request))
        self.normal.wait()
        connection.sendall(response)
        return True

    def sends_html(self, connection, request):
        connection.sendall(head(200, len(HTML), "Content-Type: text/html\r\n") + HTML)
        return True

    def fails(self, connection, request):
        connection.sendall(head(500, 2, "Content-Type: application/json\r\n") + b"{}")
        return True

    def fails_for_keys(self, connection, request):
        return (self.fails if b" /keys " in request.received else self.passes)(connection, request)

    def sends_half(self, connection, request):
        """The request is carried out, and the connection ends within the response."""
        start, body = self.response(request)
        connection.sendall(start + body[:len(body) // 2])
        return False

    def sends_too_much(self, connection, request):
        """A list or object without end, in chunks, so that its length isn't known beforehand."""
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
        chunk = b"f4240\r\n" + b"[" * 1_000_000 + b"\r\n"
        for _ in range(HUGE_BYTES // 1_000_000):
            connection.sendall(chunk)
        connection.sendall(b"0\r\n\r\n")
        return True

    def announces_too_much(self, connection, request):
        connection.sendall(head(200, HUGE_BYTES, "Content-Type: application/json\r\n"))
        for _ in range(HUGE_BYTES // 1_000_000):
            connection.sendall(b" " * 1_000_000)
        return True

    def ends_idle_connections(self, connection, request):
        """Like a service whose idle connections time out just when the next request arrives."""
        if connection in self.reused:
            return False
        self.reused.add(connection)
        return self.passes(connection, request)

    def is_idle(self, connection):
        """Whether no further request comes for a while."""
        return not select.select([connection], [], [], IDLE_SECONDS)[0]

    def speaks_unasked(self, connection, request):
        """A response that belongs to no request follows on the connection when it is idle."""
        self.passes(connection, request)
        if self.is_idle(connection):
            connection.sendall(head(200, len(STRAY), "Content-Type: application/json\r\n") + STRAY)
        return True

    def says_why_it_ends(self, connection, request):
        """Like a balancer that says why it closes a connection when it is idle."""
        self.passes(connection, request)
        if not self.is_idle(connection):
            return True
        connection.sendall(head(408, 0, "Connection: close\r\n"))
        return False

    def compresses(self, connection, request):
        """Like a proxy that compresses each response, although the request doesn't accept it."""
        start, body = self.response(request)
        coded = gzip.compress(body)
        fields = re.sub(rb"Content-Length: \d+", b"Content-Encoding: gzip\r\nContent-Length: %d" % len(coded), start)
        connection.sendall(fields + coded if body else start)
        return True

    def forgets_connections(self, connection, request):
        """Like a firewall that has forgotten the connections of before: nothing comes from them any more."""
        if self.started[connection] > self.disturbed:
            return self.passes(connection, request)
        connection.recv(1)
        return False

    def hangs_up(self, connection, request):
        """The request is carried out, and the connection ends without a response."""
        self.response(request)
        return False

    def resets(self, connection, request):
        """The same, and a peer that writes to the connection or reads from it gets an error."""
        self.response(request)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return False


def read(reader):
    """The next request of a connection, `None` at its end."""
    lines = []
    while line := reader.readline(65536):
        lines.append(line)
        if line == b"\r\n":
            fields = dict(each.lower().split(b":", 1) for each in lines[1:-1])
            body = reader.read(int(fields.get(b"content-length", 0)))
            return Request(lines[0].split(b" ", 1)[0].decode(), b"".join([*lines, body]))
    return None


def head(status, length, fields):
    reason = http.client.responses.get(status, "")
    return f"HTTP/1.1 {status} {reason}\r\n{fields}Content-Length: {length}\r\n\r\n".encode()


def tls_context(certificate, key):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context

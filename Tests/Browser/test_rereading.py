"""The parts that SIGHUP makes the running program reread: each is in use afterwards, and no user is signed out."""

import base64
import hashlib
import http.server
import json
import secrets
import signal
import ssl
import threading
import time

import pytest
import requests
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from harness.certificates import make_localhost_certificate, session_key
from harness.database_server import PostgreSQL
from harness.plain_browser import PlainBrowser, Trouble
from harness.provider import SigningInProvider

USERS = "alice@dev.example", "bob@dev.example"


def hang_up(latchkey, *words):
    """Sends SIGHUP, and waits until the program has said all these words once more."""
    log = latchkey.folder / "log"
    before = [log.read_text().count(part) for part in words]
    latchkey.process.send_signal(signal.SIGHUP)
    deadline = time.monotonic() + 60
    while any(log.read_text().count(part) == count for part, count in zip(words, before)):
        assert time.monotonic() < deadline, log.read_text()[-2000:]
        time.sleep(0.05)


def signed_in(latchkey, user=USERS[0]):
    browser = PlainBrowser(latchkey.port)
    browser.sign_in(user)
    return browser


def test_reread_session_keys_seal_and_open(own_latchkey, tmp_path):
    old, new = session_key(), session_key()
    keys = tmp_path / "keys"
    keys.write_text(old)
    latchkey = own_latchkey(**{"session-keys-file": str(keys)})
    before = signed_in(latchkey)

    keys.write_text(f"{new} {old}")
    hang_up(latchkey, "session keys were reloaded")
    assert before.is_signed_in
    after = signed_in(latchkey, USERS[1])

    keys.write_text("no key at all")
    hang_up(latchkey, "stay as they were")
    assert before.is_signed_in and after.is_signed_in
    assert "no key at all" not in (latchkey.folder / "log").read_text()

    # The new key seals since it is the first, and what only the old one opens counts as none once that is taken out.
    keys.write_text(new)
    hang_up(latchkey, "session keys were reloaded")
    assert after.is_signed_in and not before.is_signed_in


@pytest.fixture
def provider():
    provider = SigningInProvider("app")
    yield provider
    provider.close()


def can_sign_in(latchkey):
    """Whether the provider takes the client's credentials; if not, there is a page and no session."""
    browser = PlainBrowser(latchkey.port)
    response = browser.request("GET", f"/sign-in?login_hint={USERS[1]}")
    response = browser.request("GET", browser.request("GET", response.location).location)
    return response.status == 303 and browser.is_signed_in


def expect_new_credential(latchkey, change):
    """The provider takes another credential than the program has, and then the program has it too."""
    staying = signed_in(latchkey)
    assert can_sign_in(latchkey)
    change()
    assert not can_sign_in(latchkey)
    hang_up(latchkey, "client's credentials were reloaded")
    assert can_sign_in(latchkey)
    assert staying.is_signed_in


def test_a_reread_client_secret_is_used(own_latchkey, provider, tmp_path):
    file = tmp_path / "secret"

    def change(secret="second"):
        file.write_text(secret)
        credentials = base64.b64encode(f"app:{secret}".encode()).decode()
        provider.authenticates = lambda form, headers: headers["Authorization"] == f"Basic {credentials}"

    change("first")
    latchkey = own_latchkey(authority=provider.url, **{"client-id": "app", "client-secret-file": str(file)})
    expect_new_credential(latchkey, change)


def test_a_reread_client_key_is_used(own_latchkey, provider, tmp_path):
    file = tmp_path / "key.pem"

    def change():
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        file.write_bytes(pem(key))
        provider.authenticates = lambda form, headers: is_signed(form.get("client_assertion", ""), key.public_key())

    change()
    settings = {"client-id": "app", "client-key-file": str(file), "client-authentication": "private_key_jwt"}
    latchkey = own_latchkey(authority=provider.url, **settings)
    expect_new_credential(latchkey, change)


def pem(key):
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def is_signed(assertion, key):
    head, claims, signature = assertion.split(".")
    algorithm = json.loads(base64.urlsafe_b64decode(head + "==="))["alg"]
    rules = padding.PKCS1v15() if algorithm == "RS256" else padding.PSS(padding.MGF1(hashes.SHA256()), 32)
    try:
        key.verify(base64.urlsafe_b64decode(signature + "==="), f"{head}.{claims}".encode(), rules, hashes.SHA256())
        return True
    except InvalidSignature:
        return False


def test_a_reread_client_certificate_is_used_with_its_key(own_latchkey, provider, tmp_path):
    file, key_file = tmp_path / "client.pem", tmp_path / "client-key.pem"

    def change():
        make_localhost_certificate(file, key_file)
        der = ssl.PEM_cert_to_DER_cert(file.read_text())
        digest = base64.urlsafe_b64encode(hashlib.sha256(der).digest()).rstrip(b"=").decode()

        def names_it(form, headers):
            head = form.get("client_assertion", "").split(".")[0]
            return json.loads(base64.urlsafe_b64decode(head + "===")) == {
                "alg": "ES256", "typ": "JWT", "x5t#S256": digest}

        provider.authenticates = names_it

    change()
    settings = {"client-id": "app", "client-key-file": str(key_file), "client-certificate-file": str(file)}
    latchkey = own_latchkey(authority=provider.url, **settings)
    expect_new_credential(latchkey, change)

    # The certificate alone is of no use, and what was there stays.
    key = key_file.read_bytes()
    make_localhost_certificate(file, key_file)
    key_file.write_bytes(key)
    hang_up(latchkey, "client's credentials stay as they were: clientCertificateFile: ", "is not that of the client's key")
    assert can_sign_in(latchkey)


def test_an_assertion_file_is_reread_for_each_token_request(own_latchkey, provider, tmp_path):
    file = tmp_path / "assertion"

    def assertion(lifetime=600):
        # The provider's key stands for any other's.
        return provider.token(lifetime, aud="exchange", jti=secrets.token_urlsafe())

    sent = []
    provider.authenticates = lambda form, headers: sent.append(form.get("client_assertion")) or True
    file.write_text(assertion())
    latchkey = own_latchkey(authority=provider.url, **{"client-id": "app", "client-assertion-file": str(file)})
    for _ in range(2):
        file.write_text(assertion() + "\n")
        assert can_sign_in(latchkey)
        assert sent[-1] == file.read_text().strip()

    sent.clear()
    for text, words in (
        ("", "is empty"), ("nonsense", "is no signed JWT"), (assertion(-1), "has expired"),
        (assertion() + " " * 16384, "is longer than 16 KiB"), (None, f"can't be read: {file} does not exist"),
    ):
        file.unlink() if text is None else file.write_text(text)
        browser = PlainBrowser(latchkey.port)
        response = browser.request("GET", f"/sign-in?login_hint={USERS[0]}")
        response = browser.request("GET", browser.request("GET", response.location).location)
        assert response.status == 502 and "clientAssertionFile" in response.body
        assert f"clientAssertionFile: the assertion {words}" in (latchkey.folder / "log").read_text()
    assert sent == []
    # The file is missing, as while it is being replaced, which keeps nothing else from being reread.
    hang_up(latchkey, "session keys were reloaded")
    file.write_text(assertion())
    assert can_sign_in(latchkey)
    assert file.read_text() not in (latchkey.folder / "log").read_text()


def test_a_new_certificate_is_served_after_a_signal_and_without_one(own_latchkey, tmp_path):
    file, key_file = tmp_path / "certificate.pem", tmp_path / "certificate-key.pem"
    make_localhost_certificate(file, key_file)
    latchkey = own_latchkey(**{"tls-certificate-file": str(file), "tls-key-file": str(key_file)})

    def shown():
        return ssl.get_server_certificate(("localhost", latchkey.port)).strip()

    assert shown() == file.read_text().strip()
    make_localhost_certificate(file, key_file)
    hang_up(latchkey, "certificate and its key were reloaded")
    assert shown() == file.read_text().strip()

    # Without a signal too, within 30 s.
    make_localhost_certificate(file, key_file)
    deadline = time.monotonic() + 30
    while shown() != file.read_text().strip():
        assert time.monotonic() < deadline, "the new certificate is not in use"
        time.sleep(0.2)


def test_a_reread_database_password_is_used(own_latchkey, tmp_path):
    server = PostgreSQL()
    file = tmp_path / "database"
    try:
        server.run("CREATE ROLE app LOGIN PASSWORD 'first'; GRANT ALL ON SCHEMA public TO app")
        file.write_text(server.url("app:first"))
        latchkey = own_latchkey(**{"database-file": str(file)})
        staying = signed_in(latchkey)
        server.run("ALTER ROLE app PASSWORD 'second'")
        # A connection that is there goes on.
        assert staying.is_signed_in
        server.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'app'")
        wait_for_database(latchkey, "away")
        file.write_text(server.url("app:second"))
        hang_up(latchkey, "database's credentials were reloaded")
        wait_for_database(latchkey, "ready")
        assert staying.is_signed_in
        assert signed_in(latchkey, USERS[1]).is_signed_in
    finally:
        server.close()


def wait_for_database(latchkey, state):
    """Waits until the connections of sessions and those of the tasks API, which come back separately, are in this state."""
    deadline = time.monotonic() + 30
    found = {}
    while {found.get("database"), found.get("taskWebAPI")} != {state}:
        assert time.monotonic() < deadline, f"the database is not {state}: {found}"
        time.sleep(0.1)
        found = requests.get(f"{latchkey.url}/readyz", timeout=10).json()["dependencies"]


class EmptyAPI(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"[]")

    def log_message(self, *arguments):
        pass


def test_reread_roots_are_trusted(own_latchkey, tmp_path):
    file, key_file, roots = (tmp_path / name for name in ("api.pem", "api-key.pem", "roots.pem"))
    make_localhost_certificate(roots, tmp_path / "unused.pem")
    make_localhost_certificate(file, key_file)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), EmptyAPI)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file, key_file)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        url = f"https://localhost:{server.server_port}/tasks"
        latchkey = own_latchkey(**{"ca-file": str(roots), "task-web-api": url})
        browser = PlainBrowser(latchkey.port)
        # The sign-in succeeds, but the page of tasks does not.
        with pytest.raises(Trouble, match="502"):
            browser.sign_in(USERS[0])
        assert browser.request("GET", "/tasks").status == 502
        roots.write_bytes(file.read_bytes())
        hang_up(latchkey, "roots for outgoing calls were reloaded")
        assert browser.is_signed_in
    finally:
        server.shutdown()
        server.server_close()

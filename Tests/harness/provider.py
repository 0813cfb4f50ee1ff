"""Providers: one that publishes metadata and signs access tokens, as much as an API needs, and one that signs in."""

import base64
import json
import secrets
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class SigningKey:
    def __init__(self, kid):
        self.kid = kid
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        numbers = self.key.public_key().public_numbers()
        self.published = {
            "kty": "RSA", "use": "sig", "alg": "RS256", "kid": kid,
            "n": base64url(numbers.n.to_bytes(256, "big")), "e": base64url(numbers.e.to_bytes(3, "big")),
        }

    def signed(self, claims):
        parts = [base64url(json.dumps(part).encode()) for part in ({"alg": "RS256", "kid": self.kid, "typ": "JWT"}, claims)]
        signature = self.key.sign(".".join(parts).encode(), padding.PKCS1v15(), hashes.SHA256())
        return ".".join([*parts, base64url(signature)])


class Provider:
    def __init__(self, url=None):
        """Has another URL than its own if it is reached through something else."""
        self.key = SigningKey("one")

        def respond(handler, status, content):
            body = json.dumps(content).encode()
            handler.send_response(status)
            handler.send_header("Content-Type", "application/json")
            handler.send_header("Content-Length", str(len(body)))
            handler.end_headers()
            handler.wfile.write(body)

        class Handler(BaseHTTPRequestHandler):
            def do_GET(handler):
                url = urllib.parse.urlsplit(handler.path)
                if location := self.authorize(url):
                    handler.send_response(302)
                    handler.send_header("Location", location)
                    handler.send_header("Content-Length", "0")
                    handler.end_headers()
                else:
                    respond(handler, 200 if url.path in self.documents else 404, self.documents.get(url.path, {}))

            def do_POST(handler):
                form = dict(urllib.parse.parse_qsl(handler.rfile.read(int(handler.headers["Content-Length"])).decode()))
                respond(handler, *self.post(handler.path, form, handler.headers))

            def log_message(handler, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        self.url = url or f"http://127.0.0.1:{self.port}"
        self.metadata = {
            "issuer": self.url, "authorization_endpoint": f"{self.url}/authorize", "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys", "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        }
        self.documents = {
            "/.well-known/openid-configuration": self.metadata, "/keys": {"keys": [self.key.published]}}
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def authorize(self, url):
        return None

    def post(self, path, form, headers):
        return 404, {}

    def access_token(self, audience, subject, lifetime=3600):
        return self.token(lifetime, sub=subject, aud=audience)

    def token(self, lifetime, **claims):
        now = int(time.time())
        return self.key.signed(claims | {"iss": self.url, "iat": now, "exp": now + lifetime})

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class SigningInProvider(Provider):
    """Signs in the user that `login_hint` names. Each refresh replaces the refresh token.

    The one before serves until its successor is used, because a client that is killed may never have stored the
    successor. Any other that is used again ends the grant.
    """

    def __init__(self, client, lifetime=3600, url=None):
        super().__init__(url)
        self.client, self.lifetime = client, lifetime
        # Whether a client may have tokens, by its form and its header fields.
        self.authenticates = lambda form, headers: True
        self.lock = threading.Lock()
        self.codes, self.grants, self.owners = {}, {}, {}
        self.refreshes = 0
        self.metadata |= {
            "scopes_supported": ["openid", "profile", "offline_access"], "revocation_endpoint": f"{self.url}/revoke"}

    def authorize(self, url):
        if url.path != "/authorize":
            return None
        query = dict(urllib.parse.parse_qsl(url.query))
        code = secrets.token_urlsafe()
        with self.lock:
            self.codes[code] = (query["login_hint"], query["nonce"])
        return f"{query['redirect_uri']}?{urllib.parse.urlencode({'code': code, 'state': query['state']})}"

    def post(self, path, form, headers):
        if not self.authenticates(form, headers):
            return 401, {"error": "invalid_client"}
        with self.lock:
            if path == "/revoke":
                self.grants.pop(self.owners.get(form["token"]), None)
                return 200, {}
            if form["grant_type"] == "authorization_code":
                user, nonce = self.codes.pop(form["code"], (None, None))
                if user is None:
                    return 400, {"error": "invalid_grant"}
                grant = secrets.token_urlsafe()
                self.grants[grant] = (user, [])
                return 200, self.tokens(grant, user, nonce=nonce)
            token = form["refresh_token"]
            grant = self.owners.get(token)
            user, valid = self.grants.get(grant, (None, []))
            if token not in valid:
                self.grants.pop(grant, None)
                return 400, {"error": "invalid_grant"}
            # Its predecessor is of no use any more.
            del valid[:valid.index(token)]
            del valid[1:]
            self.refreshes += 1
            return 200, self.tokens(grant, user)

    def lifetime_for(self, user):
        """How long the access tokens of a user live, in seconds."""
        return self.lifetime

    def tokens(self, grant, user, **claims):
        lifetime, refresh_token = self.lifetime_for(user), secrets.token_urlsafe()
        self.owners[refresh_token] = grant
        self.grants[grant][1].append(refresh_token)
        return {
            "token_type": "Bearer", "expires_in": lifetime, "refresh_token": refresh_token,
            "access_token": self.token(lifetime, sub=user, aud=self.client, scope="tasks"),
            "id_token": self.id_token(3600, sub=user, aud=self.client, name=user, **claims),
        }

    def id_token(self, lifetime, **claims):
        return self.token(lifetime, **claims)

"""A provider that only publishes metadata and keys, and signs access tokens: as much as an API needs to know of one."""

import base64
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Provider:
    def __init__(self):
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        numbers = self.key.public_key().public_numbers()
        keys = {"keys": [{
            "kty": "RSA", "use": "sig", "alg": "RS256", "kid": "one",
            "n": base64url(numbers.n.to_bytes(256, "big")), "e": base64url(numbers.e.to_bytes(3, "big")),
        }]}

        class Handler(BaseHTTPRequestHandler):
            def do_GET(handler):
                answers = {"/.well-known/openid-configuration": self.metadata, "/keys": keys}
                body = json.dumps(answers.get(handler.path, {})).encode()
                handler.send_response(200 if handler.path in answers else 404)
                handler.send_header("Content-Type", "application/json")
                handler.send_header("Content-Length", str(len(body)))
                handler.end_headers()
                handler.wfile.write(body)

            def log_message(handler, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.metadata = {
            "issuer": self.url, "authorization_endpoint": f"{self.url}/authorize", "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys", "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        }
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def access_token(self, audience, subject):
        now = int(time.time())
        claims = {"iss": self.url, "sub": subject, "aud": audience, "iat": now, "exp": now + 3600}
        parts = [base64url(json.dumps(part).encode()) for part in ({"alg": "RS256", "kid": "one", "typ": "JWT"}, claims)]
        signature = self.key.sign(".".join(parts).encode(), padding.PKCS1v15(), hashes.SHA256())
        return ".".join([*parts, base64url(signature)])

    def close(self):
        self.server.shutdown()
        self.server.server_close()

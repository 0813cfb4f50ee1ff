"""An OpenID provider that costs next to nothing, so that a benchmark of sign-ins measures the relying party.

    python3 Benchmarks/costless_provider.py PORT

The authority http://localhost:PORT/1000 gives access tokens of about 1,000 bytes; any other number works likewise. With
/1000,60 they expire after 60 seconds, and each refresh gives another one. A day is the default.
Anyone may sign in: the authorization endpoint responds at once, and an authorization code is the request's nonce. A
client may make up the code by itself and leave the authorization endpoint out. Tokens are signed by ES256 with a key
that is public, the number 1, and with 1 as the number that should be random: so a signature takes one addition.
"""

import asyncio
import base64
import functools
import hashlib
import json
import re
import secrets
import sys
import time
import urllib.parse

from harness.ports import free_port

# The curve P-256: its order, and the generator, which is the public key of the private key 1.
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
X = 0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296
Y = 0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


DAY = 86400
HEADER = base64url(b'{"alg":"ES256","kid":"one","typ":"JWT"}')
KEYS = {"keys": [{"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "one",
                  "x": base64url(X.to_bytes(32, "big")), "y": base64url(Y.to_bytes(32, "big"))}]}


def signed(claims):
    """A JWT with these claims (RFC 7515, section 3.1)."""
    text = f"{HEADER}.{base64url(json.dumps(claims, separators=(',', ':')).encode())}"
    digest = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
    return f"{text}.{base64url(X.to_bytes(32, 'big') + ((digest + X) % ORDER).to_bytes(32, 'big'))}"


@functools.cache
def access_token(issuer, size, lifetime=DAY, number=0):
    """One access token of about so many bytes for all users.

    >>> abs(len(access_token("http://localhost:1/1000", 1000)) - 1000) <= 3
    True
    """
    now = int(time.time())
    claims = {"iss": issuer, "sub": "benchmark", "aud": "benchmark", "iat": now, "exp": now + lifetime, "jti": number,
              "groups": ""}
    missing = size - len(signed(claims))
    return signed(claims | {"groups": secrets.token_hex(max(0, missing))[:max(0, missing) * 3 // 4]})


def metadata(issuer):
    return {
        "issuer": issuer, "authorization_endpoint": f"{issuer}/authorize", "token_endpoint": f"{issuer}/token",
        "jwks_uri": f"{issuer}/keys", "response_types_supported": ["code"], "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"], "code_challenge_methods_supported": ["S256"],
        "scopes_supported": ["openid", "profile", "offline_access"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic"]}


def lifetime(issuer):
    """The seconds for which access tokens of an authority are valid.

    >>> lifetime("http://localhost:1/1000"), lifetime("http://localhost:1/1000,60")
    (86400, 60)
    """
    return int(issuer.partition(",")[2] or DAY)


def subject(nonce):
    """Each sign-in is by another user."""
    return hashlib.sha256(nonce.encode()).hexdigest()[:32]


def tokens(issuer, form):
    now, seconds = int(time.time()), lifetime(issuer)
    # A refresh token is the subject and its number, from 1.
    user, _, number = (form.get("refresh_token") or f"{subject(form['code'])}.0").partition(".")
    claims = {"iss": issuer, "sub": user, "aud": "benchmark", "iat": now, "exp": now + 3600, "name": "Somebody"}
    claims |= {"nonce": form["code"]} if "code" in form else {}
    size = int(issuer.rpartition("/")[2].partition(",")[0])
    return {"token_type": "Bearer", "expires_in": seconds, "id_token": signed(claims),
            "refresh_token": f"{user}.{int(number) + 1}",
            "access_token": access_token(issuer, size, seconds, int(number) if seconds < DAY else 0)}


def logout_token(issuer, user, number):
    """A token that ends the sessions of a user (OpenID Connect Back-Channel Logout 1.0, section 2.4)."""
    now = int(time.time())
    return signed({"iss": issuer, "sub": user, "aud": "benchmark", "iat": now, "exp": now + 120, "jti": str(number),
                   "events": {"http://schemas.openid.net/event/backchannel-logout": {}}})


def response(origin, target, body):
    """The status, the `Location` and the content for a request."""
    url = urllib.parse.urlsplit(target)
    _, size, endpoint = url.path.split("/", 2)
    issuer = f"{origin}/{size}"
    if endpoint == "authorize":
        query = dict(urllib.parse.parse_qsl(url.query))
        back = urllib.parse.urlencode({"code": query["nonce"], "state": query["state"]})
        return "302 Found", f"{query['redirect_uri']}?{back}", {}
    if endpoint == "token":
        return "200 OK", None, tokens(issuer, dict(urllib.parse.parse_qsl(body)))
    found = {".well-known/openid-configuration": metadata(issuer), "keys": KEYS}.get(endpoint)
    return ("404 Not Found", None, {}) if found is None else ("200 OK", None, found)


async def converse(origin, reader, writer):
    """Responds to the requests of one connection until it closes."""
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = re.search(r"^content-length: *(\d+)", head, re.I | re.M)
            body = (await reader.readexactly(int(length[1]))).decode() if length else ""
            status, location, content = response(origin, head.split(" ", 2)[1], body)
            payload = json.dumps(content).encode()
            fields = f"Content-Type: application/json\r\nContent-Length: {len(payload)}\r\nCache-Control: no-store\r\n"
            fields += f"Location: {location}\r\n" if location else ""
            writer.write(f"HTTP/1.1 {status}\r\n{fields}\r\n".encode() + payload)
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


def start(running):
    """Starts the provider as a process; its URL."""
    port = free_port()
    running.start("provider", [sys.executable, __file__, port], [port])
    return f"http://localhost:{port}"


async def main(port):
    server = await asyncio.start_server(functools.partial(converse, f"http://localhost:{port}"), "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))

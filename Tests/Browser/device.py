"""A browser without scripts that has a key on its device, and proves it as Chrome does."""

import html
import http.client
import json
import re
import ssl
import typing
import urllib.parse

import requests
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from harness.provider import base64url

DEVICE_COOKIE = "__Host-latchkey-device"
REGISTRATION, REFRESH = "/sign-in/device", "/sign-in/device/refresh"


def jwt(header, claims, sign):
    """A token (RFC 7519) of members that are not `None`."""
    parts = [{name: value for name, value in part.items() if value is not None} for part in (header, claims)]
    signed = ".".join(base64url(json.dumps(part).encode()) for part in parts)
    return f"{signed}.{base64url(sign(signed.encode()))}"


class DeviceKey:
    """A key of a device, and its proofs."""

    def __init__(self, curve=None):
        self.key = ec.generate_private_key(curve or ec.SECP256R1())
        self.size = (self.key.key_size + 7) // 8

    @property
    def jwk(self):
        numbers = self.key.public_key().public_numbers()
        x, y = (base64url(number.to_bytes(self.size, "big")) for number in (numbers.x, numbers.y))
        return {"kty": "EC", "crv": f"P-{self.key.key_size}", "x": x, "y": y}

    @property
    def secret(self):
        return base64url(self.key.private_numbers().private_value.to_bytes(self.size, "big"))

    def signature(self, data):
        """As JWTs have it (RFC 7518, section 3.4)."""
        numbers = decode_dss_signature(self.key.sign(data, ec.ECDSA(hashes.SHA256())))
        return b"".join(number.to_bytes(self.size, "big") for number in numbers)

    def proof(self, challenge, sign=None, claims=None, **header):
        members = {"typ": "dbsc+jwt", "alg": "ES256"} | header
        return jwt(members, {"jti": challenge} | (claims or {}), sign or self.signature)

    def registration(self, challenge, sign=None, claims=None, **header):
        """A proof that has the key, for a server that doesn't know it yet."""
        return self.proof(challenge, sign, claims, **{"jwk": self.jwk} | header)


class Response(typing.NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    text: str

    @property
    def location(self):
        return self.headers["Location"]

    @property
    def cookies(self):
        """The cookies that are set: name → (value, attributes, in lower case)."""
        found = {}
        for field in self.headers.get_all("Set-Cookie") or []:
            pair, *attributes = re.split("; *", field)
            name, value = pair.split("=", 1)
            assert name not in found, f"{name} is set twice"
            found[name] = value, {attribute.lower() for attribute in attributes}
        return found

    @property
    def challenge(self):
        """The challenge of the next proof, and the identifier that it belongs to; `None` if there is none."""
        found = re.fullmatch('"([^"]+)"; *id="([^"]+)"', self.headers["Secure-Session-Challenge"] or "")
        return found and found.groups()


class BoundBrowser:
    """Stores the site's cookies by name, and takes no step that a test doesn't name."""

    def __init__(self, site):
        self.site = site
        self.context = ssl.create_default_context(cafile=site.certificate) if site.scheme == "https" else None
        self.cookies = {}
        self.key = DeviceKey()
        self.provider = requests.Session()
        self.offered = self.challenge = self.identifier = None

    def send(self, method, path, fields=(), body=None):
        """One request with these fields, as pairs, and no others but the cookies."""
        place = {"host": "localhost", "port": self.site.port, "timeout": 60}
        connection = (
            http.client.HTTPSConnection(**place, context=self.context) if self.context else http.client.HTTPConnection(**place))
        try:
            connection.putrequest(method, path, skip_accept_encoding=True)
            for name, value in fields:
                connection.putheader(name, value)
            if self.cookies:
                connection.putheader("Cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
            data = (body or "").encode()
            if method == "POST":
                connection.putheader("Content-Length", str(len(data)))
            connection.endheaders(data or None)
            received = connection.getresponse()
            response = Response(received.status, received.headers, received.read().decode())
        finally:
            connection.close()
        for name, (value, attributes) in response.cookies.items():
            if "max-age=0" in attributes:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        return response

    def navigate(self, path, source="same-origin"):
        fields = [("Accept", "text/html"), ("Sec-Fetch-Mode", "navigate")]
        return self.send("GET", path, fields + ([("Sec-Fetch-Site", source)] if source else []))

    def fetch(self, path, source="same-origin"):
        return self.send("GET", path, [("Accept", "*/*"), ("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Site", source)])

    def post(self, path, form):
        fields = [
            ("Accept", "text/html"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Site", "same-origin"),
            ("Origin", self.site.url), ("Referer", f"{self.site.url}/tasks"),
            ("Content-Type", "application/x-www-form-urlencoded")]
        return self.send("POST", path, fields, urllib.parse.urlencode(form))

    @property
    def csrf(self):
        return html.unescape(re.search('name=csrf value="([^"]*)"', self.navigate("/tasks").text)[1])

    @property
    def is_served(self):
        return "data-user" in self.navigate("/tasks").text

    def sign_in(self, path="/sign-in", user="alice@dev.example"):
        """Signs in at the development identity provider: the response that ends it."""
        location = self.navigate(path).location
        while location.startswith(self.site.identity_url):
            page = self.provider.get(location, allow_redirects=False, timeout=60)
            if page.status_code == 200:
                form = re.search('<form[^>]*action="([^"]*)"[^>]*>(.*?)</form>', page.text, re.S)
                hidden = re.findall('<input type="hidden" name="([^"]*)" value="([^"]*)"', form[2])
                fields = {html.unescape(name): html.unescape(value) for name, value in hidden}
                fields |= {"email": user, "password": "latchkey"}
                action = urllib.parse.urljoin(page.url, html.unescape(form[1]))
                page = self.provider.post(action, fields, allow_redirects=False, timeout=60)
            location = urllib.parse.urljoin(page.url, page.headers["Location"])
        assert location.startswith(self.site.url), location
        ended = self.navigate(location.removeprefix(self.site.url), source="cross-site")
        assert ended.status == 303, ended
        offer = re.fullmatch(
            r'\(ES256\);path="/sign-in/device";challenge="([^"]+)"', ended.headers["Secure-Session-Registration"] or "")
        self.offered = offer and offer[1]
        return ended

    def post_proof(self, path, *fields):
        """Sends these fields, as pairs, as a browser does by itself."""
        own = [("Origin", self.site.url), ("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Mode", "no-cors")]
        return self.send("POST", path, [*own, *fields])

    def register(self, proof=None):
        """Registers the key, with a proof of it or another one."""
        proof = self.key.registration(self.offered) if proof is None else proof
        response = self.post_proof(REGISTRATION, ("Secure-Session-Response", proof))
        if response.status == 200:
            self.challenge, self.identifier = response.challenge
        return response

    def refresh(self, proof=None, identifier=None):
        """Proves the key, with the newest challenge or by another proof."""
        proof = self.key.proof(self.challenge) if proof is None else proof
        fields = [("Sec-Secure-Session-Id", identifier or self.identifier), ("Secure-Session-Response", proof)]
        response = self.post_proof(REFRESH, *fields)
        if response.challenge:
            self.challenge = response.challenge[0]
        return response

    def copy(self, *without):
        """A browser elsewhere with a copy of the cookies, but for these; it has another key and another device."""
        other = BoundBrowser(self.site)
        other.cookies = {name: value for name, value in self.cookies.items() if name not in without}
        return other


def refuses(response, status=400):
    """Whether a response has this status and sets no cookie."""
    return response.status == status and not response.cookies


def is_over(response, identifier):
    """Whether a response says that the browser's session has ended."""
    ended = {"session_identifier": identifier, "continue": False}
    return response.status == 200 and not response.cookies and json.loads(response.text) == ended

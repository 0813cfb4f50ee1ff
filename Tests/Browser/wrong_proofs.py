"""Proofs that a site has to refuse, and keys that it must not register."""

import hashlib
import hmac
import json

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa

from device import DeviceKey
from harness.provider import base64url

RSA = rsa.generate_private_key(public_exponent=65537, key_size=2048)


def sign_by_rsa(data):
    return RSA.sign(data, padding.PKCS1v15(), hashes.SHA256())


def rsa_jwk():
    return {"kty": "RSA", "n": base64url(RSA.public_key().public_numbers().n.to_bytes(256, "big")), "e": "AQAB"}


def sign_by_public_key(key):
    """A MAC whose secret is the public key, which everybody may know."""
    point = key.key.public_key().public_numbers()
    secret = point.x.to_bytes(32, "big") + point.y.to_bytes(32, "big")
    return lambda data: hmac.digest(secret, data, hashlib.sha256)


def sign_in_der(key):
    return lambda data: key.key.sign(data, ec.ECDSA(hashes.SHA256()))


def sign_longer(key):
    return lambda data: key.signature(data) + b"\0"


def filled(prove, size):
    """The longest proof of at most so many bytes, by a claim without meaning."""
    room = (size - len(prove(claims={"x": ""}))) * 3 // 4
    return next(proof for count in range(room + 3, 0, -1) if len(proof := prove(claims={"x": "x" * count})) <= size)


# Proofs that are refused at a registration and later, by what makes them of the right challenge, and by the key.
WRONG_PROOFS = {
    "empty": lambda prove, key: "",
    "no JWT": lambda prove, key: "made-up",
    "two parts": lambda prove, key: prove().rpartition(".")[0],
    "four parts": lambda prove, key: prove() + ".AAAA",
    "without signature": lambda prove, key: prove().rpartition(".")[0] + ".",
    "a padded signature": lambda prove, key: prove() + "==",
    "other characters": lambda prove, key: prove() + "+",
    "two values": lambda prove, key: ", ".join(2 * [prove()]),
    "two quoted values": lambda prove, key: ", ".join(2 * [f'"{prove()}"']),
    "one quote": lambda prove, key: f'"{prove()}',
    "more than 4 KiB": lambda prove, key: filled(prove, 4100),
    "another type": lambda prove, key: prove(typ="JWT"),
    "without type": lambda prove, key: prove(typ=None),
    "without algorithm": lambda prove, key: prove(alg=None),
    "none": lambda prove, key: prove(alg="none"),
    "none, unsigned": lambda prove, key: prove(sign=lambda data: b"", alg="none"),
    "HS256 by the public key": lambda prove, key: prove(sign=sign_by_public_key(key), alg="HS256"),
    "RS256": lambda prove, key: prove(sign=sign_by_rsa, alg="RS256"),
    "ES384": lambda prove, key: prove(alg="ES384"),
    "signed by another key": lambda prove, key: prove(sign=DeviceKey().signature),
    "a signature of zeros": lambda prove, key: prove(sign=lambda data: bytes(64)),
    "a signature in DER": lambda prove, key: prove(sign=sign_in_der(key)),
    "a long signature": lambda prove, key: prove(sign=sign_longer(key)),
    "without challenge": lambda prove, key: prove(claims={"jti": None}),
    "a number as challenge": lambda prove, key: prove(claims={"jti": 1}),
    "a list as challenge": lambda prove, key: prove(claims={"jti": ["one", "two"]}),
}
# Keys that aren't registered: key → the header's members, and what signs.
WRONG_KEYS = {
    "none": lambda key: ({"jwk": None}, None),
    "a text": lambda key: ({"jwk": json.dumps(key.jwk)}, None),
    "private": lambda key: ({"jwk": key.jwk | {"d": key.secret}}, None),
    "not on the curve": lambda key: ({"jwk": key.jwk | {"y": key.jwk["x"]}}, None),
    "at no place": lambda key: ({"jwk": key.jwk | {"x": base64url(bytes(32)), "y": base64url(bytes(32))}}, None),
    "without y": lambda key: ({"jwk": {name: value for name, value in key.jwk.items() if name != "y"}}, None),
    "with a short x": lambda key: ({"jwk": key.jwk | {"x": key.jwk["x"][:-4]}}, None),
    "of another curve by name": lambda key: ({"jwk": key.jwk | {"crv": "P-384"}}, None),
    "of another kind by name": lambda key: ({"jwk": key.jwk | {"kty": "OKP"}}, None),
    "of RSA": lambda key: ({"jwk": rsa_jwk(), "alg": "RS256"}, sign_by_rsa),
    "of RSA as ES256": lambda key: ({"jwk": rsa_jwk()}, sign_by_rsa),
    "symmetric": lambda key: (
        {"jwk": {"kty": "oct", "k": base64url(bytes(32))}, "alg": "HS256"}, lambda data: hmac.digest(bytes(32), data, hashlib.sha256)),
}

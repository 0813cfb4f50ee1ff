"""A browser's key of its device: which proofs register it and renew the device's cookie, and which are refused."""

import json
import re
import urllib.parse
from functools import partial

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from device import DEVICE_COOKIE, REFRESH, REGISTRATION, BoundBrowser, DeviceKey, is_over, refuses
from wrong_proofs import WRONG_KEYS, WRONG_PROOFS, filled


# Registration

@pytest.mark.parametrize("form", ["{}", '"{}"'], ids=["bare", "quoted"])
@pytest.mark.parametrize("with_cookies", [True, False], ids=["with the session's cookie", "without cookies"])
def test_a_key_is_registered(offered, form, with_cookies):
    cookies = offered.cookies
    offered.cookies = cookies if with_cookies else {}
    response = offered.register(form.format(offered.key.registration(offered.offered)))
    assert response.status == 200
    assert response.headers["Content-Type"].startswith("application/json")
    assert "no-store" in response.headers["Cache-Control"]
    session = json.loads(response.text)
    assert session["session_identifier"] == offered.identifier
    assert urllib.parse.urljoin(f"{offered.site.url}{REGISTRATION}", session["refresh_url"]) == f"{offered.site.url}{REFRESH}"
    assert session["scope"]["include_site"] is False and session["scope"].get("origin", offered.site.url) == offered.site.url
    # The browser compares its cookie with these attributes, but for the age.
    [(name, (_, attributes))] = response.cookies.items()
    [credential] = session["credentials"]
    assert (credential["type"], credential["name"], name) == ("cookie", DEVICE_COOKIE, DEVICE_COOKIE)
    assert {part.lower() for part in re.split("; *", credential["attributes"])} == attributes - {"max-age=600"}
    assert attributes == {"max-age=600", "path=/", "secure", "httponly", "samesite=lax"}
    offered.cookies = cookies | offered.cookies
    assert offered.is_served
    assert offered.refresh().status == 200


@pytest.mark.parametrize("name", WRONG_PROOFS)
def test_a_wrong_proof_registers_no_key(offered, name):
    assert refuses(offered.register(WRONG_PROOFS[name](partial(offered.key.registration, offered.offered), offered.key)))


@pytest.mark.parametrize("name", WRONG_KEYS)
def test_a_wrong_key_is_not_registered(offered, name):
    header, sign = WRONG_KEYS[name](offered.key)
    assert refuses(offered.register(offered.key.registration(offered.offered, sign, **header)))


def test_a_key_of_another_curve_is_not_registered(offered):
    offered.key = DeviceKey(ec.SECP384R1())
    assert refuses(offered.register())


@pytest.mark.parametrize("fields", [0, 2])
def test_a_registration_has_one_proof(offered, fields):
    field = "Secure-Session-Response", offered.key.registration(offered.offered)
    assert refuses(offered.post_proof(REGISTRATION, *fields * [field]))


def test_claims_without_meaning_and_4_kib_are_no_reason_to_refuse_a_proof(offered):
    proof = filled(partial(offered.key.registration, offered.offered), 4096)
    assert offered.register(proof).status == 200
    claims = {"aud": offered.site.url, "iat": "now", "jwk": 1}
    assert offered.refresh(offered.key.proof(offered.challenge, claims=claims)).status == 200


def test_a_challenge_registers_one_key(offered):
    assert offered.register().status == 200
    assert refuses(offered.register())
    assert refuses(offered.register(DeviceKey().registration(offered.offered)))
    assert offered.refresh().status == 200


@pytest.mark.parametrize("change", [
    lambda browser: "made-up", lambda browser: browser.cookies["__Host-latchkey"], lambda browser: browser.csrf,
    lambda browser: browser.offered[:-2] + ("AA" if browser.offered[-2:] != "AA" else "BB"), lambda browser: browser.offered + "A"],
    ids=["made up", "the session's cookie", "a form's proof", "changed", "longer"])
def test_a_challenge_that_the_site_has_not_made_registers_no_key(offered, change):
    assert refuses(offered.register(offered.key.registration(change(offered))))


def test_a_challenge_for_a_later_proof_registers_no_key(bound):
    assert refuses(bound.register(DeviceKey().registration(bound.challenge)))
    assert bound.refresh().status == 200


def test_no_key_is_registered_once_the_session_has_ended(offered):
    assert offered.post("/sign-out", {"csrf": offered.csrf}).status == 303
    assert refuses(offered.register())


# Later proofs

def test_a_proof_renews_the_cookie_and_brings_the_next_challenge(bound):
    for cookies in (bound.cookies, {}):
        bound.cookies = cookies
        response = bound.refresh()
        assert response.status == 200 and response.challenge
        [(name, (_, attributes))] = response.cookies.items()
        assert name == DEVICE_COOKIE and attributes == {"max-age=600", "path=/", "secure", "httponly", "samesite=lax"}


@pytest.mark.parametrize("form", ["{}", '"{}"'], ids=["bare", "quoted"])
def test_both_fields_of_a_proof_may_be_quoted(lasting, form):
    assert lasting.refresh(form.format(lasting.key.proof(lasting.challenge)), form.format(lasting.identifier)).status == 200


def test_without_a_proof_there_is_a_challenge(lasting):
    response = lasting.post_proof(REFRESH, ("Sec-Secure-Session-Id", lasting.identifier))
    assert refuses(response, 403)
    challenge, identifier = response.challenge
    assert identifier == lasting.identifier
    assert lasting.refresh(lasting.key.proof(challenge)).status == 200


def test_a_challenge_counts_once_and_then_there_is_a_new_one(lasting):
    proof = lasting.key.proof(lasting.challenge)
    assert lasting.refresh(proof).status == 200
    response = lasting.refresh(proof)
    assert refuses(response, 403)
    assert lasting.refresh(lasting.key.proof(response.challenge[0])).status == 200


@pytest.mark.parametrize("name", WRONG_PROOFS)
def test_a_wrong_proof_renews_no_cookie_and_ends_nothing(lasting, name):
    proof, right = WRONG_PROOFS[name](partial(lasting.key.proof, lasting.challenge), lasting.key), lasting.key.proof(lasting.challenge)
    response = lasting.refresh(proof)
    # A field without a value may count as none.
    assert refuses(response) or name == "empty" and refuses(response, 403)
    assert lasting.is_served
    assert lasting.refresh(right).status in (200, 403)
    assert lasting.refresh().status == 200


def test_a_proof_names_no_other_key(lasting):
    other = DeviceKey()
    for key in (other, lasting.key):
        assert refuses(lasting.refresh(lasting.key.proof(lasting.challenge, other.signature, jwk=key.jwk)))
    assert lasting.refresh().status == 200


def test_a_later_proof_has_one_value(lasting):
    field = "Secure-Session-Response", lasting.key.proof(lasting.challenge)
    assert refuses(lasting.post_proof(REFRESH, ("Sec-Secure-Session-Id", lasting.identifier), field, field))
    identifier = "Sec-Secure-Session-Id", lasting.identifier
    assert refuses(lasting.post_proof(REFRESH, identifier, identifier, field))
    assert lasting.refresh().status == 200


def test_a_challenge_of_another_session_renews_no_cookie(lasting):
    other = BoundBrowser(lasting.site)
    other.sign_in(user="bob@dev.example")
    assert other.register().status == 200
    response = lasting.refresh(lasting.key.proof(other.challenge))
    assert refuses(response) or refuses(response, 403)
    response = lasting.refresh(other.key.proof(other.challenge))
    assert refuses(response) or refuses(response, 403)
    assert other.refresh().status == 200


def test_a_challenge_of_a_registration_is_none_of_a_later_proof(bound):
    response = bound.refresh(bound.key.proof(bound.offered))
    assert refuses(response) or refuses(response, 403)
    other = BoundBrowser(bound.site)
    other.sign_in()
    response = bound.refresh(bound.key.proof(other.offered))
    assert refuses(response) or refuses(response, 403)


@pytest.mark.parametrize("identifier", [
    lambda bound: [], lambda bound: [""], lambda bound: ['""'], lambda bound: ["made-up"], lambda bound: [bound.challenge],
    lambda bound: [bound.cookies["__Host-latchkey"]], lambda bound: [bound.cookies[DEVICE_COOKIE]],
    lambda bound: [bound.identifier + "A"], lambda bound: [bound.identifier[1:]], lambda bound: [f"{bound.identifier}, {bound.identifier}"],
    lambda bound: ["A" * 5000]],
    ids=["none", "empty", "quoted, empty", "made up", "a challenge", "the session's cookie", "the device's cookie", "longer", "shorter", "two", "5 KB"])
@pytest.mark.parametrize("has_proof", [True, False], ids=["proof", "no proof"])
def test_an_identifier_that_does_not_open_is_refused(lasting, identifier, has_proof):
    fields = [("Sec-Secure-Session-Id", value) for value in identifier(lasting)]
    fields += [("Secure-Session-Response", lasting.key.proof(lasting.challenge))] if has_proof else []
    response = lasting.post_proof(REFRESH, *fields)
    assert refuses(response) and not response.challenge
    assert lasting.is_served
    assert lasting.refresh().status == 200


@pytest.mark.parametrize("end", ["sign-out", "sign-in"])
def test_the_browser_is_told_that_a_session_has_ended(bound, end):
    proof, identifier = bound.key.proof(bound.challenge), bound.identifier
    if end == "sign-out":
        assert bound.post("/sign-out", {"csrf": bound.csrf}).status == 303
        assert DEVICE_COOKIE not in bound.cookies
    else:
        bound.sign_in()
        assert bound.register().status == 200
    assert is_over(bound.refresh(proof, identifier), identifier)
    assert is_over(bound.post_proof(REFRESH, ("Sec-Secure-Session-Id", identifier)), identifier)
    # The cookie of a new session stays as it is.
    assert bound.is_served == (end == "sign-in")

"""Certificates and keys of programs that are started."""

import base64
import secrets
import subprocess


def make_certificate(certificate, key, *options):
    """Writes a certificate of two days and its key, which only the owner may read.

    Both may be the same file. It is self-signed without the option `-CA`.
    """
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-days", "2",
         "-keyout", key, "-out", certificate, *options], check=True, capture_output=True)


def make_localhost_certificate(certificate, key):
    """Writes a certificate for localhost that signs itself, and its key."""
    make_certificate(certificate, key, "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")


def session_key():
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).rstrip(b"=").decode()

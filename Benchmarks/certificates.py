"""Certificates of servers that a benchmark or trial starts."""

import subprocess


def make_certificate(certificate, key, *options):
    """Writes a certificate of two days and its key, which only the owner may read.

    Both may be the same file. It is self-signed without the option `-CA`.
    """
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-days", "2",
         "-keyout", key, "-out", certificate, *options], check=True, capture_output=True)

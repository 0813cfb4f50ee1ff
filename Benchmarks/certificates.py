"""Certificates of servers that a benchmark or trial starts."""

import subprocess


def make_certificate(certificate, key, *options):
    """Writes a certificate of two days and its key, to the same file if both are one; self-signed without `-CA`."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-days", "2",
         "-keyout", key, "-out", certificate, *options], check=True, capture_output=True)

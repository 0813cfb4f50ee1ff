"""HTTPS as Mozilla's intermediate profile has it, by sslyze."""

from harness.certificates import make_localhost_certificate
from harness.tls_profile import issues


def test_https_follows_mozillas_intermediate_profile(own_latchkey, tmp_path):
    file, key_file = tmp_path / "certificate.pem", tmp_path / "certificate-key.pem"
    make_localhost_certificate(file, key_file)
    latchkey = own_latchkey(**{"tls-certificate-file": str(file), "tls-key-file": str(key_file)})
    # The certificate vouches for itself, which no browser's roots do.
    assert issues(latchkey.port).keys() == {"certificate_path_validation"}

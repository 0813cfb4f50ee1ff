"""HTTPS as Mozilla's intermediate profile has it, by sslyze."""

import sslyze
from sslyze.mozilla_tls_profile import tls_config_checker as mozilla

from test_rereading import certificate


def issues(port):
    """What sslyze objects to."""
    scanner = sslyze.Scanner(per_server_concurrent_connections_limit=2)
    scanner.queue_scans([sslyze.ServerScanRequest(
        server_location=sslyze.ServerNetworkLocation("localhost", port, ip_address="127.0.0.1"),
        scan_commands=mozilla.SCAN_COMMANDS_NEEDED_BY_MOZILLA_CHECKER)])
    profile = mozilla.MozillaTlsConfiguration.get(mozilla.TlsConfigurationEnum.MOZILLA_INTERMEDIATE)
    [result] = scanner.get_results()
    try:
        mozilla.check_server_against_tls_configuration(result, profile)
        return {}
    except mozilla.ServerNotCompliantWithTlsConfiguration as error:
        return error.issues


def test_it_is_mozillas_intermediate_profile(own_latchkey, tmp_path):
    file, key_file = tmp_path / "certificate.pem", tmp_path / "certificate-key.pem"
    certificate(file, key_file)
    latchkey = own_latchkey(**{"tls-certificate-file": str(file), "tls-key-file": str(key_file)})
    # The certificate vouches for itself, which no browser's roots do.
    assert issues(latchkey.port).keys() == {"certificate_path_validation"}

"""HTTPS compared with Mozilla's intermediate profile, by sslyze."""

import sslyze
from sslyze.mozilla_tls_profile import tls_config_checker as mozilla


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

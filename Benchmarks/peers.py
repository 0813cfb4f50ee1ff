"""The peers: nginx as a proxy, Apache with mod_auth_openidc, and a page in Go, each with its configuration."""

import os
import pathlib
import secrets
import subprocess

from harness import ROOT, servers
from harness.nginx import nginx
from harness.ports import free_port

# Debian installs this version outside of the path.
GO = "/usr/lib/go-1.19/bin/go"
MODULES = pathlib.Path("/usr/lib/apache2/modules")
# What Apache needs to proxy with a session in a cookie.
APACHE_MODULES = [
    "mpm_event", "authn_core", "authz_core", "authz_user", "headers", "proxy", "proxy_http", "auth_openidc"]

PROXY = """
  upstream api {{ server 127.0.0.1:{api}; keepalive 512; keepalive_requests 1000000000; }}
  server {{ listen 127.0.0.1:{port};
    location / {{ proxy_pass http://api; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Authorization "Bearer {token}"; }} }}
"""

APACHE = """
ServerRoot {folder}
ServerName localhost
DefaultRuntimeDir {folder}
PidFile {folder}/apache.pid
ErrorLog {folder}/apache-error.log
LogLevel error
{user}
{modules}
ServerLimit 2
StartServers 2
# With fewer it closes connections while 256 are busy.
ThreadLimit 300
ThreadsPerChild 300
MaxRequestWorkers 600
MinSpareThreads 1
MaxSpareThreads 600
KeepAlive On
KeepAliveTimeout 60
MaxKeepAliveRequests 0
LimitRequestFieldSize 65536
LimitRequestLine 65536
OIDCCryptoPassphrase benchmark
OIDCClientID {client}
OIDCClientSecret {secret}
OIDCSessionType client-cookie
OIDCSessionInactivityTimeout 3600
OIDCScope "openid profile offline_access"
OIDCPKCEMethod S256
OIDCPassClaimsAs environment
{sites}
"""

SITE = """
Listen 127.0.0.1:{port}
<VirtualHost 127.0.0.1:{port}>
  OIDCProviderMetadataURL {metadata}
  OIDCRedirectURI http://localhost:{port}/auth/openid/return
  <Location />
    AuthType openid-connect
    Require valid-user
  </Location>
  RequestHeader set Authorization "Bearer %{{OIDC_access_token}}e"
  ProxyPass / http://127.0.0.1:{api}/
</VirtualHost>
"""


def proxy(running, api):
    """Starts an nginx that proxies the tasks API with a fixed token. The process and its port."""
    port = free_port()
    return nginx(running, "proxy", port, PROXY.format(api=api, port=port, token="x" * 900)), port


def apache(running, api, sites):
    """Starts an Apache with a site for each port and its provider's metadata URL."""
    file = running.folder / "apache.conf"
    file.write_text(APACHE.format(
        folder=running.folder, user="User nobody\nGroup nogroup" if os.geteuid() == 0 else "",
        modules="\n".join(f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in APACHE_MODULES),
        client=servers.CLIENT["LATCHKEY_CLIENT_ID"], secret=servers.CLIENT["LATCHKEY_CLIENT_SECRET"],
        sites="".join(SITE.format(port=port, metadata=metadata, api=api) for port, metadata in sites.items())))
    return running.start("apache", ["apache2", "-f", file, "-DFOREGROUND"], sites)


def go_page(running, url, token):
    """Builds the page in Go and starts it with the list at a URL. The process, its port, and a user's cookie."""
    program, port = running.folder / "go-page", free_port()
    offline = {"CGO_ENABLED": "0", "GOCACHE": str(ROOT / ".build/go"), "GOPROXY": "off"}
    subprocess.run(
        [GO, "build", "-buildvcs=false", "-o", program], cwd=ROOT / "Benchmarks/go_page", env=os.environ | offline,
        check=True)
    key = {"SESSION_KEY": secrets.token_hex(32)}
    process = running.start("go", [program, "serve", f"127.0.0.1:{port}", url], [port], key)
    cookie = subprocess.run([program, "cookie", token], env=key, stdout=subprocess.PIPE, text=True, check=True).stdout
    return process, port, cookie.strip()

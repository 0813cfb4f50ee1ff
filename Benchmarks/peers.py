"""The tasks API and the peers: nginx and Apache with mod_auth_openidc, with the configuration that each gets."""

import json
import os
import pathlib

import servers

MODULES = pathlib.Path("/usr/lib/apache2/modules")
# What Apache needs to proxy with a session in a cookie.
APACHE_MODULES = [
    "mpm_event", "authn_core", "authz_core", "authz_user", "headers", "proxy", "proxy_http", "auth_openidc"]

NGINX = """
worker_processes 1; daemon off; pid {folder}/{name}.pid; error_log {folder}/{name}-error.log;
events {{ worker_connections 4096; }}
http {{
  access_log off; keepalive_requests 1000000000; large_client_header_buffers 8 64k; default_type application/json;
  client_body_temp_path {folder}/{name}-b; proxy_temp_path {folder}/{name}-p; fastcgi_temp_path {folder}/{name}-f;
  uwsgi_temp_path {folder}/{name}-u; scgi_temp_path {folder}/{name}-s;
  {content}
}}
"""

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


def tasks(count):
    """A list of so many tasks as the tasks API sends it."""
    return [{"id": f"{i:012d}", "task": f"Task number {i}, with a few words", "owner": "owner",
             "completed": i % 3 == 0, "creationDate": "2026-01-31T12:00:00Z"} for i in range(count)]


def nginx(running, name, port, content):
    file = running.folder / f"{name}.conf"
    file.write_text(NGINX.format(folder=running.folder, name=name, content=content))
    return running.start(name, ["nginx", "-p", running.folder, "-c", file], [port])


def tasks_api(running, counts):
    """Starts an nginx that sends files as the tasks API; `/10/tasks` has ten tasks. The process and its port."""
    port = servers.free_port()
    locations = ""
    for count in counts:
        listed = tasks(count)
        file = running.folder / f"api/{count}/tasks"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(listed))
        locations += (f"location = /{count}/tasks {{ add_header Total-Count {count}; "
                      f"add_header Completed-Count {sum(task['completed'] for task in listed)}; }}\n")
    content = f"server {{ listen 127.0.0.1:{port}; root {running.folder}/api; {locations} }}"
    return nginx(running, "api", port, content), port


def proxy(running, api):
    """Starts an nginx that proxies the tasks API with a fixed token. The process and its port."""
    port = servers.free_port()
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

"""What is compared: the servers, and the requests to them."""

import costless_provider
import peers
from harness import signing_in
from harness.nginx import tasks_api
from harness.ports import free_port
from harness.subject import Site
from tasks_api import DATABASES, TasksAPI

LISTS = [10, 100, 1000]
# Bytes of the access token.
TOKENS = [1000, 8000]
CONNECTIONS = [1, 32, 256]
APACHE_COOKIES = r"mod_auth_openidc_session(_.*)?"
METADATA = ".well-known/openid-configuration"
API, NGINX, APACHE, LATCHKEY = "tasks API itself", "nginx, proxying", "Apache, proxying", "Latchkey, page"
EARLIER = "earlier: "


class Plan:
    """Starts everything, signs in, and holds the subjects by table."""

    def __init__(self, running, program, earlier=None):
        self.running, self.program = running, program
        self.api, self.api_port = tasks_api(running, LISTS)
        self.proxy, self.proxy_port = peers.proxy(running, self.api_port)
        self.provider = costless_provider.start(running)
        self.latchkey = self.by_development_provider("latchkey", program)
        self.logging = self.by_development_provider("logging", program, "info")
        self.earlier = self.by_development_provider("earlier", earlier) if earlier else None
        self.lists = {10: self.latchkey}
        self.lists |= {count: self.by_costless_provider(f"tasks-{count}", count, 900) for count in LISTS[1:]}
        self.tokens = {size: self.by_costless_provider(f"token-{size}", 10, size) for size in TOKENS}
        self.start_apache()
        self.apis = {name: TasksAPI(running, program, f"{self.provider}/900", name) for name in DATABASES}

    def tasks_url(self, count):
        return f"http://127.0.0.1:{self.api_port}/{count}/tasks"

    def by_development_provider(self, name, program, log_level="warning"):
        process, port, _ = self.running.latchkey(name, program, self.tasks_url(10), log_level=log_level)
        return Site(process.pid, port, signing_in.sign_in(port))

    def by_costless_provider(self, name, count, token):
        authority = f"{self.provider}/{token}"
        process, port, _ = self.running.latchkey(name, self.program, self.tasks_url(count), authority)
        return Site(process.pid, port, signing_in.sign_in(port))

    def start_apache(self):
        """Starts Apache with a site that signs in at a development provider, and one for each size of token."""
        ports = {size: free_port() for size in [None, *TOKENS]}
        callback = f"http://localhost:{ports[None]}/auth/openid/return"
        _, _, identity = self.running.latchkey("identity", self.program, self.tasks_url(10), redirect_uri=callback)
        development = f"http://localhost:{identity}/dev.example/b2c_1_sign_in/v2.0"
        authorities = {port: f"{self.provider}/{size}" if size else development for size, port in ports.items()}
        self.apache = peers.apache(
            self.running, self.api_port, {port: f"{url}/{METADATA}" for port, url in authorities.items()})
        self.apache_sites = {size: self.apache_site(port) for size, port in ports.items()}

    def apache_site(self, port):
        cookie = signing_in.session_cookie(f"http://localhost:{port}/10/tasks", APACHE_COOKIES)
        return Site(self.apache.pid, port, cookie)

    @property
    def pids(self):
        databases = [api.database.process.pid for api in self.apis.values() if api.database]
        return [process.pid for process in self.running.processes] + databases

    def pages(self, count=10, connections=32, token=None):
        """The list of so many tasks, by nginx, by Apache and as Latchkey's page."""
        latchkey = self.tokens[token] if token else self.lists[count]
        path, last = f"/{count}/tasks", f"Task number {count - 1},"
        # nginx gets the same request as Latchkey.
        nginx = Site(self.proxy.pid, self.proxy_port, latchkey.cookie)
        return [
            nginx.subject(NGINX, path, last, connections),
            self.apache_sites[token].subject(APACHE, path, last, connections),
            # A page of Latchkey has a hundred tasks at most.
            latchkey.subject(LATCHKEY, "/tasks", f"Task number {min(count, 100) - 1},", connections)]

    def layers(self, site, connections=32):
        """Latchkey's cheaper requests; over one connection only the cheapest."""
        layers = [("/healthz", False, ""), ("/healthz", True, ""), ("/signed-out", False, "<html"),
                  ("/signed-out", True, "<html"), ("/keys", True, "<html")]
        return [site.subject(f"`{path}`, {'session' if session else 'no cookie'}", path, expects, connections, session)
                for path, session, expects in (layers if connections > 1 else layers[:1])]

    def all_layers(self, connections):
        nginx, _, page = self.pages(10, connections)
        logged = self.logging.subject(f"{LATCHKEY}, logged", "/tasks", "Task number 9,", connections)
        listed = [nginx, *self.layers(self.latchkey, connections), page, logged]
        if self.earlier:
            before = [*self.layers(self.earlier, connections),
                      self.earlier.subject(LATCHKEY, "/tasks", "Task number 9,", connections)]
            listed += [subject._replace(name=EARLIER + subject.name) for subject in before]
        return listed

    def tables(self):
        """The subjects of each table by the first cell of their lines. One that is in several is measured once."""
        api = Site(self.api.pid, self.api_port, "")
        return {
            "connections": {count: [api.subject(API, "/10/tasks", "Task number 9,", count), *self.pages(10, count)]
                            for count in CONNECTIONS},
            "layers": {count: self.all_layers(count) for count in (32, 1)},
            "lists": {count: self.pages(count) for count in LISTS},
            "tokens": {size: self.pages(10, 32, size) for size in TOKENS},
            "api": {name: [self.pages()[0], *api.subjects()] for name, api in self.apis.items()},
        }

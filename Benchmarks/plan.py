"""What is compared: the servers, and the requests to them."""

import functools
import time

import costless_provider
import peers
from harness import signing_in
from harness.nginx import tasks_api
from harness.ports import free_port
from harness.subject import Site
from tasks_api import DATABASES, TasksAPI

LISTS = [10, 100, 1000]
# The access token's size in bytes, and its further sizes in the table of tokens.
TOKEN, TOKENS = 900, [1000, 8000]
CONNECTIONS = [1, 32, 256]
# In the table of pages.
PAGE_CONNECTIONS = [1, 32]
APACHE_COOKIES = r"mod_auth_openidc_session(_.*)?"
METADATA = ".well-known/openid-configuration"
API, NGINX, APACHE = "tasks API itself", "nginx, proxying", "Apache, proxying"
GO, LATCHKEY = "Go, page", "Latchkey, page"
EARLIER = "earlier: "
# The text of the last of ten tasks starts like this.
LAST = "Task number 9,"


class Plan:
    """The servers, each of which is started when it is first used, and the subjects by table."""

    def __init__(self, running, program, earlier=None):
        self.running, self.program, self.earlier_program = running, program, earlier
        self.api, self.api_port = tasks_api(running, LISTS)

    @functools.cached_property
    def provider(self):
        return costless_provider.start(self.running)

    @functools.cached_property
    def proxy(self):
        process, port = peers.proxy(self.running, self.api_port)
        return Site(process.pid, port, "")

    @functools.cached_property
    def go(self):
        process, port, cookie = peers.go_page(self.running, self.tasks_url(10), "x" * TOKEN)
        return Site(process.pid, port, cookie, time.monotonic())

    @functools.cached_property
    def latchkey(self):
        return self.site("latchkey")

    @functools.cached_property
    def logging(self):
        return self.site("logging", log_level="info")

    @functools.cached_property
    def earlier(self):
        return self.site("earlier", self.earlier_program) if self.earlier_program else None

    @functools.cached_property
    def lists(self):
        """Latchkey with a list of each length."""
        return {10: self.latchkey} | {count: self.site(f"tasks-{count}", count=count) for count in LISTS[1:]}

    @functools.cached_property
    def tokens(self):
        """Latchkey with access tokens of each size."""
        return {size: self.site(f"token-{size}", token=size) for size in TOKENS}

    @functools.cached_property
    def apache(self):
        """Apache's sites by the size of their access tokens."""
        ports = {size: free_port() for size in [TOKEN, *TOKENS]}
        metadata = {port: f"{self.provider}/{size}/{METADATA}" for size, port in ports.items()}
        process = peers.apache(self.running, self.api_port, metadata)
        return {size: self.apache_site(process, port) for size, port in ports.items()}

    @functools.cached_property
    def apis(self):
        return {name: TasksAPI(self.running, self.program, f"{self.provider}/{TOKEN}", name) for name in DATABASES}

    def tasks_url(self, count):
        return f"http://127.0.0.1:{self.api_port}/{count}/tasks"

    def site(self, name, program=None, count=10, token=TOKEN, log_level="warning"):
        process, port, _ = self.running.latchkey(
            name, program or self.program, self.tasks_url(count), f"{self.provider}/{token}", log_level)
        return Site(process.pid, port, signing_in.sign_in(port), time.monotonic())

    def apache_site(self, process, port):
        cookie = signing_in.session_cookie(f"http://localhost:{port}/10/tasks", APACHE_COOKIES)
        return Site(process.pid, port, cookie)

    @property
    def pids(self):
        databases = [database.process.pid for database in self.running.others]
        return [process.pid for process in self.running.processes] + databases

    def nginx(self, latchkey, count=10, connections=32):
        """The list of so many tasks, for which nginx gets the same request as Latchkey."""
        site = self.proxy._replace(cookie=latchkey.cookie)
        return site.subject(NGINX, f"/{count}/tasks", f"Task number {count - 1},", connections)

    def lists_and_page(self, latchkey, count=10, connections=32, token=TOKEN):
        """The list of so many tasks, by nginx, by Apache and as Latchkey's page."""
        return [
            self.nginx(latchkey, count, connections),
            self.apache[token].subject(APACHE, f"/{count}/tasks", f"Task number {count - 1},", connections),
            # A page of Latchkey has a hundred tasks at most.
            latchkey.subject(LATCHKEY, "/tasks", f"Task number {min(count, 100) - 1},", connections)]

    def all_servers(self, connections):
        """Ten tasks by all servers."""
        api = Site(self.api.pid, self.api_port, "")
        nginx, apache, page = self.lists_and_page(self.latchkey, 10, connections)
        go = self.go.subject(GO, "/tasks", LAST, connections)
        return [api.subject(API, "/10/tasks", LAST, connections), nginx, apache, go, page]

    def pages(self, connections, renews):
        """The page by Go and by Latchkey. If no response renews the cookie, nginx is compared, too."""
        sites = {GO: self.go, LATCHKEY: self.latchkey, EARLIER + LATCHKEY: self.earlier}
        pages = [site.subject(name, "/tasks", LAST, connections)._replace(renews=renews)
                 for name, site in sites.items() if site]
        return pages if renews else [*pages, self.nginx(self.latchkey, 10, connections)]

    def all_pages(self):
        return {f"{count}{', renewed' if renews else ''}": self.pages(count, renews)
                for renews in (False, True) for count in PAGE_CONNECTIONS}

    def layers(self, site, connections):
        """Latchkey's cheaper requests; over one connection only the cheapest."""
        layers = [("/healthz", False, ""), ("/healthz", True, ""), ("/signed-out", False, "<html"),
                  ("/signed-out", True, "<html"), ("/keys", True, "<html")]
        return [site.subject(f"`{path}`, {'session' if session else 'no cookie'}", path, expects, connections, session)
                for path, session, expects in (layers if connections > 1 else layers[:1])]

    def all_layers(self, connections):
        page, logged = (site.subject(name, "/tasks", LAST, connections)
                        for site, name in ((self.latchkey, LATCHKEY), (self.logging, f"{LATCHKEY}, logged")))
        listed = [self.nginx(self.latchkey, 10, connections), *self.layers(self.latchkey, connections), page, logged]
        if self.earlier:
            before = [*self.layers(self.earlier, connections),
                      self.earlier.subject(LATCHKEY, "/tasks", LAST, connections)]
            listed += [subject._replace(name=EARLIER + subject.name) for subject in before]
        return listed

    def table(self, name):
        """The subjects of a table by the first cell of their lines. One that is in several is measured once."""
        match name:
            case "page":
                return self.all_pages()
            case "connections":
                return {count: self.all_servers(count) for count in CONNECTIONS}
            case "layers":
                return {count: self.all_layers(count) for count in (32, 1)}
            case "lists":
                return {count: self.lists_and_page(site, count) for count, site in self.lists.items()}
            case "tokens":
                return {size: self.lists_and_page(site, token=size) for size, site in self.tokens.items()}
            case "api":
                return {name: [self.nginx(self.latchkey), *api.subjects()] for name, api in self.apis.items()}

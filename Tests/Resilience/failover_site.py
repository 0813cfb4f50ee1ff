"""Two replicas of Latchkey on a cluster, and their provider."""

import signal

from balanced import Balancer, Replica
from counting_provider import CountingProvider
from failover_cluster import PATHS
from failover_prober import DatabaseProber
from harness.certificates import session_key
from harness.plain_browser import PlainBrowser
from harness.ports import free_port
from tabs import get


class Provider(CountingProvider):
    """Gives access tokens that are refreshed all the time to users, and to visitors those that never are.

    It revokes nothing. So only the ending of a session can be the reason that a copy of a visitor's cookies is refused.
    """

    def __init__(self):
        super().__init__()
        del self.metadata["revocation_endpoint"]

    def lifetime_for(self, user):
        return self.lifetime if user.startswith("user-") else 3600


class Site:
    """The replicas behind HAProxy, the way by which they reach the database, and a prober that takes the same one."""

    def __init__(self, cluster, running, path, name, options):
        self.cluster, self.database = cluster, name
        cluster.make_database(name)
        self.port = free_port()
        self.provider = Provider()
        environment = {
            "LATCHKEY_SESSION_KEYS": session_key(), "LATCHKEY_DATABASE": cluster.url("latchkey", PATHS[path], name),
            "LATCHKEY_AUTHORITY": self.provider.url, "LATCHKEY_CLIENT_ID": "app", "LATCHKEY_CLIENT_SECRET": "s3cret"}
        self.replicas = [Replica(f"{name}-{number}", running, self.port, environment, options) for number in range(2)]
        self.balancer = Balancer(running, self.port, self.replicas)
        # libpq tries several hosts one after the other, which would make the prober slow.
        self.prober = DatabaseProber([cluster.url("prober", host, name) for host in PATHS[path].split(",")])
        # Stays signed in whatever happens.
        self.witness = PlainBrowser(self.port)
        self.witness.sign_in("witness")

    def restart(self):
        """Kills both replicas, and starts them."""
        for replica in self.replicas:
            replica.end(signal.SIGKILL)
        for replica in self.replicas:
            replica.start()

    def problems_of_sessions(self, copies):
        """How often copies of an ended session's cookies are not refused, and those of the witness are."""
        served = sum(not is_refused(get(replica.port, "/tasks", cookies(copy)))
                     for replica in self.replicas for copy in copies)
        unknown = sum(get(replica.port, "/tasks", cookies(self.witness)).status != 200 for replica in self.replicas)
        return {"sign-outs that don't hold": served, "replicas that refuse a session": unknown}

    def stored_probes(self):
        return set(map(int, self.cluster.run_sql("SELECT number FROM probe", self.database).split()))

    def logged_passwords(self):
        logs = [replica.running.log(replica.name).read_text(errors="replace") for replica in self.replicas]
        return sum(log.count(self.cluster.password) for log in logs)

    def close(self):
        self.prober.close()
        for replica in self.replicas:
            replica.end(signal.SIGTERM)
        self.balancer.close()
        self.provider.close()


def cookies(browser):
    return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())


def is_refused(response):
    return response.status == 303 and response.headers["Location"].startswith("/sign-in")

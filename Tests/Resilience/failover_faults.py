"""The faults of a cluster, each of which lasts as long as the block."""

import contextlib
import signal
import typing


@contextlib.contextmanager
def switched_over(cluster):
    cluster.switch_over()
    yield


@contextlib.contextmanager
def without_power(cluster, name):
    cluster.machines[name].lose_power()
    yield
    cluster.start_machine(name)


def killed_primary(cluster):
    return without_power(cluster, cluster.primary())


def killed_standby(cluster):
    return without_power(cluster, cluster.synchronous_standby() or cluster.standbys()[0])


@contextlib.contextmanager
def frozen_primary(cluster):
    machine = cluster.machines[cluster.primary()]
    machine.signal(signal.SIGSTOP)
    yield
    machine.signal(signal.SIGCONT)


@contextlib.contextmanager
def etcd_stopped(cluster):
    for machine in cluster.machines.values():
        machine.kill("etcd")
    yield
    for name in cluster.machines:
        cluster.start_etcd(name)


@contextlib.contextmanager
def cut_off(cluster, names):
    cluster.network.cut(names)
    yield
    cluster.network.join()


def cut_off_together(cluster):
    """Latchkey and the primary reach each other, and neither of the standbys."""
    return cut_off(cluster, cluster.standbys())


def cut_off_alone(cluster):
    """Nothing reaches the primary any more."""
    return cut_off(cluster, [cluster.primary()])


class ClusterFault(typing.NamedTuple):
    name: str
    disturb: typing.Callable
    seconds: float
    # Whether another server is the primary afterwards; `None` if that depends on which one is faster.
    is_replacing: bool | None
    # How long the database may be unavailable, in seconds.
    longest_outage: float

    @property
    def is_long(self):
        """Whether the database is surely unavailable until the primary's lease has ended."""
        return bool(self.is_replacing) and self.longest_outage > 20


FAULTS = [
    ClusterFault("switchover", switched_over, 4, True, 8),
    ClusterFault("primary killed", killed_primary, 24, True, 30),
    ClusterFault("primary frozen, goes on", frozen_primary, 26, True, 35),
    ClusterFault("standby killed", killed_standby, 8, False, 8),
    # Longer than the primary's lease. In failsafe mode it goes on, but another may take the lease when etcd is back.
    ClusterFault("etcd stopped", etcd_stopped, 24, None, 45),
    ClusterFault("primary, replicas cut off", cut_off_together, 26, True, 45),
    ClusterFault("primary cut off", cut_off_alone, 26, True, 35),
]

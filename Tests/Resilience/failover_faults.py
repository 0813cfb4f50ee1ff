"""What happens to a cluster, each for as long as the block lasts."""

import contextlib
import signal
import typing


@contextlib.contextmanager
def switched_over(cluster):
    cluster.switch_over()
    yield


@contextlib.contextmanager
def killed_primary(cluster):
    name = cluster.primary()
    cluster.kill(name)
    yield
    cluster.start_server(name)


@contextlib.contextmanager
def frozen_primary(cluster):
    machine = cluster.network.machines[cluster.primary()]
    machine.signal(signal.SIGSTOP)
    yield
    machine.signal(signal.SIGCONT)


@contextlib.contextmanager
def killed_standby(cluster):
    name = cluster.synchronous_standby() or cluster.others()[0]
    cluster.kill(name)
    yield
    cluster.start_server(name)


@contextlib.contextmanager
def no_store(cluster):
    cluster.kill("etcd1")
    yield
    cluster.start_store()


@contextlib.contextmanager
def cut_off_together(cluster):
    """Latchkey and the primary reach each other, and none of the rest."""
    primary = cluster.primary()
    cluster.network.cut(machine for name, machine in cluster.network.machines.items() if name != primary)
    yield
    cluster.network.join()


@contextlib.contextmanager
def cut_off_alone(cluster):
    """Nothing reaches the primary any more."""
    cluster.network.cut([cluster.network.machines[cluster.primary()]])
    yield
    cluster.network.join()


class Fault(typing.NamedTuple):
    name: str
    disturb: typing.Callable
    seconds: float


FAULTS = [
    Fault("switchover", switched_over, 4),
    Fault("primary killed", killed_primary, 15),
    Fault("primary frozen, goes on", frozen_primary, 18),
    Fault("standby killed", killed_standby, 10),
    Fault("etcd stopped", no_store, 15),
    Fault("primary and replicas cut off", cut_off_together, 18),
    Fault("primary cut off", cut_off_alone, 18),
]

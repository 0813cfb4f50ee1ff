"""Machines that are network namespaces, joined by a switch whose cables can be moved.

They are in namespaces of the test's own, which end with it.
"""

import contextlib
import os
import pathlib
import signal
import subprocess
import sys

OWN_NAMESPACES = "FAILOVER_HAS_OWN_NAMESPACES"
# Mounts what is the machine's own, then runs a command as the user postgres.
START = """
set -e
mount --bind "$1" /var/lib/postgresql
mount --bind "$1" /var/lib/etcd
mount -t tmpfs -o mode=1777 postgresql /run/postgresql
shift
exec setpriv --reuid=postgres --regid=postgres --init-groups "$@"
"""


def start_in_own_namespaces():
    """Runs this program again where it may make networks, mounts and processes as it likes."""
    if OWN_NAMESPACES in os.environ:
        return
    if os.geteuid() != 0:
        raise SystemExit("only root may make namespaces: sudo")
    os.environ[OWN_NAMESPACES] = "1"
    # The shell is process 1: it reaps the orphans of servers that are killed. Patroni takes those for alive otherwise.
    os.execvp("unshare", [
        "unshare", "--net", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", "--mount-proc",
        "sh", "-c", '"$@"; exit $?', "sh", sys.executable, *sys.argv])


def run(*command):
    """The output of a command that succeeds."""
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True).stdout


class Network:
    """Two switches. This process, and all machines at first, are at the one that is called `joined`."""

    ADDRESSES = "10.20.0.{}"

    def __init__(self, running, names):
        run("mount", "-t", "tmpfs", "run", "/run")
        for place in ("/run/netns", "/run/postgresql", "/var/lib/etcd"):
            pathlib.Path(place).mkdir(exist_ok=True)
        run("ip", "link", "set", "lo", "up")
        for switch in ("joined", "apart"):
            run("ip", "link", "add", switch, "type", "bridge")
            run("ip", "link", "set", switch, "up")
        run("ip", "addr", "add", f"{self.ADDRESSES.format(1)}/24", "dev", "joined")
        addresses = {name: self.ADDRESSES.format(number) for number, name in enumerate(names, 11)}
        hosts = running.folder / "hosts"
        hosts.write_text("127.0.0.1 localhost\n" + "".join(
            f"{address} {name}.example\n" for name, address in addresses.items()))
        run("mount", "--bind", hosts, "/etc/hosts")
        self.machines = {name: Machine(running, name, address) for name, address in addresses.items()}

    def cut(self, names):
        """Moves machines to the other switch: they reach each other, and nothing else."""
        for name in names:
            self.machines[name].plug_into("apart")

    def join(self):
        for machine in self.machines.values():
            machine.plug_into("joined")


class Machine:
    """A network namespace with an address, and the processes in it."""

    def __init__(self, running, name, address):
        self.running, self.name, self.host, self.storage = running, name, f"{name}.example", running.folder / name
        self.processes = {}
        run("ip", "netns", "add", name)
        run("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
        run("ip", "-n", name, "addr", "add", f"{address}/24", "dev", "eth0")
        for device in ("eth0", "lo"):
            run("ip", "-n", name, "link", "set", device, "up")
        run("ip", "link", "set", name, "up", "master", "joined")
        self.storage.mkdir()
        run("chown", "postgres:postgres", self.storage)

    def plug_into(self, switch):
        run("ip", "link", "set", self.name, "master", switch)

    def start(self, name, command, environment):
        """Starts a process as the user postgres."""
        self.processes[name] = self.running.launch(
            f"{self.name}-{name}", ["ip", "netns", "exec", self.name, "sh", "-c", START, "sh", self.storage, *command],
            environment)

    def kill(self, name):
        process = self.processes.pop(name)
        process.kill()
        process.wait()
        self.running.processes.remove(process)

    def lose_power(self):
        self.signal(signal.SIGKILL)
        for name in list(self.processes):
            self.kill(name)

    def signal(self, number):
        """Sends a signal to all processes of the machine."""
        # While the signals are sent one of them may start another.
        for _ in range(3):
            for pid in map(int, run("ip", "netns", "pids", self.name).split()):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)

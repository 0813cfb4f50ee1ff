"""Machines that are network namespaces, joined by a switch whose cables can be moved.

All of it is in namespaces of the test's own, which end with it.
"""

import os
import pathlib
import subprocess
import sys

OWN_NAMESPACES = "FAILOVER_IN_OWN_NAMESPACES"
# Mounts what is the machine's own, then runs a command as the user postgres.
START = """
set -e
mount --bind "$1" /var/lib/postgresql
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
    """Runs a command; its output."""
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True).stdout


class Network:
    """Two switches. This process, and all machines at first, are at the one that is called `joined`."""

    ADDRESSES = "10.20.0.{}"

    def __init__(self, folder, names):
        run("mount", "-t", "tmpfs", "run", "/run")
        for place in ("/run/netns", "/run/postgresql"):
            pathlib.Path(place).mkdir()
        run("ip", "link", "set", "lo", "up")
        for switch in ("joined", "apart"):
            run("ip", "link", "add", switch, "type", "bridge")
            run("ip", "link", "set", switch, "up")
        run("ip", "addr", "add", f"{self.ADDRESSES.format(1)}/24", "dev", "joined")
        addresses = {name: self.ADDRESSES.format(number) for number, name in enumerate(names, 11)}
        hosts = folder / "hosts"
        hosts.write_text("127.0.0.1 localhost\n" + "".join(
            f"{address} {name}.example\n" for name, address in addresses.items()))
        run("mount", "--bind", hosts, "/etc/hosts")
        self.machines = {name: Machine(folder, name, address) for name, address in addresses.items()}

    def cut(self, machines):
        """Moves machines to the other switch: they reach each other, and nothing else."""
        for machine in machines:
            machine.plug_into("apart")

    def join(self):
        for machine in self.machines.values():
            machine.plug_into("joined")


class Machine:
    """A network namespace with an address, and the processes in it."""

    def __init__(self, folder, name, address):
        self.name, self.host, self.storage = name, f"{name}.example", folder / name
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

    def command(self, *arguments):
        """A command that runs on this machine as postgres."""
        return ["ip", "netns", "exec", self.name, "sh", "-c", START, "sh", self.storage, *arguments]

    def signal(self, number):
        """Sends a signal to all processes of the machine, as if it were the machine's power or its processor."""
        # One that is stopped can't make another meanwhile; one that is killed may just have.
        for _ in range(3):
            for pid in map(int, run("ip", "netns", "pids", self.name).split()):
                try:
                    os.kill(pid, number)
                except ProcessLookupError:
                    pass

"""The Debian packages of the shared libraries that a program loads."""

import dataclasses
import os
import pathlib
import re
import subprocess


@dataclasses.dataclass(frozen=True)
class DebianPackage:
    name: str
    version: str
    architecture: str
    source: str
    source_version: str


def libraries(program):
    """The packages of the libraries that the loader finds for the program, and the packages that each needs.

    The program's needs are at None.
    """
    paths = dict(re.findall(r"^\s*(\S+) => (/\S+)", run("ldd", program), re.M))
    missing = re.findall(r"^\s*(\S+) => not found", run("ldd", program), re.M)
    if missing:
        raise SystemExit(f"{program} needs libraries that aren't installed: {', '.join(missing)}")
    packages = {name: package_of(path) for name, path in paths.items()}
    uses = {None: needs(program, packages)}
    for name, package in packages.items():
        uses.setdefault(package, set()).update(needs(paths[name], packages) - {package})
    return sorted(set(packages.values()), key=lambda package: package.name), uses


def needs(file, packages):
    """The packages of the libraries that a file names itself."""
    names = re.findall(r"\(NEEDED\).*\[(.+)\]", run("readelf", "--dynamic", "--wide", file))
    return {packages[name] for name in names if name in packages}


def package_of(path):
    """The package that a file belongs to, by one of its names: /lib is a link to /usr/lib, and dpkg has either."""
    real = os.path.realpath(path)
    for name in [path, real, real.removeprefix("/usr"), f"/usr{path}"]:
        found = subprocess.run(["dpkg-query", "--search", name], capture_output=True, text=True)
        if found.returncode == 0:
            return described(found.stdout.split(": ")[0])
    raise SystemExit(f"no Debian package has {path}")


def described(name):
    fields = ["binary:Package", "Version", "Architecture", "source:Package", "source:Version"]
    output = run("dpkg-query", "--show", "--showformat", "\t".join(f"${{{field}}}" for field in fields), name)
    binary, *rest = output.split("\t")
    return DebianPackage(binary.split(":")[0], *rest)


def release():
    """debian-12, for instance."""
    lines = pathlib.Path("/etc/os-release").read_text().splitlines()
    values = dict(line.split("=", 1) for line in lines if "=" in line)
    return f"{values['ID']}-{values.get('VERSION_ID', 'unstable')}".replace('"', "")


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout

"""The Swift packages whose code is in a program, from what SwiftPM left in the build folder."""

import dataclasses
import functools
import json
import pathlib
import re

from checkouts import Checkout, checkouts

# Libraries whose sources a package has in a target, and the file there that names their version.
VENDORED = {
    "CNIOBoringSSL": ("boringssl", "Sources/CNIOBoringSSL/hash.txt", r"revision ([0-9a-f]{40})"),
    "CCryptoBoringSSL": ("boringssl", "Sources/CCryptoBoringSSL/hash.txt", r"revision ([0-9a-f]{40})"),
    "CNIOLLHTTP": (
        "llhttp", "Sources/CNIOLLHTTP/include/c_nio_llhttp.h", r"LLHTTP_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)"),
    "CXKCP": ("xkcp", None, None),
    "CYaml": ("libyaml", None, None),
}


@dataclasses.dataclass(frozen=True)
class Vendored:
    name: str
    # The target that has the sources.
    target: str
    # None if the sources don't say.
    version: str | None


@dataclasses.dataclass(frozen=True)
class SwiftPackage(Checkout):
    folder: pathlib.Path
    vendored: tuple[Vendored, ...] = ()


class Build:
    """A release build of a product."""

    def __init__(self, folder, product):
        self.folder = pathlib.Path(folder)
        self.release = self.folder / "release"
        self.product = product

    @functools.cached_property
    def linked_targets(self):
        """The linked targets: the name of the checkout of each, or None for a target of this package."""
        list_of_objects = self.release / f"{self.product}.product" / "Objects.LinkFileList"
        unknown = {line.strip().strip("'\"") for line in list_of_objects.read_text().splitlines()} - {""}
        targets = {}
        for inputs, outputs in self._commands():
            sources = {checkout for path in inputs if (checkout := checkout_of(path))}
            for path in unknown.intersection(outputs):
                targets[target_of(path)] = min(sources, default=None)
            unknown.difference_update(outputs)
        if unknown:
            raise SystemExit(f"no command of release.yaml makes {min(unknown)}; build again: make build")
        return targets

    def packages(self):
        """The linked packages, sorted by identity."""
        linked = set(self.linked_targets.values())
        return [self._package(found) for found in checkouts(self.folder) if found.name in linked]

    def dependencies(self):
        """Which linked packages each uses, by identity; those of this package are at None."""
        targets = self.linked_targets
        identities = {found.name: found.identity for found in checkouts(self.folder)} | {None: None}
        uses = {identities[checkout]: set() for checkout in targets.values()}
        names = json.loads((self.release / "description.json").read_text())["targetDependencyMap"]
        # The map has all that a target uses, however far away.
        for target, checkout in targets.items():
            for other in names.get(target, []):
                if other in targets and targets[other] is not None and targets[other] != checkout:
                    uses[identities[checkout]].add(identities[targets[other]])
        return uses

    def swift_version(self):
        """The version of the compiler, and so of the runtime that is linked in."""
        files = sorted(self.release.glob("swift-version-*.txt"), key=lambda file: file.stat().st_mtime)
        found = re.search(r"Swift version (\S+)", files[-1].read_text()) if files else None
        if not found:
            raise SystemExit(f"no version of Swift is in {self.release}; build again: make build")
        return found[1]

    def icu_version(self):
        """The major version of ICU, a part of Foundation, by the name of its data; None if it isn't linked."""
        found = re.search(rb"icudt(\d+)[lb]", (self.release / self.product).read_bytes())
        return found[1].decode() if found else None

    def _package(self, found):
        folder = self.folder / "checkouts" / found.name
        mine = sorted(target for target, checkout in self.linked_targets.items() if checkout == found.name)
        return SwiftPackage(
            **dataclasses.asdict(found), folder=folder,
            vendored=tuple(vendored(folder, target) for target in mine if target in VENDORED))

    def _commands(self):
        """The inputs and outputs of each command that makes object files."""
        inputs = []
        with open(self.folder / "release.yaml") as manifest:
            for line in manifest:
                key, _, value = line.strip().partition(": ")
                if key == "inputs":
                    inputs = value
                elif key == "outputs" and '.o"' in value:
                    yield json.loads(inputs), json.loads(value)


def target_of(object_path):
    """NIOCore of …/release/NIOCore.build/Channel.swift.o."""
    return re.search(r"/release/([^/]+)\.build/", object_path)[1]


def checkout_of(path):
    """swift-nio of …/.build/checkouts/swift-nio/Sources/NIOCore/Channel.swift."""
    found = re.search(r"/checkouts/([^/]+)/", path)
    return found[1] if found else None


def vendored(folder, target):
    name, file, pattern = VENDORED[target]
    if file is None:
        return Vendored(name, target, None)
    parts = re.findall(pattern, (folder / file).read_text())
    return Vendored(name, target, ".".join(parts) or None)

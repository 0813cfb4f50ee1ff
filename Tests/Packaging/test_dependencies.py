"""The list of the packages that Latchkey was tested with, and what says that a build has others."""

import json
import os
import re
import subprocess

import pytest

from harness import ROOT

TOOL = ROOT / "deploy/dependencies"
LIST = ROOT / "deploy/dependencies.txt"
TESTED = {"swift-log": "1.16.2", "swift-nio": "2.101.2"}


class Checkout:
    """A build folder, and a list of its packages."""

    def __init__(self, folder):
        self.build, self.list = folder / ".build", folder / "dependencies.txt"
        self.build.mkdir()
        self.has(TESTED)
        assert self.run("write").returncode == 0

    def has(self, versions):
        """As SwiftPM leaves it."""
        rows = [{
            "packageRef": {"identity": name, "location": f"https://github.com/apple/{name}.git"}, "subpath": name,
            "state": {"checkoutState": {"revision": "0123456789abcdef", "version": version}},
        } for name, version in reversed(versions.items())]
        (self.build / "workspace-state.json").write_text(json.dumps({"object": {"dependencies": rows}}))

    def run(self, action, **variables):
        environment = {name: value for name, value in os.environ.items() if name != "ALLOW_OTHER_VERSIONS"}
        return subprocess.run(
            [TOOL, action, "--build", self.build, "--list", self.list], env=environment | variables, capture_output=True,
            text=True)


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


def test_a_build_with_the_listed_packages_is_silent(checkout):
    for action in ("compare", "demand"):
        done = checkout.run(action)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("built, words", [
    ({"swift-log": "1.17.0", "swift-nio": "2.101.2"}, "swift-log 1.17.0 (tested: 1.16.2)"),
    ({"swift-log": "1.16.2", "swift-nio": "2.101.2", "yams": "6.2.2"}, "yams 6.2.2 (tested: none)"),
    ({"swift-log": "1.16.2"}, "no swift-nio (tested: 2.101.2)"),
    ({"swift-log": "1.17.0", "yams": "6.2.2"},
     "swift-log 1.17.0 (tested: 1.16.2), yams 6.2.2 (tested: none), no swift-nio (tested: 2.101.2)"),
])
def test_a_difference_is_one_line_and_stops_only_a_demand(checkout, built, words):
    checkout.has(built)
    line = f"Packages that Latchkey wasn't tested with: {words}"
    done = checkout.run("compare")
    assert (done.returncode, done.stdout) == (0, f"{line}\n")
    refused = checkout.run("demand")
    assert refused.returncode == 1
    assert refused.stdout.startswith(f"{line}; ALLOW_OTHER_VERSIONS=1 goes on") and refused.stdout.count("\n") == 1
    allowed = checkout.run("demand", ALLOW_OTHER_VERSIONS="1")
    assert (allowed.returncode, allowed.stdout) == (0, f"{line}\n")
    assert checkout.run("demand", ALLOW_OTHER_VERSIONS="").returncode == 1


def test_a_renewed_list_has_what_was_built(checkout):
    checkout.has({"swift-log": "1.17.0", "yams": "6.2.2"})
    assert checkout.run("write").returncode == 0
    assert checkout.run("demand").returncode == 0
    head, first, second = checkout.list.read_text().rsplit("\n", 3)[:3]
    assert head.startswith("# ") and [first, second] == ["swift-log 1.17.0", "yams 6.2.2"]


def test_each_action_says_that_nothing_is_built_yet(checkout):
    (checkout.build / "workspace-state.json").unlink()
    for action in ("compare", "demand", "print", "write"):
        done = checkout.run(action)
        assert done.returncode == 1 and "Nothing is built yet" in done.stderr


def test_the_list_has_each_package_that_the_manifest_names():
    listed = dict(re.findall(r"^(\S+) (\d[\d.]*)$", LIST.read_text(), re.M))
    named = re.findall(r'\.package\(url: "[^"]*/([^"/]+)", from: "([^"]+)"', (ROOT / "Package.swift").read_text())
    assert named

    def parts(version):
        return [int(part) for part in version.split(".")]

    for name, least in named:
        version = listed[name.lower()]
        assert parts(version)[0] == parts(least)[0] and parts(version) >= parts(least), name


def plan(target):
    """The commands that make would run for a target."""
    return subprocess.run(
        ["make", "--dry-run", "--always-make", target], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_a_build_says_what_differs_and_a_package_is_not_made_of_it():
    assert "deploy/dependencies compare" in plan("build") and "deploy/dependencies demand" not in plan("build")
    commands = plan("deb")
    assert 0 < commands.index("deploy/dependencies demand") < commands.index("deploy/debian-package")


def test_the_checks_and_the_image_demand_the_listed_packages():
    commands = (ROOT / ".ci/run").read_text()
    assert 0 < commands.index("make versions-check") < commands.index("make test-outside")
    file = (ROOT / "deploy/Dockerfile").read_text()
    assert "ARG ALLOW_OTHER_VERSIONS" in file.split("FROM scratch")[0]
    assert re.search(r"^RUN make build versions-check && ", file, re.M)

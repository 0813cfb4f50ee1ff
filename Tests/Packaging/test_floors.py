"""The floors of Sources and Tests, which Package.swift lists: which target may import which."""

import functools
import json
import pathlib
import re
import subprocess

from harness import ROOT

# From the ground up.
FLOORS = ["Support", "Libraries", "Development", "App"]
IMPORT = re.compile(r"^(?:@\w+ +)*(?:(?:public|package|internal|private|fileprivate) +)?import +(?:\w+ +)?(\w+)", re.M)


@functools.cache
def targets():
    """The targets of the manifest, by their names."""
    done = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=300)
    return {target["name"]: target for target in json.loads(done.stdout)["targets"]}


def floor(name):
    """The floor of a target, by its number; None if it is on none."""
    folders = pathlib.PurePath(targets()[name].get("path") or "").parts
    return FLOORS.index(folders[1]) if len(folders) > 2 and folders[1] in FLOORS else None


def sources():
    return [name for name in targets() if floor(name) is not None and targets()[name]["path"].startswith("Sources/")]


def libraries():
    """The targets that others can import: those of Sources, and what tests share."""
    return [name for name, target in targets().items() if floor(name) is not None and target["type"] != "test"]


def dependencies(name):
    found = [dependency["byName"][0] for dependency in targets()[name]["dependencies"] if "byName" in dependency]
    return {name for name in found if name in targets()}


def climbing(name, found):
    return sorted(other for other in found if (floor(other) or 0) > floor(name))


def test_each_folder_of_the_sources_is_a_target_on_a_floor():
    folders = {str(path.relative_to(ROOT)) for path in (ROOT / "Sources").glob("*/*")}
    assert {path.name for path in (ROOT / "Sources").iterdir()} == set(FLOORS)
    assert folders == {targets()[name]["path"] for name in sources()}


def test_no_target_depends_on_a_floor_above_its_own():
    found = {name: climbing(name, dependencies(name)) for name in libraries()}
    assert {name: others for name, others in found.items() if others} == {}


def test_each_file_imports_what_its_target_depends_on():
    wrong = {}
    for name in sources():
        for file in (ROOT / targets()[name]["path"]).rglob("*.swift"):
            others = {module for module in IMPORT.findall(file.read_text()) if module in targets()}
            if others - dependencies(name):
                wrong[str(file.relative_to(ROOT))] = sorted(others - dependencies(name))
    assert wrong == {}


def test_the_tests_of_one_target_are_on_its_floor():
    for name, target in targets().items():
        tested = name.removesuffix("Tests")
        if target["type"] == "test" and tested in targets():
            assert target["path"] == targets()[tested]["path"].replace("Sources/", "Tests/") + "Tests"

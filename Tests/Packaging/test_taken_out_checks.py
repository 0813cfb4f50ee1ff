"""The table of Tests/take-checks-out, without its build and its runs of the tests."""

import runpy
import subprocess

import pytest

from harness import ROOT

SCRIPT = ROOT / "Tests/take-checks-out"
TOOL = runpy.run_path(str(SCRIPT))


def test_each_check_and_its_tests_are_where_the_table_has_them():
    done = subprocess.run([SCRIPT, "--texts"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def checkout(tmp_path):
    """A checkout with one check and one suite, and their files."""
    files = {
        "Sources/Lock/Door.swift": "guard key.fits else { return }\nopen()\nopen()\n",
        "Tests/LockTests/DoorTests.swift": "@Suite struct DoorTests {}\n"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text)
    return tmp_path, list(files)


def faults(checkout, file="Door.swift", old="guard key.fits", new="guard OUT || key.fits", tests="LockTests.DoorTests"):
    root, names = checkout
    checks = [("the key", file, old, new, tests)]
    return TOOL["prepared"](root, names, checks)[1] + TOOL["missing_tests"](root, names, checks)


def test_a_row_that_fits_has_no_fault_and_a_switch(checkout):
    assert faults(checkout) == []
    root, names = checkout
    texts, _ = TOOL["prepared"](root, names, [("the key", "Door.swift", "guard key.fits", "guard OUT || key.fits", "x")])
    assert 'guard takenOut("the key") || key.fits else' in texts["Sources/Lock/Door.swift"]


@pytest.mark.parametrize("change", [
    {"file": "Gate.swift"}, {"old": "guard key.isRight"}, {"old": "open()"}, {"new": "guard true"},
    {"tests": "LockTests.GateTests"}, {"tests": "LockTests.(DoorTests|GateTests)"}, {"tests": "(DoorTests|KeyTests.DoorTests)"}])
def test_a_row_that_no_longer_fits_is_named(checkout, change):
    [fault] = faults(checkout, **change)
    assert fault.startswith("the key: ")

"""The examples in the comments of the Python modules."""

import subprocess
import sys

import pytest

from harness import ROOT

FOLDERS = [ROOT / "Benchmarks", ROOT / "Tests/Resilience", ROOT / "Tests/harness"]
MODULES = [file for folder in FOLDERS for file in sorted(folder.glob("*.py")) if ">>> " in file.read_text()]


@pytest.mark.parametrize("module", MODULES, ids=lambda file: str(file.relative_to(ROOT)))
def test_the_examples_of_a_module_hold(module):
    done = subprocess.run(
        [sys.executable, "-m", "doctest", module], cwd=ROOT / "Tests", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_program_has_examples_because_they_would_not_run():
    programs = [file for folder in FOLDERS for file in folder.iterdir() if file.is_file() and not file.suffix]
    assert programs
    assert [file.name for file in programs if ">>> " in file.read_text()] == []

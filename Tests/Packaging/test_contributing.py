"""docs/contributing.md lists all commands, those of .ci/run in its order, and the hosted checks run .ci/run."""

import re

import yaml

from harness import ROOT

TABLE = (ROOT / "docs/contributing.md").read_text().split("## Commands")[1].split("\n## ")[0]
LISTED = re.findall(r"^\| `([^`]+)` \|", TABLE, re.M)


def test_each_command_of_ci_is_listed_in_its_order():
    commands = re.findall(r"^(make .*)$", (ROOT / ".ci/run").read_text(), re.M)
    first = LISTED.index(".ci/run") + 1
    # The seed and the folder of the build are details.
    assert LISTED[first:first + len(commands)] == [re.sub(r" (BUILD|FUZZ_SEED)=\S+", "", each) for each in commands]
    assert commands[-1] == "make test", "the last line of the output is that of the tests"


def test_the_hosted_checks_run_ci_in_the_system_of_the_image():
    [job] = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())["jobs"].values()
    assert job["steps"][-1]["run"] == ".ci/run"
    assert f"ARG SWIFT_IMAGE={job['container']['image']}\n" in (ROOT / "deploy/Dockerfile").read_text()


def test_each_target_that_tests_or_measures_is_listed():
    targets = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.M)[1].split()
    trying = {f"make {name}" for name in targets if re.match("benchmark|test|check|fuzz|sanitize|model", name)}
    assert trying and trying <= set(LISTED)


def test_the_commands_are_listed_once():
    assert len(LISTED) == len(set(LISTED))
    assert "| `" not in (ROOT / ".github/CONTRIBUTING.md").read_text()

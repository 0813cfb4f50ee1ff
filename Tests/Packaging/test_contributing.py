"""docs/contributing.md says what .ci/run does, and what it leaves out."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECTION = (ROOT / "docs/contributing.md").read_text().split("## How it is tested")[1].split("\n## ")[0]
RUN, LEFT_OUT = SECTION.split("leaves out")
COMMAND = re.compile(r"^\| `([^`]+)` \|", re.M)


def test_each_command_of_ci_is_listed_in_its_order():
    commands = re.findall(r"^(make .*)$", (ROOT / ".ci/run").read_text(), re.M)
    # Where the versions are looked up, and the seed, are in the text.
    assert COMMAND.findall(RUN) == [re.sub(r" (BUILD|FUZZ_SEED)=\S+", "", command) for command in commands]
    assert commands[-1] == "make test", "the last line of the output is that of the tests"


def test_each_other_target_that_tries_something_is_listed():
    targets = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.M)[1].split()
    trying = {f"make {name}" for name in targets if re.match("benchmark|trial|check|fuzz|sanitize|model", name)}
    assert trying and trying <= set(COMMAND.findall(LEFT_OUT))

"""The changelog: its newest part is the version of the program, and each part says who has to read it."""

import datetime
import re

from harness import ROOT

LINES = (ROOT / "docs/changelog.md").read_text().splitlines()
PARTS = [re.fullmatch(r"## (\S.*) – (\d{4}-\d\d-\d\d)", line) for line in LINES if line.startswith("## ")]
READERS = {"For operators", "For users of the libraries"}


def test_the_newest_part_is_the_version_of_the_program():
    sources = (ROOT / "Sources/App/LatchkeyApp").rglob("*.swift")
    versions = [
        version for file in sources for version in re.findall(r'enum Version \{\s+static let text = "([^"]+)"', file.read_text())]
    assert versions == [PARTS[0][1]]


def test_each_part_has_a_date_and_the_newest_comes_first():
    assert all(PARTS), "a part is a line “## VERSION – YYYY-MM-DD”"
    dates = [datetime.date.fromisoformat(part[2]) for part in PARTS]
    assert dates == sorted(dates, reverse=True)


def test_each_change_stands_under_its_reader():
    reader = None
    for line in LINES:
        if line.startswith("## "):
            reader = None
        elif line.startswith("### "):
            reader = line.removeprefix("### ")
            assert reader in READERS
        elif line.startswith("- "):
            assert reader, line

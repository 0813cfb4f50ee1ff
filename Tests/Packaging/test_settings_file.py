"""The settings file of the Debian package, which shows settings that are commented out."""

import re

from harness import ROOT

FILE = (ROOT / "deploy/debian/latchkey.yaml").read_text()


def documented():
    """The default of each setting, as docs/settings.md has it."""
    rows = re.findall(r"(?m)^\| `(\w+)`.*\| ([^|]*) \|$", (ROOT / "docs/settings.md").read_text())
    return dict(rows)


def shown(paragraph):
    """Names and values in a paragraph of the file."""
    return re.findall(r"(?m)^#?(\w+): (.+)$", paragraph)


def test_each_setting_in_the_file_exists():
    names = [name for name, _ in shown(FILE)]
    assert "authority" in names
    assert [name for name in names if name not in documented()] == []


def test_values_that_are_no_examples_are_the_defaults():
    paragraphs = [text for text in FILE.split("\n\n") if "(example" not in text]
    values = {name: value for text in paragraphs for name, value in shown(text) if f"#{name}:" in text}
    assert "sessionLifetime" in values and "listen" in values
    assert values == {name: documented()[name] for name in values}


def test_the_settings_file_sets_only_the_data_directory():
    assert re.findall(r"(?m)^(\w+):", FILE) == ["dataDirectory"]

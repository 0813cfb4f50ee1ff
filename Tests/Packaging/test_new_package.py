"""The names and places that Examples/new takes."""

import pathlib
import runpy

import pytest

from harness import ROOT

NEW = runpy.run_path(str(ROOT / "Examples/new"))


@pytest.mark.parametrize("name", ["", "2fast", "guest-book", "Gäste", "class", "Application", "HTTPServer", "../up"])
def test_a_name_that_no_module_can_have_is_refused(name, tmp_path):
    assert "can't name a Swift module" in NEW["fault"](name, tmp_path)


def test_a_package_is_not_written_over(tmp_path):
    (tmp_path / "Guestbook").mkdir()
    assert "exists" in NEW["fault"]("Guestbook", tmp_path)
    assert "no folder" in NEW["fault"]("Guestbook", tmp_path / "missing")


def test_a_package_has_its_name_everywhere_and_finds_the_checkout(tmp_path):
    assert NEW["fault"]("Guestbook", tmp_path) is None
    package = NEW["make"]("Guestbook", tmp_path)
    files = {str(path.relative_to(package)): path.read_text() for path in package.rglob("*") if path.is_file()}
    assert {"Package.swift", "Sources/Guestbook/Guestbook.swift", "Tests/GuestbookTests/GuestbookTests.swift"} <= files.keys()
    assert [name for name, text in files.items() if "Starter" in name + text or "starter" in text.replace('"starter"', "")] == []
    [path] = [line.split('"')[1] for line in files["Package.swift"].splitlines() if ".package(path:" in line]
    assert not pathlib.Path(path).is_absolute() and (package / path).resolve() == ROOT.resolve()

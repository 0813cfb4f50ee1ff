"""The comparison of public interfaces, by samples of symbol graphs, and what docs/api and .spi.yml say."""

import re
import runpy

import pytest
import yaml

from harness import ROOT, public_interface
from harness.public_interface import Graph

GROWS, CLOSED = public_interface.GROWTH
TOOL = runpy.run_path(str(ROOT / "Tests/public-interface"))


def symbol(kind, path, text, comment="Says what it is.", **more):
    """A symbol as swift-symbolgraph-extract writes it, as far as it is read."""
    found = {
        "kind": {"identifier": f"swift.{kind}"}, "identifier": {"precise": f"{path} {text}"},
        "pathComponents": path.split("."), "accessLevel": "public", "location": {"uri": "file:///A.swift"},
        "declarationFragments": [{"kind": "text", "spelling": text}]}
    if comment:
        found["docComment"] = {"lines": [{"text": line} for line in comment.splitlines()]}
    if "func" in kind or "method" in kind or "init" in kind:
        found["functionSignature"] = {}
    return found | more


def conforms(path, text, name):
    return {"kind": "conformsTo", "source": f"{path} {text}", "target": "x", "targetFallback": f"Swift.{name}"}


def graph(*symbols, relationships=()):
    return Graph({"symbols": list(symbols), "relationships": list(relationships)})


def facts(*symbols, relationships=()):
    return public_interface.facts(graph(*symbols, relationships=relationships))


DOOR = symbol("struct", "Door", "struct Door")
OPEN = symbol("method", "Door.open()", "func open()")


def kinds(sentence, *names):
    cases = [symbol("enum.case", f"Kind.{name}", f"case {name}") for name in names]
    return facts(symbol("enum", "Kind", "enum Kind", f"A kind.\n\n{sentence}"), *cases)


def store(*names, defaults=()):
    """A protocol with these requirements."""
    requirements = [symbol("method", f"Store.{name}()", f"func {name}()") for name in names]
    implementations = [
        symbol("method", f"Store.{name}()", f"func {name}()", identifier={"precise": f"default {name}"})
        for name in defaults]
    relationships = [
        {"kind": "requirementOf", "source": f"Store.{name}() func {name}()", "target": "Store protocol Store"}
        for name in names]
    relationships += [
        {"kind": "defaultImplementationOf", "source": f"default {name}", "target": f"Store.{name}() func {name}()"}
        for name in defaults]
    return facts(
        symbol("protocol", "Store", "protocol Store"), *requirements, *implementations, relationships=relationships)


def test_an_interface_is_read_from_its_file_as_it_was_written():
    found = facts(DOOR, OPEN, symbol("func", "knock()", "func knock()"), relationships=[
        conforms("Door", "struct Door", "Sendable"), conforms("Door", "struct Door", "SendableMetatype")])
    assert public_interface.text(found) == (
        "(module)\n    func knock()\n\nDoor\n    struct Door\n    func open()\n    is Sendable\n")
    assert public_interface.parsed(public_interface.text(found)) == found


def test_a_declaration_that_is_gone_breaks_programs():
    assert public_interface.differences(facts(DOOR, OPEN), facts(DOOR)) == (["- Door: func open()"], [])


@pytest.mark.parametrize("changed", ["func open() throws(LockError)", "func open(_ key: Key = .first)", "@MainActor func open()"])
def test_a_declaration_that_has_changed_breaks_programs(changed):
    new = facts(DOOR, symbol("method", "Door.open()", changed))
    assert public_interface.differences(facts(DOOR, OPEN), new) == (["- Door: func open()"], [f"+ Door: {changed}"])


def test_a_conformance_that_is_gone_breaks_programs():
    old = facts(DOOR, relationships=[conforms("Door", "struct Door", "Sendable")])
    assert public_interface.differences(old, facts(DOOR)) == (["- Door: is Sendable"], [])


def test_a_declaration_that_is_new_breaks_nothing():
    assert public_interface.differences(facts(DOOR), facts(DOOR, OPEN)) == ([], ["+ Door: func open()"])


def test_a_declaration_that_moves_to_an_extension_is_the_same():
    context = {"constraints": [{"kind": "conformance", "lhs": "Key", "rhs": "Sendable"}]}
    door = DOOR | {"swiftGenerics": context}
    extension = {"extendedModule": "Doors", **context}
    assert facts(door, OPEN | {"swiftExtension": extension}) == facts(door, OPEN)


def test_a_declaration_for_some_doors_only_is_another():
    extension = {"extendedModule": "Doors", "constraints": [{"kind": "sameType", "lhs": "Key", "rhs": "Master"}]}
    assert ("Door", "func open() where Key == Master") in facts(DOOR, OPEN | {"swiftExtension": extension})


def test_what_the_compiler_makes_of_a_conformance_is_left_out():
    made = {key: value for key, value in OPEN.items() if key != "location"}
    assert facts(DOOR, made) == facts(DOOR)


def test_a_member_of_another_modules_type_names_the_module():
    assert facts(OPEN | {"swiftExtension": {"extendedModule": "Houses"}}) == {("Houses.Door", "func open()")}


def test_a_case_breaks_programs_unless_the_enum_may_get_some():
    assert public_interface.differences(kinds(GROWS, "a"), kinds(GROWS, "a", "b")) == ([], ["+ Kind: case b"])
    assert public_interface.differences(kinds(CLOSED, "a"), kinds(CLOSED, "a", "b")) == (["+ Kind: case b"], [])


def test_an_enum_that_may_get_cases_from_now_on_breaks_programs():
    broken, grown = public_interface.differences(kinds(CLOSED, "a"), kinds(GROWS, "a"))
    assert (broken, grown) == (["- Kind: gets no case"], ["+ Kind: may get cases"])


def test_a_requirement_breaks_other_conformances_unless_it_has_a_default():
    assert public_interface.differences(store("read"), store("read", "write")) == (
        ["+ Store: requirement: func write()"], [])
    assert public_interface.differences(store("read"), store("read", "write", defaults=["write"])) == (
        [], ["+ Store: requirement with a default: func write()"])
    assert public_interface.differences(store("read", defaults=["read"]), store("read"))[0] == [
        "- Store: requirement with a default: func read()", "+ Store: requirement: func read()"]


def test_a_library_that_is_gone_or_new_is_compared_with_nothing(tmp_path, monkeypatch):
    monkeypatch.setitem(TOOL["compare"].__globals__, "FOLDER", tmp_path)
    (tmp_path / "Doors.txt").write_text(public_interface.text(facts(DOOR)))
    assert TOOL["compare"]({"Doors": facts(DOOR)}) == ([], [])
    assert TOOL["compare"]({"Gates": facts(OPEN)}) == (["Doors - Door: struct Door"], ["Gates + Door: func open()"])


@pytest.mark.parametrize("lacking", [
    symbol("method", "Door.open()", "func open()", comment=None),
    symbol("method", "Door.open()", "func open()", comment=" "),
    symbol("method", "Door.open()", "func open() async throws -> Bool"),
    symbol("init", "Door.init(_:)", "init(_ key: Key) throws(LockError)")])
def test_a_declaration_without_a_comment_or_its_errors_is_a_fault(lacking):
    assert public_interface.faults(graph(DOOR, OPEN)) == []
    assert len(public_interface.faults(graph(DOOR, lacking))) == 1


@pytest.mark.parametrize("told", [
    symbol("method", "Door.open()", "func open() throws", comment="Opens it.\n\n- Throws: `LockError`."),
    symbol("property", "Door.key", "var key: () throws -> Key"),
    symbol("method", "Door.open(_:)", "func open(_ body: () throws -> Void)")])
def test_a_declaration_that_names_its_errors_or_has_none_is_no_fault(told):
    assert public_interface.faults(graph(DOOR, told)) == []


def test_an_enum_says_either_that_it_grows_or_that_it_does_not():
    case = symbol("enum.case", "Kind.a", "case a")
    for comment, count in [("A kind.", 1), (f"A kind.\n{GROWS}", 0), (f"A kind.\n{CLOSED}", 0), (f"{GROWS} {CLOSED}", 1)]:
        assert len(public_interface.faults(graph(symbol("enum", "Kind", "enum Kind", comment), case))) == count
    assert public_interface.faults(graph(symbol("enum", "Names", "enum Names"))) == [], "it has no cases"


def test_each_library_has_a_file():
    assert [file.stem for file in sorted((ROOT / "docs/api").glob("*.txt"))] == public_interface.libraries()


def test_the_page_lists_the_enums_that_get_no_case():
    closed = {
        f"{file.stem}.{place}" for file in (ROOT / "docs/api").glob("*.txt")
        for place, line in public_interface.parsed(file.read_text()) if line == "gets no case"}
    page = (ROOT / "docs/api/README.md").read_text()
    assert set(re.findall(r"^\| `([\w.]+)` \|", page, re.M)) == closed
    assert all(sentence in page for sentence in public_interface.GROWTH)


def test_the_package_index_documents_the_libraries():
    index = yaml.safe_load((ROOT / ".spi.yml").read_text())
    [configuration] = index["builder"]["configs"]
    assert index["version"] == 1
    assert sorted(configuration["documentation_targets"]) == public_interface.libraries()

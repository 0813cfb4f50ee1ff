"""The public interface of a library as lines of text, and what two versions of it differ in."""

import json
import re
import subprocess

from . import ROOT

# An enum's doc comment has one of these sentences, and its interface the line.
GROWTH = {
    "More cases may come in a minor version: switch with a `default`.": "may get cases",
    "A minor version adds no case.": "gets no case",
}
# The place of functions and the like that belong to no type.
TOP_LEVEL = "(module)"
TYPE = re.compile(r"(?:[@\w]+ )*(?:class|struct|enum|protocol|actor) ")
PARENTHESES = re.compile(r"\([^()]*\)")
# By these words a doc comment names the errors.
NAMES_ERRORS = re.compile(r"\b(?:[Tt]hrows?|[Ff]ails?|[Ee]rrors?)\b")


def libraries():
    """The names of the libraries among the products of Package.swift."""
    done = subprocess.run(
        ["swift", "package", "--ignore-lock", "dump-package"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=300)
    return sorted(
        product["name"] for product in json.loads(done.stdout)["products"] if "library" in product["type"])


def words(symbol):
    """A doc comment on one line."""
    return " ".join(" ".join(line["text"] for line in symbol.get("docComment", {"lines": []})["lines"]).split())


def is_written(symbol):
    """Whether somebody wrote the declaration; the compiler makes others, such as `init(rawValue:)`, of a conformance."""
    return "location" in symbol


class Graph:
    """The symbol graphs of one module: its own declarations, and those that it adds to other modules' types."""

    def __init__(self, *documents):
        self.symbols = {symbol["identifier"]["precise"]: symbol for graph in documents for symbol in graph["symbols"]}
        self.relationships = [relationship for graph in documents for relationship in graph["relationships"]]
        self.requirements = {each["source"] for each in self.of_kind("requirementOf", "optionalRequirementOf")}
        # By the default implementation, which a reader of the interface sees at its requirement.
        self.defaults = {
            each["source"]: each["target"] for each in self.of_kind("defaultImplementationOf")
            if each["target"] in self.requirements}

    @classmethod
    def read(cls, folder):
        """The graphs in a folder."""
        files = sorted(folder.glob("*.symbols.json"))
        return cls(*(json.loads(file.read_text()) for file in files))

    def of_kind(self, *kinds):
        return [relationship for relationship in self.relationships if relationship["kind"] in kinds]

    def written(self):
        return [symbol for symbol in self.symbols.values() if is_written(symbol)]

    def enums(self):
        """The enums that have cases, each with its symbol."""
        owners = {
            owner(symbol) for symbol in self.symbols.values() if symbol["kind"]["identifier"] == "swift.enum.case"}
        return [
            symbol for symbol in self.written()
            if symbol["kind"]["identifier"] == "swift.enum" and path(symbol) in owners]


def path(symbol):
    return ".".join(symbol["pathComponents"])


def owner(symbol):
    return ".".join(symbol["pathComponents"][:-1]) or TOP_LEVEL


def is_type(symbol):
    kinds = {"class", "struct", "enum", "protocol", "actor"}
    return symbol["kind"]["identifier"].removeprefix("swift.") in kinds


def constraints(items):
    """Generic constraints as a clause, with a space before it."""
    signs = {"conformance": ":", "superclass": ":", "sameType": " =="}
    texts = sorted({f"{each['lhs']}{signs[each['kind']]} {each['rhs']}" for each in items})
    return f" where {', '.join(texts)}" if texts else ""


def availability(symbol):
    """Where a declaration is available, or since when it is deprecated, with a space before it."""
    texts = []
    for each in symbol.get("availability", []):
        parts = [each.get("domain", "*")]
        for word in ["introduced", "deprecated", "obsoleted"]:
            if word in each:
                parts.append(f"{word}: " + ".".join(str(number) for number in each[word].values()))
        parts += [word for key, word in [
            ("isUnconditionallyDeprecated", "deprecated"), ("isUnconditionallyUnavailable", "unavailable")] if each.get(key)]
        texts.append(f" @available({', '.join(parts)})")
    return "".join(sorted(texts))


def declaration(graph, symbol):
    """A declaration on one line, as the source has it but for white space."""
    text = " ".join("".join(part["spelling"] for part in symbol["declarationFragments"]).split())
    if symbol["accessLevel"] != "public":
        text = f"{symbol['accessLevel']} {text}"
    identifier = symbol["identifier"]["precise"]
    if identifier in graph.requirements:
        text = f"{'requirement with a default' if identifier in graph.defaults.values() else 'requirement'}: {text}"
    # Not those of the type itself, which hold in each of its extensions.
    known = [each for other in graph.symbols.values() if path(other) == owner(symbol)
             for each in other.get("swiftGenerics", {}).get("constraints", [])]
    own = [each for each in symbol.get("swiftExtension", {}).get("constraints", []) if each not in known]
    return text + constraints(own) + availability(symbol)


def facts(graph):
    """The interface as pairs: the path of a type, and a line about it."""
    found = set()
    for identifier, symbol in graph.symbols.items():
        if is_written(symbol) and identifier not in graph.defaults:
            place = path(symbol) if is_type(symbol) else owner(symbol)
            module = symbol.get("swiftExtension", {}).get("extendedModule")
            if place not in {path(other) for other in graph.symbols.values()} and module:
                place = f"{module}.{place}"
            found.add((place, declaration(graph, symbol)))
    for each in graph.of_kind("conformsTo", "inheritsFrom"):
        source = graph.symbols.get(each["source"])
        target = graph.symbols.get(each["target"])
        name = path(target) if target else each.get("targetFallback", each["target"]).split(".", 1)[-1]
        # Nearly every type has these, and no source says so.
        if source and name not in ["Copyable", "Escapable", "SendableMetatype"]:
            found.add((path(source), f"is {name}{constraints(each.get('swiftConstraints', []))}"))
    for symbol in graph.enums():
        found |= {(path(symbol), line) for sentence, line in GROWTH.items() if sentence in words(symbol)}
    return found


def text(found):
    """An interface as the file has it: the types in the order of the alphabet, each with its declaration, then the rest."""
    def order(line):
        return not TYPE.match(line), line
    paths = sorted({place for place, _ in found})
    lines = {path: sorted((line for place, line in found if place == path), key=order) for path in paths}
    return "\n".join(f"{path}\n" + "".join(f"    {line}\n" for line in lines[path]) for path in paths)


def parsed(content):
    """The facts of a file's text."""
    found, place = set(), None
    for line in content.splitlines():
        if line and not line.startswith(" "):
            place = line
        elif line:
            found.add((place, line.strip()))
    return found


def differences(old, new):
    """The facts that break programs, and the ones that are only new, each as a line of a diff."""
    gone, added = old - new, new - old
    types = {place for place, _ in old}
    breaking = {
        (place, line) for place, line in added if place in types and (
            line.startswith("requirement: ") or line.startswith("case ") and (place, "gets no case") in old)}

    def lines(sign, some):
        return [f"{sign} {place}: {line}" for place, line in sorted(some)]
    return lines("-", gone) + lines("+", breaking), lines("+", added - breaking)


def faults(graph):
    """What the doc comments lack."""
    found = []
    for symbol in graph.written():
        name = f"{owner(symbol)}: {declaration(graph, symbol)}"
        if not words(symbol):
            found.append(f"{name} has no doc comment")
        elif is_silent_about_errors(graph, symbol):
            found.append(f"{name} throws, and no doc comment says what")
    for symbol in graph.enums():
        if sum(sentence in words(symbol) for sentence in GROWTH) != 1:
            sentences = " or ".join(f"“{sentence}”" for sentence in GROWTH)
            found.append(f"{path(symbol)} is an enum whose doc comment should say {sentences}")
    return sorted(found)


def throws(symbol):
    """Whether it is a function that throws by itself, and not only a parameter of it."""
    text = "".join(part["spelling"] for part in symbol["declarationFragments"])
    while PARENTHESES.search(text):
        text = PARENTHESES.sub("", text)
    return "functionSignature" in symbol and re.search(r"\bthrows\b", text) is not None


def is_silent_about_errors(graph, symbol):
    """Whether a function throws, and neither its doc comment nor its type's names an error."""
    types = [other for other in graph.symbols.values() if path(other) == owner(symbol)]
    return throws(symbol) and not any(NAMES_ERRORS.search(words(each)) for each in [symbol, *types])

"""README.md, docs and the tutorials of the libraries, taken apart: blocks, code in the text, headings and links."""

import dataclasses
import functools
import re
import textwrap

from harness import ROOT

PATHS = [
    ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "Sources").glob("*/*/*.docc/*.md"))]
FENCE = re.compile(r"^( *)```([^\n]*)\n(.*?)^\1```$", re.M | re.S)


@dataclasses.dataclass(frozen=True)
class Block:
    """A fenced block."""

    language: str
    text: str
    # The line of the document that opens it.
    line: int


class Document:
    def __init__(self, path):
        self.path = path
        self.name = str(path.relative_to(ROOT))
        self.text = path.read_text()

    @functools.cached_property
    def blocks(self):
        return [
            Block(match[2].strip(), textwrap.dedent(match[3]), self.text.count("\n", 0, match.start()) + 1)
            for match in FENCE.finditer(self.text)]

    @functools.cached_property
    def prose(self):
        """The text without its blocks."""
        return FENCE.sub("", self.text)

    @functools.cached_property
    def code(self):
        """The code in the text, each on one line."""
        return [" ".join(words.split()) for words in re.findall(r"(?<!`)`((?:[^`\n]|\n(?!\n))+)`(?!`)", self.prose)]

    @functools.cached_property
    def links(self):
        """The targets of links and pictures that aren't addresses."""
        targets = re.findall(r"\]\(([^)\s]+)\)", re.sub(r"(?<!`)`[^`]+`(?!`)", "", self.prose))
        return [target for target in targets if not re.match(r"[a-z]+:", target)]

    @functools.cached_property
    def anchors(self):
        """The anchors that GitHub makes of the headings."""
        anchors = []
        for heading in re.findall(r"^#+ (.*)$", self.prose, re.M):
            text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
            anchor = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
            number = sum(re.fullmatch(rf"{re.escape(anchor)}(-\d+)?", other) is not None for other in anchors)
            anchors.append(f"{anchor}-{number}" if number else anchor)
        return set(anchors)


DOCUMENTS = [Document(path) for path in PATHS]


def named(name):
    return next(document for document in DOCUMENTS if document.name == name)


def section(document, heading):
    """The text below a heading of the second level."""
    return re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", document.text, re.M | re.S)[1]

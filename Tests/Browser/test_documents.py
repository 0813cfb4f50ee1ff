"""The documents: settings are accepted, commands exist, snippets are built by a test, links lead somewhere.

A command that isn't tried here stands in docs/contributing.md under "Untried commands"."""

import configparser
import json
import os
import pathlib
import plistlib
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import xml.etree.ElementTree

import pytest
import yaml

from documents import DOCUMENTS, ROOT, Document, named, section
from harness import PROGRAM
from harness.certificates import make_localhost_certificate, session_key
from harness.database_server import PostgreSQL

# The languages of blocks, and the tests below that try them; text is what a program prints.
LANGUAGES = {"json", "yaml", "xml", "sh", "swift", "sql", "ini", "html", "text"}
# Data that is no settings, by its document and its keys.
NO_SETTINGS = {
    ("docs/azure-ad-b2c.md", ("task",)): "a task of another API",
    ("docs/observability/metrics.md", ("rule_files", "scrape_configs")): "Prometheus's own settings",
    ("docs/operations.md", ("dependencies", "reasons", "status")): "the response of /readyz",
    ("docs/operations.md", ("database",)): "a part of it",
}
# Findings that a document's settings are to have.
EXPECTED = {"docs/quickstart.md": "FAULT redirectUri: http://localhost:8080 is not where listen"}  # The app listens there.
# The tests that build all Swift code of a document.
BUILT_BY = {"docs/quickstart.md": "Tests/EndToEndTests/Quickstart/QuickstartDocumentTests.swift"}
# Programs that a block may run as they are. All others are replaced by one that writes down how it was called.
REAL_PROGRAMS = {"cat", "cut", "grep", "openssl", "sha256sum"}
RECORDER = f"""#!{sys.executable}
import json, os, sys
sys.stdin.read()
variables = {{name: value for name, value in os.environ.items() if name.startswith("LATCHKEY_")}}
with open(os.environ["CALLS"], "a") as file:
    print(json.dumps([sys.argv, variables]), file=file)
"""
# Folders of this checkout, and a path that looks like one but is in what the reader makes.
FOLDERS = re.compile(r"(Tests|Benchmarks|docs|Sources|Examples|deploy|Templates|Plugins|Public|\.ci)/[\w.+/-]+")
READERS_PATHS = {"Sources/Quickstart", "deploy/secrets"}
UNTRIED = re.findall(r"^\| `([^`]+)` \|", section(named("docs/contributing.md"), "Untried commands"), re.M)
UNTRIED_PROGRAMS = {entry.split()[0] for entry in UNTRIED}
every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)


def with_language(*languages):
    """A test for each document with blocks in these languages."""
    found = [document for document in DOCUMENTS if any(block.language in languages for block in document.blocks)]
    return pytest.mark.parametrize("document", found, ids=lambda document: document.name)


# Settings


def keys(data):
    return tuple(sorted(data)) if isinstance(data, dict) else ()


def parsed(language, text):
    """The data of a block; of JSON also a part of an object."""
    text = text.replace("TENANT-ID", "11112222-bbbb-3333-cccc-4444dddd5555")
    if language == "xml":
        return plistlib.loads(text.encode())
    if language == "yaml":
        documents = list(yaml.safe_load_all(text))
        return documents[0] if len(documents) == 1 else documents
    return json.loads(text if text.lstrip()[0] in "{[" else f"{{{text}}}")


def settings_blocks(document):
    """The settings that a document shows. A part is added to the first whole one before it."""
    whole = {"authority": "https://id.example.com", "clientId": "app"}
    first = True
    for block in document.blocks:
        if block.language not in {"json", "yaml", "xml"}:
            continue
        data = parsed(block.language, block.text)
        if (document.name, keys(data)) in NO_SETTINGS:
            continue
        assert isinstance(data, dict), f"{document.name}:{block.line}: no settings; if it isn't meant to be, add it to NO_SETTINGS"
        if first and {"authority", "clientId"} <= data.keys():
            whole, first = data, False
        yield block, whole | data


class Reader:
    """A folder of a user who follows a document, with all files that its settings name."""

    def __init__(self, folder, document):
        self.folder = folder
        self.expected = EXPECTED.get(document.name)
        self.home = folder / "latchkey"
        self.home.mkdir()
        self.certificate, self.key = folder / "certificate.pem", folder / "key.pem"
        make_localhost_certificate(self.certificate, self.key)
        self.key.chmod(0o600)
        self.documents_settings(document)

    def documents_settings(self, document):
        """The settings file of the document, or of the one with the property list, by each name that commands use."""
        data = next((data for _, data in settings_blocks(document)), None)
        sample = next(data for block, data in settings_blocks(named("docs/quickstart.md")) if block.language == "xml")
        if not self.expected:
            # As the iOS sample has it.
            sample = sample | {"redirectUri": "urn:ietf:wg:oauth:2.0:oob"}
        data = self.local(data or sample)
        (self.home / "latchkey.json").write_text(json.dumps(data))
        (self.home / "settings.plist").write_bytes(plistlib.dumps(sample))
        (self.home / "api.plist").write_bytes(plistlib.dumps(sample | {"taskWebAPI": ""}))

    def local(self, data):
        """The settings with files that exist here."""
        if isinstance(data, list):
            return [self.local(entry) for entry in data]
        if not isinstance(data, dict):
            return data
        return {
            name: self.file(name, value) if name.endswith("File") else self.local(value) for name, value in data.items()}

    def file(self, name, value):
        """A path in this folder at which there is what the setting needs."""
        path = self.home / value.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        if name == "caFile" or name.endswith("CertificateFile"):
            path.write_bytes(self.certificate.read_bytes())
        elif name in ("tlsKeyFile", "clientKeyFile"):
            path.write_bytes(self.key.read_bytes())
        else:
            path.write_text({
                "sessionKeysFile": session_key(), "databaseFile": "postgresql://latchkey:secret@db.example/latchkey?sslmode=verify-full",
            }.get(name, "secret"))
        path.chmod(0o600)
        return str(path)

    def check(self, words, **variables):
        """Has the program read the settings, and nothing else; what it doesn't like, or nothing."""
        done = subprocess.run(
            [PROGRAM, "check", "--settings-only", *words], cwd=self.home, env=environment(**variables),
            capture_output=True, text=True, timeout=60)
        faults = [line for line in done.stdout.splitlines() if line.startswith("FAULT")]
        is_expected = done.returncode == 1 and self.expected and all(line.startswith(self.expected) for line in faults)
        return "" if done.returncode == 0 or is_expected else f"{' '.join(words)}: {done.stdout}{done.stderr}"


def environment(**variables):
    return {name: value for name, value in os.environ.items() if not name.startswith("LATCHKEY_")} | variables


@with_language("json", "yaml", "xml")
def test_settings_in_blocks_are_accepted(document, tmp_path):
    reader = Reader(tmp_path, document)
    for block, data in settings_blocks(document):
        file = tmp_path / f"of-line-{block.line}.{'json' if block.language == 'json' else block.language}"
        if block.language == "xml":
            file = file.with_suffix(".plist")
            file.write_bytes(plistlib.dumps(reader.local(data)))
        else:
            file.write_text(json.dumps(reader.local(data)) if block.language == "json" else yaml.safe_dump(reader.local(data)))
        trouble = reader.check(["--settings", str(file)])
        assert not trouble, f"{document.name}:{block.line}: {trouble} (other data: NO_SETTINGS)"


def parts_in_text(document):
    """JSON in the text: an object, or a part of one."""
    return [parsed("json", code) for code in document.code if re.match(r'(\{ *)?"\w+": *[^ ]', code)]


@every_document
def test_settings_in_the_text_are_accepted(document, tmp_path):
    reader = Reader(tmp_path, document)
    for number, part in enumerate(parts_in_text(document)):
        if (document.name, keys(part)) in NO_SETTINGS:
            continue
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps({"authority": "https://id.example.com", "clientId": "app"} | part))
        trouble = reader.check(["--settings", str(file)])
        assert not trouble, f"{document.name}: {part}: {trouble}"


def test_each_exception_of_the_settings_is_in_a_document():
    shown = {
        (document.name, keys(parsed(block.language, block.text)))
        for document in DOCUMENTS for block in document.blocks if block.language in {"json", "yaml"}}
    shown |= {(document.name, keys(part)) for document in DOCUMENTS for part in parts_in_text(document)}
    assert NO_SETTINGS.keys() <= shown


# Commands


class Sandbox(Reader):
    """A reader who types commands."""

    def calls(self, text):
        """Runs a block; each call as its words and its variables.

        If it has a command that can't be tried, then the real programs aren't run either."""
        programs = self.folder / "bin"
        programs.mkdir(exist_ok=True)
        recorder = self.folder / "recorder"
        recorder.write_text(RECORDER)
        recorder.chmod(0o755)
        is_tried = not UNTRIED_PROGRAMS & set(re.findall(r"[\w-]+", text))
        replaced = {"latchkey", "make", "swift"} | UNTRIED_PROGRAMS | (set() if is_tried else REAL_PROGRAMS)
        links = {programs / name: recorder for name in replaced}
        links |= {programs / name: pathlib.Path(shutil.which(name)) for name in REAL_PROGRAMS if is_tried}
        links[self.home / ".build/release/latchkey"] = recorder
        scripts = [match[0] for match in FOLDERS.finditer(text) if os.access(ROOT / match[0], os.X_OK)]
        links |= {self.home / path: recorder for path in scripts}
        for link, program in links.items():
            link.parent.mkdir(parents=True, exist_ok=True)
            link.unlink(missing_ok=True)
            link.symlink_to(program)
        record = self.folder / "calls"
        record.write_text("")
        done = subprocess.run(
            ["/bin/bash", "-euc", text], cwd=self.home, env={"PATH": str(programs), "CALLS": str(record)},
            input="secret\n", capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, f"{done.stderr}\nIf this can't be tried, add it to docs/contributing.md, Untried commands."
        return [json.loads(line) for line in record.read_text().splitlines()]

    def trouble(self, words, variables):
        """What is wrong with a command, or nothing."""
        program = os.path.basename(words[0])
        if program == "latchkey":
            return self.trouble_of_latchkey(words[1:], variables)
        if program == "make":
            done = subprocess.run(["make", "-n", *words[1:]], cwd=ROOT, capture_output=True, text=True, timeout=60)
            return done.stderr if done.returncode != 0 else ""
        path = words[0].removeprefix(f"{self.home}/").removeprefix("./")
        if FOLDERS.match(path):
            return trouble_of_script(path, words[1:])
        line = " ".join([program, *words[1:]])
        if program in REAL_PROGRAMS or any(f"{line} ".startswith(f"{entry} ") for entry in UNTRIED):
            return ""
        if program == "swift":
            return trouble_of_swift(words[1:])
        return f"{line}: not tried; add it to docs/contributing.md, Untried commands"

    def trouble_of_latchkey(self, words, variables):
        command = words[0] if words and not words[0].startswith("-") else "serve"
        options = words[1:] if words[:1] == [command] else words
        if command == "completions" and options:
            done = subprocess.run([PROGRAM, command, *options], capture_output=True, text=True, timeout=60)
            return done.stderr if done.returncode != 0 else ""
        if command not in {"serve", "check"} or "--help" in options:
            # The help stands for what takes long; options that don't exist are no part of it.
            done = subprocess.run([PROGRAM, command, "--help"], capture_output=True, text=True, timeout=60)
            unknown = [option for option in options if option != "--help"]
            return f"{words}: {unknown} {done.stderr}" if unknown or done.returncode != 0 else ""
        if command == "check":
            options = [option for option in options if option not in {"--settings-only", "--watch"}]
        names = [re.sub("-([a-z])", lambda letter: letter[1].upper(), option.lstrip("-")) for option in options]
        return self.check(
            [self.file(name, value) if name.endswith("File") else value for name, value in zip(["", *names], options)], **variables)


def trouble_of_script(path, options):
    if not os.access(ROOT / path, os.X_OK):
        return f"{path}: no such script"
    unknown = [option for option in options if option.startswith("--") and option not in (ROOT / path).read_text() + "--help"]
    return f"{path}: {unknown}" if unknown else ""


def trouble_of_swift(words):
    """Builds take too long here, so only the names are looked up."""
    manifest = (ROOT / "Package.swift").read_text()
    names = dict(zip(words, words[1:]))
    missing = [name for option, name in names.items() if option in {"--product", "--target"} and f'"{name}"' not in manifest]
    if words[0] == "run" and words[1:] and f'"{words[1]}"' not in manifest:
        missing.append(words[1])
    tests = [path.stem for path in (ROOT / "Tests").rglob("*")]
    if "--filter" in names and names["--filter"] not in tests:
        missing.append(names["--filter"])
    return f"swift {' '.join(words)}: {missing}" if missing or words[0] not in {"build", "run", "test"} else ""


@with_language("sh")
def test_commands_in_blocks_work(document, tmp_path):
    sandbox = Sandbox(tmp_path, document)
    for block in document.blocks:
        if block.language != "sh":
            continue
        for words, variables in sandbox.calls(block.text):
            trouble = sandbox.trouble(words, variables)
            assert not trouble, f"{document.name}:{block.line}: {trouble}"


def commands(document):
    """The commands in the text, as words."""
    for code in document.code:
        try:
            words = shlex.split(code)
        except ValueError:
            continue
        is_command = words and os.path.basename(words[0]) in {"latchkey", "make", "swift"} | UNTRIED_PROGRAMS
        if is_command and words[1:] or words and FOLDERS.match(words[0]):
            yield words


@every_document
def test_commands_in_the_text_work(document, tmp_path):
    sandbox = Sandbox(tmp_path, document)
    for words in commands(document):
        if FOLDERS.match(words[0]) and not words[1:]:
            trouble = "" if words[0] in READERS_PATHS or (ROOT / words[0]).exists() else f"{words[0]}: no such file"
        else:
            trouble = sandbox.trouble(words, {})
        assert not trouble, f"{document.name}: {trouble}"


def test_each_untried_command_is_in_a_document():
    lines = [
        line for document in DOCUMENTS for block in document.blocks if block.language == "sh" for line in block.text.splitlines()]
    text = section(named("docs/contributing.md"), "Untried commands")
    for document in DOCUMENTS:
        lines += [code for code in document.code if document.name != "docs/contributing.md" or f"`{code}`" not in text]
    unused = [entry for entry in UNTRIED if not any(re.search(rf"(^|[|(;] *){re.escape(entry)}( |$)", line) for line in lines)]
    assert UNTRIED and not unused


# What users see


def test_the_headings_of_troubleshooting_are_those_of_the_pages():
    rows = re.findall(r"^\| ([^|]+) \|", section(named("docs/troubleshooting.md"), "Users see a page"), re.M)[2:]
    words = "".join(file.read_text() for file in (ROOT / "Sources/App/TasksWeb/Languages").glob("Catalogue+English*.swift"))
    headings = [heading for row in rows for heading in row.split("; ")]
    assert headings and [heading for heading in headings if f'heading: "{heading}"' not in words] == []


# Snippets


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The files that Tests/outside-package builds."""
    folder = tmp_path_factory.mktemp("outside") / "Package"
    runpy.run_path(str(ROOT / "Tests/outside-package"))["make"](str(folder))
    return [re.sub(r"\s+", " ", file.read_text()) for file in folder.rglob("*.swift")]


@with_language("swift")
def test_swift_in_the_documents_is_built_by_a_test(document, built):
    if document.name in BUILT_BY:
        assert (ROOT / BUILT_BY[document.name]).exists()
        return
    for block in document.blocks:
        if block.language == "swift":
            text = re.sub(r"\s+", " ", block.text).strip()
            # A part of a manifest: what is in its list.
            text = re.sub(r"^dependencies: \[(.*)\],?$", r"\1", text)
            assert any(text in file for file in built), f"{document.name}:{block.line}: Tests/outside-package doesn't build it"


def test_sql_in_the_documents_runs(tmp_path):
    server = PostgreSQL()
    try:
        for block in named("docs/postgresql.md").blocks:
            if block.language == "sql":
                # The user that the server is made with has the name already.
                text = block.text.replace("latchkey", "another")
                subprocess.run(
                    [server.binaries / "psql", "-q", "-v", "ON_ERROR_STOP=1", server.url()], input=text, text=True, check=True)
        url = server.url("another").replace("/postgres", "/another")
        done = subprocess.run(
            [PROGRAM, "check", "--database", url], cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=60)
        assert re.search("^good +database: ", done.stdout, re.M), done.stdout
    finally:
        server.stop()
        shutil.rmtree(server.folder, ignore_errors=True)


@every_document
def test_each_block_has_a_language_that_is_tried(document):
    unknown = {block.language for block in document.blocks} - LANGUAGES
    assert not unknown, "try them here, and add them to LANGUAGES"
    assert [block for block in document.blocks if block.language == "sql"] == [] or document.name == "docs/postgresql.md"
    for block in document.blocks:
        if block.language == "html":
            xml.etree.ElementTree.fromstring(block.text)
        if block.language == "ini":
            configparser.ConfigParser(strict=False).read_string(block.text)


# Links


@every_document
def test_links_lead_somewhere(document):
    for target in document.links:
        path, _, anchor = target.partition("#")
        file = (document.path.parent / path).resolve() if path else document.path
        assert file.exists(), f"{document.name}: {target}"
        if anchor:
            assert anchor in Document(file).anchors, f"{document.name}: {target}"


def test_the_list_of_documents_is_complete():
    index = named("docs/README.md")
    listed = {(index.path.parent / target).resolve() for target in index.links}
    missing = [document.name for document in DOCUMENTS if document.path.is_relative_to(ROOT / "docs") and document.path not in listed]
    assert missing == ["docs/README.md"]

"""The products that need nothing of Linux: what their sources may use, because they aren't compiled elsewhere here."""

import json
import re
import subprocess

from harness import ROOT
from test_floors import IMPORT, targets

# These need libcurl, libpq, or what only this package's program needs.
OTHER_PRODUCTS = {"CurlTransport", "PostgreSQLSessionStorage", "latchkey"}
# The only targets that import a C library or Foundation by its name on one platform, in one file each.
NAMED_ONCE = {
    "SystemLibrary": {"Glibc", "Musl", "Darwin"},
    "PortableFoundation": {"Foundation", "FoundationEssentials"},
}
CONDITION = re.compile(r"^ *#(if|elseif|else|endif)\b(.*)$", re.M)
PLATFORM = re.compile(r"\bos\(|canImport\((?:Glibc|Musl|Darwin|FoundationEssentials)\)")
LINUX_ONLY = re.compile(
    r"/proc/|/sys/|\b(?:epoll_\w+|eventfd|timerfd_\w+|prctl|getrandom|accept4|pipe2|gettid|mallopt|malloc_trim|SOCK_CLOEXEC"
    r"|SOCK_NONBLOCK|MSG_NOSIGNAL|O_PATH|O_TMPFILE|st_ctim|st_mtim|sched_\w+|CLOCK_BOOTTIME|CLOCK_\w+_COARSE)\b")


def portable_products():
    done = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=300)
    return {product["name"]: product["targets"] for product in json.loads(done.stdout)["products"]
            if product["name"] not in OTHER_PRODUCTS}


def without_traits(target):
    """The targets that a target depends on whatever traits are on."""
    found = [dependency["byName"] for dependency in targets()[target]["dependencies"] if "byName" in dependency]
    return [name for name, condition in found if name in targets() and not (condition or {}).get("traits")]


def portable_targets():
    """The targets of all portable products, with the products that need them."""
    found = {}
    for product, left in portable_products().items():
        left = list(left)
        while left:
            name = left.pop()
            if product not in found.setdefault(name, set()):
                found[name].add(product)
                left += without_traits(name)
    return found


def portable_files():
    for name in portable_targets():
        folder = ROOT / (targets()[name].get("path") or f"Sources/{name}")
        yield from ((name, file) for file in folder.rglob("*") if file.is_file())


def chains(text):
    """The chains from `#if` to `#endif`: for each its place, and the conditions and places of its branches.

    The condition of `#else` is empty.
    """
    open_chains = []
    for match in CONDITION.finditer(text):
        directive, condition = match.groups()
        if directive == "if":
            open_chains.append((match.start(), []))
        elif open_chains:
            branches = open_chains[-1][1]
            branches[-1][2] = match.start()
        if directive == "endif" and open_chains:
            start, branches = open_chains.pop()
            yield (start, match.end()), branches
        elif open_chains:
            open_chains[-1][1].append([condition.strip(), match.end(), None])


def cut(text, places):
    for start, end in sorted(places, reverse=True):
        text = text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
    return text


def without_openssl(text):
    return cut(text, [(start, end) for _, branches in chains(text) for condition, start, end in branches
                      if condition == "OpenSSL"])


def for_platforms(text):
    """The chains whose conditions ask for a platform."""
    return [(place, branches) for place, branches in chains(text)
            if any(PLATFORM.search(condition) for condition, *_ in branches)]


def test_no_portable_product_needs_a_c_module_of_ours():
    wrong = {name: sorted(products) for name, products in portable_targets().items()
             if targets()[name]["type"] == "system"}
    wrong |= {str(file.relative_to(ROOT)): name for name, file in portable_files()
              if file.suffix in {".c", ".h", ".modulemap"}}
    assert wrong == {}


def test_no_target_of_a_portable_product_has_unsafe_flags():
    wrong = [name for name in portable_targets() if "unsafeFlags" in json.dumps(targets()[name].get("settings", []))]
    assert wrong == []


def test_portable_sources_import_a_platforms_modules_in_one_file():
    c_modules = {name for name, target in targets().items()
                 if target["type"] == "system" or list((ROOT / (target.get("path") or "")).glob("include/*.h"))}
    wrong = {}
    for name, file in portable_files():
        if file.suffix == ".swift":
            code = re.sub(r"^ +", "", without_openssl(file.read_text()), flags=re.M)
            imported = set(IMPORT.findall(code))
            of_others = set().union(c_modules, *(modules for owner, modules in NAMED_ONCE.items() if owner != name))
            if imported & of_others:
                wrong[str(file.relative_to(ROOT))] = sorted(imported & of_others)
    assert wrong == {}
    for owner in NAMED_ONCE:
        assert len(list((ROOT / targets()[owner]["path"]).rglob("*"))) == 1, f"{owner} is one file"


def test_portable_code_for_one_platform_has_another_branch():
    wrong = [str(file.relative_to(ROOT)) for _, file in portable_files() if file.suffix == ".swift"
             and not all(branches[-1][0] == "" for _, branches in for_platforms(file.read_text()))]
    assert wrong == []


def test_what_only_linux_has_is_used_under_a_condition():
    wrong = {}
    for _, file in portable_files():
        if file.suffix == ".swift":
            text = file.read_text()
            code = re.sub(r"^ *//.*$", "", cut(text, [place for place, _ in for_platforms(text)]), flags=re.M)
            if found := LINUX_ONLY.findall(code):
                wrong[str(file.relative_to(ROOT))] = sorted(set(found))
    assert wrong == {}

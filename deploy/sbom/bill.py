"""The bill of materials, as CycloneDX 1.6 has it."""

import hashlib
import json
import re
import uuid

import licenses


def bill(version, timestamp, swift_version, icu_version, packages, package_uses, libraries, library_uses, distribution):
    """The document.

    Uses map a package to those that it uses; the program's are at None.
    """
    program = {
        "type": "application", "bom-ref": f"latchkey@{version}", "name": "latchkey", "version": version,
        "licenses": [{"license": {"id": "Apache-2.0"}}],
    }
    runtime = swift_runtime(swift_version, icu_version)
    references = {package.identity: f"swift:{package.identity}" for package in packages}
    components = [runtime] + [swift_component(package, references) for package in packages]
    components += [debian_component(package, distribution) for package in libraries]

    edges = {program["bom-ref"]: {runtime["bom-ref"]}}
    for identity, used in package_uses.items():
        edges.setdefault(references.get(identity, program["bom-ref"]), set()).update(references[name] for name in used)
    for package, used in library_uses.items():
        reference = program["bom-ref"] if package is None else debian_reference(package)
        edges.setdefault(reference, set()).update(debian_reference(other) for other in used)

    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"timestamp": timestamp, "component": program},
        "components": components,
        "dependencies": [
            {"ref": reference, "dependsOn": sorted(edges.get(reference, []))}
            for reference in [program["bom-ref"]] + [component["bom-ref"] for component in components]
        ],
    }
    # The same materials have the same number.
    digest = hashlib.sha256(json.dumps([program, components], sort_keys=True).encode()).hexdigest()
    return document | {"serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, digest)}"}


def swift_runtime(version, icu_version):
    component = {
        "type": "framework", "bom-ref": "swift-runtime", "name": "swift-runtime", "version": version,
        "description": "The runtime, the standard library and Foundation, linked statically",
        "purl": f"pkg:swift/github.com/swiftlang/swift@{version}",
        "licenses": [{"expression": "Apache-2.0 WITH Swift-exception"}],
    }
    if icu_version:
        component["components"] = [{
            "type": "library", "bom-ref": "swift-runtime:icu", "name": "icu", "version": icu_version,
            "description": "Compiled from the copy in Foundation", "purl": f"pkg:generic/icu@{icu_version}",
            "licenses": [{"license": {"id": "Unicode-3.0"}}],
        }]
    return component


def swift_component(package, references):
    component = {
        "type": "library", "bom-ref": references[package.identity], "name": package.identity,
        "version": package.version,
        "purl": f"pkg:swift/{re.sub('^https?://', '', package.location)}@{package.version}",
        "externalReferences": [
            {"type": "vcs", "url": package.location, "comment": f"commit {package.revision}"}],
    }
    license = licenses.identifier(package.folder)
    if license:
        component["licenses"] = [{"license": {"id": license}}]
    if package.vendored:
        component["components"] = [vendored_component(package, vendored) for vendored in package.vendored]
    return component


def vendored_component(package, vendored):
    component = {
        "type": "library", "bom-ref": f"swift:{package.identity}:{vendored.name}", "name": vendored.name,
        "description": f"Compiled from the copy in {package.identity}",
    }
    suffix = f"@{vendored.version}" if vendored.version else ""
    return component | ({"version": vendored.version} if suffix else {}) | {
        "purl": f"pkg:generic/{vendored.name}{suffix}"}


def debian_component(package, distribution):
    return {
        "type": "library", "bom-ref": debian_reference(package), "name": package.name, "version": package.version,
        "description": "Loaded at run time",
        "purl": f"pkg:deb/debian/{package.name}@{encoded(package.version)}?arch={package.architecture}"
                f"&distro={distribution}&upstream={package.source}%40{encoded(package.source_version)}",
    }


def debian_reference(package):
    return f"deb:{package.name}"


def encoded(version):
    """A version in a package URL: its epoch's colon stays, a plus doesn't."""
    return version.replace("%", "%25").replace("+", "%2B")

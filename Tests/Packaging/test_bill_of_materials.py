"""The bill of materials of a build folder with two packages that are linked and one that isn't."""

import json

import pytest

import bill
import licenses
import validation
from debian_libraries import DebianPackage
from swift_packages import Build

OBJECTS = {
    "latchkey": ["Latchkey.swift"], "NIOSSL": ["Handler.swift"], "CNIOBoringSSL": ["aes.c", "sha.c"],
    "Logging": ["Logger.swift"],
}
SOURCES = {
    "latchkey": "Sources/App/latchkey", "NIOSSL": ".build/checkouts/swift-nio-ssl/Sources/NIOSSL",
    "CNIOBoringSSL": ".build/checkouts/swift-nio-ssl/Sources/CNIOBoringSSL",
    "Logging": ".build/checkouts/swift-log/Sources/Logging",
    "TestLogging": ".build/checkouts/swift-log-testing/Sources/TestLogging",
}
COMMIT = "0123456789abcdef0123456789abcdef01234567"
LIBC = DebianPackage("libc6", "2.36-9+deb12u10", "amd64", "glibc", "2.36-9+deb12u10")
LIBCURL = DebianPackage("libcurl4", "7.88.1-10", "amd64", "curl", "7.88.1-10")


@pytest.fixture
def folder(tmp_path):
    """A folder as SwiftPM leaves it. TestLogging is built and not linked."""
    build = tmp_path / ".build"
    release = build / "release"
    (release / "latchkey.product").mkdir(parents=True)
    paths = {target: [f"{release}/{target}.build/{file}.o" for file in files] for target, files in OBJECTS.items()}
    (release / "latchkey.product/Objects.LinkFileList").write_text("\n".join(sum(paths.values(), [])))
    (release / "latchkey").write_bytes(b"\x7fELF icudt76l-curr")
    (release / "swift-version-1.txt").write_text("Swift version 6.3.1 (swift-6.3.1-RELEASE)\n")
    (release / "description.json").write_text(json.dumps({"targetDependencyMap": {
        "latchkey": ["NIOSSL", "CNIOBoringSSL", "Logging"], "NIOSSL": ["CNIOBoringSSL", "Logging"],
        "TestLogging": ["Logging"]}}))

    paths["TestLogging"] = [f"{release}/TestLogging.build/TestLogger.swift.o"]
    write_manifest(build, paths)
    rows = [("swift-log", "1.6.0"), ("swift-log-testing", "2.0.0"), ("swift-nio-ssl", None)]
    (build / "workspace-state.json").write_text(
        json.dumps({"object": {"dependencies": [pin(name, version) for name, version in rows]}}))
    for name, version in rows:
        checkout = build / "checkouts" / name
        checkout.mkdir(parents=True)
        (checkout / "LICENSE.txt").write_text("Apache License\nVersion 2.0, January 2004\n")
    checkout = build / "checkouts/swift-nio-ssl"
    (checkout / "NOTICE.txt").write_text("This product contains BoringSSL.\n")
    (checkout / "Sources/CNIOBoringSSL").mkdir(parents=True)
    (checkout / "Sources/CNIOBoringSSL/hash.txt").write_text(f"BoringSSL at revision {COMMIT}\n")
    return build


def write_manifest(build, paths):
    with open(build / "release.yaml", "w") as manifest:
        for target, outputs in paths.items():
            manifest.write(f'  "C.{target}-release.module":\n    tool: shell\n')
            manifest.write(f"    inputs: {json.dumps([f'{build.parent}/{SOURCES[target]}/File.swift'])}\n")
            manifest.write(f"    outputs: {json.dumps(outputs)}\n")


def pin(name, version):
    state = {"revision": COMMIT} | ({"version": version} if version else {})
    return {
        "packageRef": {"identity": name, "location": f"https://github.com/apple/{name}.git"},
        "state": {"checkoutState": state}, "subpath": name}


def document(folder, **changes):
    build = Build(folder, "latchkey")
    values = dict(
        version="0.1.0", timestamp="2026-01-31T12:00:00Z", swift_version=build.swift_version(),
        icu_version=build.icu_version(), packages=build.packages(), package_uses=build.dependencies(),
        libraries=[LIBC, LIBCURL], library_uses={None: {LIBC, LIBCURL}, LIBCURL: {LIBC}}, distribution="debian-12")
    return bill.bill(**(values | changes))


def depends_on(document, reference):
    return next(row["dependsOn"] for row in document["dependencies"] if row["ref"] == reference)


def test_only_the_packages_that_are_linked_are_listed(folder):
    purls = [component["purl"] for component in document(folder)["components"]]
    assert purls == [
        "pkg:swift/github.com/swiftlang/swift@6.3.1",
        "pkg:swift/github.com/apple/swift-log@1.6.0",
        f"pkg:swift/github.com/apple/swift-nio-ssl@{COMMIT}",
        "pkg:deb/debian/libc6@2.36-9%2Bdeb12u10?arch=amd64&distro=debian-12&upstream=glibc%402.36-9%2Bdeb12u10",
        "pkg:deb/debian/libcurl4@7.88.1-10?arch=amd64&distro=debian-12&upstream=curl%407.88.1-10",
    ]


def test_each_component_says_what_it_uses(folder):
    made = document(folder)
    assert depends_on(made, "latchkey@0.1.0") == [
        "deb:libc6", "deb:libcurl4", "swift-runtime", "swift:swift-log", "swift:swift-nio-ssl"]
    assert depends_on(made, "swift:swift-nio-ssl") == ["swift:swift-log"]
    assert depends_on(made, "swift:swift-log") == []
    assert depends_on(made, "deb:libcurl4") == ["deb:libc6"]


def test_a_library_that_a_package_has_compiled_in_is_named_with_its_version(folder):
    ssl = next(row for row in document(folder)["components"] if row["name"] == "swift-nio-ssl")
    assert [row["purl"] for row in ssl["components"]] == [f"pkg:generic/boringssl@{COMMIT}"]


def test_icu_is_named_if_the_program_has_it(folder):
    runtime, *_ = document(folder)["components"]
    assert [row["purl"] for row in runtime["components"]] == ["pkg:generic/icu@76"]
    (folder / "release/latchkey").write_bytes(b"\x7fELF")
    runtime, *_ = document(folder)["components"]
    assert "components" not in runtime


def test_an_object_that_no_command_makes_is_refused(folder):
    paths = {"latchkey": [f"{folder}/release/latchkey.build/Latchkey.swift.o"]}
    write_manifest(folder, paths)
    with pytest.raises(SystemExit, match="build again"):
        Build(folder, "latchkey").packages()


def test_the_document_follows_the_schema(folder):
    validation.demand_valid(document(folder))


def test_a_document_that_does_not_follow_the_schema_is_refused(folder):
    with pytest.raises(SystemExit, match="schema"):
        validation.demand_valid(document(folder) | {"bomFormat": "Other"})
    with pytest.raises(SystemExit, match="schema"):
        validation.demand_valid(document(folder, timestamp="yesterday"))


def test_a_reference_without_a_component_is_refused(folder):
    with pytest.raises(SystemExit, match="deb:libcurl4"):
        validation.demand_valid(document(folder, libraries=[LIBC]))


def test_the_same_materials_have_the_same_serial_number_and_others_another(folder):
    first, second = document(folder), document(folder, timestamp="2026-02-01T12:00:00Z")
    assert first["serialNumber"] == second["serialNumber"]
    assert document(folder, swift_version="6.4.0")["serialNumber"] != first["serialNumber"]


def test_the_notices_have_what_the_licences_ask_for(folder):
    (folder / "checkouts/swift-log/LICENSE.txt").write_text(
        "Copyright (c) Someone\n\nPermission is hereby granted, free of charge, to any person\n")
    text = licenses.notices(Build(folder, "latchkey").packages(), has_icu=True)
    assert "This product contains BoringSSL." in text
    assert "Copyright the BoringSSL authors" in text
    assert "Copyright (c) Someone" in text
    assert "/usr/share/common-licenses/Apache-2.0" in text
    assert "Unicode, Inc." in text
    (folder / "checkouts/swift-nio-ssl/Sources/CNIOBoringSSL/LICENSE").write_text("Copyright of the copy\n")
    text = licenses.notices(Build(folder, "latchkey").packages(), has_icu=False)
    assert "Copyright of the copy" in text
    assert "Unicode, Inc." not in text


def test_a_library_without_a_recorded_licence_is_refused(folder, monkeypatch, tmp_path):
    monkeypatch.setattr(licenses, "TEXTS", tmp_path)
    with pytest.raises(SystemExit, match="boringssl"):
        licenses.notices(Build(folder, "latchkey").packages(), has_icu=False)


def test_an_unknown_licence_is_refused(folder):
    (folder / "checkouts/swift-log/LICENSE.txt").write_text("All rights reserved.\n")
    with pytest.raises(SystemExit, match="swift-log"):
        licenses.notices(Build(folder, "latchkey").packages(), has_icu=False)

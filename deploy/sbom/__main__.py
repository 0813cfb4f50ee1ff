"""Writes what is in a built program: a bill of materials (CycloneDX 1.6, JSON), and the licences' notices.

    python3 deploy/sbom [--build .build] [--output .build/sbom]
"""

import argparse
import datetime
import json
import os
import pathlib
import subprocess

import bill
import debian_libraries
import licenses
import validation
from swift_packages import Build


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=".build", help="SwiftPM's folder, with a release build (%(default)s)")
    parser.add_argument("--output", default=".build/sbom", type=pathlib.Path, help="a folder (%(default)s)")
    options = parser.parse_args()

    build = Build(options.build, "latchkey")
    program = build.release / "latchkey"
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    packages = build.packages()
    libraries, library_uses = debian_libraries.libraries(program)
    document = bill.bill(
        version, timestamp(), build.swift_version(), build.icu_version(), packages, build.dependencies(), libraries,
        library_uses, debian_libraries.release())
    validation.demand_valid(document)

    options.output.mkdir(parents=True, exist_ok=True)
    file = options.output / "latchkey.cdx.json"
    file.write_text(json.dumps(document, indent=2) + "\n")
    (options.output / "notices.txt").write_text(licenses.notices(packages, has_icu=build.icu_version() is not None))
    print(f"{file}: Swift {build.swift_version()}, {len(packages)} Swift packages, {len(libraries)} Debian packages")


def timestamp():
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    now = datetime.datetime.now(datetime.timezone.utc)
    moment = datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc) if epoch else now
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


if __name__ == "__main__":
    main()

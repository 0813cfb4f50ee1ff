"""Licences of the Swift packages, and the texts that have to go with a program that contains them."""

import pathlib
import sys

# What the licences of libraries ask for whose sources come without it.
TEXTS = pathlib.Path(__file__).parent / "texts"
LINE = "-" * 72


def identifier(folder):
    """The SPDX identifier of a checkout's licence, or None if it is none of the known ones."""
    text = license_text(folder)
    if "Apache License" in text and "Version 2.0" in text:
        return "Apache-2.0"
    return "MIT" if "Permission is hereby granted, free of charge" in text else None


def notices(packages, has_icu):
    """What the licences ask for: each package's notice, and the licence too unless Debian has its text."""
    parts = [f"icu, in the Swift runtime\n{stored_text('icu')}", LINE] if has_icu else []
    for package in packages:
        license = identifier(package.folder)
        if license is None:
            sys.exit(f"{package.folder} has a licence that {__name__}.py doesn't know")
        parts.append(f"{package.identity} {package.version}, {package.location}\nLicence: {license}")
        if license == "Apache-2.0":
            parts.append("The text of the licence is in /usr/share/common-licenses/Apache-2.0.")
        else:
            parts.append(license_text(package.folder))
        parts += [file.read_text().strip("\n") for file in sorted(package.folder.glob("NOTICE*"))]
        for vendored in package.vendored:
            text = license_text(package.folder / "Sources" / vendored.target) or stored_text(vendored.name)
            parts.append(f"{vendored.name}, from the copy in {package.identity}\n{text}")
        parts.append(LINE)
    return "\n\n".join(parts) + "\n"


def license_text(folder):
    return "\n\n".join(file.read_text().strip("\n") for file in sorted(folder.glob("LICEN[CS]E*")))


def stored_text(name):
    file = TEXTS / f"{name}.txt"
    if not file.exists():
        sys.exit(f"write what the licence of {name} asks for into {file}")
    return file.read_text().strip("\n")

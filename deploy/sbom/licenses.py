"""Licences of the Swift packages, and the texts that have to go with a program that contains them."""

import sys


def identifier(folder):
    """The SPDX identifier of a checkout's licence, or None if it is none of the known ones."""
    text = license_text(folder)
    if "Apache License" in text and "Version 2.0" in text:
        return "Apache-2.0"
    return "MIT" if "Permission is hereby granted, free of charge" in text else None


def notices(packages):
    """What the licences ask for: each package's notice, and the licence too unless Debian has its text."""
    parts = []
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
        parts.append("-" * 72)
    return "\n\n".join(parts) + "\n"


def license_text(folder):
    return "\n\n".join(file.read_text().strip("\n") for file in sorted(folder.glob("LICEN[CS]E*")))

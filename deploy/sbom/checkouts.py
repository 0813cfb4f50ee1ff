"""The Swift packages that SwiftPM has checked out for a build."""

import dataclasses
import json
import pathlib


@dataclasses.dataclass(frozen=True)
class Checkout:
    identity: str
    location: str
    # The version, or the revision if it was pinned to none.
    version: str
    revision: str
    # The name of its folder in `checkouts`.
    name: str


def checkouts(build):
    """All packages of a build folder, sorted by identity."""
    file = pathlib.Path(build) / "workspace-state.json"
    if not file.exists():
        raise SystemExit(f"Nothing is built yet in {build}: make build")
    rows = json.loads(file.read_text())["object"]["dependencies"]
    return sorted(map(checkout, rows), key=lambda found: found.identity)


def checkout(row):
    state = row["state"]["checkoutState"]
    return Checkout(
        identity=row["packageRef"]["identity"],
        location=row["packageRef"]["location"].removesuffix(".git"),
        version=state.get("version", state["revision"]),
        revision=state["revision"],
        name=row["subpath"])

"""The systemd unit of the Debian package."""

import pathlib
import re
import subprocess

UNIT = pathlib.Path(__file__).resolve().parents[2] / "deploy/debian/latchkey.service"


def exposure(unit):
    """What systemd makes of the unit's sandbox: from 0, locked up, to 10."""
    output = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", unit], capture_output=True, text=True,
        check=True).stdout
    return float(re.search(r"Overall exposure level for \S+: ([0-9.]+)", output)[1])


def test_the_service_is_locked_up(tmp_path):
    level = exposure(UNIT)
    print(f"systemd-analyze security: {level}")
    assert level < 2.0
    # A unit without these options is not: so the number is of this unit.
    bare = tmp_path / UNIT.name
    bare.write_text(re.sub(r"(?m)^(Restrict|Protect|Private|SystemCall|Capability)\w+=.*\n", "", UNIT.read_text()))
    assert exposure(bare) > 2.0

"""The systemd unit of the Debian package."""

import re

from harness import ROOT
from packaged_service import exposure

UNIT = ROOT / "deploy/debian/latchkey.service"


def test_the_unit_confines_the_service(tmp_path):
    level = exposure(UNIT)
    print(f"systemd-analyze security: {level}")
    assert level < 2.0
    # So the loss of a single option that counts is noticed, too.
    assert f"rates it {level} " in (ROOT / "docs/deployment.md").read_text()
    # A unit without these options is not: so the number is of this unit.
    bare = tmp_path / UNIT.name
    bare.write_text(re.sub(r"(?m)^(Restrict|Protect|Private|SystemCall|Capability)\w+=.*\n", "", UNIT.read_text()))
    assert exposure(bare) > 2.0

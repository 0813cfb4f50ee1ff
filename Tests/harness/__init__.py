"""What the tests and benchmarks in Python share: servers, databases, providers and users.

Each folder that uses this one has a link to it, so that Python finds it next to the file that is run.
"""

import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
# LATCHKEY_PROGRAM names another build.
PROGRAM = ROOT / os.environ.get("LATCHKEY_PROGRAM", ".build/release/latchkey")

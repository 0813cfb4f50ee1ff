"""The tasks API, as it runs, against its own description."""

import pathlib
import subprocess
import sys

import pytest

from harness import ROOT
from harness.provider import Provider


@pytest.fixture
def provider():
    provider = Provider()
    yield provider
    provider.close()


def test_the_api_does_what_its_description_says(own_latchkey, provider):
    latchkey = own_latchkey(**{"authority": provider.url, "client-id": "schemathesis", "log-level": "warning"})
    token = provider.access_token("schemathesis", "user")
    done = subprocess.run(
        [
            str(pathlib.Path(sys.executable).with_name("schemathesis")), "--config-file", str(ROOT / "docs/tasks-api.schemathesis.toml"),
            "run", str(ROOT / "docs/tasks-api.openapi.yaml"), "--url", latchkey.api_url.removesuffix("/tasks"),
            "-H", f"Authorization: Bearer {token}", "--max-examples", "30", "--generation-deterministic", "--no-color",
            # How quick the machine is says nothing of the API.
            "--suppress-health-check", "too_slow", "--request-timeout", "60",
        ],
        capture_output=True, text=True, cwd=latchkey.folder)
    assert done.returncode == 0, done.stdout[-6000:]

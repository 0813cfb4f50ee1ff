"""The alert rules and the dashboard. MetricsDocumentTests compares their metrics with those that the program serves."""

import json
import re

import yaml

from harness import ROOT

FOLDER = ROOT / "docs/observability"


def expressions():
    groups = yaml.safe_load((FOLDER / "alerts.yaml").read_text())["groups"]
    rules = [rule for group in groups for rule in group["rules"]]
    panels = json.loads((FOLDER / "dashboard.json").read_text())["panels"]
    return [rule["expr"] for rule in rules] + [
        target["expr"] for panel in panels for target in panel.get("targets", [])]


def test_probes_do_not_count_as_what_users_notice():
    # They are many, fast, and 503 during an outage of others.
    selectors = [
        selector for expression in expressions()
        for selector in re.findall(r"http_server_request_duration_seconds_\w+\{([^}]*)\}", expression)]
    assert len(selectors) > 6
    assert [selector for selector in selectors if 'http_route!~"/healthz|/readyz"' not in selector] == []

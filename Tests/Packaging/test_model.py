"""The page of the model of sessions; `make model` explores the model itself."""

import runpy

from harness import ROOT

TOOL = runpy.run_path(str(ROOT / "docs/model/check"))


def test_the_steps_and_functions_that_the_page_names_are_there():
    assert TOOL["faults_of_table"]() == []


def test_the_page_has_each_property_scope_rule_and_limit():
    assert TOOL["faults_of_names"]() == []

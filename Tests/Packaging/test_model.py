"""The page of the model of sessions; `make model` explores the model itself."""

import pathlib
import runpy

TOOL = runpy.run_path(str(pathlib.Path(__file__).resolve().parents[2] / "docs/model/check"))


def test_the_steps_and_functions_that_the_page_names_are_there():
    assert TOOL["faults_of_table"]() == []


def test_the_page_has_each_property_scope_rule_and_limit():
    assert TOOL["faults_of_names"]() == []

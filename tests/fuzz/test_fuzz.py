"""The short form of the fuzzers: some hundred inputs for each target, in every run of the tests."""

import os

import pytest

from tests.fuzz.harness import fuzz
from tests.fuzz.targets import TARGETS

SHORT = {
    "settings": 600, "journals": 600, "score books": 60, "maze files": 500, "command lines": 250,
    "keys": 300, "signals": 1, "party rooms": 600, "party servers": 300,
}  # fmt: skip
"""Inputs of the short form; a quick test takes a quarter of them."""


@pytest.mark.parametrize("part", [4, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", SHORT)
def test_hostile_inputs_find_nothing(name, part, tmp_path, monkeypatch):
    if name in {"keys", "signals"} and not hasattr(os, "fork"):
        pytest.skip("needs pseudo-terminals")
    monkeypatch.chdir(tmp_path)
    inputs = -(-SHORT[name] // part)
    target = TARGETS[name]()
    try:
        report = fuzz(target, seed=1, inputs=inputs)
    finally:
        target.close()
    assert report.findings == []
    assert report.inputs >= inputs


def test_every_target_is_in_the_short_form():
    assert set(SHORT) == set(TARGETS)

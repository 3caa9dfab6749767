"""The short form of the fuzzers: some hundred inputs for each target, in every run of the tests."""

import pytest

from tests.fuzz.harness import fuzz
from tests.fuzz.targets import TARGETS


@pytest.mark.parametrize("part", [4, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", TARGETS)
def test_hostile_inputs_find_nothing(name, part, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with TARGETS[name]() as target:
        inputs = -(-target.short // part)  # a quick test takes a quarter of them
        report = fuzz(target, seed=1, inputs=inputs)
    assert report.findings == []
    assert report.inputs >= inputs

"""``mazegame algorithms``."""

import json

from mazegame.engine import ALGORITHMS, PRESETS
from mazegame.engine.recipes.recipe import COMMON_OPTIONS


def test_the_list_has_all_algorithms_and_presets_with_their_options(run):
    out = run("algorithms").out
    for algorithm in ALGORITHMS.values():
        lines = out.split(f"{algorithm.name}\n", 1)[1].splitlines()
        assert lines[0].strip() == algorithm.feel
        for line, option in zip(lines[1:], algorithm.options, strict=False):
            assert line.strip() == f"{option.name}={option.default}: {option.about}"
    for preset in PRESETS.values():
        assert f"\n{preset.name}\n    {preset.feel}\n    {preset.algorithm}" in out
    for option in COMMON_OPTIONS:
        assert f"    {option.name}={option.default}: {option.about}\n" in out


def test_as_json_each_is_an_object_on_a_line(run):
    entries = [json.loads(line) for line in run("algorithms", "--json").out.splitlines()]
    assert {entry["version"] for entry in entries} == {1}
    names = {
        kind: [one["name"] for one in entries if one["kind"] == kind]
        for kind in ("algorithm", "preset")
    }
    assert names == {"algorithm": list(ALGORITHMS), "preset": list(PRESETS)}


def test_the_list_can_be_written_in_any_encoding(spawn):
    assert spawn("algorithms", PYTHONIOENCODING="ascii").code == 0

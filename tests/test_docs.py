"""The page on textures: what it says is what is measured."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from mazegame.engine import ALGORITHMS, PRESETS, Recipe
from mazegame.engine.jit import compiled

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "textures.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def script():
    """The script that writes the page."""
    spec = importlib.util.spec_from_file_location("textures", DOCS / "textures.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_algorithm_and_every_preset_has_its_lines(script):
    assert PAGE.count(" | plain | ") == len(ALGORITHMS)
    for kind in script.KINDS:
        assert PAGE.count(f"| {kind} | ") == len(ALGORITHMS)
    for name, preset in PRESETS.items():
        recipe = re.search(rf"^\| `{name}` \| (.*) \| `(.*)` \|$", PAGE, re.MULTILINE)
        assert recipe[1] == preset.feel
        algorithm, _, options = recipe[2].partition(":")
        parts = [algorithm, "30x18", options, "kite-7"]
        parsed = Recipe.parse(":".join(filter(None, parts)))
        assert parsed == preset.recipe(30, 18, "kite-7")


@pytest.mark.parametrize(("name", "kind"), [("binary-tree", "4:1"), ("kruskal", "zones")])
def test_the_figures_are_those_that_the_script_measures(script, name, kind):
    with compiled():
        row = script.row(name, kind)
    assert row in PAGE[PAGE.index(f"`{name}`") :]


def test_the_picture_shows_every_preset_as_it_is_now(script):
    assert (DOCS / "presets.svg").read_text(encoding="utf-8") == script.picture()

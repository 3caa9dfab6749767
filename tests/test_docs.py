"""The pages on algorithms and textures: they show what the program prints and measures."""

import importlib.util
import re
from pathlib import Path

import pytest

from mazegame import cli
from mazegame.engine import ALGORITHMS, PRESETS, Recipe
from mazegame.engine.kernels.jit import compiled

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "textures.md").read_text(encoding="utf-8")
ALGORITHMS_PAGE = (DOCS / "algorithms.md").read_text(encoding="utf-8")
PICTURES = re.findall(r"^```text\n(.*?)\n(.*?)^```$", ALGORITHMS_PAGE, re.MULTILINE | re.DOTALL)
"""(game ID, picture) of every maze on the page on algorithms."""


@pytest.fixture(scope="module")
def script():
    """The script that writes the page on textures."""
    spec = importlib.util.spec_from_file_location("textures", DOCS / "textures.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("game_id", "picture"), PICTURES, ids=[game_id for game_id, _ in PICTURES])
def test_the_page_on_algorithms_shows_what_the_program_prints(game_id, picture, capsys):
    assert cli.main(["generate", game_id]) == 0
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert lines == picture.splitlines()


def test_the_page_on_algorithms_has_a_section_with_a_picture_for_each():
    sections = re.split(r"^## ", ALGORITHMS_PAGE, flags=re.MULTILINE)
    for name in ALGORITHMS:
        (section,) = (text for text in sections if f"```text\n{name}:20x6:kite-7\n" in text)
        for part in ("Idea", "Texture", "Law", "Source"):
            assert f"**{part}.** " in section


def test_every_algorithm_and_every_preset_has_its_lines(script):
    assert PAGE.count(" | plain | ") == len(ALGORITHMS)
    for variant in script.VARIANTS:
        assert PAGE.count(f"| {variant} | ") == len(ALGORITHMS)
    for name, preset in PRESETS.items():
        recipe = re.search(rf"^\| `{name}` \| (.*) \| `(.*)` \|$", PAGE, re.MULTILINE)
        assert recipe[1] == preset.feel
        algorithm, _, options = recipe[2].partition(":")
        parts = [algorithm, "30x18", options, "kite-7"]
        parsed = Recipe.parse(":".join(filter(None, parts)))
        assert parsed == preset.recipe(30, 18, "kite-7")


@pytest.mark.parametrize(("name", "variant"), [("binary-tree", "4:1"), ("kruskal", "zones")])
def test_the_figures_are_those_that_the_script_measures(script, name, variant):
    with compiled():
        row = script.row(name, variant)
    assert row in PAGE[PAGE.index(f"`{name}`") :]


def test_the_picture_shows_every_preset_as_it_is_now(script):
    assert (DOCS / "presets.svg").read_text(encoding="utf-8") == script.picture()


def test_every_algorithm_has_its_picture(script):
    for name in ALGORITHMS:
        assert (DOCS / "textures" / f"{name}.svg").read_bytes() == script.sample(name)

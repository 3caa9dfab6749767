"""The documentation site: its examples run, and its lists are whole."""

import doctest
import html
import importlib
import importlib.util
import io
import json
import re

import numpy as np
import pytest

import mazegame.engine
import mazegame.engine.graphs
import mazegame.formats
from mazegame import cli
from mazegame.cli import refusals
from mazegame.engine import ALGORITHMS, PRESETS, Level, Recipe
from mazegame.engine.graphs import LatticeLevel
from mazegame.engine.kernels.jit import compiled
from mazegame.formats import to_bytes
from mazegame.formats.registry import FORMATS
from tests.programs import ROOT, run_python

DOCS = ROOT / "docs"
TEXTURES = (DOCS / "textures.md").read_text(encoding="utf-8")
ALGORITHMS_PAGE = (DOCS / "algorithms.md").read_text(encoding="utf-8")
PICTURES = re.findall(r"^```text\n(.*?)\n(.*?)^```$", ALGORITHMS_PAGE, re.MULTILINE | re.DOTALL)
"""(game ID, picture) of every maze on the page on algorithms."""
SECTION = re.compile(r"^## (.*)$", re.MULTILINE)
NEEDS = re.compile(r"<!-- needs: (\w+) -->")
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


TRIED = "Tasks that were tried"
"""The section that has no example."""


def sections(name):
    """The sections of a page, by their titles."""
    title, *rest = SECTION.split((DOCS / name).read_text(encoding="utf-8"))
    return dict(zip(rest[::2], rest[1::2], strict=True)) or {"": title}


def run_examples(text, name):
    """Run the examples of a text, one after the other, as one program; return their number."""
    blocks = BLOCK.findall(text)
    assert blocks
    named = {"__name__": name}
    test = doctest.DocTestParser().get_doctest("".join(blocks), named, name, name, 0)
    assert test.examples
    told = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert not told, "".join(told)
    return len(test.examples)


@pytest.mark.long
def test_the_tutorial_shows_what_happens():
    text = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    run_examples(text, "tutorial.md")


@pytest.mark.long
@pytest.mark.filterwarnings("default")  # other libraries'
@pytest.mark.parametrize("title", [one for one in sections("recipes.md") if one != TRIED])
def test_every_recipe_works(title):
    text = sections("recipes.md")[title]
    for module in NEEDS.findall(text):
        pytest.importorskip(module)
    run_examples(text, title)


def test_every_example_of_cells_of_other_shapes_works():
    text = (DOCS / "graphs.md").read_text(encoding="utf-8")
    for module in NEEDS.findall(text):
        pytest.importorskip(module)
    assert run_examples(text, "graphs.md") > 30


def test_the_page_for_users_of_mazelib_works_and_maps_all_of_it():
    page = (DOCS / "mazelib.md").read_text(encoding="utf-8")
    assert run_examples(page, "mazelib.md") > 5
    named = set(re.findall(r"^\| `(\w+)", page, re.MULTILINE))
    generators = (
        "AldousBroder BacktrackingGenerator BinaryTree CellularAutomaton Division DungeonRooms "
        "Ellers GrowingTree HuntAndKill Kruskal Prims Sidewinder TrivialMaze Wilsons"
    )
    solvers = "BacktrackingSolver Chain Collision RandomMouse ShortestPath ShortestPaths Tremaux"
    assert named >= {*generators.split(), *solvers.split()}
    assert named >= {"CuldeSacFiller", "DeadEndFiller", "Perturbation"}


def test_the_examples_of_services_work():
    assert run_examples(sections("deploying.md")["A service"], "deploying.md") > 3


LATTICES = sorted((DOCS / "lattices").glob("*.svg"))


@pytest.mark.parametrize("picture", LATTICES, ids=[picture.stem for picture in LATTICES])
def test_the_pictures_of_lattices_are_what_the_program_draws(picture):
    text = picture.read_text(encoding="utf-8")
    page = (DOCS / "graphs.md").read_text(encoding="utf-8")
    (title,) = re.findall(rf"^!\[(.*)\]\(lattices/{picture.name}\)$", page, re.MULTILINE)
    layers = {"path": True, "heat": 'id="heat"' in text, "tree": 'id="tree"' in text}
    game_id = title.removesuffix(" and its tree")
    if "cells=" in game_id:
        assert to_bytes(LatticeLevel.of(game_id), "svg", **layers).decode() == text
    elif ":" in game_id:
        assert to_bytes(Level.of(game_id), "svg", **layers).decode() == text
    else:
        assert picture.stem == "graph"


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
    assert TEXTURES.count(" | plain | ") == len(ALGORITHMS)
    for variant in script.VARIANTS:
        assert TEXTURES.count(f"| {variant} | ") == len(ALGORITHMS)
    for name, preset in PRESETS.items():
        recipe = re.search(rf"^\| `{name}` \| (.*) \| `(.*)` \|$", TEXTURES, re.MULTILINE)
        assert recipe[1] == preset.feel
        algorithm, _, options = recipe[2].partition(":")
        parts = [algorithm, "30x18", options, "kite-7"]
        parsed = Recipe.parse(":".join(filter(None, parts)))
        assert parsed == preset.recipe(30, 18, "kite-7")


@pytest.mark.parametrize(("name", "variant"), [("binary-tree", "4:1"), ("kruskal", "zones")])
def test_the_figures_are_those_that_the_script_measures(script, name, variant):
    with compiled():
        row = script.row(name, variant)
    assert row in TEXTURES[TEXTURES.index(f"`{name}`") :]


def test_the_picture_shows_every_preset_as_it_is_now(script):
    assert (DOCS / "presets.svg").read_text(encoding="utf-8") == script.picture()


def test_every_algorithm_has_its_picture(script):
    for name in ALGORITHMS:
        assert (DOCS / "textures" / f"{name}.svg").read_bytes() == script.sample(name)


def test_every_exit_code_is_listed():
    listed = {
        int(code)
        for code in re.findall(
            r"^\| (\d+) \|", (DOCS / "exit-codes.md").read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    codes = {
        value for name, value in vars(refusals).items() if name.isupper() and type(value) is int
    }
    assert listed == codes


def test_every_format_is_listed_with_its_endings():
    page = (DOCS / "file-formats.md").read_text(encoding="utf-8")
    rows = {name: row for row in page.splitlines() for name in re.findall(r"^\| `(\w+)` \|", row)}
    for name, form in FORMATS.items():
        row = rows[name]
        for suffix in form.suffixes:
            assert f"`{suffix}`" in row
        assert ("read" in row.split("|")[-2]) == form.reads
        assert ("written" in row.split("|")[-2]) == form.writes


def test_every_key_of_a_maze_in_json_and_npz_is_documented():
    page = (DOCS / "file-formats.md").read_text(encoding="utf-8")
    part = page.partition("### JSON and NPZ")[2].partition("###")[0]
    rows = re.findall(r"^\| (`.*?) \|(?:.*)\| (.*?) \|$", part, re.MULTILINE)
    listed = {name: shape for names, shape in rows for name in re.findall(r"`(\w+)`", names)}
    level = Level.of("wilson:4x3:a")
    layers = {"path": True, "heat": True, "walk": [level.start]}
    assert set(json.loads(to_bytes(level, "json", **layers))) == set(listed)
    arrays = np.load(io.BytesIO(to_bytes(level, "npz", **layers)))
    assert set(arrays) == {name for name, shape in listed.items() if shape != "-"}
    for name, array in arrays.items():
        kind = "text" if array.dtype.kind == "U" else array.dtype.name
        assert listed[name].startswith(f"{kind} (")


@pytest.mark.parametrize(
    "name",
    ["engine.steps.event_log.EventLog", "engine.steps.frame.Frame", "formats.picture.Picture"],
)
def test_what_a_reader_gets_from_public_names_is_in_the_reference(name):
    home, _, last = name.rpartition(".")
    assert hasattr(importlib.import_module(f"mazegame.{home}"), last)
    assert f"::: mazegame.{name}\n" in (DOCS / "api.md").read_text(encoding="utf-8")


def test_every_page_is_in_the_navigation():
    listed = re.findall(r": ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(
        page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")
    )


def test_every_public_name_is_in_the_reference():
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^::: mazegame\.engine\.(\w+)$", page, re.MULTILINE))
    assert listed == set(mazegame.engine.__all__) - {"Cell", "Unreachable"}
    listed = set(re.findall(r"^::: mazegame\.engine\.graphs\.(\w+)$", page, re.MULTILINE))
    assert listed == set(mazegame.engine.graphs.__all__) - {"GRAPH_ALGORITHMS"}
    listed = set(re.findall(r"^::: mazegame\.formats\.(\w+)$", page, re.MULTILINE))
    assert listed == set(mazegame.formats.__all__)


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="mkdocs is not installed")
def test_the_site_builds_without_a_warning(tmp_path):
    words = ("build", "--strict", "--quiet", "--site-dir", str(tmp_path))
    done = run_python("-m", "mkdocs", *words, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    page = (tmp_path / "api.html").read_text(encoding="utf-8")
    assert "batch.wilson.15x15.7" in page  # an example of a docstring
    assert 'href="site.css"' in page
    assert (tmp_path / "site.css").exists()
    text = html.unescape(re.sub(r"<[^>]*>", "", page))
    assert "generate(\n    algorithm,\n    cols=None,\n" in text  # a line for each argument
    assert "(str | Recipe)" in text  # their types are in the list below

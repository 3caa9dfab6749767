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
import mazegame.formats
from mazegame.cli import refusals
from mazegame.engine import Level
from mazegame.formats import to_bytes
from mazegame.formats.registry import FORMATS
from tests.programs import ROOT, run_python

DOCS = ROOT / "docs"
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
    listed = re.findall(r": ([\w-]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(page.name for page in DOCS.glob("*.md"))


def test_every_public_name_is_in_the_reference():
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^::: mazegame\.engine\.(\w+)$", page, re.MULTILINE))
    assert listed == set(mazegame.engine.__all__) - {"Cell", "Unreachable"}
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
    assert "generate(\n    algorithm: Recipe,\n" in text  # a line for each argument

"""The documentation site: its examples run, and its lists are whole."""

from __future__ import annotations

import doctest
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mazegame.engine
import mazegame.formats
from mazegame.cli import refusals
from mazegame.formats.registry import FORMATS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SECTION = re.compile(r"^## (.*)$", re.MULTILINE)
NEEDS = re.compile(r"<!-- needs: (\w+) -->")
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def sections(name):
    """The sections of a page, by their titles."""
    title, *rest = SECTION.split((DOCS / name).read_text(encoding="utf-8"))
    return dict(zip(rest[::2], rest[1::2], strict=True)) or {"": title}


def run_examples(text, name):
    """Run the examples of a text, one after the other, as one program."""
    blocks = BLOCK.findall(text)
    assert blocks
    test = doctest.DocTestParser().get_doctest("".join(blocks), {}, name, name, 0)
    assert test.examples
    told = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert not told, "".join(told)


@pytest.mark.long
def test_the_tutorial_shows_what_happens():
    text = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    run_examples(text, "tutorial.md")


@pytest.mark.long
@pytest.mark.filterwarnings("default")  # other libraries'
@pytest.mark.parametrize("title", sections("recipes.md"))
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


def test_every_public_name_is_in_the_reference():
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^::: mazegame\.engine\.(\w+)$", page, re.MULTILINE))
    assert listed == set(mazegame.engine.__all__) - {"Cell", "Unreachable"}
    listed = set(re.findall(r"^::: mazegame\.formats\.(\w+)$", page, re.MULTILINE))
    assert listed == set(mazegame.formats.__all__)


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="mkdocs is not installed")
def test_the_site_builds_without_a_warning(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    page = (tmp_path / "api.html").read_text(encoding="utf-8")
    assert "batch.wilson.15x15.7" in page  # an example of a docstring

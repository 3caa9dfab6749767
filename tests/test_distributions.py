"""The engine's own distribution: everything that does without Textual, and nothing else."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.programs import ROOT, run_python

ENGINE = tomllib.loads((ROOT / "packaging/engine/pyproject.toml").read_text(encoding="utf-8"))
GAME = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
INCLUDED = ENGINE["tool"]["hatch"]["build"]["hooks"]["custom"]["parts"]


def test_it_needs_what_the_game_needs_but_for_textual():
    project, game = ENGINE["project"], GAME["project"]
    without = [one for one in game["dependencies"] if not one.startswith("textual")]
    assert project["dependencies"] == without
    assert project["requires-python"] == game["requires-python"]
    assert project["scripts"] == game["scripts"]
    assert project["entry-points"] == game["entry-points"]
    for extra, needs in project["optional-dependencies"].items():
        assert game["optional-dependencies"][extra] == needs


def test_pillow_comes_with_both():
    for project in (ENGINE["project"], GAME["project"]):
        assert [one for one in project["dependencies"] if one.startswith("pillow")]
        assert "pictures" not in project["optional-dependencies"]


WITHOUT = """
import sys
for name in ("textual", "rich", "mazegame.app", "mazegame.screens", "mazegame.widgets"):
    sys.modules[name] = None
"""


def without_textual(code):
    """Run a program where Textual, and what needs it, cannot be imported."""
    return run_python("-c", WITHOUT + code)


LOADED = """
import importlib, pkgutil, mazegame
def loads(part):
    try:
        module = importlib.import_module(part.name)
        for one in pkgutil.walk_packages(getattr(module, "__path__", []), f"{part.name}."):
            importlib.import_module(one.name)
    except ImportError:
        return False
    return True
print(*(one.name for one in pkgutil.iter_modules(mazegame.__path__, "mazegame.") if loads(one)))
"""
"""Prints the parts of the package all of whose modules can be imported."""


def test_it_holds_what_does_without_textual():
    done = without_textual(LOADED)
    modules = {Path(name).stem for name in INCLUDED} - {"__init__", "py"}
    assert {f"mazegame.{name}" for name in modules} == set(done.stdout.split()), done.stderr
    assert {"__init__.py", "py.typed"} <= set(INCLUDED)


def test_the_engine_and_its_commands_run_without_textual(tmp_path):
    done = without_textual(
        "from mazegame.cli import main\n"
        "assert main(['generate', 'wilson:5x4:a', '-f', 'svg']) == 0\n"
        "assert main(['stats', 'wilson:5x4:a']) == 0\n"
        "assert main(['solve', 'wilson:5x4:a', '--path']) == 0\n"
        f"assert main(['batch', 'wilson', '-n', '3', '-s', '5x5', '-o', {str(tmp_path)!r}]) == 0\n"
        "assert main(['algorithms']) == 0\n"
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.variants
@pytest.mark.parametrize("words", [[], ["play", "wilson:5x4:a"], ["daily"], ["lab"], ["gallery"]])
def test_what_needs_the_game_says_so_in_one_line(words):
    done = without_textual(
        "from mazegame.cli import main, terminal\n"
        "terminal.require_terminal = lambda: None\n"
        f"sys.exit(main({words!r}))\n"
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr == (
        "mazegame: this takes the game, which is not installed here: it comes with the "
        "distribution mazegame, in place of mazegame-engine\n"
    )


def test_every_place_that_names_the_version_has_the_same():
    (version,) = re.findall(r'^__version__ = "(.*)"$', text("mazegame/__init__.py"), re.MULTILINE)
    (cited,) = re.findall(r"^version: (.*)$", text("CITATION.cff"), re.MULTILINE)
    (dated,) = re.findall(r"^date-released: (.*)$", text("CITATION.cff"), re.MULTILINE)
    assert cited == version
    newest = re.search(r"^## \[(\d[^]]*)\] - (.*)$", text("CHANGELOG.md"), re.MULTILINE)
    assert newest.groups() == (version, dated)


def text(name):
    """A file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")

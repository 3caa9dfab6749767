"""CONTRIBUTING.md: what its examples add works as it says."""

import math
import re
import sys
from types import ModuleType

import pytest

from mazegame import cli
from mazegame.engine import Level, batch, generate
from mazegame.engine.searching import METHODS
from mazegame.formats import from_bytes, to_bytes
from mazegame.formats.registry import FORMATS
from mazegame.game.racing.rival_kinds import KINDS
from tests.engine.snake import SNAKE
from tests.game.mazes import forked
from tests.programs import ROOT, run_python

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FILES = re.findall(r"<!-- file: (.*?) -->\n```python\n(.*?)```", PAGE, re.DOTALL)
EXAMPLES = dict(re.findall(r"<!-- run: (\w+) -->\n```python\n(.*?)```", PAGE, re.DOTALL))


@pytest.fixture(autouse=True)
def registries(monkeypatch):
    """What a test registers is gone after it."""
    from mazegame.engine import ALGORITHMS

    for registry in (ALGORITHMS, METHODS, KINDS, FORMATS):
        monkeypatch.setattr(registry, "_entries", dict(registry._entries))


def module_of(name, monkeypatch) -> ModuleType:
    """Run an example as a module."""
    module = ModuleType(f"example_{name}")
    exec(compile(EXAMPLES[name], module.__name__, "exec"), module.__dict__)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module


def test_the_algorithm_is_shown_as_it_is_and_makes_mazes():
    from mazegame.engine import register

    assert len(FILES) == 2
    for file, text in FILES:
        assert text in (ROOT / file).read_text(encoding="utf-8")
    register(SNAKE)
    assert generate("snake:9x6:weights=40-10:kite-7").passage_count == 53
    assert len(batch("snake", 9, 6, 3)) == 3


def test_the_rival_walks_to_b(monkeypatch):
    example = module_of("rival", monkeypatch)
    METHODS.register(example.METHOD)
    KINDS.register(example.RIVAL)
    from mazegame.game.racing.rivals import parse_rival

    level = forked()
    rival = parse_rival("last-exit:8").on(level)
    assert rival.cell(0.0) == level.start
    rival.cell(100.0)
    assert rival.arrival == pytest.approx(level.dist_min / 8)
    circling = parse_rival("last-exit:8").on(Level.of("wilson:20x12:kite-7"))
    circling.cell(1000.0)
    assert circling.arrival == math.inf


def test_the_format_is_written_and_read(monkeypatch, tmp_path, capsys):
    example = module_of("format", monkeypatch)
    FORMATS.register(example.FORMAT)
    level = Level.of("wilson:7x4:kite-7")
    data = to_bytes(level, "hex")
    assert len(data.splitlines()) == 4
    file = tmp_path / "maze.hex"
    assert cli.main(["generate", "wilson:7x4:kite-7", "-o", str(file)]) == 0
    assert file.read_bytes() == data
    assert cli.main(["solve", str(file), "--from", "hex"]) == 0
    assert capsys.readouterr().out == f"{level.dist_min}\n"
    assert from_bytes(data, "hex").maze == level.maze


@pytest.mark.parametrize(
    "hook",
    re.findall(
        r"entry: \.venv/bin/python (-m ruff .*)$",
        (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"),
        re.MULTILINE,
    ),
)
def test_a_hook_before_a_commit_leaves_out_what_the_check_leaves_out(hook):
    done = run_python(*hook.split(), "docs/textures.py", "docs/pictures.py", "mazegame/ascii.py")
    assert done.returncode == 0, done.stdout

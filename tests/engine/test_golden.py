"""The same game ID gives the same maze, for ever."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mazegame.engine import Recipe
from tests.engine import golden

ROOT = Path(__file__).parents[2]


def test_every_game_id_of_the_list_is_pinned_in_its_normal_spelling():
    assert list(golden.pinned()) == golden.GAME_IDS
    assert [str(Recipe.parse(game_id)) for game_id in golden.GAME_IDS] == golden.GAME_IDS


def test_pinned_mazes_have_not_changed():
    assert golden.differing() == []


@pytest.mark.long
def test_pinned_mazes_are_the_same_without_compilation():
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.golden", "--check"],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stdout == f"{len(golden.GAME_IDS)} pinned, 0 differ, 0 new\n", done.stderr
    assert done.returncode == 0


def test_a_changed_maze_is_noticed(monkeypatch):
    pinned = golden.pinned()
    wrong, right = "wilson:33x21:kite-7", "wilson:33x21:été"
    changed = {right: pinned[right], wrong: pinned[right]}
    monkeypatch.setattr(golden, "pinned", lambda: changed)
    assert golden.differing() == [wrong]

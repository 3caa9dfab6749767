"""The same game ID gives the same maze, for ever."""

from __future__ import annotations

import pytest

from mazegame.engine import Recipe
from tests.engine.generators import golden

pytestmark = pytest.mark.core


def test_every_game_id_of_the_list_is_pinned_in_its_normal_spelling():
    assert list(golden.pinned()) == golden.GAME_IDS
    assert [str(Recipe.parse(game_id)) for game_id in golden.GAME_IDS] == golden.GAME_IDS


def test_pinned_mazes_have_not_changed():
    assert golden.differing() == []


def test_a_changed_maze_is_noticed(monkeypatch):
    pinned = golden.pinned()
    wrong, right = "wilson:33x21:kite-7", "wilson:33x21:été"
    changed = {right: pinned[right], wrong: pinned[right]}
    monkeypatch.setattr(golden, "pinned", lambda: changed)
    assert golden.differing() == [wrong]

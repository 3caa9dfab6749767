"""Swatches: small pictures of a texture."""

from mazegame.drawing.swatch import swatch, swatch_cells
from mazegame.engine import Level, Recipe
from tests.game.mazes import forked


def test_a_swatch_has_the_walls_that_meet_inside_a_maze():
    assert swatch(forked().maze.passages, 3, 2) == ["╴╭─", "╶╯╭"]


def test_a_swatch_fills_its_room_and_tells_textures_apart():
    seen = set()
    for game_id in ("recursive-backtracker:15x3:kite-7", "sidewinder:15x3:weights=1-6:kite-7"):
        assert swatch_cells(14, 2) == (15, 3)
        lines = swatch(Level.of(Recipe.parse(game_id)).maze.passages, 14, 2)
        assert [len(line) for line in lines] == [14, 14]
        seen.add(tuple(lines))
    assert len(seen) == 2

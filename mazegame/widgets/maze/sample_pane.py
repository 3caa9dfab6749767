"""The sample pane: a maze with half a walk in it, in the present look, as large as its window."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from mazegame.drawing import Scene
from mazegame.drawing.scene import Walker
from mazegame.engine import Direction, Level, Recipe, draw_seed
from mazegame.game.run import Run, step
from mazegame.widgets.input.asking import Asking, is_wanted
from mazegame.widgets.maze.maze_pane import MazePane
from mazegame.widgets.maze.zooms import enough_capacity

if TYPE_CHECKING:
    from textual.geometry import Size

    from mazegame.engine import Cell

ALGORITHM: Final = "recursive-backtracker"

LEAST: Final = (12, 6)
"""Fewest columns and rows of the maze, in a drawing that has room for them."""

WALKED: Final = 0.5
"""The share of the shortest path that is walked, so that the colour of a trail is seen."""


class SamplePane(MazePane, Asking):
    """Shows a maze that it makes itself, another one for each size of its window."""

    _made_for: Size | None = None

    def __init__(self) -> None:
        super().__init__(minimap=False, notes=False)
        self._seed = draw_seed()

    def on_resize(self) -> None:
        """Make a maze that fits."""
        if self.size and self.size != self._made_for:
            self._made_for = self.size
            recipe = Recipe(ALGORITHM, *enough_capacity(self.app, *self.size, LEAST), self._seed)
            self.ask(partial(half_walked, recipe), lambda found: self.show_scene(*found))

    def complain(self, error: Exception) -> None:
        """Show no maze: all else works without it."""


def half_walked(recipe: Recipe) -> tuple[Scene, Cell]:
    """Return the scene of a walk towards B, and where the player is."""
    level = Level.of(recipe, progress=is_wanted)
    run, path = Run(level, lambda: 0.0), list(map(tuple, level.cells_of_path().tolist()))
    for cell, after in pairwise(path[: max(round(len(path) * WALKED), 1)]):
        step(run, Direction.between(cell, after))
    scene = Scene.of(level, Walker(run.position))
    scene.show_tracks(run.tracks)
    return scene, run.position

"""Samples: small mazes that a dialog makes for itself, with half a walk or a rival in them."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Final

from mazegame.drawing import Scene, Walker, best_fit
from mazegame.engine import Direction, Level, Recipe, draw_seed
from mazegame.game.racing.lines import RivalLine
from mazegame.game.racing.race import settle
from mazegame.game.run import Run, step
from mazegame.game.setup.draft import sample_of
from mazegame.widgets.input.background import BackgroundWork, is_wanted
from mazegame.widgets.maze.maze_pane import MazePane
from mazegame.widgets.maze.maze_view import MazeView, show_lines, walkers_of
from mazegame.widgets.maze.zooms import enough_capacity, zooms_for
from mazegame.widgets.text.characters import look_of

if TYPE_CHECKING:
    from textual.geometry import Size
    from textual.timer import Timer

    from mazegame.engine import Cell
    from mazegame.game.racing.racer import Racer, RivalSpec

ALGORITHM: Final = "recursive-backtracker"

LEAST: Final = (12, 6)
"""Fewest columns and rows of a maze in the drawings that have room for it."""

WALK_LEAST: Final = (9, 4)
"""Fewest columns and rows of a maze with a rival in the drawings that have room for it."""

WALKED: Final = 0.5
"""The share of the shortest path that is walked, so that the colour of a trail is seen."""

FRAME_SECONDS: Final = 1 / 15
"""Seconds between two frames."""

REST_SECONDS: Final = 1.5
"""Seconds for which a rival stays at B."""

LONGEST: Final = 60.0
"""Seconds after which a rival that does not arrive starts again."""

WALK_SEED: Final = "a-walk"
"""The seed of mazes with a rival, so that the game's own maze is never shown."""


class SamplePane(MazePane, BackgroundWork):
    """Makes and shows a maze, another one for each size of its window."""

    _made_for: Size | None = None

    def __init__(self) -> None:
        super().__init__()
        self._seed = draw_seed()

    def on_resize(self) -> None:
        if self.size and self.size != self._made_for:
            self._made_for = self.size
            recipe = Recipe(ALGORITHM, *enough_capacity(self.app, *self.size, LEAST), self._seed)
            self.run_in_thread(partial(half_walked, recipe), lambda found: self.show_scene(*found))

    def complain(self, error: Exception) -> None:
        """Show no maze: everything else works without it."""


def half_walked(recipe: Recipe) -> tuple[Scene, Cell]:
    """Return the scene of a half walked maze, and the player's cell."""
    level = Level.of(recipe, progress=is_wanted)
    run, path = Run(level, lambda: 0.0), list(map(tuple, level.cells_of_path().tolist()))
    for cell, after in pairwise(path[: max(round(len(path) * WALKED), 1)]):
        step(run, Direction.between(cell, after))
    scene = Scene.of(level, Walker(run.position))
    scene.show_tracks(run.tracks)
    return scene, run.position


class RivalWalk(MazeView, BackgroundWork):
    """A small maze of a texture with a walking rival, which stands still without animations."""

    _recipe: Recipe | None = None
    _level: Level | None = None
    _spec: RivalSpec | None = None
    _rival: Racer | None = None
    _line: RivalLine | None = None
    _began = 0.0
    _timer: Timer | None = None

    @property
    def moving(self) -> bool:
        return self._rival is not None and look_of(self.app).animations

    def show_rival(self, recipe: Recipe, spec: RivalSpec | None) -> None:
        """Show a rival in a maze like that of a recipe; None for the maze alone."""
        if (recipe, spec) != (self._recipe, self._spec):
            self._recipe, self._spec = recipe, spec
            self._show()

    def on_resize(self) -> None:
        self._level = None
        self._show()

    def _show(self) -> None:
        if self._recipe is None or not (self.size.width and self.size.height):
            return
        if self._level is None:
            cols, rows = enough_capacity(self.app, *self.size, WALK_LEAST)
            sample = sample_of(replace(self._recipe, seed=WALK_SEED), max(cols, 1), max(rows, 1))
            self.run_in_thread(partial(Level.of, sample), self._made)
        else:
            self._made(self._level)

    def complain(self, error: Exception) -> None:
        """Show no maze."""

    def _made(self, level: Level) -> None:
        self._level = level
        self._rival = None
        if self._spec is not None and not self._spec.problem(level):
            self._rival = self._spec.on(level)
        shown = [] if self._rival is None else [self._rival]
        settle(shown)
        walkers = walkers_of(shown)
        for walker, rival in zip(walkers, shown, strict=True):
            walker.cell = rival.cell(0.0)
        drawing = best_fit(zooms_for(self.app), level.maze.cols, level.maze.rows, *self.size)
        self.show(Scene.of(level, *walkers), drawing, None)
        self._begin()
        if self.moving:
            self._timer = self._timer or self.set_interval(FRAME_SECONDS, self._go_on)
            self._timer.resume()
        elif self._timer is not None:
            self._timer.pause()

    def _begin(self) -> None:
        """Start the rival at A, without a line behind it."""
        self._began = time.monotonic()
        if self._rival is not None and self._level is not None and self.scene is not None:
            self._line = RivalLine(self._rival, self._level)
            show_lines(self.scene, [self._rival], [self._line])

    def _go_on(self) -> None:
        """Show where the rival is now; begin again after its arrival."""
        rival, scene = self._rival, self.scene
        if rival is None or scene is None:
            return
        seconds = time.monotonic() - self._began
        end = rival.arrival if isfinite(rival.arrival) else LONGEST
        if seconds > end + REST_SECONDS:
            self._begin()
            seconds = 0.0
            self.repaint_all()
        (walker,) = scene.walkers
        before, walker.cell = walker.cell, rival.cell(seconds)
        changed = set() if self._line is None else self._line.walk_to(rival.taken(seconds))
        if walker.cell != before:
            self.repaint({*changed, *filter(None, (before, walker.cell))})

"""A film: which steps of some shows are seen when, and each as a picture of inks.

A picture has a pixel for each cell, passage, wall and post.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from mazegame.drawing import Ink
from mazegame.drawing.areas import Area, N, W
from mazegame.layers import SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from mazegame.drawing import End, Scene, Walker
    from mazegame.lab.show import Show

SECONDS, LONGEST, HOLD_SECONDS = 12.0, 600.0, 2.0
"""Default and longest duration of a film without its last frame, and that of this frame."""

GAP: Final = 2
"""Pixels between two scenes side by side."""


class FilmFrame(NamedTuple):
    """One picture of a film. ``Film.frames`` moves the shows to its step."""

    number: int
    """Its number, from 0."""
    begins: float
    """Its start, in seconds."""
    seconds: float
    """Its duration, in seconds."""


class Film:
    """Shows that play side by side from their first step to their last.

    Args:
        shows: One show, or two.
        seconds: The duration without the last frame.
        title: A game ID, or the name of a maze.

    Raises:
        ValueError: If the duration is not above 0, or too long.
    """

    def __init__(self, shows: Sequence[Show], seconds: float = SECONDS, title: str = "") -> None:
        if not 0 < seconds <= LONGEST:
            raise ValueError(
                f"a film moves for more than 0 and at most {LONGEST:g} seconds, not {seconds:g}"
            )
        self.shows = list(shows)
        self.title = title
        self.seconds = seconds
        self.whole_seconds = seconds + HOLD_SECONDS
        """The duration with the last frame, in seconds."""
        self.length = max(show.length for show in shows)
        self._count = max(min(self.length, round(seconds * 20)), 1) + 1  # 20 frames a second

    def schedule(self) -> list[FilmFrame]:
        """Return all frames with their starts and durations."""
        last = self._count - 1
        each = self.seconds / last
        moving = [FilmFrame(number, number * each, each) for number in range(last)]
        return [*moving, FilmFrame(last, last * each, HOLD_SECONDS)]

    def frames(self) -> Iterator[FilmFrame]:
        """Yield the frames; move the shows to the step of each one before."""
        for frame in self.schedule():
            position = round(self.length * frame.number / (self._count - 1))
            for show in self.shows:
                show.seek(min(position, show.length))
            yield frame

    def ink_grids(self) -> list[NDArray[np.uint8]]:
        """Return the picture of each show at its present step."""
        return [ink_grid(show.scene) for show in self.shows]

    def captions(self) -> list[str]:
        """Return the caption of each show at its present step."""
        return [f"{show.title}   {show.position:,} of {show.length:,}" for show in self.shows]


def ink_grid(scene: Scene) -> NDArray[np.uint8]:
    """Return the inks of a scene: uint8 (2 * rows + 1, 2 * cols + 1).

    Cells are at odd rows and columns, posts at even ones.
    """
    rows, cols = scene.shape
    pixels = np.full((2 * rows + 1, 2 * cols + 1), Ink.WALL, np.uint8)
    area = Area(0, 0, rows, cols)
    sides, rock = area.sides(scene)
    ground = area.ground(scene)
    cells, passages, above = pixels[1::2, 1::2], pixels[1::2, 0:-1:2], pixels[0:-1:2, 1::2]
    cells[:] = np.where(ground, ground, np.where(rock, Ink.ROCK, Ink.FLOOR))
    passages[sides & W != 0] = Ink.FLOOR
    above[sides & N != 0] = Ink.FLOOR
    for part, side in ((cells, SIDES), (passages, W), (above, N)):
        if side != SIDES:
            between = area.ground_between(scene, side)
            np.copyto(part, between, where=between != Ink.FLOOR)
        marks = area.marks(scene, side)
        if side == N:
            marks[0] = Ink.FLOOR
        np.copyto(part, marks, where=marks != Ink.FLOOR)
    _fill_rock(pixels, np.pad(rock, 1, constant_values=True))
    ends = (end for row in scene.ends.values() for end in row)
    marks_of_cells: tuple[End | Walker, ...] = (*ends, *scene.walkers)
    for mark in marks_of_cells:
        if mark.cell is not None:
            pixels[2 * mark.cell[0] + 1, 2 * mark.cell[1] + 1] = mark.ink
    return pixels


def _fill_rock(pixels: NDArray[np.uint8], solid: NDArray[np.bool_]) -> None:
    """Turn walls and posts between rock cells only into rock, in place."""
    inside = pixels[1:-1, 1:-1]
    vertical = solid[1:-1, 1:-2] & solid[1:-1, 2:-1]
    level = solid[1:-2, 1:-1] & solid[2:-1, 1:-1]
    posts = level[:, :-1] & level[:, 1:]
    for part, rock in ((inside[::2, 1::2], vertical), (inside[1::2, ::2], level)):
        part[rock & (part == Ink.WALL)] = Ink.ROCK
    inside[1::2, 1::2][posts] = Ink.ROCK


def side_by_side(grids: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Return ink grids side by side, with floor between them and below the shorter ones."""
    height = max(map(len, grids))
    gaps = (0, *(GAP for _ in grids[1:]))
    return np.hstack(
        [
            np.pad(grid, ((0, height - len(grid)), (gap, 0)), constant_values=Ink.FLOOR)
            for grid, gap in zip(grids, gaps, strict=True)
        ]
    )


def widths(grids: Sequence[NDArray[np.uint8]], thin: int, thick: int) -> NDArray[np.intp]:
    """Return the width in pixels of each column of ink grids side by side; see ``heights``."""
    first, *others = (heights(grid.shape[1], thin, thick) for grid in grids)
    return np.hstack([first, *(np.pad(one, (GAP, 0), constant_values=thick) for one in others)])


def heights(rows: int, thin: int, thick: int) -> NDArray[np.intp]:
    """Return the height in pixels of each row of an ink grid: walls are thin, cells thick."""
    return np.where(np.arange(rows) % 2, thick, thin)

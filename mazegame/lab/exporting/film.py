"""``Film``: which steps of shows are visible when, and each as a picture of inks.

A picture has a pixel for each cell, passage, wall and post.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing import Ink
from mazegame.drawing.areas import Area
from mazegame.drawing.half_blocks import pixel_inks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from mazegame.drawing import Scene
    from mazegame.lab.show import Show

SECONDS: Final = 12.0
"""Default duration of a film without its last frame, in seconds."""

LONGEST: Final = 600.0
"""Longest duration of a film without its last frame, in seconds."""

HOLD_SECONDS: Final = 2.0
"""Duration of the last frame, in seconds."""

GAP: Final = 2
"""Pixels between two scenes side by side."""


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
        length = max(show.length for show in shows)
        moving = max(min(length, round(seconds * 20)), 1)  # 20 frames a second
        self.durations = [seconds / moving] * moving + [HOLD_SECONDS]
        """The duration of each frame, in seconds."""
        self.starts = [number * seconds / moving for number in range(moving + 1)]
        """The start of each frame, in seconds."""
        self.whole_seconds = seconds + HOLD_SECONDS
        """The duration with the last frame, in seconds."""
        self._positions = [round(length * number / moving) for number in range(moving + 1)]

    def frames(self) -> Iterator[list[NDArray[np.uint8]]]:
        """Move the shows to the step of each frame; yield the picture of each show."""
        for position in self._positions:
            for show in self.shows:
                show.seek(min(position, show.length))
            yield [ink_grid(show.scene) for show in self.shows]


def ink_grid(scene: Scene) -> NDArray[np.uint8]:
    """Return the inks of a scene: uint8 (2 * rows + 1, 2 * cols + 1).

    Cells are at odd rows and columns, posts at even ones. Walls and posts between rock cells only
    are rock.
    """
    rows, cols = scene.shape
    pixels = pixel_inks(scene, Area(0, 0, rows + 1, cols + 1))[:-1, :-1]
    pixels[::2, ::2] = Ink.WALL
    _, rock = Area(0, 0, rows, cols).sides(scene)
    solid = np.zeros(pixels.shape, np.bool_)
    solid[1::2, 1::2] = rock
    solid[1::2, 2:-1:2] = rock[:, :-1] & rock[:, 1:]
    solid[2:-1:2] = solid[1:-2:2] & solid[3::2]
    pixels[solid & (pixels == Ink.WALL)] = Ink.ROCK
    marks = [(end.cell, end.ink) for row in scene.ends.values() for end in row]
    marks += [(walker.cell, walker.ink) for walker in scene.walkers if walker.cell is not None]
    for (row, col), ink in marks:
        pixels[2 * row + 1, 2 * col + 1] = ink
    return pixels


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

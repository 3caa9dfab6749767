"""Draw mazes on lattices in characters: hexagons, triangles, squares that wrap or have storeys.

 ╱ ╲ ╱ ╲ ╱ ╲          ───────────              ┌───────────┐
│ A · · │   │        ╱ ╲       ╱              │ A · · ↑   │
 ╲ ╱ ╲ · ╲ ╱ ╲      ╱ A ╲     ╱               │   ╶───┐   │
  │     · · B │    ───────────                └───────┴───┘
   ╲ ╱ ╲ ╱ ╲ ╱
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.formats.lattice_picture import WRITERS, LatticePicture
from mazegame.formats.text import plain

_Canvas = NDArray[np.uint32]
_Places = list[tuple[int, int]]
"""(line, column) of characters."""


@dataclass(frozen=True)
class Characters:
    """A set of characters for drawing."""

    style: plain.Style
    rising: str
    falling: str
    stairs: str
    """Three characters: stairs that lead up, down, and both ways."""

    def write(self, picture: LatticePicture) -> Iterator[bytes]:
        """Draw a picture; yields its lines."""
        lattice = picture.maze.lattice
        layouts = {"hexagonal": _hexagons, "triangular": _triangles}
        if lattice.kind in {"polar", "graph"}:
            others = ", ".join(name for name in WRITERS if not name.endswith(("unicode", "ascii")))
            raise ValueError(f"{lattice.kind} cells are not drawn in characters: {others} fit")
        if picture.title and picture.name:
            yield f"{picture.name}\n".encode()
        canvas, middles, sides = layouts.get(lattice.kind, _squares)(picture, self)
        if picture.heat:
            for (y, x), band in zip(middles, picture.bands.tolist(), strict=True):
                canvas[y, x] = ord(str(band)) if band >= 0 else canvas[y, x]
        path = [] if picture.path is None else picture.path.tolist()
        for at, cell in enumerate(path):
            canvas[middles[cell]] = ord(self.style.path)
            for there in path[max(at - 1, 0) : at] + path[at + 1 : at + 2]:
                side = int(np.flatnonzero(lattice.neighbours[cell] == there)[0])
                canvas[sides(cell, side)[0]] = ord(self.style.path)
        for cell, letter in picture.letters():
            y, x = middles[cell]
            canvas[y, x] = ord(letter)
        for line in canvas:
            yield (line.tobytes().decode("utf-32-le").rstrip() + "\n").encode()


def _blank(lines: int, columns: int) -> _Canvas:
    return np.full((lines, columns), ord(" "), "<u4")


def _hexagons(picture: LatticePicture, using: Characters):  # type: ignore[no-untyped-def]  # noqa: ANN202
    """Draw hexagons; return the canvas, the middles of cells, and a function for their sides."""
    lattice = picture.maze.lattice
    rows, cols = lattice.rows, lattice.cols
    canvas = _blank(2 * rows + 1, 4 * cols + 3)
    middles = [
        (2 * row + 1, 4 * col + 2 * (row % 2) + 2) for row in range(rows) for col in range(cols)
    ]
    steps = ((-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1))
    signs = (using.falling, using.style.vertical, using.rising) * 2

    def sides(cell: int, side: int) -> _Places:
        (y, x), (down, right) = middles[cell], steps[side]
        return [(y + down, x + right)]

    for cell, side in np.argwhere(~picture.maze.passages).tolist():
        canvas[sides(cell, side)[0]] = ord(signs[side])
    return canvas, middles, sides


def _triangles(picture: LatticePicture, using: Characters):  # type: ignore[no-untyped-def]  # noqa: ANN202
    lattice = picture.maze.lattice
    rows, cols = lattice.rows, lattice.cols
    canvas = _blank(3 * rows + 1, 3 * cols + 4)
    points_down = [(row + col) % 2 for row in range(rows) for col in range(cols)]
    middles = [
        (3 * row + 2 - (row + col) % 2, 3 * col + 3) for row in range(rows) for col in range(cols)
    ]

    def sides(cell: int, side: int) -> _Places:
        (y, x), down = middles[cell], points_down[cell]
        top = y - (1 if down else 2)
        if side == 1:
            return [(top if down else top + 3, x)]
        way = 1 if side == 0 else -1
        first, second = (2, 1) if down else (1, 2)
        return [(top + 2, x + way * second), (top + 1, x + way * first)]

    for cell, side in np.argwhere(~picture.maze.passages).tolist():
        if side == 1:
            ((y, x),) = sides(cell, side)
            canvas[y, x - 3 : x + 4] = ord(using.style.across)
        else:
            rises = (side == 0) == bool(points_down[cell])
            for place in sides(cell, side):
                canvas[place] = ord(using.rising if rises else using.falling)
    return canvas, middles, sides


def _squares(picture: LatticePicture, using: Characters):  # type: ignore[no-untyped-def]  # noqa: ANN202
    """Draw square cells, the storeys one below the other."""
    lattice, style = picture.maze.lattice, using.style
    rows, cols, levels = lattice.rows, lattice.cols, lattice.levels
    high = 2 * rows + 2
    canvas = _blank(levels * high - 1, 4 * cols + 1)
    arms = np.zeros((levels * (rows + 1), cols + 1), np.uint8)
    middles = [
        (level * high + 2 * row + 1, 4 * col + 2)
        for level in range(levels) for row in range(rows) for col in range(cols)
    ]  # fmt: skip
    steps = ((-1, 0), (0, 2), (1, 0), (0, -2), (0, 0), (0, 0))

    def sides(cell: int, side: int) -> _Places:
        (y, x), (down, right) = middles[cell], steps[side]
        return [(y + down, x + right)]

    shut = ~picture.maze.passages[:, :4]
    for cell, side in np.argwhere(shut).tolist():
        level, rest = divmod(cell, rows * cols)
        row, col = divmod(rest, cols)
        post = level * (rows + 1) + row
        ((y, x),) = sides(cell, side)
        if side in (0, 2):
            canvas[y, x - 1 : x + 2] = ord(style.across)
            arms[post + side // 2, col] |= 2
            arms[post + side // 2, col + 1] |= 8
        else:
            canvas[y, x] = ord(style.vertical)
            arms[post, col + (side == 1)] |= 4
            arms[post + 1, col + (side == 1)] |= 1
    for line, bits in enumerate(arms):
        level, row = divmod(line, rows + 1)
        canvas[level * high + 2 * row, ::4] = [ord(style.posts[bit]) for bit in bits.tolist()]
    found: dict[int, int] = {}
    for cell, up in picture.stairs():
        found[cell] = found.get(cell, 0) | (1 if up else 2)
    for cell, ways in found.items():
        y, x = middles[cell]
        canvas[y, x - 1] = ord(using.stairs[ways - 1])
    return canvas, middles, sides


BOXES: Final = Characters(plain.UNICODE, "╱", "╲", "↑↓↕")
ASCII: Final = Characters(plain.ASCII, "/", "\\", "^v%")

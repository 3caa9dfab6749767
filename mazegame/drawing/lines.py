"""Line drawings: walls as box-drawing lines, cells as the room between them.

A cell is ``pitch`` columns by two lines, its upper and left wall included; the last column and
line close the drawing. Even lines hold posts and horizontal walls, odd lines the cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.drawing.drawing import Line
from mazegame.drawing.inks import Ink
from mazegame.drawing.rows import (
    E,
    N,
    S,
    W,
    row_ground,
    row_ground_between,
    row_light,
    row_marks,
    row_sides,
    row_signs,
    wall_ink,
)
from mazegame.engine.layers import VISITED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.glyphs import Glyphs
    from mazegame.drawing.scene import Scene
    from mazegame.engine import Cell


class LinesDrawing:
    """Walls as lines.

    Args:
        name: Its name for people.
        pitch: Columns a cell, its left wall included: 3 or 4.
        glyphs: The characters to draw with.
    """

    def __init__(self, name: str, pitch: int, glyphs: Glyphs) -> None:
        self.name = name
        self.pitch = pitch
        self.glyphs = glyphs
        self._middle = pitch // 2

    def size(self, cols: int, rows: int) -> tuple[int, int]:
        """How many characters a maze takes: (width, height)."""
        return cols * self.pitch + 1, rows * 2 + 1

    def capacity(self, width: int, height: int) -> tuple[int, int]:
        """How many cells fit into so many characters: (cols, rows), each at least 1."""
        return max(1, (width - 1) // self.pitch), max(1, (height - 1) // 2)

    def centre(self, cell: Cell) -> tuple[int, int]:
        """The character (x, y) in the middle of a cell."""
        return cell[1] * self.pitch + self._middle, cell[0] * 2 + 1

    def extent(self, cell: Cell) -> tuple[int, int, int, int]:
        """The characters that may change with a cell: (x, y, width, height)."""
        return cell[1] * self.pitch, cell[0] * 2, self.pitch + 1, 3

    def cell_at(self, x: int, y: int) -> Cell:
        """The cell to which a character belongs (it may lie outside the maze)."""
        return y // 2, x // self.pitch

    def line(self, scene: Scene, y: int, x: int, width: int) -> Line:
        """Draw the characters x to x + width of line y, all within the drawing's size."""
        first = x // self.pitch
        count = (x + width - 1) // self.pitch - first + 1
        canvas = Line(
            np.full((count, self.pitch), ord(" "), np.uint32),
            np.zeros((count, self.pitch), np.uint8),
            np.zeros((count, self.pitch), np.uint8),
        )
        row, inside_cells = divmod(y, 2)
        if row < scene.row_offset:
            pass  # it is gone
        elif inside_cells:
            self._cells(scene, row, first, canvas)
        else:
            self._posts(scene, row, first, canvas)
        cut = slice(x - first * self.pitch, x - first * self.pitch + width)
        return Line(
            canvas.glyphs.reshape(-1)[cut],
            canvas.ink.reshape(-1)[cut],
            canvas.ground.reshape(-1)[cut],
        )

    def _cells(self, scene: Scene, row: int, first: int, canvas: Line) -> None:
        """Draw the line through the middle of a row of cells, in place."""
        glyphs, ink = canvas.glyphs, canvas.ink
        count = len(glyphs)
        sides, solid = row_sides(scene, row, first - 1, count + 1)
        rock, rock_left = solid[1:], solid[:-1]
        light = row_light(scene, row, first - 1, count + 1)
        light = np.maximum(light[1:], light[:-1])
        wall = ((sides[1:] & W) == 0) & (light > 0)
        glyphs[wall, 0] = self.glyphs.posts[N | S]
        ink[wall, 0] = wall_ink(light[wall])
        # The column behind the last cell holds nothing but the rim.
        inside = min(count, scene.shape[1] - first)
        if scene.light is None:
            _fill_rock(canvas, rock[:inside], self.glyphs.rock, slice(1, None))
            _fill_rock(canvas, (rock & rock_left)[:inside], self.glyphs.rock, slice(0, 1))
        if first == 0 and light[0]:
            glyphs[0, 0] = self.glyphs.posts[N | S]
            ink[0, 0] = wall_ink(light[:1])[0]
        if scene.heat or scene.paint is not None:
            self._fill(scene, row, first, inside, canvas)
        if scene.numbers is not None:
            self._numbers(scene, row, first, inside, canvas)
        self._mark(scene, row, first, inside, VISITED, canvas, self._middle)
        if self.pitch % 2 == 0:  # else dots on the walls' columns would stand unevenly
            self._mark(scene, row, first, inside, W, canvas, 0)
        self._tokens(scene, row, first, inside, canvas)

    def _posts(self, scene: Scene, row: int, first: int, canvas: Line) -> None:
        """Draw the line of posts above a row of cells (below the last one), in place."""
        glyphs, ink = canvas.glyphs, canvas.ink
        count = len(glyphs)
        above, rock_above = row_sides(scene, row - 1, first - 1, count + 1)
        below, rock_below = row_sides(scene, row, first - 1, count + 1)
        (top, rows), cols = (scene.row_offset, scene.shape[0]), scene.shape[1]
        rim = row in (top, rows)
        # The wall above each cell, and left and right of each post; none within rock.
        flat = ((below & N) == 0) & ~(rock_above & rock_below)
        up = ((above[1:] & W) == 0) & ~(rock_above[1:] & rock_above[:-1])
        down = ((below[1:] & W) == 0) & ~(rock_below[1:] & rock_below[:-1])
        columns = np.arange(first, first + count)
        if rim:  # closed, except where a cell is open to a row that is gone or still to come
            closed = ((above & S) | (below & N)) == 0
            flat[1:] = (columns < cols) & closed[1:]
            flat[0] = first > 0 and closed[0]
        edge = (columns == 0) | (columns == cols)
        up |= edge & (row > top)
        down |= edge & (row < rows)
        # In fog a wall is known if a cell beside it was seen.
        light_above = row_light(scene, row - 1, first - 1, count + 1)
        light_below = row_light(scene, row, first - 1, count + 1)
        light = np.maximum(light_above, light_below)
        flat &= light > 0
        up &= np.maximum(light_above[1:], light_above[:-1]) > 0
        down &= np.maximum(light_below[1:], light_below[:-1]) > 0
        arms = up * N + flat[1:] * E + down * S + flat[:-1] * W
        glyphs[:, 0] = self.glyphs.posts[arms]
        ink[:, 0] = np.where(arms > 0, wall_ink(np.maximum(light[1:], light[:-1])), Ink.FLOOR)
        glyphs[flat[1:], 1:] = self.glyphs.posts[E | W]
        ink[flat[1:], 1:] = wall_ink(light[1:][flat[1:]])[:, np.newaxis]
        if not rim:
            inside = min(count, cols - first)
            rock = (rock_above & rock_below)[1:]
            if scene.light is None:
                _fill_rock(canvas, rock[:inside], self.glyphs.rock, slice(1, None))
                _fill_rock(canvas, (rock & (arms == 0))[:inside], self.glyphs.rock, slice(0, 1))
            if scene.heat or scene.paint is not None:
                between = row_ground_between(scene, row, first, inside, N)
                joined = np.flatnonzero(between)
                canvas.ground[joined, 1:] = between[joined, np.newaxis]
                walked = joined[glyphs[joined, 1] == self.glyphs.rock]
                glyphs[walked, 1:] = ord(" ")
            self._mark(scene, row, first, inside, N, canvas, self._middle)

    def _fill(self, scene: Scene, row: int, first: int, inside: int, canvas: Line) -> None:
        """Draw paint and heat on a row of cells as grounds, and as signs, in place."""
        ground = row_ground(scene, row, first, inside)
        there = np.flatnonzero(ground)
        canvas.glyphs[there, 1:] = ord(" ")
        canvas.ground[there, 1:] = ground[there, np.newaxis]
        canvas.ink[there, self._middle] = ground[there]
        signs = row_signs(scene, row, first, ground, self.glyphs)
        canvas.glyphs[there, self._middle] = signs[there]
        between = row_ground_between(scene, row, first, inside, W)
        joined = np.flatnonzero(between)
        canvas.ground[joined, 0] = between[joined]
        walked = joined[canvas.glyphs[joined, 0] == self.glyphs.rock]
        canvas.glyphs[walked, 0] = ord(" ")

    def _numbers(self, scene: Scene, row: int, first: int, inside: int, canvas: Line) -> None:
        """Write numbers into a row of cells wherever they fit, in place."""
        if scene.numbers is None:
            return
        numbers = scene.numbers[row - scene.row_offset, first : first + inside]
        room = self.pitch - 1
        fits = np.flatnonzero((numbers >= 0) & (numbers < 10**room))
        canvas.glyphs[fits, 1:] = ord(" ")
        short = fits[numbers[fits] < 10]
        canvas.glyphs[short, self._middle] = numbers[short] + ord("0")
        for place in range(room):
            long = fits[numbers[fits] >= max(10**place, 10)]
            canvas.glyphs[long, room - place] = numbers[long] // 10**place % 10 + ord("0")
        filled = fits[canvas.ground[fits, self._middle] > 0]
        canvas.ink[filled, 1:] = canvas.ground[filled, 1:]

    def _mark(
        self,
        scene: Scene,
        row: int,
        first: int,
        inside: int,
        side: int,
        canvas: Line,
        column: int,
    ) -> None:
        """Draw trail and path into one column of each cell, in place."""
        marks = row_marks(scene, row, first, inside, side)
        there = np.flatnonzero(marks)
        canvas.glyphs[there, column] = self.glyphs.marks[marks[there]]
        canvas.ink[there, column] = marks[there]

    def _tokens(self, scene: Scene, row: int, first: int, inside: int, canvas: Line) -> None:
        """Draw hint, labels, ends and walkers, each over what was there, in place."""
        glyphs, ink, ground = canvas.glyphs, canvas.ink, canvas.ground

        def put_hint(col: int) -> None:
            ink[col, self._middle] = Ink.HINT
            if scene.heat:  # its colour on that of a band could not be read: it is inverted
                ground[col, self._middle] = Ink.HINT

        for (hint_row, hint_col), direction in scene.hint.items():
            if hint_row == row and 0 <= hint_col - first < inside:
                glyphs[hint_col - first, self._middle] = self.glyphs.arrows[direction]
                put_hint(hint_col - first)
        for (label_row, label_col), label in scene.labels.items():
            if label_row == row and 0 <= label_col - first < inside:
                glyphs[label_col - first, self._middle] = ord(label)
                put_hint(label_col - first)
        for end in scene.ends.get(row, ()):
            at = end.cell[1] - first
            if 0 <= at < inside and scene.knows(end.cell):
                glyphs[at, 1:] = ord(" ")
                glyphs[at, self._middle] = ord(end.letter)
                ink[at, 1:] = end.ink
                ground[at, 1:] = end.ink
        for walker in scene.walkers:
            cell = walker.cell
            if (
                cell is not None
                and cell[0] == row
                and 0 <= (at := cell[1] - first) < inside
                and scene.sees(cell)
            ):
                glyphs[at, 1:] = self.glyphs.walker(walker.ink, walker.letter, self.pitch - 1)
                ink[at, 1:] = walker.ink


def _fill_rock(canvas: Line, where: NDArray[np.bool_], glyph: int, columns: slice) -> None:
    there = np.flatnonzero(where)
    canvas.glyphs[there, columns] = glyph
    canvas.ink[there, columns] = Ink.ROCK

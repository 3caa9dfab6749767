"""Read drawings whose walls are lines: ``+---+``, box drawing, micromouse, the game's own.

Posts are at regular lines and columns. Between two posts there may be a wall, and between four
posts is a cell, which may contain letters and marks.

    ┌───────┬───┐     +---+---+---+     o---o---o
    │ A · · │   │     | A     |   |     | G |   |
    │   ╷ · ╵   │     +   +   +   +     o   o   o
    │   │ · · B │     |   |     B |     | S     |
    └───┴───────┘     +---+---+---+     o---o---o

The corners of the drawing give the distance between posts. In cells, ``A`` or ``S`` is the start
and ``B``, ``G`` or ``E`` a goal; without letters two gaps in the boundary are A and B. Marks of
paths and heat are ignored.

Solid rock is blank in these drawings. So a cell that no path joins to A, a goal or a mark is rock.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazegame.engine import Cell
from mazegame.formats.errors import FormatError, at
from mazegame.formats.parsed import MAX_GOALS, ParsedMaze, read_ends
from mazegame.formats.picture import Picture, bands
from mazegame.formats.source import Source
from mazegame.formats.text import plain
from mazegame.formats.text.cell_lists import usual_ends
from mazegame.formats.text.lattice import boundary_gaps, maze_of_walls
from mazegame.formats.text.plain import Style, write
from mazegame.formats.text.rows import DrawingText, Symbols, first_place

# The symbols of characters.
_BLANK: Final = 1
_ACROSS: Final = 2
_UPRIGHT: Final = 3
_POST: Final = 4
_SOLID: Final = 5
_START: Final = 6
_GOAL: Final = 7
_MARK: Final = 8
_LETTER_O: Final = 9
_ROCK: Final = 10

_COMMON: Final = {
    _BLANK: " ", _START: "AS", _GOAL: "BGE", _LETTER_O: "o",
    _MARK: "·•◇◆∙.*#x@R()<>^v↑→↓←▐▌0123456789", _ROCK: "░%",
}  # fmt: skip

_ASCII: Final = Symbols(
    {**_COMMON, _ACROSS: "-", _UPRIGHT: "|", _POST: "+"},
    "a drawing in ASCII has posts (+), walls (- and |), A and B or S and G or E, and marks (* . o)",
)

_BOXES: Final = Symbols(
    {
        **_COMMON,
        _ACROSS: "─━═",
        _UPRIGHT: "│┃║",
        _POST: "╵╶╷╴╹╺╻╸╭╮╰╯┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬",
        _SOLID: "█",
    },
    "a box drawing has lines, A and B or S and G or E, and marks (· • ◇ ◆)",
)

_MICROMOUSE: Final = Symbols(
    {**_COMMON, _ACROSS: "-", _UPRIGHT: "|", _POST: "o", _LETTER_O: "f", _MARK: "*.x0123456789",
     _ROCK: ""},
    "a micromouse drawing has posts (o), walls (--- and |), S and G",
)  # fmt: skip


@dataclass(frozen=True)
class LineDrawing:
    """A format of drawings whose walls are lines."""

    style: Style
    """The characters that are written."""
    symbols: Symbols
    """The characters that are read."""
    straight: bool = False
    """Whether posts within a straight wall look like the wall, as in box drawings."""
    has_usual_ends: bool = False
    """Whether, without letters, A is at the lower left and the goals are in the middle."""

    def write(self, picture: Picture) -> Iterator[bytes]:
        """Draw a picture; yields whole lines."""
        return write(picture, self.style)

    def read(self, source: Source) -> ParsedMaze:
        """Read a drawing."""
        text = DrawingText(source)
        found = _read(text, self.symbols, straight=self.straight)
        if text.ends or not self.has_usual_ends:
            return found
        start, goals = usual_ends(found.maze.rows, found.maze.cols)
        return replace(found, start=found.start or start, goals=found.goals or goals)


ASCII: Final = LineDrawing(plain.ASCII, _ASCII)
BOXES: Final = LineDrawing(plain.UNICODE, _BOXES, straight=True)
MICROMOUSE: Final = LineDrawing(plain.MICROMOUSE, _MICROMOUSE, has_usual_ends=True)


class _Lattice(NamedTuple):
    """A drawing, cropped so that its first and last posts are its corners."""

    symbols: NDArray[np.uint8]
    """uint8 (lines, columns)."""
    high: int
    """Lines from a post to the next."""
    wide: int
    """Columns from a post to the next."""
    first_line: int
    """The number of the first line in the file."""

    def walls(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return the walls for ``maze_of_walls``; FormatError if the drawing is invalid."""
        posts = self._at(0, 0)
        self._refuse((posts == _START) | (posts == _GOAL), "a letter, where posts stand")
        across = self._solid(_ACROSS, [(0, x) for x in range(1, self.wide)])
        vertical = self._solid(_UPRIGHT, [(y, 0) for y in range(1, self.high)])
        for y, x in product(range(1, self.high), range(1, self.wide)):
            inside = self._at(y, x)
            wrong = (inside == _ACROSS) | (inside == _UPRIGHT) | (inside == _POST)
            self._refuse(wrong, "a wall inside a cell", (y, x))
        return across, vertical

    def letters(self) -> dict[int, list[Cell]]:
        """Return the cells with letters by symbol."""
        found: dict[int, list[Cell]] = {}
        for symbol in (_START, _GOAL, _LETTER_O):
            places = np.concatenate(
                [
                    np.add(np.argwhere(self.symbols[top:end] == symbol), (top, 0))
                    for top, end in bands(*self.symbols.shape)
                ]
            )
            inside = (places[:, 0] % self.high > 0) & (places[:, 1] % self.wide > 0)
            if symbol != _LETTER_O and not inside.all():
                row, col = places[~inside][0].tolist()
                raise FormatError(f"{at(row, col, self.first_line)}: a letter outside the cells")
            if inside.sum() > MAX_GOALS and symbol == _GOAL:
                raise FormatError(f"it has more than {MAX_GOALS:,} goals")
            cells = (places[inside] // (self.high, self.wide)).tolist()
            found[symbol] = [(row, col) for row, col in dict.fromkeys(map(tuple, cells))]
        return found

    def middle(self, cell: Cell) -> str:
        """Return the position of the middle of a cell in words."""
        y, x = cell[0] * self.high + self.high // 2, cell[1] * self.wide + self.wide // 2
        return at(y, x, self.first_line)

    def _at(self, y: int, x: int) -> NDArray[np.uint8]:
        """Return the symbols at one offset from each post."""
        return self.symbols[y :: self.high, x :: self.wide]

    def _solid(self, kind: int, offsets: list[tuple[int, int]]) -> NDArray[np.bool_]:
        """Return where all characters between posts are wall; FormatError for incomplete walls."""
        found = None
        for offset in offsets:
            span = self._at(*offset)
            here: NDArray[np.bool_] = (span == kind) | (span == _SOLID)
            strange = ~here & ((span == _POST) | (span == _ACROSS) | (span == _UPRIGHT))
            self._refuse(strange, "a wall's end, where a wall or none runs on", offset)
            found = here if found is None else found
            self._refuse(found != here, "a wall that is broken off", offset)
        assert found is not None  # noqa: S101  posts stand two apart at least
        return found

    def _refuse(
        self, wrong: NDArray[np.bool_], what: str, offset: tuple[int, int] = (0, 0)
    ) -> None:
        if wrong.any():
            row, col = first_place(wrong)
            y, x = row * self.high + offset[0], col * self.wide + offset[1]
            raise FormatError(
                f"{at(y, x, self.first_line)}: {what} "
                f"(posts stand every {self.wide} columns and {self.high} lines)"
            )


def _read(text: DrawingText, symbols: Symbols, *, straight: bool) -> ParsedMaze:
    lattice = _lattice(symbols.rows(text), text.first_line, straight=straight)
    across, vertical = lattice.walls()
    maze = maze_of_walls(across, vertical)
    rows, cols = maze.rows, maze.cols
    text.check_size((rows, cols), (2 * rows + 1, 2 * cols + 1), lattice.symbols.shape)
    letters = lattice.letters()
    starts, goals = letters[_START], tuple(letters[_GOAL])
    if len(starts) > 1:
        one, other = map(lattice.middle, starts[:2])
        raise FormatError(f"it has two starts, at {one} and at {other}: one is the start")
    start, ends = (starts[0] if starts else None), goals
    if text.ends:
        start, ends = read_ends(text.ends)
    elif start is None and not ends:
        start, ends = boundary_gaps(across[0], across[-1], vertical[:, 0], vertical[:, -1])
    return ParsedMaze(
        maze, start, ends, text.game_id, blank_is_rock=True, marks=(*letters[_LETTER_O], *goals),
        lacks="it has no {letter}: write {marks} in a cell, leave two gaps in its boundary, or "
        "name cells with --start and --goal",
    )  # fmt: skip


def _lattice(drawn: NDArray[np.uint8], first_line: int, *, straight: bool) -> _Lattice:
    """Find the distance between posts from the corners, and crop the drawing to the posts.

    ``drawn`` has the symbols, uint8 (lines, columns); ``straight`` is as in ``LineDrawing``.
    """
    ys, xs = _lines_with(drawn, lambda band: band == _POST)
    if len(ys):
        high, wide = _spacing(ys) or drawn.shape[0] - 1, _spacing(xs) or drawn.shape[1] - 1
        high, wide = _spacing_of_cells(high, wide, straight=straight)
        indent = int(xs[0]) % max(wide, 1)
        skipped = int(ys[0]) % max(high, 1)  # lines of blanks
        drawn, first_line = drawn[skipped:], first_line + skipped
    else:
        high, wide, indent = 2, _solid_spacing(drawn), 0
    if high < 2 or wide < 2:
        raise FormatError(
            f"{at(0, 0, first_line)}: no corner is found, or corners stand on no lattice: "
            "walls meet at regular lines and columns, at least two apart"
        )
    drawn = drawn[:, indent:]
    ys, xs = _lines_with(drawn, lambda band: band != _BLANK)
    if not len(ys):
        raise FormatError(f"{at(0, 0, first_line)}: there is nothing drawn")
    height, width = int(ys[-1]) + 1, int(xs[-1]) + 1
    rows, cols = -(-(height - 1) // high), -(-(width - 1) // wide)
    rows, cols = max(rows, (len(drawn) - 1) // high), max(cols, (drawn.shape[1] - 1) // wide)
    if rows < 1 or cols < 1:
        raise FormatError(f"{at(0, 0, first_line)}: there is no room for a cell")
    size = high * rows + 1, wide * cols + 1
    whole = drawn[:height, :width]
    if (height, width) != size:
        whole = np.full(size, _BLANK, np.uint8)
        whole[:height, :width] = drawn[:height, :width]
    return _Lattice(whole, high, wide, first_line)


def _lines_with(
    drawn: NDArray[np.uint8], test: Callable[[NDArray[np.uint8]], NDArray[np.bool_]]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the lines and the columns with a symbol for which ``test`` is True.

    It works in bands: a bool for every character would take as much memory as the drawing.
    """
    lines, columns = np.zeros(len(drawn), np.bool_), np.zeros(drawn.shape[1], np.bool_)
    for top, end in bands(*drawn.shape):
        found = test(drawn[top:end])
        lines[top:end] = found.any(axis=1)
        columns |= found.any(axis=0)
    return np.flatnonzero(lines), np.flatnonzero(columns)


def _spacing(places: NDArray[np.intp]) -> int:
    """Return the greatest common divisor of the distances between places; 0 for one place."""
    return math.gcd(*(places - places[0]).tolist())


def _solid_spacing(drawn: NDArray[np.uint8]) -> int:
    """Return the columns between posts in a drawing of solid blocks: 4 or 3; 0 if it is none."""
    for wide in (4, 3):
        spans = np.stack([drawn[::2, k::wide][:, : drawn.shape[1] // wide] for k in range(1, wide)])
        inside = drawn[1::2, 1 + wide // 4 :: wide]
        is_whole = (drawn.shape[1] - 1) % wide == 0 and bool((spans == spans[0]).all())
        if is_whole and (inside != _SOLID).all():
            return wide
    return 0


def _spacing_of_cells(high: int, wide: int, *, straight: bool) -> tuple[int, int]:
    """Return the lines and columns between posts from those between corners.

    Corners may be several posts apart. Cells of a box drawing (``straight``) are two lines high and
    four or three columns wide if that divides the distances. Others look about square: in
    characters they are at most three times as wide as high.
    """
    if straight:
        high = 2 if high % 2 == 0 else high
        return high, 4 if wide % 4 == 0 else 3 if wide % 3 == 0 else wide
    if high <= wide <= 3 * high and high <= 4:
        return high, wide
    options = [
        (abs(math.log(w / (2 * h))), h, w)
        for h in (2, 3, 4)
        for w in range(2, min(wide, 12) + 1)
        if high % h == 0 and wide % w == 0
    ]
    return min(options)[1:] if options else (high, wide)

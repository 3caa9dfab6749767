"""Read and write block grids: mazes as text, a character or a number a cell.

``X`` is rock, ``.`` or a space is floor, ``A`` is the start and ``B`` a goal (several are
allowed: the nearest counts). Neighbouring floor cells are joined. A closed boundary of rock is a
frame and is removed; a grid may also be open at its edge. Without letters, two gaps in the boundary
are A and B.

    XXXXX
    XA..X
    X.X.X
    X.XBX
    XXXXX

If blanks are floor, blanks at the ends of lines may be missing, and additional ones are ignored, as
are blanks all around a boundary.

Other programs print mazes whose walls are as thick as their passages. Read as a block grid, every
step of such a maze becomes two. The format ``thick`` reads it with its true size: a character in an
odd line and an odd column, counted from 0, is a cell; the others are walls and passages between
cells. A title with the size of such a maze selects this format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from types import SimpleNamespace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine import Cell, Direction, Maze, distances
from mazegame.engine.support import memory
from mazegame.formats.errors import FormatError, at
from mazegame.formats.parsed import LACKS, MAX_GOALS, ParsedMaze, read_ends
from mazegame.formats.picture import Picture, bands
from mazegame.formats.source import Limits, Source
from mazegame.formats.text.conventions import (
    MOST_GAPS,
    USUAL,
    Convention,
    convention_of,
    halved,
    is_doubled,
    matrix_of,
)
from mazegame.formats.text.lattice import boundary_gaps, maze_of_walls, pixels_of
from mazegame.formats.text.plain import titles
from mazegame.formats.text.rows import (
    DrawingText,
    Symbols,
    check_padding,
    drawing_head,
    first_place,
)

_SIZE: Final = re.compile(r":(\d{1,9})x(\d{1,9}):")
"""The size in a game ID."""

_NEWLINE: Final = ord("\n")

# The symbols of characters: rock up to _PLAYER, floor from _FLOOR on.
_ROCK: Final = 1
_PLAYER: Final = 2
_BLANK: Final = 3
_FLOOR: Final = 4
_A: Final = 5
_B: Final = 6

_MISSING_END_MESSAGE: Final = (
    "it has no {letter}: write {marks}, or name a cell with --start or --goal"
)
_MISSING_NUMBER_MESSAGE: Final = (
    "it has no {letter}: write {number}, or name a cell with --start or --goal"
)


def read(source: Source) -> ParsedMaze:
    """Read a block grid of any convention; each character within its boundary is a cell."""
    return _parse(_grid_of(source))


THICK: Final = SimpleNamespace(read=lambda source: _parse_thick(_grid_of(source)))
"""The format ``thick``."""


def _grid_of(source: Source) -> _Grid:
    """Read the characters of a text."""
    head, is_octile = drawing_head(source)
    text = DrawingText(source)
    if not is_octile and is_doubled(head):
        data = halved(text.all(), text.first_line)
        head, text = data, replace(text, source=Source.of(data, source.limits), first_line=1)
    return _Grid(text, convention_of(head, source.limits.floor, is_octile=is_octile))


def _read_numbers(source: Source) -> ParsedMaze:
    """Read a matrix of numbers or characters."""
    text = DrawingText(source)
    data, is_numbers = matrix_of(text)
    text = replace(text, source=Source.of(data, source.limits), first_line=1)
    message = _MISSING_NUMBER_MESSAGE if is_numbers else _MISSING_END_MESSAGE
    return _parse(_Grid(text, convention_of(data, source.limits.floor), message))


NUMBERS: Final = SimpleNamespace(read=_read_numbers)
"""The format ``numbers``."""


def parse_floor(floor: NDArray[np.bool_], limits: Limits) -> ParsedMaze:
    """Read an array, True for floor, as a block grid."""
    lines = np.full((len(floor), floor.shape[1] + 1), _NEWLINE, np.uint8)
    lines[:, :-1] = np.where(floor, np.uint8(ord(".")), np.uint8(ord("X")))
    return _parse(_Grid(DrawingText(Source.of(lines.tobytes(), limits)), USUAL))


def _parse(grid: _Grid) -> ParsedMaze:
    if grid.is_titled_thick():
        return _parse_thick(grid)
    frame = 1 if not grid.count_gaps() and min(grid.rows, grid.cols) > 2 else 0
    start, goals = _ends(grid, frame, 1)
    if start is None and not goals:
        start, goals = grid.doors()
    return ParsedMaze(
        grid.maze(frame), start, goals, grid.text.game_id, lacks=grid.lacks,
        counted=" within its border" if frame else " at its first character",
    )  # fmt: skip


def _parse_thick(grid: _Grid) -> ParsedMaze:
    """Read a grid of the format ``thick``."""
    floor = grid.floor(0, grid.rows)
    if grid.rows % 2 == 0 or grid.cols % 2 == 0 or min(grid.rows, grid.cols) < 3:
        raise FormatError(
            f"it has {grid.rows} lines of {grid.cols} characters: a maze with thick walls has odd "
            "numbers of both, 3 at least"
        )
    posts = floor[::2, ::2]
    if posts.any():
        row, col = first_place(posts)
        raise FormatError(
            f"{at(2 * row, 2 * col, grid.text.first_line)}: floor, where a maze with thick walls "
            "has a post"
        )
    across, vertical = ~floor[::2, 1::2], ~floor[1::2, ::2]
    rock = ~floor[1::2, 1::2]
    across[:-1] |= rock
    across[1:] |= rock
    vertical[:, :-1] |= rock
    vertical[:, 1:] |= rock
    start, goals = _ends(grid, 1, 2)
    if start is None and not goals:
        start, goals = boundary_gaps(across[0], across[-1], vertical[:, 0], vertical[:, -1])
    return ParsedMaze(
        maze_of_walls(across, vertical), start, goals, grid.text.game_id, lacks=grid.lacks
    )


def _ends(grid: _Grid, frame: int, scale: int) -> tuple[Cell | None, tuple[Cell, ...]]:
    """Check the number of As and goals, and return their cells.

    ``frame`` is 1 if the boundary is no cell, ``scale`` the characters from a cell to the next.
    """
    if len(grid.starts) > 1:
        one, other = (at(*place, grid.text.first_line) for place in grid.starts)
        raise FormatError(f"it has two starts, at {one} and at {other}: one is the start")
    if grid.text.ends:
        return read_ends(grid.text.ends)
    if len(grid.goals) > MAX_GOALS:
        raise FormatError(f"it has more than {MAX_GOALS:,} Bs")

    def cell(place: tuple[int, int]) -> Cell:
        # With thick walls a letter in the boundary is a door of the cell beside it.
        row = min(max(place[0], frame), grid.rows - 1 - frame) - frame
        col = min(max(place[1], frame), grid.cols - 1 - frame) - frame
        return row // scale, col // scale

    start = cell(grid.starts[0]) if grid.starts else None
    return start, tuple(dict.fromkeys(map(cell, grid.goals)))


class _Grid:
    """A block grid in memory: one bit for every character, and the positions of the letters."""

    def __init__(
        self,
        text: DrawingText,
        convention: Convention,
        missing_end_message: str = _MISSING_END_MESSAGE,
    ) -> None:
        self.text = text
        self.starts: list[tuple[int, int]] = []
        self.goals: list[tuple[int, int]] = []
        self.lacks = missing_end_message if "A" in convention.start else LACKS
        self._players: list[tuple[int, int]] = []
        self._convention = convention
        if text.source.size:
            what = f"a block grid of {memory.format_size(text.source.size)}"
            memory.require(text.source.size * 1.5, what)  # the grid, a bit a character, and a band
        lengths, trimmed_lengths = self._read()
        self.rows = len(lengths)
        is_ragged = np.ptp(lengths) > 0
        self.cols = int(trimmed_lengths.max() if is_ragged else lengths[0])
        self._packed = np.concatenate([_widened(*band, self.cols) for band in self._bands])
        self._bands.clear()
        lines = np.flatnonzero(trimmed_lengths)
        top, end = (int(lines[0]), int(lines[-1]) + 1) if lines.size else (0, 0)
        self._check_short(lengths, trimmed_lengths, top, end)
        self._cut(top, end, int(trimmed_lengths.max()))
        with_frame, without_frame = (self.rows, self.cols), (self.rows - 2, self.cols - 2)
        text.check_size(with_frame, without_frame, (self.rows // 2, self.cols // 2))
        self._settle()

    def _read(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Read the text; return the length of each line with and without blanks at its end."""
        convention = self._convention
        symbols = _symbols(convention)
        lowest = _FLOOR if " " in convention.wall else _BLANK
        self._bands: list[tuple[NDArray[np.uint8], int]] = []
        self._has_rock = self._has_blanks = self._has_dots = False
        self._margin_columns: int | None = None
        """Number of blank columns on the left; None if all columns are blank."""
        lengths, trimmed_lengths = [], []
        done = 0
        for rows, band_lengths in symbols.bands(self.text):
            for places, symbol, most in (
                (self.starts, _A, 2), (self.goals, _B, MAX_GOALS + 1), (self._players, _PLAYER, 2)
            ):  # fmt: skip
                if len(places) < most:
                    flat = np.flatnonzero(rows == symbol)[: most - len(places)]
                    found = zip(*np.divmod(flat, max(rows.shape[1], 1)), strict=True)
                    places.extend((int(row) + done, int(col)) for row, col in found)
            blanks = rows == _BLANK
            trimmed = _without_blanks(rows, blanks, band_lengths)
            outside = rows.size - int(trimmed.sum())
            self._has_blanks = self._has_blanks or bool(np.count_nonzero(blanks) > outside)
            margin = ~blanks.all(axis=0)
            if margin.any():
                columns = int(margin.argmax())
                known: int | None = self._margin_columns
                self._margin_columns = columns if known is None else min(known, columns)
            del blanks
            self._has_dots = self._has_dots or bool((rows == _FLOOR).any())
            floor = rows >= lowest
            self._has_rock = self._has_rock or not floor.all()
            self._bands.append((np.packbits(floor, axis=1), rows.shape[1]))
            lengths.append(band_lengths)
            trimmed_lengths.append(trimmed)
            done += len(rows)
            del floor, rows  # before the next block comes
        return np.concatenate(lengths), np.concatenate(trimmed_lengths)

    def _check_short(
        self, lengths: NDArray[np.intp], trimmed_lengths: NDArray[np.intp], top: int, end: int
    ) -> None:
        """Raise FormatError for short lines, unless only blank floor is missing at their ends.

        The missing floor must not open a closed boundary: with it the boundary may have at most two
        gaps, which are A and B if there are no letters, and the first line must be complete; unless
        the boundary is open anyway. The last line must be complete.
        """
        short = np.flatnonzero(lengths[top:end] < self.cols) + top
        if not short.size:
            return
        gaps = self.count_gaps()
        inner = range(1, self.rows - 1), range(1, self.cols - 1)
        letters = sum(y in inner[0] and x in inner[1] for y, x in (*self.starts, *self.goals))
        gaps_from_padding = short.size
        if short[0] == 0:  # all missing floor of the first line lies in the boundary
            gaps_from_padding += self.cols - int(lengths[0]) - 1
        is_open = gaps - gaps_from_padding > MOST_GAPS
        if (
            " " in self._convention.floor
            and (self._has_blanks or not self._has_dots)
            and trimmed_lengths[short].all()
            and short[-1] < end - 1
            and (is_open or (short[0] > top and gaps + letters <= MOST_GAPS))
        ):
            return
        row, whole = int(short[0]), int((lengths >= self.cols).argmax())
        first = self.text.first_line
        raise FormatError(
            f"line {first + row} has length {lengths[row]}, line {first + whole} has length "
            f"{lengths[whole]}: all lines of a grid must have the same length; only trailing "
            "blanks may be left out, if blanks are floor"
        )

    def _cut(self, top: int, end: int, right: int) -> None:
        """Remove blanks all around a boundary."""
        left = right if self._margin_columns is None else min(self._margin_columns, right)
        whole = self._packed, self.rows, self.cols
        if (left, top, right, end) == (0, 0, self.cols, self.rows) or end - top < 1:
            return
        inner = self.floor(top, end)[:, left:right]
        self._packed = np.packbits(inner, axis=1)
        self.rows, self.cols = inner.shape
        if self.count_gaps() > MOST_GAPS:
            self._packed, self.rows, self.cols = whole
            return
        for places in (self.starts, self.goals, self._players):
            places[:] = [(row - top, col - left) for row, col in places]
        self.text.first_line += top

    def _settle(self) -> None:
        """Decide what the whole grid shows about ``@``, 0 and 1; FormatError without a wall."""
        self._place_player()
        self._choose_binary_floor()
        self._require_wall()

    def _place_player(self) -> None:
        """Take a single ``@`` as A, unless it is the only rock."""
        if len(self._players) == 1 and self.count_rock() > 1:
            ((row, col),) = self._players
            self._packed[row, col // 8] |= 0x80 >> col % 8
            self.starts = sorted([*self.starts, (row, col)])

    def _choose_binary_floor(self) -> None:
        """Decide whether 0 or 1 is floor, if the boundary consists of 0."""
        is_binary = self._convention.name == "binary" and self._has_rock
        if is_binary and self.count_gaps() == 2 * (self.rows + self.cols) - 4:
            self._settle_numbers()

    def _require_wall(self) -> None:
        """Raise FormatError for a grid without a wall, or without the closed border it needs."""
        convention = self._convention
        if not (self._has_rock or convention.is_named):
            raise FormatError(f"there is no wall in it: {convention.words()}")
        is_small = min(self.rows, self.cols) < 3
        if convention.name == "rim" and (is_small or self.count_gaps() > MOST_GAPS):
            raise FormatError(
                f"there is no wall in it, and no closed border of {convention.wall[-1]}: "
                f"{USUAL.words()}"
            )

    def _settle_numbers(self) -> None:
        """Decide whether 0 or 1 is floor in a grid whose boundary consists of 0.

        Floor is the digit whose cells connect A with a B; without A or B, the digit whose cells are
        all connected.
        FormatError if both do.
        """
        zeros = self.floor(0, self.rows)
        ones = ~zeros
        for place in (*self.starts, *self.goals):
            ones[place] = True
        if not self._joins(ones):
            return
        if self._joins(zeros):
            raise FormatError(
                "its border is of 0, so that 0 or 1 may be floor: --floor 0 or --floor 1 says which"
            )
        self._packed = np.packbits(ones, axis=1)

    def _joins(self, floor: NDArray[np.bool_]) -> bool:
        """Return whether the floor connects A and a B, or is in one piece if either is missing."""
        starts = self.starts or np.argwhere(floor)[:1].tolist()
        distance = distances(Maze.from_floor(floor), [tuple(place) for place in starts[:1]])
        if self.starts and self.goals:
            return any(distance[place] >= 0 for place in self.goals)
        return bool(((distance >= 0) | ~floor).all())

    def count_rock(self) -> int:
        """Return the number of characters that are rock."""
        return self.rows * self.cols - sum(
            int(self.floor(top, end).sum()) for top, end in bands(self.rows, self.cols)
        )

    def floor(self, top: int, end: int) -> NDArray[np.bool_]:
        """Return which characters of some lines are floor: bool (end - top, cols)."""
        return np.unpackbits(self._packed[top:end], axis=1, count=self.cols).view(np.bool_)

    def _sides(self) -> list[NDArray[np.bool_]]:
        """Return where the top, bottom, left and right side are floor; each corner is in one."""
        rows, cols = self.rows, self.cols
        west = (self._packed[1 : rows - 1, 0] >> 7).view(np.bool_)
        east = (self._packed[1 : rows - 1, -1] >> (-cols % 8) & 1).view(np.bool_)
        below = self.floor(rows - 1, rows)[0] if rows > 1 else np.zeros(0, np.bool_)
        return [self.floor(0, 1)[0], below, west, east if cols > 1 else east[:0]]

    def count_gaps(self) -> int:
        """Return the number of characters of the boundary that are floor."""
        return sum(map(np.count_nonzero, self._sides()))

    def doors(self) -> tuple[Cell | None, tuple[Cell, ...]]:
        """Return the two separate gaps in the boundary as A and B; None and () without them."""
        if self.count_gaps() != 2:
            return None, ()
        above, below, west, east = (np.flatnonzero(side).tolist() for side in self._sides())
        rows, cols = self.rows, self.cols
        gaps = [*((0, col) for col in above), *((rows - 1, col) for col in below)]
        gaps += [*((row + 1, 0) for row in west), *((row + 1, cols - 1) for row in east)]
        first, last = sorted(gaps)
        apart = abs(first[0] - last[0]) + abs(first[1] - last[1]) > 1
        return (first, (last,)) if apart else (None, ())

    def is_titled_thick(self) -> bool:
        """Return whether the title has the size of a maze with walls as thick as passages."""
        size = _SIZE.search(self.text.game_id)
        thick = tuple(2 * int(side) + 1 for side in size.groups()) if size else None
        return (self.cols, self.rows) == thick

    def maze(self, frame: int) -> Maze:
        """Return the maze of the floor, without ``frame`` characters on every side."""
        rows, cols = self.rows - 2 * frame, self.cols - 2 * frame
        grid = np.zeros((rows + 2, cols + 2), np.uint8)
        for top, end in bands(rows, cols):
            floor = np.zeros((end - top + 2, cols + 2), np.uint8)  # with a row above and below
            above, below = max(top - 1, 0), min(end + 1, rows)
            inner = self.floor(above + frame, below + frame)[:, frame : frame + cols]
            floor[above - top + 1 : below - top + 1, 1:-1] = inner
            sides = grid[top + 1 : end + 1, 1:-1]
            np.multiply(floor[:-2, 1:-1], Direction.N.value, out=sides)
            sides |= floor[1:-1, 2:] << 1
            sides |= floor[2:, 1:-1] << 2
            sides |= floor[1:-1, :-2] << 3
            sides *= floor[1:-1, 1:-1]
        return Maze.from_grid(grid)


@lru_cache(maxsize=4)
def _symbols(convention: Convention) -> Symbols:
    """Return the table of a convention's characters."""
    wall, floor = convention.wall.replace(" ", ""), convention.floor.replace(" ", "")
    player = "@" if "@" in wall and convention.has_player else ""
    meanings = {
        _FLOOR: floor, _ROCK: wall.replace(player or "\0", ""), _PLAYER: player, _BLANK: " ",
        _A: convention.start, _B: convention.goal,
    }  # fmt: skip
    return Symbols({symbol: text for symbol, text in meanings.items() if text}, convention.words())


def _without_blanks(
    rows: NDArray[np.uint8], blanks: NDArray[np.bool_], lengths: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Return the length of each line without blanks at its end."""
    ends = lengths.copy()
    last = blanks[np.arange(len(rows)), np.maximum(ends, 1) - 1] if rows.size else ends == 0
    lines = np.flatnonzero((ends > 0) & last)
    if lines.size:
        drawn = ~blanks[lines]
        ends[lines] = np.where(drawn.any(1), rows.shape[1] - drawn[:, ::-1].argmax(1), 0)
    return ends


def _widened(packed: NDArray[np.uint8], width: int, wanted: int) -> NDArray[np.uint8]:
    """Return packed lines in another width; added columns are floor."""
    if width == wanted:
        return packed
    check_padding(len(packed), wanted, packed.size * 8)
    floor = np.ones((len(packed), wanted), np.uint8)
    floor[:, :width] = np.unpackbits(packed, axis=1, count=width)[:, :wanted]
    return np.packbits(floor, axis=1)


def write(picture: Picture) -> Iterator[bytes]:
    """Write a picture as a block grid with a boundary of rock, in bands of lines.

    A block maze, such as one that was read from a grid, has ``rows + 2`` lines of ``cols + 2``
    characters. In any other maze walls need characters as well: cell (row, col) becomes the
    character (2 row + 1, 2 col + 1), and passages those between, so that distMin doubles.

    Raises:
        ValueError: If A is B: a grid has one character for a cell.
    """
    if picture.start in picture.goals:
        raise ValueError("A and B are the same cell: a grid cannot show both")
    scale = 1 if picture.recipe is None and _is_block_maze(picture) else 2
    return _lines(picture, scale)


def _lines(picture: Picture, scale: int) -> Iterator[bytes]:
    yield from titles(picture)
    maze = picture.maze
    edge = b"X" * (scale * maze.cols + 3 - scale) + b"\n"
    if scale == 1:
        yield edge
    letters = sorted((cell, ord(letter)) for cell, letter in picture.letters())
    for top, end in bands(maze.rows, maze.cols):
        if scale == 1:
            rock = np.pad(picture.rock(top, end), ((0, 0), (1, 1)), constant_values=True)
        else:
            rock = pixels_of(picture, top, end).view(np.bool_)
            rock[::2, ::2] = True  # posts, with walls or without
        canvas = np.full((len(rock), rock.shape[1] + 1), _NEWLINE, np.uint8)
        canvas[:, :-1] = np.where(rock, np.uint8(ord("X")), np.uint8(ord(".")))
        cells = canvas[scale - 1 :: scale, 1::scale]
        for (row, col), letter in letters:
            if top <= row < end:
                cells[row - top, col] = letter
        yield canvas.tobytes()
    yield edge


def _is_block_maze(picture: Picture) -> bool:
    """Return whether a passage joins every pair of neighbouring floor cells."""
    maze = picture.maze
    for top, end in bands(maze.rows, maze.cols):
        floor = ~picture.rock(top, min(end + 1, maze.rows))
        sides = maze.passages[top:end]
        here = floor[: end - top]
        east = sides[:, :-1] & Direction.E.value != 0
        if not np.array_equal(east, here[:, :-1] & here[:, 1:]):
            return False
        south = sides[: len(floor) - 1] & Direction.S.value != 0
        if not np.array_equal(south, floor[:-1] & floor[1:]):
            return False
    return True

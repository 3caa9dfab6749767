"""Masks: mazes inside a set of cells. What lies outside is solid rock.

In a recipe a mask is a shape (``heart``) or a word (``letters.HELLO``), which fills the size that
the recipe has. An array or a text file can be a mask as well, but no game ID can hold it.

What lives here: the shapes, the letters, and what makes a mask fit. What does not: which algorithms
take one (``Algorithm.masks``).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine import memory
from mazegame.engine.distance import flood_maze
from mazegame.engine.maze import Maze
from mazegame.engine.progress import ProgressToken
from mazegame.engine.validation import as_numeric_array

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

RECTANGLE: Final = "none"
"""The name of the mask that is none."""

LETTERS: Final = "letters."
"""What stands before a word."""

MIN_SIDE: Final = 7
"""Both sides of a shape have at least so many cells."""

_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_WORD: Final = re.compile(r"[A-Z0-9]{1,16}")

# Each glyph is seven rows of five cells, the bits of two hexadecimal digits.
_GLYPHS: Final = {
    letter: bytes.fromhex(rows)
    for letter, rows in (
        line.split()
        for line in """
        A 0E11111F111111  B 1E11111E11111E  C 0E11101010110E  D 1E11111111111E
        E 1F10101E10101F  F 1F10101E101010  G 0E11101711110F  H 1111111F111111
        I 0E04040404040E  J 0702020202120C  K 11121418141211  L 1010101010101F
        M 111B1515111111  N 11191513111111  O 0E11111111110E  P 1E11111E101010
        Q 0E11111115120D  R 1E11111E141211  S 0F10100E01011E  T 1F040404040404
        U 1111111111110E  V 11111111110A04  W 11111115151B11  X 11110A040A1111
        Y 11110A04040404  Z 1F01020408101F  0 0E11131519110E  1 040C040404040E
        2 0E11010608101F  3 0E11010601110E  4 02060A121F0202  5 1F101E0101110E
        6 0608101E11110E  7 1F010204080808  8 0E11110E11110E  9 0E11110F01020C
        """.replace("  ", "\n").splitlines()
        if line.strip()
    )
}


def _circle(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    return np.asarray(x * x + y * y <= 1)


def _diamond(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    return np.asarray(np.abs(x) + np.abs(y) <= 1)


def _ring(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    far = x * x + y * y
    return np.asarray((far <= 1) & (far >= 0.2))


def _heart(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    # The curve (x^2 + y^2 - 1)^3 = x^2 y^3, which reaches from -1.14 to 1.14 and from -1 to 1.24.
    x, y = x * 1.14, 0.12 - y * 1.12
    round_ = x * x + y * y - 1
    return np.asarray(round_ * round_ * round_ <= x * x * y * y * y)


SHAPES: Final[
    dict[str, Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.bool_]]]
] = {"circle": _circle, "diamond": _diamond, "ring": _ring, "heart": _heart}
"""Every shape: whether points of the square from (-1, -1) to (1, 1), y downwards, lie inside."""


def canonical_mask(text: str) -> str:
    """Return the one spelling of a mask's name; raise ValueError saying what fits."""
    if text == RECTANGLE or text in SHAPES:
        return text
    word = text.removeprefix(LETTERS).upper()
    if text.startswith(LETTERS) and _WORD.fullmatch(word):
        return LETTERS + word
    raise ValueError(
        f"{RECTANGLE}, {', '.join(SHAPES)} or {LETTERS}WORD with 1 to 16 letters A to Z and digits"
    )


def min_size(text: str) -> tuple[int, int]:
    """Return the smallest size (cols, rows) that has room for a mask."""
    if text.startswith(LETTERS):
        return 6 * len(text.removeprefix(LETTERS)) - 1, 8
    return MIN_SIDE, MIN_SIDE


def named_mask(text: str, cols: int, rows: int) -> NDArray[np.bool_]:
    """Draw a mask.

    Args:
        text: A shape, or ``letters.`` and a word.
        cols: Columns of cells, at least as many as ``min_size`` says.
        rows: Rows of cells, likewise.

    Returns:
        bool (rows, cols): the cells inside.
    """
    if text.startswith(LETTERS):
        return _fitted(_word(text.removeprefix(LETTERS)), cols, rows)
    # The middles of the cells. These are exact on every machine: no root, no sine.
    x = (2 * np.arange(cols)[None, :] + 1 - cols) / (cols - 1)
    y = (2 * np.arange(rows)[:, None] + 1 - rows) / (rows - 1)
    return SHAPES[text](x, y)


def _word(word: str) -> NDArray[np.bool_]:
    """Write a word, five cells by seven a letter, all on one line that joins them."""
    cells = np.zeros((8, 6 * len(word) - 1), np.bool_)
    for at, letter in enumerate(word):
        for row, bits in enumerate(_GLYPHS[letter]):
            cells[row, 6 * at : 6 * at + 5] = [bits >> 4 - col & 1 for col in range(5)]
    # Strokes that touch at a corner only are joined: no maze leads through a corner.
    for row in range(6):
        for col in range(cells.shape[1] - 1):
            square = cells[row : row + 2, col : col + 2]
            if square[0, 0] == square[1, 1] != square[0, 1] == square[1, 0]:
                square[0, :] = True
    cells[7] = True
    return cells


def _fitted(cells: NDArray[np.bool_], cols: int, rows: int) -> NDArray[np.bool_]:
    """Enlarge a drawing by whole factors to what has room, in the middle."""
    down, across = rows // cells.shape[0], cols // cells.shape[1]
    large = cells.repeat(down, axis=0).repeat(across, axis=1)
    mask = np.zeros((rows, cols), np.bool_)
    top, left = (rows - large.shape[0]) // 2, (cols - large.shape[1]) // 2
    mask[top : top + large.shape[0], left : left + large.shape[1]] = large
    return mask


def read_mask(text: str) -> NDArray[np.bool_]:
    """Read a mask from text: a line for each row; a space or an ``X`` is outside, all else inside.

    Lines may end in LF or CRLF; a byte order mark in front and empty lines at the end are ignored.

    Raises:
        ValueError: If there is nothing in it.
        NotEnoughMemoryError: If it would not fit.
    """
    lines = [line.rstrip() for line in _LINE_END.split(text.removeprefix("\ufeff").expandtabs())]
    while lines and not lines[-1]:
        lines.pop()
    width = max(map(len, lines), default=0)
    if not width:
        raise ValueError("the mask is empty: '.' is inside, 'X' or a space is outside")
    memory.require(len(lines) * width, f"a mask of {width}x{len(lines)}")
    mask = np.zeros((len(lines), width), np.bool_)
    for row, line in enumerate(lines):
        letters = np.frombuffer(line.encode("utf-32-le", "surrogatepass"), np.uint32)
        mask[row, : len(line)] = (letters != ord(" ")) & (letters != ord("X"))
    return mask


def check_mask(given: object, cols: int, rows: int) -> NDArray[np.bool_]:
    """Check a mask of one's own.

    Args:
        given: Of shape (rows, cols); what is not 0 is inside.
        cols: Columns of the maze.
        rows: Rows of the maze.

    Returns:
        bool (rows, cols).

    Raises:
        ValueError: If it holds no numbers, the shape is another, fewer than two cells are inside,
            or they are in several pieces.
    """
    mask: NDArray[np.bool_] = as_numeric_array(given, "the mask") != 0
    if mask.shape != (rows, cols):
        raise ValueError(
            f"the mask must have the shape (rows, cols) = {(rows, cols)}, not {mask.shape}"
        )
    inside = int(np.count_nonzero(mask))
    if inside < 2:
        raise ValueError(
            f"the mask has {inside} cell{'s' if inside != 1 else ''} inside: "
            "there is no room for A and B"
        )
    row, col = np.unravel_index(int(mask.argmax()), mask.shape)
    joined = flood_maze(Maze.from_floor(mask), [(int(row), int(col))], ProgressToken()) >= 0
    cut_off = mask & ~joined
    if cut_off.any():
        row, col = np.unravel_index(int(cut_off.argmax()), mask.shape)
        raise ValueError(
            f"the mask is in several pieces: no way within it leads from its first cell to "
            f"row {int(row) + 1}, column {int(col) + 1}"
        )
    return mask

"""``Glyphs``: the characters of drawings, one table for each style of walls."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from mazegame.drawing.faces import JOINT, MIXED_POSTS, MIXED_SETS, WALL_SETS
from mazegame.drawing.inks import BANDS, RIVALS, RIVALS_BACK, Ink
from mazegame.drawing.names import POSTS
from mazegame.engine import Direction

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.faces import Face


N, E, S, W = (direction.value for direction in Direction)


def _codes(text: str) -> NDArray[np.uint32]:
    return np.array([ord(character) for character in text], np.uint32)


_MARKED: Final = (Ink.TRAIL, Ink.BACKTRACK, Ink.PATH, Ink.SHARED)
"""The inks of walks and paths, in the order of their marks."""


class _Characters(NamedTuple):
    marks: str
    """Of walks and paths, in the order of ``_MARKED``."""
    arrows: str
    """North, east, south and west."""
    rock: str
    """Solid rock."""
    signs: str
    """What an algorithm does to a cell, ``Ink.CURRENT`` to ``FILLED``."""


_UNICODE: Final = _Characters("•·◇◆", "↑→↓←", "░", "●■○~▒·×")
"""The characters of a terminal with Unicode."""

_ASCII: Final = _Characters("o.x#", "^>v<", "%", "O#?~=.x")
"""The characters of a terminal without Unicode."""

_ACROSS: Final = Direction.E | Direction.W
"""The arms of a horizontal line."""

_LINES: Final = (" ┆┄┄┆┆┄┆┄┄┄┄┄┆┄┄", " " + ":" * 15, " ╏╍╍╏╏╍╏╍╍╍╍╍╏╍╍", " " + "~" * 15)
"""The lines of rivals, told apart without colours."""

_ASCII_LINES: Final = '~";!'
"""The lines of rivals in ASCII, a character each."""

_WALKERS: Final = {
    Ink.PLAYER: (("@",), ("██",), ("▐█▌",), ("▟███▙", "▜███▛"), ("▗▟███▙▖", "▐█████▌", "▝▜███▛▘")),
    Ink.RUNNER: (("R",), ("▐R",), ("▐R▌",), ("▗█R█▖", "▝▜█▛▘"), ("▗█████▖", "▐██R██▌", " ▝▜█▛▘ ")),
}
"""The shapes of the player and of a rival: for each size of a cell a tuple of lines. A capital
letter in them is the position of the walker's letter."""

_ASCII_WALKERS: Final = {
    Ink.PLAYER: (("@",), ("@@",), ("(@)",), ("/@@@\\", "\\@@@/"),
                 (" /@@@\\ ", "(@@@@@)", " \\@@@/ ")),
    Ink.RUNNER: (("R",), ("<R",), ("<R>",), ("<<R>>", " <-> "), (" <---> ", "<< R >>", " <---> ")),
}  # fmt: skip


class Glyphs:
    """The characters of one style of walls, as code points."""

    def __init__(self, walls: str) -> None:
        self.has_blocks = walls != "ascii"
        """Whether block characters are available."""
        marks, arrows, rock, signs = _UNICODE if self.has_blocks else _ASCII
        self.walls = WallSet.of(POSTS[walls])
        """The characters of walls."""
        self.posts = self.walls.posts
        """16 characters by the arms of a post, N=1, E=2, S=4, W=8."""
        arms = POSTS["double" if walls == "heavy" else "heavy"]
        self.arms = arms if self.has_blocks else " " + "o" * 15
        """16 characters of a walked line by its arms, unlike the walls."""
        self.flash = ord("=" if not self.has_blocks else "▒" if walls == "blocks" else "█")
        """The characters of a flashing wall, so that it needs no colour."""
        self.lines = _LINES if self.has_blocks else tuple(" " + mark * 15 for mark in _ASCII_LINES)
        """16 characters by the arms of a line, for each rival, unlike walls and walks."""
        self.marks = np.full(max(Ink) + 1, ord(" "), np.uint32)
        """One for each ink of a walk or a path."""
        self.marks[list(_MARKED)] = _codes(marks)
        self.marks[Ink.HEAD] = self.marks[Ink.TRAIL]
        for inks in (RIVALS, RIVALS_BACK):
            self.marks[list(inks)] = _codes("".join(line[_ACROSS] for line in self.lines))
        self.arrows = dict(zip(Direction, map(ord, arrows), strict=True))
        self.rock = ord(rock)
        self.bands = _codes("0123456789")
        """One for each band of a heat map, nearest to B first."""
        self.signs = np.full(max(Ink) + 1, ord(" "), np.uint32)
        """One for each ink that fills a cell: its shape, where colours are not to be relied on."""
        self.signs[Ink.CURRENT : Ink.FILLED + 1] = _codes(signs)
        self.signs[Ink.SET_1 : Ink.SET_8 + 1] = _codes("12345678")
        self.signs[Ink.BAND : Ink.BAND + BANDS] = self.bands
        self.walk_marks = dict(zip(_MARKED, marks, strict=True))
        """The character of each ink of a walk or a path."""
        self._walkers = {
            (ink is Ink.PLAYER, len(shape[0]), len(shape)): shape
            for ink, shapes in (_WALKERS if self.has_blocks else _ASCII_WALKERS).items()
            for shape in shapes
        }

    def walls_of(self, face: Face | None, *, fog: bool) -> WallSet:
        """Return the walls of a face, as far as this style has the characters.

        In fog ASCII has its usual walls: others would look like cells in the dark.
        """
        if face is None or (fog and not self.has_blocks):
            return self.walls
        return wall_set(face.walls) if self.has_blocks else ascii_walls(face.ascii)

    def letter(self, ink: Ink, letter: str) -> int:
        """Return the code point of a walker where there is room for one character only."""
        return int(self.walker(ink, letter, 1).codes[0, 0])

    def dot(self, *, colour: bool) -> int:
        """Return the character of a cell in the dark: a dot, without colours a shade."""
        return ord(("·" if colour else "░") if self.has_blocks else ("'" if colour else ":"))

    def walker(self, ink: Ink, letter: str, width: int, height: int = 1) -> Figure:
        """Return the figure of a walker in a cell of some columns and lines inside.

        In a cell that is higher than any figure, the highest is in the middle.
        """
        shapes, kind = self._walkers, (ink is Ink.PLAYER, width)
        if (*kind, height) in shapes:
            return _figure(shapes[*kind, height], letter)
        highest = max(high for *one, high in shapes if (*one,) == kind)
        above, blank = (height - highest) // 2, (" " * width,)
        below = height - highest - above
        return _figure((*blank * above, *shapes[*kind, highest], *blank * below), letter)


_HEAVY: Final = frozenset("━┃╍╏┉┋┅┇")
"""The characters of heavy walls."""

_FILLED: Final = frozenset("▀█▒")
"""The characters of walls that are filled."""

_ARMS: Final = len(POSTS["light"])


@dataclass(frozen=True, eq=False)
class WallSet:
    """The characters of walls: code points, and what follows from them."""

    posts: NDArray[np.uint32]
    """16 characters by the arms of a post, N=1, E=2, S=4, W=8."""
    across: int
    down: int
    second: tuple[int, int] | None = None
    """Across and down of the second weight; None for one weight."""
    mixed: NDArray[np.uint32] | None = None
    """The posts of two weights, as ``MIXED_POSTS``."""
    joint: int | None = None
    """What ends a brick without colour; None for walls that are not of bricks."""
    is_hedge: bool = False
    """Whether the second ink is the ground of all walls."""

    @classmethod
    def of(cls, posts: str, across: str = "", down: str = "") -> WallSet:
        """Return the walls of 16 posts; walls are as the posts unless said."""
        return cls(_codes(posts), ord(across or posts[E | W]), ord(down or posts[N | S]))

    @cached_property
    def is_heavy(self) -> bool:
        """Whether some of its lines are heavy."""
        return bool(_HEAVY & set(map(chr, (self.across, self.down, *(self.second or ())))))

    @cached_property
    def is_filled(self) -> bool:
        """Whether its walls are filled, and no lines."""
        return chr(self.down) in _FILLED


@cache
def wall_set(name: str) -> WallSet:
    """Return the walls of a name in ``WALL_SETS`` or ``MIXED_SETS``."""
    if name in MIXED_SETS:
        light, other = MIXED_SETS[name]
        (posts, across, down), second = _parted(light), _parted(other)
        walls = WallSet.of(posts, across, down)
        weights = ord(second[1]), ord(second[2])
        return replace(walls, second=weights, mixed=_codes(MIXED_POSTS[other]))
    joint = ord(JOINT) if name == "bricks" else None
    return replace(WallSet.of(*_parted(name)), joint=joint, is_hedge=name == "hedge")


def _parted(name: str) -> tuple[str, str, str]:
    """Return the posts of a set, its wall across and its wall down."""
    row = WALL_SETS[name]
    return row[:_ARMS], row[-2], row[-1]


@cache
def ascii_walls(characters: str) -> WallSet:
    """Return walls of three characters: across, down, and a post at the end of a wall across."""
    across, down, post = list(characters)
    posts = [post] * _ARMS
    posts[0], posts[E | W] = " ", across
    return WallSet.of("".join(posts), across, down)


class Figure(NamedTuple):
    """The characters of a walker."""

    codes: NDArray[np.uint32]
    """uint32 (height, width): code points."""
    letter: tuple[int, int] | None
    """The line and column of its letter, which stands out from the rest; None for none."""


@cache
def _figure(shape: tuple[str, ...], letter: str) -> Figure:
    codes = np.array([_codes(line) for line in shape])
    places = np.ndindex(codes.shape)
    own = ((line, column) for line, column in places if shape[line][column].isupper())
    place = next(own, (len(shape) // 2, len(shape[0]) // 2) if letter else None)
    if letter and place is not None:
        codes[place] = ord(letter)
    return Figure(codes, place)


WALLS: Final = {walls: Glyphs(walls) for walls in POSTS}
"""The glyphs by style of walls."""

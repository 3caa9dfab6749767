"""The characters of the drawings: one table a style of walls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from mazegame.drawing.inks import BANDS, Ink
from mazegame.drawing.names import POSTS
from mazegame.engine import Direction

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


def _codes(text: str) -> NDArray[np.uint32]:
    return np.array([ord(character) for character in text], np.uint32)


class Glyphs:
    """The characters of one style of drawing, as code points.

    Args:
        posts: 16 characters by the arms of a post, N=1, E=2, S=4, W=8.
        arms: 16 characters of a walked line by its arms, unlike the walls.
        marks: Four characters: trail, backtracked trail, path, path that was walked.
        arrows: Four characters: north, east, south, west.
        rock: What fills solid rock.
        signs: Seven characters for what an algorithm does to a cell: ``Ink.CURRENT`` to ``FILLED``.
        walkers: By ink the shapes of a walker, each a tuple of lines, one for each size a cell may
            have inside. A capital letter in them is the place of a walker's letter.
        bands: Whether walks may be bands made of quarters of characters.
    """

    def __init__(
        self,
        posts: str,
        arms: str,
        marks: str,
        arrows: str,
        rock: str,
        signs: str,
        *,
        walkers: Mapping[Ink, tuple[tuple[str, ...], ...]],
        bands: bool,
    ) -> None:
        self.posts = _codes(posts)
        self.marks = np.full(max(Ink) + 1, ord(" "), np.uint32)
        """One for each ink of a walk or a path."""
        self.marks[list(_MARKED)] = _codes(marks)
        self.marks[Ink.HEAD] = self.marks[Ink.TRAIL]
        self.arrows = dict(zip(Direction, map(ord, arrows), strict=True))
        self.rock = ord(rock)
        self.bands = _codes("0123456789")
        """One for each band of a heat map, nearest to B first."""
        self.signs = np.full(max(Ink) + 1, ord(" "), np.uint32)
        """One for each ink that fills a cell: its shape, where colours are not to be relied on."""
        self.signs[Ink.CURRENT : Ink.FILLED + 1] = _codes(signs)
        self.signs[Ink.SET_1 :] = _codes("12345678")
        self.signs[Ink.BAND : Ink.BAND + BANDS] = self.bands
        self.arms = arms
        self.has_blocks = bands
        """Whether there are blocks and quarters of characters."""
        self.walk_marks = dict(zip(_MARKED, marks, strict=True))
        """The character of each ink of a walk or a path."""
        self._walkers = {
            (ink is Ink.PLAYER, len(shape[0]), len(shape)): shape
            for ink, shapes in walkers.items()
            for shape in shapes
        }
        self._drawn: dict[tuple[Ink, str, int, int], Figure] = {}

    def letter(self, ink: Ink, letter: str) -> int:
        """Return the code point of a walker where there is room for one character only."""
        return int(self.walker(ink, letter, 1).codes[0, 0])

    def dot(self, *, colour: bool) -> int:
        """Return the character of a cell in the dark: a dot, without colours a shade."""
        return ord(("·" if colour else "░") if self.has_blocks else ("'" if colour else ":"))

    def trail(self, mark: str) -> int:
        """Return the character of a trail: a dot of this style, or a letter as it is."""
        return int(self.marks[Ink.BACKTRACK]) if mark == "." else ord(mark)

    def walker(self, ink: Ink, letter: str, width: int, height: int = 1) -> Figure:
        """Return the figure of a walker in a cell of some columns and lines inside."""
        key = ink, letter, width, height
        if key not in self._drawn:
            self._drawn[key] = _figure(self._walkers[ink is Ink.PLAYER, width, height], letter)
        return self._drawn[key]


class Figure(NamedTuple):
    """The characters of a walker."""

    codes: NDArray[np.uint32]
    """uint32 (height, width): code points."""
    letter: tuple[int, int] | None
    """The line and column of its letter, which stands out from the rest; None for none."""


def _figure(shape: tuple[str, ...], letter: str) -> Figure:
    codes = np.array([_codes(line) for line in shape])
    places = np.ndindex(codes.shape)
    own = ((line, column) for line, column in places if shape[line][column].isupper())
    place = next(own, (len(shape) // 2, len(shape[0]) // 2) if letter else None)
    if letter and place is not None:
        codes[place] = ord(letter)
    return Figure(codes, place)


_MARKED: Final = (Ink.TRAIL, Ink.BACKTRACK, Ink.PATH, Ink.SHARED)
"""The inks of walks and paths, in the order of their marks."""

_WALKERS: Final = {
    Ink.PLAYER: (("@",), ("██",), ("▐█▌",), ("▟███▙", "▜███▛"), ("▗▟███▙▖", "▐█████▌", "▝▜███▛▘")),
    Ink.RUNNER: (("R",), ("▐R",), ("▐R▌",), ("▗█R█▖", "▝▜█▛▘"), ("▗█████▖", "▐██R██▌", " ▝▜█▛▘ ")),
}


def _walls(name: str) -> Glyphs:
    """Return a style of walls for terminals that have more than ASCII."""
    arms = POSTS["double" if name == "heavy" else "heavy"]
    return Glyphs(POSTS[name], arms, "•·◇◆", "↑→↓←", "░", "●■○~▒·×", walkers=_WALKERS, bands=True)


_ASCII_WALKERS: Final = {
    Ink.PLAYER: (("@",), ("@@",), ("(@)",), ("/@@@\\", "\\@@@/"),
                 (" /@@@\\ ", "(@@@@@)", " \\@@@/ ")),
    Ink.RUNNER: (("R",), ("<R",), ("<R>",), ("<<R>>", " <-> "), (" <---> ", "<< R >>", " <---> ")),
}  # fmt: skip

_ASCII: Final = Glyphs(
    POSTS["ascii"], " " + "o" * 15, "o.x#", "^>v<", "%", "O#?~=.x", walkers=_ASCII_WALKERS,
    bands=False,
)  # fmt: skip

WALLS: Final = {name: _walls(name) for name in POSTS if name != "ascii"} | {"ascii": _ASCII}
"""The glyphs by style of walls."""

"""The characters of the drawings: one table a style of walls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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
        marks: Four characters: trail, backtracked trail, path, path that was walked.
        arrows: Four characters: north, east, south, west.
        rock: What fills solid rock.
        signs: Seven characters for what an algorithm does to a cell: ``Ink.CURRENT`` to ``FILLED``.
        walkers: By ink the shape of a walker, one text for each width a cell may have. The
            character in its middle gives way to a walker's letter.
    """

    def __init__(
        self,
        posts: str,
        marks: str,
        arrows: str,
        rock: str,
        signs: str,
        *,
        walkers: Mapping[Ink, tuple[str, ...]],
    ) -> None:
        self.posts = _codes(posts)
        self.marks = np.full(max(Ink) + 1, ord(" "), np.uint32)
        self.marks[[Ink.TRAIL, Ink.BACKTRACK, Ink.PATH, Ink.SHARED]] = _codes(marks)
        self.arrows = dict(zip(Direction, map(ord, arrows), strict=True))
        self.rock = ord(rock)
        self.bands = _codes("0123456789")
        """One for each band of a heat map, nearest to B first."""
        self.signs = np.full(max(Ink) + 1, ord(" "), np.uint32)
        """One for each ink that fills a cell: its shape, where colours are not to be relied on."""
        self.signs[Ink.CURRENT : Ink.FILLED + 1] = _codes(signs)
        self.signs[Ink.SET_1 :] = _codes("12345678")
        self.signs[Ink.BAND : Ink.BAND + BANDS] = self.bands
        self._walkers = {
            (ink, "", len(text)): _codes(text) for ink, texts in walkers.items() for text in texts
        }

    def walker(self, ink: Ink, letter: str, width: int) -> NDArray[np.uint32]:
        """The shape of a walker: uint32 (width,) code points.

        Args:
            ink: Which shape.
            letter: The character in its middle; empty for the shape's own.
            width: The columns that a cell has.
        """
        found = self._walkers.get((ink, letter, width))
        if found is None:
            found = self._walkers[ink, "", width].copy()
            found[width // 2] = ord(letter)
            self._walkers[ink, letter, width] = found
        return found


_MARKS: Final = "•·◇◆"
_ARROWS: Final = "↑→↓←"
_SIGNS: Final = "●■○~▒·×"


def _walls(posts: str) -> Glyphs:
    """A style of walls for terminals that have more than ASCII; all else is the same in each."""
    return Glyphs(
        posts,
        _MARKS,
        _ARROWS,
        "░",
        _SIGNS,
        walkers={Ink.PLAYER: ("@", "██", "▐█▌"), Ink.RUNNER: ("R", "▐R", "▐R▌")},
    )


WALLS: Final = {name: _walls(posts) for name, posts in POSTS.items() if name != "ascii"} | {
    "ascii": Glyphs(
        POSTS["ascii"],
        "o.x#",
        "^>v<",
        "%",
        "O#?~=.x",
        walkers={Ink.PLAYER: ("@", "@@", "(@)"), Ink.RUNNER: ("R", "<R", "<R>")},
    )
}
"""The glyphs by style of walls."""

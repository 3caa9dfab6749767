"""Captions: the lines of advice below the first maze.

Here: the words, with the keys that a player has. Not here: which caption is present
(``game/series/first_steps.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.game.series.first_steps import Caption, caption_of, closing_lines
from mazegame.widgets.keys.key_line import ARROWS, keys_of_group
from mazegame.widgets.text.segments import Role, SegmentLines, Segments, length

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.game.run import Run
    from mazegame.game.seat import Seat

COLUMN: Final = 25
"""Columns before the details of a caption."""


class Captions(SegmentLines):
    """Shows the captions of a session: those before, and the present one, which is bright.

    One line high, it shows the present caption alone.
    """

    MOST_COLUMNS = 62

    DEFAULT_CSS = """
    Captions { height: 3; }
    """

    _present = Caption.WALK
    _run: Run | None = None
    _words: Sequence[tuple[str, tuple[str, ...]]] = ()

    def show_seat(self, seat: Seat | None, _: str = "") -> None:
        """Show the captions for a player."""
        if seat is None:
            return
        self._run, self._present = seat.run, caption_of(seat.player)
        if not self._words:
            self._words = self._spell(seat.level.dist_min)
        self.repaint_lines()

    def _spell(self, shortest: int) -> list[tuple[str, tuple[str, ...]]]:
        """Return each caption, and its details from the longest to the shortest."""
        walk = keys_of_group(self.screen, "move")
        run = keys_of_group(self.screen, "glide")
        arrows = walk == ARROWS
        shift = run == f"shift+{ARROWS}"
        with_arrow = "Shift+arrow" if shift else run
        return [
            (
                "arrows walk" if arrows else f"{walk} walk",
                ("↑ → ↓ ← take one step each", "↑ → ↓ ←") if arrows else ("one step each",),
            ),
            (
                "Shift runs" if shift else f"{run} run",
                (f"{with_arrow} goes on to the next junction", with_arrow),
            ),
            (
                "reach B in few steps",
                (f"the shortest path takes {shortest}", f"{shortest} are enough"),
            ),
        ]

    def lines(self, width: int) -> list[Segments]:
        """Return the captions, or what to do at B."""
        if self._run is None:
            return []
        if self._present == Caption.DONE:
            said: Sequence[str] = closing_lines(self._run.result)
            if len(" ".join(said)) + 2 <= width:
                said = (" ".join(said),)
            marks = ("★ ", "  ")[: len(said)]
            return [
                *([(m, Role.STAR), (s, Role.NUMBER)] for m, s in zip(marks, said, strict=True)),
                [("  Enter", Role.STAR), (" leads to mazes of every kind and size", Role.UNIT)],
            ]
        words, details = self._words[self._present]
        now: Segments = [("▸ ", Role.STAR), (words, Role.STAR)]
        now.append((" " * max(COLUMN - length(now), 2), Role.UNIT))
        fitting = next((text for text in details if length(now) + len(text) <= width), "")
        now.append((fitting, Role.NUMBER))
        if self.size.height == 1:
            return [now]
        done = self._words[: self._present]
        return [*([("✓ ", Role.WARMER), (words, Role.UNIT)] for words, _ in done), now]

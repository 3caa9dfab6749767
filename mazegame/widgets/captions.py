"""Captions: the lines of advice below the first maze.

Here: the words, with the keys that a player has. Not here: which caption is present
(``game/first_steps.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.game.first_steps import Caption, caption_of, closing_line
from mazegame.widgets.key_line import ARROWS, keys_of_group
from mazegame.widgets.segment_lines import Role, SegmentLines, Segments, length

if TYPE_CHECKING:
    from mazegame.game.run import Run
    from mazegame.game.session import Session

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

    def __init__(self) -> None:
        super().__init__()
        self._present = Caption.WALK
        self._run: Run | None = None
        self._words: list[tuple[str, tuple[str, ...]]] = []

    def show_session(self, session: Session | None, message: str = "") -> None:
        """Show the captions of a session."""
        del message
        if session is None:
            return
        self._run, self._present = session.players[0].run, caption_of(session)
        if not self._words:
            self._words = self._spell(session.level.dist_min)
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
                (f"{with_arrow} goes on to the next fork", with_arrow),
            ),
            (
                "reach B in few steps",
                (f"the shortest path takes {shortest}", f"{shortest} are enough"),
            ),
        ]

    def segments(self, y: int, width: int) -> Segments:
        """Return the segments of a line, from left to right."""
        if self._run is None:
            return []
        if self._present == Caption.DONE:
            return self._at_b(y)
        at = self._present if self.size.height == 1 else y
        if at > self._present:
            return []
        now = at == self._present
        words, details = self._words[at]
        if not now:
            return [("✓ ", Role.WARMER), (words, Role.UNIT)]
        line: Segments = [("▸ ", Role.STAR), (words, Role.STAR)]
        line.append((" " * max(COLUMN - length(line), 2), Role.UNIT))
        fitting = next((text for text in details if length(line) + len(text) <= width), "")
        return [*line, (fitting, Role.NUMBER)]

    def _at_b(self, y: int) -> Segments:
        """Return a line on the walk, and what comes next."""
        if self._run is None or y > 1:
            return []
        if y == 0:
            return [("★ ", Role.STAR), (closing_line(self._run.result), Role.NUMBER)]
        return [("  Enter", Role.STAR), (" leads to mazes of every kind and size", Role.UNIT)]

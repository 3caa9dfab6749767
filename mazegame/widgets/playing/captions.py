"""Captions: the lines of advice below the first maze, with the keys that a player has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.game.modes.first_steps import Caption, caption_of, closing_lines
from mazegame.widgets.keys.key_line import ARROWS, keys_of_group
from mazegame.widgets.playing.hud import SeatLines
from mazegame.widgets.text.segments import Role, Segments, length

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.engine import Level
    from mazegame.game.seat import Seat

COLUMN: Final = 25
"""Columns before the details of a caption."""


THE_GAME: Final = "That is the game: every maze is new, and few steps win."
"""What the game is, in a sentence."""

SECOND: Final = ": a larger maze, and a runner to beat"
HOME: Final = " leads home, to mazes of every kind"
"""What Enter does at B, in the first maze and in the second one."""


class Captions(SeatLines):
    """Shows the captions of a session: those before, and the present one, which is bright.

    One line high, it shows the present caption alone.
    """

    MOST_COLUMNS = 62

    DEFAULT_CSS = "Captions { height: 3; }"

    _words: Sequence[tuple[str, tuple[str, ...]]] = ()
    _words_of: Level | None = None
    """The level that the words are about."""

    def _spell(self, shortest: int) -> list[tuple[str, tuple[str, ...]]]:
        """Return each caption, and its details from the longest to the shortest."""
        walk, run = keys_of_group(self.screen, "move"), keys_of_group(self.screen, "glide")
        walks = f"{walk} walk"
        steps: tuple[str, ...] = ("one step each",)
        if walk == ARROWS:
            walks, steps = "arrows walk", ("↑ → ↓ ← take one step each", "↑ → ↓ ←")
        runs = f"{run} run"
        if run == f"shift+{ARROWS}":
            runs, run = "Shift runs", "Shift+arrow"
        path = (f"the shortest path takes {shortest}", f"{shortest} are enough")
        return [
            (walks, steps),
            (runs, (f"{run} runs to the next junction", run)),
            ("reach B in few steps", path),
        ]

    def lines_of(self, seat: Seat, width: int) -> list[Segments]:
        present = caption_of(seat.player)
        if present == Caption.DONE:
            said: Sequence[str] = closing_lines(seat.run.result)
            stars = "★" * seat.run.result.stars + " "
            if len(stars) + len(" ".join(said)) <= width:
                said = (" ".join(said),)
            marks = (stars, "  ")[: len(said)]
            lines = [[(m, Role.STAR), (s, Role.NUMBER)] for m, s in zip(marks, said, strict=True)]
            if len(lines) == 1 and len(THE_GAME) + 2 <= width:
                lines.append([(f"  {THE_GAME}", Role.UNIT)])
            following = HOME if seat.session.match.rivals else SECOND
            return [*lines, [("  Enter", Role.STAR), (following, Role.UNIT)]]
        if self._words_of is not seat.level:
            self._words_of, self._words = seat.level, self._spell(seat.level.dist_min)
        words, details = self._words[present]
        now: Segments = [("▸ ", Role.STAR), (words, Role.STAR)]
        now.append((" " * max(COLUMN - length(now), 2), Role.UNIT))
        fitting = next((text for text in details if length(now) + len(text) <= width), "")
        now.append((fitting, Role.NUMBER))
        if self.size.height == 1:
            return [now]
        done = self._words[:present]
        return [*([("✓ ", Role.WARMER), (words, Role.UNIT)] for words, _ in done), now]

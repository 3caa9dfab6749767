"""Captions: the lines of advice below the first maze, with the keys that a player has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.game.modes.first_steps import Caption, caption_of, closing_lines
from mazegame.game.racing.race import places
from mazegame.widgets.keys.key_line import ARROWS, key_of, keys_of_group
from mazegame.widgets.playing.hud import ParticipantLines
from mazegame.widgets.text.segments import Role, Segments, length

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.engine import Level
    from mazegame.game.participant import Participant
    from mazegame.game.racing.racer import Racer
    from mazegame.game.run import Run

COLUMN: Final = 25
"""Columns before the details of a caption."""


THE_GAME: Final = "That is the game: every maze is new, and few steps win."
"""A sentence on the game."""

GOAL: Final = "Reach B: the fewer steps, the more stars."
"""The task in the first maze, below the advice on keys while there is room."""

RACE: Final = "beat the runner to B"
"""The task in the second maze."""

WON: Final = "You beat the runner: that is a race."
"""The line after the second maze if the player won its race."""

LOST: Final = "The runner was faster: {key} begins again at A."
"""The line after the second maze if the runner won, with the key that plays it again."""

SECOND: Final = ": a larger maze, and a runner to beat"
HOME: Final = " leads home, to mazes of every kind"
"""Labels of the key that goes on at B, in the first and in the second maze."""


class Captions(ParticipantLines):
    """Shows the captions of a session: earlier ones, and the present one, which is bright.

    With one line it shows only the present caption.
    """

    MOST_COLUMNS = 62

    DEFAULT_CSS = "Captions { height: 3; }"

    _words: Sequence[tuple[str, tuple[str, ...]]] = ()
    _words_of: Level | None = None
    """The level that ``_words`` is for."""

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

    def lines_of(self, participant: Participant, width: int) -> list[Segments]:
        present = caption_of(participant.player)
        if present == Caption.DONE:
            said: Sequence[str] = closing_lines(participant.run.result)
            stars = "★" * participant.run.result.stars + " "
            if len(stars) + len(" ".join(said)) <= width:
                said = (" ".join(said),)
            marks = (stars, "  ")[: len(said)]
            lines = [[(m, Role.STAR), (s, Role.NUMBER)] for m, s in zip(marks, said, strict=True)]
            rivals = participant.session.rivals
            about = self._verdict(participant.run, rivals) if rivals else THE_GAME
            if len(lines) == 1 and len(about) + 2 <= width:
                lines.append([(f"  {about}", Role.UNIT)])
            following = HOME if rivals else SECOND
            key = key_of(self.screen, "leave").replace("⏎", "Enter")
            return [*lines, [(f"  {key}", Role.STAR), (following, Role.UNIT)]]
        if participant.session.match.rivals:
            return [
                _advice(RACE, (f"it takes the shortest path: {participant.level.dist_min}",), width)
            ]
        if self._words_of is not participant.level:
            self._words_of, self._words = participant.level, self._spell(participant.level.dist_min)
        words, details = self._words[present]
        now = _advice(words, details, width)
        if self.size.height == 1:
            return [now]
        lines = [[("✓ ", Role.WARMER), (words, Role.UNIT)] for words, _ in self._words[:present]]
        lines.append(now)
        if present < Caption.REACH and len(GOAL) + 2 <= width:
            lines.append([(f"  {GOAL}", Role.UNIT)])
        return lines

    def _verdict(self, run: Run, rivals: Sequence[Racer]) -> str:
        if places(run, rivals)[0].is_player:
            return WON
        return LOST.format(key=key_of(self.screen, "again"))


def _advice(words: str, details: Sequence[str], width: int) -> Segments:
    """Return the present caption with the longest of its details that fits."""
    line: Segments = [("▸ ", Role.STAR), (words, Role.STAR)]
    line.append((" " * max(COLUMN - length(line), 2), Role.UNIT))
    fitting = next((text for text in details if length(line) + len(text) <= width), "")
    return [*line, (fitting, Role.NUMBER)]

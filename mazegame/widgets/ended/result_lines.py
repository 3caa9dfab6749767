"""The lines around the maze of a finished run: its result, legends, the time line of its replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.content import Content

from mazegame.drawing import Ink
from mazegame.game.racing.order import Measure
from mazegame.game.scoring.wrong_turns import name_costs
from mazegame.game.words import clock, counted, spell_time
from mazegame.widgets.playing.race_lines import race_height
from mazegame.widgets.playing.race_track import ShownRace, joined
from mazegame.widgets.text.segments import GAP, Role, Segments, number, row
from mazegame.widgets.text.time_line import TimeLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.drawing import Drawing
    from mazegame.drawing.glyphs import Glyphs
    from mazegame.game.recording.playback import Playback
    from mazegame.game.recording.playhead import Playhead
    from mazegame.game.run import Result
    from mazegame.game.scoring.wrong_turns import WrongTurn

LEGEND: Final = {
    Ink.SHARED: "on the shortest path",
    Ink.PATH: "missed",
    Ink.TRAIL: "yours",
    Ink.BACKTRACK: "backtracked",
}
"""The names of the marks on the maze."""

LINES: Final = 2
"""Lines of the widget without a race."""


def rating(result: Result) -> Content:
    """Return stars and score, or the reason for none."""
    if result.assisted:
        return Content.styled("not ranked: the path was shown", "bold $warning")
    stars = "★" * result.stars + "☆" * (3 - result.stars)
    return Content.assemble(
        (stars, "bold $maze-key"), "  score ", (f"{result.score}", "bold $foreground")
    )


def circumstances(result: Result) -> Content:
    """Return the time and the hints of a run."""
    time = clock(round(1000 * result.seconds), tenths=False)
    return Content(f"{time}   {counted(result.hints, 'hint')}")


def costliest(turns: list[WrongTurn], over: int) -> Content:
    """Return the costs of the costliest wrong turns, in the order of their numbers on the map."""
    label, costs = name_costs(turns, over)
    return Content.assemble((f"{label}: ", "bold $maze-hint"), costs)


def legend(
    shown: set[Ink], drawing: Drawing | None, path: str, path_ink: Ink = Ink.PATH
) -> list[Content]:
    """Return the legend of the shown inks, each with its glyph in a drawing if it has one.

    The shown path has a name and the colour of an ink.
    """
    parts = []
    for ink, word in (LEGEND | {Ink.PATH: path}).items():
        if drawing is not None and ink in shown:
            colour = path_ink if ink is Ink.PATH else ink
            glyph = (drawing.sample(ink), f"bold $maze-{colour.name.lower()}")
            parts.append(Content.assemble(glyph, f" {word}"))
    return parts


def heat_legend(glyphs: Glyphs) -> Content:
    """Return the meaning of a heat map's digits and colours."""
    nearest, farthest = (chr(int(glyphs.bands[band])) for band in (0, -1))
    near, far = (nearest, "bold $maze-band-0"), (farthest, "bold $maze-band-9")
    return Content.assemble(near, " near B … ", far, " far")


class ReplayLine(TimeLine):
    """The bar, the numbers at the playhead, and the race.

    The wrong turns are those numbered on the map, the costliest first; the name is that of who
    walked, and ``party`` says who raced as well, without walks.
    """

    BEFORE = 15

    def __init__(
        self, playback: Playback, turns: Sequence[WrongTurn], name: str = "you", party: str = ""
    ) -> None:
        super().__init__()
        self._who, self._party = name, party
        self.head = self._playback = playback
        self._turns = turns
        self._ranks = {turn.cell: rank for rank, turn in enumerate(turns, start=1)}
        self._moments = playback.moments(list(self._ranks))
        self._racing = sum(not rival.hunts for rival in playback.rivals)
        """The number of rivals without hunters, which do not race."""
        self.styles.height = LINES + race_height(self._racing)

    def lines(self, width: int) -> list[Segments]:
        playback = self._playback
        lines = [*super().lines(width), self._numbers(width)]
        if self._racing:
            path, measure = playback.run.level.dist_min, Measure.NEARNESS
            own = playback.race_position(measure)
            race = ShownRace(playback.rivals, playback.seconds, path, own, measure)
            lines += race.lines(width)
        return lines

    def before(self, head: Playhead) -> Segments:
        state = "playing" if head.playing else "paused "
        return [(f"{state} ", Role.UNIT), *number(f"{head.speed:g}x".ljust(self.BEFORE - 8), "")]

    def after(self, head: Playhead) -> str:
        at, end = (clock(round(1000 * time), tenths=False) for time in (head.at, head.length))
        return " " * GAP + f"{at} / {end}"

    def mark(self, line: Segments) -> Segments:
        """Return a bar with the numbers of the wrong turns at their times."""
        cells = [(character, role) for text, role in line for character in text]
        for turn, rank in reversed(self._ranks.items()):  # costliest last: visible
            if turn in self._moments and self._playback.length:
                share = self._moments[turn] / self._playback.length
                cells[min(int(share * len(cells)), len(cells) - 1)] = str(rank), Role.WARNING
        return joined(cells)

    def _numbers(self, width: int) -> Segments:
        left, steps = self._playback.left, self._playback.steps
        walked = number(f"{steps:,}", "step" if steps == 1 else "steps")
        items = [[(f"{self._who} ", Role.PLAYER), *number(f"{left:,}", "to go, "), *walked]]
        if self._playback.reading:
            spelt = spell_time(round(self._playback.reading * 1000))
            items.append([("reading ", Role.UNIT), (spelt, Role.UNIT)])
        if self._party:
            items.append([("party: ", Role.RUNNER), (self._party, Role.UNIT)])
        if self._turns:
            label, costs = name_costs(self._turns, self._playback.run.detour)
            items.append([(f"{label}: ", Role.WARNING), (costs, Role.UNIT)])
        return row(items, width)

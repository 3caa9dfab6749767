"""The head-up display: the numbers of a run, above the middle of the maze."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from mazegame.game.scoring.medals import Medal
from mazegame.game.setup.designs import named_design
from mazegame.game.texture_names import TextureName, recipe_name
from mazegame.game.words import clock, counted, spell_time
from mazegame.widgets.maze.zooms import own_designs_of
from mazegame.widgets.text.fitting_line import behind, first_clauses
from mazegame.widgets.text.segments import (
    GAP,
    Role,
    SegmentLines,
    Segments,
    bar,
    justify,
    length,
    number,
    row,
    shorten,
    truncate,
)

if TYPE_CHECKING:
    from mazegame.engine import Level
    from mazegame.game.participant import Participant
    from mazegame.game.run import Run
    from mazegame.game.scoring.medals import MedalTimes

COLUMNS_BESIDE_MAZE: Final = 2
"""Columns of the maze's margins in ``play.tcss``."""

LINES_BESIDE_MAZE: Final = 4
"""Most lines beside the maze: three of numbers and one of keys."""

ROOMY: Final = 60
"""Fewest columns of a line with words."""


class ParticipantLines(SegmentLines):
    """Shows numbers of a player; blank without one."""

    participant: Participant | None = None
    """The player, or None."""
    _message = ""
    _state: object = None

    def show_participant(self, participant: Participant | None, message: str = "") -> None:
        """Show the numbers of a player. Call it after every change of them."""
        self.participant, self._message = participant, message
        before, self._state = self._state, participant and self._state_of(participant)
        if self._state != before:  # to make lines in each frame of a race takes long
            self.repaint_lines()

    def _state_of(self, participant: Participant) -> object:
        """Return a value that changes whenever the lines may change."""
        session, run = participant.session, participant.run
        own = (
            run,
            run.hints,
            run.assisted,
            participant.player.hint_distance,
            self._message,
            session.covered,
        )
        steps = [player.run.steps for player in session.players]
        return own, steps, session.match, session.rules, session.easiest, int(session.seconds)

    def lines(self, width: int) -> list[Segments]:
        return [] if self.participant is None else self.lines_of(self.participant, width)

    def lines_of(self, participant: Participant, width: int) -> list[Segments]:
        raise NotImplementedError


class Hud(ParticipantLines):
    """Shows a run's numbers in two lines, or the most important of them in one."""

    DEFAULT_CSS = "Hud { height: 2; }"

    brief = False
    """Whether a column beside the maze shows steps, hints and medals."""
    _named = TextureName("", "")
    """The names of the maze with its size."""
    _times: MedalTimes | None = None
    _best_ms: int | None = None

    def show_participant(self, participant: Participant | None, message: str = "") -> None:
        """Show the numbers of a player, and a message in place of the level's name."""
        if participant is not None and (
            self.participant is None or self.participant.level is not participant.level
        ):
            self.show_medals(None)
            self._named = self._names_of(participant.level)
        super().show_participant(participant, message)

    def _names_of(self, level: Level) -> TextureName:
        """Return the names of a maze with its size; a design of the player has its own name."""
        if level.recipe is None:
            return TextureName(level.name, "")
        plain, carved_by = recipe_name(level.recipe)
        own = named_design(level.recipe, own_designs_of(self.app))
        size = f"{level.maze.cols}x{level.maze.rows}"
        return TextureName(f"{own} {size}" if own else plain, carved_by)

    def _state_of(self, participant: Participant) -> object:
        medal = self._times and self._times.medal(participant.run.stopwatch.ms)
        return super()._state_of(participant), medal

    def lines_of(self, participant: Participant, width: int) -> list[Segments]:
        return [self._identity(participant, width), self._progress(participant, width)]

    def _identity(self, participant: Participant, width: int) -> Segments:
        """Return the first line: series or level, time, steps; the name is cut to fit.

        While the player reads the maze, there are no steps to count.
        """
        run, brief, message = participant.run, self.brief, self._message
        reads = participant.session.reading is not None
        items = [number(clock(run.stopwatch.ms, tenths=False), "")]
        if reads:
            items = [[("reading ", Role.UNIT), *items[0]]]
        elif not brief:
            items.insert(0, number(f"{run.steps:,}", "step" if run.steps == 1 else "steps"))
        if run.trend and participant.session.rules.compass and width >= ROOMY:
            warmer = ("▲ warmer", Role.WARMER) if run.trend < 0 else ("▼ colder", Role.COLDER)
            items.insert(0, [warmer])
        if width >= ROOMY and not participant.session.covered and (junction := _junction(run)):
            items.insert(0, junction)
        numbers = row(items, width)
        room = max(width - length(numbers) - GAP, 0)
        title = participant.session.match.series.about(None)
        if not (message or title) and self.size.height == 1:
            return justify(self._progress(participant, room), numbers, width)
        if not message:
            title = first_clauses(title, room)
            return justify(self._title_of(title, room), numbers, width)
        with_steps = [items[-2:], [number(f"{run.steps:,}", ""), items[-1]]]
        for fewer in [items[-1:]] if brief or reads else with_steps:
            if shorten(message, room).endswith("…"):  # steps and time only, then without the unit
                numbers = row(fewer, width)
                room = max(width - length(numbers) - GAP, 0)
        return justify([(shorten(message, room), Role.WARNING)], numbers, width)

    def _title_of(self, title: str, room: int) -> Segments:
        """Return the title of the series, or the name of the maze and who carves it."""
        name, carved_by = self._named
        detail = behind(carved_by) if carved_by and not title else ""
        if cell_len(name + detail) > room:
            detail = ""
        return [(truncate(title or name, room), Role.NUMBER), (detail, Role.UNIT)]

    def _progress(self, participant: Participant, width: int) -> Segments:
        """Return the second line: the target, and with the compass the distance to B with a bar."""
        run, session = participant.run, participant.session
        dist_min = run.level.dist_min
        shown: list[Segments] = []
        if run.assisted and not self.brief:
            shown.append([("not ranked", Role.WARNING)])
        elif session.easiest.key != session.rules.key:
            usual = replace(session.easiest, reveal=False)
            shown.append([(f"counts as {usual.key}", Role.WARNING)])
        several = len(run.level.goals) > 1
        shortest = number(f"{dist_min:,}", "to the nearest B" if several else "shortest")
        hints = number(run.hints, "hint" if run.hints == 1 else "hints")
        if self.brief:
            shortest, hints = shortest if several else [], []
        compass, hinted = session.rules.compass, participant.player.hint_distance
        if not compass and hinted is not None:
            shown.append(number(f"{hinted:,}", "to go"))
        to_go = number(f"{run.remaining:,}".rjust(len(f"{dist_min:,}")), "to go")
        if self.size.height == 1:
            first = to_go if compass else self._medals(participant, width)
            return row([*shown, first, shortest], width)
        items = [*shown, shortest, hints]
        if compass:
            items = [to_go, *shown, shortest, number(f"{run.detour:,}", "detour"), hints]
        long = bar_width(run, width)
        if not compass or session.rivals or not long:
            right = row(items, width)
            return justify(self._medals(participant, width - length(right) - GAP), right, width)
        done = max(0.0, 1 - run.remaining / dist_min) if dist_min else 1.0
        left = bar(done, long, Role.PLAYER)
        return justify(left, row(items, width - length(left) - GAP), width)

    def show_medals(self, times: MedalTimes | None, best_ms: int | None = None) -> None:
        """Show the level's medals, once they are known, and the player's best on the same maze."""
        self._times, self._best_ms = times, best_ms
        self.repaint_lines()

    def _medals(self, participant: Participant, width: int) -> Segments:
        """Return the times to beat; while the clock runs, the medal still in reach."""
        run = participant.run
        if self._times is None or self.brief or run.assisted or not run.level.dist_min:
            return []
        if not run.steps and participant.session.reading is None:
            return to_beat(self._times, self._best_ms, width)
        return on_track(self._times, run.stopwatch.ms, width)


def to_beat(times: MedalTimes, best_ms: int | None, width: int) -> Segments:
    """Return the player's best and the time for each medal, as many as have room."""
    items = [(medal.value, times.ms(medal)) for medal in Medal]
    if best_ms is not None:
        items.insert(0, ("your best", best_ms))
    line: Segments = []
    for name, ms in items:
        item: Segments = [(f"{name} ", Role.UNIT), (spell_time(ms), Role.NUMBER)]
        gap: Segments = [(" " * (GAP - 1), Role.UNIT)] if line else []
        if length([*line, *gap, *item]) > width:
            break
        line += [*gap, *item]
    return line


def on_track(times: MedalTimes, ms: int, width: int) -> Segments:
    """Return the medal that arriving at B after some milliseconds would earn, and its limit."""
    medal = times.medal(ms)
    if medal is None:
        return []
    until = spell_time(times.ms(medal))
    for words in (" medal: under ", " under "):
        line: Segments = [(medal.value, Role.NUMBER), (f"{words}{until}", Role.UNIT)]
        if length(line) <= width:
            return line
    return []


def _junction(run: Run) -> Segments:
    """Return a sign for a junction with the number of its untaken exits; empty elsewhere."""
    sides = int(run.level.maze.exits(run.position))
    if sides.bit_count() < 3 or run.finished:
        return []
    untried = (sides & ~run.walked(run.position)).bit_count()
    return [("◆ junction: ", Role.STAR), (counted(untried, "new way"), Role.UNIT)]


def bar_width(run: Run, width: int) -> int:
    """Return the length of the bar; 0 if it does not fit.

    It does not depend on the digits beside it, so that the bar stays still.
    """
    most = len(f"{run.level.dist_min:,}")
    words = len(" to go shortest detour 99 hints") + 3 * most + 4 * GAP
    long = min(width - words, 40)
    return long if long >= 10 else 0

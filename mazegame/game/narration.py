"""Narration: a match in words, for whoever hears it instead of seeing it.

The sentences say what a screen shows under the same rules: in fog nothing depends on a cell that
was never in sight. Rows and columns count from 1, row 1 is at the top.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final

from mazegame.engine import Cell, Direction
from mazegame.game import events
from mazegame.game.racing.race import arrival_news, near_news, place_news, start_news
from mazegame.game.recording.record import DIRECTION_WORDS
from mazegame.game.scoring.verdict import verdict_of
from mazegame.game.scoring.wrong_turns import MARKED_TURNS, wrong_turns
from mazegame.game.walking.travel import exits_that_lead_on
from mazegame.game.words import capital, counted

if TYPE_CHECKING:
    from mazegame.game.participant import Participant
    from mazegame.game.racing.racer import Racer
    from mazegame.game.run import Run

FOG: Final = "Fog: you hear only of what was in sight."
"""The sentence at the start of a run in fog."""

LEGS: Final = 24
"""Most legs of a way in one sentence."""

GOALS: Final = 4
"""Most goals in one sentence."""

FAR: Final = 4096
"""Most cells of a corridor that are counted."""


class Narrator:
    """Describes a session to one player, in sentences."""

    def __init__(self, participant: Participant) -> None:
        self._participant = participant
        self._steps = participant.run.steps
        self._rivals = [cell is not None for cell in participant.session.rivals_seen]
        self._goals = set(self._goals_known())

    def opening(self) -> list[str]:
        """Return the sentences at the start of a run."""
        level, names = (
            self._participant.level,
            [rival.name for rival in self._participant.session.rivals],
        )
        size = f"{counted(level.maze.cols, 'column')}, {counted(level.maze.rows, 'row')}"
        return [
            f"{level.recipe or level.name or 'A maze'}.",
            FOG if self._participant.player.in_fog else f"{size}; row 1 is at the top.",
            *([f"You race {', '.join(names)}."] if names else []),
            sentence(start_news(self._participant.session.rivals)),
            *self.standing(),
            self.place(),
        ]

    def place(self) -> str:
        """Return a sentence on the player's cell and its exits."""
        run, level = self._participant.run, self._participant.level
        here = run.position
        sides, walked = int(level.maze.exits(here)), run.walked(here)
        end = "A" if here == level.start else "dead end" if sides.bit_count() == 1 else ""
        untried = (sides & ~walked).bit_count()
        junction = f"junction: {counted(untried, 'new way')}" if sides.bit_count() > 2 else ""
        exits = [f"{word}{' walked' if walked & side else ''}" for side, word in _words(sides)]
        what = ", ".join(filter(None, (_cell(here), end, junction)))
        return f"{sentence(what)} Exits: {', '.join(exits) or 'none'}."

    def standing(self) -> list[str]:
        """Return sentences on steps, time and hints, and on where B and the visible rivals are."""
        session, run, level = (
            self._participant.session,
            self._participant.run,
            self._participant.level,
        )
        numbers = [counted(run.steps, "step"), counted(int(run.stopwatch.seconds), "second")]
        numbers += [counted(run.hints, "hint")] if run.hints else []
        nearest = ", to the nearest B" if len(level.goals) > 1 else ""
        known = "; ".join(map(_cell, self._goals_known()[:GOALS]))
        return [
            f"{', '.join(numbers)}.",
            f"The shortest path has {counted(level.dist_min, 'step')}{nearest}.",
            *self._compass(),
            *(["Not ranked: the path was shown."] if run.assisted else []),
            f"B is at {known}." if known else "B was not in sight yet.",
            *(
                sentence(f"{rival.name} is {f'at {_cell(cell)}' if cell else 'not in sight'}")
                for rival, cell in zip(session.rivals, session.rivals_seen, strict=True)
            ),
        ]

    def look(self, direction: Direction) -> str:
        """Return a sentence on the corridor in a direction: its length and its end."""
        level, here = self._participant.level, self._participant.run.position
        name, cell, heading = DIRECTION_WORDS[direction], here, direction
        if not level.maze.is_open(here, direction):
            return sentence(f"{name}: wall")
        for steps in range(1, FAR + 1):
            cell = heading.step(cell)
            if not self.sees(cell):
                return sentence(f"{name}: {counted(steps - 1, 'step')} in sight")
            ahead = level.maze.exits(cell) & ~heading.opposite
            end = "" if ahead.bit_count() == 1 else "a junction" if ahead else "a dead end"
            ends = {level.start: "A", here: "where you are", **dict.fromkeys(level.goals, "B")}
            end = ends.get(cell, end)
            if end:
                return sentence(f"{name}: {counted(steps, 'step')} to {end}")
            heading = Direction(ahead)
        return sentence(f"{name}: more than {counted(FAR, 'step')}")

    def ways(self) -> list[str]:
        """Return ``look`` for each exit."""
        sides = self._participant.level.maze.exits(self._participant.run.position)
        return [self.look(Direction(side)) for side, _ in _words(int(sides))]

    def cell(self, cell: Cell) -> str:
        """Return a sentence on what the player sees in a cell, which may be outside the maze."""
        session, run, level = (
            self._participant.session,
            self._participant.run,
            self._participant.level,
        )
        if not self.sees(cell):
            return f"You see nothing at {_cell(cell)}."
        exits = ", ".join(word for _, word in _words(int(level.maze.exits(cell))))
        others = zip(session.rivals, session.rivals_seen, strict=True)
        what = {
            f"exits {exits}" if exits else "rock": True,
            "B": cell in level.goals,
            "A": cell == level.start,
            "you": cell == run.position,
            "marked": cell in run.marks,
            "walked": run.walked(cell),
            **{rival.name: True for rival, there in others if there == cell},
        }
        return sentence(f"{_cell(cell)}: {', '.join(word for word, true in what.items() if true)}")

    def sees(self, cell: Cell) -> bool:
        """Return whether the player sees or saw a cell, which may be outside the maze."""
        light = self._participant.player.light
        return cell in self._participant.level.maze and (light is None or bool(light[cell]))

    def news(self, happened: Iterable[events.GameEvent]) -> list[str]:
        """Return sentences on what is new since the last call: steps, events, cells in sight."""
        session, run, known = (
            self._participant.session,
            self._participant.run,
            set(self._goals_known()),
        )
        walked, self._steps = run.moves[self._steps :], run.steps
        place = "" if run.finished else f" {self.place()}"
        lines = [f"{legs(walked)}.{place}", *self._compass()] if walked else []
        lines += [text for event in happened if (text := self._event(event))]
        lines += [f"B is in sight: {_cell(goal)}." for goal in sorted(known - self._goals)[:GOALS]]
        self._goals = known
        for at, cell in enumerate(session.rivals_seen):
            before, self._rivals[at] = self._rivals[at], cell is not None
            if before != self._rivals[at]:
                sight = "out of sight" if cell is None else f"in sight: {_cell(cell)}"
                lines.append(sentence(f"{session.rivals[at].name} is {sight}"))
        return lines

    def _event(self, event: events.GameEvent) -> str:
        run, session = self._participant.run, self._participant.session
        match event:
            case events.Bumped(side=side) if side is not None:
                return f"Wall to the {DIRECTION_WORDS[side]}."
            case events.Bumped():
                return "The run is over." if run.finished else "There is no way back from A."
            case events.Refused(reason=reason):
                ways = len(exits_that_lead_on(self._participant.player, run.position))
                return sentence(reason.value.format(ways=ways))
            case events.HintShown(path=path, distance=distance):
                way = legs(_moves((run.position, *path)))
                return f"Hint: {way}. {counted(distance, 'step')} to B."
            case events.PathShown(path=path):
                cells = [(int(row), int(col)) for row, col in path]
                return f"The path: {legs(_moves(cells))}. The run is not ranked."
            case events.MarkChanged(dropped=dropped):
                return "Marked." if dropped else "The mark is gone."
            case events.RivalArrived(rival=rival):
                return f"{arrival_news(session.rivals, rival)}."
            case events.PlaceChanged():
                return sentence(place_news(event, session.rivals))
            case events.RivalNear(rival=rival):
                return sentence(near_news(session.rivals[rival]))
            case events.Caught():
                return "Caught! The maze is lost."
            case events.CountdownShown(left=left) if left:
                return f"{left}."
            case events.RaceStarted():
                return "Go."
            case events.Paused():
                return "Paused: the clock is stopped."
        return ""

    def _goals_known(self) -> list[Cell]:
        return [goal for goal in self._participant.level.goals if self.sees(goal)]

    def _compass(self) -> list[str]:
        run = self._participant.run
        if not self._participant.session.rules.compass or run.finished:
            return []
        trend = {-1: "Warmer: ", 0: "", 1: "Colder: "}[run.trend]
        return [f"{trend}{counted(run.remaining, 'step')} to B, detour {run.detour:,}."]


def result(run: Run, rivals: Sequence[Racer]) -> list[str]:
    """Return sentences on a finished run, the verdict first."""
    verdict = verdict_of(run, rivals, wrong_turns(run)[:MARKED_TURNS])
    earned = "not ranked"
    if verdict.stars is not None:
        earned = f"{counted(verdict.stars, 'star')}, {counted(verdict.score, 'point')}"
    lines = [f"{line.label}: {' '.join(line.value.split())}" for line in verdict.lines]
    said = (f"You are at B. {verdict.headline}: {earned}", *lines, *verdict.notes)
    return list(map(sentence, said))


def sentence(text: str) -> str:
    """Return a text with a capital letter and a full stop; empty text stays empty."""
    return f"{capital(text)}." if text else ""


def legs(moves: Iterable[int]) -> str:
    """Return steps in words: ``3 east, 2 south``; at most ``LEGS``, and how many steps follow."""
    found = [(len(list(steps)), side) for side, steps in groupby(moves)]
    words = [f"{steps} {DIRECTION_WORDS[side]}" for steps, side in found[:LEGS]]
    rest = sum(steps for steps, _ in found[LEGS:])
    return ", ".join([*words, f"then {counted(rest, 'step')} more"] if rest else words)


def _moves(cells: Sequence[Cell]) -> list[int]:
    return [int(Direction.between(*pair)) for pair in pairwise(cells)]


def _words(sides: int) -> list[tuple[int, str]]:
    return [(side, word) for side, word in DIRECTION_WORDS.items() if sides & side]


def _cell(cell: Cell) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"

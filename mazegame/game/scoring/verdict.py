"""The texts on a finished run: headline, labelled values, and a share line without the path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import isfinite
from typing import TYPE_CHECKING, Final

from mazegame.game.racing.race import Placing, places, start_news, with_article
from mazegame.game.score import HINT_COST
from mazegame.game.scoring.medals import Medal, MedalTimes, medal_of, medal_times
from mazegame.game.scoring.wrong_turns import WrongTurn, name_costs
from mazegame.game.words import capital, counted, spell_gap, spell_time

if TYPE_CHECKING:
    from mazegame.game.racing.racer import Racer
    from mazegame.game.run import Result, Run

PARTS: Final = 10
"""Number of parts of the path in the bar of the share line."""


class Tone(Enum):
    """The tone of a line, from which screens choose its colour."""

    PLAIN = 0
    PERFECT = 1
    GOOD = 2
    BAD = 3


@dataclass(frozen=True)
class VerdictLine:
    """A line of the verdict."""

    label: str
    value: str
    tone: Tone = Tone.PLAIN
    rival: int | None = None
    """The index of the rival that the line is about; None for other lines."""
    own: bool = False
    """Whether it is the player's own line among those of rivals."""


@dataclass(frozen=True)
class Verdict:
    """A finished run in words."""

    headline: str
    tone: Tone
    stars: int | None
    """1 to 3 stars; None if the path was shown, so that the run is not ranked."""
    score: int
    lines: tuple[VerdictLine, ...]
    """The lines, the most important first."""
    notes: tuple[str, ...] = ()
    """Sentences below the lines."""
    timed: bool = False
    """Whether the time could earn a medal."""
    medal: Medal | None = None


def verdict_of(
    run: Run,
    rivals: Sequence[Racer] = (),
    turns: Sequence[WrongTurn] = (),
    *,
    fog: bool = False,
) -> Verdict:
    """Return the verdict of a run at B.

    Args:
        run: The run.
        rivals: The rivals of the race.
        turns: The wrong turns to name, the costliest first.
        fog: Whether the run was in fog; then the time is not split into reading and walking.
    """
    result = run.result
    order = places(run, rivals) if rivals else []
    hunted = any(rival.hunts for rival in rivals)
    headline, tone = _headline(result, order, hunted=hunted)
    steps = f"{result.steps:,}" + (f" (+{result.over:,})" if result.over else "")
    lines = [] if order else [VerdictLine("steps", steps)]  # in a race the player's line has them
    lines.append(VerdictLine("shortest path", f"{result.dist_min:,}"))
    lines += [_race_line(place) for place in order]
    if turns:
        lines.append(VerdictLine(*name_costs(turns, result.over)))
    if not order:
        lines.append(VerdictLine("time", spell_time(round(result.seconds * 1000))))
    if run.reveal and not fog:
        lines.append(VerdictLine(spell_split(run), ""))
    medal, timed = medal_of(run), not result.assisted and result.dist_min > 0
    times = medal_times(run.level, reveal=run.reveal) if timed else None
    if times is not None:
        lines.append(_medal_line(medal, times))
    for at, rival in enumerate(rivals):
        if rival.hunts:
            lines.append(_hunter_line(rival, result.seconds, at))
    if result.hints:
        lost = f"{result.hints} (-{HINT_COST * result.hints})"
        lines.append(VerdictLine("hint" if result.hints == 1 else "hints", lost, Tone.BAD))
    stars = None if result.assisted else result.stars
    raced = race_sentence(order) if order else headline
    notes = tuple(filter(None, (raced if raced != headline else "", start_news(rivals))))
    return Verdict(
        headline, tone, stars, result.score, tuple(lines), notes, times is not None, medal
    )


def spell_split(run: Run) -> str:
    """Return the times of a run with a reveal: ``reading 6.1 s, walking 4.3 s``.

    Both add up to the displayed time, in tenths of a second.
    """
    shown = run.stopwatch.ms // 100
    reading = run.times[0] // 100 if run.times else shown
    return f"reading {spell_time(reading * 100)}, walking {spell_time((shown - reading) * 100)}"


def steps_sentence(result: Result) -> str:
    """Return a sentence on a run: its steps, and those of the shortest path."""
    if result.steps == 0:
        return "A is B: you were there before you began"
    steps = counted(result.steps, "step")
    if result.over == 0:
        return f"{steps}, as on the shortest path"
    return f"{steps}, shortest path {result.dist_min:,} (+{result.over:,})"


def race_sentence(order: Sequence[Placing]) -> str:
    """Return a sentence on the outcome of a race for the player, from all places."""
    own = next(place for place in order if place.is_player)
    photo = "Photo finish! " if own.photo else ""
    if own.place == 1:
        second = order[1] if order[0].is_player else order[0]
        if not isfinite(second.seconds):
            return f"You beat {with_article(second.name)}"
        if second.place == 1:
            return f"A dead heat: you and {with_article(second.name)} at the same moment"
        return f"{photo}You beat {with_article(second.name)} by {_gap(own, second)}"
    return f"{photo}{capital(with_article(order[0].name))} beat you by {_gap(order[0], own)}"


def _headline(result: Result, order: Sequence[Placing], *, hunted: bool) -> tuple[str, Tone]:
    if result.assisted:
        return "At B, with the path shown", Tone.PLAIN
    if any(place.is_player and place.place > 1 for place in order):
        return race_sentence(order), Tone.BAD
    if result.perfect:
        return ("Perfect, and first" if order else "Perfect"), Tone.PERFECT
    if order:
        return race_sentence(order), Tone.GOOD
    if hunted:
        return "You escaped", Tone.GOOD
    if result.over == 0:
        return f"Shortest path, {counted(result.hints, 'hint')}", Tone.GOOD
    words = {3: "Nearly perfect", 2: "Well walked", 1: "You reached B"}[result.stars]
    return words, Tone.GOOD if result.stars > 1 else Tone.PLAIN


def _race_line(place: Placing) -> VerdictLine:
    tone = Tone.PLAIN
    if place.is_player:
        tone = Tone.GOOD if place.place == 1 else Tone.BAD
    steps = "" if place.steps is None else f"{counted(place.steps, 'step')}  "
    when = spell_time(round(place.seconds * 1000)) if isfinite(place.seconds) else "never"
    label = f"{place.place}. {place.name}"
    return VerdictLine(label, f"{steps}{when}", tone, place.rival, place.is_player)


def _hunter_line(hunter: Racer, seconds: float, number: int) -> VerdictLine:
    hunter.taken(seconds)
    gap = hunter.gap()
    far = "lost your track" if gap is None else f"{counted(gap, 'step')} behind"
    return VerdictLine(
        hunter.name, far if seconds >= hunter.enters else "came too late", rival=number
    )


def _medal_line(medal: Medal | None, times: MedalTimes) -> VerdictLine:
    """Return the line on a run's medal, with the time for the next better one."""
    medals = list(Medal)
    better = medals if medal is None else medals[: medals.index(medal)]
    beat = f"; {better[-1].value} needs {spell_time(times.ms(better[-1]))}" if better else ""
    if medal is None:
        return VerdictLine("medal", f"none{beat}")
    return VerdictLine("medal", f"{medal.value}{beat}", Tone.GOOD)


def _gap(first: Placing, second: Placing) -> str:
    return spell_gap(round((second.seconds - first.seconds) * 1000))


def efficiency_by_part(run: Run, parts: int = PARTS) -> list[float]:
    """Return the efficiency of a finished run on each part of the path, above 0 and at most 1.

    A part ends when the walk is for the first time as near to B as the part's last cell; its steps
    are all those since the end of the part before. A path shorter than ``parts`` has one part for
    each passage.
    """
    dist_min = run.level.dist_min
    parts = min(parts, dist_min)
    marks = [dist_min - dist_min * number // parts for number in range(1, parts + 1)]
    shares: list[float] = []
    done, before = 0, dist_min
    for steps, cell in enumerate(run.cells()):
        left = run.level.distance(cell)
        while len(shares) < parts and left <= marks[len(shares)]:
            mark = marks[len(shares)]
            shares.append(min((before - mark) / max(steps - done, 1), 1.0))
            before, done = mark, steps
    return shares


def bar(shares: list[float], *, plain: bool = False) -> str:
    """Return a bar with a character for each share, 0 to 1; ``plain`` uses the digits 1 to 8."""
    glyphs = "12345678" if plain else "▁▂▃▄▅▆▇█"
    return "".join(glyphs[min(int(share * len(glyphs)), len(glyphs) - 1)] for share in shares)


def share_line(run: Run, heading: str, *, medal: str = "", plain: bool = False) -> str:
    """Return a finished run as one line: heading, stars, score, medal, bar, game ID."""
    result = run.result
    filled, empty = ("*", "-") if plain else ("★", "☆")
    earned = [filled * result.stars + empty * (3 - result.stars), f"{result.score:,}"]
    standing = ["not ranked"] if result.assisted else earned
    level, shares = str(run.level.recipe or run.level.name), efficiency_by_part(run)
    parts = [heading, *standing, medal, bar(shares, plain=plain), level]
    return "  ".join(filter(None, parts))

"""The race track: the player and the rivals as marks on one line, and their distances in words.

What lives here: pure functions from rivals and a time to segments. What does not: the widgets that
show them (``race_lines.py``, ``time_line.py``), and the positions of rivals (``game/``).

Without the compass the game hides the player's distance to B. So the track then shows only the
rivals, and no gap, which would reveal the distance.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Final

from mazegame.game.race import LAST_SHARE, letters, speed
from mazegame.game.words import counted, spell_gap
from mazegame.widgets.segment_lines import (
    GAP,
    RIVALS,
    Role,
    Segments,
    justify,
    number,
    row,
    truncate,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.game.runner import Rival

YOU: Final = "@"
"""The player's mark."""

FAR, NEAR = "─", "═"
"""The character of the track, and that of its last tenth."""

SHORTEST_TRACK: Final = 12
"""Fewest columns of a track."""


def marks_of(rivals: Sequence[Rival]) -> list[tuple[str, Role]]:
    """Return the letter and the role of each rival."""
    names = [rival.name for rival in rivals]
    return list(zip(letters(names), RIVALS, strict=False))


def track(marks: Sequence[tuple[float, str, Role]], width: int) -> Segments:
    """Return the track from A to B with the marks of all walkers.

    Args:
        marks: The share of the path done, the letter and the role of each, the most important
            last. A mark at the place of another one moves behind it.
        width: The columns, A and B included.
    """
    long = width - 2
    if long < 1:
        return []
    first_near = round(long * (1 - LAST_SHARE))
    cells: list[tuple[str, Role]] = [
        (NEAR, Role.UNIT) if at >= first_near else (FAR, Role.REST) for at in range(long)
    ]
    free = set(range(long))
    for share, letter, role in reversed(marks):
        wanted = round(min(max(share, 0.0), 1.0) * (long - 1))
        behind = [*range(wanted, -1, -1), *range(wanted + 1, long)]
        at = next((place for place in behind if place in free), None)
        if at is not None:
            free.remove(at)
            cells[at] = (letter, role)
    joined: Segments = [("A", Role.UNIT)]
    for text, role in [*cells, ("B", Role.UNIT)]:
        if joined[-1][1] == role:
            joined[-1] = (joined[-1][0] + text, role)
        else:
            joined.append((text, role))
    return joined


def field_track(
    rivals: Sequence[Rival], seconds: float, path: int, remaining: int | None, width: int
) -> Segments:
    """Return the track of a race.

    Args:
        rivals: The rivals on it.
        seconds: The time of the race.
        path: The length of the shortest path.
        remaining: The player's distance to B; None if it is hidden.
        width: The columns available.
    """
    marks = [
        (_done(rival.left(seconds), path), letter, role)
        for rival, (letter, role) in zip(rivals, marks_of(rivals), strict=True)
    ]
    if remaining is not None:
        marks.append((_done(remaining, path), YOU, Role.PLAYER))
    return track(marks, width)


def standing(
    rival: Rival,
    seconds: float,
    remaining: int | None,
    *,
    brief: bool = False,
    role: Role = Role.RUNNER,
) -> Segments:
    """Return the state of a rival: at B, or its lead, or its distance to B.

    Args:
        rival: The rival.
        seconds: The time of the race.
        remaining: The player's distance to B; None if it is hidden.
        brief: Whether to leave out words.
        role: The rival's role.
    """
    left = rival.left(seconds)
    if isfinite(rival.arrival) and rival.arrival <= seconds:
        words = "at B" if brief else "at B after"
        return [(f"{words} {rival.arrival:.1f} s", role)]
    if remaining is None:
        return number(f"{left:,}", "to go")
    lead = left - remaining
    if not lead:
        return [("even", Role.UNIT)]
    word, role = ("behind", Role.PLAYER) if lead > 0 else ("ahead", role)
    ms = round(1000 * abs(lead) / speed(rival))
    steps = f"{abs(lead):,}" if brief else counted(abs(lead), "step")
    return [(f"{steps}, {spell_gap(ms)}", role), (f" {word}", Role.UNIT)]


def named(
    rival: Rival, mark: tuple[str, Role], seconds: float, remaining: int | None, *, name: int
) -> Segments:
    """Return a rival's letter, its name cut to a number of columns, and its state."""
    title = f" {truncate(rival.name, name)}" if name else ""
    how = standing(rival, seconds, remaining, brief=not name, role=mark[1])
    return [mark, (f"{title} ", Role.UNIT), *how]


def summary(rivals: Sequence[Rival], seconds: float, remaining: int | None, width: int) -> Segments:
    """Return the states of all rivals on one line; drop names if they do not fit."""
    marks = marks_of(rivals)
    line: Segments = []
    for name in (20, 0):
        items = [
            named(rival, mark, seconds, remaining, name=name)
            for rival, mark in zip(rivals, marks, strict=True)
        ]
        line = row(items, width)
        if sum(segment in marks for segment in line) == len(rivals):
            return line
    items = [
        [mark, (f" {left:,}" if left else " at B", Role.UNIT)]
        for mark, left in zip(marks, (rival.left(seconds) for rival in rivals), strict=True)
    ]
    return row(items, width)


def race_line(
    rivals: Sequence[Rival], seconds: float, path: int, remaining: int | None, width: int
) -> Segments:
    """Return the track on its own line, or beside the state of the only rival."""
    if len(rivals) > 1:
        return field_track(rivals, seconds, path, remaining, width)
    (rival,) = rivals
    (mark,) = marks_of(rivals)
    words = named(rival, mark, seconds, remaining, name=20)
    room = width - _widest(path) - GAP
    if room < SHORTEST_TRACK:
        return words
    return justify(field_track(rivals, seconds, path, remaining, room), words, width)


def _widest(path: int) -> int:
    """Return the columns for the words beside a track; constant, so that the track stays still."""
    most = len(f"{path:,}")
    return len("R random mouse at B after 1234.5 s") if most < 4 else 38 + most


def _done(left: int, path: int) -> float:
    return 1 - left / path if path else 1.0

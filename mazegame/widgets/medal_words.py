"""Medals in words: the times to beat, and the medal that the player is on track for.

What lives here: pure functions to segments. What does not: the rule that derives the times
(``game/medals.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.game.medals import Medal
from mazegame.widgets.segment_lines import GAP, Role, Segments, length

if TYPE_CHECKING:
    from mazegame.game.medals import MedalTimes


def spell_ms(ms: int) -> str:
    """Write a time in tenths of a second: ``5.1 s``, ``1:05.1``, ``1:00:05.1``."""
    tenths = ms // 100
    seconds, minutes = tenths % 600, tenths // 600
    if not minutes:
        return f"{seconds / 10:.1f} s"
    hours, minutes = divmod(minutes, 60)
    rest = f"{minutes:02d}" if hours else f"{minutes}"
    return f"{f'{hours}:' if hours else ''}{rest}:{seconds // 10:02d}.{seconds % 10}"


def to_beat(times: MedalTimes, best_ms: int | None, width: int) -> Segments:
    """Return the time for each medal and the player's best, the most important of them first.

    Args:
        times: Those of the level.
        best_ms: The time of the player's best run of the same maze; None without one.
        width: The columns available.
    """
    items = [(medal.value, times.ms(medal)) for medal in Medal]
    if best_ms is not None:
        items.insert(0, ("your best", best_ms))
    line: Segments = []
    for name, ms in items:
        item: Segments = [(f"{name} ", Role.UNIT), (spell_ms(ms), Role.NUMBER)]
        gap: Segments = [(" " * (GAP - 1), Role.UNIT)] if line else []
        if length([*line, *gap, *item]) > width:
            break
        line += [*gap, *item]
    return line


def on_track(times: MedalTimes, ms: int, width: int) -> Segments:
    """Return the medal that arriving at B now would earn, and its time limit.

    Args:
        times: Those of the level.
        ms: The time of the stopwatch, in milliseconds.
        width: The columns available.
    """
    medal = times.medal(ms)
    if medal is None:
        return []
    until = spell_ms(times.ms(medal))
    for words in ("on track for ", ""):
        line: Segments = [
            (words, Role.UNIT),
            (medal.value, Role.NUMBER),
            (f" until {until}", Role.UNIT),
        ]
        if length(line) <= width:
            return [part for part in line if part[0]]
    return []

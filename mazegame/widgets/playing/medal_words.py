"""Medals in words: the times to beat, and the medal that is still possible.

What lives here: pure functions to segments. What does not: the rule that derives the times
(``game/scoring/medals.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.game.scoring.medals import Medal
from mazegame.game.words import spell_time
from mazegame.widgets.text.segments import GAP, Role, Segments, length

if TYPE_CHECKING:
    from mazegame.game.scoring.medals import MedalTimes


MEDAL_ROLES: Final = {
    Medal.AUTHOR: Role.AUTHOR,
    Medal.GOLD: Role.GOLD,
    Medal.SILVER: Role.SILVER,
    Medal.BRONZE: Role.BRONZE,
}
"""The colours of medals."""


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
        item: Segments = [(f"{name} ", Role.UNIT), (spell_time(ms), Role.NUMBER)]
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
    until = spell_time(times.ms(medal))
    for words in (" possible until ", " until "):
        line: Segments = [(medal.value, Role.NUMBER), (f"{words}{until}", Role.UNIT)]
        if length(line) <= width:
            return line
    return []

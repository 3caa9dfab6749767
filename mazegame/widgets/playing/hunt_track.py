"""The hunt track: how far a hunter is behind the player, as a line and in words."""

from __future__ import annotations

from math import ceil, isfinite
from typing import TYPE_CHECKING, Final

from mazegame.game.racing.hunter import ENTERS_AFTER
from mazegame.game.words import counted
from mazegame.widgets.playing.race_track import FAR, NEAR, SHORTEST_TRACK, YOU, joined
from mazegame.widgets.text.segments import GAP, RIVALS, Role, Segments, justify, truncate

if TYPE_CHECKING:
    from mazegame.game.racing.hunter import Hunter

HUNTER: Final = "H"
"""The hunter's mark."""

NEAR_STEPS: Final = 3
"""Steps at the player's end of the track that are drawn double."""

WORDS: Final = 34
"""Columns for the words beside a track; a narrow line has shorter ones."""


def gap_of(hunter: Hunter, seconds: float) -> int | None:
    """Return the seconds until a hunter enters, below 0; then its gap; None for neither."""
    if hunter.has_entered(seconds):
        hunter.taken(seconds)
        return hunter.gap()
    return -ceil(hunter.enters - seconds) if isfinite(hunter.enters) else None


def hunt_words(hunter: Hunter, seconds: float, width: int) -> Segments:
    """Return what a hunter does now, in a number of columns."""
    gap, role = gap_of(hunter, seconds), RIVALS[0]
    if not hunter.has_entered(seconds):
        after = f"{ENTERS_AFTER:g} s"
        long, short = f"the hunter enters after {after}", f"comes after {after}"
        if gap is not None:
            long, short = f"the hunter enters in {-gap} s", f"enters in {-gap} s"
    elif not gap and gap is not None:
        long, short, role = "the hunter has you", "has you", Role.WARNING
    elif gap is None:
        long, short = "the hunter searches for you", "searches"
    else:
        role = Role.WARNING if gap <= NEAR_STEPS else role
        long, short = f"the hunter is {counted(gap, 'step')} behind", f"{gap} behind"
    words = long if len(long) + 2 <= width else short
    return [(HUNTER, RIVALS[0]), (f" {truncate(words, width - 2)}", role)]


def hunt_line(hunter: Hunter, seconds: float, width: int) -> Segments:
    """Return the track with the player at its end, a column for each step, beside the words."""
    columns = WORDS if width >= WORDS + GAP + SHORTEST_TRACK * 2 else WORDS // 2 + 1
    words = hunt_words(hunter, seconds, columns)
    return justify(hunt_track(hunter, seconds, width - columns - GAP), words, width)


def hunt_track(hunter: Hunter, seconds: float, width: int) -> Segments:
    """Return the track; a hunter that is farther away, or searches, stands at its beginning."""
    long = width - 1
    if long < SHORTEST_TRACK:
        return []
    far, near = (FAR, Role.REST), (NEAR, Role.UNIT)
    cells = [far] * (long - NEAR_STEPS) + [near] * NEAR_STEPS
    if hunter.has_entered(seconds):
        gap = gap_of(hunter, seconds)
        cells[max(long - gap, 0) if gap else -1 if gap == 0 else 0] = (HUNTER, RIVALS[0])
    return joined([*cells, (YOU, Role.PLAYER)])

"""Standing: how a run compares with those before it, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.game.words import spell_gap
from mazegame.store.scores import LOADED, OPEN_MODE

if TYPE_CHECKING:
    from mazegame.store.scores import Best, Kind, Played, Standing


def best_line(standing: Standing) -> str:
    """Say in one line whether a run is a best, and by how much."""
    played = standing.played
    if played.record.assisted:
        return ""
    kind = name_of(played)
    if standing.kind is None:
        if played.algorithm == LOADED:
            return f"your first run of a loaded maze, {_size_of(played)}"
        return f"your first run of {kind}"
    if is_better(played, standing.kind):
        return f"a new best of {kind}: {_gain(played, standing.kind)}"
    if standing.level is not None and is_better(played, standing.level):
        return f"your best of this maze: {_gain(played, standing.level)}"
    best = standing.kind
    if played.score < best.score:
        return f"your best of {kind} is {best.score}: {best.score - played.score} more than this"
    if played.ms == best.ms:
        return f"your best of {kind} stays {best.score}, as fast as this run"
    faster = spell_gap(played.ms - best.ms)
    return f"your best of {kind} stays {best.score}, {faster} faster than this run"


def is_better(played: Played, best: Best) -> bool:
    """Whether a run is better than the best before it: more points, or as many and faster."""
    return (-played.score, played.ms) < (-best.score, best.ms)


def name_of(kind: Played | Kind) -> str:
    """Name a texture, a size and a mode; the plain mode has no name."""
    return f"{texture_of(kind.algorithm)} {_size_of(kind)}"


def texture_of(algorithm: str) -> str:
    """Name a texture: the algorithm's name, if an algorithm made it."""
    return "loaded mazes" if algorithm == LOADED else algorithm


def _gain(played: Played, best: Best) -> str:
    if played.score > best.score:
        return f"{played.score - best.score} more than {best.score}"
    return f"{best.score} again, {spell_gap(best.ms - played.ms)} faster"


def _size_of(kind: Played | Kind) -> str:
    mode = "" if kind.mode == OPEN_MODE else f", {kind.mode}"
    return f"{kind.cols}x{kind.rows}{mode}"

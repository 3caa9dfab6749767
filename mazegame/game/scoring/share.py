"""Share line: a finished run as one line of text that does not reveal the path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.engine import Direction

if TYPE_CHECKING:
    from mazegame.game.run import Run

PARTS: Final = 10
"""Number of parts of the path in the bar."""

_BARS: Final = "▁▂▃▄▅▆▇█"
_PLAIN_BARS: Final = "12345678"


def efficiency_by_part(run: Run, parts: int = PARTS) -> list[float]:
    """Return the efficiency of a finished run for each part of the path: above 0, at most 1.

    A part ends when the walk is for the first time as near to B as the part's last cell; all
    steps until then count for it. A shorter path has a part for each of its passages.
    """
    dist_min = run.level.dist_min
    parts = min(parts, dist_min)
    marks = [dist_min - dist_min * number // parts for number in range(1, parts + 1)]
    shares: list[float] = []
    cell, taken, before = run.level.start, 0, dist_min
    for move in run.moves:
        cell = Direction(move).step(cell)
        taken += 1
        left = run.level.distance(cell)
        while len(shares) < parts and left <= marks[len(shares)]:
            mark = marks[len(shares)]
            shares.append(min((before - mark) / max(taken, 1), 1.0))
            before, taken = mark, 0
    return shares


def bar(shares: list[float], *, plain: bool = False) -> str:
    """Return a bar of a character for each share: of full height, or 8 in plain text, for 1."""
    glyphs = _PLAIN_BARS if plain else _BARS
    return "".join(glyphs[min(int(share * len(glyphs)), len(glyphs) - 1)] for share in shares)


def share_line(run: Run, heading: str, *, medal: str = "", plain: bool = False) -> str:
    """Return a finished run as one line: heading, stars, score, medal, bar, game ID."""
    result = run.result
    filled, empty = ("*", "-") if plain else ("★", "☆")
    earned = [filled * result.stars + empty * (3 - result.stars), f"{result.score:,}"]
    parts = [
        heading,
        *(["not ranked"] if result.assisted else earned),
        medal,
        bar(efficiency_by_part(run), plain=plain),
        str(run.level.recipe or run.level.name),
    ]
    return "  ".join(filter(None, parts))

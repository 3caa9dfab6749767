"""Share line: a finished run as one line of text that does not reveal the path.

What lives here: the efficiency by tenths of the path, its bar, and the line. What does not: the
clipboard (``screens``), and the score (``score.py``).
"""

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
    """Return the efficiency of a walk for each part of the path to B.

    A part ends when the walk is for the first time as near to B as the part's last cell; all steps
    until then count for it. One pass over the moves.

    Args:
        run: A finished run.
        parts: The number of parts; a shorter path has one for each of its passages.

    Returns:
        For each part, the shortest steps over the steps taken: above 0, at most 1.
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
    """Return a bar of one character for each share: full height is the shortest path.

    Args:
        shares: Above 0, at most 1.
        plain: Whether to write the digits 1 to 8 instead of blocks, for terminals without Unicode.
    """
    glyphs = _PLAIN_BARS if plain else _BARS
    return "".join(glyphs[min(int(share * len(glyphs)), len(glyphs) - 1)] for share in shares)


def share_line(run: Run, heading: str, *, medal: str = "", plain: bool = False) -> str:
    """Return a run as one line: heading, stars, score, medal, bar, game ID.

    Args:
        run: A finished run.
        heading: The maze's name, for example ``mazegame daily 2026-11-22, kruskal in fog``.
        medal: The name of its medal; empty for none.
        plain: Whether to use only ASCII.
    """
    result = run.result
    filled, empty = ("*", "-") if plain else ("★", "☆")
    stars = filled * result.stars + empty * (3 - result.stars)
    parts = [
        heading,
        stars if not result.assisted else "not ranked",
        f"{result.score:,}" if not result.assisted else "",
        medal,
        bar(efficiency_by_part(run), plain=plain),
        str(run.level.recipe or run.level.name),
    ]
    return "  ".join(filter(None, parts))

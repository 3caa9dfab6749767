"""Animated SVG: a film as a vector drawing for browsers.

Pixels of one ink that appear and vanish at the same times are one path with an animated visibility.
So the size of the file depends on the changes, not on the frames.
"""

from __future__ import annotations

from collections import defaultdict
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing import Ink
from mazegame.lab.exporting.film import heights, side_by_side, widths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from mazegame.drawing import Palette
    from mazegame.lab.exporting.film import Film

    Spans = dict[tuple[int, int, int], list[tuple[int, int, int]]]
    """By ink, first frame and frame after the last: runs of pixels, as row, first column and column
    after the last."""

CELL: Final = 12
"""The side of a cell in the drawing's units."""

WALL: Final = 3
"""The thickness of a wall in the drawing's units."""

_MARGIN: Final = 6
_CAPTION: Final = 20


def write(film: Film, palette: Palette) -> Iterator[bytes]:
    """Yield an SVG in pieces."""
    spans, grids = _spans(film)
    times = [*film.starts, film.whole_seconds]
    across = np.concatenate(([0], np.cumsum(widths(grids, WALL, CELL)))) + _MARGIN
    down = np.concatenate(([0], np.cumsum(heights(max(map(len, grids)), WALL, CELL)))) + _MARGIN
    width, height = int(across[-1]) + _MARGIN, int(down[-1]) + _CAPTION + _MARGIN
    whole = film.whole_seconds
    names = "   ".join(show.title for show in film.shows)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">\n'
        f"<title>{escape(film.title or names)}</title>\n"
        f'<rect width="100%" height="100%" fill="{palette.background}"/>\n'
    ).encode()
    for (ink, begin, end), runs in sorted(spans.items()):
        path = "".join(
            f"M{across[first]} {down[row]}h{across[last] - across[first]}"
            f"v{down[row + 1] - down[row]}H{across[first]}z"
            for row, first, last in runs
        )
        colour = "#{:02x}{:02x}{:02x}".format(*palette.rgb(ink))
        yield f'<path fill="{colour}" d="{path}"'.encode()
        yield _visibility(times[begin], times[end], whole).encode()
    text = escape(f"{film.title}   {names}" if film.title else names)
    yield (
        f'<text x="{_MARGIN}" y="{height - _MARGIN}" font-family="sans-serif" font-size="12" '
        f'fill="{palette.foreground}">{text}</text>\n</svg>\n'
    ).encode()


def _spans(film: Film) -> tuple[Spans, list[NDArray[np.uint8]]]:
    """Return the pixels of each ink, and the last picture of each show."""
    spans: Spans = defaultdict(list)
    now = since = np.zeros((0, 0), np.intp)
    grids: list[NDArray[np.uint8]] = []
    for number, grids in enumerate(film.frames()):
        grid = side_by_side(grids).astype(np.intp)
        if not number:
            now, since = grid, np.zeros_like(grid)
        changed = grid != now
        _close(spans, changed, now, since, number)
        now, since = grid, np.where(changed, number, since)
    _close(spans, np.ones(now.shape, np.bool_), now, since, len(film.starts))
    return spans, grids


def _close(
    spans: Spans,
    which: NDArray[np.bool_],
    inks: NDArray[np.intp],
    since: NDArray[np.intp],
    end: int,
) -> None:
    """Add the inks that some pixels had until a frame, run by run."""
    for row in np.flatnonzero(which.any(axis=1)).tolist():
        key = np.where(which[row], inks[row] << 32 | since[row], -1)
        cuts = [0, *(np.flatnonzero(np.diff(key)) + 1).tolist(), len(key)]
        for first, last in pairwise(cuts):
            if key[first] >= 0 and inks[row, first] != Ink.FLOOR:
                begin = int(since[row, first])
                spans[int(inks[row, first]), begin, end].append((row, first, last))


def _visibility(begin: float, end: float, whole: float) -> str:
    """Return the end of a path element with an animation that shows it in one time span."""
    if begin == 0 and end == whole:
        return "/>\n"
    keys = [(0.0, begin == 0)]
    if begin > 0:
        keys.append((begin / whole, True))
    if end < whole:
        keys.append((end / whole, False))
    return (
        '><animate attributeName="visibility" calcMode="discrete" repeatCount="indefinite" '
        f'dur="{whole:g}s" keyTimes="{";".join(f"{share:.5g}" for share, _ in keys)}" '
        f'values="{";".join("visible" if seen else "hidden" for _, seen in keys)}"/></path>\n'
    )

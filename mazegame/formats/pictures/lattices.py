"""Lattices: the lines at equal distances on which the walls of a pictured maze stand.

What lives here: from the starts and ends of walls to lines at equal distances, exactly equal or
about. What does not: what stands on them (``finding.py``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.model.notebook import runs_of
from mazegame.formats.errors import FormatError
from mazegame.formats.pictures.bitmap import Bitmap, Claims

_SAMPLES: Final = 500
"""Rows and columns of pixels that are sampled for the thickness of walls."""


@dataclass(frozen=True)
class Axis:
    """The lattice lines along one side of a picture, and the thickness of walls."""

    lines: NDArray[np.intp]
    """The first pixel of each line of walls; below 0 where a border is cut."""
    thick: int

    def room(self) -> int:
        """Return the pixels between two lines of walls."""
        return int(self.lines[1] - self.lines[0]) - self.thick

    def edges(self, length: int) -> NDArray[np.intp]:
        """Return the first pixel of each zone, wall and room in turn."""
        edges = np.empty(2 * len(self.lines) - 1, np.intp)
        edges[::2] = np.maximum(self.lines, 0)
        edges[1::2] = np.minimum(self.lines[:-1] + self.thick, length)
        return edges


class Edges(NamedTuple):
    """The starts and ends of walls along one side of a picture, in pixels."""

    length: int
    begins: NDArray[np.intp]
    ends: NDArray[np.intp]

    def thick(self) -> int:
        """Return the thickness of walls, in pixels."""
        return _usual_distance(self.begins, self.ends)

    def room(self) -> int:
        """Return the distance between walls, in pixels; 0 if there is only one."""
        return _usual_distance(self.ends[:-1], self.begins)

    def offset(self, pitch: int, thick: int) -> int | None:
        """Return the first place of walls at one distance; None if walls stand elsewhere.

        The first and the last wall may be cut.
        """
        inner = self.begins[1:]
        first = int(inner[0]) % pitch if inner.size else 0
        off = np.concatenate([inner - first, self.ends[:-1] - first - thick]) % pitch
        return None if off.any() else first


def _usual_distance(first: NDArray[np.intp], then: NDArray[np.intp]) -> int:
    """Return the usual distance from some places to the next of others; 0 if there is none."""
    at = np.searchsorted(then, first, side="right")
    runs = np.sort(then[at[at < len(then)]] - first[at < len(then)])
    return int(runs[len(runs) // 4]) if runs.size else 0  # rock and large rooms are wider


def changes(bitmap: Bitmap) -> tuple[Edges, Edges]:
    """Return the starts and ends of walls down the picture, and across it."""
    begins_x, ends_x = np.zeros((2, bitmap.width + 1), np.bool_)
    begins_y, ends_y = np.zeros((2, bitmap.height + 1), np.bool_)
    above = np.zeros((1, bitmap.width), np.bool_)
    for top, band in bitmap.bands():
        down, across = np.concatenate([above, band]), np.pad(band, ((0, 0), (1, 1)))
        begins_y[top : top + len(band)] = (down[1:] & ~down[:-1]).any(axis=1)
        ends_y[top : top + len(band)] = (down[:-1] & ~down[1:]).any(axis=1)
        begins_x |= (across[:, 1:] & ~across[:, :-1]).any(axis=0)
        ends_x |= (across[:, :-1] & ~across[:, 1:]).any(axis=0)
        above = band[-1:]
    ends_y[-1] = above.any()
    return (
        Edges(bitmap.height, np.flatnonzero(begins_y), np.flatnonzero(ends_y)),
        Edges(bitmap.width, np.flatnonzero(begins_x), np.flatnonzero(ends_x)),
    )


def exact_lattice(down: Edges, across: Edges, claims: Claims) -> tuple[Axis, Axis] | None:
    """Find a lattice of exactly equal distances; None if there is none.

    Size and pixels in the claims of the picture's text count if they fit.
    """
    thick = min(down.thick(), across.thick())
    pitch = 0
    if claims.size is not None and claims.pixels is not None:
        cell, wall = claims.pixels
        if [across.length - wall, down.length - wall] == [side * cell for side in claims.size]:
            thick, pitch = wall, cell
    lasts = [edges.length - thick for edges in (down, across)]
    pitch = pitch or math.gcd(*down.begins.tolist(), *across.begins.tolist(), *lasts)
    if pitch <= thick or min(lasts) < pitch:
        return None
    vertical, horizontal = (Axis(np.arange(0, last + 1, pitch), thick) for last in lasts)
    return vertical, horizontal


def bare_axis(
    edges: Edges, cell: int | None, wall: int | None
) -> tuple[Axis, tuple[int, int]] | None:
    """Find lines at one distance along a side that may lack its outermost walls; None without them.

    The caller may know the pixels from a cell to the next, or across a wall. Returns the lines in
    the picture with its frame, and the frame: the pixels that it lacks before and behind.
    """
    thick = wall or edges.thick()
    pitch = cell or math.gcd(*np.diff(edges.begins[1:]).tolist())
    room = pitch - thick
    if room <= 0 or not thick or len(edges.begins) < 2:
        return None
    first = edges.offset(pitch, thick)
    if first is None:
        return None
    lines = np.arange(first - pitch if first > room else first, edges.length, pitch)
    rest = edges.length - int(lines[-1]) - thick
    lacks = [0 < first <= room, rest > 0]
    if (lacks[0] and 2 * first < room) or (lacks[1] and 2 * rest < room):
        return None  # too little of the outermost rooms to be one
    before, behind = (thick * lack for lack in lacks)
    lines = lines + before
    if lacks[0]:
        lines = np.insert(lines, 0, 0)
    if lacks[1]:
        lines = np.append(lines, edges.length + before)
    return Axis(lines, thick), (before, behind)


def cut_lattice(
    down: Edges, across: Edges, pitch: int | None = None, thick: int | None = None
) -> tuple[Axis, Axis] | None:
    """Find a lattice of exactly equal distances whose outermost walls may be cut; None without one.

    The caller may know the pixels from a cell to the next, or across a wall.
    """
    thick = thick or min(down.thick(), across.thick())
    pitch = pitch or _step(down, across)
    if pitch <= thick:
        return None
    vertical, horizontal = (_cut_axis(edges, pitch, thick) for edges in (down, across))
    return None if vertical is None or horizontal is None else (vertical, horizontal)


def _step(down: Edges, across: Edges) -> int:
    """Return the largest distance that divides all those between walls; 0 if there are none."""
    return math.gcd(*(int(step) for edges in (down, across) for step in np.diff(edges.begins[1:])))


def _cut_axis(edges: Edges, pitch: int, thick: int) -> Axis | None:
    """Return the lines at one distance along a side; None if walls stand elsewhere."""
    first = edges.offset(pitch, thick)
    if first is None:
        return None
    return _axis(first - pitch if first else 0, edges.length, pitch, thick)


def _axis(first: int, length: int, pitch: int, thick: int, beyond: int = 0) -> Axis | None:
    """Return the lines from a first one on; None if they do not reach both ends of a side.

    Walls across may end some pixels ``beyond`` the last one.
    """
    lines = np.arange(first, length, pitch)
    if first + thick <= 0 or len(lines) < 2 or lines[-1] + thick + beyond < length:
        return None
    return Axis(lines, thick)


def near_lattice(
    bitmap: Bitmap, edges: tuple[Edges, Edges], pitch: int | None, thick: int | None
) -> tuple[Axis, Axis]:
    """Find the lattice of known pixels that has the most wall on it; ends of walls may be off it.

    A pixel around the outermost lines is passed over, unless it is mostly wall.

    Raises:
        FormatError: If there is none; it says what does not fit.
    """
    asked = [f"{pitch} pixels from a cell to the next"] if pitch else []
    asked += [f"{thick} pixels across a wall"] if thick else []
    none = f"no lattice of {' and '.join(asked)} fits its {bitmap.width}x{bitmap.height} pixels"
    thick = thick or _usual_thickness(bitmap)
    if pitch is None and _step(*edges) <= thick < min(bitmap.width, bitmap.height):
        raise FormatError(
            "its walls stand at no equal distances: name those of a cell: --from-cell"
        )
    pitch = pitch or _step(*edges)
    axes = []
    for name, shares in zip(("height", "width"), _shares(bitmap), strict=True):
        length = len(shares)
        beyond = int(max(shares[0], shares[-1]) < 0.5)
        fits = (_axis(at, length, pitch, thick, beyond) for at in range(1 - thick, 1 + beyond))
        if thick >= min(pitch, length) or not any(fits):
            raise FormatError(f"{none}: its {name} is no number of cells and a wall of {thick}")
        sums = np.cumsum(np.pad(shares, (pitch, thick)))
        walls = sums[thick:] - sums[:-thick]  # in the zone of a line, from the one at 1 - pitch on
        first = max(
            range(1 + beyond - pitch, 1 + beyond),
            key=lambda at: walls[at + pitch - 1 :: pitch].sum(),
        )
        axis = _axis(first, length, pitch, thick, beyond)
        if axis is None:
            raise FormatError(f"{none}: along its {name} most wall is off such lines")
        axes.append(axis)
    return axes[0], axes[1]


def likely_lattice(bitmap: Bitmap) -> tuple[Axis, Axis]:
    """Find a lattice of about equal distances, as in scaled pictures.

    The share of wall is highest on the lines and lowest between them. Among the distances with the
    clearest difference it takes the smallest; cells are squares. Large pictures are refused.
    """
    if max(bitmap.width, bitmap.height) > 20_000:
        raise FormatError("its walls stand at no equal distances")
    rows, columns = _shares(bitmap)
    thick = _usual_thickness(bitmap)
    last_x, last_y = bitmap.width - thick, bitmap.height - thick
    found = []
    for cols in range(1, last_x // max(thick + 2, 4) + 1):
        pitch = last_x / cols
        lines = round(last_y / pitch)
        if lines >= 1 and abs(last_y / lines - pitch) <= 0.04 * pitch:
            clear = _clearness(columns, cols, thick) + _clearness(rows, lines, thick)
            found.append((clear, cols, lines))
    best = max(found, default=(0.0, 0, 0))
    if best[0] < 0.2:
        raise FormatError(
            "its walls stand on no lattice: a picture of a maze has square cells of one size, and "
            "walls of one thickness"
        )
    # A lattice twice too fine reaches half of the best clearness.
    _, cols, lines = max((f for f in found if f[0] > 0.65 * best[0]), key=lambda f: f[1])
    return (
        Axis(np.round(np.arange(lines + 1) * last_y / lines).astype(np.intp), thick),
        Axis(np.round(np.arange(cols + 1) * last_x / cols).astype(np.intp), thick),
    )


def _shares(bitmap: Bitmap) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the share of wall in each row of pixels, and in each column."""
    columns, rows = np.zeros(bitmap.width), np.zeros(bitmap.height)
    for top, band in bitmap.bands():
        columns += band.sum(axis=0)
        rows[top : top + len(band)] = band.sum(axis=1)
    return rows / bitmap.width, columns / bitmap.height


def _usual_thickness(bitmap: Bitmap) -> int:
    """Return the most frequent length of a run of wall pixels, in rows and columns."""
    step = max(1, bitmap.height // _SAMPLES)
    rows = np.concatenate([bitmap.rows(y, y + 1) for y in range(0, bitmap.height, step)])
    step = max(1, bitmap.width // _SAMPLES)
    columns = np.stack([bitmap.column(x) for x in range(0, bitmap.width, step)])
    counts = np.zeros(max(bitmap.width, bitmap.height) + 1, np.intp)
    for lines in (rows, columns):
        _, begins, ends = runs_of(lines).T
        counts += np.bincount(ends - begins, minlength=len(counts))
    return int(counts.argmax())


def _clearness(shares: NDArray[np.float64], count: int, thick: int) -> float:
    """Return the difference between the shares of wall on lattice lines and in cells' middles.

    It ignores the boundary, which is wall for any number of lines.
    """
    if count < 2:
        return 0.0
    pitch = (len(shares) - thick) / count
    inner = np.arange(1, count)
    on = (inner * pitch + (thick - 1) / 2).round().astype(np.intp)
    off = ((np.arange(count) + 0.5) * pitch + (thick - 1) / 2).round().astype(np.intp)
    return float(shares[on].mean() - shares[off].mean())

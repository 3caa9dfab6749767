"""Find the lattice of a pictured maze: the lines with its walls, along one side of the picture.

Lines are int (n, 2): the first pixel of each line, and the one after its last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mazegame.formats.errors import FormatError

Lines: TypeAlias = NDArray[np.intp]

_THICKNESS_TOLERANCE: Final = 0.35
"""Deviation of a wall from the usual thickness, of the thickness; at least a pixel where a cell has
5 or more."""

_MIN_CENTRE_DISTANCE: Final = 0.4
"""Least distance of a wall from a border, in cells."""

_MIN_VOTES: Final = 0.4
"""Share of the rows of a wall one cell long that must cross it."""

NO_LATTICE: Final = (
    "its walls stand on no lattice: a picture of a maze has square cells of one size, and walls of "
    "one thickness"
)


class WallLine(NamedTuple):
    """A line with walls, as measured in pixels."""

    centre: float
    thick: float
    votes: float
    """Number of measured rows or columns that cross a wall here; 0 for the borders."""


class SideMeasurement(NamedTuple):
    """Measurements along one side of a picture, in pixels."""

    length: int
    thick: float
    """The usual thickness of walls."""
    room: float
    """The usual distance between two walls."""
    walls: list[WallLine]
    """The lines with walls; the first and the last are the borders."""

    @property
    def pitch(self) -> float:
        """The distance from a cell to the next."""
        walls = self.walls
        if len(walls) > 2:
            return self.thick + self.room
        return max(walls[-1].centre - walls[0].centre, 1)

    @property
    def borders(self) -> tuple[float, float]:
        """Pixels by which the first and the last line are thicker than other walls."""
        return self.walls[0].thick - self.thick, self.walls[-1].thick - self.thick


def usual_thickness(lines: NDArray[np.bool_]) -> int:
    """Return the most frequent length of a run of wall in lines of pixels."""
    begin, end, _ = _runs(lines)
    return int(np.bincount(end - begin).argmax())


def _runs(lines: NDArray[np.bool_]) -> tuple[Lines, Lines, Lines]:
    """Return begin, end and row of each run of wall."""
    padded = np.pad(lines, ((0, 0), (1, 1)))
    changes = np.flatnonzero(padded[:, 1:] != padded[:, :-1])
    row, at = np.divmod(changes, lines.shape[1] + 1)
    return at[::2], at[1::2], row[::2]


def _frequent_lengths(lengths: NDArray[np.intp], min_share: float = 0.05) -> list[float]:
    """Return one or two typical lengths: the most frequent, and the shortest frequent one.

    A length is frequent if its share is at least ``min_share``. Each result is the mean over a
    small window.
    """
    counts = np.bincount(lengths).astype(float)
    wide = counts.copy()
    wide[3:] += counts[2:-1]
    wide[3:-1] += counts[4:]
    often = np.flatnonzero(wide >= min_share * len(lengths))
    found = []
    for first in (int(counts.argmax()), *often[:1].tolist()):
        reach = max(2, 1 + first // 3)  # anti-aliased edges make lengths longer, not shorter
        best = first + int(counts[first : first + reach].argmax())
        slack = 0 if best < 3 else max(1, best // 5)
        near = np.arange(max(0, best - slack), min(best + slack + 1, len(counts)))
        found.append(float(near @ counts[near] / counts[near].sum()))
    return list(dict.fromkeys(found))


def _border_thickness(lengths: NDArray[np.intp], thick: float, room: float) -> float:
    """Return the thickness of a border, given the runs of wall at it.

    A border may be thicker than other walls, but not by most of a cell: longer runs are walls that
    end at the border.
    """
    of_border = lengths[(lengths <= 3 * thick + 1) & (lengths < thick + 0.7 * room + 1)]
    return float(np.median(of_border)) if of_border.size else thick


def measure_walls(lines: NDArray[np.bool_], share: float = 1.0) -> Iterator[SideMeasurement]:
    """Yield possible measurements of the walls across rows or columns of pixels, likeliest first.

    Args:
        lines: Sampled rows or columns of pixels: bool (n, length).
        share: The share of all rows or columns that was sampled.

    Raises:
        FormatError: If there are no walls of one thickness.
    """
    length = lines.shape[1]
    begin, end, row = _runs(lines)
    lengths = end - begin
    rooms = (begin[1:] - end[:-1])[row[1:] == row[:-1]]
    if not (lengths < length).any() or not rooms.size:
        raise FormatError(NO_LATTICE)
    for room in _frequent_lengths(rooms)[::-1]:
        for thick in _frequent_lengths(lengths[lengths < length]):
            tolerance = max(1.0 if thick + room >= 5 else 0.0, _THICKNESS_TOLERANCE * thick)
            borders = [
                _border_thickness(lengths[at_edge], thick, room)
                for at_edge in (begin == 0, end == length)
            ]
            is_wall = np.abs(lengths - thick) <= tolerance
            doubled_centres = (begin + end)[is_wall]
            votes = np.bincount(doubled_centres, minlength=2 * length + 1).astype(float)
            sums = np.bincount(doubled_centres, lengths[is_wall], 2 * length + 1)
            first_centre, last_centre = borders[0] / 2, length - borders[1] / 2
            min_distance = _MIN_CENTRE_DISTANCE * (thick + room)
            places, step = np.flatnonzero(votes), 2 if thick + room >= 6 else 1
            inner = []
            for group in np.split(places, np.flatnonzero(np.diff(places) > step) + 1):
                weight = float(votes[group].sum())
                centre = float((group * votes[group]).sum()) / max(weight, 1) / 2
                is_inside = first_centre + min_distance < centre < last_centre - min_distance
                if weight >= max(1, _MIN_VOTES * room * share) and is_inside:
                    inner.append(WallLine(centre, float(sums[group].sum()) / weight, weight))
            first = WallLine(first_centre, borders[0], 0)
            last = WallLine(last_centre, borders[1], 0)
            walls = [first, *inner, last]
            yield SideMeasurement(length, thick, room, walls)


def likely_pitches(side: SideMeasurement, other_side: SideMeasurement) -> list[float]:
    """Return possible distances from a cell to the next along one side, likeliest first.

    Since cells are squares, the other side decides if few lines are seen along this one.
    """
    pitch = side.pitch
    cells = pitch / (other_side.thick + other_side.room)  # of the other side, in a pitch of this
    pitches = [pitch]
    has_walls = len(other_side.walls) > 2
    if has_walls and round(cells) >= 2 and abs(cells - round(cells)) < 0.06 * cells:
        few_walls = 2 < len(side.walls) < 5  # then the other side is more reliable
        pitches.insert(0 if few_walls else 1, pitch / round(cells))
    return pitches


def lines_of(seen: SideMeasurement, pitch: float) -> Lines:
    """Return the lines of a lattice of about equal distances, with lines that have no walls.

    The outermost cells may have another size.

    Raises:
        FormatError: If there are walls beside the lines.
    """
    inner, borders = seen.walls[1:-1], (seen.walls[0], seen.walls[-1])
    strong = 0.25 * float(np.median([wall.votes for wall in inner])) if len(inner) > 1 else 0
    kept = [borders[0], *(wall for wall in inner if wall.votes >= strong), borders[1]]
    index, centres = np.zeros(0, int), np.zeros(0)
    for _ in range(2):  # fit a straight line, drop the walls off it, and fit again
        centres = np.array([wall.centre for wall in kept])
        steps = np.maximum(np.round(np.diff(centres) / pitch), 1)
        index = np.concatenate([[0], np.cumsum(steps)]).astype(int)
        if len(kept) < 4:
            break
        slope, start = np.polyfit(index[1:-1], centres[1:-1], 1)
        off = np.abs(centres - start - slope * index)
        max_residual = 0.1 if slope < 5 else max(0.75, 0.06 * slope)  # in pixels
        if off[1:-1].max() > max_residual:
            worst = centres[1 + off[1:-1].argmax()]
            raise FormatError(f"{NO_LATTICE}; one is {worst:.0f} of {seen.length} pixels in")
        if max(off[0], off[-1]) > (0.35 * slope if slope >= 8 else max_residual):
            raise FormatError("its outermost cells have another size")
        places = [(wall.centre - start) / slope for wall in inner]
        near = zip(inner, places, strict=True)
        fits = [wall for wall, at in near if abs(at - round(at)) * slope <= max_residual]
        kept, pitch = [borders[0], *fits, borders[1]], slope
    thicks = np.full(index[-1] + 1, seen.thick)
    thicks[index] = [wall.thick for wall in kept]
    middle = np.interp(np.arange(len(thicks)), index, centres)
    lines = np.stack([middle - thicks / 2, middle + thicks / 2], axis=1)
    found = np.clip(np.floor(lines + 0.5 + 1e-6).astype(np.intp), 0, seen.length)
    found[:, 1] = np.maximum(found[:, 1], found[:, 0] + 1)
    found[0, 0], found[-1, 1] = 0, seen.length
    if len(found) < 2 or (found[1:, 0] <= found[:-1, 1]).any():
        raise FormatError("its walls leave no room between them")
    return found


def known_lines(shares: NDArray[np.float64], pitch: int, thick: int, *, has_margin: bool) -> Lines:
    """Return the lines of a known distance and thickness that cover the most wall.

    A border may be cropped; its line then has no pixels. Ends of walls may be a pixel beyond it.

    Args:
        shares: The share of wall in each row or column of pixels.
        pitch: Pixels from a line to the next.
        thick: Pixels across a line.
        has_margin: Whether there is a margin around the maze, so that no border can be cropped.

    Raises:
        FormatError: If the lines do not reach both ends.
    """
    length, room = len(shares), pitch - thick
    if room < 1 or pitch >= length:
        raise FormatError("it is too small for that")
    sums = np.cumsum(np.pad(shares, (pitch, pitch)))
    # The wall covered by a line, for each first pixel from 1 - pitch on.
    on_line = sums[thick:] - sums[:-thick]
    scores = [float(on_line[at : at + length + pitch : pitch].sum()) for at in range(pitch)]
    first = 1 - pitch + int(np.argmax(scores))
    begins = np.arange(first, length + pitch, pitch)
    # The outermost room may be cut by less than half; a pixel alone is the end of a wall.
    if begins[1] <= 1 < thick and begins[0] + thick <= 0:
        begins = begins[1:]
    if length - (begins[-2] + thick) <= (1 if thick > 1 else 0):
        begins = begins[:-1]
    missing = begins[0] + thick <= 0, begins[-1] >= length
    seen = begins[1] - max(begins[0] + thick, 0), min(begins[-1], length) - begins[-2] - thick
    for is_missing, pixels in zip(missing, seen, strict=True):
        if is_missing and (has_margin or 2 * pixels < room):
            raise FormatError("such lines do not reach both ends of it")
    lines: Lines = np.clip(np.stack([begins, begins + thick], axis=1), 0, length)
    return lines

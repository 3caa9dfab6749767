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


def _usual(lengths: Lines, least: float = 0.05) -> list[float]:
    """Return the most frequent length and the shortest frequent one, each averaged with near ones.

    A length is frequent if its share is ``least`` or more.
    """
    counts = np.bincount(lengths).astype(float)
    wide = counts.copy()
    wide[3:] += counts[2:-1]
    wide[3:-1] += counts[4:]
    often = np.flatnonzero(wide >= least * len(lengths))
    found = []
    for first in (int(counts.argmax()), *often[:1].tolist()):
        best = first + int(counts[first : first + max(2, 1 + first // 3)].argmax())
        slack = 0 if best < 3 else max(1, best // 5)
        near = np.arange(max(0, best - slack), min(best + slack + 1, len(counts)))
        found.append(float(near @ counts[near] / counts[near].sum()))
    return list(dict.fromkeys(found))


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
    long = end - begin
    rooms = (begin[1:] - end[:-1])[row[1:] == row[:-1]]
    if not (long < length).any() or not rooms.size:
        raise FormatError(NO_LATTICE)
    for room in _usual(rooms)[::-1]:
        for thick in _usual(long[long < length]):
            slack = max(1.0 if thick + room >= 5 else 0.0, 0.35 * thick)
            borders = []
            for at_edge in (begin == 0, end == length):  # a border may have its own thickness
                deep = long[at_edge & (long <= 3 * thick + 1) & (long < thick + 0.7 * room + 1)]
                borders.append(float(np.median(deep)) if deep.size else thick)
            is_wall = np.abs(long - thick) <= slack
            middles = (begin + end)[is_wall]  # twice the centre
            votes = np.bincount(middles, minlength=2 * length + 1).astype(float)
            sums = np.bincount(middles, long[is_wall], 2 * length + 1)
            first, last, near = borders[0] / 2, length - borders[1] / 2, 0.4 * (thick + room)
            places, step = np.flatnonzero(votes), 2 if thick + room >= 6 else 1
            inner = []
            for group in np.split(places, np.flatnonzero(np.diff(places) > step) + 1):
                weight = float(votes[group].sum())
                centre = float((group * votes[group]).sum()) / max(weight, 1) / 2
                if weight >= max(1, 0.4 * room * share) and first + near < centre < last - near:
                    inner.append(WallLine(centre, float(sums[group].sum()) / weight, weight))
            walls = [WallLine(first, borders[0], 0), *inner, WallLine(last, borders[1], 0)]
            yield SideMeasurement(length, thick, room, walls)


def likely_pitches(seen: SideMeasurement, other: SideMeasurement) -> list[float]:
    """Return possible distances from a cell to the next along one side, likeliest first.

    Since cells are squares, the other side decides if few lines are seen along this one.
    """
    own = seen.pitch
    times = own / (other.thick + other.room)
    pitches = [own]
    if len(other.walls) > 2 and round(times) >= 2 and abs(times - round(times)) < 0.06 * times:
        pitches.insert(0 if 2 < len(seen.walls) < 5 else 1, own / round(times))
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
    for _ in range(2):
        centres = np.array([wall.centre for wall in kept])
        steps = np.maximum(np.round(np.diff(centres) / pitch), 1)
        index = np.concatenate([[0], np.cumsum(steps)]).astype(int)
        if len(kept) < 4:
            break
        slope, start = np.polyfit(index[1:-1], centres[1:-1], 1)
        off = np.abs(centres - start - slope * index)
        most = 0.1 if slope < 5 else max(0.75, 0.06 * slope)
        if off[1:-1].max() > most:
            worst = centres[1 + off[1:-1].argmax()]
            raise FormatError(f"{NO_LATTICE}; one is {worst:.0f} of {seen.length} pixels in")
        if max(off[0], off[-1]) > (0.35 * slope if slope >= 8 else most):
            raise FormatError("its outermost cells have another size")
        places = [(wall.centre - start) / slope for wall in inner]
        near = zip(inner, places, strict=True)
        fits = [wall for wall, at in near if abs(at - round(at)) * slope <= most]
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
    on_line = sums[thick:] - sums[:-thick]  # from the line at 1 - pitch on
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

"""Zones: which cell takes which weights.

A zone map gives each cell a small integer, the index into the recipe's list of weights. In a recipe
it is the name of a pattern, some with a measure behind a dot: ``stripes.3`` is stripes three cells
wide.

What lives here: the patterns. What does not: the weights (``weights.py``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from mazegame.engine.validation import as_numeric_array
from mazegame.engine.weights import MAX_ZONES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from mazegame.engine.weights import Weights

_Integers: TypeAlias = "NDArray[np.signedinteger[Any]]"

WHOLE: Final = "one"
"""The name of the pattern that is none: the whole maze is one zone."""

GRADIENT_STEPS: Final = 16
"""A gradient changes its weights in so many steps from west to east."""

_MOST: Final = 9999

_BAND_CELLS: Final = 1 << 16
"""A pattern is drawn for so many cells at a time."""

_FORM: Final = re.compile(r"([a-z]+)(?:\.([0-9]+))?")


@dataclass(frozen=True)
class Pattern:
    """A way to divide a grid into zones."""

    name: str
    about: str
    """One line for people."""
    draw: Callable[[_Integers, _Integers, int, int, int], _Integers]
    """From (row (rows, 1), col (1, cols), rows, cols, measure) to the zone of each cell."""
    zones: int = 0
    """How many zones it makes; 0: as many as there are weights, in turn."""
    measure: int = 0
    """The measure in cells if none is given; 0 if it has none."""


PATTERNS: Final = {
    pattern.name: pattern
    for pattern in (
        Pattern(
            "halves",
            "the west and the east",
            lambda _, c, __, cols, ___: c * 2 // cols,
            zones=2,
        ),
        Pattern(
            "quarters",
            "north-west, north-east, south-west, south-east",
            lambda r, c, rows, cols, _: r * 2 // rows * 2 + c * 2 // cols,
            zones=4,
        ),
        Pattern(
            "rings",
            "one inside the other, from the rim",
            lambda r, c, rows, cols, size: (
                np.minimum(np.minimum(r, rows - 1 - r), np.minimum(c, cols - 1 - c)) // size
            ),
            measure=4,
        ),
        Pattern("stripes", "upright stripes", lambda _, c, __, ___, size: c // size, measure=4),
        Pattern(
            "checker",
            "squares in turn, as on a board",
            lambda r, c, _, __, size: r // size + c // size,
            measure=4,
        ),
        Pattern(
            "gradient",
            "from the first weights in the west to the last in the east, little by little",
            lambda _, c, __, cols, ___: c * GRADIENT_STEPS // cols,
            zones=GRADIENT_STEPS,
        ),
    )
}
"""Every pattern by its name."""


def parse_zones(text: str) -> tuple[Pattern, int]:
    """Read the name of a pattern, and its measure.

    Raises:
        ValueError: Saying what fits.
    """
    match = _FORM.fullmatch(text)
    pattern = PATTERNS.get(match[1]) if match else None
    if match is None or pattern is None:
        raise ValueError(f"{WHOLE}, {', '.join(PATTERNS)}")
    if match[2] is None:
        return pattern, pattern.measure
    if not pattern.measure:
        raise ValueError(f"{pattern.name} without a measure")
    digits = match[2].lstrip("0")
    if not digits or len(digits) > 9 or int(digits) > _MOST:
        raise ValueError(f"{pattern.name}.1 to {pattern.name}.{_MOST}")
    return pattern, int(digits)


def canonical_zones(text: str) -> str:
    """Return the one spelling of a pattern; raise ValueError saying what fits."""
    if text == WHOLE:
        return text
    pattern, measure = parse_zones(text)
    return pattern.name if measure == pattern.measure else f"{pattern.name}.{measure}"


def zone_map(text: str, cols: int, rows: int, many: int) -> NDArray[np.uint8]:
    """Draw a pattern.

    Args:
        text: Its name, and its measure if it has one.
        cols: Columns of cells.
        rows: Rows of cells.
        many: How many weights there are: zones beyond take them in turn (but a gradient, which has
            as many zones as steps, whatever there is).

    Returns:
        uint8 (rows, cols).
    """
    pattern, measure = parse_zones(text)
    wrap = GRADIENT_STEPS if pattern.name == "gradient" else many
    zones = np.empty((rows, cols), np.uint8)
    # Half the bytes where nothing overflows: a gradient multiplies by its steps.
    integer: type[np.signedinteger[Any]] = (
        np.int32 if max(rows, cols) * GRADIENT_STEPS < 1 << 31 else np.int64
    )
    col = np.arange(cols, dtype=integer)[None, :]
    height = max(_BAND_CELLS // cols, 1)
    for first in range(0, rows, height):  # the numbers on the way are large
        row = np.arange(first, min(first + height, rows), dtype=integer)[:, None]
        drawn = pattern.draw(row, col, rows, cols, measure)
        zones[first : first + height] = drawn - drawn // wrap * wrap  # NumPy's % takes far longer
    return zones


def zone_weights(text: str, weights: Sequence[Weights]) -> tuple[Weights, ...]:
    """Return the weights of each zone of a pattern's map: a gradient's lie between the given."""
    if parse_zones(text)[0].name != "gradient":
        return tuple(weights)
    last = GRADIENT_STEPS - 1
    mixed: list[Weights] = []
    for step in range(GRADIENT_STEPS):
        at, far = divmod(step * (len(weights) - 1), last)
        first, second = weights[at], weights[min(at + 1, len(weights) - 1)]
        n, e, s, w = (a * (last - far) + b * far for a, b in zip(first, second, strict=True))
        mixed.append((n, e, s, w))
    return tuple(mixed)


def check_zone_map(given: object, cols: int, rows: int, many: int) -> NDArray[np.uint8]:
    """Check a zone map of one's own.

    Args:
        given: Integers of shape (rows, cols), each an index into the weights.
        cols: Columns of the maze.
        rows: Rows of the maze.
        many: How many weights there are.

    Returns:
        uint8 (rows, cols).

    Raises:
        ValueError: If it holds no integers, the shape is another, or a zone has no weights.
    """
    zones = as_numeric_array(given, "the zone map")
    if zones.shape != (rows, cols):
        raise ValueError(
            f"the zone map must have the shape (rows, cols) = {(rows, cols)}, not {zones.shape}"
        )
    if not np.issubdtype(zones.dtype, np.integer) and zones.dtype != np.bool_:
        raise ValueError(f"the zone map must hold integers, not {zones.dtype}")
    lowest, highest = int(zones.min()), int(zones.max())
    if lowest < 0 or highest >= many:
        wrong = lowest if lowest < 0 else highest
        raise ValueError(
            f"the zone map holds {wrong}, but there are weights for the zones 0 to {many - 1}"
            f" (at most {MAX_ZONES} zones)"
        )
    return zones.astype(np.uint8)

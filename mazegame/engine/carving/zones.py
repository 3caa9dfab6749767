"""Zones: which cell takes which weights.

A zone map gives each cell a small integer, the index of its weights in the recipe's list. A recipe
names a pattern, some with a size after a dot: ``stripes.3`` has stripes three cells wide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.weights import MAX_ZONES, Weights
from mazegame.engine.support.validation import as_numeric_array

_Integers: TypeAlias = "NDArray[np.signedinteger[Any]]"

NO_ZONES: Final = "one"
"""The text of a recipe without zones: the whole maze is one zone."""

GRADIENT_STEPS: Final = 16
"""Number of steps in which a gradient changes its weights from west to east."""

_MAX_SIZE: Final = 9999
"""Largest size of a pattern, in cells."""

_BAND_CELLS: Final = 1 << 16
"""Cells whose zones are computed at a time; the intermediate arrays take several bytes per cell."""

_FORM: Final = re.compile(r"([a-z]+)(?:\.([0-9]+))?")


@dataclass(frozen=True)
class Pattern:
    """A way to divide a grid into zones."""

    name: str
    about: str
    """Description for users, one line."""
    draw: Callable[[_Integers, _Integers, int, int, int], _Integers]
    """From (row, col, rows, cols, size) to the zone of each cell.

    ``row`` (n, 1) has the numbers of some rows of the grid, ``col`` (1, cols) those of all columns.
    """
    zones: int = 0
    """Number of zones; 0 for as many as there are weights, in turn."""
    size: int = 0
    """Default size in cells; 0 if the pattern has no size."""


PATTERNS: Final = {
    pattern.name: pattern
    for pattern in (
        Pattern(
            "halves", "the west and the east", lambda _, c, __, cols, ___: c * 2 // cols, zones=2
        ),
        Pattern(
            "quarters",
            "north-west, north-east, south-west, south-east",
            lambda r, c, rows, cols, _: r * 2 // rows * 2 + c * 2 // cols,
            zones=4,
        ),
        Pattern(
            "rings",
            "one inside the other, from the boundary",
            lambda r, c, rows, cols, size: (
                np.minimum(np.minimum(r, rows - 1 - r), np.minimum(c, cols - 1 - c)) // size
            ),
            size=4,
        ),
        Pattern("stripes", "vertical stripes", lambda _, c, __, ___, size: c // size, size=4),
        Pattern(
            "checker",
            "squares in turn, as on a board",
            lambda r, c, _, __, size: r // size + c // size,
            size=4,
        ),
        Pattern(
            "gradient",
            "from the first weights in the west to the last in the east, little by little",
            lambda _, c, __, cols, ___: c * GRADIENT_STEPS // cols,
            zones=GRADIENT_STEPS,
        ),
    )
}
"""Every pattern by name."""


def parse_zones(text: str) -> tuple[Pattern, int]:
    """Parse the name of a pattern, and its size; raise ValueError with the patterns that fit."""
    match = _FORM.fullmatch(text)
    if match is None or match[1] not in PATTERNS:
        *others, last = PATTERNS
        raise ValueError(f"{NO_ZONES}, {', '.join(others)} or {last}")
    pattern = PATTERNS[match[1]]
    if match[2] is None:
        return pattern, pattern.size
    if not pattern.size:
        raise ValueError(f"{pattern.name} without a size")
    digits = match[2].lstrip("0")
    if not digits or len(digits) > 9 or int(digits) > _MAX_SIZE:
        raise ValueError(f"{pattern.name}.1 to {pattern.name}.{_MAX_SIZE}")
    return pattern, int(digits)


def canonical_zones(text: str) -> str:
    """Return the canonical spelling of a pattern; raise ValueError with the patterns that fit."""
    if text == NO_ZONES:
        return text
    pattern, size = parse_zones(text)
    return pattern.name if size == pattern.size else f"{pattern.name}.{size}"


def zone_map(text: str, cols: int, rows: int, zone_count: int) -> NDArray[np.uint8]:
    """Return the zone map of a pattern, uint8 (rows, cols).

    A pattern with more zones than there are weights uses these in turn; a gradient always has
    ``GRADIENT_STEPS`` zones.
    """
    pattern, size = parse_zones(text)
    wrap = GRADIENT_STEPS if pattern.name == "gradient" else zone_count
    zones = np.empty((rows, cols), np.uint8)
    # 32 bits where they suffice: a gradient multiplies columns by its steps.
    integer: type[np.signedinteger[Any]] = (
        np.int32 if max(rows, cols) * GRADIENT_STEPS < 1 << 31 else np.int64
    )
    col = np.arange(cols, dtype=integer)[None, :]
    height = max(_BAND_CELLS // cols, 1)
    for first_row in range(0, rows, height):  # bands keep the intermediate arrays small
        row = np.arange(first_row, min(first_row + height, rows), dtype=integer)[:, None]
        drawn = pattern.draw(row, col, rows, cols, size)
        zones[first_row : first_row + height] = (
            drawn - drawn // wrap * wrap
        )  # NumPy's % is far slower
    return zones


def zone_weights(text: str, weights: Sequence[Weights]) -> tuple[Weights, ...]:
    """Return the weights of each zone of a pattern; a gradient mixes those that are given."""
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


def check_zone_map(zones: object, cols: int, rows: int, zone_count: int) -> NDArray[np.uint8]:
    """Return a custom zone map as uint8 (rows, cols).

    A ValueError refuses other shapes, what are no integers, and zones without weights.
    """
    array = as_numeric_array(zones, "the zone map")
    if array.shape != (rows, cols):
        raise ValueError(
            f"the zone map must have the shape (rows, cols) = {(rows, cols)}, not {array.shape}"
        )
    if not np.issubdtype(array.dtype, np.integer) and array.dtype != np.bool_:
        raise ValueError(f"the zone map must hold integers, not {array.dtype}")
    wrong = int(array.min())
    if wrong >= 0:
        wrong = int(array.max())
    if not 0 <= wrong < zone_count:
        raise ValueError(
            f"the zone map holds {wrong}, but there are weights for the zones 0 to {zone_count - 1}"
            f" (at most {MAX_ZONES} zones)"
        )
    return array.astype(np.uint8)

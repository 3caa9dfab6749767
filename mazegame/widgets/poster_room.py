"""The room of the New game screen: how large its parts are in a terminal of a size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from textual.geometry import Size

NARROW: Final = 64
"""In fewer columns than this there is one column of panels."""

VAST: Final = 110
"""From this many columns on, the form stands in the middle and the pictures are large."""

FRAMED: Final = 20
"""From this many lines on, panels have frames."""

TALL: Final = 30
"""From this many lines on, figures stand below the preview."""

GRAND: Final = 42
"""From this many lines on, the title is large."""

SMALL_TITLE, LARGE_TITLE = 78, 90
"""Fewest columns for the small title beside what waits, and for the large title above it."""

LIST_WIDTHS: Final = (28, 37)
"""How wide the list of designs is with its frame, with small and with large pictures."""

BESIDE_PREVIEW: Final = 4
"""Columns of the preview's frame."""

COMFORTABLE: Final = 140
"""Columns of the form on a large terminal, if the maze does not need more."""

LINES_BESIDE_PREVIEW: Final = 7
"""What the preview's panel holds besides it: its frame, what the design is like, its figures."""

LINES_OF_FORM: Final = 14
"""What there is besides list and preview on a large terminal: the title, the fields, the keys."""

COLUMNS: Final = ((0, "-narrow"), (NARROW, "-wide"), (VAST, "-vast"))
"""The classes of the screen by its columns."""

LINES: Final = ((0, "-low"), (FRAMED, "-framed"), (TALL, "-tall"), (GRAND, "-grand"))
"""The classes of the screen by its lines."""


def poster_room(size: Size, drawn: tuple[int, int], listed: int) -> tuple[int | None, int | None]:
    """Return the columns and lines in which the form stands together; None for all there are.

    Args:
        size: The terminal's size.
        drawn: Columns and lines of the preview, if it shows the very level.
        listed: Lines of the whole list of designs.
    """
    width = height = None
    vast = size.width >= VAST
    if vast:
        needed = drawn[0] + LIST_WIDTHS[vast] + BESIDE_PREVIEW
        width = min(max(needed, COMFORTABLE), size.width)
    if size.height >= GRAND:
        upper = max(drawn[1] + LINES_BESIDE_PREVIEW, listed + 2)
        height = min(upper + LINES_OF_FORM, size.height)
    return width, height


def title_lines(size: Size) -> int:
    """Return how many lines high the title is."""
    if size.width < SMALL_TITLE or size.height < FRAMED:
        return 1
    return 6 if size.height >= GRAND and size.width >= LARGE_TITLE else 3

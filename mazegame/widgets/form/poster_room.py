"""The layout of first screen and design form: the sizes of their parts by that of the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from textual.geometry import Size

NARROW, VAST = 64, 110
"""Fewest columns of a screen with two columns of panels, and of one with a centred form and large
pictures."""

FRAMED, TALL, GRAND = 20, 30, 42
"""Fewest lines of a screen whose panels have frames, of one with figures below the preview, and of
one that does not fill its terminal."""

LIST_WIDTHS: Final = (28, 37)
"""Columns of the list of designs with its frame, for small and for large pictures."""

BESIDE_PREVIEW, LINES_BESIDE_PREVIEW = 4, 7
"""Columns of the preview's frame, and the lines of its panel besides the maze: frame, description,
figures."""

COMFORTABLE, LINES_OF_FORM = 140, 9
"""Columns of the form on a large terminal, unless the maze needs more, and its lines besides list
and preview: fields and keys."""

COLUMNS: Final = ((0, "-narrow"), (NARROW, "-wide"), (VAST, "-vast"))
"""The classes of the screen by its columns."""

LINES: Final = ((0, "-low"), (FRAMED, "-framed"), (TALL, "-tall"), (GRAND, "-grand"))
"""The classes of the screen by its lines."""


def poster_room(size: Size, drawn: tuple[int, int], listed: int) -> tuple[int | None, int | None]:
    """Return the columns and lines of the form; None for the whole terminal.

    It has room for a preview of the whole level, in some columns and lines, and the listed designs.
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

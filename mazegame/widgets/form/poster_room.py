"""The layout of the first screen and the design form, by the size of the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from textual.geometry import Size

NARROW: Final = 64
"""Fewest columns of a screen with two columns of panels."""

VAST: Final = 110
"""Fewest columns of a screen with a centred form and a wide list of designs."""

FRAMED: Final = 20
"""Fewest lines of a screen whose panels have frames."""

TALL: Final = 30
"""Fewest lines of a screen with figures below the preview."""

GRAND: Final = 42
"""Fewest lines of a screen that the form does not fill."""

LIST_WIDTH: Final = 37
"""Columns of the list of designs with its frame on such a screen."""

BESIDE_PREVIEW: Final = 4
"""Columns of the preview's frame."""

LINES_BESIDE_PREVIEW: Final = 7
"""Lines of the preview's panel apart from the maze: frame, description, figures."""

COMFORTABLE: Final = 140
"""Columns of the form on a large terminal, unless the maze needs more."""

LINES_OF_FORM: Final = 9
"""Lines of the form apart from list and preview: fields and keys."""

COLUMNS: Final = ((0, "-narrow"), (NARROW, "-wide"), (VAST, "-vast"))
"""The classes of the screen by its columns."""

LINES: Final = ((0, "-low"), (FRAMED, "-framed"), (TALL, "-tall"), (GRAND, "-grand"))
"""The classes of the screen by its lines."""


def poster_room(size: Size, drawn: tuple[int, int], listed: int) -> tuple[int | None, int | None]:
    """Return the columns and lines of the form; None for the whole terminal.

    It has room for a preview of the whole level, in some columns and lines, and the listed designs.
    """
    width = height = None
    if size.width >= VAST:
        needed = drawn[0] + LIST_WIDTH + BESIDE_PREVIEW
        width = min(max(needed, COMFORTABLE), size.width)
    if size.height >= GRAND:
        upper = max(drawn[1] + LINES_BESIDE_PREVIEW, listed + 2)
        height = min(upper + LINES_OF_FORM, size.height)
    return width, height

"""The drawings that this terminal can show."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from mazegame.ascii import is_unicode
from mazegame.drawing import ASCII_ZOOMS, WALLS, Overview, zooms
from mazegame.drawing.names import ROOMY
from mazegame.drawing.wall_map import fitting_map
from mazegame.widgets.look import look_of

if TYPE_CHECKING:
    from textual.app import App

    from mazegame.drawing import Drawing


def has_unicode() -> bool:
    """Return whether the terminal shows Unicode. Textual paints on standard error."""
    return is_unicode(sys.__stderr__)


def zooms_for(app: App[Any]) -> tuple[Drawing, ...]:
    """Return the drawings to zoom between; only ASCII ones if the output is not Unicode."""
    if not has_unicode():
        return ASCII_ZOOMS
    return zooms(look_of(app).walls, colour=not app.no_color)


def roomy_capacity(app: App[Any], width: int, height: int) -> tuple[int, int]:
    """Return the (cols, rows) of the largest maze that fits a window in the roomy drawing."""
    roomy = next(drawing for drawing in zooms_for(app) if drawing.name == ROOMY)
    return roomy.capacity(width, height)


def map_for(app: App[Any], cols: int, rows: int, width: int, height: int) -> Drawing:
    """Return the map of a maze that fills a window as far as it can."""
    colour = not app.no_color
    if has_unicode():
        glyphs = WALLS["rounded"]
        found = fitting_map(cols, rows, (width, height), glyphs, colour=colour)
        if found is not None:
            return found
    return Overview.fitting(
        cols, rows, width, height, braille=has_unicode(), density=has_unicode(), colour=colour
    )


def enough_capacity(
    app: App[Any], width: int, height: int, least: tuple[int, int]
) -> tuple[int, int]:
    """Return the (cols, rows) that fit a window in the roomiest drawing that shows enough.

    Args:
        app: Has the look.
        width: The columns of the window.
        height: Its lines.
        least: The columns and rows to show; the smallest drawing may show fewer.
    """
    drawings = zooms_for(app)
    first = next(at for at, drawing in enumerate(drawings) if drawing.name == ROOMY)
    sizes = [drawing.capacity(width, height) for drawing in drawings[first:]]
    enough = (size for size in sizes if size[0] >= least[0] and size[1] >= least[1])
    return next(enough, sizes[-1])

"""Drawings that the terminal can show, in the player's look."""

from __future__ import annotations

from itertools import dropwhile
from typing import TYPE_CHECKING, Any

from mazegame.config import Config
from mazegame.drawing import WALLS, Overview, best_fit, capacity, zooms
from mazegame.drawing.density import DensityMap
from mazegame.drawing.names import ROOMY
from mazegame.drawing.palette import MONO
from mazegame.drawing.wall_map import walled_maps
from mazegame.widgets.text.characters import characters, has_all_signs, has_unicode, look_of

if TYPE_CHECKING:
    from textual.app import App

    from mazegame.drawing import Drawing
    from mazegame.game.setup.own_design import OwnDesign


def own_designs_of(app: App[Any]) -> tuple[OwnDesign, ...]:
    """Return the designs that the player has named; none if the app has no config."""
    config = getattr(app, "config", None)
    return config.form.designs if isinstance(config, Config) else ()


def walls_shown(app: App[Any]) -> str:
    """Return the player's style of walls, as far as the terminal supports it.

    A text console has light lines; its double ones are those of walks.
    """
    walls, shown = look_of(app).walls, characters(app)
    if shown == "console" and walls != "blocks":
        return "light"
    return "ascii" if shown == "ascii" else walls


def zooms_for(app: App[Any], *, marked: bool = False) -> tuple[Drawing, ...]:
    """Return the drawings to zoom between; without Unicode only ASCII ones."""
    return zooms(walls_shown(app), colour=uses_colour(app), marked=marked, faces=shows_faces(app))


def shows_faces(app: App[Any]) -> bool:
    """Return whether mazes have the walls of their textures: a text console lacks the lines."""
    return look_of(app).shows_faces and characters(app) != "console"


def uses_colour(app: App[Any]) -> bool:
    """Return whether colour may distinguish marks: not without colours, nor in greys."""
    return not app.no_color and app.theme != MONO.name


def maps_for(
    app: App[Any], cols: int, rows: int, width: int, height: int, *, painted: bool = False
) -> tuple[Drawing, ...]:
    """Return the maps of a maze: one of the whole maze that fills a window, then larger ones.

    ``painted`` maps can show paint.
    """
    colour = uses_colour(app)
    walls = "heavy" if has_unicode(app) else "ascii"  # so that it looks like no view of the maze
    walled = walled_maps(walls, colour=colour, painted=painted)
    found = best_fit(walled, cols, rows, width, height)
    if found is not None:
        return walled[walled.index(found) :: -1]
    if painted:
        whole = DensityMap.fitting(cols, rows, (width, height), WALLS[walls], colour=colour)
        return (whole, *reversed(walled))
    coarse = Overview.filling(
        cols, rows, width, height, braille=has_all_signs(app), density=True, colour=colour
    )
    return (*coarse, *reversed(walled))


def enough_capacity(
    app: App[Any], width: int, height: int, least: tuple[int, int] = (1, 1)
) -> tuple[int, int]:
    """Return the (cols, rows) that fit a window in the first drawing that shows ``least``.

    The roomy drawing comes first; the smallest may show fewer than ``least``.
    """
    drawings = dropwhile(lambda drawing: drawing.name != ROOMY, zooms_for(app))
    sizes = [capacity(drawing, width, height) for drawing in drawings]
    enough = (size for size in sizes if size[0] >= least[0] and size[1] >= least[1])
    return next(enough, sizes[-1])

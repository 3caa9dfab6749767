"""The format ``pdf``: a page with the maze and its game ID, and the solution on the next page.

The walls are strokes, sharp at any size. The page is in landscape format for a maze that is wider
than high. The maze fills the page, but a cell is at most 12 mm.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mazegame.formats.picture import LONGEST_TITLE
from mazegame.formats.pictures.colours import colours_of
from mazegame.formats.pictures.page import (
    MARGIN,
    Box,
    Page,
    check_letters,
    paper_size,
    pdf_of,
    place_maze,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.formats.picture import Picture

_TITLE: Final = 30.0
"""Height of the title above the maze, in points."""

_TITLE_SIZE: Final = 13.0
"""Largest size of the title's font, in points."""


def write(picture: Picture) -> Iterator[bytes]:
    """Draw a picture on one page, and with its path on a second page; yield the file.

    The second page shows a level's shortest path, or the path of the picture; it is left out if
    there is none.
    """
    if isinstance(picture.title, str):
        check_letters(picture.title, "the title")
    else:
        check_letters(picture.game_id, "the game ID")
    level = picture.level
    path = level.cells_of_path() if level is not None and level.has_path else picture.path
    pages = [_page(picture, solved=False)]
    if path is not None:
        pages.append(_page(replace(picture, path=path), solved=True))
    title = picture.caption or f"a maze of {picture.maze.cols}x{picture.maze.rows}"
    yield pdf_of(pages, title)


def _page(picture: Picture, *, solved: bool) -> Page:
    """Return a page; with ``solved`` it shows the path of the picture."""
    maze, colours = picture.maze, colours_of(picture.theme)
    width, height = paper_size(picture.paper, landscape=maze.cols > maze.rows)
    page = Page(width, height)
    if picture.theme:
        page.marks.append(Box(0, 0, width, height, colours.ground))
    room = width - 2 * MARGIN
    top = MARGIN + _TITLE
    left, _ = place_maze(page, picture, (MARGIN, top, room, height - top - MARGIN), solved=solved)
    text = picture.caption[:LONGEST_TITLE]
    if solved:
        found = f"shortest path {picture.dist_min:,}" if picture.dist_min is not None else "solved"
        text = f"{text}   {found}" if text else found
    page.add_words(text, left, top - 12, room, _TITLE_SIZE, colours.wall)
    return page

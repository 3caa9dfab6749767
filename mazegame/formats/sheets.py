"""``book``: puzzle sheets with several mazes a page, and solutions, as a PDF or as SVG pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Final, Literal, TypeAlias

from mazegame.engine import Level
from mazegame.engine.support.validation import check_count, short_repr
from mazegame.formats.picture import Picture, check_title
from mazegame.formats.pictures.colours import colours_of
from mazegame.formats.pictures.page import (
    MARGIN,
    Box,
    Page,
    Words,
    check_letters,
    paper_size,
    pdf_of,
    place_maze,
    svg_of,
)
from mazegame.formats.writing import save_pieces

Solutions: TypeAlias = Literal["end", "back", "none"]

SOLUTIONS: Final = ("end", "back", "none")
"""Where solutions go: at the end, several on a page; after each page, for printing on both sides;
or nowhere."""

MOST_ON_A_PAGE: Final = 30
"""Most mazes on a page."""

MOST_MAZES: Final = 10_000
"""Most mazes in a book."""

_GAP: Final = 20.0
"""Room between two mazes, in points."""

_CAPTION: Final = 18.0
"""Height of the line with number and game ID below a maze, in points."""

_CAPTION_SIZE: Final = 9.0
"""Largest size of its font, in points."""

_HEAD: Final = 34.0
"""Height of the title above the mazes of a page, in points."""

_HEAD_SIZE: Final = 18.0
"""Largest size of the title's font, in points."""

_FOOT: Final = 24.0
"""Height of the page number's line below the mazes, in points."""

_FEWEST_SOLUTIONS: Final = 12
"""Fewest solutions on a page at the end."""


def book(
    levels: Iterable[Level],
    file: str | PathLike[str],
    *,
    title: str = "",
    per_page: int = 4,
    solutions: Solutions = "end",
    paper: Literal["a4", "letter"] = "a4",
    theme: str = "",
    doors: bool | str = False,
) -> list[Path]:
    """Write mazes as puzzle sheets: pages with a number and a game ID below each maze.

    Complexity: some milliseconds for each maze of 20x12, and time and memory in proportion to the
    walls of all mazes.

    Args:
        levels: The mazes, in order; ``by_difficulty`` sorts them.
        file: Its name ends with ``.pdf``; or with ``.svg``, and each page is a file of its own: for
            ``book.svg`` the first is ``book-01.svg``.
        title: The title, on every page.
        per_page: Mazes on a page, 1 to 30.
        solutions: ``"end"``: the solutions follow all mazes. ``"back"``: each page is followed by
            its solutions, mirrored so that on paper that is printed on both sides each lies behind
            its maze. ``"none"``: there are none.
        paper: ``"a4"`` or ``"letter"``.
        theme: The name of the colours; empty for black on white.
        doors: Whether the boundary is open at A and B, which lie on it, as ``ends=rim`` places
            them; or the sides of both, such as ``"W-E"``.

    Returns:
        The files that were written. Each is written completely or not at all.

    Raises:
        TypeError: If an element of ``levels`` is no Level.
        ValueError: If there is no maze, one has no path, or an argument does not fit; or a PDF
            cannot show a character of the title or of a game ID: SVG pages show every character.
        OSError: If a file cannot be written.

    Examples:
        >>> import tempfile
        >>> from mazegame.engine import Level
        >>> mazes = [Level.of(f"wilson:20x12:sheet-{i}") for i in range(6)]
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     [path.name for path in book(mazes, f"{folder}/mazes.pdf", title="Six mazes")]
        ['mazes.pdf']
    """
    path = Path(file)
    check_title(title)
    if path.suffix.lower() not in {".pdf", ".svg"}:
        raise ValueError(f"a book's name ends with .pdf or .svg, not {short_repr(path.name)}")
    if path.suffix.lower() == ".pdf":
        check_letters(title, "the title")
    mazes = list(levels)
    pages = make_pages(
        mazes, title=title, per_page=per_page, solutions=solutions, paper=paper, theme=theme,
        doors=doors,
    )  # fmt: skip
    if path.suffix.lower() == ".pdf":
        for level in mazes:
            if level.recipe is not None:
                check_letters(str(level.recipe), "the game ID")
        save_pieces(path, [pdf_of(pages, title or "Mazes")])
        return [path]
    digits = max(2, len(str(len(pages))))
    written = []
    for number, page in enumerate(pages, 1):
        written.append(path.with_name(f"{path.stem}-{number:0{digits}}{path.suffix}"))
        save_pieces(written[-1], map(str.encode, svg_of(page)))
    return written


def by_difficulty(levels: Iterable[Level]) -> list[Level]:
    """Return levels sorted by ``Texture.difficulty``, easiest first.

    Complexity: the time of ``texture`` for each level, and memory for one.
    """
    from mazegame.engine import texture

    def difficulty(level: Level) -> float:
        row, col = level.cells_of_path()[-1].tolist()
        return texture(level.maze, level.start, (row, col)).difficulty

    return sorted(levels, key=difficulty)


def make_pages(
    levels: Iterable[Level],
    *,
    title: str,
    per_page: int,
    solutions: Solutions,
    paper: str,
    theme: str,
    doors: bool | str = False,
) -> list[Page]:
    """Return the pages of a book: see ``book``."""
    mazes = list(levels)
    for index, level in enumerate(mazes):
        if not isinstance(level, Level):
            raise TypeError(f"levels[{index}] is {short_repr(level)}, not a Level")
        level.require_path()
    if not mazes or len(mazes) > MOST_MAZES:
        raise ValueError(f"a book has 1 to {MOST_MAZES:,} mazes, not {len(mazes):,}")
    check_count("per_page", per_page, MOST_ON_A_PAGE)
    if solutions not in SOLUTIONS:
        fits = ", ".join(SOLUTIONS)
        raise ValueError(f"solutions are {short_repr(solutions)}: {fits} fit")
    pictures = [Picture.of(level, path=True, theme=theme, doors=doors) for level in mazes]
    numbered = list(enumerate(pictures, 1))
    sizes = [paper_size(paper, landscape=landscape) for landscape in (False, True)]
    size = max(sizes, key=lambda size: _Layout.of(per_page, size, pictures[0]).cell)
    printer = _Printer(size, title, theme)
    for first in range(0, len(numbered), per_page):
        some = numbered[first : first + per_page]
        printer.add(some, per_page)
        if solutions == "back":
            printer.add(some, per_page, solved=True, mirrored=True)
    if solutions == "end":
        grid = _Layout.of(max(per_page, min(_FEWEST_SOLUTIONS, len(numbered))), size, pictures[0])
        many = grid.across * grid.down
        for first in range(0, len(numbered), many):
            printer.add(numbered[first : first + many], many, solved=True)
    return printer.pages


class _Printer:
    """Adds pages to a book."""

    def __init__(self, size: tuple[float, float], title: str, theme: str) -> None:
        self.pages: list[Page] = []
        self._size = size
        self._title = title
        self._theme = theme

    def add(
        self,
        mazes: Sequence[tuple[int, Picture]],
        places: int,
        *,
        solved: bool = False,
        mirrored: bool = False,
    ) -> None:
        """Add a page with numbered mazes, on which there is room for ``places``."""
        colours = colours_of(self._theme)
        width, height = self._size
        page = Page(width, height)
        if self._theme:
            page.marks.append(Box(0, 0, width, height, colours.ground))
        heading = " - ".join(filter(None, (self._title, "Solutions" if solved else "")))
        page.add_words(
            heading, width / 2, MARGIN + _HEAD_SIZE * 0.8, width - 2 * MARGIN, _HEAD_SIZE,
            colours.wall, anchor="middle", bold=True,
        )  # fmt: skip
        grid = _Layout.of(places, self._size, mazes[0][1])
        for place, (number, picture) in enumerate(mazes):
            row, column = divmod(place, grid.across)
            if mirrored:
                column = grid.across - 1 - column
            x, y = MARGIN + column * (grid.width + _GAP), MARGIN + _HEAD + row * grid.height
            box = (x, y, grid.width, grid.height - _CAPTION - _GAP / 2)
            _, bottom = place_maze(page, picture, box, solved=solved)
            caption = f"{number}   {picture.caption}" if picture.caption else str(number)
            page.add_words(
                caption, x + grid.width / 2, bottom + _CAPTION * 0.75, grid.width, _CAPTION_SIZE,
                colours.wall, anchor="middle",
            )  # fmt: skip
        number = len(self.pages) + 1
        foot = Words(width / 2, height - MARGIN, str(number), _CAPTION_SIZE, colours.wall, "middle")
        page.marks.append(foot)
        self.pages.append(page)


@dataclass(frozen=True)
class _Layout:
    """The layout of the mazes on a page; lengths in points."""

    across: int
    """Mazes beside each other."""
    down: int
    """Mazes below each other."""
    width: float
    """Width for each maze."""
    height: float
    """Height for each maze, with the caption and the gap below."""
    cell: float
    """Distance from a cell to the next, in a maze of the first one's size."""

    @classmethod
    def of(cls, places: int, size: tuple[float, float], picture: Picture) -> _Layout:
        """Return the layout for ``places`` mazes on which ``picture`` is largest."""
        return max((cls._across(n, places, size, picture) for n in range(1, places + 1)),
                   key=lambda grid: grid.cell)  # fmt: skip

    @classmethod
    def _across(
        cls, across: int, places: int, size: tuple[float, float], picture: Picture
    ) -> _Layout:
        down = -(-places // across)
        width = (size[0] - 2 * MARGIN + _GAP) / across - _GAP
        height = (size[1] - 2 * MARGIN - _HEAD - _FOOT) / down
        room = height - _CAPTION - _GAP / 2
        cell = min(width / picture.maze.cols, room / picture.maze.rows)
        return cls(across, down, width, height, cell)

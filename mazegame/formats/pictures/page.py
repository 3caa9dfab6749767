"""Lay out printed pages with a maze, its title and its letters, and write them as PDF or SVG.

Lengths are points of 1/72 inch; x runs to the right and y downwards from the upper left corner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.model.notebook import runs_of
from mazegame.engine.support.validation import short_repr
from mazegame.formats.picture import corners_of
from mazegame.formats.pictures.colours import colours_of

if TYPE_CHECKING:
    from mazegame.formats.picture import Picture

PAPERS: Final = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""Width and height of sheets in portrait format, in points."""

MARGIN: Final = 42.0
"""Margin of a page in points, 15 mm: printers need most of that."""

LARGEST_CELL: Final = 34.0
"""Largest distance from a cell to the next in points, 12 mm."""

_WALL_SHARE: Final = 0.12
"""Thickness of a wall, as a share of the distance from a cell to the next."""

_LETTER_WIDTH: Final = 0.6
"""Width of an average letter, as a share of its font's size, rounded up."""

_ENCODING: Final = "cp1252"
"""The encoding of a PDF's built-in fonts; the file calls it WinAnsiEncoding."""

_DATE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The creation date in every PDF, fixed so that the same pages always give the same bytes."""


@dataclass(frozen=True)
class Box:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    colour: str


@dataclass(frozen=True, eq=False)
class Strokes:
    """Straight lines of one colour: float (n, 4), x and y of both ends."""

    ends: NDArray[np.float64]
    colour: str
    width: float


@dataclass(frozen=True, eq=False)
class Trail:
    """A line through points: float (n, 2) of x and y."""

    points: NDArray[np.float64]
    colour: str
    width: float


@dataclass(frozen=True)
class Words:
    """A line of text; ``anchor`` says which point of it is at x, and y is its baseline."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: str = "start"
    """``start``, ``middle`` or ``end``."""
    bold: bool = False


Mark: TypeAlias = Box | Strokes | Trail | Words


@dataclass
class Page:
    """A page with the marks that are drawn on it, in order."""

    width: float
    height: float
    marks: list[Mark] = field(default_factory=list)

    def add_words(
        self, text: str, x: float, y: float, room: float, largest: float, colour: str, **more: Any
    ) -> None:
        """Add a line of text in a font of at most ``largest`` that fits a width of ``room``."""
        if text:
            size = min(largest, room / (_LETTER_WIDTH * len(text)))
            self.marks.append(Words(x, y, text, size, colour, **more))


def paper_size(paper: str, *, landscape: bool = False) -> tuple[float, float]:
    """Return width and height of a sheet; ValueError if there is no such paper."""
    if paper not in PAPERS:
        raise ValueError(f"there is no paper {short_repr(paper)}: {' or '.join(PAPERS)} fits")
    short, long = PAPERS[paper]
    return (long, short) if landscape else (short, long)


def place_maze(
    page: Page,
    picture: Picture,
    box: tuple[float, float, float, float],
    *,
    solved: bool = False,
    middle: bool = False,
) -> tuple[float, float]:
    """Draw a maze into a box of a page, as large as it fits.

    Args:
        page: The page.
        picture: The maze with its layers; its path is drawn if ``solved``.
        box: x, y, width and height.
        solved: Whether to draw ``picture.path``, over a walk that is then wide.
        middle: Whether to centre the maze vertically; else it is at the top of the box.

    Returns:
        The x of its left side and the y of its lower side.
    """
    x, y, width, height = box
    maze, colours = picture.maze, colours_of(picture.theme)
    cell = min(width / maze.cols, height / maze.rows, LARGEST_CELL)
    left = x + (width - cell * maze.cols) / 2
    top = y + ((height - cell * maze.rows) / 2 if middle else 0)
    wall = cell * _WALL_SHARE
    if picture.heat:
        bands = picture.heat_bands(slice(0, maze.rows))
        for band, colour in enumerate(colours.heat()):
            for row, begin, end in runs_of(bands == band).tolist():
                place = left + begin * cell, top + row * cell
                page.marks.append(Box(*place, (end - begin) * cell, cell, colour))
    origin = np.array([left, top])
    walk_share, path_share = (0.5, 0.16) if solved else (0.3, 0.22)
    if picture.walk is None:
        path_share = 0.22
    layers = [(picture.walk, colours.walk, walk_share * (cell - wall))]
    if solved:
        layers.append((picture.path, colours.path, path_share * cell))
    for cells, colour, wide in layers:
        if cells is not None and len(cells):
            points = (corners_of(cells)[:, ::-1] + 0.5) * cell + origin
            page.marks.append(Trail(points, colour, wide))
    for strokes in picture.strokes():
        ends = strokes * cell + np.tile(origin, 2)
        flat = strokes[:, 1] == strokes[:, 3]
        # A stroke goes on for half its width at both ends, so that corners are whole.
        ends[flat] += [-wall / 2, 0, wall / 2, 0]
        ends[~flat] += [0, -wall / 2, 0, wall / 2]
        page.marks.append(Strokes(ends, colours.wall, wall))
    side = 0.8 * (cell - wall)
    for (row, col), letter in picture.letters():
        colour = colours.start if letter == "A" else colours.goal
        centre_x, centre_y = left + (col + 0.5) * cell, top + (row + 0.5) * cell
        page.marks.append(Box(centre_x - side / 2, centre_y - side / 2, side, side, colour))
        size = 0.8 * side
        baseline = centre_y + 0.36 * size
        page.marks.append(
            Words(centre_x, baseline, letter, size, colours.on_end, "middle", bold=True)
        )
    return left, top + cell * maze.rows


def svg_of(page: Page) -> Iterator[str]:
    """Yield a page as SVG."""
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{page.width:.2f}pt" '
        f'height="{page.height:.2f}pt" viewBox="0 0 {page.width:.2f} {page.height:.2f}">\n'
    )
    for mark in page.marks:
        match mark:
            case Box(x, y, width, height, colour):
                yield (
                    f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" '
                    f'fill="{colour}"/>\n'
                )
            case Strokes(ends, colour, width):
                parts = "".join(f"M{x:.2f} {y:.2f}L{x2:.2f} {y2:.2f}" for x, y, x2, y2 in ends)
                yield f'<path d="{parts}" stroke="{colour}" stroke-width="{width:.3f}"/>\n'
            case Trail(points, colour, width):
                parts = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
                yield (
                    f'<polyline points="{parts}" fill="none" stroke="{colour}" '
                    f'stroke-width="{width:.3f}"/>\n'
                )
            case Words(x, y, text, size, colour, anchor, bold):
                weight = ' font-weight="bold"' if bold else ""
                yield (
                    f'<text x="{x:.2f}" y="{y:.2f}" font-family="Helvetica, Arial, sans-serif" '
                    f'font-size="{size:.2f}"{weight} text-anchor="{anchor}" fill="{colour}">'
                    f"{escape(text)}</text>\n"
                )
    yield "</svg>\n"


def check_letters(text: str, what: str) -> None:
    """Raise ValueError if a PDF's fonts lack a character of a text, called ``what`` in messages."""
    for char in text:
        if not char.encode(_ENCODING, "ignore"):
            raise ValueError(
                f"{what} {short_repr(text)} has {char!r}, which a PDF's own fonts lack: "
                "svg shows every character"
            )


def pdf_of(pages: Sequence[Page], title: str) -> bytes:
    """Return pages as a PDF file; the same pages give the same bytes.

    Complexity: some microseconds and some hundred bytes for each mark and stroke.
    """
    from fpdf import FPDF

    pdf = FPDF(unit="pt", format=(pages[0].width, pages[0].height))
    pdf.core_fonts_encoding = _ENCODING
    pdf.set_creation_date(_DATE)
    pdf.set_title(title)
    pdf.set_producer("mazegame")
    pdf.set_auto_page_break(False)
    for page in pages:
        pdf.add_page(format=(page.width, page.height))
        for mark in page.marks:
            _draw(pdf, mark)
    return bytes(pdf.output())


def _draw(pdf: Any, mark: Mark) -> None:
    """Draw a mark on the last page of a PDF of fpdf2."""
    match mark:
        case Box(x, y, width, height, colour):
            pdf.set_fill_color(colour)
            pdf.rect(x, y, width, height, style="F")
        case Strokes(ends, colour, width):
            pdf.set_draw_color(colour)
            pdf.set_line_width(width)
            for x, y, x2, y2 in ends.tolist():
                pdf.line(x, y, x2, y2)
        case Trail(points, colour, width):
            pdf.set_draw_color(colour)
            pdf.set_line_width(width)
            pdf.polyline(points.tolist())
        case Words(x, y, text, size, colour, anchor, bold):
            pdf.set_font("helvetica", "B" if bold else "", size)
            pdf.set_text_color(colour)
            plain = text.encode(_ENCODING, "replace").decode(_ENCODING)
            width = pdf.get_string_width(plain)
            pdf.text(x - width * {"start": 0, "middle": 0.5, "end": 1}[anchor], y, plain)

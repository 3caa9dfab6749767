"""The format ``pdf``: a page with the maze and its game ID, and the solution on the next page.

The walls are strokes, sharp at any size. The page is in landscape format for a maze that is wider
than high. The maze fills the page, but a cell is at most 12 mm.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any, Final

from mazegame.drawing.palette import parse_rgb
from mazegame.engine.model.notebook import runs_of
from mazegame.formats.picture import corners_of
from mazegame.formats.pictures.colours import Colours, colours_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from mazegame.formats.picture import Picture

PAPERS: Final = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""Width and height of pages in portrait format, in points of 1/72 inch."""

_MARGIN: Final = 42.0
"""Margin of a page in points, 15 mm: printers need most of that."""

_TITLE: Final = 30.0
"""Height of the title above the maze, in points."""

_LARGEST_CELL: Final = 34.0
"""Largest distance from a cell to the next in points, 12 mm."""

_LONGEST_TITLE: Final = 200


def write(picture: Picture) -> Iterator[bytes]:
    """Draw a picture on one page, and the same with a shortest path on another; yield the file.

    A maze alone has the second page only if the picture has a path, a level only if it has one.
    """
    level = picture.level
    path = level.cells_of_path() if level is not None and level.has_path else picture.path
    pages = [b"".join(_page(picture, None))]
    if path is not None:
        pages.append(b"".join(_page(picture, path)))
    width, height = _page_size(picture)
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, page in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.2f} {height:.2f}] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * number} 0 R >>".encode()
        )
        packed = zlib.compress(page)
        objects.append(
            f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode()
            + packed
            + b"\nendstream"
        )
    title = picture.caption or f"a maze of {picture.maze.cols}x{picture.maze.rows}"
    objects.append(f"<< /Title {_string(title)} /Producer (mazegame) >>".encode("latin-1"))
    yield from _file(objects)


def _file(objects: list[bytes]) -> Iterator[bytes]:
    """Yield a file of objects, numbered from 1; the last is the document's information."""
    head = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
    yield head
    place, places = len(head), []
    for number, content in enumerate(objects, 1):
        places.append(place)
        block = f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
        place += len(block)
        yield block
    table = "".join(f"{at:010} 00000 n \n" for at in places)
    yield (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n"
        f"<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\n"
        f"startxref\n{place}\n%%EOF\n"
    ).encode()


def _page_size(picture: Picture) -> tuple[float, float]:
    short, long = PAPERS[picture.paper]
    return (long, short) if picture.maze.cols > picture.maze.rows else (short, long)


def _page(picture: Picture, path: NDArray[np.integer[Any]] | None) -> Iterator[bytes]:
    """Yield a page, with a path if there is one; y runs upwards from the lower left corner."""
    solved = path is not None
    maze, colours = picture.maze, colours_of(picture.theme)
    width, height = _page_size(picture)
    room_x, room_y = width - 2 * _MARGIN, height - 2 * _MARGIN - _TITLE
    cell = min(room_x / maze.cols, room_y / maze.rows, _LARGEST_CELL)
    left = (width - cell * maze.cols) / 2
    top = height - _MARGIN - _TITLE
    wall = cell * 0.12
    if picture.theme:
        yield f"{_ink(colours.ground)} rg 0 0 {width:.2f} {height:.2f} re f\n".encode()
    yield from _title(picture, left, top + 12, width - 2 * _MARGIN, colours, solved=solved)
    # From here on the unit is a cell, and y runs downwards from the maze's upper left corner.
    yield f"q {cell:.5f} 0 0 {-cell:.5f} {left:.3f} {top:.3f} cm\n".encode()
    if picture.heat:
        bands = picture.heat_bands(slice(0, maze.rows))
        for band, colour in enumerate(colours.heat()):
            yield from _fill(bands == band, colour)
    room = 1 - wall / cell
    if picture.walk is not None:
        wide = 0.5 if solved else 0.3
        yield _line(picture.walk, colours.walk, room * wide)
    if path is not None:
        thin = 0.16 if picture.walk is not None else 0.22
        yield _line(path, colours.path, room * thin)
    yield f"{_ink(colours.wall)} RG {wall / cell:.4f} w 2 J\n".encode()
    for strokes in picture.strokes():
        parts = (f"{x} {y} m {x2} {y2} l" for x, y, x2, y2 in strokes.tolist())
        yield ("\n".join(parts) + "\nS\n").encode()
    yield b"Q\n"
    for (row, col), letter in picture.letters():
        colour = colours.start if letter == "A" else colours.goal
        x, y = left + col * cell, top - (row + 1) * cell
        yield _end(x, y, cell, wall, letter, colour, colours.on_end)


def _title(
    picture: Picture, x: float, y: float, wide: float, colours: Colours, *, solved: bool
) -> Iterator[bytes]:
    text = picture.caption[:_LONGEST_TITLE]
    if solved:
        found = f"shortest path {picture.dist_min:,}" if picture.dist_min is not None else "solved"
        text = f"{text}   {found}" if text else found
    if not text:
        return
    size = min(13.0, wide / (0.6 * len(text)))
    ink = _ink(colours.wall)
    yield f"BT {ink} rg /F1 {size:.2f} Tf {x:.2f} {y:.2f} Td {_string(text)} Tj ET\n".encode(
        "latin-1"
    )


def _line(cells: NDArray[np.integer[Any]], colour: str, wide: float) -> bytes:
    """Return the stroke of a path or a walk through the middles of cells."""
    points = (corners_of(cells) + 0.5).tolist()
    if not points:
        return b""
    steps = "\n".join(f"{x:g} {y:g} {'l' if n else 'm'}" for n, (y, x) in enumerate(points))
    return f"{_ink(colour)} RG {wide:.4f} w 1 J 1 j\n{steps}\nS\n".encode()


def _fill(there: NDArray[np.bool_], colour: str) -> Iterator[bytes]:
    """Fill some cells, a rectangle for each run of a row."""
    runs = runs_of(there).tolist()
    if runs:
        boxes = "\n".join(f"{x} {y} {end - x} 1 re" for y, x, end in runs)
        yield f"{_ink(colour)} rg\n{boxes}\nf\n".encode()


def _end(
    x: float, y: float, cell: float, wall: float, letter: str, colour: str, text: str
) -> bytes:
    """Return A or a goal: a filled square with a letter, its lower left corner at x, y."""
    inset = (cell - (cell - wall) * 0.8) / 2
    side = cell - 2 * inset
    size = side * 0.8
    letter_x, letter_y = x + cell / 2 - size * 0.34, y + cell / 2 - size * 0.36
    return (
        f"{_ink(colour)} rg {x + inset:.3f} {y + inset:.3f} {side:.3f} {side:.3f} re f\n"
        f"BT {_ink(text)} rg /F1 {size:.3f} Tf {letter_x:.3f} {letter_y:.3f} Td ({letter}) Tj ET\n"
    ).encode()


def _ink(colour: str) -> str:
    return " ".join(f"{value / 255:.3f}" for value in parse_rgb(colour))


def _string(text: str) -> str:
    """Return a text as a PDF string; a character outside WinAnsi becomes a question mark."""
    plain = text.encode("cp1252", "replace").decode("latin-1")
    for character in "\\()":
        plain = plain.replace(character, f"\\{character}")
    return f"({plain})"

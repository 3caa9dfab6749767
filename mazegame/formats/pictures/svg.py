"""The format ``svg``: heat, walk and path, and over them the walls as strokes.

The walls are one ``<path id="walls">`` of horizontal and vertical strokes, each as long as
possible. The reader takes the maze from these strokes, and A, B and the game ID from the attributes
``data-ends`` and ``data-game-id``. It reads only files that ``write`` wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr, unescape

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.model.notebook import runs_of
from mazegame.engine.support import memory
from mazegame.formats.errors import FormatError
from mazegame.formats.parsed import ParsedMaze, check_ends, parse_cells, read_ends
from mazegame.formats.picture import Picture, corners_of
from mazegame.formats.pictures.colours import PAPER, colours_of
from mazegame.formats.pictures.raster import measure
from mazegame.formats.pictures.tree_svg import beside
from mazegame.formats.source import Limits, Source
from mazegame.formats.text.lattice import boundary_gaps, maze_of_walls

_Strokes = tuple[NDArray[np.int64], NDArray[np.bool_]]
"""Strokes: x, y and length in cells, int64 (n, 3); and which are vertical, bool (n,)."""

_PIECE: Final = 1 << 14
"""Rectangles written at a time, and bytes of strokes read at a time."""

_SHORT: Final = 64
"""Longest stroke, in cells, that is drawn in one NumPy call with others."""

_BYTES_PER_CELL: Final = 7
"""Peak memory of reading a maze from strokes, in bytes per cell, without the strokes."""

_STROKES: Final = re.compile(rb"(?:M\d{1,9} \d{1,9}[hv]\d{1,9})*+")
_NUMBERS: Final = bytes.maketrans(b"Mhv", b"   ")
_HEAD: Final = re.compile(
    rb'<svg [^<>]{0,1000}data-maze="(\d{1,9})x(\d{1,9}) (\d{1,5})"(?: data-ends="([^"]*)")?'
    rb'(?: data-game-id="([^"]*)")?'
    rb'(?: data-pockets="([^"]*)")?'
)
_WALLS: Final = re.compile(rb'<path id="walls"[^<>]{0,1000}? d="([^"]*+)"')


def write(picture: Picture) -> Iterator[bytes]:
    """Draw a picture; yields the file in pieces."""
    if not picture.tree:
        return map(str.encode, _elements(picture))
    maze, goals = picture.maze, picture.goals if picture.start is not None else ()
    tree = maze.tree(picture.start or (0, 0))
    numbers = tuple(row * maze.cols + col for row, col in goals)
    return map(str.encode, beside(_elements(picture), tree, numbers, colours_of(picture.theme)))


def _elements(picture: Picture) -> Iterator[str]:
    maze, colours = picture.maze, colours_of(picture.theme)
    measures = measure(maze.cols, maze.rows, picture.cell, picture.wall, longest=1000, least=4)
    cell, wall = measures.cell, measures.wall
    margin = cell // 2 + wall
    header = round(1.5 * max(cell, 12)) if picture.title and picture.caption else 0
    width = maze.cols * cell + 2 * margin
    height = maze.rows * cell + 2 * margin + header
    name = picture.caption or f"a maze of {maze.cols}x{maze.rows}"
    data = f'data-maze="{maze.cols}x{maze.rows} {cell}"'
    if picture.ends:
        data += f' data-ends="{picture.ends}"'
    if picture.game_id:
        data += f" data-game-id={quoteattr(picture.game_id)}"
    pockets = np.argwhere(picture.pockets(slice(0, maze.rows))).tolist()
    if pockets:
        data += f' data-pockets="{"+".join(f"r{row}c{col}" for row, col in pockets)}"'
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" {data}>\n'
        f"<title>{escape(name)}</title>\n"
        f'<rect width="{width}" height="{height}" fill="{colours.ground}"/>\n'
    )
    if header:
        size = min(header * 0.6, 1.6 * width / max(len(picture.caption), 1))
        yield (
            f'<text x="{margin}" y="{margin + size:.0f}" font-family="monospace" '
            f'font-size="{size:.1f}" fill="{colours.wall}">{escape(picture.caption)}</text>\n'
        )
    yield f'<g transform="translate({margin} {margin + header})">\n'
    if picture.heat:
        bands = picture.heat_bands(slice(0, maze.rows))
        yield '<g id="heat" shape-rendering="crispEdges">\n'
        for band, colour in enumerate(colours.heat()):
            yield from _fill(bands == band, cell, colour, f"heat{band}")
        yield "</g>\n"
    rock = picture.rock(0, maze.rows)
    if rock.any() and picture.theme not in {"", PAPER}:
        yield from _fill(rock, cell, colours.rock, "rock")
    room = cell - wall
    if picture.walk is not None:
        both = picture.path is not None
        yield _line("walk", picture.walk, cell, colours.walk, room * (0.5 if both else 0.3))
    if picture.path is not None:
        thin = room * (0.16 if picture.walk is not None else 0.22)
        yield _line("path", picture.path, cell, colours.path, thin)
    yield f'<path id="walls" fill="none" stroke="{colours.wall}" stroke-width="{wall}" '
    yield 'stroke-linecap="square" d="'
    for strokes in picture.strokes():
        pixels = (strokes.astype(np.int64) * cell).tolist()
        yield "".join(
            f"M{x} {y}h{x2 - x}" if y2 == y else f"M{x} {y}v{y2 - y}" for x, y, x2, y2 in pixels
        )
    yield '"/>\n'
    for (row, col), letter in picture.letters():
        colour = colours.start if letter == "A" else colours.goal
        yield _end(row, col, letter, cell, wall, colour, colours.on_end)
    yield "</g>\n</svg>\n"


def _line(name: str, cells: NDArray[np.integer[Any]], cell: int, colour: str, wide: float) -> str:
    """Return the element of a path or a walk through the middles of cells."""
    middles = corners_of(cells).astype(np.float64) * cell + cell / 2
    points = " ".join(f"{x:g},{y:g}" for y, x in middles.tolist())
    return (
        f'<polyline id="{name}" fill="none" stroke="{colour}" stroke-width="{wide:.2f}" '
        f'stroke-linecap="round" stroke-linejoin="round" points="{points}"/>\n'
    )


def _fill(there: NDArray[np.bool_], cell: int, colour: str, name: str) -> Iterator[str]:
    """Fill some cells, a rectangle for each run of a row."""
    runs = runs_of(there).astype(np.int64) * cell
    if not len(runs):
        return
    yield f'<path id="{name}" fill="{colour}" d="'
    for first in range(0, len(runs), _PIECE):
        part = runs[first : first + _PIECE].tolist()
        yield "".join(f"M{x} {y}h{end - x}v{cell}h{x - end}z" for y, x, end in part)
    yield '"/>\n'


def _end(row: int, col: int, letter: str, cell: int, wall: int, colour: str, text: str) -> str:
    room = cell - wall
    inset = (cell - room * 0.8) / 2
    x, y = col * cell, row * cell
    side = cell - 2 * inset
    square = (
        f'<rect x="{x + inset:.2f}" y="{y + inset:.2f}" width="{side:.2f}" height="{side:.2f}" '
        f'rx="{side / 6:.2f}" fill="{colour}"/>'
    )
    if room < 8:
        return square + "\n"
    return (
        f'{square}<text x="{x + cell / 2:g}" y="{y + cell / 2 + side * 0.29:.2f}" '
        f'font-family="sans-serif" font-weight="bold" font-size="{side * 0.8:.2f}" '
        f'text-anchor="middle" fill="{text}">{letter}</text>\n'
    )


def read(source: Source) -> ParsedMaze:
    """Read a picture that ``write`` wrote."""
    memory.require((source.size or 0) * 4, "an SVG picture of that size")  # with its strokes
    data = source.read_nonblank()
    head = _HEAD.search(data)
    walls = _WALLS.search(data)
    if head is None or walls is None:
        raise FormatError(
            "it is no SVG picture of a maze that this program wrote: it lacks "
            f"{'data-maze' if head is None else 'the path of the walls'}; pictures of other "
            "programs are read as PNG"
        )
    cols, rows, cell = (int(number) for number in head.groups()[:3])
    if not (cols and rows and cell):
        raise FormatError(f"its size {cols}x{rows} in cells of {cell} pixels is invalid")
    pieces = _strokes_of(data, walls.span(1), cell, cols, rows, source.limits)
    ends, game_id, pockets = (
        (text or b"").decode("utf-8", "replace") for text in head.groups()[3:]
    )
    across, left = _walls(pieces, cols, rows, rows, cols)  # the boundary
    gaps = boundary_gaps(across[0], across[-1], left[:, 0], left[:, -1])
    start, goals = read_ends(ends) if ends else gaps
    check_ends(start, goals, source.limits.needs)
    maze = maze_of_walls(*_walls(pieces, cols, rows))
    game_id = unescape(game_id, {"&quot;": '"'})
    marks = (*goals, *parse_cells(pockets, "data-pockets"))
    return ParsedMaze(maze, start, goals, game_id, blank_is_rock=True, marks=marks)


def _strokes_of(
    data: bytes, span: tuple[int, int], cell: int, cols: int, rows: int, limits: Limits
) -> list[_Strokes]:
    """Return the strokes in a span of a file; FormatError if its maze cannot have them."""
    matched = _STROKES.match(data, *span)
    end = span[0] if matched is None else matched.end()
    if end < span[1]:
        _refuse(data, end, data[end : min(end + 20, span[1])], "the form M0 0h24")
    pieces = [*_strokes_in(data, span, cell, cols, rows)]
    walls = sum(int(strokes[:, 2].sum()) for strokes, _ in pieces)
    if walls > 2 * rows * cols + rows + cols:
        raise FormatError(f"its strokes lie one over the other: {walls:,} walls in {cols}x{rows}")
    cells, count = rows * cols, sum(len(strokes) for strokes, _ in pieces)
    # A perfect maze has about as many walls as cells; a spiral of n strokes has n * n / 4 cells.
    held = min(64 * walls, 8 * count * count)
    limits.require(f"a maze of {cols}x{rows}", cells, cells * _BYTES_PER_CELL, held)
    return pieces


def _walls(
    pieces: list[_Strokes], cols: int, rows: int, down: int = 1, right: int = 1
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the walls on every ``down``-th row and ``right``-th column, as ``maze_of_walls``."""
    across = np.zeros((rows // down + 1, cols), np.bool_)
    vertical = np.zeros((cols // right + 1, rows), np.bool_)
    for strokes, turned in pieces:
        x, y, long = strokes.T
        lying, standing = ~turned & (y % down == 0), turned & (x % right == 0)
        _draw(across, y[lying] // down, x[lying], long[lying])
        _draw(vertical, x[standing] // right, y[standing], long[standing])
    return across, vertical.T


def _strokes_in(
    data: bytes, span: tuple[int, int], cell: int, cols: int, rows: int
) -> Iterator[_Strokes]:
    """Parse the strokes within a span, some thousand at a time."""
    begin, end = span
    while begin < end:
        behind = data.find(b"M", begin + _PIECE, end)
        text = data[begin : end if behind < 0 else behind]
        numbers = np.fromstring(text.translate(_NUMBERS).decode("ascii"), np.int64, sep=" ")
        strokes, off = np.divmod(numbers.reshape(-1, 3), cell)
        turned = np.frombuffer(text.translate(None, b"M 0123456789"), np.uint8) == ord("v")
        ends = strokes[:, :2] + strokes[:, 2:] * np.stack([~turned, turned], axis=1)
        for wrong, what in (
            (off.any(axis=1) | (strokes[:, 2] == 0), f"the lattice of {cell}"),
            ((ends > (cols, rows)).any(axis=1), f"the maze of {cols}x{rows}"),
        ):
            if wrong.any():
                found = b"M" + text.split(b"M")[int(wrong.argmax()) + 1]
                _refuse(data, data.index(found, begin), found, what)
        yield strokes, turned
        begin += len(text)


def _draw(
    walls: NDArray[np.bool_],
    lines: NDArray[np.int64],
    firsts: NDArray[np.int64],
    longs: NDArray[np.int64],
) -> None:
    """Mark the walls of strokes, in place."""
    begins = lines * walls.shape[1] + firsts
    flat = walls.reshape(-1)
    short = longs <= _SHORT
    counts = longs[short]
    places = np.repeat(begins[short] - np.cumsum(counts) + counts, counts)
    flat[places + np.arange(len(places))] = True
    for begin, long in zip(begins[~short].tolist(), longs[~short].tolist(), strict=True):
        flat[begin : begin + long] = True


def _refuse(data: bytes, at: int, found: bytes, what: str) -> None:
    line = data.count(b"\n", 0, at) + 1
    column = at - data.rfind(b"\n", 0, at)
    shown = ascii(found.decode("utf-8", "replace"))
    raise FormatError(f"line {line}, column {column}: the stroke {shown} lies outside {what}")

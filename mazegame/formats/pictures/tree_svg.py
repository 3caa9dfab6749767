"""Draw a maze and its tree beside it as SVG: the root on top, a column for each leaf."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from mazegame.drawing.dendrogram import Dendrogram

if TYPE_CHECKING:
    from mazegame.engine import Tree
    from mazegame.formats.pictures.colours import Colours

_COLUMN: Final = (5.0, 26.0)
"""Least and largest distance between two leaves, in pixels."""

_LINE: Final = (2.0, 26.0)
"""Least and largest height of a passage, in pixels."""

_MARGIN: Final = 16

_SIZE: Final = re.compile(r'<svg [^<>]*?width="([\d.]+)" height="([\d.]+)"')


def beside(
    maze: Iterable[str], tree: Tree, goals: tuple[int, ...], colours: Colours
) -> Iterator[str]:
    """Yield the elements of an SVG with a picture of a maze, ``maze``, and its tree beside it.

    The path to the first goal is drawn in the colour of paths.
    """
    pieces = list(maze)
    found = _SIZE.search("".join(pieces[:4]))
    wide, high = map(float, found.groups()) if found else (400.0, 400.0)
    drawing = Dendrogram(tree, goals)
    across = min(max(wide / max(drawing.width, 1), _COLUMN[0]), _COLUMN[1])
    down = min(max((high - 3 * _MARGIN) / max(tree.depth, 1), _LINE[0]), _LINE[1])
    width = wide + drawing.width * across + 3 * _MARGIN
    height = max(high, tree.depth * down + 3 * _MARGIN)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img">\n'
        f'<rect width="{width:g}" height="{height:g}" fill="{colours.ground}"/>\n'
    )
    for piece in pieces:
        yield piece.replace("<svg ", f'<svg x="0" y="{(height - high) / 2:g}" ', 1)
    top = (height - tree.depth * down) / 2
    yield f'<g id="tree" transform="translate({wide + _MARGIN:g} {top:g})" fill="none" '
    yield 'stroke-linecap="round" stroke-linejoin="round">\n'
    yield from _branches(drawing, goals, across, down, colours)
    yield "</g>\n</svg>\n"


def _branches(
    drawing: Dendrogram, goals: tuple[int, ...], across: float, down: float, colours: Colours
) -> Iterator[str]:
    tree, columns = drawing.tree, drawing.columns
    on_way = set() if not goals else set(tree.path(goals[0]).tolist())
    places = {
        node: (column * across, int(tree.depths[node]) * down) for node, column in columns.items()
    }
    lines: dict[bool, list[str]] = {False: [], True: []}
    for upper, lower in drawing.corridors.edges.tolist():
        (x, y), (to_x, to_y) = places[upper], places[lower]
        part = f"M{x:.2f} {y:.2f}H{to_x:.2f}V{to_y:.2f}"
        lines[lower in on_way].append(part)
    wide = min(max(across * 0.2, 1.2), 4)
    for is_way, colour, times in ((False, colours.wall, 1.0), (True, colours.path, 2.0)):
        yield (
            f'<path id="{"way" if is_way else "branches"}" stroke="{colour}" '
            f'stroke-width="{wide * times:.2f}" d="{"".join(lines[is_way])}"/>\n'
        )
    dot = wide * 0.9
    for x, y in (places[node] for node in tree.leaves.tolist() if node in places):
        yield f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{dot:.2f}" fill="{colours.wall}"/>\n'
    marks = [(tree.root, "A", colours.start), *((goal, "B", colours.goal) for goal in goals)]
    for node, letter, colour in marks:
        x, y = places[node]
        yield (
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="9" fill="{colour}"/>'
            f'<text x="{x:.2f}" y="{y + 4.5:.2f}" font-family="sans-serif" font-weight="bold" '
            f'font-size="12.5" text-anchor="middle" fill="{colours.on_end}">{letter}</text>\n'
        )

"""Write mazes on lattices as SVG: heat, path, walls and ends; graphs as lines between cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from mazegame.formats.lattice_picture import LatticePicture, Points
from mazegame.formats.pictures.colours import colours_of
from mazegame.formats.pictures.tree_svg import beside


def write(picture: LatticePicture) -> Iterator[bytes]:
    """Draw a picture; yields the file in pieces."""
    if not picture.tree:
        return map(str.encode, _elements(picture))
    tree = picture.maze.tree(picture.start)
    goals = () if picture.goal is None else (picture.goal,)
    return map(str.encode, beside(_elements(picture), tree, goals, colours_of(picture.theme)))


def _elements(picture: LatticePicture) -> Iterator[str]:
    colours, cell, wall = colours_of(picture.theme), picture.cell, picture.wall
    lattice = picture.maze.lattice
    margin = cell / 2
    wide, high = (length * cell for length in picture.extent)
    header = 1.5 * max(cell, 12) if picture.title and picture.caption else 0
    width, height = wide + 2 * margin, high + 2 * margin + header
    name = picture.caption or f"a maze of {len(lattice):,} cells"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img" data-cells="{lattice.kind}"'
    )
    yield f" data-game-id={quoteattr(picture.name)}>\n" if picture.name else ">\n"
    yield f"<title>{escape(name)}</title>\n"
    yield f'<rect width="{width:g}" height="{height:g}" fill="{colours.ground}"/>\n'
    if header:
        size = min(header * 0.6, 1.6 * wide / max(len(name), 1))
        yield (
            f'<text x="{margin:g}" y="{margin + size:.0f}" font-family="monospace" '
            f'font-size="{size:.1f}" fill="{colours.wall}">{escape(name)}</text>\n'
        )
    x, y = (-picture.origin * cell + margin).tolist()
    yield f'<g transform="translate({x:.2f} {y + header:.2f})" stroke-linecap="round" '
    yield 'stroke-linejoin="round">\n'
    polygons = lattice.polygons
    if picture.heat and polygons is not None:
        yield '<g id="heat">\n'
        for band, colour in enumerate(colours.heat()):
            shapes = polygons[picture.bands == band] * cell
            if len(shapes):  # with a seam of its own colour, or the ground would show through
                yield f'<path fill="{colour}" stroke="{colour}" d="{_trace(shapes)}"/>\n'
        yield "</g>\n"
    if polygons is None:
        yield _stroke("walls", [picture.corridors() * cell], colours.wall, cell * 0.22)
    room = max(cell * picture.room_in(1 % len(lattice)) * 2 - wall, 1)
    if picture.path is not None:
        lines = [line[None] * cell for line in picture.lines_of(picture.path)]
        yield _stroke("path", lines, colours.path, room * 0.26)
    if polygons is None:
        bands = picture.bands.tolist() if picture.heat else [-1] * len(lattice)
        tints = [*colours.heat(), colours.ground]
        for (px, py), band in zip((lattice.positions * cell).tolist(), bands, strict=True):
            yield (
                f'<circle cx="{px:.2f}" cy="{py:.2f}" r="{cell * 0.2:.2f}" fill="{tints[band]}" '
                f'stroke="{colours.wall}" stroke-width="{cell * 0.06:.2f}"/>\n'
            )
    on_path = set() if picture.path is None else set(picture.path.tolist())
    for at, up in picture.stairs():
        px, py = (lattice.positions[at] * cell).tolist()
        side, turn = cell * 0.13, -1 if up else 1
        ink = colours.path if at in on_path else colours.wall
        px, py = px - turn * cell * 0.24, py - turn * cell * 0.2
        points = f"{px - side:.2f},{py - turn * side:.2f} {px + side:.2f},{py - turn * side:.2f} "
        yield f'<polygon fill="{ink}" points="{points}{px:.2f},{py + turn * side:.2f}"/>\n'
    if polygons is not None:
        walls = (lines * cell for lines in picture.walls())
        yield _stroke("walls", walls, colours.wall, wall)
    for at, letter in picture.letters():
        px, py = (lattice.positions[at] * cell).tolist()
        radius = cell * picture.room_in(at) * 0.68
        fill = colours.start if letter == "A" else colours.goal
        yield f'<circle cx="{px:.2f}" cy="{py:.2f}" r="{radius:.2f}" fill="{fill}"/>'
        if radius >= 4:
            yield (
                f'<text x="{px:.2f}" y="{py + radius * 0.5:.2f}" font-family="sans-serif" '
                f'font-weight="bold" font-size="{radius * 1.4:.2f}" text-anchor="middle" '
                f'fill="{colours.on_end}">{letter}</text>'
            )
        yield "\n"
    yield "</g>\n</svg>\n"


def _stroke(name: str, lines: Iterable[Points], colour: str, wide: float) -> str:
    d = "".join(_trace(some, close="") for some in lines)
    return f'<path id="{name}" fill="none" stroke="{colour}" stroke-width="{wide:.2f}" d="{d}"/>\n'


def _trace(lines: Points, close: str = "z") -> str:
    """Return lines (lines, points, 2) as the data of a path, without repeated points."""
    parts = []
    for line in lines.tolist():
        points = [f"{x:.2f} {y:.2f}" for x, y in line]
        parts.append("M" + "L".join(dict.fromkeys(points) if close else points) + close)
    return "".join(parts)

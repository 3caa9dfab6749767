"""Pictures of mazes on lattices: what is drawn is the maze, in every format."""

import io
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from PIL import Image

from mazegame.engine import Level
from mazegame.engine.graphs import Lattice, LatticeLevel, LatticeMaze, spanning_tree
from mazegame.formats import from_bytes, save, to_bytes
from mazegame.formats.lattice_picture import LatticePicture
from tests.engine.graphs.lattices import KINDS

IDS = [f"prim:6x4:cells={cells}:kite-7" for cells in
       ("hexagonal", "triangular", "polar", "storeys.2", "torus", "cylinder")]  # fmt: skip
TEXTS = [game_id for game_id in IDS if "polar" not in game_id]
SVG = "{http://www.w3.org/2000/svg}"


def level_of(kind):
    lattice = KINDS[kind]
    return LatticeLevel(spanning_tree(lattice, "prim", "a"), lattice.start, lattice.goal)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "graph"])
def test_every_closed_side_is_drawn_once_and_no_open_one(kind):
    level = level_of(kind)
    lattice, passages = level.maze.lattice, level.maze.passages
    places = np.broadcast_to(lattice.geometry.sides, (*lattice.neighbours.shape, 2))
    want, never = set(), set()
    for cell, side in np.ndindex(lattice.neighbours.shape):
        first, last = places[cell, side]
        if first >= 0:
            ends = lattice.polygons[cell, [first, last]].round(4) + 0.0
            key = frozenset(map(tuple, ends.tolist()))
            (never if passages[cell, side] else want).add(key)
    drawn = [frozenset(map(tuple, (line[[0, -1]].round(4) + 0.0).tolist()))
             for lines in LatticePicture.of(level).walls() for line in lines]  # fmt: skip
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == want
    assert not want & never


@pytest.mark.parametrize("kind", KINDS)
def test_a_path_goes_through_open_sides_in_pieces_that_leave_the_picture_at_its_edge(kind):
    level = level_of(kind)
    picture = LatticePicture.of(level, path=True)
    lines = picture.lines_of(level.path)
    assert np.allclose(lines[0][0], level.maze.lattice.positions[level.start])
    assert np.allclose(lines[-1][-1], level.maze.lattice.positions[level.goal])
    far = [np.hypot(*np.diff(line, axis=0).T) for line in lines]
    assert all((steps < 1.6).all() for steps in far if len(steps) and kind != "graph")
    jumps = sum(
        np.hypot(*(level.maze.lattice.positions[a] - level.maze.lattice.positions[b])) > 1.8
        for a, b in zip(level.path[:-1], level.path[1:], strict=True)
    )
    if kind != "graph":
        assert len(lines) == 1 + jumps


@pytest.mark.parametrize("game_id", IDS)
def test_an_svg_has_walls_path_heat_and_ends(game_id):
    level = LatticeLevel.of(game_id)
    root = ET.fromstring(to_bytes(level, "svg", path=True, heat=True, title=True))
    assert root.get("data-game-id") == game_id
    assert {"walls", "path", "heat"} <= {part.get("id") for part in root.iter()}
    letters = [text.text for text in root.iter(f"{SVG}text")]
    assert letters[0] == game_id
    assert sorted(letters[1:]) == ["A", "B"]
    width, height = float(root.get("width")), float(root.get("height"))
    (walls,) = (part.get("d") for part in root.iter() if part.get("id") == "walls")
    x, y = np.array([pair.split() for pair in re.findall(r"[ML]([^ML]+)", walls)], float).T
    assert np.ptp(x) <= width
    assert np.ptp(y) <= height
    triangles = list(root.iter(f"{SVG}polygon"))
    stairs = (
        sum(level.maze.passages[:, side].sum() for side in (4, 5)) if "storeys" in game_id else 0
    )
    assert len(triangles) == stairs


def test_a_graph_is_drawn_as_its_corridors():
    level = level_of("graph")
    root = ET.fromstring(to_bytes(level, "svg", path=True, heat=True))
    (corridors,) = (part.get("d") for part in root.iter() if part.get("id") == "walls")
    assert corridors.count("M") == len(level.maze.edges)
    assert len(list(root.iter(f"{SVG}circle"))) == len(level.maze.lattice) + 2


@pytest.mark.parametrize("game_id", IDS)
def test_a_png_shows_open_sides_open_and_closed_ones_closed(game_id):
    level = LatticeLevel.of(game_id)
    lattice, cell = level.maze.lattice, 40
    picture = LatticePicture.of(level, cell=cell)
    image = Image.open(io.BytesIO(to_bytes(level, "png", cell=cell))).convert("L")
    places = np.broadcast_to(lattice.geometry.sides, (*lattice.neighbours.shape, 2))
    for at, side in np.ndindex(lattice.neighbours.shape):
        if places[at, side, 0] < 0:
            continue
        first, last = places[at, side]
        corners = lattice.polygons[at]
        whole = (last - first) % 2 == 0
        middle = corners[(first + last) // 2] if whole else corners[[first, last]].mean(axis=0)
        x, y = ((middle - picture.origin + 0.5) * cell).tolist()
        shade = image.getpixel((min(int(x), image.width - 1), min(int(y), image.height - 1)))
        assert (shade > 128) == level.maze.passages[at, side], (at, side)


def test_a_png_of_a_width_has_it():
    data = to_bytes(LatticeLevel.of(IDS[0]), "png", width=333, path=True, heat=True)
    assert Image.open(io.BytesIO(data)).width == 333


def test_hexagons_in_characters():
    level = LatticeLevel.of("wilson:4x3:cells=hexagonal:b")
    text = to_bytes(level, "unicode", path=True).decode()
    assert to_bytes(level, "ascii", path=True).decode() == text.translate(
        str.maketrans("╱╲│·", "/\\|*")
    )
    lines = text.splitlines()
    assert len(lines) == 2 * 3 + 1
    lattice = level.maze.lattice
    for cell, side in np.ndindex(lattice.neighbours.shape):
        row, col = divmod(cell, 4)
        down, right = ((-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1))[side]
        sign = lines[2 * row + 1 + down].ljust(20)[4 * col + 2 * (row % 2) + 2 + right]
        assert sign == ("╲│╱"[side % 3]) or level.maze.passages[cell, side]
        assert sign in " ·" or not level.maze.passages[cell, side]


@pytest.mark.parametrize("game_id", TEXTS)
def test_in_characters_the_path_and_the_distances_are_shown(game_id):
    level = LatticeLevel.of(game_id)
    text = to_bytes(level, "ascii", path=True, title=True).decode()
    assert text.startswith(f"{game_id}\n")
    assert text.count("A") == text.count("B") == 1
    drawing = text.partition("\n")[2]
    stairs = sum(abs(int(a) - int(b)) == 24 for a, b in
                 zip(level.path[:-1], level.path[1:], strict=True))  # fmt: skip
    assert drawing.count("*") >= 2 * level.dist_min - 1 - stairs
    heat = to_bytes(level, "ascii", heat=True).decode()
    assert sum(map(str.isdigit, heat)) == len(level.maze.lattice) - 2


@pytest.mark.parametrize("game_id", ["wilson:5x4:cells=hexagonal:a", "prim:4x4:cells=polar:a"])
def test_a_title_stands_above_the_maze(game_id):
    level = LatticeLevel.of(game_id)
    plain = Image.open(io.BytesIO(to_bytes(level, "png")))
    for title in (True, "Bees", "A title that is far longer than any of these mazes are wide"):
        whole = Image.open(io.BytesIO(to_bytes(level, "png", title=title)))
        top = whole.height - plain.height
        below = whole.crop((0, top, plain.width, whole.height))
        assert np.array_equal(np.asarray(below), np.asarray(plain))
        assert np.asarray(whole.crop((0, 0, whole.width, top))).min() < 99
    assert ">Bees</text>" in to_bytes(level, "svg", title="Bees").decode()
    with pytest.raises(ValueError, match="which PNG titles cannot show"):
        to_bytes(level, "png", title="\u5c71")
    with pytest.raises(ValueError, match="one line of printable text"):
        to_bytes(level, "svg", title="\0")


def test_a_maze_alone_has_no_ends_and_a_path_may_be_given(tmp_path):
    maze = spanning_tree(Lattice.hexagonal(3, 4), "wilson", "a")
    assert "A" not in to_bytes(maze, "ascii").decode()
    path = maze.tree(0).path(11)
    save(maze, tmp_path / "maze.svg", path=path)
    assert b'id="path"' in (tmp_path / "maze.svg").read_bytes()
    with pytest.raises(ValueError, match="no passage leads from cell 0 to cell 11"):
        to_bytes(maze, "svg", path=[0, 11])
    with pytest.raises(ValueError, match="need A and B"):
        to_bytes(maze, "svg", heat=True)
    with pytest.raises(ValueError, match="written as svg, png, unicode, ascii, not as pdf"):
        to_bytes(maze, "pdf")
    with pytest.raises(ValueError, match="graph cells are not drawn in characters"):
        to_bytes(LatticeMaze(KINDS["graph"], []), "ascii")


@pytest.mark.parametrize("game_id", ["wilson:9x7:kite-7", IDS[0], IDS[2]])
def test_a_tree_stands_beside_its_maze_in_an_svg(game_id):
    level = LatticeLevel.of(game_id) if "cells=" in game_id else Level.of(game_id)
    root = ET.fromstring(to_bytes(level, "svg", path=True, tree=True))
    (maze,) = root.findall(f"{SVG}svg")
    (group,) = (part for part in root.findall(f"{SVG}g") if part.get("id") == "tree")
    assert float(root.get("width")) > float(maze.get("width"))
    on_lattice = isinstance(level, LatticeLevel)
    tree = level.maze.tree(level.start)
    goal = level.goal if on_lattice else level.goals[0][0] * 9 + level.goals[0][1]
    lines = {part.get("id"): part.get("d") for part in group.iter(f"{SVG}path")}
    corridors = tree.corridors(goal)
    assert lines["branches"].count("M") + lines["way"].count("M") == len(corridors.edges)
    on_way = set(tree.path(goal).tolist())
    assert lines["way"].count("M") == sum(cell in on_way for cell in corridors.nodes.tolist()) - 1
    assert [text.text for text in group.iter(f"{SVG}text")] == ["A", "B"]
    with pytest.raises(ValueError, match="takes no tree"):
        to_bytes(level, "png", tree=True)


def test_a_square_maze_beside_its_tree_is_still_read_and_one_with_loops_has_none():
    level = Level.of("wilson:9x7:kite-7")
    assert from_bytes(to_bytes(level, "svg", tree=True)) == level
    with pytest.raises(ValueError, match="the maze has loops"):
        to_bytes(Level.of("wilson:9x7:braid=100:a"), "svg", tree=True)

"""A type checker finds options that there are not, and accepts those that there are."""

import os

import pytest

from tests.programs import ROOT, run_python

RIGHT = """
import numpy as np
from PIL import Image
from mazegame.engine import Level, Maze, Recipe, batch, braid, eller_rows, generate, trace
from mazegame.engine.graphs import LatticeLevel
from mazegame.formats import plot, save, to_bytes

maze = generate("wilson", 40, 20, 7, braid=20, weights=(40, 10), mask=np.ones((20, 40)))
generate("wilson:40x20:kite-7"), generate(Recipe.parse("wilson:40x20:kite-7"))
Level.of("manor", 40, 20, ends="farthest"), Level.of("wilson:40x20:a", name="x")
Level.of(Recipe.parse("wilson:40x20:a"), mask=[[True]])
trace("prim", 5, 5, "a", braid=10), trace(Recipe.parse("prim:1x2:a"), mask=[[True]] * 2)
generate("prim", 5, 5, "a", mask=Image.new("L", (5, 5)))
batch("prim", 5, 5, 10, fields=True, pick="newest").passages.sum()
batch("prim", 5, 5, ["a", 3], out="folder").missing
braid(maze, 0.2, "a"), braid(maze, percent=20, seed=3)
eller_rows(5, "a", 10, block=2)
Maze.from_edges([((0, 0), (0, 1))], rows=1, cols=2)
save(maze, "a.png", path=True)
hexagons = LatticeLevel.of("wilson:4x4:cells=hexagonal:a")
save(hexagons, "a.svg", path=True)
save(hexagons.maze, "a.png")
to_bytes(maze, "svg", title=True), plot(maze, heat=True)
"""

WRONG = [
    ('generate("wilson", 40, 20, "a", brade=20)', 'did you mean "braid"?'),
    ('generate("wilson", 40, 20, "a", ends="farthest")', '"ends"'),
    ('generate("wilson", 40, 20, "a", pick=5)', 'Argument "pick" to "generate"'),
    ('Level.of("wilson", 40, 20, "a", brade=20)', 'did you mean "braid"?'),
    ('Level.of("wilson", 40, 20, "a", end="rim")', 'did you mean "ends"?'),
    ('trace("wilson", 40, 20, "a", brade=20)', 'did you mean "braid"?'),
    ('batch("wilson", 40, 20, 5, brade=20)', '"brade"'),
    ('braid(maze, 0.2, "a", percent=20)', "overload"),
    ("Maze.from_edges([])", '"rows"'),
    ('save(maze, "a.png", bogus=3)', '"bogus"'),
    ('to_bytes(maze, "pdf", paper="a5")', '"paper"'),
    ("plot(maze, bogus=3)", '"bogus"'),
]


def mypy(tmp_path, code):
    """The complaints about a program, one a line."""
    program = tmp_path / "program.py"
    program.write_text(code, encoding="utf-8")
    environment = {**os.environ, "MYPYPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    words = ("-m", "mypy", "--strict", "--no-error-summary", program)
    done = run_python(*words, env=environment)
    return [line for line in done.stdout.splitlines() if "program.py" in line]


@pytest.mark.long
def test_a_type_checker_accepts_what_is_right_and_finds_what_is_wrong(tmp_path):
    pytest.importorskip("mypy")
    assert mypy(tmp_path, RIGHT) == []
    code = RIGHT + "".join(f"{line}\n" for line, _ in WRONG)
    first = len(RIGHT.splitlines()) + 1
    found = mypy(tmp_path, code)
    for number, (line, words) in enumerate(WRONG, first):
        told = [text for text in found if f"program.py:{number}:" in text]
        assert any(words in text for text in told), (line, found)


STUBS = {
    "scipy/__init__.pyi": "",
    "scipy/sparse.pyi": """
from typing import Generic, TypeVar
Item = TypeVar("Item")
Shape = TypeVar("Shape")
class csr_array(Generic[Item, Shape]): ...
""",
    "networkx.pyi": """
from typing import Generic, TypeVar
Node = TypeVar("Node")
class Graph(Generic[Node]): ...
""",
}
"""What the packages scipy-stubs and types-networkx say of the two classes, in short."""


@pytest.mark.long
def test_a_type_checker_knows_the_graphs_of_a_maze(tmp_path):
    pytest.importorskip("mypy")
    for name, text in STUBS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    code = "from mazegame.engine import Maze\nmaze = Maze([[2, 8]])\n"
    code += "reveal_type(maze.to_csr())\nreveal_type(maze.to_networkx())\n"
    matrix, graph = mypy(tmp_path, code)
    assert "csr_array[" in matrix
    assert "Any" not in matrix
    assert "tuple[int, int]]" in matrix
    assert "networkx.Graph[tuple[int, int]]" in graph

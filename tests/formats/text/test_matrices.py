"""Matrices of numbers, and a size above a text."""

import numpy as np
import pytest

from mazegame.engine import Level, Maze
from mazegame.formats import from_bytes, to_bytes
from mazegame.formats.detection import detect
from mazegame.formats.registry import FORMATS

GRID = "#####\n#S..#\n###.#\n#G..#\n#####\n"
NUMBERS = np.array([[".#SG".index(character) for character in line] for line in GRID.split()])
WANTED = from_bytes(GRID.encode())


def lines(separator: str) -> str:
    return "\n".join(separator.join(map(str, row)) for row in NUMBERS.tolist())


@pytest.mark.parametrize(
    "text",
    [
        *map(lines, (",", " ", "  ", "\t", ";")), lines(", ") + "\n",
        lines(",").replace("\n", ",\r\n") + ",\r\n",
        lines(" ").replace("1", "1.0").replace(" 0", " 0.0"),
        str(NUMBERS.tolist()), str(NUMBERS), str(NUMBERS.astype(float)),
        repr(NUMBERS.astype(np.uint8)), f"grid = np.{NUMBERS!r}",
        str(tuple(map(tuple, NUMBERS.tolist()))), str([list(line) for line in GRID.split()]),
        "\n".join(",".join(line) for line in GRID.split()),
        "5 5\n" + lines(" "), "5,5\n" + lines(","), "\ufeff\n" + lines(","),
        "3 3\n" + lines(" "), "2x2\n" + lines(" "),  # within its border, and its cells
    ],
)  # fmt: skip
def test_a_matrix_is_the_block_grid_that_it_shows(text):
    assert detect(text.encode()) == "numbers"
    assert from_bytes(text.encode()) == WANTED


def test_claims_stand_beside_a_matrix():
    level = from_bytes(b"ends=r0c0-r1c1\n0,0\n1,0\n")
    assert (level.start, level.goals, level.dist_min) == ((0, 0), ((1, 1),), 2)


@pytest.mark.parametrize("size", ["5 5", "5x5", "5, 5", "5\t5 "])
def test_a_size_above_a_grid_is_no_line_of_it(size):
    assert from_bytes(f"{size}\n{GRID}".encode()) == WANTED


def test_a_size_of_ones_is_known_by_its_length():
    rows = "1" * 11 + "\n" + "S" + "0" * 9 + "G\n" + ("1" * 11 + "\n") * 9
    assert from_bytes(f"11 11\n{rows}".encode()).dist_min == 10
    same = from_bytes(b"11 11\n0S0G0\n")  # a line of the grid: its length is that of the next
    assert (same.maze.rows, same.maze.cols) == (2, 5)


@pytest.mark.parametrize("name", [n for n, f in FORMATS.items() if f.text and f.writes and f.reads])
def test_a_size_may_stand_above_any_drawing(name):
    level = Level(Maze([[2, 12], [0, 1]]), (0, 0), ((1, 1),))
    data = to_bytes(level, name)
    assert detect(data) == name
    if name != "json":
        assert detect(b"2 2\n" + data) == name
        assert from_bytes(b"2 2\n" + data).goals == from_bytes(data).goals

"""Matrices of numbers, and a size above a text."""

import numpy as np
import pytest

from mazegame.engine import Level, Maze
from mazegame.formats import from_bytes, to_bytes
from mazegame.formats.detection import detect
from mazegame.formats.errors import FormatError
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
    with pytest.raises(FormatError, match="says it is wilson:4x4:a, and holds a maze of 2x2"):
        from_bytes(b"wilson:4x4:a\n2,0\n1,3\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1,10,1\n0,1,1\n", "row 1 holds '10': a place has one number"),
        ("1,1,1\n0,-1,1\n", "row 2 holds '-1'"),
        ("0.5,0.25\n0,1\n", "row 1 holds '0.5'"),
        ("1,,1\n0,1,1\n", "row 1 holds an empty place"),
        ("1,7,1\n0,1,1\n", "line 1, column 2: '7' has no place"),
        ("1,2,1\n0,4,3\n", "line 2, column 2: '4' has no place"),
        ("[[1, 1], [2]]", "line 2 has length 1"),
        ("[[[1, 1], [2, 3]], [[1, 1], [1, 1]]]", "several matrices"),
        ("[[1, 1], [2, 3", "it is empty|holds|line|no"),
        ("2 2\nS.\n.?\n", "line 3, column 2: '\\?'"),
    ],
)
def test_what_is_no_matrix_is_refused(text, said):
    with pytest.raises(FormatError, match=said):
        from_bytes(text.encode())


def test_an_object_of_json_is_no_matrix():
    assert detect(b'{"version": 1, "x": 2}\n') == "json"
    with pytest.raises(FormatError, match="it is no JSON of a maze"):
        from_bytes(b'{"version": 1, "x": 2}\n')


def test_long_lines_are_looked_at_once():
    for line in (b"1" + b" " * 60_000 + b"x", b"[" * 60_000, b"1," * 30_000 + b"xx", b" " * 60_000):
        with pytest.raises(FormatError):
            from_bytes(line + b"\n" + line + b"\n")


@pytest.mark.parametrize("size", ["5 5", "5x5", "5, 5", "5\t5 "])
def test_a_size_above_a_grid_is_no_line_of_it(size):
    assert from_bytes(f"{size}\n{GRID}".encode()) == WANTED


def test_a_size_of_ones_is_known_by_its_length():
    rows = "1" * 11 + "\n" + "S" + "0" * 9 + "G\n"
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


def test_a_matrix_of_another_size_than_its_first_line_says_is_refused():
    matrix = lines(" ")
    for text in (f"7 9\n{matrix}", f"5 5\n{matrix[: matrix.rindex('1 1 1 1 1')]}"):
        with pytest.raises(FormatError, match=r"its first line says . ., and \d rows of 5 follow"):
            from_bytes(text.encode())


def test_a_maz_that_was_cut_off_is_told_its_bytes():
    with pytest.raises(FormatError, match=r"a MAZ file has 256 bytes.* it has 255"):
        from_bytes(bytes([5]) * 255)

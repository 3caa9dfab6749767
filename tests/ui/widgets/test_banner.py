"""The title: every letter of the large one is a maze, carved inside the letter's shape."""

from types import SimpleNamespace

import numpy as np
import pytest
from textual.content import Content
from textual.geometry import Size

from mazegame.engine import generate
from mazegame.widgets.form.banner import LARGE, SMALL, ModeBar

SHAPES = {
    "M": ["#####", "#.#.#", "#.#.#", "#.#.#", "#...#"],
    "A": ["####", "#..#", "####", "#..#", "#..#"],
    "Z": ["####", "..##", ".##.", "##..", "####"],
    "E": ["####", "#...", "###.", "#...", "####"],
    "G": ["####", "#...", "#.##", "#..#", "####"],
}
HALVES = " ▀▄█"


def walls(passages):
    """The walls of a maze as pixels, without those between two cells of rock."""
    rows, cols = passages.shape
    pixels = np.zeros((2 * rows + 2, 2 * cols + 1), np.bool_)
    for row, col in np.argwhere(passages):
        y, x = 2 * row, 2 * col
        open_sides = passages[row, col]
        for bit, line in ((1, np.s_[y, x : x + 3]), (2, np.s_[y : y + 3, x + 2]),
                          (4, np.s_[y + 2, x : x + 3]), (8, np.s_[y : y + 3, x])):  # fmt: skip
            if not open_sides & bit:
                pixels[line] = True
    return pixels


def test_the_large_title_is_eight_mazes():
    parts = []
    for number, letter in enumerate("MAZEGAME"):
        mask = np.array([[c == "#" for c in line] for line in SHAPES[letter]])
        rows, cols = mask.shape
        seed = f"kite-{number}"
        maze = generate("recursive-backtracker", cols, rows, seed=seed, mask=mask)
        parts += [walls(maze.passages), np.zeros((12, 1), np.bool_)]
    pixels = np.concatenate(parts[:-1], axis=1)
    lines = ["".join(HALVES[a + 2 * b] for a, b in zip(*pixels[y : y + 2], strict=True)).rstrip()
             for y in range(0, 12, 2)]  # fmt: skip
    assert lines == LARGE.splitlines()


def test_the_titles_are_as_large_as_their_places():
    assert max(len(line) for line in SMALL.splitlines()) == 47
    assert max(len(line) for line in LARGE.splitlines()) == 83


@pytest.mark.parametrize(
    ("first", "width", "line", "end"),
    [
        (0, 9, "aa bbb cc", 3),
        (0, 8, "aa bbb ›", 2),
        (0, 7, "aa ›", 1),
        (1, 8, "‹ bbb cc", 3),
        (1, 7, "‹ bbb ›", 2),
        (2, 4, "‹ cc", 3),
    ],
)
def test_arrows_say_which_modes_have_no_room(first, width, line, end):
    bar = SimpleNamespace(content_size=Size(width, 1))
    entries = [*map(Content, ("aa", "bbb", "cc"))]
    found, after = ModeBar._from(bar, first, entries, 1)
    assert (found.plain, after) == (line, end)

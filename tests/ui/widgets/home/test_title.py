"""The title of the first screen."""

import numpy as np
import pytest

from mazegame.engine import generate
from mazegame.widgets.home import title as title_module
from mazegame.widgets.home.title import LARGE, PLAIN, SMALL, title_for

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
        around = pixels[2 * row : 2 * row + 3, 2 * col : 2 * col + 3]
        lines = around[0], around.T[2], around[2], around.T[0]
        for side, line in zip((1, 2, 4, 8), lines, strict=True):
            line[:] |= not passages[row, col] & side
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
    ("width", "height", "title"),
    [
        (120, 6, LARGE), (83, 6, LARGE), (82, 6, SMALL), (120, 5, SMALL), (47, 3, SMALL),
        (46, 3, PLAIN), (120, 2, PLAIN), (40, 1, PLAIN),
    ],
)  # fmt: skip
def test_the_title_is_the_largest_that_has_room(width, height, title, monkeypatch):
    assert title_for(width, height) == title
    monkeypatch.setattr(title_module, "has_unicode", lambda: False)
    assert title_for(width, height) == PLAIN

"""Mazes that come in rows from the top down are those of ``generate``, in little memory."""

import re
from itertools import islice

import numpy as np
import pytest

from mazegame.engine import Recipe, RecipeError, generate, stream_rows
from mazegame.engine.generation import stream_bands
from mazegame.engine.generators import bands
from mazegame.engine.kernels import jit
from tests.peak import traced_peak

pytestmark = pytest.mark.core

STREAMED = ("eller", "sidewinder", "binary-tree")

by_row = pytest.mark.parametrize("name", STREAMED)


@pytest.fixture
def small_bands(monkeypatch):
    """Bands of 8 rows, so that a small maze has several."""
    monkeypatch.setattr(bands, "_BAND_CELLS", 1)


@by_row
@pytest.mark.parametrize("size", [(1, 1), (1, 7), (9, 1), (2, 2), (13, 11), (40, 30), (7, 64)])
@pytest.mark.parametrize("band_cells", [1, 26, 10**6])
def test_the_bands_are_the_maze(name, size, band_cells, small_bands):
    recipe = Recipe(name, *size, "bands")
    parts = [band.copy() for band in stream_bands(recipe, band_cells)]
    assert np.array_equal(np.concatenate(parts), generate(recipe).passages)
    assert max(len(band) for band in parts) <= max(1, band_cells // size[0])


@by_row
def test_a_stream_without_end_begins_as_every_maze_of_its_width(name, small_bands):
    endless = np.array(list(islice(stream_rows(name, 9, "high"), 40)))
    for rows in (2, 8, 9, 33):
        maze = generate(name, 9, rows, "high").passages
        assert np.array_equal(endless[: rows - 1], maze[:-1])
        assert np.array_equal(list(stream_rows(name, 9, "high", rows)), maze)
    blocks = list(islice(stream_rows(name, 9, "high", block=5), 6))
    assert all(1 <= len(block) <= 5 for block in blocks)
    assert np.array_equal(np.concatenate(blocks), endless[: sum(map(len, blocks))])
    with pytest.raises(ValueError, match="read-only"):
        blocks[0][0, 0] = 1


@pytest.mark.variants
@by_row
def test_memory_does_not_grow_with_the_height(name, monkeypatch, small_bands):
    """Plain Python is quick enough for this size, and loads no compiler meanwhile."""
    monkeypatch.setattr(jit, "jit_disabled", lambda: True)  # which remembers no call

    def peak(rows):
        return traced_peak(lambda: stream_bands(Recipe(name, 500, rows, "high"), 2000))

    peak(80)  # what is loaded or made once
    # Another thread may allocate meanwhile, which only adds to a peak.
    assert any(peak(80) < 1.2 * peak(16) for _ in range(5))


def test_only_rows_without_options_stream():
    for recipe in (Recipe("wilson", 5, 5, "a"), Recipe("eller", 5, 5, "a", (("braid", "5"),))):
        assert stream_bands(recipe) is None
    with pytest.raises(
        RecipeError, match=re.escape("wilson does not go row by row: eller, sidewinder, binary")
    ):
        stream_rows("wilson", 5, "a")
    with pytest.raises(ValueError, match="block must be a whole number from 1 on, not 0"):
        stream_rows("eller", 5, "a", block=0)

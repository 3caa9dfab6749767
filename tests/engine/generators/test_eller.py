"""Rows that stream for ever are those of the maze in memory."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Recipe, eller_rows, generate
from mazegame.engine.generation import stream_bands
from mazegame.engine.kernels import jit
from mazegame.engine.kernels.jit import compiled
from tests.engine.cases import few, needs_compiler, plain
from tests.peak import traced_peak


@given(st.integers(1, 40), st.integers(1, 60), st.integers(0, 999), st.integers(1, 70))
def test_streamed_rows_are_the_maze_s_but_for_the_last_of_a_stream_without_an_end(
    cols, rows, seed, block
):
    maze = generate("eller", cols, rows, seed).passages
    assert np.array_equal(list(eller_rows(cols, seed, rows)), maze)
    blocks = list(eller_rows(cols, seed, rows, block=block))
    assert np.array_equal(np.concatenate(blocks), maze)
    assert {len(part) for part in blocks[:-1]} <= {block}
    assert all(not part.flags.writeable for part in blocks)
    endless = np.array(list(islice(eller_rows(cols, seed), rows)))
    assert endless.dtype == np.uint8
    assert np.array_equal(endless[:-1], maze[:-1])
    # The last row of a maze is entered from above as in the stream, but leads nowhere.
    assert np.array_equal(endless[-1] & 1, maze[-1] & 1)
    assert not (maze[-1] & 4).any()
    assert (endless[-1] & 4).any()


def test_blocks_without_an_end_are_the_rows():
    rows = np.array(list(islice(eller_rows(9, "x"), 14)))
    blocks = list(islice(eller_rows(9, "x", block=7), 2))
    assert np.array_equal(np.concatenate(blocks), rows)


@needs_compiler
def test_very_wide_rows_take_no_more_memory_however_many_they_are():
    with compiled():
        next(eller_rows(5, "x", 1))

        def peak(rows):
            return traced_peak(lambda: eller_rows(100_000, "x", rows, block=4))

        assert next(eller_rows(100_000, "x", 12, block=4)).shape[1] == 100_000
        assert peak(40) < 1.05 * peak(12)
        assert peak(40) < 100_000 * (12 + 2 * 4 + 8)


def test_streaming_compiled_and_plain_agree_across_chunks():
    with plain():
        slow = np.array(list(islice(eller_rows(7, "x"), 3000)))
    with compiled():
        rows = few(30_000, 3000)
        fast = np.array(list(islice(eller_rows(7, "x"), rows)))
    assert np.array_equal(slow, fast[:3000])
    assert np.array_equal(fast[:-1], generate("eller", 7, rows, "x").passages[:-1])


def test_a_row_is_never_written_again():
    rows = eller_rows(20, "x")
    kept = [next(rows) for _ in range(300)]
    copies = [row.copy() for row in kept]
    for _ in range(5000):
        next(rows)
    assert all(np.array_equal(row, copy) for row, copy in zip(kept, copies, strict=True))
    with pytest.raises(ValueError, match="read-only"):
        kept[0][0] = 1


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (9, 1), (2, 2), (13, 11), (40, 30)])
@pytest.mark.parametrize("band_cells", [1, 26, 10**6])
def test_the_bands_are_the_maze(size, band_cells):
    recipe = Recipe("eller", *size, "bands")
    bands = [band.copy() for band in stream_bands(recipe, band_cells)]
    assert np.array_equal(np.concatenate(bands), generate(recipe).passages)
    assert max(len(band) for band in bands) <= max(1, band_cells // size[0])


def test_memory_does_not_grow_with_the_height(monkeypatch):
    """Plain Python is quick enough for this size, and loads no compiler meanwhile."""
    monkeypatch.setattr(jit, "jit_disabled", lambda: True)  # which remembers no call

    def peak(rows):
        return traced_peak(lambda: stream_bands(Recipe("eller", 500, rows, "high"), 2000))

    peak(80)  # what is loaded or made once
    assert peak(80) < 1.2 * peak(16)


def test_only_eller_without_options_comes_row_by_row():
    for recipe in (Recipe("wilson", 5, 5, "a"), Recipe("eller", 5, 5, "a", (("braid", "5"),))):
        assert stream_bands(recipe) is None

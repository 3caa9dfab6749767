"""Rows that stream for ever are those of the maze in memory."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import eller_rows, generate
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

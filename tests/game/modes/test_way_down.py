"""The shortest way down a stream of rows is that of the whole maze."""

from itertools import islice

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import distances, eller_rows, generate
from mazegame.game.modes.way_down import WayDown


@given(st.integers(1, 24), st.integers(1, 40), st.integers(0, 999), st.data())
def test_the_way_down_is_that_of_a_search_through_the_whole_maze(cols, rows, seed, data):
    start = data.draw(st.integers(0, cols - 1))
    found = distances(generate("eller", cols, rows + 1, seed), (0, start))
    way = WayDown(cols, start)
    streamed = [way.add(row.tolist()) for row in islice(eller_rows(cols, seed), rows)]
    # A whole maze has ways that go below a row and come back: none is the shortest to that row.
    assert streamed == found[1:].min(axis=1).tolist()


def test_distances_within_a_row_are_those_of_the_maze_so_far():
    cols, rows = 14, 60
    maze = generate("eller", cols, rows, "deep")
    way = WayDown(cols, 3)
    for row in maze.passages[:-1]:
        way.add(row.tolist())
    for one in range(cols):
        found = distances(maze, (rows - 1, one))[rows - 1]
        together = [other for other in way._sets[one] if other < cols]
        assert [way._apart[one][other] for other in together] == found[together].tolist()
        assert np.count_nonzero(found >= 0) == cols

"""The layout of the New game screen: the sizes of its parts."""

import pytest
from textual.geometry import Size

from mazegame.widgets.form.poster_room import poster_room, title_lines


@pytest.mark.parametrize(
    ("size", "drawn", "listed", "room"),
    [
        ((109, 41), (50, 20), 20, (None, None)),
        ((110, 42), (50, 20), 20, (110, 42)),
        ((160, 60), (50, 20), 20, (140, 42)),
        ((160, 60), (99, 20), 25, (140, 42)),
        ((160, 60), (100, 21), 26, (141, 43)),
        ((160, 60), (100, 20), 27, (141, 44)),
        ((160, 60), (200, 90), 90, (160, 60)),
    ],
)
def test_the_form_is_as_large_as_its_maze_and_its_list(size, drawn, listed, room):
    assert poster_room(Size(*size), drawn, listed) == room


@pytest.mark.parametrize(
    ("size", "lines"),
    [((77, 99), 1), ((99, 19), 1), ((78, 20), 3), ((89, 42), 3), ((90, 41), 3), ((90, 42), 6)],
)
def test_the_title_is_as_large_as_the_terminal_allows(size, lines):
    assert title_lines(Size(*size)) == lines

"""The size of the design form."""

import pytest
from textual.geometry import Size

from mazegame.widgets.form.poster_room import poster_room


@pytest.mark.parametrize(
    ("size", "drawn", "listed", "room"),
    [
        ((109, 41), (50, 20), 20, (None, None)),
        ((110, 42), (50, 20), 20, (110, 36)),
        ((160, 60), (50, 20), 20, (140, 36)),
        ((160, 60), (99, 20), 25, (140, 36)),
        ((160, 60), (100, 21), 26, (141, 37)),
        ((160, 60), (100, 20), 27, (141, 38)),
        ((160, 60), (200, 90), 90, (160, 60)),
    ],
)
def test_the_form_is_as_large_as_its_maze_and_its_list(size, drawn, listed, room):
    assert poster_room(Size(*size), drawn, listed) == room

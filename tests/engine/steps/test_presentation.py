"""Presentation: a sentence that names an unknown event or value is refused by name."""

import pytest

from mazegame.engine import ALGORITHMS, METHODS, EventKind
from mazegame.engine.carving.carving_rules import CarvingTask
from mazegame.engine.model.maze import Direction
from mazegame.engine.steps.presentation import Presentation, named_events


def test_events_are_named_by_kind_and_side():
    assert named_events("new_row") == (EventKind.NEW_ROW, None)
    assert named_events("carve S") == (EventKind.CARVE, Direction.S)


@pytest.mark.parametrize("name", ["", "crave", "carve up", "carve NE"])
def test_what_is_no_event_is_refused(name):
    with pytest.raises(ValueError, match=f"there is no event '{name}'"):
        named_events(name)
    with pytest.raises(ValueError, match=f"there is no event '{name}'"):
        Presentation(sentences={name: "It goes."})


def test_a_sentence_with_an_unknown_value_is_refused():
    with pytest.raises(ValueError, match="'push' has an unknown value 'sell'"):
        Presentation(sentences={"push": "{sell} is pushed."})


def test_searches_wait_in_a_queue_and_carvings_in_a_list_unless_they_say_otherwise():
    assert METHODS["bfs"].presentation.pending == "queue"
    assert METHODS["dfs"].presentation.pending == "stack"
    assert Presentation().pending == "list"
    assert ALGORITHMS["prim"].text_for(CarvingTask(5, 5, {})).presentation.pending == "frontier"

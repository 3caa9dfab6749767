"""Lines that show the longest of several texts that has room."""

import pytest
from textual.content import Content

from mazegame.widgets.text.fitting_line import (
    FittingLine,
    fewer_and_fewer,
    first_clauses,
    fitting,
)
from tests.ui.widgets.alone import alone

TEXTS = fewer_and_fewer([Content(text) for text in ("one", "two", "three")])


def test_parts_are_left_out_from_the_last_one_on():
    assert [text.plain for text in TEXTS] == ["one   two   three", "one   two", "one"]


@pytest.mark.parametrize(
    ("width", "text"),
    [(17, "one   two   three"), (16, "one   two"), (9, "one   two"), (8, "one"), (2, "one")],
)
def test_the_longest_text_that_has_room_is_shown(width, text):
    assert fitting(TEXTS, width).plain == text
    line = alone(FittingLine, (width, 1))
    assert line.render().plain == ""
    line.show(TEXTS)
    assert line.render().plain == text


@pytest.mark.parametrize(
    ("width", "words"),
    [(27, 4), (26, 3), (21, 3), (20, 2), (14, 2), (13, 1), (9, 1), (3, 1)],
)
def test_a_sentence_loses_its_last_clauses_but_keeps_the_first(width, words):
    clauses = ["daily one", ", two", ": three", ". four"]
    assert first_clauses("".join(clauses), width) == "".join(clauses[:words])
    assert first_clauses(",one", 2) == ",one"

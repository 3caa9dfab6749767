"""Damaged files that a fuzzer found: each is refused in one sentence."""

import numpy as np
import pytest

from mazegame.formats.api import from_bytes, to_bytes
from mazegame.formats.errors import FormatError


@pytest.mark.parametrize("form", ["unicode", "ascii", "micromouse"])
@pytest.mark.parametrize("data", [b" ", b"  \n \n", b"\n\n", b"A", b"  B\n"])
def test_a_drawing_of_nothing_is_refused(form, data):
    with pytest.raises(FormatError) as caught:
        from_bytes(data, form)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("kind", [b"'|u5'", b"'<u3'", b"'|b9'", b"'|x1'"])
def test_an_array_of_a_kind_that_numpy_does_not_know_is_refused(kind):
    from mazegame.engine import Level, Recipe

    level = Level.of(Recipe.parse("wilson:4x3:a"))
    data = to_bytes(level.maze, "npy")
    assert b"'|u1'" in data
    again = from_bytes(data, goals="r2c3", start="r0c0")
    assert np.array_equal(again.maze.passages, level.maze.passages)
    with pytest.raises(FormatError) as caught:
        from_bytes(data.replace(b"'|u1'", kind), "npy")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("said", "problem"),
    [("wilson:4x3:b\u2028", "is another maze"), ("wilson:3x3:b\u2028", "and holds a maze of 4x3")],
)
def test_a_game_id_of_a_file_is_named_without_breaks_of_lines(said, problem):
    from mazegame.engine import Level, Recipe

    data = to_bytes(Level.of(Recipe.parse("wilson:4x3:a")), "json")
    with pytest.raises(FormatError, match=problem) as caught:
        from_bytes(data.replace(b"wilson:4x3:a", said.encode()), "json")
    assert str(caught.value).isprintable()

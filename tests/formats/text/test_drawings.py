"""Drawings that are written only, and what stands above and below any drawing."""

import codecs
import io

import numpy as np
import pytest

from mazegame.drawing import WALLS, Scene, zooms
from mazegame.engine import Level, Maze, NotEnoughMemoryError
from mazegame.engine.support import memory
from mazegame.formats import from_bytes, to_bytes
from mazegame.formats import source as source_module
from mazegame.formats.errors import FormatError
from mazegame.formats.files import read
from mazegame.formats.source import Source
from mazegame.formats.text.rows import DrawingText
from tests.drawing.pictures import text

LEVEL = Level.of("wilson:9x6:kite-7")


def test_a_drawing_too_large_for_memory_is_refused(monkeypatch):
    source = Source(io.BytesIO(to_bytes(LEVEL, "ascii")), 64 << 20)
    monkeypatch.setattr(memory, "available_bytes", lambda: 64 << 20)
    with pytest.raises(NotEnoughMemoryError, match=r"of that size would take 128\.0 MiB"):
        read(source, "ascii")


@pytest.mark.parametrize("block", [32, 38, 1000])
@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
@pytest.mark.parametrize(
    ("above", "below", "first_line"),
    [
        ((b"wilson:2x1:a", b"ends=here", b""), (), 4),
        ((b"wilson:2x1:a", b""), (b"ends=here", b"", b""), 3),
        ((b"ends=here",), (b"wilson:2x1:a",), 2),
        ((), (b"", b"wilson:2x1:a", b""), 1),
    ],
)
def test_claims_stand_above_and_below_however_a_file_is_read(
    block, newline, above, below, first_line, monkeypatch
):
    monkeypatch.setattr(source_module, "BLOCK_BYTES", block)
    lines = (b"+--+", b"", b"|  |", b"+--+")
    drawn = DrawingText(Source.of(codecs.BOM_UTF8 + newline.join((*above, *lines, *below))))
    assert b"".join(drawn.blocks()) == b"\n".join((*lines, b""))
    assert (drawn.game_id, drawn.first_line) == ("wilson:2x1:a", first_line)
    assert drawn.ends == ("here" if b"ends=here" in above + below else "")


@pytest.mark.parametrize("block", [1, 6, 8, 1000])
def test_a_zero_byte_is_placed_however_a_file_is_read(block, monkeypatch):
    monkeypatch.setattr(source_module, "BLOCK_BYTES", block)
    with pytest.raises(FormatError, match="a zero byte at line 5, column 2"):
        b"".join(DrawingText(Source.of(b"+--+\n\n|  |\n+--+\n+\0")).blocks())


@pytest.mark.parametrize("walls", WALLS)
def test_what_the_game_shows_is_read(walls):
    read_as = "ascii" if walls == "ascii" else "unicode"
    for drawing in zooms(walls, colour=False)[-3:-1]:  # a cell is four or three characters wide
        lines = "\n".join(text(drawing, Scene.of(LEVEL)))
        level = from_bytes(f"{lines}\n".encode(), read_as)
        assert (level.maze, level.start, level.goals) == (LEVEL.maze, LEVEL.start, LEVEL.goals)


def test_corners_may_stand_several_cells_apart():
    lines = ["+" + 23 * "-" + "+", *["|" + 23 * " " + "|"] * 7, "+" + 23 * "-" + "+"]
    found = from_bytes("\n".join(lines).encode(), start="r0c0", goals="r3c5")
    assert found.maze == Maze.from_floor(np.ones((4, 6)))


@pytest.mark.parametrize("form", ["half", "braille"])
def test_a_small_drawing_is_not_read(form):
    data = to_bytes(LEVEL, form)
    with pytest.raises(FormatError, match=f"the format {form}, which is written only") as told:
        from_bytes(data)
    assert str(told.value).endswith("unicode, ascii, micromouse, compact, grid, thick are read")
    with pytest.raises(ValueError, match=f"no format '{form}' is read"):
        from_bytes(data, form)

"""Drawings that are written only, against slow drawings of the same maze."""

import codecs
import io

import numpy as np
import pytest

from mazegame.engine import Direction, Level, NotEnoughMemoryError, Recipe
from mazegame.engine.support import memory
from mazegame.formats import from_bytes, to_bytes
from mazegame.formats import source as source_module
from mazegame.formats.errors import FormatError
from mazegame.formats.files import read
from mazegame.formats.source import Source
from mazegame.formats.text.rows import Drawn
from tests.formats.pictures.test_pictures import naive_pixels

GAME_IDS = ["wilson:9x6:kite-7", "prim:1x1:a", "eller:1x5:a", "wilson:9x7:mask=ring:a"]


@pytest.fixture(params=GAME_IDS)
def maze(request):
    return Level.of(Recipe.parse(request.param)).maze


def lines_of(maze, form):
    return to_bytes(maze, form).decode().splitlines()


def test_a_drawing_too_large_for_memory_is_refused(monkeypatch):
    source = Source(io.BytesIO(to_bytes(Level.of(Recipe.parse(GAME_IDS[0])), "ascii")), 64 << 20)
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
    drawn = Drawn(Source.of(codecs.BOM_UTF8 + newline.join((*above, *lines, *below))))
    assert b"".join(drawn.blocks()) == b"\n".join((*lines, b""))
    assert (drawn.game_id, drawn.first_line) == ("wilson:2x1:a", first_line)
    assert drawn.ends == ("here" if b"ends=here" in above + below else "")


@pytest.mark.parametrize("block", [1, 6, 8, 1000])
def test_a_zero_byte_is_placed_however_a_file_is_read(block, monkeypatch):
    monkeypatch.setattr(source_module, "BLOCK_BYTES", block)
    with pytest.raises(FormatError, match="a zero byte at line 5, column 2"):
        b"".join(Drawn(Source.of(b"+--+\n\n|  |\n+--+\n+\0")).blocks())


def test_half_blocks_are_two_pixels_each(maze):
    pixels = np.pad(naive_pixels(maze, 2, 1), ((0, 1), (0, 0)))
    drawn = [
        "".join(" ▀▄█"[upper + 2 * lower] for upper, lower in zip(*rows, strict=True))
        for rows in zip(pixels[::2].astype(int), pixels[1::2].astype(int), strict=True)
    ]
    assert lines_of(maze, "half") == drawn


def test_braille_is_eight_dots_each(maze):
    pixels = naive_pixels(maze, 2, 1)
    height, width = pixels.shape
    dots = np.zeros((-(-height // 4) * 4, width + 1), int)
    dots[:height, :width] = pixels
    places = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 0), (3, 1))
    bits = [(*place, 1 << at) for at, place in enumerate(places)]
    drawn = [
        "".join(
            chr(0x2800 + sum(bit * int(dots[y + dy, x + dx]) for dy, dx, bit in bits))
            for x in range(0, width + 1, 2)
        )
        for y in range(0, len(dots), 4)
    ]
    assert lines_of(maze, "braille") == drawn


def test_a_compact_drawing_has_a_wall_where_a_side_is_closed(maze):
    lines = lines_of(maze, "compact")
    assert len(lines) == maze.rows + 1
    for row in range(maze.rows):
        for col in range(maze.cols):
            if maze.rows * maze.cols > 1 and not maze.exits((row, col)):
                continue  # rock
            below, left = lines[row + 1][2 * col + 1], lines[row + 1][2 * col]
            assert (below == "_") == (not maze.is_open((row, col), Direction.S))
            assert (left == "|") == (not maze.is_open((row, col), Direction.W))
            above = lines[row][2 * col + 1]
            assert (above == "_") == (not maze.is_open((row, col), Direction.N))


@pytest.mark.parametrize("form", ["half", "braille", "compact"])
def test_the_ends_are_named_and_the_drawing_is_not_read(form):
    level = Level.of(Recipe.parse("wilson:9x6:kite-7"))
    data = to_bytes(level, form)
    text = data.decode().upper()
    assert (
        ("ENDS=R0C0-" in text) if form == "braille" else (text.count("A") == text.count("B") == 1)
    )
    with pytest.raises(
        FormatError, match=f"the format {form}, which is written only: of text"
    ) as told:
        from_bytes(data)
    assert str(told.value).endswith("unicode, ascii, micromouse, grid, thick are read")
    with pytest.raises(ValueError, match=f"no format '{form}' is read"):
        from_bytes(data, form)

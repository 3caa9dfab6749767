"""A picture that names its size is refused before its pixels are unpacked."""

import io
import re

import numpy as np
import pytest
from PIL import Image
from PIL.PngImagePlugin import PngImageFile

from mazegame.engine import Level, NotEnoughMemoryError, Recipe
from mazegame.engine.support import memory
from mazegame.formats import from_bytes, to_bytes
from mazegame.formats.errors import FormatError
from mazegame.formats.pictures import preview
from tests.formats.pictures.pictures import closed_png, forged, text

LEVEL = Level.of(Recipe.parse("wilson:9x6:a"))


def without_ends(cell: int, *, filled: int = 0, level: Level = LEVEL) -> bytes:
    """Return a picture that names its size alone, with two gaps in its boundary.

    Args:
        cell: Pixels from a cell to the next.
        filled: The filter of its rows.
        level: Its maze, with the ends that have the gaps.
    """
    data = to_bytes(level, "png", cell=cell, doors=True)
    pixels = np.asarray(Image.open(io.BytesIO(data)))
    packed = np.packbits(pixels, axis=1)
    lines = packed if filled == 0 else np.diff(packed, axis=0, prepend=np.zeros_like(packed[:1]))
    rows = b"".join(bytes([filled]) + line.tobytes() for line in lines)
    named = tuple(map(int, re.search(rb"pixels=(\d+)\+(\d+)", data).groups()))
    height, width = pixels.shape
    return forged(width, height, 1, 0, rows, chunks=[text(9, 6, *named)])


@pytest.fixture
def never_unpacked(monkeypatch):
    def fail(self):
        raise AssertionError("its pixels are unpacked")

    monkeypatch.setattr(PngImageFile, "load", fail)


@pytest.mark.parametrize("piece", [1, 7, 1 << 20])
@pytest.mark.parametrize("filled", [0, 2])
@pytest.mark.parametrize("cell", [2, 3])
@pytest.mark.parametrize("level", [LEVEL, Level(LEVEL.maze, (2, 0), ((3, 8),))])
def test_the_sides_are_those_of_the_pixels(level, cell, filled, piece, monkeypatch):
    monkeypatch.setattr(preview, "_PIECE", piece)
    data = without_ends(cell, filled=filled, level=level)
    pixels = np.asarray(Image.open(io.BytesIO(data)))
    sides = preview._sides(data, *pixels.shape[::-1])
    expected = (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1])
    assert all(map(np.array_equal, sides, expected))
    assert len(sides) == 4
    assert sum(side.sum() for side in sides) == 2 * (cell - 1)


@pytest.mark.parametrize("filled", [0, 2])
def test_two_gaps_are_its_ends(filled):
    level = from_bytes(without_ends(2, filled=filled))
    assert (level.maze, level.start, level.goals) == (LEVEL.maze, LEVEL.start, LEVEL.goals)


@pytest.mark.usefixtures("never_unpacked")
@pytest.mark.parametrize("cell", [2, 3, 14])
def test_one_without_gaps_is_refused_by_its_outline(cell):
    with pytest.raises(FormatError, match="it has no A: no two gaps"):
        from_bytes(to_bytes(LEVEL.maze, "png", cell=cell))


def test_one_without_gaps_is_read_if_the_cells_are_named():
    data = to_bytes(LEVEL.maze, "png", cell=2)
    assert from_bytes(data, start="r0c0", goals="r1c1").maze == LEVEL.maze


def test_light_walls_and_other_filters_are_left_to_the_reader():
    pixels = np.asarray(Image.open(io.BytesIO(without_ends(2))))
    packed = np.packbits(~pixels, axis=1)
    light = b"".join(b"\0" + line.tobytes() for line in packed)
    height, width = pixels.shape
    data = forged(width, height, 1, 0, light, chunks=[text(9, 6)])
    assert from_bytes(data).maze == LEVEL.maze
    assert preview._sides(forged(9, 1, 1, 0, b"\1\0\0"), 9, 1) is None
    assert preview._sides(forged(9, 2, 1, 0, b"\0\0\0"), 9, 2) is None
    assert preview._sides(forged(9, 1, 1, 0, b"", packed=b"none"), 9, 1) is None


@pytest.mark.usefixtures("never_unpacked")
def test_its_cells_are_counted_and_must_fit_before_they_are_unpacked(monkeypatch):
    data = closed_png(4096, 2048)
    with pytest.raises(FormatError, match="at most 99 are read"):
        from_bytes(data, start="r0c0", goals="r1c1", max_cells=99)
    monkeypatch.setattr(memory, "available_bytes", lambda: 80 << 20)  # enough for its pixels
    with pytest.raises(NotEnoughMemoryError, match="a maze of 4096x2048 would take"):
        from_bytes(data, start="r0c0", goals="r1c1")

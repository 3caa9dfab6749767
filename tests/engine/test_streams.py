"""Mazes in bands: byte for byte those of ``generate``, however they are cut."""

import numpy as np
import pytest

from mazegame.engine import Recipe, generate
from mazegame.engine.generation import stream_bands
from mazegame.engine.kernels import jit
from tests.peak import traced_peak


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (9, 1), (2, 2), (13, 11), (40, 30)])
@pytest.mark.parametrize("band_cells", [1, 26, 10**6])
def test_the_bands_are_the_maze(size, band_cells):
    recipe = Recipe("eller", *size, "bands")
    bands = [band.copy() for band in stream_bands(recipe, band_cells)]
    assert np.array_equal(np.concatenate(bands), generate(recipe).passages)
    assert max(len(band) for band in bands) <= max(1, band_cells // size[0])


def test_memory_does_not_grow_with_the_height(monkeypatch):
    """Plain Python is quick enough for this size, and loads no compiler meanwhile."""
    monkeypatch.setattr(jit, "jit_disabled", lambda: True)

    def peak(rows: int) -> int:
        return traced_peak(lambda: stream_bands(Recipe("eller", 500, rows, "high"), 2000))

    peak(80)  # what is loaded or made once
    assert peak(80) < 1.2 * peak(16)


def test_only_eller_without_options_comes_row_by_row():
    for recipe in (Recipe("wilson", 5, 5, "a"), Recipe("eller", 5, 5, "a", (("braid", "5"),))):
        assert stream_bands(recipe) is None

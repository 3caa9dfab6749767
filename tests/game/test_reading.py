"""The readers of ``benchmarks/reading.py``: reading a maze first is no trick."""

from itertools import pairwise

import pytest

from benchmarks import reading
from mazegame.engine import Level
from mazegame.game.walking.ranked_clock import GLIDE_STEP_MS
from tests.game.mazes import corridor, forked

TEXTURES = ("recursive-backtracker", "wilson", "sidewinder", "binary-tree")


def levels(texture, number=6):
    return [Level.of(f"{texture}:19x9:reading-{n}") for n in range(number)]


def test_a_corridor_is_read_cell_by_cell_and_run_with_one_key():
    eye, key = 1000 / reading.READER.eye_cells, 1000 / reading.READER.keys
    read, run = 5 * eye, key + 5 * GLIDE_STEP_MS
    assert reading.first_ms(corridor(6)) == pytest.approx(reading.START_MS + read + run)
    assert reading.while_ms(corridor(6)) <= reading.first_ms(corridor(6))


def test_a_junction_takes_the_eye_longer_than_a_cell():
    cell = 1000 / reading.READER.eye_cells
    junction = cell + reading.READER.junction_ms
    assert [look.ms for look in reading.looks(forked())] == [cell, junction, *[cell] * 6]


@pytest.mark.parametrize("texture", TEXTURES)
def test_the_eye_ends_at_b_on_a_shortest_path(texture):
    for level in levels(texture):
        way = list(reading.looks(level))[-1].way
        assert len(way) == level.dist_min + 1
        assert way[-1] in level.goals
        assert all(b in level.maze.neighbours(a) for a, b in pairwise(way))


@pytest.mark.variants
@pytest.mark.parametrize("texture", TEXTURES)
def test_reading_first_gains_at_most_a_tenth_on_reading_while_walking(texture):
    """With eyes and fingers of every speed. When the first step began the clock, it gained most."""
    mazes = levels(texture)
    for reader in (reading.READER, *reading.OTHERS):
        first = sum(reading.first_ms(level, reader) for level in mazes)
        together = sum(reading.while_ms(level, reader) for level in mazes)
        assert together <= reading.LIMIT * first
    assert reading.measure(texture, "19x9", 6).walk_first > 2


def test_who_has_no_eyes_walks_into_dead_ends():
    found = reading.measure("wilson", "19x9", 6)
    assert found.no_eyes < 1

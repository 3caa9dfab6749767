"""Hunters: their walks, what they know, and when they have the player."""

from array import array
from itertools import accumulate, pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Direction, Level, Maze
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.racing.rivals import HunterSpec, parse_rival, rivals_on
from mazegame.game.racing.searchers import ENTERS_AFTER, HUNTERS, ScentHunter, SightHunter
from mazegame.game.walking.sight import sight
from tests.game.mazes import ahead, corridor, forked, room, walked
from tests.strategies import recipes

LONG = 60.0


def walk_of(level, turns, times):
    """A walk by the exits of these numbers, back at dead ends, at these milliseconds."""
    cell, moves = level.start, bytearray()
    for turn in turns:
        if moves and cell in level.goals:
            break
        sides = [side for side in Direction if level.maze.is_open(cell, side)]
        if not sides:
            break
        if len(sides) > 1 and moves:
            sides = [side for side in sides if side != Direction(moves[-1]).opposite]
        moves.append(sides[turn % len(sides)])
        cell = Direction(moves[-1]).step(cell)
    return GhostWalk(bytes(moves), array("I", times[: len(moves)]))


def going(sides, times):
    """A walk in these directions, at these milliseconds."""
    return GhostWalk(bytes(Direction[side] for side in sides), array("I", times))


def changed(level, flips, *, only_open=False):
    """The level with some walls taken away or put up."""
    passages = np.array(level.maze.passages)
    for row, col, vertical in flips:
        side = Direction.S if vertical else Direction.E
        cell = row % level.maze.rows, col % level.maze.cols
        there = side.step(cell)
        if there in level.maze and not (only_open and passages[cell] & side):
            passages[cell] ^= side
            passages[there] ^= side.opposite
    return Level(Maze(passages), level.start, level.goals, name="changed")


def hunted(kind, level, walk, pace=4.0, seconds=LONG):
    """A hunter at the end of some seconds after a walk."""
    hunter = kind(level, pace)
    hunter.walk = walk
    hunter.taken(seconds)
    return hunter


def cells_of(hunter, seconds=LONG):
    done = hunter.taken(seconds)
    return [*hunter.last_cells(seconds, done), hunter.cell(seconds)]


def percept(hunter, level, walk, number):
    """All that a hunter can see and smell as it takes a step: nothing here asks the hunter."""
    cell, player, left_by = cells_of(hunter)[number - 1], level.start, {}
    for side, time in zip(walk.moves, walk.times, strict=True):
        if time > hunter.time_of(number) * 1000 - 1:
            break
        left_by[player] = side
        player = Direction(side).step(player)
    seen = sight(level.maze, cell)
    if isinstance(hunter, ScentHunter):
        return left_by.get(cell), cell == player
    return frozenset((there, level.maze.exits(there)) for there in seen), player in seen and player


def same_for_all_it_knows(kind, worlds):
    """Whether a hunter goes the same way in two worlds, until it could tell them apart."""
    (one, other), (walk, their) = zip(*worlds, strict=True)
    first, second = hunted(kind, one, walk), hunted(kind, other, their)
    for number in range(1, min(len(cells_of(first)), len(cells_of(second)))):
        if percept(first, one, walk, number) != percept(second, other, their, number):
            return True
        if cells_of(first)[number] != cells_of(second)[number]:
            return False
    return True


LEVELS = recipes((9, 9)).map(Level.of)
TURNS = st.lists(st.integers(0, 3), min_size=8, max_size=60)
FLIPS = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8), st.booleans()), max_size=4)


@st.composite
def two_worlds(draw):
    """Two levels and two walks that begin alike."""
    level, turns = draw(LEVELS), draw(TURNS)
    gaps = draw(st.lists(st.integers(20, 900), min_size=len(turns), max_size=len(turns)))
    times = list(accumulate([0, *gaps[1:]]))
    other = changed(level, draw(FLIPS))
    parting = draw(st.integers(0, len(turns)))
    later = [*turns[:parting], *draw(TURNS)][: len(turns)]
    return (level, walk_of(level, turns, times)), (other, walk_of(other, later, times))


@given(two_worlds(), st.sampled_from(sorted(HUNTERS)))
def test_a_hunter_knows_no_more_than_it_can_see_or_smell(worlds, name):
    assert same_for_all_it_knows(HUNTERS[name], worlds)


class Peeking(ScentHunter):
    """A hunter that knows the maze: it takes the shortest path to B."""

    def _next(self, cell):
        return self._level.path_from(cell, 1)[-1]


class Foreseeing(SightHunter):
    """A hunter that knows where the player is when it does not see it."""

    def _next(self, cell):
        self._goal = self._player
        if self._player in sight(self._level.maze, cell):
            return super()._next(cell)
        return Level(self._level.maze, cell, (self._player,)).path_from(cell, 1)[-1]


@pytest.mark.parametrize("kind", [Peeking, Foreseeing])
def test_a_hunter_that_peeks_is_found_out(kind):
    level = Level.of("wilson:9x9:kite-7")
    times = list(range(0, 300 * 60, 300))
    found = False
    for number in range(12):  # the player turns off elsewhere, out of sight
        draw = np.random.default_rng(number)
        turns = draw.integers(0, 4, 60).tolist()
        others = [*turns[:3], *draw.integers(0, 4, 57).tolist()]
        flips = [(int(draw.integers(9)), int(draw.integers(9)), True)]
        other = changed(level, flips, only_open=True)
        worlds = ((level, walk_of(level, turns, times)), (other, walk_of(other, others, times)))
        found |= not same_for_all_it_knows(kind, worlds)
        assert all(same_for_all_it_knows(honest, worlds) for honest in HUNTERS.values())
    assert found


@given(two_worlds(), st.sampled_from(sorted(HUNTERS)), st.data())
def test_a_hunter_is_a_function_of_level_walk_and_time(worlds, name, data):
    level, walk = worlds[0]
    whole = hunted(HUNTERS[name], level, walk)
    for here, there in pairwise(cells_of(whole)):
        assert here == there or level.maze.is_open(here, Direction.between(here, there))

    # The same walk while it grows, asked at any moments: as a session asks.
    growing = SimpleNamespace(moves=bytearray(), times=array("I"))
    live = HUNTERS[name](level, 4.0)
    live.walk = growing
    for side, time in zip(walk.moves, walk.times, strict=True):
        live.taken(max(time / 1000 - data.draw(st.floats(0, 0.0005)), 0.0))
        growing.moves.append(side)
        growing.times.append(time)
        live.taken(time / 1000)
    live.taken(LONG)
    assert (cells_of(live), live.caught) == (cells_of(whole), whole.caught)


def test_a_hunter_by_scent_leaves_out_only_detours_that_are_over():
    level = forked()
    # Into the dead end at (0, 3) and out again before the hunter is at the fork.
    fast = going("EEEWWS", range(0, 600, 100))
    assert cells_of(hunted(ScentHunter, level, fast, seconds=4.0))[:3] == [(0, 0), (0, 1), (1, 1)]
    late = going("EEEWWS", [0, 100, 200, 3300, 3400, 3500])
    hunter = hunted(ScentHunter, level, late, pace=10.0, seconds=3.35)
    assert hunter.cell(3.25) == (0, 2)  # it follows into the dead end
    assert hunter.caught is not None


def test_a_hunter_by_sight_goes_straight_and_else_searches():
    level = corridor(30)
    walk = going("E" * 20, range(0, 2000, 100))
    hunter = hunted(SightHunter, level, walk, seconds=ENTERS_AFTER + 1)
    assert cells_of(hunter, ENTERS_AFTER + 1) == [(0, col) for col in range(5)]
    assert hunter.gap() == 16
    wide = room(9, 9)
    walk = going("EEESSSS", range(0, 700, 100))
    caught = hunted(SightHunter, wide, walk, seconds=9.0).caught
    assert caught == pytest.approx(ENTERS_AFTER + 7 / 4)
    # Whom it never sees it searches for, until it has seen every cell.
    maze = Level.of("recursive-backtracker:9x9:kite-7")
    hunter = hunted(SightHunter, maze, walked(maze, ahead(maze)[:1]), pace=16.0, seconds=99.0)
    assert hunter.caught is not None


def test_a_hunter_has_who_stands_in_its_cell_and_nobody_at_b():
    level = corridor(9)
    away = going("EEE", [0, 100, 200])
    assert hunted(ScentHunter, level, away).caught == pytest.approx(ENTERS_AFTER + 3 / 4)
    back = going("EW", [0, 100])
    assert hunted(ScentHunter, level, back).caught == ENTERS_AFTER  # who waits at A
    into = going("EEEEWWW", [0, 1, 2, 3, 3300, 3310, 3320])
    assert hunted(ScentHunter, level, into).caught == pytest.approx(3.320)
    home = going("E" * 8, range(8))
    hunter = hunted(ScentHunter, level, home)
    assert (hunter.caught, hunter.cell(LONG), hunter.gap()) == (None, (0, 8), 0)
    waiting = HUNTERS["sight-hunter"](level, 4.0)
    assert waiting.enters > LONG
    assert waiting.cell(LONG) == (0, 0)


def test_a_hunter_by_scent_learns_of_a_step_when_it_is_taken_not_before():
    walk = going("E" * 20, [*range(0, 1900, 100), 20_000])
    gaps = [
        hunted(ScentHunter, corridor(30), walk, pace=0.5, seconds=seconds).gap()
        for seconds in (19.99, 20.0)
    ]
    assert gaps == [11, 12]


def test_the_key_of_a_hunter_says_all_and_a_replay_has_it():
    level = corridor(9)
    walk = walked(level, ahead(level)[:3])
    for name in HUNTERS:
        spec = parse_rival(f"{name}:4.5")
        assert spec == HunterSpec(name, 4.5)
        assert spec.key == f"{name}:4.5"
        (hunter,) = rivals_on(level, [spec.key], None, walk)
        assert hunter.cell(LONG) == (0, 3)
        assert rivals_on(level, [spec.key])[0].cell(LONG) == (0, 0)

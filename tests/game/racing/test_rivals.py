from dataclasses import replace
from itertools import pairwise
from math import inf
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import ALGORITHMS, PRESETS, Direction, Level, Maze, Recipe, generate
from mazegame.engine.searching import METHODS
from mazegame.engine.searching.space import SIDES, SearchSpace
from mazegame.game.modes.best_of import BestOf
from mazegame.game.racing.paces import measured_means
from mazegame.game.racing.race import places, settle
from mazegame.game.racing.rival_kinds import KINDS, RivalKind, rival_name
from mazegame.game.racing.rivals import PacedRival, parse_rival
from mazegame.game.racing.searchers import walk_of
from mazegame.game.run import Run
from mazegame.game.setup.rival_choices import title_of
from tests.game.mazes import Clock, corridor, forked, walked
from tests.strategies import recipes

HANDS = {"left-hand", "right-hand"}
MOST = 20_000

LEVELS = recipes((9, 9), masks=["none", "ring"]).map(Level.of)


def is_perfect(level):
    return level.maze.passage_count == int((level.maze.passages != 0).sum()) - 1


class Watched(SearchSpace):
    """A space that tells which cells a walk asks for."""

    def __init__(self, level):
        super().__init__(level.maze, level.start, level.goals, "x")
        self.here = self.start
        self.asked: set[int] = set()

    def sides(self, cell):
        self.asked.add(cell)
        return super().sides(cell)


def peeks(kind: RivalKind, level: Level) -> bool:
    """Whether a walk asks for a cell that it has not stood on."""
    space = Watched(level)
    stood = {space.start}
    for number, cell in enumerate(kind.walk(space)):
        if not space.asked <= stood:
            return True
        stood.add(cell)
        if number > MOST:
            break
    return not space.asked <= stood


@given(LEVELS, st.sampled_from(sorted(KINDS)))
def test_a_walk_is_legal_deterministic_and_arrives_where_its_law_says(level, name):
    kind = KINDS[name]
    walk = walk_of(kind, level, MOST)
    assert walk == walk_of(kind, level, MOST)
    assert walk[0] == level.start
    for here, there in pairwise(walk):
        assert level.maze.is_open(here, Direction.between(here, there))
    arrived = walk[-1] in level.goals
    if name not in HANDS or is_perfect(level):
        assert arrived
    assert all(cell not in level.goals for cell in walk[:-1])


@given(LEVELS, st.sampled_from(sorted(KINDS)))
def test_a_walk_asks_for_cells_it_stood_on_and_no_others(level, name):
    assert not peeks(KINDS[name], level)


def test_a_rival_that_peeks_is_found_out(monkeypatch):
    def spoiled(space):
        ahead = [space.start + space.moves[side] for side in SIDES]
        assert [space.sides(cell) for cell in ahead]
        yield from METHODS["tremaux"].run(space)

    spy = replace(METHODS["tremaux"], name="spy", run=spoiled)
    monkeypatch.setattr("mazegame.engine.searching.METHODS", {**METHODS, "spy": spy})
    assert peeks(RivalKind("spy", "spy", "", "spy"), forked())


def test_the_runner_walks_the_shortest_path_at_its_pace():
    runner = PacedRival(4.0).on(forked())
    assert runner.arrival == 2.0
    assert [runner.left(seconds) for seconds in (0, 0.24, 0.25, 0.5, 1.99, 2, 99)] == [
        8, 8, 7, 6, 1, 0, 0,
    ]  # fmt: skip
    assert [runner.cell(seconds) for seconds in (0, 0.5, 99)] == [(0, 0), (1, 1), (1, 3)]


@given(pace=st.floats(0.1, 1000), cells=st.integers(0, 39))
def test_n_cells_take_n_over_pace_seconds(pace, cells):
    assert PacedRival(pace).on(corridor(40)).left(cells / pace) == 39 - cells


def test_a_rival_is_a_function_of_time():
    level = Level.of("wilson:12x9:kite-7")
    walk = walk_of(KINDS["tremaux"], level, MOST)
    rival = PacedRival(10.0, KINDS["tremaux"]).on(level)
    assert rival.arrival == inf
    assert rival.cell(0.0) == level.start
    assert rival.cell(0.3) == walk[3]
    assert rival.cell(0.1) == walk[1]  # backwards as well, for a replay
    assert rival.taken(0.25) == 2
    assert rival.left(0.3) == level.distance(walk[3])
    rival.settle()
    last = len(walk) - 1
    assert (rival.arrival, rival.steps) == (last / 10, last)
    assert (rival.cell(1e6), rival.left(1e6), rival.taken(1e6)) == (walk[-1], 0, last)


def test_a_hand_on_an_island_circles_for_ever():
    floor = [[1, 1, 1, 0], [1, 0, 1, 1], [1, 1, 1, 0]]
    level = Level(Maze.from_floor(floor), (0, 1), ((1, 3),))
    right, left = (PacedRival(1.0, KINDS[name]).on(level) for name in ("right-hand", "left-hand"))
    settle([right, left])
    assert (right.arrival, right.steps) == (inf, None)
    ring = [(0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0)]
    assert [right.cell(second) for second in range(24)] == ring * 3
    assert left.arrival < inf
    last = places(Run(level, Clock()), [right])[-1]
    assert (last.seconds, last.steps, last.photo) == (inf, None, False)


def test_the_mouse_refuses_long_mazes_and_says_why():
    level = Level.of("wilson:40x40:kite-7")
    with pytest.raises(ValueError, match=r"600 passages at most, not 1,599: a walk at random"):
        PacedRival(8.0, KINDS["random-mouse"]).on(level)


def test_the_table_of_mean_steps_is_what_was_measured():
    assert set(measured_means()) == {*ALGORITHMS, *PRESETS}
    table = measured_means()["kruskal"]
    assert set(table) == set(KINDS)
    levels = [Level.of(Recipe("kruskal", 20, 12, f"rivals-{n}")) for n in range(30)]
    for name in ("tremaux", "greedy", "left-hand"):
        walks = [walk_of(KINDS[name], level, MOST) for level in levels]
        lengths = ((len(walk) - 1) / one.dist_min for walk, one in zip(walks, levels, strict=True))
        assert fmean(lengths) == pytest.approx(table[name], rel=0.35)


def test_the_route_of_a_walk_leaves_the_detours_out():
    """Among loops a hand on the wall may circle for ever; then its route does as well."""
    maze = generate("wilson", 6, 6, "kite-7", braid=100)
    ends = ((a, b) for a in np.ndindex(6, 6) for b in np.ndindex(6, 6) if a != b)
    levels = [Level(maze, a, (b,)) for a, b in ends]
    hand = KINDS["left-hand"]
    circling = next(one for one in levels if walk_of(hand, one, 500)[-1] not in one.goals)
    for level in (circling, Level.of("wilson:12x8:kite-7")):
        rival = PacedRival(10.0, hand).on(level)
        walk = walk_of(hand, level, 500)
        for step in (*range(len(walk) - 1, 0, -7), *range(len(walk))):
            route = list(loopless(walk[: step + 1]))
            assert rival.route_length(step) == len(route) - 1
    assert PacedRival(10.0, hand).on(circling).route_length(10**6) < 36


def loopless(cells):
    """The cells of a walk without its loops, by their definition."""
    last = {cell: at for at, cell in enumerate(cells)}
    at = 0
    while at < len(cells):
        yield cells[at]
        at = last[cells[at]] + 1


@pytest.mark.parametrize("name", ["shortest", *KINDS])
def test_a_rival_has_one_name_on_every_screen(name):
    level = corridor(9)
    spec = parse_rival(f"{name}:4")
    title = spec.on(level).name
    assert rival_name(name) == title_of(name) == title
    assert BestOf.begin(3, [spec]).about(None).endswith(f"you 0, {title} 0")
    run = walked(level)
    assert {place.name for place in places(run, [spec.on(level)])} == {"you", title}

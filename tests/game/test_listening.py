"""The players of ``benchmarks/listening.py`` keep to what they say they know."""

import random
from collections import Counter
from itertools import pairwise

import pytest

from benchmarks import listening
from mazegame.engine import Level
from mazegame.game.run import Run, step
from tests.game.mazes import E, S, corridor, forked

WILSON = Level.of("wilson:12x8:kite-7")


def walked(level: Level, name: str, seed: int = 1) -> Run:
    """The walk of a player until B, or of 500 steps."""
    run = Run(level, lambda: 0.0)
    moves = listening.PLAYERS[name](run, random.Random(seed))
    while not run.finished and run.steps < 500:
        step(run, next(moves))
    return run


@pytest.mark.parametrize("name", ["random", "right hand", "memory", "arrow", "compass"])
def test_every_player_walks_a_corridor_straight(name):
    assert list(walked(corridor(6), name).moves) == [E] * 5


def test_the_right_hand_stays_on_the_wall():
    # From A it comes to the junction eastwards: right is south, and that leads to B.
    assert list(walked(forked(), "right hand").moves)[:2] == [E, S]


def test_the_compass_listener_turns_round_after_one_step_too_many():
    overs = {walked(forked(), "compass", seed).result.over for seed in range(20)}
    assert overs <= {0, 2, 4}


def test_memory_takes_no_passage_more_than_twice():
    run = walked(WILSON, "memory", 3)
    assert run.finished
    assert max(Counter(map(frozenset, pairwise(run.cells()))).values()) <= 2


def test_a_walk_is_broken_off_at_the_limit():
    score, stars = listening.play(WILSON, listening.right_hand, random.Random(1), 1.1)
    assert stars == 0 or score >= 900


def test_who_waits_until_a_rival_is_at_b_earns_two_stars_in_few_mazes():
    """It is out of sight too soon for that; on this texture waiting helps most."""
    levels = [Level.of(f"sidewinder:19x9:listening-{n}") for n in range(50)]
    wait = listening.PLAYERS["wait"]
    stars = [listening.play(level, wait, random.Random(1), 8.0)[1] for level in levels]
    assert sum(one >= 2 for one in stars) <= len(levels) // 10


def test_the_compass_is_worth_more_than_all_else():
    found = listening.measure("recursive-backtracker", "12x8", 4, 8.0)
    assert found["compass"][0] > max(found[name][0] for name in ("random", "memory"))

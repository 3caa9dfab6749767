"""The finale is a function of the time."""

from itertools import pairwise

import pytest

from mazegame.game.scoring.finale import (
    DRAW_SECONDS,
    FLASH_SECONDS,
    STAR_SECONDS,
    TURN_SECONDS,
    Finale,
)

FINALE = Finale(steps=120, stars=3, score=950, lines=8)
TIMES = [at / 50 for at in range(150)]


def test_the_walk_is_drawn_within_eight_tenths_of_a_second():
    assert DRAW_SECONDS <= 0.8
    assert FINALE.at(0).steps == 0
    assert 0 < FINALE.at(DRAW_SECONDS / 2).steps < 120
    assert FINALE.at(DRAW_SECONDS).steps == 120


def test_nothing_ever_goes_back():
    moments = [FINALE.at(seconds) for seconds in TIMES]
    for before, after in pairwise(moments):
        assert before.steps <= after.steps
        assert before.stars <= after.stars
        assert before.score <= after.score
        assert before.lines <= after.lines
        assert before.card <= after.card
        assert before.done <= after.done


def test_b_flashes_and_then_looks_as_before():
    looks = [FINALE.at((at + 0.5) * FLASH_SECONDS).flash for at in range(12)]
    assert looks[:6] == [True, False] * 3
    assert not any(looks[6:])


@pytest.mark.parametrize("stars", [0, 1, 2, 3])
def test_stars_light_one_after_the_other(stars):
    finale = Finale(120, stars, 950, 8)
    lit = [finale.at(DRAW_SECONDS + (at + 0.5) * STAR_SECONDS).stars for at in range(stars + 1)]
    assert lit == list(range(stars + 1))
    assert finale.at(60).stars == stars


def test_the_score_counts_up():
    shown = [FINALE.at(DRAW_SECONDS + at / 10).score for at in range(9)]
    assert shown[0] == 0
    assert shown[-1] == 950
    assert len(set(shown)) > 5


def test_the_end_is_the_last_moment():
    assert FINALE.at(FINALE.length) == FINALE.end
    assert FINALE.at(1e9) == FINALE.end
    assert not FINALE.at(FINALE.length - 0.01).done
    assert FINALE.length < 2


def test_a_medal_turns_until_the_end_and_gold_longer():
    turns = [FINALE.at(DRAW_SECONDS + (at + 0.5) * TURN_SECONDS).turn for at in range(6)]
    assert turns == [0, 1, 2, 3, 0, 1]
    assert FINALE.end.turn == FINALE.at(0).turn == 0
    assert Finale(120, 3, 950, 8, gold=True).length > FINALE.length


def test_a_walk_of_no_steps_has_a_finale():
    assert Finale(0, 3, 1000, 4).at(0.4).steps == 0

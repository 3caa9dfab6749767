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


def test_the_walk_is_drawn_then_the_score_counts_up_and_nothing_ever_goes_back():
    half, drawn = (FINALE.at(share * DRAW_SECONDS).steps for share in (0.5, 1))
    assert (FINALE.at(0).steps, drawn) == (0, 120)
    assert 0 < half < 120
    assert DRAW_SECONDS <= 0.8
    scores = [FINALE.at(DRAW_SECONDS + at / 10).score for at in range(9)]
    assert (scores[0], scores[-1]) == (0, 950)
    assert len(set(scores)) > 5
    for before, after in pairwise(FINALE.at(at / 50) for at in range(150)):
        for part in ("steps", "stars", "score", "lines", "card", "done"):
            assert getattr(before, part) <= getattr(after, part)


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


def test_the_end_is_the_last_moment():
    assert FINALE.at(FINALE.length) == FINALE.end
    assert FINALE.at(1e9) == FINALE.end
    assert not FINALE.at(FINALE.length - 0.01).done
    assert FINALE.length < 2
    assert Finale(0, 3, 1000, 4).at(0.4).steps == 0, "also after no walk"


def test_a_medal_turns_until_the_end_and_gold_longer():
    turns = [FINALE.at(DRAW_SECONDS + (at + 0.5) * TURN_SECONDS).turn for at in range(6)]
    assert turns == [0, 1, 2, 3, 0, 1]
    assert FINALE.end.turn == FINALE.at(0).turn == 0
    assert Finale(120, 3, 950, 8, gold=True).length > FINALE.length

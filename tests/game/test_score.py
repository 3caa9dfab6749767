import pytest

from mazegame.game import score as scoring


@pytest.mark.parametrize(
    ("dist_min", "steps", "hints", "points"),
    [
        (104, 104, 0, 1000),
        (104, 118, 0, 881),
        (104, 118, 1, 831),
        (10, 1000, 0, 10),
        (10, 1000, 1, 0),
        (0, 0, 0, 1000),
        (0, 0, 3, 850),
        (1, 3, 0, 333),
        (2, 3, 0, 667),
    ],
)
def test_score_is_the_share_of_the_shortest_less_fifty_a_hint(dist_min, steps, hints, points):
    assert scoring.score(dist_min, steps, hints) == points


@pytest.mark.parametrize(
    ("dist_min", "steps", "hints", "stars"),
    [
        (95, 100, 0, 3),
        (949, 1000, 0, 2),
        (95, 100, 1, 2),
        (75, 100, 0, 2),
        (749, 1000, 0, 1),
        (75, 100, 9, 2),
        (1, 100, 0, 1),
        (0, 0, 0, 3),
        (0, 0, 1, 2),
    ],
)
def test_stars(dist_min, steps, hints, stars):
    assert scoring.stars(dist_min, steps, hints) == stars


def test_the_rule_in_words_quotes_the_figures():
    for figure in ("1000", "50", "95%", "75%"):
        assert figure in scoring.RULE

import pytest

from mazegame.game import score as scoring


@pytest.mark.parametrize(
    ("dist_min", "steps", "hints", "points", "stars"),
    [
        (104, 104, 0, 1000, 3), (104, 118, 0, 881, 2), (104, 118, 1, 831, 2),
        (10, 1000, 0, 10, 1), (10, 1000, 1, 0, 1), (1, 100, 0, 10, 1), (2, 3, 0, 667, 1),
        (0, 0, 0, 1000, 3), (0, 0, 1, 950, 2), (0, 0, 3, 850, 2), (1, 3, 0, 333, 1),
        (95, 100, 0, 950, 3), (949, 1000, 0, 949, 2), (95, 100, 1, 900, 2),
        (75, 100, 0, 750, 2), (749, 1000, 0, 749, 1), (75, 100, 9, 300, 2),
    ],
)  # fmt: skip
def test_score_is_the_share_of_the_shortest_less_fifty_a_hint(
    dist_min, steps, hints, points, stars
):
    assert scoring.score(dist_min, steps, hints) == points
    assert scoring.stars(dist_min, steps, hints) == stars


def test_the_rule_in_words_quotes_the_figures():
    for figure in ("1000", "50", "95%", "75%"):
        assert figure in scoring.RULE

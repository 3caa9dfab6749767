import pytest

from mazegame.game.career.habits import Habits
from mazegame.game.career.statistics import RivalResult, Statistics, advice
from tests.game.played import played

NAMES = {"wilson": "wilson", "kruskal": "kruskal"}

GOOD = Habits(100, 95, 1000, 100_000, 100, 30_000)
"""Ten cells a second in corridors, .3 s at a junction."""


def of(design: str, *steps: int, habits: Habits | None = GOOD) -> list:
    return [played(design=design, algorithm=design, steps=n, habits=habits) for n in steps]


def test_statistics_without_runs_are_empty():
    empty = Statistics([])
    assert (empty.runs, empty.efficiency, empty.thinking_share) == (0, None, None)
    assert (empty.textures, empty.hardest) == ((), ())
    assert "5 more mazes" in advice(empty, {})


def test_only_ranked_runs_say_something_about_the_player():
    practice = played(ranked=False, steps=540, habits=Habits(9, 0, 1, 1, 1, 1), day=5)
    found = Statistics([*of("wilson", 54, 108), practice])
    assert (found.runs, found.ranked) == (3, 2)
    assert found.efficiencies == (1.0, 0.5)
    assert found.efficiency == 0.75
    assert found.habits.junctions == 200
    assert found.days == {740_000: 2, 5: 1}


def test_the_rounds_of_duels_are_counted_by_who_won():
    keys = ("1-0:left", "1-1:right", "1-1:draw", "2-1:left", "fewest:3-1:left")
    rows = [played(series=f"duel:{key}", ranked=False) for key in keys]
    assert Statistics(rows).lines == ["Duels: 5 rounds, left 3, right 1, 1 draw"]
    assert Statistics(rows[:1]).lines == ["Duels: 1 round, left 1, right 0"]
    assert Statistics([played(), played(series="duel:1-0")]).lines == []


def test_the_best_chase_is_the_highest_level_escaped():
    levels = [played(series=f"chase:both:{level}:3") for level in (1, 4, 2)]
    shown = played(series="chase:both:6:3", shown=True)
    assert Statistics([*levels, shown]).lines == ["Best chase: level 4 of 7"]
    assert Statistics([played(), shown]).lines == []


def test_the_other_players_of_a_party_are_named_in_their_order():
    people = [RivalResult(name, ms=ms) for name, ms in (("Bo", None), ("Cy", 12_400), ("Di", 900))]
    race = [RivalResult("shortest", 4.0, 500), RivalResult("ghost", ms=400)]
    assert played(rivals=(*race, *people)).party == "Di 0.9 s, Cy 12.4 s, Bo later"
    assert played(rivals=(*people, *people)).party == "Di 0.9 s, Di 0.9 s, Cy 12.4 s, 3 more"
    assert played(rivals=tuple(race)).party == ""


def test_textures_come_by_runs_and_the_hardest_by_efficiency():
    found = Statistics([*of("kruskal", 60, 60, 60, 60), *of("wilson", 108, 108, 108)])
    assert [one.design for one in found.textures] == ["kruskal", "wilson"]
    alike = Statistics([*of("wilson", 54), *of("kruskal", 54)])
    assert [one.design for one in alike.textures] == ["kruskal", "wilson"]
    assert [one.design for one in found.hardest] == ["wilson", "kruskal"]
    assert Statistics(of("wilson", 108, 108)).hardest == ()
    assert Statistics(of("wilson", 54, 54, 54)).hardest == (), "no step too many"


@pytest.mark.parametrize(
    ("steps", "trend"),
    [
        ((108, 108, 54, 54), 0.5),
        ((108, 108, 108, 54, 54), 0.5),  # the middle one belongs to neither half
        ((108, 108, 54, 54, 54), 0.5),
        ((108, 54, 54), None),
    ],
)
def test_a_trend_compares_the_later_half_with_the_earlier(steps, trend):
    assert Statistics(of("wilson", *steps)).textures[0].trend == trend


def test_the_latest_runs_stand_beside_all():
    slow = Habits(10, 0, 10, 1000, 10, 90_000)
    found = Statistics([*of("wilson", *[54] * 5, habits=slow), *of("wilson", *[54] * 20)])
    assert found.latest.right_share == 0.95
    assert found.habits.right_share < 0.95
    assert "Nothing stands out" in advice(found, NAMES), "by the latest ones"
    thinking, walking = 5 * 90 + 20 * 30, 5 * 1 + 20 * 100
    assert found.thinking_share == pytest.approx(thinking / (thinking + walking))


@pytest.mark.parametrize(
    ("habits", "words"),
    [
        (Habits(100, 50, 1000, 100_000, 100, 30_000), "5 of 10 junctions by the wrong exit"),
        (Habits(100, 95, 1000, 100_000, 100, 400_000), "Decide sooner: you stand 4.0 s"),
        (Habits(100, 95, 1000, 900_000, 100, 30_000), "Hold Shift in corridors: you walk 1.1"),
        (GOOD, "Nothing stands out"),
        (Habits(100, 90, 800, 100_000, 100, 50_000), "Nothing stands out"),
        (Habits(100, 89, 800, 100_000, 100, 50_000), "1 of 10 junctions by the wrong exit"),
        (Habits(100, 90, 800, 100_000, 100, 51_000), "Decide sooner"),
        (Habits(100, 90, 799, 100_000, 100, 50_000), "Hold Shift in corridors"),
    ],
)
def test_what_is_farthest_from_good_is_to_be_practised(habits, words):
    assert words in advice(Statistics(of("wilson", *[54] * 5, habits=habits)), NAMES)


def test_a_hard_texture_is_to_be_practised_by_its_name():
    rows = [*of("kruskal", *[54] * 9), *of("wilson", 108, 108, 108)]
    assert advice(Statistics(rows), {"wilson": "the lake"}) == (
        "Practise the lake: efficiency 50% there, 88% on average."
    )

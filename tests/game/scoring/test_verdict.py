"""What the verdict and the share line say of a run."""

import pytest

from mazegame.engine import Direction
from mazegame.game.racing.race import Placing, places
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.racing.rival_kinds import KINDS
from mazegame.game.racing.rivals import PacedRival
from mazegame.game.run import Run, step
from mazegame.game.scoring.verdict import (
    Tone,
    bar,
    efficiency_by_part,
    race_sentence,
    share_line,
    spell_split,
    verdict_of,
)
from mazegame.game.scoring.wrong_turns import wrong_turns
from mazegame.game.words import clock, spell_time
from tests.game import mazes
from tests.game.mazes import Clock, corridor, forked


def walked(seconds=1.0, detours=0, *, shown=False) -> Run:
    clock = Clock()
    run = mazes.walked(corridor(6), "E" + "WE" * detours, pace=0.0, clock=clock, shown=shown)
    for _ in range(4):
        clock.now += seconds
        step(run, Direction.E)
    return run


def told(verdict) -> dict[str, str]:
    return {line.label: line.value for line in verdict.lines}


def test_a_perfect_run():
    verdict = verdict_of(walked())
    assert (verdict.headline, verdict.tone, verdict.stars) == ("Perfect", Tone.PERFECT, 3)
    assert told(verdict) == {
        "steps": "5",
        "shortest path": "5",
        "time": "4.0 s",
        "medal": "none; bronze needs 3.8 s",
    }


@pytest.mark.parametrize(
    ("seconds", "medal"),
    [
        (0.2, "author"),
        (0.3, "gold; author needs 0.9 s"),
        (0.5, "silver; gold needs 1.4 s"),
        (0.9, "bronze; silver needs 2.3 s"),
    ],
)
def test_the_medal_stands_beside_the_next_better_one(seconds, medal):
    assert told(verdict_of(walked(seconds)))["medal"] == medal
    assert "medal" not in told(verdict_of(walked(seconds, shown=True)))


def test_the_time_is_split_where_the_clock_starts_with_the_reveal_but_not_in_fog():
    run = mazes.walked(corridor(6), pace=1.0, reading=6.19)
    split = "reading 6.1 s, walking 4.0 s"
    told_of = told(verdict_of(run))
    assert (told_of["time"], told_of[split]) == ("10.1 s", "")
    assert not any("reading" in label for label in told(verdict_of(run, fog=True)))
    assert not any("reading" in label for label in told(verdict_of(walked())))


def test_the_times_of_reading_and_of_walking_add_up_as_they_are_shown():
    run = mazes.walked(corridor(6), pace=0.19, reading=2.15)
    assert run.stopwatch.ms == 2910
    assert spell_split(run) == "reading 2.1 s, walking 0.8 s"


def test_a_maze_too_large_to_read_has_no_line_on_medals():
    verdict = verdict_of(mazes.walked(corridor(2001), pace=0.0, reading=1.0))
    assert not verdict.timed
    assert "medal" not in told(verdict)


def test_a_run_of_one_step_has_a_medal_and_one_of_none_has_not():
    for length, timed in ((2, True), (1, False)):
        verdict = verdict_of(mazes.walked(corridor(length), "E" * (length - 1)))
        assert verdict.timed == timed
        assert ("medal" in str(told(verdict))) == timed


def test_detours_hints_and_the_shown_path_have_their_price():
    run = walked(detours=5)
    run.hints = 2
    verdict = verdict_of(run, turns=wrong_turns(run))
    assert (verdict.headline, verdict.stars) == ("You reached B", 1)
    assert told(verdict)["steps"] == "15 (+10)"
    assert told(verdict)["wrong turns"] == "10 extra steps"
    assert told(verdict)["hints"] == "2 (-100)"
    shown = verdict_of(walked(shown=True))
    assert (shown.stars, shown.tone) == (None, Tone.PLAIN)


def test_a_race_won_and_lost_look_different():
    fast, slow = PacedRival(8.0).on(corridor(6)), PacedRival(0.5).on(corridor(6))
    lost, won = verdict_of(walked(), (fast,)), verdict_of(walked(), (slow,))
    assert lost.headline == "The runner beat you by 3.3 s"
    assert lost.tone is Tone.BAD
    assert won.headline == "Perfect, and first"
    assert won.tone is Tone.PERFECT
    assert won.notes == ("You beat the runner by 6.0 s",)
    assert lost.notes == ()
    rows = [(line.label, line.rival, line.own) for line in lost.lines[1:3]]
    assert rows == [("1. runner", 0, False), ("2. you", None, True)]


def test_the_card_of_a_race_has_the_time_and_the_steps_once():
    run = walked(0.25, detours=1)
    for rivals in ((), (PacedRival(0.5).on(run.level),)):
        said = [f"{line.label} {line.value}" for line in verdict_of(run, rivals).lines]
        time, steps = spell_time(run.stopwatch.ms), str(run.steps)
        assert sum(time in line for line in said) == 1, rivals
        assert sum(steps in line.split() for line in said) == 1, rivals


def test_a_photo_finish_is_one_in_words():
    ghost = GhostWalk.of(walked(1.05)).on(corridor(6))
    assert verdict_of(walked(detours=1), (ghost,)).headline.startswith("Photo finish! You beat")


def test_a_rival_that_never_arrives_is_beaten():
    order = [Placing(1, "you", 4.0, 5), Placing(2, "random mouse", float("inf"), None, 0)]
    assert race_sentence(order) == "You beat the random mouse"
    assert places(Run(forked(), Clock()), ())[0].is_player


def test_a_dead_heat_is_a_race_won_together():
    ghost = GhostWalk.of(walked()).on(corridor(6))
    run = walked()
    assert [place.place for place in places(run, (ghost,))] == [1, 1]
    verdict = verdict_of(run, (ghost,))
    assert verdict.headline == "Perfect, and first"
    assert verdict.notes == ("A dead heat: you and the ghost at the same moment",)


def test_every_rival_can_be_named_in_a_sentence():
    you = Placing(2, "you", 4.0, 5)
    titles = {kind.title for kind in KINDS.values()}
    sentences = {race_sentence([Placing(1, title, 1.0, 5, 0), you]) for title in titles}
    assert "The greedy one beat you by 3.0 s" in sentences
    assert "Trémaux beat you by 3.0 s" in sentences


def test_the_card_says_the_digits_of_the_scores():
    told_time = told(verdict_of(walked(23.28 / 4)))["time"]
    assert told_time == "23.2 s"
    assert clock(23_280) == "0:23.2"


@pytest.mark.parametrize(
    ("level", "steps", "parts", "shares"),
    [
        pytest.param(corridor(4), "EEE", 10, [1.0] * 3, id="a part for each passage"),
        pytest.param(forked(), "EEWSWSEENE", 8, [1.0, 1 / 3, *[1.0] * 6], id="its own part alone"),
        pytest.param(forked(), "ESWSEENE", 3, [1.0] * 3, id="over several marks at once"),
    ],
)
def test_a_wrong_turn_lowers_the_efficiency_of_its_part_of_the_path(level, steps, parts, shares):
    assert efficiency_by_part(mazes.walked(level, steps), parts) == shares


def test_a_bar_shows_each_share():
    assert bar([1.0, 0.999, 0.5, 0.01]) == "██▅▁"
    assert bar([1.0, 0.01], plain=True) == "81"
    assert bar([]) == ""


def test_the_share_line_says_all_and_no_part_of_the_path():
    run = mazes.walked("wilson:19x9:kite-7")
    line = share_line(run, "mazegame daily 2026-11-22, wilson", medal="gold")
    assert line == (
        "mazegame daily 2026-11-22, wilson  ★★★  1,000  gold  ██████████  wilson:19x9:kite-7"
    )
    assert share_line(run, "x", plain=True).isascii()


def test_a_run_with_the_path_shown_has_no_score_to_share():
    line = share_line(walked(shown=True), "practice")
    assert "not ranked" in line
    assert "★" not in line

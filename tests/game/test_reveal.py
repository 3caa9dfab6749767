"""The clock that begins when the walls appear: each rule of it, with times as arguments."""

import pytest

from mazegame.game import commands, events
from mazegame.game.commands import Glide, Move, Pause, Resume, Reveal, TakeHint
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.rivals import PacedRival
from mazegame.game.rules import DEFAULT_RULES, Rules
from mazegame.game.session import Session
from mazegame.game.walking import wall_cover
from mazegame.game.walking.countdown import COUNT_SECONDS, COUNTDOWN
from mazegame.game.walking.ranked_clock import GLIDE_STEP_MS
from mazegame.game.walking.wall_cover import (
    RESUME_SECONDS,
    SWEEP_SECONDS,
    UNCOVER_SECONDS,
)
from tests.game.mazes import E, S, W, begun, corridor, forked

REVEAL = Rules(reveal=True)

WALKS = [
    Move(E),
    Glide(E),
    TakeHint(),
    commands.WalkTo((0, 1)),
    commands.ToUnexplored(),
    commands.StepBack(),
    commands.WalkBack(),
    commands.GoOn(),
]


def kinds(happened) -> list[type]:
    return [type(event) for event in happened]


def waiting(level=None, **options) -> Session:
    """A session whose walls wait for the key."""
    return begun(level or forked(), rules=REVEAL, **options)


def revealed(level=None, *, at=100.0, **options) -> Session:
    """A session whose walls were revealed at a time, and have appeared since."""
    session = waiting(level, at=at, **options)
    session.command(0, Reveal(), at)
    session.tick(at + SWEEP_SECONDS)
    return session


def seconds_of(session, player=0) -> float:
    return session.players[player].run.stopwatch.seconds


# The rules


def test_reveal_is_a_word_of_the_class():
    assert DEFAULT_RULES.key == "open"
    assert not Rules.from_key("fog compass rival").reveal
    rules = Rules(fog=True, compass=True, rival_in_sight=True, reveal=True)
    assert rules.key == "fog compass rival reveal"
    assert Rules.from_key(rules.key) == rules
    assert Rules.from_key(REVEAL.key) == REVEAL


def test_easier_rules_keep_how_the_run_started():
    assert REVEAL.easier(Rules(compass=True)) == Rules(compass=True, reveal=True)
    assert Rules(fog=True).easier(REVEAL) == DEFAULT_RULES


def test_no_change_of_rules_during_a_run_changes_its_class():
    session = revealed()
    (changed, *_) = session.command(0, commands.ChangeRules(Rules(compass=True)), 101)
    assert changed.easiest == session.easiest == Rules(compass=True, reveal=True)
    walk_first = begun(forked(), "E")
    assert walk_first.command(0, commands.ChangeRules(REVEAL), 101) == []
    assert not walk_first.rules.reveal


# The reveal


def test_walk_first_is_as_it_was():
    session = begun(forked())
    assert not session.covered
    assert session.reading is None
    assert session.command(0, Reveal(), 105) == []
    assert not session.running
    session.command(0, Move(E), 110)
    assert session.players[0].run.times.tolist() == [0]
    assert not session.players[0].run.reveal


def test_walls_are_covered_and_the_clock_waits_until_the_key():
    session = waiting()
    assert session.covered
    assert session.reading is None
    assert session.next_wake(100) is None
    session.tick(160)
    assert seconds_of(session) == 0
    happened = session.command(0, Reveal(), 160)
    assert happened == [events.Revealed(at_once=False)]
    assert not session.covered
    assert session.running
    session.tick(164)
    assert session.reading == 4


@pytest.mark.parametrize("command", WALKS)
def test_the_key_that_reveals_takes_no_step(command):
    session = waiting()
    happened = session.command(0, command, 100)
    assert happened == [events.Revealed(at_once=False)]
    run = session.players[0].run
    assert (run.steps, run.hints, session.reading) == (0, 0, 0)


def test_the_first_step_ends_the_reading_and_its_time_tells_it():
    session = revealed()
    session.command(0, Move(E), 106.1)
    run = session.players[0].run
    assert run.reveal
    assert run.times.tolist() == [6100]
    assert session.reading is None


@pytest.mark.parametrize("command", WALKS)
def test_commands_that_walk_do_nothing_while_the_walls_sweep_in(command):
    session = waiting()
    session.command(0, Reveal(), 100)
    assert session.command(0, command, 100 + SWEEP_SECONDS - 0.01) == []
    run = session.players[0].run
    assert (run.steps, run.hints) == (0, 0)
    session.command(0, Move(E), 100 + SWEEP_SECONDS)
    assert run.steps == 1


def test_a_pause_during_the_sweep_is_taken():
    session = waiting()
    session.command(0, Reveal(), 100)
    assert kinds(session.command(0, Pause(), 100.1)) == [events.Covered, events.Paused]
    assert session.covered


def test_without_animations_all_walls_appear_at_once_a_moment_after_the_key(monkeypatch):
    still = 0.1  # not the time to the next tick of the clock
    monkeypatch.setattr(wall_cover, "STILL_SECONDS", still)
    session = waiting(animations=False)
    assert session.command(0, Reveal(), 100) == []
    assert session.covered
    assert session.next_wake(100) == 100 + still
    assert session.command(0, Move(E), 100.05) == []
    happened = session.tick(100 + still)
    assert events.Revealed(at_once=True) in happened
    assert not session.covered
    assert seconds_of(session) == pytest.approx(still)  # from the key on
    session.command(0, Move(E), 100 + still)
    assert session.players[0].run.times.tolist() == [round(1000 * still)]


def test_a_step_that_comes_before_a_late_tick_finds_the_walls_shown():
    session = waiting(animations=False)
    session.command(0, Reveal(), 100)
    happened = session.command(0, Move(E), 101)
    assert kinds(happened)[0] is events.Revealed
    assert session.players[0].run.steps == 1


def test_a_known_maze_is_revealed_at_once_without_a_key():
    session = Session(free_play(forked(), REVEAL), forked(), known=True)
    assert session.covered
    assert session.command(0, Resume(), 100) == [
        events.Resumed(),
        events.Revealed(at_once=True),
    ]
    assert not session.covered
    session.command(0, Move(E), 100)
    assert session.players[0].run.times.tolist() == [0]


# Covering


def test_a_pause_covers_the_walls_and_stops_the_clock():
    session = revealed()
    session.command(0, Move(E), 102)
    assert kinds(session.command(0, Pause(), 103)) == [events.Covered, events.Paused]
    assert session.covered
    session.tick(200)
    assert seconds_of(session) == 3


def test_each_uncovering_costs_a_second():
    session = revealed()
    session.command(0, Move(E), 102)
    for pause in (103, 203):
        session.command(0, Pause(), pause)
        happened = session.command(0, Resume(), pause + 50)
        assert happened == [events.Resumed(), events.Revealed(at_once=True)]
    assert not session.covered
    walked = (103 - 100) + (203 - 153)  # between the reveal, the pauses and their ends
    assert seconds_of(session) == pytest.approx(walked + 2 * UNCOVER_SECONDS)


def test_a_key_uncovers_and_takes_no_step():
    session = revealed()
    session.command(0, Move(E), 102)
    session.command(0, Pause(), 103)
    happened = session.command(0, Move(E), 110)
    assert happened == [events.Resumed(), events.Revealed(at_once=True)]
    assert session.players[0].run.steps == 1


def test_a_pause_before_the_reveal_costs_nothing_and_shows_nothing():
    session = waiting()
    assert session.command(0, Pause(), 101) == []
    assert session.command(0, Resume(), 105) == [events.Resumed()]
    assert session.covered
    session.command(0, Reveal(), 106)
    assert seconds_of(session) == 0


def test_a_pause_between_the_key_and_the_walls_is_a_rest_like_any_other():
    session = waiting(animations=False)
    session.command(0, Reveal(), 100)
    assert kinds(session.command(0, Pause(), 100.125)) == [events.Paused]
    assert session.next_wake(100.125) is None
    session.command(0, Resume(), 110)
    assert not session.covered
    assert seconds_of(session) == 0.125 + UNCOVER_SECONDS


def test_at_b_nothing_is_covered():
    session = revealed(corridor(2))
    session.command(0, Move(E), 102)
    assert session.finished
    session.command(0, Pause(), 103)
    assert not session.covered
    session.command(0, Resume(), 104)
    assert seconds_of(session) == 2


# Races


def test_a_race_counts_in_and_shows_all_walls_at_go():
    session = begun(forked(), rules=REVEAL, rivals=[PacedRival(4.0)])
    assert session.counting
    assert session.covered
    happened = session.command(0, Move(E), 100.5)
    assert happened[-1] == events.Refused(reason=events.Reason.TOO_EARLY)
    assert session.command(0, TakeHint(), 100.6)[-1] == happened[-1]
    go = 100 + COUNTDOWN * COUNT_SECONDS
    for second in range(101, int(go)):
        session.tick(second)
        assert session.covered
    happened = session.tick(go)
    assert events.Revealed(at_once=True) in happened
    assert not session.covered
    session.command(0, Move(E), go)
    assert session.players[0].run.times.tolist() == [0]


def test_the_reveal_does_not_cut_the_countdown_short():
    session = begun(forked(), rules=REVEAL, runs=2)
    assert session.counting
    session.command(0, Reveal(), 100.5)
    assert session.counting
    assert session.covered


def test_a_pause_of_either_covers_both():
    session = begun(forked(), rules=REVEAL, runs=2)
    for second in range(101, 104):
        session.tick(second)
    assert not session.covered
    session.command(1, Pause(), 105)
    assert session.covered
    session.command(0, Resume(), 110)
    assert [seconds_of(session, player) for player in (0, 1)] == [2 + UNCOVER_SECONDS] * 2


# Resuming


def test_a_resumed_run_waits_covered_and_costs_what_a_kill_may_lose():
    before = revealed()
    before.command(0, Move(E), 104)
    session = waiting(resume=before.players[0].run, at=500.0)
    assert session.covered
    assert not session.running
    session.command(0, Reveal(), 600)
    assert seconds_of(session) == 4 + RESUME_SECONDS
    assert session.reading is None


def test_reading_goes_on_after_a_kill_before_the_first_step():
    before = revealed()
    before.tick(103)
    session = waiting(resume=before.players[0].run, at=500.0)
    assert session.reading is None
    session.command(0, Reveal(), 600)
    assert session.reading == 3 + RESUME_SECONDS


def test_a_resumed_race_waits_for_the_key_and_counts_in_no_more():
    before = begun(forked(), rules=REVEAL, rivals=[PacedRival(4.0)])
    for second in range(101, 105):
        before.tick(second)
    session = waiting(resume=before.players[0].run, rivals=[PacedRival(4.0)], at=500.0)
    assert not session.counting
    assert session.covered


# Ranked time


@pytest.mark.parametrize("speed", [5.0, 40.0, 1000.0])
@pytest.mark.parametrize("animations", [True, False])
def test_a_run_takes_as_long_at_each_speed_and_without_animations(speed, animations):
    session = revealed(corridor(9), animations=animations, speed=speed)
    session.command(0, Glide(E), 102)
    now = 102.0
    while (wake := session.next_wake(now)) is not None and not session.finished:
        now = wake
        session.tick(now)
    run = session.players[0].run
    assert run.times.tolist() == [2000 + GLIDE_STEP_MS * step for step in range(1, 9)]
    assert run.stopwatch.seconds == pytest.approx(2 + 8 * GLIDE_STEP_MS / 1000)


def test_the_clock_goes_on_from_the_last_step_of_a_run():
    session = revealed()
    session.command(0, Glide(E), 102)  # to the junction, a step away
    assert session.players[0].run.steps == 1
    ended = session.next_wake(102)
    session.tick(ended)
    session.command(0, Move(S), ended + 1)
    assert session.players[0].run.times.tolist() == [2025, 3025]


def test_a_run_into_a_wall_costs_nothing():
    session = revealed()
    session.command(0, Glide(W), 102)
    assert seconds_of(session) == 2
    session.tick(103)
    assert seconds_of(session) == 3


@pytest.mark.parametrize("animations", [True, False])
def test_runs_into_a_wall_again_and_again_cost_nothing(animations):
    session = revealed(animations=animations)
    for _ in range(40):
        session.command(0, Glide(W), 102)
    session.tick(103)
    assert session.players[0].run.steps == 0
    assert seconds_of(session) == pytest.approx(3)


def test_a_run_that_a_key_ends_costs_its_steps_only():
    session = revealed(corridor(30), speed=5.0)
    session.command(0, Glide(E), 102)
    session.tick(102.2)
    session.tick(102.3)
    session.command(0, commands.Stop(), 102.35)
    assert session.players[0].run.steps == 2
    assert seconds_of(session) == pytest.approx(2.05)
    session.tick(103.35)
    assert seconds_of(session) == pytest.approx(3.05)


def test_walk_first_runs_keep_their_real_time():
    session = begun(corridor(9), speed=10.0)
    session.command(0, Glide(E), 100)
    session.tick(100.1)
    session.tick(100.2)
    assert session.players[0].run.times.tolist() == [0, 100, 200]


def test_two_at_one_keyboard_share_the_real_time():
    session = begun(corridor(9), rules=REVEAL, runs=2, speed=10.0)
    for second in range(101, 104):
        session.tick(second)
    session.command(0, Glide(E), 104)
    session.tick(104.1)
    assert session.players[0].run.times.tolist() == [1000, 1100]

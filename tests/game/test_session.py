"""A match being played, with times as arguments."""

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mazegame
from mazegame.engine import Direction, Level, Recipe
from mazegame.game.commands import (
    ChangeRules,
    Command,
    Glide,
    Move,
    Pause,
    Resume,
    ShowHeat,
    ShowPath,
    StepBack,
    Stop,
    TakeHint,
    WalkBack,
    WalkTo,
)
from mazegame.game.events import (
    Arrived,
    Bumped,
    CountdownShown,
    FogChanged,
    HeatShown,
    HintHidden,
    HintShown,
    PathShown,
    Paused,
    PlaceChanged,
    RaceStarted,
    Reason,
    Refused,
    Resumed,
    RivalArrived,
    RivalMoved,
    RivalNear,
    RulesChanged,
    Stepped,
    TimePassed,
)
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.racer import is_beaten
from mazegame.game.racing.rivals import PacedRival, parse_rival
from mazegame.game.recording.record import record_of, walk_again
from mazegame.game.rules import DEFAULT_RULES, Rules
from mazegame.game.run import Run
from mazegame.game.session import (
    CLOCK_SECONDS,
    HINT_SECONDS,
    RIVAL_SECONDS,
    VISIBLE_LEAD_STEPS,
    Session,
)
from mazegame.game.walking.countdown import COUNT_SECONDS
from mazegame.game.walking.gliding import FRAME_SECONDS, MAX_CATCH_UP_CELLS
from mazegame.layers import DARK, IN_SIGHT, ON_ROUTE, SEEN
from tests.game.mazes import E, N, S, W, ahead, begun, corridor, forked, rival_cells, walked


def kinds(events) -> list[type]:
    return [type(event) for event in events]


def run_of(session, player=0) -> Run:
    return session.players[player].run


def wakes(session, now, until) -> list[tuple[float, list]]:
    """Tick whenever the session asks for it, up to a time; the times and what happened."""
    log = []
    while (wake := session.next_wake(now)) is not None and wake <= until:
        assert wake >= now
        now = wake
        log.append((now, session.tick(now)))
    return log


# Rest and the clock


def test_a_session_does_nothing_before_its_start():
    session = Session(free_play(corridor()), corridor())
    assert session.resting
    assert session.next_wake(5.0) is None
    assert session.tick(9.0) == []
    assert session.command(0, Resume(), 10.0) == [Resumed()]
    assert session.command(0, Resume(), 11.0) == []
    assert session.next_wake(11.0) is None  # nothing moves by itself before the first step
    assert session.command(0, Pause(), 12.0) == []
    assert session.command(0, Resume(), 13.0) == [Resumed()]
    assert not session.running
    assert session.next_wake(13.0) is None


def test_the_clock_starts_with_the_first_step_and_stops_at_b():
    session = begun(corridor(3))
    assert kinds(session.command(0, Move(N), 101.0)) == [Bumped]
    assert not session.running
    assert session.command(0, Move(E), 103.0) == [Stepped(cells=((0, 0), (0, 1)))]
    assert session.next_wake(103.0) == 103.0 + CLOCK_SECONDS
    assert kinds(session.tick(103.25)) == [TimePassed]
    assert kinds(session.command(0, Move(E), 104.5)) == [Arrived]
    assert (session.seconds, session.finished) == (1.5, True)
    assert list(run_of(session).times) == [0, 1500]
    assert session.next_wake(104.5) is None
    assert session.tick(200.0) == []
    assert session.seconds == 1.5


def test_a_pause_stops_the_clock_and_what_moves():
    session = begun(corridor(50), rivals=[PacedRival(4.0)])
    session.command(0, Glide(E), 100.0)
    assert kinds(session.command(0, Pause(), 101.0)) == [Paused]
    assert not session.players[0].gliding
    assert session.next_wake(101.0) is None
    assert session.tick(150.0) == []
    assert session.command(0, Pause(), 150.0) == []
    assert kinds(session.command(0, Resume(), 160.0)) == [Resumed]
    assert session.seconds == 1.0
    session.tick(161.0)
    assert session.seconds == 2.0
    assert rival_cells(session) == [(0, 8)]


def test_a_step_ends_a_pause():
    session = begun(corridor(9), "E")
    session.command(0, Pause(), 101.0)
    assert kinds(session.command(0, Move(E), 110.0)) == [Resumed, Stepped]
    assert (session.resting, session.seconds) == (False, 1.0)


def test_a_time_before_the_latest_counts_as_the_latest():
    session = begun(corridor(9), "E")
    session.tick(103.0)
    session.tick(90.0)
    session.command(0, Move(E), 90.0)
    assert list(run_of(session).times) == [0, 3000]


def test_a_resumed_run_goes_on_with_its_time():
    level = corridor(9)
    again = walk_again(level, record_of(walked(level, "E", pace=7.0)))
    session = begun(level, resume=again, at=5000.0)
    assert run_of(session) is again
    assert session.running
    session.command(0, Move(E), 5002.0)
    assert list(again.times) == [0, 9000]


# Glides


def glided(speed=40.0, length=60, **options) -> Session:
    session = begun(corridor(length), speed=speed, **options)
    session.command(0, Glide(E), 100.0)
    return session


@given(speed=st.floats(5, 200), gaps=st.lists(st.floats(0.001, 3.9), max_size=60))
def test_the_speed_of_a_glide_does_not_depend_on_ticks(speed, gaps):
    session = glided(speed)
    now = 100.0
    for gap in gaps:  # in cells: no stall
        now += gap / speed
        session.tick(now)
    run = run_of(session)
    assert run.steps == min(int((now - 100.0) * speed + 1e-6) + 1, 59)
    assert list(run.times) == pytest.approx(
        [round(1000 * n / speed) for n in range(run.steps)], abs=1
    )


def test_holding_the_key_of_a_glide_neither_stops_nor_hurries_it():
    held, left = glided(), glided()
    walk = held.players[0].walk
    for tenth in range(1, 100):
        now = 100.0 + tenth * 0.013
        assert held.command(0, Glide(E), now) == []
        held.tick(now)
        left.tick(now)
    assert held.players[0].walk is walk
    assert run_of(held).times == run_of(left).times
    assert run_of(held).steps == 52


FOG = ChangeRules(Rules(fog=True))
HEAT = ShowHeat(shown=True)


@pytest.mark.parametrize("command", [Stop(), Move(N), Pause(), TakeHint(), ShowPath(), HEAT, FOG])
def test_any_other_command_stops_a_glide_where_the_player_sees_it(command):
    session = glided()
    session.tick(100.06)
    here = run_of(session).position
    assert here == (0, 3)
    # Three more steps are due: nobody has seen them, so they are not taken.
    session.command(0, command, 100.14)
    assert not session.players[0].gliding
    session.command(0, Resume(), 100.15)
    session.tick(101.0)
    assert run_of(session).position == here


def test_another_glide_takes_the_place_of_one():
    session = glided()
    session.tick(100.05)
    assert kinds(session.command(0, Glide(W), 100.06)) == [Stepped]
    assert run_of(session).position == (0, 2)
    wakes(session, 100.06, 101.0)
    assert run_of(session).position == (0, 0)
    assert not session.players[0].gliding


def test_after_a_stall_a_glide_catches_up_by_a_few_cells_only():
    session = glided(length=200)
    session.tick(100.1)
    assert run_of(session).steps == 5
    session.tick(103.1)  # 120 steps are due
    assert run_of(session).steps == 5 + MAX_CATCH_UP_CELLS
    assert list(run_of(session).times)[5:] == [3025, 3050, 3075, 3100]
    session.tick(103.125)
    assert run_of(session).steps == 6 + MAX_CATCH_UP_CELLS
    assert run_of(session).times[-1] == 3125


def test_a_fast_glide_is_shown_frame_by_frame():
    session = glided(speed=200.0)
    log = wakes(session, 100.0, 100.2)
    times = [100.0, *(now for now, events in log if Stepped in kinds(events))]
    assert all(b - a >= FRAME_SECONDS - 1e-9 for a, b in pairwise(times))
    assert max(kinds(events).count(Stepped) for _, events in log) in {3, 4}
    assert run_of(session).steps >= 38


def test_what_is_taken_at_once_has_an_end(monkeypatch):
    monkeypatch.setattr("mazegame.game.walking.gliding.MAX_JUMP_CELLS", 50)
    session = begun(corridor(60), animations=False)
    session.command(0, Glide(E), 100.0)
    assert run_of(session).steps == 50
    assert not session.players[0].gliding


def test_after_b_nothing_moves():
    session = begun(corridor(2), "E")
    for command in (Move(W), Glide(W), StepBack(), WalkBack(), WalkTo((0, 0)), TakeHint()):
        assert set(kinds(session.command(0, command, 101.0))) <= {Bumped, Refused}
    session.tick(102.0)
    assert (run_of(session).steps, run_of(session).hints) == (1, 0)


# Hints, the path, the heat


def test_a_hint_is_shown_for_a_while():
    session = begun(corridor(12))
    (shown,) = session.command(0, TakeHint(), 100.0)
    (player,) = session.players
    assert shown == HintShown(path=tuple((0, col) for col in range(1, 11)), distance=11)
    assert (player.hint, player.hint_distance) == (shown.path, 11)
    assert session.next_wake(100.0) == 100.0 + HINT_SECONDS
    assert session.tick(100.0 + HINT_SECONDS - 0.01) == []
    assert session.tick(100.0 + HINT_SECONDS) == [HintHidden()]
    assert (player.hint, player.hint_distance) == ((), None)
    assert session.next_wake(105.0) is None
    assert run_of(session).hints == 1


def test_a_step_hides_the_distance_of_a_hint_and_a_new_one_is_shown_as_long():
    session = begun(corridor(12))
    (player,) = session.players
    session.command(0, TakeHint(), 100.0)
    session.command(0, Move(N), 100.5)
    assert player.hint_distance == 11
    session.command(0, Move(E), 103.0)
    assert player.hint_distance is None
    assert player.hint
    session.command(0, TakeHint(), 103.5)
    log = wakes(session, 103.5, 120.0)
    assert [now for now, events in log if HintHidden() in events] == [103.5 + HINT_SECONDS]
    assert player.run.hints == 2


def test_a_hint_waits_for_the_end_of_a_pause():
    session = begun(corridor(12))
    session.command(0, TakeHint(), 100.0)
    session.command(0, Pause(), 101.0)
    session.command(0, Resume(), 200.0)
    assert session.next_wake(200.0) == pytest.approx(203.0)
    session.command(0, Pause(), 201.0)
    session.command(0, TakeHint(), 300.0)
    assert session.next_wake(300.0) == pytest.approx(304.0)


def test_hint_and_path_bring_to_light_what_they_show():
    session = begun(forked(), rules=Rules(fog=True))
    light = session.players[0].seen.light
    assert light[1, 1] == DARK
    (hint,) = session.command(0, TakeHint(), 100.0)
    assert hint.path == ((0, 1), (1, 1))
    assert hint.cells == ((1, 1),)
    assert light[1].tolist() == [DARK, SEEN, DARK, DARK]
    (path,) = session.command(0, ShowPath(), 101.0)
    assert isinstance(path, PathShown)
    assert path.path.tolist()[-1] == [1, 3]
    assert all(light[cell] for cell in map(tuple, path.path.tolist()))
    assert run_of(session).assisted
    assert session.players[0].hint == ()


def test_heat_is_shown_and_hidden_and_makes_the_run_assisted():
    session = begun(corridor())
    assert session.command(0, ShowHeat(shown=True), 100.0) == [HeatShown(shown=True)]
    assert session.command(0, ShowHeat(shown=False), 100.0) == [HeatShown(shown=False)]
    assert not session.players[0].heat
    assert run_of(session).assisted


# Fog and rules


def test_a_step_names_the_cells_whose_light_changed():
    session = begun(forked(), rules=Rules(fog=True))
    fog = session.players[0].seen
    assert fog.light[0].tolist() == [IN_SIGHT] * 4
    session.command(0, Move(E), 100.0)
    before = fog.light.copy()
    (event,) = session.command(0, Move(S), 100.0)
    changed = set(map(tuple, np.argwhere(before != fog.light).tolist()))
    assert (1, 0) in changed
    assert changed <= set(event.cells)


def test_rules_change_during_a_run():
    session = begun(forked(), "E")
    fog = Rules(fog=True)
    assert session.command(0, ChangeRules(fog), 101.0) == [
        RulesChanged(rules=fog, easiest=DEFAULT_RULES),
        FogChanged(),
    ]
    assert session.players[0].seen.light[0].tolist() == [IN_SIGHT] * 4
    both = replace(fog, compass=True)
    easiest = Rules(compass=True)
    changed = RulesChanged(rules=both, easiest=easiest)
    assert session.command(0, ChangeRules(both), 101.0) == [changed]
    assert session.command(0, ChangeRules(both), 101.0) == []
    assert session.command(0, ChangeRules(DEFAULT_RULES), 101.0) == [
        RulesChanged(rules=DEFAULT_RULES, easiest=easiest),
        FogChanged(),
    ]
    assert session.players[0].light is None
    assert session.match.rules == DEFAULT_RULES


@pytest.mark.parametrize("assist", [{"fog": False}, {"compass": True}, {"rival_in_sight": True}])
@pytest.mark.parametrize("resting", [True, False])
def test_a_run_counts_as_what_its_easiest_moment_was(assist, resting):
    rules = Rules(fog=True)
    session = begun(forked(), rules=rules, rivals=[PacedRival(1.0)])
    assert session.easiest == rules
    if resting:
        session.command(0, Pause(), 100.0)
    session.command(0, ChangeRules(replace(rules, **assist)), 100.0)
    session.command(0, ChangeRules(rules), 100.0)
    assert session.rules == rules
    assert session.easiest == replace(rules, **assist)


def test_a_rival_in_sight_is_no_help_where_there_is_none():
    session = begun(forked(), rules=Rules(rival_in_sight=True))
    assert session.easiest == DEFAULT_RULES
    session.command(0, ChangeRules(Rules(rival_in_sight=True, fog=True)), 100.0)
    assert session.easiest == DEFAULT_RULES


# Rivals


def test_the_rivals_start_with_the_first_step():
    session = begun(corridor(12), rivals=[PacedRival(4.0), PacedRival(2.0)])
    session.tick(160.0)
    assert rival_cells(session) == [(0, 0), (0, 0)]
    session.command(0, Move(E), 160.0)
    assert session.next_wake(160.0) == 160.0 + RIVAL_SECONDS
    assert session.tick(161.0) == [
        RivalMoved(cells=((0, 0), (0, 4), (0, 1), (0, 2), (0, 3)), rival=0),
        RivalMoved(cells=((0, 0), (0, 2), (0, 1)), rival=1),
        PlaceChanged(place=3, gained=False, rival=0, seconds=1.0),
        TimePassed(),
    ]
    assert session.tick(161.1) == [TimePassed()]


def test_a_rival_is_seen_where_the_player_was_or_can_see():
    # It turns off at (0, 1) after a second, and goes on where nobody sees it.
    session = begun(forked(), rivals=[PacedRival(1.0)])
    assert session.rivals_seen == [(0, 0)]
    session.command(0, Move(E), 100.0)
    (moved, _) = session.tick(101.0)
    assert moved == RivalMoved(cells=((0, 0), (0, 1)), rival=0)
    (moved, _) = session.tick(102.0)
    assert moved == RivalMoved(cells=((0, 1), (1, 1)), rival=0)
    assert session.places[0].place == 2
    (moved, passed, _) = session.tick(103.0)
    assert moved == RivalMoved(cells=((1, 1),), rival=0)
    assert passed == PlaceChanged(place=2, gained=False, rival=None, seconds=3.0)  # out of sight
    assert session.rivals_seen == [None]
    assert session.tick(104.0) == [TimePassed()]
    assert rival_cells(session) == [(2, 0)]
    # Round the corner it comes into sight, and is lost again where the player goes back.
    session.command(0, Move(S), 104.0)
    (_, seen, close) = session.command(0, Move(W), 104.0)
    assert seen == RivalMoved(cells=((2, 0),), rival=0)
    assert close == RivalNear(rival=0)
    (_, lost) = session.command(0, Move(E), 104.0)
    assert lost == RivalMoved(cells=((2, 0),), rival=0)
    # The player was at (1, 0); so there it would be seen again, and with the assist it is anyway.
    in_sight = Rules(rival_in_sight=True)
    events = session.command(0, ChangeRules(in_sight), 104.0)
    assert events[1:] == [RivalMoved(cells=((2, 0),), rival=0)]
    session.tick(106.0)
    assert session.rivals_seen == rival_cells(session) == [(2, 2)]


def line_of(session, rival=0):
    """The cells of a rival's line, and those of them that are on its route."""
    cols = session.level.maze.cols
    tracks = enumerate(session.lines[rival].tracks)
    cells = {divmod(at, cols): sides for at, sides in tracks if sides}
    return set(cells), {cell for cell, sides in cells.items() if sides & ON_ROUTE}


def test_a_fast_rival_leaves_a_line_without_gaps_where_it_was_visible():
    """At 60 cells a second a frame skips cells. In fog A is out of sight, and so is (2, 0)."""
    for fog in (False, True):
        session = begun(forked(), "ES", rules=Rules(fog=fog), rivals=[PacedRival(60.0)])
        assert session.rivals_seen == [None if fog else (0, 0)]
        moved, *_ = session.tick(100.0 + 4.5 / 60)
        assert session.rivals_seen == [None]
        line = {(0, 0), (0, 1), (1, 1), (1, 0)} - ({(0, 0)} if fog else set())
        assert set(moved.cells) == line
        assert line_of(session) == (line, line)


def test_the_line_of_a_rival_that_knows_its_way_shows_no_passage_that_was_not_seen():
    """Where the player comes later it stays hidden as well: else it would lead the way."""
    session = begun(forked(), rivals=[PacedRival(60.0)])
    session.command(0, Move(E), 100.0)
    session.tick(102.0)
    before = line_of(session)[0]
    for side in (S, W, S, E, E):
        session.command(0, Move(side), 102.0)
    assert (2, 2) not in before
    assert line_of(session)[0] == before


def test_the_line_of_a_rival_that_searches_is_whole_but_ends_where_the_rival_is_too_far_ahead():
    level = Level.of("kruskal:12x8:a")
    session = begun(level, rivals=[parse_rival("tremaux:8")])
    first, second = ahead(level)[:2]
    session.command(0, Move(first), 100.0)
    session.tick(110.0)
    for steps in (1, 2):
        walk = session.rivals[0].cells(0, VISIBLE_LEAD_STEPS + 2 * steps)
        cells, on_route = line_of(session)
        assert cells == set(walk)
        assert on_route == set(route_of(walk)) != cells
        session.command(0, Move(second), 110.0)


def route_of(walk):
    """The cells of a walk without its detours."""
    route = []
    for cell in walk:
        route = [*route[: route.index(cell)], cell] if cell in route else [*route, cell]
    return route


def test_what_a_rival_walked_before_a_resume_is_shown_only_if_it_searches():
    level = corridor(40)
    run = walked(level, "EEE", pace=1.0)
    for key, shown in (("tremaux:2", 7), ("2", 0)):
        session = begun(level, rivals=[parse_rival(key)], resume=run)
        assert len(line_of(session)[0]) == shown, key


def test_an_arrival_is_reported_once():
    session = begun(corridor(5), "E", rivals=[PacedRival(4.0)])
    log = wakes(session, 100.0, 103.0)
    arrivals = [now for now, events in log if RivalArrived(rival=0) in events]
    assert len(arrivals) == 1
    assert 101.0 <= arrivals[0] < 101.0 + RIVAL_SECONDS + 1e-6
    assert session.next_wake(103.0) <= 103.0 + CLOCK_SECONDS
    late = [now for now, _ in log if now > 101.1]
    assert len(late) <= 1.9 / CLOCK_SECONDS + 1


def test_the_last_rival_to_arrive_is_ahead_although_nobody_saw_it_pass():
    session = begun(forked(), "E", rules=Rules(fog=True), rivals=[PacedRival(4.0)])
    session.command(0, Move(E), 100.0)  # a dead end beside its way
    log = wakes(session, 100.0, 104.0)
    news = [event for _, events in log for event in events if isinstance(event, PlaceChanged)]
    assert [(event.place, event.gained) for event in news] == [(2, False)]
    assert session.places[0].place == 2


def test_a_step_shows_the_rivals_so_that_the_next_tick_waits():
    session = begun(corridor(60), "E", rivals=(PacedRival(8.0),))
    assert session.next_wake(100.0) == 100.0 + RIVAL_SECONDS
    session.tick(100.0 + RIVAL_SECONDS)
    events = session.command(0, Move(E), 100.5)
    assert RivalMoved in kinds(events)
    assert rival_cells(session) == [(0, 4)]
    assert session.next_wake(100.5) == 100.5 + RIVAL_SECONDS


@pytest.mark.parametrize(
    ("arrival", "order", "won"),
    [
        (101.999, [Arrived], True),
        (102.0, [RivalArrived, Arrived], True),  # in a tie the player is first
        (102.001, [RivalArrived, Arrived], False),
    ],
)
def test_a_photo_finish_is_decided_by_the_times_not_by_the_ticks(arrival, order, won):
    session = begun(corridor(9), "E" * 7, rivals=[PacedRival(4.0)])
    session.tick(101.95)
    events = session.command(0, Move(E), arrival)
    assert [kind for kind in kinds(events) if kind in {Arrived, RivalArrived}] == order
    assert is_beaten(session.rivals[0], run_of(session)) == won


@pytest.mark.parametrize(
    ("arrival", "order", "won"), [(3.97, [RivalArrived, Arrived], False), (3.98, [Arrived], True)]
)
def test_a_photo_finish_of_a_glide_is_decided_by_the_time_of_its_last_step(arrival, order, won):
    session = begun(corridor(161), rivals=[PacedRival(160 / arrival)])
    session.command(0, Glide(E), 100.0)
    for tick in range(1, 80):
        session.tick(100.0 + tick / 20)
    assert not session.finished
    events = session.tick(103.999)  # the last step is due at 103.975
    assert [kind for kind in kinds(events) if kind in {Arrived, RivalArrived}] == order
    assert run_of(session).times[-1] == 3975
    assert is_beaten(session.rivals[0], run_of(session)) == won


# The countdown


COUNTED = Rules(countdown=True)


def test_a_race_is_counted_in():
    session = Session(free_play(corridor(12), COUNTED, (PacedRival(4.0),)), corridor(12))
    assert session.command(0, Resume(), 100.0) == [Resumed(), CountdownShown(left=3)]
    assert session.next_wake(100.0) == 100.0 + COUNT_SECONDS
    for command in (Move(E), Glide(E), WalkTo((0, 3)), StepBack()):
        refused = session.command(0, command, 100.5)
        assert refused == [Refused(reason=Reason.TOO_EARLY)]
    assert (session.counting, session.running) == (True, False)
    log = wakes(session, 100.5, 103.0)
    assert [(now, events) for now, events in log if now < 103] == [
        (101.0, [CountdownShown(left=2)]),
        (102.0, [CountdownShown(left=1)]),
    ]
    assert log[-1][1][:2] == [CountdownShown(left=0), RaceStarted()]
    assert (session.counting, session.running) == (False, True)
    session.tick(104.0)
    assert rival_cells(session) == [(0, 4)]
    session.command(0, Move(E), 104.0)
    assert list(run_of(session).times) == [1000]


def test_a_countdown_begins_anew_after_a_pause():
    session = begun(corridor(12), rules=COUNTED, rivals=[PacedRival(4.0)])
    session.tick(101.0)
    session.tick(102.0)
    assert session.command(0, Pause(), 102.5) == [CountdownShown(left=0), Paused()]
    assert session.tick(140.0) == []
    assert session.command(0, Resume(), 150.0) == [Resumed(), CountdownShown(left=3)]
    assert [now for now, _ in wakes(session, 150.0, 153.0)] == [151.0, 152.0, 153.0]
    assert session.running


def test_every_number_of_a_countdown_can_be_read():
    session = begun(corridor(12), rules=COUNTED, rivals=[PacedRival(4.0)])
    assert session.tick(107.0) == [CountdownShown(left=2)]  # the machine was busy
    assert session.tick(107.5) == []
    assert session.tick(108.0) == [CountdownShown(left=1)]
    assert RaceStarted() in session.tick(109.0)


def test_a_key_that_comes_before_the_last_tick_starts_the_race():
    session = begun(corridor(12), rules=COUNTED, rivals=[PacedRival(4.0)])
    session.tick(101.0)
    session.tick(102.0)
    events = session.command(0, Move(E), 103.0)
    assert kinds(events) == [CountdownShown, RaceStarted, Stepped]


def test_only_a_race_that_begins_is_counted_in():
    level = corridor(12)
    for race in ({}, {"rivals": [PacedRival(4.0)], "resume": walked(level, "E")}):
        session = begun(level, rules=COUNTED, **race)
        assert not session.counting
        assert kinds(session.command(0, Move(E), 100.1)) == [Stepped]


# Several runs


def test_two_players_walk_side_by_side():
    session = begun(forked(), rules=Rules(fog=True), runs=2)
    first, second = session.players
    assert session.command(1, Move(E), 100.0)[0].player == 1
    assert (first.run.position, second.run.position) == ((0, 0), (0, 1))
    # The race is on for both.
    assert first.run.stopwatch.running
    session.command(0, Glide(E), 102.0)
    session.command(1, Glide(S), 102.0)
    session.command(1, TakeHint(), 102.01)  # ends the glide of the second one alone
    assert (first.gliding, second.gliding) == (True, False)
    assert (first.hint, second.run.hints, first.run.hints) == ((), 1, 0)
    wakes(session, 102.01, 103.0)
    assert first.run.times[0] == 2000
    assert second.seen.light[1, 1] == IN_SIGHT
    assert first.seen.light[1, 0] == DARK


def test_a_match_of_two_is_over_when_both_are_at_b():
    session = begun(corridor(4), "E" * 3, runs=2, rivals=[PacedRival(1.0)])
    assert run_of(session).finished
    assert not session.finished
    assert session.running
    session.tick(102.0)
    assert rival_cells(session) == [(0, 2)]
    for _ in range(3):
        events = session.command(1, Move(E), 104.0)
    assert events == [Arrived(cells=events[0].cells, player=1)]
    assert session.finished
    assert session.next_wake(104.0) is None
    assert (run_of(session, 0).result.seconds, run_of(session, 1).result.seconds) == (0.0, 4.0)


def test_the_glides_of_two_players_take_their_steps_in_the_order_of_their_times():
    for late, order, last in ((10, [0, 1, 0, 1, 0], 60), (0, [0, 1, 0, 1, 0, 1], 75)):
        session = begun(corridor(40), runs=2)
        session.command(0, Glide(E), 100.0)
        session.command(1, Glide(E), 100.0 + late / 1000)
        events = [event for event in session.tick(100.08) if isinstance(event, Stepped)]
        assert [event.player for event in events] == order
        assert list(run_of(session).times) == [0, 25, 50, 75]
        assert list(run_of(session, 1).times) == [*range(late, last + 1, 25)]


# The whole machine


COMMANDS = st.one_of(
    st.builds(Move, st.sampled_from(list(Direction))),
    st.builds(Glide, st.sampled_from(list(Direction))),
    st.builds(WalkTo, st.tuples(st.integers(0, 5), st.integers(0, 7))),
    st.builds(ChangeRules, st.builds(Rules, fog=st.booleans(), compass=st.booleans())),
    st.sampled_from([WalkBack(), StepBack(), Stop(), TakeHint(), Pause(), Resume()]),
    st.sampled_from([ShowPath(), HEAT]),
)


@given(
    seed=st.integers(0, 50),
    script=st.lists(st.tuples(st.floats(0.0, 1.5), COMMANDS), min_size=1, max_size=25),
    countdown=st.booleans(),
)
def test_ticks_at_the_wanted_times_miss_nothing(seed, script, countdown):
    """Ticks at ``next_wake`` alone lead to what ticks every 5 ms lead to."""
    level = Level.of(Recipe("wilson", 8, 6, str(seed), (("braid", "30"),)))
    rules = Rules(countdown=countdown)
    options = {"rules": rules, "rivals": [PacedRival(3.0)], "speed": 20.0}
    asked, fine = (begun(level, **options) for _ in range(2))
    now = 100.0
    for gap, command in script:
        then = now + gap
        wakes(asked, now, then)
        for tick in range(1, int(gap * 200) + 1):
            fine.tick(now + tick / 200)
        wakes(fine, now, then)
        now = then
        for session in (asked, fine):
            session.tick(now)
            session.command(0, command, now)
        one, other = run_of(asked), run_of(fine)
        assert one.moves == other.moves
        assert list(one.times) == pytest.approx(list(other.times), abs=1)
        for state in ("resting", "counting", "running"):
            assert getattr(asked, state) == getattr(fine, state), state
        assert rival_cells(asked) == rival_cells(fine)
        assert bool(asked.players[0].hint) == bool(fine.players[0].hint)
        assert one.tracks == other.tracks


def test_a_command_of_an_unknown_player_is_refused():
    with pytest.raises(TypeError, match="is no command of a session"):
        begun(corridor()).command(0, Command(), 101.0)


def test_nothing_takes_a_player_by_a_number_of_its_own():
    """A participant knows its number: so no module means the first player, or the second one."""
    package = Path(mazegame.__file__).parent
    named = re.compile(r"players\[-?\d+\]")
    assert [path for path in package.rglob("*.py") if named.search(path.read_text("utf-8"))] == []

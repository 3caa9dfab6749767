"""Meetings: who came first to the cells that a player and a rival share."""

import pytest

from mazegame.engine import Level
from mazegame.game.commands import Move
from mazegame.game.events import PlaceChanged, RivalNear
from mazegame.game.racing.field import RivalStep
from mazegame.game.racing.meetings import MET_CELLS, Meetings, near
from mazegame.game.racing.race import places, spell_place
from mazegame.game.racing.racer import is_beaten
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.racing.rivals import PacedRival, parse_rival
from mazegame.game.rules import Rules
from mazegame.game.run import Run, step
from mazegame.game.session import VISIBLE_LEAD_STEPS
from tests.game.mazes import Clock, E, ahead, begun, corridor, forked, rival_cells, walked

WILSON = Level.of("wilson:12x8:kite-7")


def met(length=40, pace=4):
    clock = Clock()
    run = Run(corridor(length), clock)
    meetings = Meetings(run, [parse_rival(f"tremaux:{pace}").on(run.level)])
    return clock, run, meetings


def came(meetings, first, last, *, seen=True):
    """Let the rival walk some steps of a corridor."""
    passed = [RivalStep(0, (0, at - 1), (0, at), at) for at in range(first, last + 1)]
    meetings.rivals_came(passed, lambda rival, cell: seen)


def steps(run, meetings, count):
    for _ in range(count):
        step(run, E)
        meetings.player_came()


def test_who_comes_later_to_a_cell_is_behind():
    clock, run, meetings = met()
    steps(run, meetings, 1)
    clock.now += 2.0
    came(meetings, 1, 8)
    assert meetings.last.passing
    steps(run, meetings, 1)
    assert meetings.last.gap == 2.0 - 2 / 4
    steps(run, meetings, 10)
    clock.now += 1.0
    came(meetings, 9, 12)
    assert meetings.last.gap == 2.0 - 12 / 4


def test_a_cell_that_the_trail_has_left_is_not_shared():
    """Else whoever waits until the rival is at B could ask every cell for the way."""
    clock, run, meetings = met()
    came(meetings, 1, MET_CELLS + 5)
    clock.now += 9.0
    steps(run, meetings, 4)
    assert meetings.last.step == 1  # the rival's, from the player's own cell
    steps(run, meetings, 2)
    assert meetings.last.step == 6


def test_what_was_not_seen_tells_nothing():
    clock, run, meetings = met()
    steps(run, meetings, 1)
    came(meetings, 1, 12, seen=False)
    clock.now += 3.0
    steps(run, meetings, 8)
    assert meetings.last is None


def test_a_resumed_run_knows_when_it_was_where():
    run = walked(corridor(40), "EEEEE", pace=1.0)
    meetings = Meetings(run, [parse_rival("tremaux:4").on(run.level)])
    came(meetings, 1, 3)
    assert meetings.last.gap == 2.0 - 3 / 4


def test_near_goes_by_passages():
    maze = forked().maze
    assert near(maze, (0, 0), (0, 3), 3)
    assert not near(maze, (0, 0), (0, 3), 2)
    assert not near(maze, (0, 2), (1, 2), 3)


def test_rivals_that_search_are_seen_everywhere_in_the_open():
    first = ahead(WILSON)[0]
    specs = (parse_rival("tremaux:8"), PacedRival(8.0), GhostWalk(bytes([first]), [10]))
    for fog in (False, True):
        session = begun(WILSON, rivals=specs, rules=Rules(fog=fog))
        session.command(0, Move(first), 100.0)
        session.tick(101.5)
        searching = rival_cells(session)[0]
        assert not session.players[0].sees_walker(searching)
        assert session.rivals_seen[:2] == [None if fog else searching, None]


def test_a_rival_far_ahead_is_out_of_sight_until_the_player_walks_on():
    """Who waits for it to find B would have its way without a search."""
    first, second = ahead(WILSON)[:2]
    session = begun(WILSON, rivals=[parse_rival("tremaux:8")])
    session.command(0, Move(first), 100.0)
    seconds = (VISIBLE_LEAD_STEPS + 2) / 8
    session.tick(100.01 + seconds)
    assert session.rivals_seen == rival_cells(session)
    session.tick(100.01 + seconds + 1 / 8)
    assert not session.players[0].sees_walker(rival_cells(session)[0])
    assert session.rivals_seen == [None]
    session.command(0, Move(second), 100.02 + seconds + 1 / 8)
    assert session.rivals_seen == rival_cells(session)


def test_a_rival_that_comes_close_is_announced_once():
    session = begun(corridor(60), "E" * 20, rivals=[parse_rival("tremaux:4")])
    events = [event for at in range(1, 300) for event in session.tick(100.0 + at / 30)]
    assert [event for event in events if isinstance(event, RivalNear)] == [RivalNear(rival=0)]
    places = [event.place for event in events if isinstance(event, PlaceChanged)]
    assert places == [2]


@pytest.mark.parametrize("seconds", [1.999, 2.0, 2.0004])
def test_a_dead_heat_is_one_to_the_millisecond(seconds):
    run = walked(corridor(9), pace=seconds / 7)
    rival = parse_rival("4").on(run.level)
    assert is_beaten(rival, run)
    assert places(run, [rival])[0].is_player


def test_a_place_has_the_ending_of_its_number():
    spelled = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 13: "13th", 22: "22nd"}
    spelled |= {101: "101st", 111: "111th", 213: "213th"}
    assert {place: spell_place(place, 300).split()[0] for place in spelled} == spelled

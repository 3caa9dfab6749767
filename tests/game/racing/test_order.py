"""The order of a running race, and when a change of it is reported."""

from mazegame.game.events import PlaceChanged
from mazegame.game.racing.order import Measure, PlaceTracker, RacePosition, in_order, measure_of
from mazegame.game.racing.rivals import parse_rival
from mazegame.game.run import Run, step
from mazegame.party.guest import RemotePlayer
from mazegame.party.protocol import HIDDEN
from tests.game.mazes import Clock, E, begun, corridor, walked
from tests.game.racing.test_racer import SnailSpec

SEEN = [(0, 0)]


def test_arrivals_come_first_then_who_is_farther_then_who_was_there_first():
    last = RacePosition(3, 0.0, 3)
    you = RacePosition(7, 4.0, 9)
    sooner, later = RacePosition(7, 3.9, 7, rival=3), RacePosition(7, 4.0, 7, rival=0)
    winner, second = RacePosition(9, 2.0, 9, 2.0, rival=1), RacePosition(9, 2.5, 9, 2.5, rival=2)
    shuffled = [last, later, you, second, sooner, winner]
    assert in_order(shuffled) == [winner, second, sooner, you, later, last]


def race(pace="tremaux:4"):
    clock = Clock()
    run = Run(corridor(40), clock)
    run.stopwatch.go()
    rivals = [parse_rival(pace).on(run.level)]
    return clock, run, PlaceTracker(run, rivals, compass=False)


def report(clock, tracker, seen=SEEN):
    return tracker.update(clock.now - 100.0, seen, compass=False)


def test_side_by_side_nobody_overtakes_but_the_place_is_that_of_the_moment():
    clock, run, tracker = race()
    places = []
    for eighth in range(3, 60):
        clock.now = 100.0 + eighth / 8
        if eighth % 4 == 3:
            step(run, E)
            step(run, E)
        assert report(clock, tracker) == []
        places.append(tracker.place)
    assert set(places) == {1, 2}


def test_a_change_is_reported_once_it_is_two_steps():
    clock, run, tracker = race()
    step(run, E)
    clock.now += 0.5  # it has come to two
    assert (report(clock, tracker), tracker.place) == ([], 2)
    clock.now += 0.25
    (lost,) = report(clock, tracker)
    assert lost == PlaceChanged(place=2, gained=False, rival=0, seconds=0.75)
    assert report(clock, tracker) == []
    for _ in range(3):
        step(run, E)
    assert (report(clock, tracker), tracker.place) == ([], 1)
    step(run, E)
    assert report(clock, tracker) == [tracker.change]
    assert (tracker.change.gained, tracker.change.place) == (True, 1)


def test_a_hidden_rival_has_no_name_in_the_news_nor_has_one_before_the_first_step():
    clock, run, tracker = race()
    clock.now += 1.0
    assert report(clock, tracker)[0].rival is None
    clock, run, tracker = race()
    step(run, E)
    clock.now += 1.0
    assert report(clock, tracker, [None])[0].rival is None


def test_a_rival_at_b_is_ahead_of_who_comes_later():
    run = walked(corridor(8), "E", rest=60.0)
    rivals = [parse_rival(f"tremaux:{pace}").on(run.level) for pace in (4, 1, 0.1)]
    assert PlaceTracker(run, rivals, compass=False).place == 4
    snail = SnailSpec().on(run.level)
    snail.steps = 7
    assert PlaceTracker(run, [snail], compass=True).place == 2


def test_what_is_compared_depends_on_what_is_known():
    session = begun(corridor(40), "E" * 5, rivals=[parse_rival("tremaux:4")])
    ann = RemotePlayer("Ann").on(session.level)
    assert measure_of(session.rivals, compass=True) is Measure.NEARNESS
    assert measure_of([*session.rivals, ann], compass=False) is Measure.ROUTE
    ann.place(1, 100, HIDDEN)
    assert measure_of([*session.rivals, ann], compass=False) is Measure.STEPS

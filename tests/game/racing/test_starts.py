"""When rivals start in a match whose clock starts with the reveal of the walls."""

from array import array
from types import SimpleNamespace

import pytest

from mazegame.game.commands import Move, Reveal
from mazegame.game.match import Match
from mazegame.game.modes.best_of import BestOf
from mazegame.game.racing.race import places
from mazegame.game.racing.reading import reading_ms
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.racing.rival_kinds import KINDS
from mazegame.game.racing.rivals import PacedRival, parse_rival, rivals_on
from mazegame.game.recording.record import record_of, walk_again
from mazegame.game.rules import DEFAULT_RULES, Rules
from mazegame.game.walking.countdown import COUNT_SECONDS, COUNTDOWN
from tests.game.mazes import E, begun, corridor, forked, walked

REVEAL = Rules(reveal=True)


def on(level, spec, *times, reveal=True):
    """A rival beside a player whose steps come at these milliseconds; and that player."""
    player = SimpleNamespace(moves=bytes([2] * len(times)), times=array("I", times), reveal=reveal)
    rival = spec.on(level)
    rival.follow(player)
    return rival, player


def test_the_runner_starts_with_the_players_first_step():
    runner, player = on(corridor(9), PacedRival(4.0))
    assert runner.taken(0.9) == 0
    player.times.append(500)
    assert [runner.taken(seconds) for seconds in (0.5, 0.74, 0.75, 1.5, 60)] == [0, 0, 1, 4, 8]
    assert runner.time_of(1) == 0.75
    assert runner.arrival == 2.5


def test_the_runner_starts_at_the_latest_after_the_authors_reading_time():
    level = forked()
    runner, player = on(level, PacedRival(4.0))
    reads = reading_ms(level) / 1000
    assert reads == 1.25
    assert [runner.taken(reads + after) for after in (0, 0.24, 0.25)] == [0, 0, 1]
    player.times.append(60_000)
    assert runner.taken(reads + 0.5) == 2


def test_the_runner_of_a_walk_first_match_waits_for_nothing_else():
    runner, _ = on(corridor(9), PacedRival(4.0), 5000, reveal=False)
    assert runner.taken(1.0) == 4


def test_the_runner_of_a_pursuit_waits_for_nobody():
    slower, _ = on(corridor(9), PacedRival(0.5, usual=1.0))
    assert slower.start == 8.0
    assert slower.taken(0.0) == 4
    faster, _ = on(corridor(9), PacedRival(4.0, usual=1.0))
    assert faster.taken(1.0) == 4


def test_those_that_search_start_with_the_reveal():
    searcher, _ = on(corridor(9), PacedRival(4.0, KINDS["tremaux"]))
    assert searcher.taken(1.0) == 4


def test_an_old_ghost_starts_with_the_players_first_step():
    old = walked(corridor(4), pace=1.0)
    ghost, player = on(corridor(4), GhostWalk.for_race(old, reveal=True))
    assert ghost.taken(60.0) == 0
    assert ghost.steps == 3
    player.times.append(6000)
    assert [ghost.taken(seconds) for seconds in (5.9, 6.1, 7.0, 8.0)] == [0, 1, 2, 3]
    assert ghost.time_of(3) == ghost.arrival == 8.0


def test_a_ghost_that_read_waits_its_own_reading():
    new = walked(corridor(4), pace=1.0, reading=2.0)
    ghost, player = on(corridor(4), GhostWalk.for_race(new, reveal=True))
    player.times.append(6000)
    assert [ghost.taken(seconds) for seconds in (1.9, 2.0, 3.0, 4.0)] == [0, 1, 2, 3]
    assert ghost.arrival == 4.0


def test_a_ghost_that_read_starts_with_the_first_step_of_a_walk_first_match():
    new = walked(corridor(4), pace=1.0, reading=2.0)
    ghost, _ = on(corridor(4), GhostWalk.for_race(new, reveal=False), 0, reveal=False)
    assert [ghost.taken(seconds) for seconds in (0.1, 1.0, 2.0)] == [1, 2, 3]


def test_a_match_against_a_walk_takes_it_as_its_own_clock_starts():
    walk = walked(corridor(4), pace=1.0, reading=2.0)
    times = {
        rules.reveal: Match(source=corridor(4), rules=rules).against(walk).rivals[0].times
        for rules in (DEFAULT_RULES, REVEAL)
    }
    assert {reveal: list(spelt) for reveal, spelt in times.items()} == {
        False: [0, 1000, 2000],
        True: [2000, 3000, 4000],
    }


def test_a_race_and_its_replay_have_the_rivals_in_the_same_cells():
    old = GhostWalk.for_race(walked(corridor(9), pace=0.3), reveal=True)
    keys = ("shortest:4", "tremaux:3", "ghost")
    rivals = [parse_rival(key) if key != "ghost" else old for key in keys]
    session = begun(corridor(9), rules=REVEAL, rivals=rivals)
    go = 100 + COUNTDOWN * COUNT_SECONDS
    for second in range(101, int(go) + 1):
        session.tick(second)
    moments = [0.2, 0.6, 1.1, 1.9, 2.5]
    seen = []
    for number, moment in enumerate(moments):
        if number == 1:
            session.command(0, Move(E), go + 0.5)
        session.tick(go + moment)
        seen.append([rival.cell(session.seconds) for rival in session.rivals])
    for number in range(7):
        session.command(0, Move(E), go + 3 + number)
    run = session.players[0].run
    assert run.finished
    again = walk_again(run.level, record_of(run))
    found = rivals_on(run.level, keys, old, again)
    settled = [[rival.cell(moment) for rival in found] for moment in moments]
    assert settled[1:] == seen[1:]
    assert seen[0] == [(0, 0), (0, 0), (0, 0)]
    assert [place.name for place in places(again, found)] == [
        place.name for place in places(run, session.rivals)
    ]


def test_a_series_of_races_counts_the_start_of_the_runner():
    level = corridor(9)
    spec = PacedRival(8.0)  # a second for its walk, after a second of reading
    run = walked(level, pace=0.1, reading=1.1)
    assert run.stopwatch.seconds == pytest.approx(1.8)
    series = BestOf.begin(3, (spec,))._after(run)
    assert series.wins == (1, 0)


def test_a_resumed_race_goes_on_where_the_rivals_were():
    before = begun(corridor(9), rules=REVEAL, rivals=[PacedRival(2.0)])
    for second in range(101, 104):
        before.tick(second)
    before.command(0, Move(E), 103.5)
    before.tick(105.5)
    assert before.rivals[0].taken(before.seconds) == 4
    session = begun(
        corridor(9), rules=REVEAL, rivals=[PacedRival(2.0)], resume=before.players[0].run
    )
    session.command(0, Reveal(), 200)
    assert session.rivals[0].taken(session.seconds) == 5  # half a second is lost

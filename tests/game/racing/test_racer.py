"""Racers: whoever keeps the protocol is moved, seen, ordered, announced and drawn."""

from dataclasses import dataclass

from mazegame.engine import Direction
from mazegame.game import commands, events
from mazegame.game.match import Match
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.race import arrival_news, place_news, places, speed
from mazegame.game.racing.racer import Racer, RivalSpec
from mazegame.game.racing.signs import signs_of
from mazegame.game.rules import Rules
from mazegame.game.scoring.verdict import verdict_of
from mazegame.game.session import Session
from mazegame.widgets.playing.race_track import ShownRace
from tests.game.mazes import corridor, walked

LENGTH = 9


class Snail(Racer):
    """A kind of racer that no module of the game knows: a cell a second, along a corridor."""

    name = "snail"
    steps = LENGTH - 1

    def taken(self, seconds):
        return min(int(seconds), self.steps)

    def time_of(self, step):
        return float(step)

    def _cell_after(self, steps):
        return 0, steps


@dataclass(frozen=True)
class SnailSpec(RivalSpec):
    key = "snail:1"

    def on(self, level):
        snail = Snail()
        snail._level = level
        return snail


def test_a_racer_that_nobody_knows_takes_part_in_a_race():
    match = Match(source=corridor(LENGTH), rivals=(SnailSpec(),), rules=Rules(rival_in_sight=True))
    session = Session(match, match.source)
    session.command(0, commands.Resume(), 0.0)
    session.command(0, commands.Move(Direction.E), 0.0)
    happened = session.tick(4.0)
    (moved,) = (one for one in happened if isinstance(one, events.RivalMoved))
    assert set(moved.cells) == {(0, col) for col in range(5)}
    assert session.rivals_seen == [(0, 4)]
    (came,) = (one for one in happened if isinstance(one, events.PlaceChanged))
    assert place_news(came, session.rivals) == "The snail overtakes you: 2nd of 2"
    assert session.places[0].place == 2
    happened = session.tick(20.0)
    assert any(isinstance(one, events.RivalArrived) for one in happened)
    assert arrival_news(session.rivals, 0) == "Snail is at B: first, after 8.0 s"


def test_it_is_ordered_and_named_after_the_race():
    run, (snail,) = walked(corridor(LENGTH), pace=2.0), [SnailSpec().on(corridor(LENGTH))]
    assert [(one.place, one.name) for one in places(run, [snail])] == [(1, "snail"), (2, "you")]
    assert verdict_of(run, [snail]).headline.startswith("The snail beat you by")
    assert signs_of([snail]) == [("S", 0)]
    assert speed(snail) == 1.0
    race = ShownRace.of(run, [snail], 4.0)
    assert "S" in "".join(text for text, _ in race.track(30))


def test_only_one_that_hunts_follows_a_player():
    snail = SnailSpec().on(corridor(LENGTH))
    before = [snail.cell(second) for second in range(9)]
    snail.follow(walked(corridor(LENGTH)))
    assert [snail.cell(second) for second in range(9)] == before
    assert (snail.hunts, snail.gap(), snail.caught) == (False, None, None)
    assert snail.enters <= 0


def test_a_match_against_a_walk_has_its_ghost_alone():
    run = walked(corridor(LENGTH), pace=0.5)
    match = free_play(run.level, Rules(fog=True), (SnailSpec(),)).against(run)
    (ghost,) = match.rivals
    assert ghost.key == "ghost"
    assert ghost.on(run.level).arrival == run.stopwatch.seconds
    assert match.rules == Rules(fog=True)

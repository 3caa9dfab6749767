"""Opening a room and going into one: addresses, names, clocks, and a guest's rivals and race."""

from __future__ import annotations

from math import inf
from types import SimpleNamespace

import pytest

from mazegame.engine import Direction, Level, Recipe
from mazegame.game.commands import Glide, Move, Resume, Reveal
from mazegame.game.events import Reason, Revealed, Stepped
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.race import named
from mazegame.game.racing.repeaters import Runner
from mazegame.game.racing.rivals import parse_rivals
from mazegame.game.rules import DEFAULT_RULES, Rules
from mazegame.game.run import Run, step
from mazegame.party import client, guest, protocol
from mazegame.party.guest import PartySession, PartyState, RemotePlayer
from mazegame.party.opening import page_of, word_of
from mazegame.party.rate_limit import RateLimit
from mazegame.party.room import MOST_PLAYERS
from mazegame.widgets.maze.maze_view import walkers_of
from mazegame.widgets.party.board import qr_code
from mazegame.widgets.playing.race_track import ShownRace
from tests.game.mazes import walked


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("192.168.1.5", "http://192.168.1.5:4747"),
        ("192.168.1.5:80", "http://192.168.1.5:80"),
        ("[::1]", "http://[::1]:4747"),
        ("[::1]:99", "http://[::1]:99"),
        ("https://maze.example/", "https://maze.example"),
        ("http://10.0.0.1:4747/?room=ab3d-9xyz", "http://10.0.0.1:4747"),
    ],
)
def test_an_address_leads_to_the_room(address, url):
    assert page_of(address) == url


def test_the_address_of_the_qr_code_has_the_word():
    assert word_of("http://10.0.0.1:4747/?room=ab3d-9xyz") == "ab3d-9xyz"
    assert word_of("10.0.0.1") == ""


def test_the_qr_code_has_two_dark_or_light_squares_a_character_and_a_quiet_zone():
    import segno

    text = "http://192.168.1.5:4747/?room=ab3d-9xyz"
    matrix = [list(map(bool, row)) for row in segno.make(text, micro=False, error="l").matrix]
    squares = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    lines = str(qr_code(text)).splitlines()
    shown = [[bool(squares[sign][half]) for sign in line] for line in lines for half in (0, 1)]
    assert [row[2:-2] for row in shown[2 : 2 + len(matrix)]] == matrix
    assert not any(map(any, (*shown[:2], *shown[2 + len(matrix) :])))
    assert len(lines) < 20  # beside the names on 80x24


def test_the_quickest_of_the_trips_says_the_clock(monkeypatch):
    """The server's clock is 100 s ahead; the way there and back takes unequal times."""
    member = client.Client(PartyState(), "Bo")
    trips = [(1.0, 101.3, 1.4), (2.0, 102.01, 2.02), (3.0, 103.0, 3.5)]
    for sent, there, came in trips:
        monkeypatch.setattr(client, "time", SimpleNamespace(monotonic=lambda came=came: came))
        member._take(protocol.Ping(sent, there))
    assert member.offset == pytest.approx(100.0)
    assert member._slack == pytest.approx(0.01)


@pytest.mark.parametrize("name", ["ghost", "tremaux", "12", "jog", "Bo", "a:b"])
def test_a_player_is_never_counted_as_a_kind_of_rival(name):
    key = RemotePlayer(name).key
    assert not parse_rivals([key])
    assert key != "ghost"
    assert ":" not in key
    assert key.startswith(name.replace(":", " "))


def test_a_player_is_called_by_the_name_and_a_kind_of_rival_with_an_article():
    assert [named(one) for one in (RemotePlayer("ada"), RemotePlayer("Bo"))] == ["ada", "Bo"]
    assert named(Runner(Level.of(Recipe.parse("binary-tree:5x1:a")), 2.0)) == "the runner"


def test_a_player_has_the_same_letter_and_colour_on_every_screen():
    names = ["Dora", "Bo", "Otto", "Dan", "Udo", "Orla"]
    seen = []
    for number in (1, 4, 99):
        guest = PartyState()
        guest.number = number
        for at, name in enumerate(names, start=1):
            guest.take(protocol.Player(at, name, host=at == 1, here=True))
        guest.take(protocol.Prepare(1, "wilson:6x4:a", fog=False, players=(1, 2, 3, 4, 5, 6)))
        walkers = walkers_of(tuple(guest.rivals.values()))
        letters = {walker.letter for walker in walkers}
        assert len(letters) == len(walkers) == 6 - (number in guest.players)
        run = walked()
        rivals = tuple(rival.on(run.level) for rival in guest.rivals.values())
        marked = ShownRace.of(run, rivals, 0.0).marked()
        signs = zip(guest.rivals, walkers, marked, strict=True)
        seen.append({at: (walker, *mark) for at, walker, (_, mark) in signs})
    for one in seen[:2]:
        assert one.items() < seen[2].items()


def test_a_walk_grows_by_steps_and_by_places():
    level = Level.of(Recipe.parse("binary-tree:5x1:a"))
    rival = RemotePlayer("Bo")
    rival.walk(0, "EE", (100, 200))
    rival.place(3, 300, (0, 3))
    assert not rival.taken(9.0)  # it has no maze yet
    rival.on(level)
    rival.walk(0, "EE", (100, 200))
    rival.place(3, 300, (0, 3))
    assert [rival.cell(at) for at in (0.0, 0.1, 0.25, 9.0)] == [(0, 0), (0, 1), (0, 2), (0, 3)]
    assert rival.steps is None
    assert rival.arrival == inf


def counted_in(resume=None, rules=DEFAULT_RULES):
    """Return a session whose race starts at 103 s, and which nothing ticks."""
    level = Level.of(Recipe.parse("binary-tree:5x1:a"))
    session = PartySession(free_play(level, rules), level, resume and resume(level))
    session.command(0, Resume(), 100.0)
    return session


def test_a_key_before_the_start_is_refused_and_one_after_it_walks_however_late_the_ticks_are():
    session = counted_in()
    assert session.command(0, Move(Direction.E), 102.9)[-1].reason is Reason.TOO_EARLY
    assert isinstance(session.command(0, Move(Direction.E), 104.5)[-1], Stepped)
    assert list(session.players[0].run.times) == [1500]


def test_who_comes_late_joins_the_countdown_or_the_race_at_its_time():
    session = counted_in()
    shown = session.tick(102.4)
    assert [event.left for event in shown] == [2, 1]
    assert session.next_wake(102.4) == 103.0
    session = counted_in()
    session.tick(109.0)
    assert (session.counting, session.seconds) == (False, 6.0)


def test_the_clock_of_a_game_that_was_killed_goes_on_from_the_start_of_the_race():
    def walked(level):
        run = Run(level, lambda: 0.0)
        step(run, Direction.E)
        return run

    session = counted_in(walked)
    session.tick(110.0)
    assert session.seconds == 7.0


def test_the_walls_appear_at_the_start_of_all_and_no_key_shows_them_before():
    session = counted_in(rules=Rules(reveal=True))
    for command in (Move(Direction.E), Reveal()):
        session.command(0, command, 102.9)
        assert session.covered
    assert Revealed(at_once=True) in session.tick(103.0)
    assert not session.covered
    session.command(0, Move(Direction.E), 104.0)
    assert list(session.players[0].run.times) == [1000]


def test_who_comes_late_sees_the_walls_at_once_and_gets_no_time_back():
    session = counted_in(rules=Rules(reveal=True))
    assert Revealed(at_once=True) in session.tick(109.0)
    assert (session.covered, session.seconds, session.reading) == (False, 6.0, 6.0)
    session.command(0, Move(Direction.E), 109.0)
    assert list(session.players[0].run.times) == [6000]


def test_who_comes_back_sees_the_walls_at_once_and_gets_no_time_back():
    def walked(level):
        run = Run(level, lambda: 0.0)
        step(run, Direction.E)
        return run

    session = counted_in(walked, rules=Rules(reveal=True))
    session.tick(110.0)
    assert (session.covered, session.seconds) == (False, 7.0)


def test_all_of_a_party_share_the_real_time():
    session = counted_in(rules=Rules(reveal=True))
    session.run_speed = 10.0
    session.tick(103.0)
    session.command(0, Glide(Direction.E), 104.0)
    session.tick(104.1)
    assert list(session.players[0].run.times) == [1000, 1100]


def test_a_rival_keeps_the_longest_walk_that_fits_and_no_step_more(monkeypatch):
    monkeypatch.setattr(guest, "MOST_STEPS", 3)
    rival = RemotePlayer("Bo")
    rival.on(Level.of(Recipe.parse("binary-tree:6x1:a")))
    rival.walk(0, "EEEE", (100, 200, 300, 400))
    assert rival.cell(9.0) == (0, 3)


# A host that is not to be trusted


def test_no_more_players_are_here_than_fit_and_who_leaves_makes_room():
    member = PartyState()
    for at in range(1, 3 * MOST_PLAYERS):
        member.take(protocol.Player(at, f"P{at}", host=at == 1, here=True))
    assert sum(one.here for one in member.players.values()) == MOST_PLAYERS
    member.take(protocol.Player(1, "P1", host=True, here=False))
    member.take(protocol.Player(5000, "late", host=False, here=True))
    assert member.players[5000].here
    assert sum(one.here for one in member.players.values()) == MOST_PLAYERS
    member.take(protocol.Player(2, "again", host=False, here=True))
    assert member.names[2] == "again"


def test_no_more_race_than_fit():
    member = PartyState()
    member.take(protocol.Prepare(1, "wilson:6x4:a", fog=False, players=tuple(range(1, 500))))
    assert len(member.rivals) == MOST_PLAYERS


def test_a_pace_allows_some_at_once_and_leaves_no_debt():
    pace = RateLimit(10, 3)
    assert [pace.take(5.0) for _ in range(4)] == [0, 0, 0, pytest.approx(0.1)]
    for _ in range(1000):
        assert pace.take(5.0) == pytest.approx(0.1)
    assert pace.take(5.2) == 0
    assert [pace.take(99.0) for _ in range(3)] == [0, 0, 0]
    assert pace.take(99.0)

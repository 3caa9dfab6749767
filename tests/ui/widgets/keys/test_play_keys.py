"""The keys of play: which come first, and that every direction has its own."""

from types import SimpleNamespace

import pytest

from mazegame.game.seat import BEGINNER_RUNS, Moment, Place
from mazegame.widgets.keys import play_keys
from mazegame.widgets.keys.play_keys import REST_SECONDS, MomentKeys, duel_keys, keys_for, walk_keys

USUAL = "to_unexplored mark undo hint overview pause"


@pytest.mark.parametrize(
    ("place", "changes", "keys"),
    [
        (Place.JUNCTION, {}, USUAL),
        (Place.JUNCTION, {"practice": True}, "to_unexplored mark restart undo hint overview pause"),
        (Place.JUNCTION, {"race": True}, "to_unexplored mark pause undo hint overview"),
        (Place.CORRIDOR, {"fog": True}, "go_on to_unexplored mark overview undo hint pause"),
        (Place.JUNCTION, {"fog": True}, "to_unexplored mark undo overview hint pause"),
        (Place.START, {"fog": True}, "overview look next pause help"),
        (Place.CORRIDOR, {"race": True, "practice": True, "fog": True},
         "go_on to_unexplored mark overview pause restart undo hint"),
    ],
)  # fmt: skip
def test_rules_rivals_and_practice_bring_their_keys_to_the_front(place, changes, keys):
    assert keys_for(Moment(place, beginner=False, **changes)) == tuple(keys.split())


def test_the_keys_of_the_moment_come_once_the_player_stands(monkeypatch):
    one, other = Moment(Place.START), Moment(Place.CORRIDOR)
    run = SimpleNamespace(steps=3, times=[0, 4000, 5000], finished=False)
    seat = SimpleNamespace(run=run, session=SimpleNamespace(seconds=0.0))
    shown, asked = [], []
    keys = MomentKeys(shown.append, asked.append)

    def tick(seconds, moment):
        monkeypatch.setattr(play_keys, "moment_of", lambda *_, **__: moment)
        seat.session.seconds = seconds
        keys.tick(seat, practice=False, finished_runs=0)
        return len(shown)

    keys.note_runs(BEGINNER_RUNS)
    assert tick(5.0 + REST_SECONDS - 0.01, one) == 0
    assert tick(5.0 + REST_SECONDS, one) == 1
    assert tick(9.0, one) == 1, "nothing else"
    run.finished = True
    assert tick(9.0, other) == 1
    run.finished, run.steps = False, 0
    assert tick(REST_SECONDS, other) == 2
    keys.note_runs(BEGINNER_RUNS - 1)
    assert len(shown) == 2
    keys.note_runs(BEGINNER_RUNS)
    keys.begin(seat, practice=False, finished_runs=0)
    assert shown == asked == [
        keys_for(one), keys_for(other), keys_for(Moment(Place.CORRIDOR, beginner=False)),
        keys_for(other),
    ]  # fmt: skip


def test_every_direction_has_keys_that_walk_and_keys_that_run():
    found = {binding.action: binding for binding in walk_keys("play")}
    for side, walks, runs in (
        ("N", "up,w,k,8", "shift+up,W,K"),
        ("E", "right,d,l,6", "shift+right,D,L"),
        ("S", "down,s,j,2", "shift+down,S,J"),
        ("W", "left,a,h,4", "shift+left,A,H"),
    ):
        assert found[f"move('{side}')"].key == walks
        assert found[f"glide('{side}')"].key == runs
    assert found["go_on('E')"].key == "ctrl+right"
    assert [binding.action for binding in found.values() if binding.show] == ["hint", "undo"]
    assert all(binding.id.startswith("play.") for binding in found.values())
    duel = {binding.description: binding for binding in duel_keys()}
    assert len(duel) == 16
    assert not any(binding.show for binding in duel.values())
    downs = [f"{hand} {how} down" for how in ("run", "walk") for hand in ("left", "right")]
    assert [duel[what].key for what in downs] == ["s", "down", "S", "shift+down"]

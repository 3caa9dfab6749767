"""The keys of play: which come first, and that every direction has its own."""

from types import SimpleNamespace

import pytest

from mazegame.game.participant import Moment, Place
from mazegame.widgets.keys.play_keys import REST_SECONDS, is_still, keys_for, walk_keys
from mazegame.widgets.playing.duel import duel_keys

USUAL = "to_unexplored mark undo hint overview pause"


@pytest.mark.parametrize(
    ("place", "changes", "keys"),
    [
        (Place.JUNCTION, {}, USUAL),
        (Place.JUNCTION, {"practice": True}, "to_unexplored mark restart undo hint overview pause"),
        (Place.JUNCTION, {"race": True}, "to_unexplored mark pause undo hint overview"),
        (Place.CORRIDOR, {"fog": True}, "to_unexplored undo mark overview hint pause"),
        (Place.JUNCTION, {"fog": True}, "to_unexplored mark undo overview hint pause"),
        (Place.START, {"fog": True}, "overview look next pause help"),
        (Place.CORRIDOR, {"race": True, "practice": True, "fog": True},
         "to_unexplored undo mark overview pause restart hint"),
    ],
)  # fmt: skip
def test_rules_rivals_and_practice_bring_their_keys_to_the_front(place, changes, keys):
    assert keys_for(Moment(place, beginner=False, **changes)) == tuple(keys.split())


@pytest.mark.parametrize(
    ("steps", "seconds", "finished", "standing"),
    [
        (3, 5.0 + REST_SECONDS - 0.01, False, False),
        (3, 5.0 + REST_SECONDS, False, True),
        (3, 9.0, True, False),
        (0, 0.0, False, True),
    ],
)
def test_who_has_not_moved_for_a_moment_stands(steps, seconds, finished, standing):
    run = SimpleNamespace(steps=steps, times=[0, 4000, 5000], finished=finished)
    participant = SimpleNamespace(run=run, session=SimpleNamespace(seconds=seconds))
    assert is_still(participant) is standing


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
    assert not any("ctrl" in binding.key for binding in found.values())
    assert [binding.action for binding in found.values() if binding.show] == ["hint", "undo"]
    assert found.pop("name_key('to_unexplored', 'explores')").key == "space"
    assert all(binding.id.startswith("play.") for binding in found.values())
    duel = {binding.description: binding for binding in duel_keys()}
    assert len(duel) == 16
    assert not any(binding.show for binding in duel.values())
    downs = [f"{hand} {how} down" for how in ("run", "walk") for hand in ("left", "right")]
    assert [duel[what].key for what in downs] == ["s", "down", "S", "shift+down"]

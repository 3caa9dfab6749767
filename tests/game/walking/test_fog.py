"""In fog nothing that happens depends on a cell that nobody has seen."""

import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from mazegame.engine import Direction, Level, Recipe
from mazegame.game.commands import (
    Glide,
    GoOn,
    Move,
    Resume,
    StepBack,
    Stop,
    ToUnexplored,
    WalkBack,
    WalkTo,
)
from mazegame.game.events import PlaceChanged, RivalMoved, RivalNear
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.rivals import PacedRival
from mazegame.game.rules import Rules
from mazegame.game.session import Session
from tests.game.walking.dark import other_in_the_dark

DIRECTIONS = st.sampled_from(list(Direction))
WALKS = st.one_of(
    st.builds(Move, DIRECTIONS),
    st.builds(Glide, DIRECTIONS),
    st.builds(WalkTo, st.tuples(st.integers(0, 6), st.integers(0, 8))),
    st.sampled_from([WalkBack(), StepBack(), Stop(), GoOn(), ToUnexplored()]),
)


def played(level, script):
    """Everything that a session says, and the session itself, after a script of commands."""
    session = Session(free_play(level, Rules(fog=True), (PacedRival(2.0),)), level)
    said, now = [], 0.0
    for command in [Resume(), *script]:
        said.append(session.command(0, command, now))
        for _ in range(3):
            now += 0.05
            said.append(session.tick(now))
    return said, session


def without_rivals(said):
    """The events without the rival's own: a rival walks in the dark, and is not seen there."""
    seen = (RivalMoved, RivalNear, PlaceChanged)
    return [[event for event in events if not isinstance(event, seen)] for events in said]


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(st.integers(0, 10**6), st.sampled_from(["0", "40"]), st.lists(WALKS, max_size=12))
def test_what_happens_in_fog_depends_on_nothing_in_the_dark(seed, braid, script):
    level = Level.of(Recipe("wilson", 9, 7, str(seed), (("braid", braid),)))
    said, session = played(level, script)
    light = session.players[0].seen.light
    other = other_in_the_dark(level, light, np.random.default_rng(seed))
    assume(other is not None)
    said_there, there = played(other, script)
    assert without_rivals(said_there) == without_rivals(said)
    assert (there.players[0].seen.light == light).all()
    assert there.players[0].run.moves == session.players[0].run.moves
    assert there.seconds == session.seconds
    left = [[rival.left(1.0) for rival in one.rivals] for one in (there, session)]
    assert left[0] == left[1]

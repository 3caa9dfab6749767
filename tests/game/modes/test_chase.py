"""The chase: a hunter behind the player, level by level, won and lost by scripts."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Direction, Level, Recipe
from mazegame.game.commands import Glide, Move, Pause, Resume
from mazegame.game.events import Caught, RivalNear
from mazegame.game.match import Series
from mazegame.game.modes.chase import LEVELS, LIVES, chase_match, chase_of
from mazegame.game.racing.searchers import ENTERS_AFTER
from mazegame.game.recording.playback import Playback
from mazegame.game.recording.record import record_of, walk_again
from mazegame.game.scoring.verdict import verdict_of
from mazegame.game.session import Session
from tests.game.mazes import ahead, corridor, rival_cells

RECIPE = Recipe.parse("wilson:9x7:kite-7")


def play(match, *, steps=None, pace=0.1, wait=0.0, animations=True):
    """Walk the shortest path, or its first steps, and wait; return session and events."""
    level = Level.of(match.source) if isinstance(match.source, Recipe) else match.source
    session, now = Session(match, level, animations=animations), 0.0
    happened = session.command(0, Resume(), now)
    for direction in ahead(level)[:steps]:
        happened += session.command(0, Move(direction), now)
        now += pace
    end = now + wait
    while now < end:
        now = min(now + 0.05, end)
        happened += session.tick(now)
    return session, happened


def test_a_chase_is_won_by_who_is_at_b_in_each_level():
    match, seen = chase_match(RECIPE), []
    for number in range(1, LEVELS + 1):
        session, _ = play(match)
        assert (session.finished, session.caught) == (True, False)
        spec = match.rivals[0]
        seen.append((spec.kind, spec.pace))
        following = match.series.next(match, session.players[0].run)
        assert (following is None) == (number == LEVELS)
        match = following or match
    assert match.series.about(session.players[0].run) == "you escaped all 7 hunters"
    assert seen[::2] == [("scent-hunter", pace) for pace in (2, 4, 6, 8)]
    assert seen[1::2] == [("sight-hunter", pace) for pace in (4.5, 7.5, 10.5)]


def test_a_chase_is_lost_by_who_waits_three_times():
    match, said = chase_match(RECIPE, sense="scent"), []
    for _ in range(LIVES):
        session, happened = play(match, steps=2, wait=9.0)
        assert (session.finished, session.caught) == (False, True)
        assert sum(isinstance(event, Caught) for event in happened) == 1
        seed = match.recipe.seed
        about, match = match.series.lost(match)
        said.append(about)
        assert match.recipe.seed != seed
    assert said == [
        "You have 2 lives left for level 1 of 7.",
        "You have one life left for level 1 of 7.",
        "The chase is over on level 1 of 7.",
    ]
    assert match.series.key == "chase:scent:1:3"  # a new one


def test_nothing_happens_after_the_hunter_has_the_player():
    session, _ = play(chase_match(RECIPE), steps=2, wait=9.0)
    steps, seconds = session.players[0].run.steps, session.seconds
    for command in (Move(ahead(session.level)[2]), Pause(), Resume(), Glide(Direction.E)):
        assert session.command(0, command, 20.0) == []
    assert session.tick(30.0) == []
    assert session.next_wake(30.0) is None
    assert (session.players[0].run.steps, session.seconds) == (steps, seconds)


@given(st.floats(0, 5), st.floats(0.001, 9))
def test_the_moment_of_the_capture_does_not_depend_on_ticks(pause, tick):
    match = chase_match(RECIPE, sense="scent")
    level = Level.of(RECIPE)
    session, now = Session(match, level), 0.0
    session.command(0, Resume(), now)
    for direction in ahead(level)[:3]:
        session.command(0, Move(direction), now)
        now += 0.25
    session.command(0, Pause(), now)  # the hunter waits, too
    session.command(0, Resume(), now + pause)
    now += pause
    while not session.caught:
        now += tick
        session.tick(now)
    assert session.seconds == pytest.approx(ENTERS_AFTER + 3 / 2, abs=1e-6)


def test_a_hunter_is_hidden_until_it_enters_and_announced_when_near():
    level = corridor(12)
    session, _ = play(replace(chase_match(RECIPE), source=level), steps=8, wait=2.0)
    assert session.rivals_seen == [None]
    session.tick(ENTERS_AFTER)
    assert session.rivals_seen == [(0, 0)]
    now = ENTERS_AFTER
    while RivalNear(rival=0) not in session.tick(now):
        now += 0.1
    assert session.rivals_seen == [(0, 5)]
    assert session.places[0].place == 1  # nobody is ahead of a hunter


@pytest.mark.parametrize("animations", [True, False])
def test_a_glide_ends_in_the_cell_of_the_hunter(animations):
    level = corridor(30)
    match = replace(chase_match(RECIPE), source=level)
    session, _ = play(match, steps=12, wait=ENTERS_AFTER + 1, animations=animations)
    hunter = rival_cells(session)[0]
    happened = session.command(0, Glide(Direction.W), 9.0)
    while session.players[0].gliding:
        happened += session.tick(session.next_wake(99.0))
    assert session.caught
    assert session.players[0].run.position[1] >= hunter[1]


def test_a_walk_that_goes_on_has_its_hunter_where_it_was():
    match = chase_match(RECIPE)
    session, _ = play(match, steps=6, wait=3.0)
    run = walk_again(session.level, record_of(session.players[0].run))
    other = Session(match, session.level, resume=run)
    before, now = ((rival_cells(one), one.rivals_seen, one.seconds) for one in (session, other))
    assert now == before


def test_the_key_of_a_chase_says_all():
    for key in ("chase:both:1:3", "chase:scent:7:1", "chase:sight:4:2"):
        assert chase_of(key).key == key
    for key in ("chase", "chase:both:0:3", "chase:both:8:3", "chase:both:1:4", "chase:ear:1:1", ""):
        assert chase_of(key) is None


def test_a_level_again_leaves_the_chase_but_not_the_hunter():
    match = chase_match(RECIPE)
    again = match.series.again(match)
    assert (again.series, again.rivals) == (Series(), match.rivals)
    assert again.series.lost(again) == ("", None)
    assert match.series.next(match, None) is None
    assert match.series.about(None) == "chase 1 of 7, 3 lives, by scent"


def test_the_verdict_says_how_far_the_hunter_was():
    session, _ = play(chase_match(RECIPE, sense="scent"), pace=0.4)
    run = session.players[0].run
    verdict = verdict_of(run, session.rivals)
    assert verdict.headline == "Perfect"
    behind = run.steps - int((run.stopwatch.seconds - ENTERS_AFTER) * 2)
    said = next(line.value for line in verdict.lines if line.label == "hunter")
    assert said == f"{behind} steps behind"


def test_the_replay_of_a_lost_level_ends_with_the_capture():
    session, _ = play(chase_match(RECIPE, sense="scent"), steps=3, wait=9.0)
    playback = Playback(session.players[0].run, session.rivals)
    assert playback.length == session.seconds
    playback.seek(playback.length)
    assert playback.rival_cells == [playback.player]
    playback.seek(1.0)
    assert playback.rival_cells == [session.level.start]

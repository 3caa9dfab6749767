"""Travel: along corridors, to what one knows, and on to what one does not."""

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Level, Maze, Recipe
from mazegame.game.commands import Glide, GoOn, Move, ToggleMark, ToUnexplored, WalkBack, WalkTo
from mazegame.game.events import Bumped, MarkChanged, Reason, Refused, Stepped
from mazegame.game.modes.free_play import free_play
from mazegame.game.run import Run
from mazegame.game.session import Session
from mazegame.game.walking.player import Player
from mazegame.game.walking.travel import (
    back_to_junction,
    exits_that_lead_on,
    glide,
    known_path,
    steps_of,
)
from tests.game.mazes import Clock, E, N, S, W, corridor, forked, room, walked


def session_on(level, *, animations=False) -> Session:
    """A session that takes each glide at once."""
    return Session(free_play(level), level, animations=animations)


def do(session, command):
    """Give a command; return why it cannot be followed, if so."""
    events = session.command(0, command, 0.0)
    return next((event.reason for event in events if isinstance(event, Refused)), None)


def comb(teeth: int, length: int = 1) -> Level:
    """A corridor with dead ends below every second cell; B is at its right end."""
    floor = [[1] * (2 * teeth + 2)]
    floor += [[at % 2 for at in range(2 * teeth + 2)] for _ in range(length)]
    floor[1][-1] = 0
    for row in floor[1:]:
        row[-1] = 0
    return Level(Maze.from_floor(floor), (0, 0), ((0, 2 * teeth + 1),))


def known_distances(level, here, known):
    """How far the cells are that can be reached through known cells."""
    queue, far = deque([here]), {here: 0}
    while queue:
        cell = queue.popleft()
        for beyond in level.maze.neighbours(cell):
            if beyond not in far and known[beyond]:
                far[beyond] = far[cell] + 1
                queue.append(beyond)
    return far


# Walking to a cell


@given(data=st.data(), seed=st.integers(0, 99), braid=st.sampled_from([0, 50, 100]))
def test_a_known_path_is_a_shortest_one_through_cells_that_were_seen(data, seed, braid):
    level = Level.of(f"wilson:9x7:braid={braid}:s{seed}")
    cells = st.tuples(st.integers(0, 6), st.integers(0, 8))
    here, there = data.draw(cells), data.draw(cells)
    light = level.field * 0
    for cell in [here, *data.draw(st.lists(cells, max_size=40))]:
        light[cell] = 1
    path = known_path(level, here, there, light.astype("uint8"))
    length = known_distances(level, here, light).get(there)
    assert (None if isinstance(path, Reason) else len(path)) == length
    for direction in [] if isinstance(path, Reason) else path:
        assert level.maze.is_open(here, direction)
        here = direction.step(here)
        assert light[here]
    assert isinstance(path, Reason) or here == there


def test_walking_to_a_cell_says_why_it_cannot():
    session = session_on(forked())
    assert do(session, WalkTo((2, 0))) is Reason.UNSEEN_CELL
    session.players[0].seen.reveal([(1, 3)])  # a hint may show what one cannot reach yet
    assert do(session, WalkTo((1, 3))) is Reason.NO_KNOWN_PATH
    assert do(session, WalkTo((0, 0))) is None
    assert session.players[0].run.steps == 0
    assert do(session, WalkTo((0, 3))) is None
    assert session.players[0].run.position == (0, 3)


# Going on


def test_going_on_passes_what_is_seen_to_be_a_dead_end():
    level = comb(5)
    session = session_on(level)
    assert do(session, GoOn()) is None
    assert session.finished
    assert session.players[0].run.steps == level.dist_min


def test_of_several_exits_the_player_has_to_choose():
    # From A two corridors go round a corner each.
    floor = [[1, 1, 1], [1, 0, 1], [1, 0, 1], [1, 0, 0], [1, 1, 1]]
    level = Level(Maze.from_floor(floor), (0, 0), ((4, 2),))
    session = session_on(level)
    assert do(session, GoOn()) is Reason.SEVERAL_EXITS
    assert do(session, ToUnexplored()) is Reason.SEVERAL_EXITS
    assert do(session, GoOn(E)) is None
    assert session.players[0].run.position == (0, 2)  # from there the rest is seen to end
    assert do(session, GoOn()) is Reason.NOTHING_NEW_HERE
    assert do(session, ToUnexplored()) is None
    assert session.players[0].run.position == (0, 0)
    assert do(session, GoOn()) is None
    assert session.finished
    assert do(session_on(room()), GoOn()) is Reason.SEVERAL_EXITS


def test_going_on_into_a_wall_is_a_bump():
    session = session_on(corridor())
    session.command(0, GoOn(N), 0.0)
    assert session.players[0].run.steps == 0
    assert not session.players[0].gliding


def test_b_in_sight_leads_on_even_at_a_dead_end():
    # B stands at the end of a tooth.
    level = comb(2, 3)
    level = Level(level.maze, (0, 0), ((3, 3),))
    session = session_on(level)
    do(session, GoOn())
    while not session.finished:
        assert do(session, GoOn(exits_that_lead_on(session.players[0], here(session))[0])) is None
    assert session.players[0].run.steps == level.dist_min


def here(session):
    return session.players[0].run.position


def test_exploring_goes_back_to_the_fork_and_then_on():
    level = Level(Maze.from_floor([[1, 1, 1], [1, 0, 0]]), (0, 1), ((0, 2),))
    session = session_on(level)
    do(session, Glide(W))
    assert do(session, GoOn()) is Reason.NOTHING_NEW_HERE
    assert do(session, ToUnexplored()) is None  # where B is in sight
    assert here(session) == (0, 1)
    assert do(session, ToUnexplored()) is None
    assert session.finished


@given(
    algorithm=st.sampled_from(["wilson", "recursive-backtracker", "prim", "recursive-division"]),
    seed=st.integers(0, 999),
    braid=st.sampled_from(["0", "50"]),
)
def test_exploring_reaches_b(algorithm, seed, braid):
    """Going on, choosing the first exit, and going back to the nearest junction finds B."""
    level = Level.of(Recipe(algorithm, 12, 9, str(seed), (("braid", braid),)))
    session = session_on(level)
    player = session.players[0]
    for _ in range(400):
        if session.finished:
            return
        before = bytes(player.run.moves), here(session)
        refused = do(session, GoOn())
        if refused is Reason.SEVERAL_EXITS:
            ahead = exits_that_lead_on(player, here(session))
            assert len(ahead) > 1
            assert do(session, GoOn(ahead[0])) is None
        elif refused is Reason.NOTHING_NEW_HERE:
            field = known_distances(level, player.run.position, player.seen.light)
            assert do(session, ToUnexplored()) is None
            assert exits_that_lead_on(player, here(session))
            nearest = min(
                far
                for cell, far in field.items()
                if far and player.run.walked(cell) and exits_that_lead_on(player, cell)
            )
            assert player.run.steps - len(before[0]) == nearest
    raise AssertionError("it never got there")


def test_travel_is_a_glide_like_any_other():
    session = session_on(comb(8), animations=True)
    session.command(0, GoOn(), 10.0)
    assert session.players[0].run.steps == 1
    session.tick(10.1)
    assert session.players[0].run.steps == 5
    assert session.command(0, GoOn(), 10.11) == []  # its own key changes nothing
    session.command(0, Move(N), 10.12)
    session.tick(11.0)
    assert session.players[0].run.steps == 5


# Corridors


LINE = Maze.from_walls([[0] * 6], [[1] * 6])
DOORWAY = Maze.from_floor([[1] * 7, [1] * 7, [0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0]])
"""Two rows of floor with a doorway below column 3."""


@pytest.mark.parametrize(
    ("level", "begin", "direction", "end"),
    [
        pytest.param(forked(), (0, 0), E, (0, 1), id="junction"),
        pytest.param(forked(), (0, 1), E, (0, 3), id="dead end"),
        pytest.param(forked(), (0, 1), S, (1, 3), id="by forced corners to B"),
        pytest.param(Level(LINE, (0, 0), ((0, 3),)), (0, 0), E, (0, 3), id="B in a corridor"),
        pytest.param(Level(LINE, (0, 2), ((0, 5),)), (0, 4), W, (0, 2), id="A on the way back"),
        pytest.param(corridor(9), (0, 0), E, (0, 8), id="straight corridor"),
        pytest.param(room(6, 4), (1, 1), E, (1, 5), id="wall of a room"),
        pytest.param(room(6, 4), (0, 1), S, (3, 1), id="another wall of a room"),
        pytest.param(Level(DOORWAY, (0, 0), ((3, 3),)), (1, 0), E, (1, 3), id="opening"),
        pytest.param(Level(DOORWAY, (0, 0), ((3, 3),)), (0, 0), E, (0, 6), id="beside no opening"),
    ],
)
def test_a_run_follows_the_corridor_and_stops_where_there_is_a_choice(level, begin, direction, end):
    run = Run(level, Clock())
    run.position, run.route = begin, [begin]
    assert len(list(glide(run, direction))) == run.steps
    assert run.position == end


def test_a_glide_takes_a_step_at_the_next_event_and_ends_at_a_wall():
    run = Run(corridor(3), Clock())
    events = glide(run, E)
    assert run.steps == 0
    assert isinstance(next(events), Stepped)
    assert (run.steps, run.position) == (1, (0, 1))
    assert [type(event) for event in glide(run, N)] == [Bumped]
    assert run.steps == 1


def test_walking_back_ends_at_the_last_junction_and_costs_its_steps():
    run = walked(forked(), "EEE")
    assert back_to_junction(run.level, run.route) == [(0, 2), (0, 1)]
    list(steps_of(Player(run), WalkBack()))
    assert (run.position, run.steps) == ((0, 1), 5)
    assert back_to_junction(run.level, run.route) == [(0, 0)]
    assert back_to_junction(run.level, run.route[:1]) == []


# Marks


def test_marks_are_dropped_and_taken():
    session = session_on(forked())
    assert session.command(0, ToggleMark(), 0.0) == [MarkChanged(cells=((0, 0),), dropped=True)]
    do(session, Move(E))
    session.command(0, ToggleMark(), 0.0)
    assert session.players[0].run.marks == {(0, 0), (0, 1)}
    assert session.command(0, ToggleMark(), 0.0) == [MarkChanged(cells=((0, 1),), dropped=False)]
    assert session.players[0].run.marks == {(0, 0)}
    assert session.players[0].run.steps == 1

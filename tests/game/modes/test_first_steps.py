"""The first steps: the maze has what its captions speak of, and each comes in its time."""

import pytest

from mazegame.engine import Direction, Level
from mazegame.game.commands import Glide, Move, Resume
from mazegame.game.modes.first_steps import Caption, caption_of, closing_lines, first_match
from mazegame.game.run import Result
from mazegame.game.session import Session
from tests.game.mazes import ahead

MATCH = first_match()
LEVEL = Level.of(MATCH.recipe)
PATH = ahead(LEVEL)


@pytest.fixture
def session() -> Session:
    session = Session(MATCH, LEVEL, animations=False)
    session.command(0, Resume(), 0.0)
    return session


def walk(session: Session, *directions: Direction) -> list[Caption]:
    """Walk; return the caption after each step."""
    captions = []
    for direction in directions:
        session.command(0, Move(direction), 0.0)
        captions.append(caption_of(session.players[0]))
    return captions


def test_the_maze_is_small_and_has_a_fork_and_a_long_corridor():
    assert (LEVEL.maze.cols, LEVEL.maze.rows, LEVEL.dist_min) == (9, 5, 20)
    forks = [
        at
        for at, cell in enumerate(LEVEL.path_from(LEVEL.start)[:-1])
        if LEVEL.maze.exits(cell).bit_count() > 2
    ]
    assert forks == [3, 13]
    assert (MATCH.series.key, MATCH.series.has_next(MATCH), MATCH.rivals) == ("first", False, ())


def test_arrows_then_shift_then_b(session):
    assert caption_of(session.players[0]) is Caption.WALK
    assert walk(session, *PATH[:3]) == [Caption.WALK, Caption.WALK, Caption.RUN]
    session.command(0, Glide(PATH[3]), 0.0)
    assert session.players[0].run.steps == 13
    assert caption_of(session.players[0]) is Caption.REACH
    assert walk(session, *PATH[13:])[-2:] == [Caption.REACH, Caption.DONE]


def test_who_never_runs_is_not_asked_for_ever(session):
    captions = walk(session, *PATH[:12])
    assert captions[2:] == [Caption.RUN] * 9 + [Caption.REACH]


def test_a_step_into_a_wall_teaches_nothing_and_who_runs_needs_no_caption_for_it(session):
    assert walk(session, *[Direction.N] * 5)[-1] is Caption.WALK
    session.command(0, Glide(PATH[0]), 0.0)
    assert caption_of(session.players[0]) is Caption.REACH


def test_the_closing_lines_compare_and_fit_the_smallest_terminal():
    def lines(steps: int) -> tuple[str, str]:
        return closing_lines(Result(20, steps, 0, assisted=False, seconds=9.0))

    assert lines(20) == ("You reached B in 20 steps.", "No path is shorter.")
    assert lines(24) == ("You reached B in 24 steps.", "The shortest path has 20.")
    assert max(map(len, lines(9999))) <= 38

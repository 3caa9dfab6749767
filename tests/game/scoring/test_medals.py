import pytest

from mazegame.engine import Level
from mazegame.game.run import Stopwatch
from mazegame.game.scoring.medals import Medal, MedalTimes, medal_of, medal_times
from tests.game.mazes import Clock, corridor, forked, room, walked


@pytest.mark.parametrize(
    ("level", "author_ms"),
    [
        pytest.param(corridor(11), 10 * 90 + 500, id="passages alone"),
        pytest.param(forked(), 8 * 90 + 250 + 500, id="a junction on the path"),
        pytest.param(room(2, 2), 2 * 90 + 250 + 500, id="two exits at A are a choice"),
        pytest.param(
            Level(room(3, 3).maze, (0, 1), ((2, 1),)), 2 * 90 + 2 * 250 + 500, id="three as well"
        ),
        pytest.param(Level.of("wilson:1x1:kite-7"), 500, id="A is B"),
    ],
)
def test_the_authors_time_counts_passages_and_choices(level, author_ms):
    assert medal_times(level).author_ms == author_ms


@pytest.mark.parametrize(
    ("ms", "medal"),
    [
        (0, Medal.AUTHOR), (1000, Medal.AUTHOR), (1001, Medal.GOLD), (1500, Medal.GOLD),
        (1501, Medal.SILVER), (2500, Medal.SILVER), (2501, Medal.BRONZE), (4000, Medal.BRONZE),
        (4001, None),
    ],
)  # fmt: skip
def test_a_time_earns_the_best_medal_it_reaches(ms, medal):
    assert MedalTimes(1000).medal(ms) == medal


def test_a_run_earns_the_medal_of_its_whole_milliseconds_without_a_look_at_the_path():
    author_ms = medal_times(corridor()).author_ms
    for more, medal in ((-0.4, Medal.AUTHOR), (0.4, Medal.AUTHOR), (0.6, Medal.GOLD)):
        run = walked(corridor())
        run.stopwatch = Stopwatch(Clock(), (author_ms + more) / 1000)
        assert medal_of(run) == medal
        run.assisted = True
        assert medal_of(run) is None
    assert medal_of(walked("wilson:1x1:kite-7", [])) is None


@pytest.mark.parametrize(
    ("game_id", "author_ms"),
    [
        ("recursive-backtracker:19x9:kite-7", 6750),
        ("wilson:40x20:kite-7", 18530),
        ("kruskal:30x15:braid=20,ends=farthest:hello", 16210),
    ],
)
def test_the_times_are_frozen(game_id, author_ms):
    assert medal_times(Level.of(game_id)).author_ms == author_ms

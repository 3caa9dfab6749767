import pytest

from mazegame.engine import Level
from mazegame.game.racing.reading import reading_ms
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
    ("level", "author_ms"),
    [
        pytest.param(corridor(11), 10 * 120 + 1000, id="passages alone"),
        pytest.param(forked(), 8 * 120 + 250 + 1000, id="a junction on the path"),
        pytest.param(room(2, 2), 2 * 120 + 250 + 1000, id="two exits at A are a choice"),
        pytest.param(Level.of("recursive-backtracker:19x9:kite-7"), 8750, id="frozen"),
        pytest.param(room(50, 40), 88 * 120 + 87 * 250 + 1000, id="2,000 cells"),
    ],
)
def test_with_a_reveal_the_author_reads_as_well(level, author_ms):
    assert medal_times(level, reveal=True).author_ms == author_ms


def test_with_a_reveal_mazes_too_large_to_read_have_no_medals():
    large = corridor(2001)
    assert medal_times(large, reveal=True) is None
    assert medal_times(large) is not None
    assert medal_of(walked(large, pace=0.0, reading=0.0)) is None
    assert medal_of(walked(large, pace=0.0)) is Medal.AUTHOR


def test_the_author_reads_a_second_and_a_quarter_a_junction():
    assert [reading_ms(level) for level in (corridor(9), forked())] == [1000, 1250]


def test_the_medal_of_a_run_follows_the_start_of_its_clock():
    assert medal_of(walked(corridor(11), pace=0.1)) is Medal.AUTHOR
    author_ms = 10 * 120 + 1000
    for reading, medal in ((author_ms / 1000, Medal.AUTHOR), (2.3, Medal.GOLD), (9.0, None)):
        assert medal_of(walked(corridor(11), pace=0.0, reading=reading)) is medal


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

"""The example of CONTRIBUTING.md: five mazes, and the sum of their times."""

from dataclasses import replace

from mazegame.engine import Level
from mazegame.game.modes.mode import EarlierResults
from tests.game.mazes import walked
from tests.game.modes.sprint import MAZES, MODE, Sprint, sprint_match, sprint_of
from tests.game.played import played


def test_five_mazes_follow_each_other_and_their_times_add_up():
    match, total = sprint_match(), 0
    for number in range(1, MAZES + 1):
        assert match.series.key.endswith(f":{number}")
        run = walked(Level.of(match.source), pace=0.1 * number)
        total += run.stopwatch.ms
        said = match.series.about(run)
        following = match.series.next(match, run)
        assert match.series.next(match, None) is None
        match = following or match
    assert following is None
    assert sum(match.series.times) + run.stopwatch.ms == total
    assert said.startswith(f"sprint {MAZES} of {MAZES}   ")


def test_a_sprint_goes_on_with_the_times_of_the_book():
    times = {"sprint:1f:": (4000, 5000)}
    past = EarlierResults(times=lambda prefix: times[prefix])
    assert sprint_of("sprint:1f:3", past) == Sprint("1f", (4000, 5000))
    assert sprint_of("sprint:1f:2", past) == Sprint("1f", (4000,))
    assert sprint_of("sprint:1f:4", past) is None
    assert sprint_of("sprint:1f:6", past) is None


def test_statistics_name_the_fastest_whole_sprint():
    def rows(attempt, ms, mazes=MAZES):
        return [played(series=f"sprint:{attempt}:{at + 1}", ms=ms) for at in range(mazes)]

    assert MODE.lines([*rows("a", 5000), *rows("b", 4000), *rows("c", 1000, 4)]) == [
        "Best sprint: 20.0 s"
    ]
    assert MODE.lines(rows("c", 1000, 4)) == []
    assert MODE.achievements[0].proof(rows("a", 10)).series == "sprint:a:5"
    assert replace(sprint_match().series, attempt="x").key == "sprint:x:1"

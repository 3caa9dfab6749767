"""The time line of a replay: the wrong turns stand on it where they were taken."""

from mazegame.engine import Direction
from mazegame.game.playback import Playback
from mazegame.game.run import Run, step
from mazegame.game.wrong_turns import wrong_turns
from mazegame.widgets.segment_lines import Role
from mazegame.widgets.time_line import TimeLine
from tests.game.mazes import Clock, forked


def walked() -> Run:
    clock = Clock()
    run = Run(forked(), clock)
    for move in "EEEWWSNSWSEENE":  # beyond the fork and back; to the south, back, and on
        step(run, Direction[move])
        clock.now += 1.0
    assert run.finished
    return run


def test_wrong_turns_stand_on_the_bar_at_their_times():
    run = walked()
    turns = wrong_turns(run)
    line = TimeLine(Playback(run), turns).segments(0, 100)
    text = "".join(part for part, _ in line)
    marks = [part for part, role in line if role is Role.WARNING]
    assert marks == [str(rank) for rank in range(1, len(turns) + 1)]
    assert len(text) == 100
    assert text.index("1", 16) < text.index("2", 16)


def test_steps_are_the_players():
    text = "".join(part for part, _ in TimeLine(Playback(walked()), []).segments(1, 80))
    assert text == "you 8 to go, 0 steps"

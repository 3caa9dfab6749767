"""The time line of a replay: the wrong turns stand on it where they were taken."""

from mazegame.game.recording.playback import Playback
from mazegame.game.run import Run
from mazegame.game.scoring.wrong_turns import wrong_turns
from mazegame.widgets.ended.replay_line import ReplayLine
from mazegame.widgets.text.segments import Role
from tests.game import mazes


def walked() -> Run:
    # Beyond the fork and back; to the south, back, and on.
    return mazes.walked(mazes.forked(), "EEEWWSNSWSEENE", pace=1.0)


def test_wrong_turns_stand_on_the_bar_at_their_times():
    run = walked()
    turns = wrong_turns(run)
    line = ReplayLine(Playback(run), turns).lines(100)[0]
    text = "".join(part for part, _ in line)
    marks = [part for part, role in line if role is Role.WARNING]
    assert marks == [str(rank) for rank in range(1, len(turns) + 1)]
    assert len(text) == 100
    assert text.index("1", 16) < text.index("2", 16)


def test_steps_are_the_players():
    text = "".join(part for part, _ in ReplayLine(Playback(walked()), []).lines(80)[1])
    assert text == "you 8 to go, 0 steps"

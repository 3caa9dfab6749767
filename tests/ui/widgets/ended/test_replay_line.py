"""The time line of a replay: its numbers, its rivals, and wrong turns where they were taken."""

import pytest

from mazegame.game.racing.rivals import parse_rival
from mazegame.game.recording.playback import Playback
from mazegame.game.run import Run
from mazegame.game.scoring.wrong_turns import wrong_turns
from mazegame.widgets.ended.result_lines import ReplayLine
from mazegame.widgets.text.segments import Role
from tests.game import mazes
from tests.ui.widgets.alone import texts


def walked() -> Run:
    # Beyond the fork and back; to the south, back, and on.
    return mazes.walked(mazes.forked(), "EEEWWSNSWSEENE", pace=1.0)


def test_wrong_turns_stand_on_the_bar_at_their_times():
    line = ReplayLine(Playback(run := walked()), wrong_turns(run))
    bar = line.lines(100)[0]
    assert [text for text, role in bar if role is Role.WARNING] == ["1", "2"]
    (text,) = texts([bar])
    assert len(text) == 100
    assert text.index("1", 16) < text.index("2", 16)
    line._moments = dict.fromkeys(line._ranks, line.head.length)
    assert texts([line.mark([("─" * 9, Role.REST)])]) == ["─" * 8 + "1"], "the last place"


@pytest.mark.parametrize(
    ("at", "width", "party", "numbers"),
    [
        (0, 80, "", "you 8 to go, 0 steps   wrong turns: 4 and 2 extra steps"),
        (9, 70, "", "you 4 to go, 10 steps   wrong turns: 4 and 2 extra steps"),
        (9, 70, "Bo, Cy", "you 4 to go, 10 steps  party: Bo, Cy  wrong turns: 4 and 2 extra steps"),
        (9, 69, "Bo, Cy", "you 4 to go, 10 steps   party: Bo, Cy"),
    ],
)
def test_below_the_bar_stand_the_numbers_that_have_room(at, width, party, numbers):
    line = ReplayLine(Playback(run := walked()), wrong_turns(run), party=party)
    line.head.seek(at)
    bar, below = texts(line.lines(width))
    assert below == numbers
    assert bar.startswith("paused  1x     ")
    assert bar.endswith(f"   0:0{at} / 0:13")
    line.head.playing = True
    assert texts(line.lines(width))[0].startswith("playing 1x     ")


def test_rivals_have_lines_of_their_own():
    for number, shown in ((0, []), (1, ["T Trémaux"]), (2, ["@─", "T Trémaux"])):
        run = walked()
        rivals = [parse_rival(key).on(run.level) for key in ("tremaux:4", "left-hand:2")[:number]]
        line = ReplayLine(Playback(run, rivals), [])
        _, numbers, *found = texts(line.lines(80))
        assert numbers == "you 8 to go, 0 steps"
        assert line.styles.height.value == 2 + len(found)
        assert len(found) == len(shown)
        assert all(map(str.__contains__, found, shown))

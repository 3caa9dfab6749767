"""The time line: the bar is where its clicks are; wrong turns stand where they were taken."""

import pytest
from textual.app import App

from mazegame.game.racing.rivals import parse_rival
from mazegame.game.recording.playback import Playback
from mazegame.game.recording.playhead import Playhead
from mazegame.game.run import Run
from mazegame.game.scoring.wrong_turns import wrong_turns
from mazegame.themes import maze_colours
from mazegame.widgets.ended.result_lines import ReplayLine
from mazegame.widgets.text.segments import Role
from mazegame.widgets.text.time_line import TimeLine
from tests.game import mazes
from tests.ui.widgets.alone import texts


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


@pytest.mark.parametrize(
    ("width", "party", "numbers"),
    [
        (70, "", "you 4 to go, 10 steps   wrong turns: 4 and 2 extra steps"),
        (70, "Bo, Cy", "you 4 to go, 10 steps  party: Bo, Cy  wrong turns: 4 and 2 extra steps"),
        (69, "Bo, Cy", "you 4 to go, 10 steps   party: Bo, Cy"),
    ],
)
def test_below_the_bar_stand_the_numbers_that_have_room(width, party, numbers):
    line = ReplayLine(Playback(run := walked()), wrong_turns(run), party=party)
    line.head.seek(9)
    assert texts(line.lines(width))[1] == numbers
    bar = "".join(text for text, _ in line.lines(width)[0])
    assert bar.startswith("paused  1x     ")
    assert bar.endswith("   0:09 / 0:13")
    line.head.playing = True
    assert texts(line.lines(width))[0].startswith("playing 1x     ")


def test_a_wrong_turn_at_the_end_stands_on_the_last_place_of_the_bar():
    line = ReplayLine(Playback(run := walked()), wrong_turns(run))
    line._moments = dict.fromkeys(line._ranks, line.head.length)
    assert texts([line.mark([("─" * 9, Role.REST)])]) == ["─" * 8 + "1"]


def test_rivals_have_lines_of_their_own():
    for number, shown in ((0, []), (1, ["T Trémaux"]), (2, ["A@", "T Trémaux"])):
        run = walked()
        rivals = [parse_rival(key).on(run.level) for key in ("tremaux:4", "left-hand:2")[:number]]
        line = ReplayLine(Playback(run, rivals), [])
        found = ["".join(part for part, _ in segments) for segments in line.lines(80)[2:]]
        assert line.styles.height.value == 2 + len(found)
        assert len(found) == len(shown)
        assert all(map(str.__contains__, found, shown))


class LineApp(App[None]):
    sought = None

    def get_theme_variable_defaults(self):
        return maze_colours(self.current_theme)

    def compose(self):
        line = TimeLine()
        line.show(Playhead(100, (1.0,), 1.0))
        yield line

    def on_time_line_sought(self, message):
        self.sought = message.share


async def test_a_click_seeks_the_middle_of_its_column_of_the_bar():
    app = LineApp()
    async with app.run_test(size=(60, 3)) as pilot:
        line = app.query_one(TimeLine)
        text = "".join(segment.text for segment in line.render_line(0))
        first, last = text.index("─"), text.rindex("─")
        long = last - first + 1
        for column, share in ((first, 0.5 / long), (last, 1 - 0.5 / long)):
            await pilot.click(TimeLine, offset=(column, 0))
            assert app.sought == pytest.approx(share)
        app.sought = None
        for column in (first - 1, last + 1):
            await pilot.click(TimeLine, offset=(column, 0))
        assert app.sought is None

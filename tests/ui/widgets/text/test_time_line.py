"""A line of time: what it says at each width, where its mouse seeks, and its keys."""

import math
from types import SimpleNamespace
from unittest.mock import Mock, call

import pytest

from mazegame.game.recording.playhead import Playhead
from mazegame.widgets.text.time_line import TimeActions, TimeLine
from tests.ui.widgets.alone import alone, text_of


@pytest.mark.parametrize(
    ("speed", "playing", "before"),
    [
        (4.0, False, "❚❚ 4/s          "),
        (1200.0, True, "▶ 1,200/s       "),
        (math.inf, True, "▶ instant       "),
    ],
)
def test_the_state_and_the_speed_take_constant_columns(speed, playing, before):
    line, head = alone(TimeLine, (60, 1)), Playhead(1000, (speed,), speed)
    assert line.lines(58) == []
    head.playing = playing
    line.show(head)
    assert line.repainted
    for width, note, end in (
        (58, "", "─" * 26 + "      0 of 1,000"),
        (58, "note", "─" * 20 + "      0 of 1,000  note"),
        (20, "", "─      0 of 1,000"),
    ):
        line.show(head, note)
        assert [text_of(one) for one in line.lines(width)] == [before + end]
    head.seek(500)
    assert text_of(line.lines(58)[0])[16:] == "━" * 13 + "─" * 13 + "    500 of 1,000"


def test_the_mouse_seeks_on_the_bar_and_drags_beyond_it():
    line, mouse = alone(TimeLine, (50, 1)), []
    line.capture_mouse = lambda: mouse.append("capture")
    line.release_mouse = lambda: mouse.append("release")
    line.show(Playhead(1000, (1.0,), 1.0))
    assert text_of(line.lines(48)[0]).count("─") == 16

    def at(x, y=0):
        return SimpleNamespace(x=x, y=y)

    for event in (at(16), at(33), at(20, 1)):
        line.on_mouse_down(event)
        line.on_mouse_move(event)
    assert (line.sent, mouse) == ([], [])
    line.on_mouse_down(at(17))
    for x in (20, 2, 50):
        line.on_mouse_move(at(x))
    line.on_mouse_up()
    line.on_mouse_move(at(20))
    assert [message.share for message in line.sent] == [1 / 32, 7 / 32, 0.0, 1.0]
    assert mouse == ["capture", "release"]
    line.on_mouse_down(at(32))
    assert line.sent[-1].share == 31 / 32


class Screen(TimeActions):
    """A screen that counts how often it is shown, with a playhead that writes down its calls."""

    time_player = None

    def __init__(self):
        self.time_player, self.shown = Mock(), 0

    def show_time(self):
        self.shown += 1


@pytest.mark.parametrize(
    ("action", "arguments", "asked"),
    [
        ("action_play", (), call.toggle()),
        ("action_step", (-1,), call.step(-1)),
        ("action_speed", (1,), call.change_speed(1)),
        ("action_seek", (0.5,), call.jump(0.5)),
        ("on_time_line_sought", (TimeLine.Sought(0.25),), call.jump(0.25)),
    ],
)
def test_keys_move_the_playhead_and_show_the_time(action, arguments, asked):
    screen = Screen()
    getattr(screen, action)(*arguments)
    assert (screen.time_player.method_calls, screen.shown) == ([asked], 1)


def test_the_time_that_passes_begins_anew_with_each_look(monkeypatch):
    now = [10.0]
    monkeypatch.setattr("mazegame.widgets.text.time_line.time.monotonic", lambda: now[0])
    screen = Screen()
    screen.action_play()
    now[0] = 12.0
    assert [screen.take_elapsed(), screen.take_elapsed()] == [2.0, 0.0]

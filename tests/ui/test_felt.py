"""What is felt on the way: the bell, the sign of a junction, warmer and colder."""

import pytest

from mazegame.app import MazeApp
from mazegame.engine import Direction, Level
from mazegame.game.commands import Move, Resume
from mazegame.game.rules import Rules
from mazegame.game.run import Run, step
from mazegame.game.runner import PaceRunner, RivalSpec
from mazegame.game.scoring.medals import Medal, medal_times
from mazegame.game.seat import Seat
from mazegame.game.series.kinds import free_play
from mazegame.game.session import Session
from mazegame.widgets.playing.hud import Hud
from mazegame.widgets.text.segments import Segments
from tests.game.mazes import Clock, corridor, forked
from tests.ui.conftest import (
    app_playing,
    on_match,
    playing,
    shows,
    until,
    walk_to_b,
    write_settings_text,
)

N, E, S, W = Direction


def hud_of(
    run: Run, message: str = "", *, compass: bool = False, rivals: tuple[RivalSpec, ...] = ()
) -> Hud:
    """The numbers of a run, outside of any app."""
    hud = Hud()
    match = free_play(run.level, Rules(compass=compass), rivals)
    hud.seat, hud._message = Seat(Session(match, run.level, resume=run), 0), message
    return hud


def text_of(segments: Segments) -> str:
    return "".join(text for text, _ in segments)


@pytest.mark.parametrize("wanted", [True, False])
async def test_the_bell_rings_at_a_wall_and_at_b_if_it_is_wanted(own_home, monkeypatch, wanted):
    write_settings_text(f"bell = {str(wanted).lower()}\n")
    app = app_playing(forked())
    rung = []
    monkeypatch.setattr(app, "bell", lambda: rung.append(True))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        await until(lambda: screen.ready, pilot)
        await pilot.press("up", "right")
        assert len(rung) == int(wanted)
        await walk_to_b(screen, pilot)
        await until(lambda: screen.run.finished, pilot)
        assert len(rung) == 2 * wanted


async def test_the_bell_rings_when_a_rival_overtakes(own_home, monkeypatch):
    write_settings_text("bell = true\n")
    app, clock, rung = MazeApp(), Clock(), []
    monkeypatch.setattr(app, "bell", lambda: rung.append(True))
    match = free_play(corridor(12), rivals=(PaceRunner(4.0),))
    async with on_match(match, clock=clock, app=app) as (_, _, pilot):
        await pilot.press("right")
        assert not rung
        clock.now += 1.0
        await shows(pilot, "▼ The runner overtakes you")
        assert rung == [True]


def test_a_junction_has_a_sign_of_its_own():
    run = Run(forked(), Clock())
    hud = hud_of(run)
    assert "◆" not in text_of(hud.lines(80)[0])
    step(run, E)
    assert "junction, 2 untried" in text_of(hud.lines(80)[0])
    step(run, E)
    step(run, W)
    assert "junction, 1 untried" in text_of(hud.lines(80)[0])
    assert "◆" not in text_of(hud.lines(50)[0]), "where there is no room"
    step(run, S)
    assert "◆" not in text_of(hud.lines(80)[0])


def test_warmer_and_colder_have_shapes_of_their_own():
    run = Run(forked(), Clock())
    step(run, E)
    hud = hud_of(run, compass=True)
    assert "▲ warmer" in text_of(hud.lines(80)[0])
    step(run, W)
    assert "▼ colder" in text_of(hud.lines(80)[0])
    hud = hud_of(run)
    assert "colder" not in text_of(hud.lines(80)[0])


def test_the_clock_has_minutes_and_seconds():
    clock = Clock()
    run = Run(forked(), clock)
    step(run, E)
    clock.now += 1234.0
    assert "20:34" in text_of(hud_of(run).lines(80)[0])


def test_the_compass_draws_how_much_is_done_unless_a_race_does():
    run = Run(forked(), Clock())
    assert "─" in text_of(hud_of(run, compass=True).lines(80)[1])
    assert "─" not in text_of(hud_of(run, compass=True, rivals=(PaceRunner(4.0),)).lines(80)[1])


def test_of_several_goals_the_nearest_is_named():
    run = Run(forked(), Clock())
    hud = hud_of(run)
    assert "8 shortest" in text_of(hud.lines(80)[1])
    level = Level(forked().maze, (0, 0), ((1, 3), (0, 3)))
    hud = hud_of(Run(level, Clock()))
    assert "3 to the nearest B" in text_of(hud.lines(80)[1])


@pytest.mark.parametrize(
    ("message", "width", "shown", "unit"),
    [
        ("▼ Trémaux overtakes you: 2nd of 4", 50, "▼ Trémaux overtakes you: 2nd of 4", "step"),
        ("▼ Trémaux overtakes you: 2nd of 4", 43, "▼ Trémaux overtakes you", "step"),
        ("▼ The random mouse overtakes you: 2nd of 4", 43, "▼ The random mouse overtakes you", ""),
        ("Left hand is at B: first, after 4.6 s", 30, "Left hand is at B", ""),
        ("You have not seen that cell yet", 30, "You have not seen…", ""),
    ],
)
def test_a_message_is_shortened_by_whole_words_and_no_number_is_cut(message, width, shown, unit):
    run = Run(forked(), Clock())
    step(run, E)
    hud = hud_of(run, message)
    line = text_of(hud.lines(width)[0])
    assert line.startswith(f"{shown} ")
    assert line.removeprefix(shown).split() == [*"1", *unit.split(), "0:00"]
    assert len(line) <= width
    assert text_of(hud.lines(80)[0]).endswith("1 step   0:00"), "with units where there is room"


def test_the_numbers_change_at_the_moment_at_which_a_medal_is_lost():
    level = forked()
    hud, times = hud_of(Run(level, Clock())), medal_times(level)
    for command in (Resume(), Move(E)):
        hud.seat.command(command, 0.0)
    hud.show_medals(times)
    limit = times.ms(Medal.AUTHOR) / 1000
    assert int(limit) == int(limit + 0.02)
    hud.seat.session.tick(limit - 0.01)
    before = hud.state()
    hud.seat.session.tick(limit + 0.02)
    assert hud.state() != before

"""What is felt on the way: the bell, the sign of a junction, warmer and colder."""

import pytest

from mazegame.app import MazeApp
from mazegame.game.runner import PaceRunner
from mazegame.game.series.kinds import free_play
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

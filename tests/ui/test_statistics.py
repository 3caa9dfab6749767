"""The statistics screen: its two halves, the heat map, the files it writes."""

import csv
import json

from mazegame.app import MazeApp
from mazegame.game.habits import habits
from mazegame.screens.routes import Statistics
from mazegame.screens.statistics import StatisticsScreen, days_map, small_curve
from mazegame.store.book import ScoreBook
from mazegame.store.places import places
from tests.store.conftest import played, walked
from tests.ui.conftest import screen_text, until


def fill():
    book = ScoreBook(places().scores)
    for number in range(8):
        run = walked(f"{('wilson', 'kruskal')[number % 2]}:8x6:k{number}", detours=number % 3)
        book.add(played(run, habits=habits(run)))
    book.close()


async def on_statistics(app, pilot, words="What to practise"):
    await until(lambda: isinstance(app.screen, StatisticsScreen), pilot)
    await until(lambda: words in screen_text(app), pilot)


async def test_tab_turns_to_the_achievements_where_there_is_no_room_for_both():
    fill()
    app = MazeApp(Statistics)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_statistics(app, pilot, "8 ranked runs")
        assert "junctions left right" in screen_text(app)
        assert "First light" not in screen_text(app)
        assert "Days" not in screen_text(app)
        await pilot.press("end")
        await until(lambda: "Days" in screen_text(app), pilot)
        await pilot.press("tab")
        assert "First light" in screen_text(app)
        assert "junctions left right" not in screen_text(app)
        await pilot.press("end")
        await until(lambda: "Every star" in screen_text(app), pilot)
        await pilot.press("tab", "home")
        await until(lambda: "junctions left right" in screen_text(app), pilot)
        await pilot.resize_terminal(200, 60)
        await until(lambda: "First light" in screen_text(app), pilot)
        assert "junctions left right" in screen_text(app)


async def test_without_a_run_it_says_what_to_do():
    app = MazeApp(Statistics)
    async with app.run_test(size=(45, 14)) as pilot:
        await on_statistics(app, pilot)
        assert "Finish 5 more mazes" in screen_text(app)


async def test_it_writes_both_files():
    fill()
    app = MazeApp(Statistics)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_statistics(app, pilot, "8 ranked runs")
        await pilot.press("e")
        await until((places().data / "statistics.csv").exists, pilot)
    content = json.loads((places().data / "statistics.json").read_text())
    assert content["runs"] == 8
    rows = list(csv.reader((places().data / "statistics.csv").read_text().splitlines()))
    assert len(rows) == 9


def test_the_heat_map_ends_today_and_shades_by_runs():
    sunday = 740_012
    assert sunday % 7 == 0
    lines = [line.plain for line in days_map({sunday: 1, sunday - 7: 9, sunday - 1: 2}, sunday, 30)]
    assert lines[2].startswith("Mo  ")
    assert lines[8].endswith("█░")
    assert lines[7].endswith("·▒")
    monday = [line.plain for line in days_map({sunday: 1}, sunday + 1, 30)]
    assert monday[2].endswith("·")
    assert monday[3].endswith("· ")
    assert days_map({}, sunday, 30) == []


def test_a_small_curve_stays_below_the_line_above():
    assert small_curve([0.0, 0.5, 0.75, 1.0]) == "▁▁▄▇"

"""The statistics screen: its two halves, the heat map, the files it writes."""

import contextlib
import csv
import json
import re

import pytest

from mazegame.game.career.achievements import ACHIEVEMENTS
from mazegame.game.career.habits import habits
from mazegame.screens import factory
from mazegame.screens.career.statistics import achievements, days_map, goals, small_curve
from mazegame.store.book.book import ScoreBook
from mazegame.store.book.statistics_report import spell_date
from mazegame.store.places import places
from tests.game.mazes import walked
from tests.store.conftest import in_the_book, played
from tests.ui.conftest import on_screen, screen_text, shows, until


def fill():
    for number in range(8):
        run = walked(f"{('wilson', 'kruskal')[number % 2]}:8x6:k{number}", detours=number % 3)
        in_the_book(played(run, habits=habits(run)))


@contextlib.asynccontextmanager
async def on_statistics(words="8 ranked", size=(80, 24)):
    """Run an app that begins with the statistics."""
    async with on_screen(factory.statistics, size=size) as (app, _, pilot):
        await shows(pilot, words)
        yield app, pilot


async def test_a_small_terminal_shows_the_habits_before_the_curve():
    fill()
    async with on_statistics(size=(45, 14)) as (app, _):
        text = screen_text(app)
        assert "Reading the maze  all  latest 20" in text
        assert "cells/s" in text
        assert "…" not in text, "no number is cut"


async def test_chases_and_duels_have_a_line_each():
    fill()
    for number, series in enumerate(("chase:both:3:1", "duel:1-0:left", "duel:2-0:left")):
        in_the_book(played(walked(f"wilson:8x6:more{number}"), series=series))
    async with on_statistics("9 ranked", (120, 60)) as (app, _):
        assert "Best chase: level 3 of 7" in screen_text(app)
        assert "Duels: 2 rounds, left 2, right 0" in screen_text(app)
        assert "Other ways to play" in screen_text(app)


async def test_a_texture_has_its_plain_name_before_its_algorithm():
    fill()
    in_the_book(*(walked(f"kruskal:8x6:braid=20:k{number}") for number in range(2)))
    async with on_statistics("10 ranked", (120, 35)) as (app, _):
        text = screen_text(app)
        assert "wilderness · Wilson" in text
        assert "thicket · Kruskal" in text
        assert "thicket braid=20 · Kruskal" in text


async def test_it_writes_both_files():
    fill()
    async with on_statistics() as (_, pilot):
        await until((places().data / "statistics.csv").exists, pilot, "e")
    content = json.loads((places().data / "statistics.json").read_text())
    assert content["runs"] == 8
    rows = list(csv.reader((places().data / "statistics.csv").read_text().splitlines()))
    assert len(rows) == 9


def test_the_heat_map_ends_today_and_shades_by_runs():
    sunday = 740_012
    lines = [line.plain for line in days_map({sunday: 1, sunday - 7: 9, sunday - 1: 2}, sunday, 30)]
    assert lines[2].startswith("Mo  ")
    assert (lines[7][-2:], lines[8][-2:]) == ("·▒", "█░")
    monday = [line.plain for line in days_map({sunday: 1}, sunday + 1, 30)]
    assert (monday[2][-1], monday[3][-2:]) == ("·", "· ")
    assert days_map({}, sunday, 30) == []


def test_names_of_months_never_touch():
    """The first of the map may be that of a month of which a week is left."""
    for day in range(740_000, 740_400, 3):
        for width in (30, 57, 60, 76, 116):
            names = days_map({day: 1}, day, width)[1].plain
            assert len(names) <= width
            assert {len(name) for name in names.split()} <= {3}, names


def test_achievements_use_two_lines_each_where_one_is_too_short():
    lines = achievements({}, 41).plain.splitlines()
    assert [line.strip() for line in lines[:2]] == ["☆ First light", "finish a maze"]
    assert len(achievements({}, 92).plain.splitlines()) == len(ACHIEVEMENTS)
    assert achievements({}, 92, spaced=True).plain.splitlines()[1] == ""


@pytest.mark.parametrize(
    ("width", "height", "beside", "lines"),
    [(92, 40, 1, 30), (92, 60, 1, 59), (116, 31, 2, 30), (116, 45, 2, 45), (196, 54, 3, 30)],
)
def test_achievements_stand_beside_each_other_where_there_is_room(width, height, beside, lines):
    text = goals({}, width, height).plain.splitlines()
    assert text[0].count("☆") == beside
    assert len(text) in {lines, lines - 1}
    assert max(map(len, text)) <= width
    words = " ".join(text)
    assert all(one.title in words and one.about in words for one in ACHIEVEMENTS)


def test_no_achievement_is_cut_and_its_day_stands_where_there_is_room():
    in_the_book(walked("wilson:8x6:k"))
    with contextlib.closing(ScoreBook(places().scores)) as book:
        (run,) = book.played()
    for width in (30, 41, 62, 76, 92):
        for earned in ({}, {one.name: run for one in ACHIEVEMENTS}):
            text = achievements(earned, width).plain
            assert "…" not in text
            assert max(map(len, text.splitlines())) <= width
        days = text.count(spell_date(run))
        assert days == len(ACHIEVEMENTS) if width == 92 else 0 <= days < len(ACHIEVEMENTS)


def test_a_small_curve_stays_below_the_line_above():
    assert small_curve([0.0, 0.5, 0.75, 1.0]) == "▁▁▄▇"


@pytest.mark.parametrize("size", [(45, 14), (80, 24), (200, 60)])
async def test_without_a_run_there_is_advice_and_the_achievements_are_a_tab_away(size):
    async with on_statistics("What to practise", size) as (app, pilot):
        assert "Finish 5 more mazes" in screen_text(app)
        await shows(pilot, "First light", "t")
        assert f"0 of {len(ACHIEVEMENTS)} achievements" in screen_text(app)


@pytest.mark.parametrize(("size", "columns"), [((80, 24), 1), ((120, 35), 2), ((200, 60), 2)])
async def test_the_figures_use_the_whole_width(size, columns):
    fill()
    async with on_statistics(size=size) as (app, _):
        shown = [one.region for one in app.screen.query(".column") if one.region]
        assert len(shown) == columns
        assert shown[0].x <= 1
        assert shown[-1].right >= size[0] - 3
        text = screen_text(app)
        assert "…" not in text, "nothing is cut"
        first = next(line for line in text.splitlines() if "What to practise" in line)
        assert (re.search("Textures +efficiency +runs", first) is not None) == (columns == 2)


async def test_the_runs_are_read_once_for_both_tabs(monkeypatch):
    fill()
    async with on_statistics() as (app, pilot):
        monkeypatch.setattr(app.screen.services.store, "query_after_writes", None)
        await shows(pilot, "First light", "t")
        assert f"1 of {len(ACHIEVEMENTS)} achievements" not in screen_text(app), "there are more"
        assert "★ First light" in screen_text(app)

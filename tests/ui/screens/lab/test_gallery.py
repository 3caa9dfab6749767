"""The gallery and the quiz: mazes come one by one, sliders change all, answers are kept."""

import contextlib
import re

import pytest

from mazegame.lab import quiz
from mazegame.lab.gallery import designs
from mazegame.screens import factory
from mazegame.screens.lab.gallery import VersusScreen
from mazegame.screens.lab.lab import LabScreen
from mazegame.store.places import places
from mazegame.store.quiz_record import read_quiz_record
from mazegame.widgets.maze.maze_pane import MazePane
from tests.ui.conftest import (
    notices,
    on_screen,
    playing,
    screen_text,
    shows,
    to_screen,
    until,
    write_settings_text,
)


@contextlib.asynccontextmanager
async def in_gallery(size=(80, 24)):
    async with on_screen(lambda: factory.gallery("kite-7"), size=size) as (_, screen, pilot):
        await until(lambda: len(screen.samples) == len(designs()), pilot)
        yield screen, pilot


async def test_all_designs_are_shown_and_reachable():
    async with in_gallery() as (screen, pilot):
        await until(lambda: "1 grain   2 loops   3 zones as designed" in sliders(screen), pilot)
        assert "4 order as listed" in sliders(screen)
        assert "river" in screen_text(screen.app)
        await pilot.press("end")
        assert screen.chosen == designs()[-1].id
        await shows(pilot, "roundabout")
        await pilot.resize_terminal(60, 14)
        await until(lambda: screen.size.height == 14, pilot)
        assert "roundabout" in screen_text(screen.app), "what is chosen stays in sight"
        await pilot.resize_terminal(80, 24)
        await pilot.press("home", "right", "down")
        assert screen.chosen == designs()[4].id
        assert "more ↓" in screen_text(screen.app)
        share = screen.samples[screen.chosen].measured.dead_end_share
        said = f"dead ends {100 * share:.0f} %"
        assert said in screen_text(screen.app), "what the numbers below the mazes are"


def trimmed(text):
    return "\n".join(map(str.rstrip, text.splitlines()))


def sliders(screen):
    return screen_text(screen.app).splitlines()[1]


async def test_mazes_fill_their_row_on_a_wide_terminal():
    async with in_gallery() as (screen, pilot):
        assert {s.recipe.cols for s in screen.samples.values()} == {11}
        await pilot.resize_terminal(120, 35)
        await until(lambda: {s.recipe.cols for s in screen.samples.values()} == {13}, pilot)
        await until(lambda: len(screen.samples) == len(designs()), pilot)
        assert screen.grid.across == 4
        await shows(pilot, "15 more ↓")
        lines = screen_text(screen.app).splitlines()
        assert sum("█A" in line for line in lines) == 3, "whole rows, no part of a fourth"
        assert not lines[-3].strip()


async def test_two_mazes_with_whole_names_fill_the_row_of_the_smallest_terminal():
    async with in_gallery((45, 14)) as (screen, _):
        assert screen.grid.across == 2
        text = screen_text(screen.app)
        assert sliders(screen).strip() == "1 grain  2 loops  3 zones  4 order  n seed"
        assert "footpaths  " in text, "a name that fits is whole"
        assert "25 more ↓   dead ends" in text


async def test_a_slider_changes_all_and_a_number_sorts():
    async with in_gallery() as (screen, pilot):
        before = {s.design.id: s.recipe for s in screen.samples.values()}
        await until(lambda: len(screen.samples) == len(designs()), pilot, "2", "2", "2")
        assert {s.recipe.option("braid") for s in screen.samples.values()} == {"25"}
        assert sum(before[s.design.id] != s.recipe for s in screen.samples.values()) > 20
        await shows(pilot, "order dead ends", "4")
        shares = [int(share) for share in re.findall(r"(\d+) %  ", screen_text(screen.app))]
        assert len(shares) > 4
        assert shares == sorted(shares, reverse=True)


async def test_in_ascii_every_maze_is_an_outline():
    write_settings_text('walls = "ascii"\n')
    async with in_gallery() as (screen, _):
        assert screen_text(screen.app).count("_|") > 20


async def test_a_design_is_carved_played_or_compared():
    async with in_gallery() as (screen, pilot):
        await to_screen(pilot, LabScreen, "space")
        wanted = screen.samples[screen.chosen].recipe
        assert [subject.recipe for subject in screen.app.screen.subjects] == [wanted]
        await to_screen(pilot, screen, "escape")
        await pilot.press("y")
        assert "marked: y on another compares the two" in screen_text(screen.app).splitlines()[-2]
        assert notices(screen.app) == [], "it would cover a maze"
        await to_screen(pilot, VersusScreen, "right", "y")
        await shows(pilot, "dead ends")
        assert "footpaths · hunt and kill" in screen_text(screen.app)
        await until(lambda: screen.app.screen.query(MazePane)[0].region, pilot)
        await pilot.resize_terminal(45, 14)
        await until(lambda: not screen.app.screen.query(MazePane)[0].region, pilot)
        assert "difficulty" in screen_text(screen.app), "numbers before lines of a maze"
        await pilot.resize_terminal(80, 24)
        await to_screen(pilot, screen, "escape")
        played = await playing(screen.app, pilot, "enter")
        assert played.run.level.recipe.algorithm == "hunt-and-kill"


async def test_answers_are_counted_and_kept(monkeypatch):
    monkeypatch.setattr(quiz, "SAMPLES", 2)
    async with on_screen(lambda: factory.quiz("kite-7")) as (app, screen, pilot):
        await until(lambda: screen.asked, pilot)
        await until(lambda: screen.query_one(MazePane).scene is not None, pilot)
        await pilot.press("space")
        assert app.screen is screen  # what it was is a secret yet
        await shows(pilot, "1234 answer")
        assert "Which texture is this?" in screen_text(app)
        assert "next" not in screen_text(app)
        right = screen.asked.answers.index(screen.asked.right) + 1
        await shows(pilot, "Clue: ", str(right))
        assert "✓" in screen_text(app)
        await shows(pilot, "⏎ next")
        assert "1234 answer" not in screen_text(app)
        await pilot.resize_terminal(45, 14)
        assert screen_text(app).count("usually") == 4, "no answer is cut off"
        assert re.search(r"Clue: \d+(\.\d| %) \w", screen_text(app))
        assert "Right  1 of 10" in screen_text(app)
        assert "1 of 10  right 1  streak 1" in screen_text(app)
        await pilot.press("enter")
        wrong = screen.asked.answers.index(screen.asked.right) % 4 + 1
        await pilot.press(str(wrong % 4 + 1) if wrong == right else str(wrong))
        await until(lambda: len(screen.round.given) == 2, pilot)
        said = "Right" if screen.round.score == 2 else "No"
        assert f"{said}  2 of 10" in screen_text(app)
        record = screen.round
        await until(lambda: read_quiz_record(places().quiz).asked == 2, pilot)
        kept = read_quiz_record(places().quiz)
        assert kept.right == record.score
        for _ in range(8):
            await pilot.press("enter", "1")
        await until(lambda: read_quiz_record(places().quiz).rounds == 1, pilot)
        await shows(pilot, "another round", "enter")


@pytest.mark.variants
@pytest.mark.parametrize("size", [(45, 14), (80, 24), (120, 35), (200, 60)])
async def test_maze_and_answers_of_the_quiz_stand_together_in_the_middle(size):
    async with on_screen(lambda: factory.quiz("kite-7"), size=(45, 14)) as (_, screen, pilot):
        await until(lambda: screen.asked, pilot)
        await until(lambda: screen.pane.scene is not None, pilot)
        await pilot.resize_terminal(*size)

        def gathered():
            maze, answers = screen.pane.region, screen.answers.region
            drawn = screen.pane.drawing.size(*screen.pane.scene.shape[::-1])
            question = screen.query_one("#question").region
            above, below = maze.y - question.y, question.bottom - screen.clue.region.bottom
            return (
                maze.size == drawn
                and answers.y == maze.bottom
                and answers.x == maze.x >= 1
                and abs(size[0] - maze.right - maze.x) <= 1
                and abs(above - below) <= 1
            )

        await until(gathered, pilot)


@pytest.mark.variants
@pytest.mark.parametrize("size", [(80, 24), (45, 14), (120, 35)])
async def test_no_word_on_a_design_is_cut(size):
    async with in_gallery(size) as (screen, pilot):
        for _ in range(8):
            assert "…" not in screen_text(screen.app).splitlines()[-2]
            await pilot.press("right")

"""The ending on the result screen: what is seen when, and which keys count."""

import pytest

from mazegame.app import MazeApp
from mazegame.drawing import Ink
from mazegame.engine import Recipe
from mazegame.game.racing.rivals import parse_rival
from mazegame.game.run import Run
from mazegame.game.scoring.finale import DRAW_SECONDS, Finale
from mazegame.game.scoring.verdict import Line, Tone, verdict_of
from mazegame.screens import routes
from mazegame.screens.ended import result
from mazegame.screens.ended.result import CALM_SECONDS, ResultScreen
from mazegame.screens.routes import Result
from mazegame.widgets.ended.ending_card import EndingCard, _line, compose_card
from mazegame.widgets.text.segments import RIVALS, Role, length
from tests.game.mazes import Clock, forked, walked
from tests.ui.conftest import (
    keys_to_b,
    on_form,
    on_level,
    press_at_once,
    shows,
    to_screen,
    until,
    write_settings_text,
)


@pytest.fixture
def calm(keys_at_once, monkeypatch):
    """Keys wait as they do in the game."""
    monkeypatch.setattr(result, "CALM_SECONDS", CALM_SECONDS)


def walk(*, detour: bool = True) -> Run:
    return walked(forked(), detours=int(detour), pace=0)


async def result_of(app, pilot, run, clock) -> tuple[ResultScreen, list[str | None]]:
    screen, answers = ResultScreen(Result(run), clock=clock), []
    app.push_screen(screen, answers.append)
    await until(lambda: screen.ready, pilot)
    return screen, answers


def goal_ink(screen: ResultScreen) -> Ink:
    ends = screen.pane.scene.ends
    return next(end.ink for row in ends.values() for end in row if end.letter == "B")


async def test_the_walk_is_drawn_then_the_card_comes():
    app, clock = MazeApp(), Clock()
    async with on_form(app=app) as (_, pilot):
        screen, _ = await result_of(app, pilot, walk(), clock)
        screen.show_finale()
        assert goal_ink(screen) is Ink.BUMP
        assert screen.pane.scene.path is not None
        assert not screen.pane.scene.tracks.any()
        assert not screen.has_class("-card")
        clock.now += DRAW_SECONDS - 0.05
        screen.show_finale()
        assert goal_ink(screen) is Ink.GOAL
        assert int((screen.pane.scene.tracks > 0).sum()) > 5
        assert not screen.has_class("-card")
        clock.now += 0.1
        screen.show_finale()
        assert screen.has_class("-card")
        assert not screen.ended
        clock.now += 2
        screen.show_finale()
        assert screen.ended, "a hidden card has no width, and all of its words a line each"
        assert screen.pane.scene.labels
        await shows(pilot, "Well walked")


@pytest.mark.variants
@pytest.mark.parametrize("animations", [True, False])
async def test_a_key_typed_ahead_does_nothing(own_home, calm, animations):
    write_settings_text(f"animations = {str(animations).lower()}\n")
    app, clock = MazeApp(), Clock()
    async with on_form(app=app) as (_, pilot):
        screen, answers = await result_of(app, pilot, walk(), clock)
        clock.now += CALM_SECONDS - 0.01
        await pilot.press("space", "n", "r", "enter", "right", "tab")
        assert app.screen is screen
        assert answers == []
        assert screen.ended is screen.has_class("-card") is not animations
        await until(lambda: answers == ["menu"], pilot, "escape")


async def test_space_ends_the_ending_and_then_opens_the_replay(calm):
    app, clock = MazeApp(), Clock()
    async with on_form(app=app) as (_, pilot):
        screen, _ = await result_of(app, pilot, walk(), clock)
        clock.now += CALM_SECONDS
        await pilot.press("space")
        assert screen.ended
        assert screen.has_class("-card")
        assert app.screen is screen
        await to_screen(pilot, routes.Replay, "space")


async def test_any_other_key_ends_it_and_does_what_it_does(calm):
    app, clock = MazeApp(), Clock()
    async with on_form(app=app) as (_, pilot):
        screen, answers = await result_of(app, pilot, walk(), clock)
        clock.now += CALM_SECONDS
        await pilot.press("z")
        assert screen.ended
        assert answers == []
        await until(lambda: answers == ["again"], pilot, "r")


async def test_a_key_behind_the_last_step_starts_no_other_maze(calm):
    async with on_level(Recipe.parse("wilson:5x4:kite-7")) as (_, screen, pilot):
        await until(lambda: screen.ready, pilot)
        level = screen.run.level
        await press_at_once(pilot, *keys_to_b(screen.run), "n", "r")
        assert (await to_screen(pilot, routes.Result)).run is screen.run
        assert screen.run.finished
        assert screen.run.level is level


@pytest.mark.parametrize("blocks", [True, False])
def test_a_card_never_leaves_its_room(blocks):
    verdict = verdict_of(walk())
    for width in (20, 31, 32, 40, 60):
        for height in (3, 5, 9, 14, 20, 40):
            moment = Finale(10, 1, 800, 20).end
            lines = compose_card(
                verdict, ["New best: 800 (was 727)"], moment, (width, height),
                blocks=blocks,
            )  # fmt: skip
            assert len(lines) <= height
            assert max(map(length, lines)) <= max(width, 31)
            text = "\n".join("".join(part for part, _ in line) for line in lines)
            assert "Well walked" in text
            if height > 3:
                assert "★" in text or "█" in text or "*--" in text


def test_a_number_and_its_unit_share_a_line():
    said = "Photo finish! You beat Trémaux by 0.1 s"
    lines = compose_card(verdict_of(walk()), [said], Finale(0, 3, 0, 99).end, (len(said) - 1, 30))
    assert "0.1 s" in ["".join(part for part, _ in line).strip() for line in lines]


@pytest.mark.parametrize(
    ("width", "shown"),
    [(16, ["A rival   12.5 s"]), (15, ["A rival  12.5 s"]), (14, ["A rival", "        12.5 s"]),
     (5, ["A rival", "12.5…"])],
)  # fmt: skip
def test_a_line_of_the_card_takes_two_where_it_is_too_long(width, shown):
    lines = _line(Line("A rival", "12.5 s"), width)
    assert ["".join(part for part, _ in line) for line in lines] == shown


def test_perfect_and_lost_have_frames_of_their_own():
    perfect = EndingCard(verdict_of(walk(detour=False)))
    plain = EndingCard(verdict_of(walk()))
    assert perfect.has_class(f"-{Tone.PERFECT.name.lower()}")
    assert not plain.has_class("-perfect")


def test_the_lines_of_the_card_have_the_colours_of_the_rivals():
    run = walk()
    rivals = [parse_rival(key).on(run.level) for key in ("tremaux:4", "left-hand:2", "greedy:8")]
    verdict = verdict_of(run, rivals)
    end = Finale(0, 3, 0, 99).end
    lines = compose_card(verdict, (), end, (44, 30))
    colours = {text[3:]: role for line in lines for text, role in line if text[1:3] == ". "}
    assert colours == {
        "you": Role.PLAYER,
        "Trémaux": RIVALS[0],
        "left hand": RIVALS[1],
        "greedy one": RIVALS[2],
    }

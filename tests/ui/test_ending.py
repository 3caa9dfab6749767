"""The ending on the result screen: what is seen when, and that no key waits for it."""

from __future__ import annotations

import pytest

from mazegame.app import MazeApp
from mazegame.drawing import Ink
from mazegame.engine import Direction, Level, Recipe
from mazegame.game.finale import DRAW_SECONDS, Finale
from mazegame.game.rivals import parse_rival
from mazegame.game.run import Run, step, undo
from mazegame.game.verdict import Tone, verdict_of
from mazegame.screens.result import ResultScreen
from mazegame.widgets.ending_card import EndingCard, compose_card
from mazegame.widgets.segment_lines import RIVALS, Role, length
from tests.game.mazes import Clock, forked
from tests.ui.conftest import app_playing, on_form, playing, screen_text, until, walk_to_b

N, E, S, W = Direction
SIZES = [(45, 14), (80, 24), (120, 35), (200, 60)]


def walk(level: Level | None = None, detour: bool = True) -> Run:
    run = Run(level or forked(), Clock())
    if detour:
        step(run, E)
        undo(run)
    while not run.finished:
        here, there = run.level.path_from(run.position, 1)
        step(run, Direction.between(here, there))
    return run


async def result_of(app, pilot, run, clock) -> tuple[ResultScreen, list[str | None]]:
    screen, answers = ResultScreen(run, clock=clock), []
    app.push_screen(screen, answers.append)
    await until(lambda: screen.ready, pilot)
    return screen, answers


def goal_ink(screen: ResultScreen) -> Ink:
    ends = screen.pane.scene.ends
    return next(end.ink for row in ends.values() for end in row if end.letter == "B")


async def test_the_walk_is_drawn_then_the_card_comes():
    app, clock = MazeApp(), Clock()
    async with on_form(app, (80, 24)) as pilot:
        screen, _ = await result_of(app, pilot, walk(), clock)
        screen.show_finale()
        assert goal_ink(screen) is Ink.BUMP
        assert screen.pane.scene.path is not None
        assert int((screen.pane.scene.tracks > 0).sum()) == 1
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
        clock.now += 5
        screen.show_finale()
        assert screen.ended
        assert screen.pane.scene.labels
        await until(lambda: "Well walked" in screen_text(app), pilot)


async def test_any_key_ends_it_and_does_what_it_does():
    app, clock = MazeApp(), Clock()
    async with on_form(app, (80, 24)) as pilot:
        screen, answers = await result_of(app, pilot, walk(), clock)
        await pilot.press("z")
        assert screen.ended
        assert screen.has_class("-card")
        assert answers == []
        screen.dismiss("menu")
        await pilot.pause()
        _, answers = await result_of(app, pilot, walk(), clock)
        await pilot.press("r")
        await until(lambda: answers == ["again"], pilot)


async def test_a_key_that_still_walks_does_not_end_it():
    app, clock = MazeApp(), Clock()
    async with on_form(app, (80, 24)) as pilot:
        screen, _ = await result_of(app, pilot, walk(), clock)
        await pilot.press("right", "right")
        assert not screen.ended
        clock.now += 0.3
        await pilot.press("right")
        assert screen.ended


async def test_without_animations_the_last_frame_comes_at_once(own_home):
    own_home.mkdir(parents=True, exist_ok=True)
    (own_home / "settings.toml").write_text("animations = false\n")
    app, clock = MazeApp(), Clock()
    async with on_form(app, (80, 24)) as pilot:
        screen, _ = await result_of(app, pilot, walk(), clock)
        assert screen.ended
        assert screen.has_class("-card")


@pytest.mark.parametrize("size", SIZES)
async def test_the_maze_keeps_its_place(size):
    app = app_playing(Recipe.parse("wilson:5x4:kite-7"))
    async with app.run_test(size=size) as pilot:
        screen = await playing(app, pilot)
        await until(lambda: screen.ready, pilot)
        before = screen.pane.region
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen) and app.screen.ready, pilot)
        result = app.screen
        assert result.pane.region == before
        await pilot.press("z")
        shown = [card for card in result.query(EndingCard) if card.region]
        assert len(shown) == 1
        assert (size[0] >= 160) == (shown[0].id == "beside")
        if shown[0].id == "over":
            await until(lambda: result.pane.region.contains_region(shown[0].region), pilot)
        await until(lambda: "Perfect" in screen_text(app), pilot)


@pytest.mark.parametrize("blocks", [True, False])
def test_a_card_never_leaves_its_room(blocks):
    verdict = verdict_of(walk())
    for width in (20, 31, 32, 40, 60):
        for height in (3, 5, 9, 14, 20, 40):
            moment = Finale(10, 1, 800, 20).end
            lines = compose_card(
                verdict, ["New best on wilson 19x9: 727 -> 800"], moment, (width, height),
                blocks=blocks,
            )  # fmt: skip
            assert len(lines) <= height
            assert max(map(length, lines)) <= max(width, 31)
            text = "\n".join("".join(part for part, _ in line) for line in lines)
            assert "Well walked" in text
            if height > 3:
                assert "★" in text or "█" in text or "*--" in text


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
        "you": Role.UNIT,
        "Trémaux": RIVALS[0],
        "left hand": RIVALS[1],
        "greedy one": RIVALS[2],
    }

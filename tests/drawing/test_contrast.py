"""Contrast: everything in a maze can be read, in the themes of the game and in Textual's."""

from itertools import combinations

import pytest
from textual.geometry import Size
from textual.theme import BUILTIN_THEMES

from mazegame.drawing import WALLS, Ink, Walker, zooms
from mazegame.drawing.contrast import (
    INK_CONTRAST,
    LETTER_CONTRAST,
    TRAIL_CONTRAST,
    WALL_CONTRAST,
    contrast,
    difference,
    readable,
)
from mazegame.drawing.inks import MEDALS, RIVALS, WALKERS
from mazegame.drawing.palette import parse_rgb
from mazegame.engine import Level, Recipe
from mazegame.themes import THEMES, palette_of
from mazegame.widgets.maze.overlays import banner
from tests.drawing.pictures import text as written
from tests.drawing.pictures import walked
from tests.game.mazes import ahead

ALL = [*THEMES, *(theme for theme in BUILTIN_THEMES.values() if not theme.ansi)]
MONO = "maze-mono"


@pytest.fixture(params=ALL, ids=lambda theme: theme.name)
def palette(request):
    return palette_of(request.param)


@pytest.mark.parametrize(
    ("ratio", "inks"),
    [
        (WALL_CONTRAST, [Ink.WALL]),
        (9.0, [Ink.LIT]),
        (INK_CONTRAST, [Ink.PLAYER, *RIVALS, Ink.HINT, Ink.PATH, Ink.SHARED]),
        (TRAIL_CONTRAST, [Ink.TRAIL, Ink.HEAD, Ink.BACKTRACK, Ink.START, Ink.GOAL]),
    ],
    ids=["walls", "lit walls", "walkers and paths", "trail, A and B"],
)
def test_inks_stand_out_from_the_background(palette, ratio, inks):
    background = parse_rgb(palette.background)
    assert [ink for ink in inks if contrast(palette.rgb(ink), background) < ratio] == []


def test_a_and_b_and_the_names_of_keys_can_be_read(palette):
    for ink in (Ink.START, Ink.GOAL):
        assert contrast(parse_rgb(palette.on_end), palette.rgb(ink)) >= LETTER_CONTRAST
    for ground in (palette.background, palette.panel):
        assert contrast(parse_rgb(palette.key), parse_rgb(ground)) >= INK_CONTRAST
        for ink in RIVALS:  # the lines of the result stand on the panel
            assert contrast(palette.rgb(ink), parse_rgb(ground)) >= TRAIL_CONTRAST


def test_inks_that_colour_distinguishes_look_different(palette):
    if palette.name == MONO:
        return  # shapes distinguish them there
    inks = [Ink.PLAYER, *RIVALS, Ink.HINT, Ink.PATH, Ink.START, Ink.GOAL]
    alike = [
        (one.name, other.name)
        for at, one in enumerate(inks)
        for other in inks[:at]
        if difference(palette.rgb(one), palette.rgb(other)) < 20
    ]
    assert alike == []


def test_medals_can_be_read_and_told_apart(palette):
    """On the screen, and on the panel of the result."""
    for ink in MEDALS:
        for ground in (palette.background, palette.panel):
            assert contrast(palette.rgb(ink), parse_rgb(ground)) >= TRAIL_CONTRAST, ink
    for one, other in combinations(MEDALS, 2):
        assert difference(palette.rgb(one), palette.rgb(other)) >= 15, (one, other)


def test_the_countdown_has_the_colour_of_no_end_and_no_walker(palette):
    (ink,) = {text.ink for text in banner("3", Size(40, 20), WALLS["rounded"])}
    assert contrast(palette.rgb(ink), parse_rgb(palette.background)) >= INK_CONTRAST
    others = [Ink.START, Ink.GOAL, *WALKERS]
    assert ink not in others
    if palette.name != MONO:  # shapes distinguish them there
        nearest = min(difference(palette.rgb(ink), palette.rgb(other)) for other in others)
        assert nearest >= 20
        walls = min(difference(palette.rgb(ink), palette.rgb(w)) for w in (Ink.WALL, Ink.LIT))
        assert walls >= 15


@pytest.mark.parametrize("walls", WALLS)
@pytest.mark.parametrize("colour", [True, False])
def test_the_frame_of_the_countdown_is_in_no_drawing(walls, colour):
    level = Level.of(Recipe("wilson", 12, 9, "badge"))
    _, scene = walked(level, ahead(level)[:9], player=True)
    scene.walkers.append(Walker(level.goals[0], Ink.RUNNER, "R"))
    scene.show_path(level.cells_of_path())
    drawn = [line for drawing in zooms(walls, colour=colour) for line in written(drawing, scene)]
    for text in ("3", "paused"):
        blank, top, *lines, bottom, last = (
            one.text for one in banner(text, Size(40, 20), WALLS[walls])
        )
        assert {len(line) for line in (blank, top, *lines, bottom, last)} == {len(top)}
        assert not blank.strip()
        assert not last.strip()
        for piece in (top[:4], top[-4:], bottom[:4], bottom[-4:], lines[0][:3], lines[0][-3:]):
            assert " " in (piece[0], piece[-1])
            assert not [line for line in drawn if piece in line]


def test_the_trail_is_brightest_at_its_head_and_dim_where_one_went_back(palette):
    background = parse_rgb(palette.background)
    head, trail, back = (
        contrast(palette.rgb(ink), background) for ink in (Ink.HEAD, Ink.TRAIL, Ink.BACKTRACK)
    )
    assert head > trail > back * 0.9


def test_a_and_b_follow_the_theme():
    palettes = [palette_of(theme) for theme in ALL]
    for ink in (Ink.START, Ink.GOAL):
        assert len({palette.inks[ink] for palette in palettes}) > len(ALL) / 2


def test_contrast_is_that_of_the_guidelines():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert difference((10, 200, 30), (10, 200, 30)) == 0
    assert difference((0, 0, 0), (255, 255, 255)) == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize("background", [(0, 0, 0), (255, 255, 255), (120, 120, 120)])
def test_a_colour_is_changed_no_more_than_it_must(background):
    clear = readable((128, 128, 128), background, 1.0)
    assert clear == (128, 128, 128)
    assert contrast(readable((128, 90, 128), background, 4.5), background) >= 4.4

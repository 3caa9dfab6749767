"""Colours: everything in a maze can be read and told apart, in every theme and by every eye.

The matrices of colour blindness are those of Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009, for
a severity of 1.0; they apply to linear RGB.
"""

from itertools import combinations

import pytest
from textual.app import App
from textual.geometry import Size
from textual.theme import BUILTIN_THEMES

from mazegame.drawing import BANDS, WALLS, Ink, Scene, Walker, zooms
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
from mazegame.drawing.palette import COLOUR_BLIND, MONO, PALETTES, blend, parse_rgb
from mazegame.engine import Level, Recipe
from mazegame.themes import ON_SCREEN, THEMES, dim, maze_colours, palette_of
from mazegame.widgets.maze.maze_view import MazeView
from mazegame.widgets.maze.overlays import banner
from tests.drawing.pictures import text as written
from tests.drawing.pictures import walked
from tests.game.mazes import ahead, corridor


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_every_ink_has_a_colour(palette):
    colours = {ink: palette.rgb(ink) for ink in Ink}
    assert colours[Ink.FLOOR] == parse_rgb(palette.background)
    assert all(0 <= part <= 255 for colour in colours.values() for part in colour)
    assert palette.rgb(Ink.BAND) == parse_rgb(palette.heat[0])
    assert palette.rgb(Ink.BAND + BANDS - 1) == parse_rgb(palette.heat[2])


def test_colours_are_parsed_and_blended():
    assert parse_rgb("#0180ff") == (1, 128, 255)
    assert blend((0, 100, 200), (100, 0, 200), 0.25) == (25, 75, 200)


class ViewApp(App[None]):
    def __init__(self, theme):
        super().__init__()
        self.register_theme(theme)
        self.theme = theme.name

    def get_theme_variable_defaults(self):
        return maze_colours(self.current_theme)

    def compose(self):
        yield MazeView()


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
async def test_the_screen_has_the_colours_of_the_palette(theme):
    app, palette = ViewApp(theme), ON_SCREEN[theme.name]
    async with app.run_test():
        view = app.query_one(MazeView)
        filled = {Ink.START, Ink.GOAL}
        for ink in set(Ink) - {Ink.FLOOR, Ink.BAND, Ink.OUTSIDE}:
            style = view.look(ink << 8 | (ink if ink in filled else 0))
            shown = style.bgcolor if ink in filled else style.color
            assert tuple(shown.get_truecolor()) == palette.rgb(ink), ink
        for band in range(Ink.BAND, Ink.BAND + BANDS):
            ground = view.look(Ink.PATH << 8 | band).bgcolor
            assert tuple(ground.get_truecolor()) == palette.rgb(band)


ALL = [*THEMES, *(theme for theme in BUILTIN_THEMES.values() if not theme.ansi)]


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


def test_quiet_text_can_be_read_on_every_ground(palette):
    quiet, front = parse_rgb(dim(palette)), parse_rgb(palette.foreground)
    for name in (palette.background, palette.surface, palette.panel):
        ground = parse_rgb(name)
        assert contrast(quiet, ground) >= min(INK_CONTRAST, contrast(front, ground))
        if palette.name in PALETTES:
            assert contrast(quiet, ground) < 0.6 * contrast(front, ground), "it is quieter"


def test_inks_that_colour_distinguishes_look_different(palette):
    if palette is MONO:
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
    if palette is not MONO:  # shapes distinguish them there
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
        _, top, *lines, bottom, _ = (one.text for one in banner(text, Size(40, 20), WALLS[walls]))
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


SIGHTS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

PIXELS = (Ink.FLOOR, Ink.WALL, Ink.LIT, Ink.TRAIL, Ink.BACKTRACK, Ink.PATH, Ink.SHARED)
"""Inks that only colour distinguishes in half-blocks; in the large drawings the ways among them."""

SHADES = {(Ink.WALL, Ink.LIT)}
"""A wall in sight is a brighter wall: its place says the rest."""

SIGNS = (Ink.PLAYER, *RIVALS, Ink.START, Ink.GOAL)
"""Inks of signs: each has a character of its own in every drawing."""

CLAIMED, LEAST = 15.0, 8.0
"""The least difference (CIE 1976) in the theme for the colour-blind, and in the other themes."""


def seen(colour, sight):
    """A colour as an eye sees it."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    ]
    mixed = [min(max(sum(a * b for a, b in zip(row, linear, strict=True)), 0), 1) for row in sight]
    return tuple(
        round(255 * (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))
        for part in mixed
    )


def alike(palette, inks, sight, least):
    """The pairs of inks that look alike."""
    colours = {ink: seen(palette.rgb(ink), sight) for ink in inks}
    return [
        (one.name, other.name)
        for one, other in combinations(inks, 2)
        if (one, other) not in SHADES and difference(colours[one], colours[other]) < least
    ]


def test_greys_are_seen_as_they_are_and_red_beside_green_is_not():
    for sight in SIGHTS.values():
        assert seen((128, 128, 128), sight) == (128, 128, 128)
    red, green = (200, 80, 60), (110, 125, 60)
    for kind, most in (("protanopia", 45), ("deuteranopia", 30)):
        there = [seen(colour, SIGHTS[kind]) for colour in (red, green)]
        assert difference(*there) < most < difference(red, green)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("name", [name for name in PALETTES if name != MONO.name])
def test_walls_floor_and_ways_are_told_apart_by_every_eye(name, sight):
    least = CLAIMED if name == COLOUR_BLIND.name else LEAST
    for palettes in (PALETTES, ON_SCREEN):
        assert alike(palettes[name], PIXELS, SIGHTS[sight], least) == []


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_theme_for_the_colour_blind_has_walkers_and_ends_of_their_own_colours(sight):
    assert alike(COLOUR_BLIND, (*SIGNS, Ink.HINT), SIGHTS[sight], CLAIMED) == []


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("walls", WALLS)
def test_walkers_and_ends_have_letters_in_every_drawing(walls, colour):
    """A theme whose colours for them are alike loses nothing."""
    level = corridor(7)
    names = dict(zip(RIVALS, "RSTU", strict=True))
    for drawing in zooms(walls, colour=colour):
        places = enumerate(sorted(WALKERS), start=1)
        walkers = [Walker((0, at), ink, names.get(ink, "")) for at, ink in places]
        block = drawing.block(Scene.of(level, *walkers), 0, 0, *drawing.size(7, 1))
        written = "".join(map(chr, block.glyphs.ravel().tolist()))
        assert {letter: written.count(letter) for letter in "ABRSTU"} == dict.fromkeys("ABRSTU", 1)


@pytest.mark.parametrize("walls", WALLS)
def test_without_colours_and_in_greys_each_way_has_a_shape_of_its_own(walls):
    for drawing in zooms(walls, colour=False):
        ways = (Ink.TRAIL, Ink.BACKTRACK, Ink.PATH, Ink.SHARED)
        assert len({drawing.sample(ink) for ink in ways}) == len(ways)

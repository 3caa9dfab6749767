"""The style of an ink on a ground, with colours and without; what is laid onto what."""

from types import SimpleNamespace

import numpy as np
import pytest
from rich.style import Style
from textual.color import Color
from textual.geometry import Region

from mazegame.drawing import BANDS, Ink
from mazegame.widgets.text.ink_canvas import InkCanvas, blank, lay
from tests.ui.widgets.alone import alone

COLOURS = {
    "own": "#000102",
    "foreground": "#fefefe",
    "maze-on-end": "#ffeedd",
    **{f"maze-band-{band}": f"#0011{band:02x}" for band in range(BANDS)},
} | {f"maze-{ink.name.lower()}": f"#{ink:02x}{ink:02x}ff" for ink in Ink}
COLOURS |= {"maze-stack": "#606060", "maze-scan": "#707070"}

NAMES = {colour: name.removeprefix("maze-") for name, colour in COLOURS.items()}


def canvas(*, colour=True, ansi=False):
    made = alone(InkCanvas, (9, 9))
    made.app.no_color, made.app.theme_variables = not colour, COLOURS
    made.app.current_theme = SimpleNamespace(ansi=ansi)
    type(made).rich_style = Style(color=COLOURS["foreground"], bgcolor=COLOURS["own"])
    type(made).background_colors = None, Color.parse(COLOURS["own"])
    return made


def look(ink, ground, **options):
    """A style in words, its colours by their names in the theme."""
    style = canvas(**options).look(int(ink) << 8 | int(ground))
    kinds = [kind for kind in ("bold", "dim", "reverse", "underline") if getattr(style, kind)]
    front, behind = (NAMES.get(one.name, one.name) for one in (style.color, style.bgcolor))
    return " ".join([*kinds, front, "on", behind])


@pytest.mark.parametrize(
    ("ink", "ground", "coloured", "plain"),
    [
        (Ink.FLOOR, Ink.FLOOR, "foreground on own", "foreground on own"),
        (Ink.WALL, Ink.FLOOR, "wall on own", "dim wall on own"),
        (Ink.ROCK, Ink.FLOOR, "rock on own", "dim rock on own"),
        (Ink.TRAIL, Ink.FLOOR, "bold trail on own", "bold trail on own"),
        (Ink.BACKTRACK, Ink.FLOOR, "backtrack on own", "dim backtrack on own"),
        (Ink.GOAL, Ink.FLOOR, "bold on-end on own", "bold reverse on-end on own"),
        (Ink.GOAL, Ink.GOAL, "bold on-end on goal", "bold reverse on-end on goal"),
        (Ink.WALL, Ink.START, "wall on start", "dim reverse wall on start"),
        (Ink.PLAYER, Ink.GOAL, "bold player on own", "bold player on goal"),
        (Ink.PLAYER, Ink.PLAYER, "bold own on player", "bold reverse own on player"),
        (Ink.RIVAL_2, Ink.RIVAL_2, "bold own on rival_2", "bold reverse own on rival_2"),
        (Ink.WALL, Ink.PLAYER, "own on player", "dim reverse own on player"),
        (Ink.WALL, Ink.RIVAL_2, "wall on rival_2", "dim wall on rival_2"),
        (Ink.WALL, Ink.HINT, "own on hint", "dim reverse own on hint"),
        (Ink.TRAIL, Ink.PATH, "bold trail on path", "bold underline trail on path"),
        (Ink.TRAIL, Ink.ROCK, "bold trail on rock", "bold trail on rock"),
        (Ink.CURRENT, Ink.CURRENT, "bold #ffffff on current", "bold reverse #ffffff on current"),
        (Ink.SEEN, Ink.SEEN, "#ffffff on seen", "#ffffff on seen"),
        (Ink.STACK, Ink.STACK, "#ffffff on stack", "#ffffff on stack"),
        (Ink.SCAN, Ink.SCAN, "#000000 on scan", "#000000 on scan"),
        (Ink.FRONTIER, Ink.SEEN, "frontier on seen", "frontier on seen"),
        (Ink.BAND, Ink.FLOOR, "band-0 on own", "foreground on own"),
        (Ink.BAND + 3, Ink.FLOOR, "band-3 on own", "foreground on own"),
        (Ink.BAND + 3, Ink.BAND + 3, "#000000 on band-3", "foreground on own"),
        (Ink.BAND + 3, Ink.BAND + 7, "band-3 on band-7", "foreground on own"),
        (Ink.BAND, Ink.BAND + BANDS - 1, "band-0 on band-9", "foreground on own"),
        (Ink.TRAIL, Ink.BAND + 3, "bold #000000 on band-3", "bold trail on own"),
        (Ink.WALL, Ink.BAND + 3, "wall on band-3", "dim wall on own"),
        (Ink.BAND + 3, Ink.PATH, "band-3 on path", "foreground on own"),
    ],
)
def test_an_ink_on_a_ground_has_its_style(ink, ground, coloured, plain):
    """Without colours reversed and underlined characters tell what colours do otherwise."""
    assert look(ink, ground) == coloured
    assert look(ink, ground, colour=False) == plain


def test_in_sixteen_colours_what_stands_on_a_colour_is_black():
    assert look(Ink.BAND + 9, Ink.BAND + 9, ansi=True) == "black on band-9"
    assert look(Ink.SEEN, Ink.SEEN, ansi=True) == "black on seen"


@pytest.mark.parametrize(
    ("at", "region", "lines"),
    [
        ((1, 1), Region(0, 0, 4, 3), ["    ", " ab ", " cd "]),
        ((-1, -1), Region(0, 0, 2, 2), ["d ", "  "]),
        ((3, 2), Region(2, 2, 3, 2), [" ab", " cd"]),
        ((3, 2), Region(4, 3, 2, 1), ["d "]),
        ((5, 5), Region(0, 0, 2, 1), ["  "]),
    ],
)
def test_a_block_is_laid_where_a_region_shows_it(at, region, lines):
    block = np.array([[97, 98], [99, 100]], np.uint32), np.array([[1, 2], [3, 4]], np.uint16)
    onto = blank(region.size)
    lay(block, *at, onto, region)
    assert ["".join(map(chr, line)) for line in onto[0]] == lines
    numbers = {" ": 0, "a": 1, "b": 2, "c": 3, "d": 4}
    assert onto[1].tolist() == [[numbers[sign] for sign in line] for line in lines]

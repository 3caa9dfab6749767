"""Palettes: colours of inks, for pictures as for the screen."""

import pytest
from textual.app import App

from mazegame.drawing import BANDS, PALETTES, WALLS, Ink
from mazegame.drawing.names import POSTS
from mazegame.drawing.palette import blend, parse_rgb
from mazegame.themes import THEMES, maze_colours
from mazegame.widgets.maze.maze_view import MazeView


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


def test_every_style_of_walls_has_its_glyphs():
    assert list(WALLS) == list(POSTS)


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
    app, palette = ViewApp(theme), PALETTES[theme.name]
    async with app.run_test():
        view = app.query_one(MazeView)
        filled = {Ink.START, Ink.GOAL}
        for ink in set(Ink) - {Ink.FLOOR, Ink.BAND}:
            style = view.look(ink << 8 | (ink if ink in filled else 0))
            shown = style.bgcolor if ink in filled else style.color
            assert tuple(shown.get_truecolor()) == palette.rgb(ink), ink
        for band in range(Ink.BAND, Ink.BAND + BANDS):
            ground = view.look(Ink.PATH << 8 | band).bgcolor
            assert tuple(ground.get_truecolor()) == palette.rgb(band)

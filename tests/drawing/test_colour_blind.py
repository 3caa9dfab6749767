"""Colour blindness: what a player must tell apart differs for every eye, or has another shape.

The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009, for a severity of 1.0; they apply to
linear RGB.
"""

from itertools import combinations

import pytest

from mazegame.drawing import WALLS, Ink, Walker, zooms
from mazegame.drawing.contrast import difference
from mazegame.drawing.inks import RIVALS, WALKERS
from mazegame.drawing.palette import COLOUR_BLIND, MONO, PALETTES
from mazegame.drawing.scene import Scene
from tests.game.mazes import corridor

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
    assert alike(PALETTES[name], PIXELS, SIGHTS[sight], least) == []


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

"""Whole drawings of a scene, for tests: as arrays, as lines and as text."""

import numpy as np

from mazegame.drawing import Ink, Scene, Walker, zooms
from mazegame.engine import generate
from tests.game.mazes import walked as run_of

COLOURLESS_ZOOMS = zooms("rounded", colour=False)


def whole(drawing, scene):
    """The block of all characters."""
    rows, cols = scene.shape
    return drawing.block(scene, 0, 0, *drawing.size(cols, rows))


def lines(drawing, scene):
    """Its lines, each a block of (width,)."""
    return [*map(whole(drawing, scene).part, range(drawing.size(*reversed(scene.shape))[1]))]


def text(drawing, scene):
    """Its lines as text."""
    return ["".join(map(chr, line.glyphs.tolist())) for line in lines(drawing, scene)]


def walked(level, directions, *, player=False, head=False):
    """A run of some steps, and a scene with its tracks."""
    run = run_of(level, directions)
    scene = Scene.of(level)
    scene.show_tracks(run.tracks)
    if player:
        scene.walkers.append(Walker(run.position))
    if head:
        scene.show_head(run.route)
    return run, scene


def half_carved(cols, rows, seed=0):
    """A scene of the lab: a maze whose upper half is not carved yet, with paint."""
    scene = Scene(generate("prim", cols, rows, seed).passages.copy())
    scene.grid[: rows // 2] = 0
    inks = np.array([0, 0, 0, Ink.STACK, Ink.FRONTIER, Ink.SET_3], np.uint8)
    scene.paint = np.random.default_rng(seed).choice(inks, scene.shape)
    return scene


def assert_same(one, other):
    """Assert that two blocks have the same characters, inks and grounds."""
    for layer, expected in zip(one, other, strict=True):
        assert layer.tolist() == expected.tolist()


def differing(one, other):
    """Where two blocks differ: bool of their shape."""
    return (one.glyphs != other.glyphs) | (one.ink != other.ink) | (one.ground != other.ground)

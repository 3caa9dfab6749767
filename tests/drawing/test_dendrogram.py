"""Dendrograms: every cell of a tree has its place, and lines join those that passages join."""

import numpy as np
import pytest

from mazegame.drawing import Ink
from mazegame.drawing.dendrogram import Dendrogram, draw_dots, draw_lines
from mazegame.engine import Maze, generate
from mazegame.engine.graphs import Lattice, spanning_tree

TREES = {
    "wilson": generate("wilson", 9, 8, "a").tree(),
    "river": generate("recursive-backtracker", 14, 9, "a").tree((4, 4)),
    "hexagons": spanning_tree(Lattice.hexagonal(9, 9), "prim", "a").tree(),
    "row": generate("wilson", 6, 1, "a").tree((0, 3)),
    "cell": Maze([[0]]).tree(),
}


def text_of(codes):
    lines = [line.tobytes().decode("utf-32-le").rstrip() for line in codes.astype("<u4")]
    return "\n".join(lines).rstrip()


def test_a_small_tree_in_characters():
    maze = Maze([[2, 14, 14, 8], [2, 9, 5, 0], [0, 0, 1, 0]])
    tree = maze.tree((0, 0))
    pixels = Dendrogram(tree, (3,)).pixels(9, 6)
    want = """
     ╷
  ┌──┴──┐
┌─┴─┐   │
╵   │   ╵
    ╵"""
    assert "\n" + text_of(draw_lines(pixels, np.zeros(12, np.uint8))[0]) == want


@pytest.mark.parametrize("size", [(79, 50), (40, 20), (7, 5), (1, 1)])
@pytest.mark.parametrize("name", TREES)
def test_every_cell_has_a_place_below_its_parent_and_all_are_joined(name, size):
    tree, (width, height) = TREES[name], size
    drawing = Dendrogram(tree, (int(tree.order[-1]),))
    pixels = drawing.pixels(width, height)
    assert pixels.arms.shape == (height, width)
    for cell in tree.order.tolist():
        y, x = pixels.at[cell]
        assert 0 <= y < height
        assert 0 <= x < width
        if cell != tree.root:
            assert y >= pixels.at[tree.parents[cell]][0]
    assert set(pixels.cells.tolist()) == set(tree.order.tolist())
    arms = pixels.arms
    assert ((arms[:, :-1] & 2 != 0) == (arms[:, 1:] & 8 != 0)).all()
    assert ((arms[:-1] & 4 != 0) == (arms[1:] & 1 != 0)).all()
    assert not (arms[0] & 1).any()
    drawn = {divmod(place, width) for place in np.flatnonzero(arms).tolist()}
    assert {divmod(place, width) for place in pixels.places.tolist()} - drawn <= {
        tuple(pixels.at[tree.root].tolist())
    }


@pytest.mark.parametrize("name", TREES)
def test_where_there_is_room_a_line_is_a_passage_and_leaves_have_columns_of_their_own(name):
    tree = TREES[name]
    pixels = Dendrogram(tree).pixels(6 * len(tree), tree.depth + 1)
    assert pixels.at[tree.order, 0].tolist() == tree.depths[tree.order].tolist()
    columns = pixels.at[[leaf for leaf in tree.leaves if leaf != tree.root], 1]
    assert len(set(columns.tolist())) == len(columns)
    twice = Dendrogram(tree).pixels(6 * len(tree), 2 * tree.depth + 1)
    assert twice.at[tree.order, 0].tolist() == (2 * tree.depths[tree.order]).tolist()


def test_junctions_keep_lines_of_their_own_where_the_tree_is_deeper_than_the_room():
    tree = TREES["river"]
    drawing = Dendrogram(tree)
    assert drawing.height < tree.depth
    pixels = drawing.pixels(60, drawing.height + 1)
    for upper, lower in drawing.corridors.edges.tolist():
        assert pixels.at[lower, 0] > pixels.at[upper, 0]


@pytest.mark.parametrize("draw", [draw_lines, draw_dots])
def test_cells_that_were_seen_have_their_ink_and_the_path_is_on_top(draw):
    tree = TREES["wilson"]
    pixels = Dendrogram(tree).pixels(60, 60)
    inks = np.zeros(len(tree), np.uint8)
    codes, colours = draw(pixels, inks)
    assert set(colours[codes != ord(" ")].tolist()) == {int(Ink.WALL)}
    way = tree.path(int(tree.order[-1]))
    inks[tree.order] = Ink.BAND
    inks[way] = Ink.PATH
    codes, colours = draw(pixels, inks)
    down, across = (1, 1) if draw is draw_lines else (4, 2)
    for cell in way.tolist():
        y, x = pixels.at[cell]
        assert colours[y // down, x // across] == Ink.PATH
    assert set(colours[codes != ord(" ")].tolist()) == {int(Ink.PATH), int(Ink.BAND)}


def test_without_unicode_seen_cells_have_another_sign():
    tree = TREES["wilson"]
    pixels = Dendrogram(tree).pixels(60, 60)
    inks = np.zeros(len(tree), np.uint8)
    assert "#" not in text_of(draw_lines(pixels, inks, "ascii")[0])
    inks[tree.order[:9]] = Ink.SEEN
    drawn = text_of(draw_lines(pixels, inks, "ascii")[0])
    assert "#" in drawn
    assert drawn.isascii()


def test_a_text_console_has_light_lines_and_double_ones_for_what_was_seen():
    tree = TREES["wilson"]
    pixels = Dendrogram(tree).pixels(60, 60)
    inks = np.zeros(len(tree), np.uint8)
    inks[tree.order[:9]] = Ink.SEEN
    drawn = text_of(draw_lines(pixels, inks, "console")[0])
    assert set(drawn) & set("═║╔╗╚╝")
    drawn.encode("cp437")

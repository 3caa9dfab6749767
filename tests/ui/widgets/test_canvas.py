"""How characters become runs of one style, and which of them are sent."""

from itertools import pairwise

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st
from textual.geometry import Region, Size

from mazegame.widgets.text.canvas import RESET, TerminalWrite, runs
from mazegame.widgets.text.segments import Role, SegmentLines

GROUND = 3
"""The lower bits of these style numbers are what is behind a character."""


def styles_of(characters):
    """Tell the style of each character, by what is written of ``runs``."""
    found = []
    for c, number in characters:
        style = number
        if c == " " and not number & GROUND:
            beside = found[-1:] or [n for d, n in characters if d != " " or n & GROUND]
            if beside and not beside[0] & GROUND:
                style = beside[0]
        found.append(style)
    return found


@given(st.lists(st.tuples(st.sampled_from(" ab"), st.integers(0, 8)), min_size=1, max_size=80))
@example([(" ", 0), (" ", 4)])  # no ink at all
@example([("a", 5), (" ", 0), (" ", 4), ("b", 4)])
def test_lines_are_cut_where_the_style_changes_and_nowhere_else(characters):
    codes = np.array([ord(c) for c, _ in characters], np.uint32)
    numbers = np.array([number for _, number in characters], np.uint16)
    cut = list(runs(codes, numbers, GROUND))
    assert [(c, number) for text, number in cut for c in text] == [
        (c, style) for (c, _), style in zip(characters, styles_of(characters), strict=True)
    ]
    assert all(one != other for (_, one), (_, other) in pairwise(cut))


def test_spaces_on_the_ground_cost_no_run_of_their_own():
    codes = np.array([ord(c) for c in "  ab  c "], np.uint32)
    numbers = np.array([0, 4, 8, 8, 0, 4, 8, 0], np.uint16)
    assert list(runs(codes, numbers, GROUND)) == [("  ab  c ", 8)]


def test_a_frame_sends_a_style_once():
    frame = TerminalWrite()
    for line in range(3):
        frame.move(2, line)
        frame.write("##", "\x1b[0;31m")
    assert frame.finish() == f"\x1b[1;3H\x1b[0;31m##\x1b[2;3H##\x1b[3;3H##{RESET}"
    assert TerminalWrite().finish() == ""


class Words(SegmentLines):
    """Shows segments that a test sets."""

    size = Size(7, 1)
    shown: tuple[tuple[str, Role], ...] = ()

    def lines(self, width):
        """Return one line of them."""
        return [list(self.shown)]


def test_a_wide_character_is_never_cut_in_two():
    words = Words()
    words.shown = (("a日本語", Role.NUMBER), ("x", Role.UNIT))
    codes, _ = words.block(Region(0, 0, 7, 1))
    assert "".join(map(chr, codes[0])) == " a日\0本\0 "

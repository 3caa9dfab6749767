"""How characters become runs of one style, and which of them are sent."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Region, Size

from mazegame.widgets.canvas import RESET, SHORT, Frame, runs, short_runs
from mazegame.widgets.segment_lines import Role, SegmentLines

GROUND = 3
"""The lower bits of these style numbers are what is behind a character."""


@given(
    st.lists(st.tuples(st.sampled_from(" ab"), st.integers(0, 8)), min_size=1, max_size=2 * SHORT)
)
def test_short_and_long_lines_are_cut_alike_and_look_as_they_should(characters):
    codes = np.array([ord(c) for c, _ in characters], np.uint32)
    numbers = np.array([number for _, number in characters], np.uint16)
    cut = list(runs(codes, numbers, GROUND))
    assert cut == list(short_runs(codes, numbers, GROUND))
    painted = [(c, number) for text, number in cut for c in text]
    assert len(painted) == len(characters)
    for (c, number), (drawn, style) in zip(characters, painted, strict=True):
        assert drawn == c
        assert style == number or (c == " " and not number & GROUND and not style & GROUND)


def test_spaces_on_the_ground_cost_no_run_of_their_own():
    codes = np.array([ord(c) for c in "  ab  c "], np.uint32)
    numbers = np.array([0, 4, 8, 8, 0, 4, 8, 0], np.uint16)
    assert list(runs(codes, numbers, GROUND)) == [("  ab  c ", 8)]


def test_a_frame_sends_a_style_once():
    frame = Frame()
    for line in range(3):
        frame.move(2, line)
        frame.write("##", "\x1b[0;31m")
    assert frame.finish() == f"\x1b[1;3H\x1b[0;31m##\x1b[2;3H##\x1b[3;3H##{RESET}"
    assert Frame().finish() == ""


class Words(SegmentLines):
    """Shows segments that a test sets."""

    size = Size(7, 1)
    shown: tuple[tuple[str, Role], ...] = ()

    def segments(self, y, width):
        """Return them."""
        return list(self.shown)


def test_a_wide_character_is_never_cut_in_two():
    words = Words()
    words.shown = (("a日本語", Role.NUMBER), ("x", Role.UNIT))
    codes, _ = words.block(Region(0, 0, 7, 1))
    assert "".join(map(chr, codes[0])) == " a日\0本\0 "

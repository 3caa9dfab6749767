"""Lines of segments: where they stand, when they are repainted, and what has room."""

import pytest
from rich.style import Style
from textual.color import Color
from textual.content import Content
from textual.geometry import Region

from mazegame.widgets.text.fitting_line import FittingLine, fewer_and_fewer, first_clauses, fitting
from mazegame.widgets.text.segments import (
    COLOURS,
    Role,
    SegmentLines,
    bar,
    justify,
    length,
    number,
    row,
    shorten,
    truncate,
)
from tests.ui.widgets.alone import alone, shown, text_of


class Words(SegmentLines):
    """Shows the words that a test sets."""

    words = ("one", "two", "three")
    widths = ()

    def lines(self, width):
        self.widths = (*self.widths, width)
        return [[(word, Role.NUMBER)] * bool(word) for word in self.words]


@pytest.mark.parametrize(
    ("width", "limit", "most", "lines", "long"),
    [
        (9, None, None, [" one", " two", " three"], 7),
        (6, None, None, [" one", " two", " thre"], 4),
        (9, 5, None, ["  one", "  two", "  three"], 5),
        (10, 5, None, ["  one", "  two", "  three"], 5),
        (11, None, 5, ["   one", "   two", "   three"], 5),
        (11, 7, 5, ["   one", "   two", "   three"], 5),
        (11, 3, 5, ["    one", "    two", "    three"], 3),
        (2, None, None, ["", "", ""], 0),
        (1, None, None, ["", "", ""], -1),
    ],
)
def test_lines_have_a_free_column_at_both_ends_and_stand_in_the_middle(
    width, limit, most, lines, long
):
    widget = alone(Words, (width, 3))
    type(widget).MOST_COLUMNS = most
    if limit is not None:
        widget.limit(limit)
    assert shown(widget) == lines
    assert widget.widths[-1] == long


@pytest.mark.parametrize(
    ("width", "line"), [(7, " a日\0本\0 "), (6, " a日\0  "), (4, " a  "), (9, " a日\0本\0語\0 ")]
)
def test_a_wide_character_is_never_cut_in_two(width, line):
    widget = alone(Words, (width, 1))
    widget.words = ("a日本語",)
    codes, _ = widget.block(Region(0, 0, width, 1))
    assert "".join(map(chr, codes[0])) == line


def test_only_lines_that_say_something_else_are_repainted():
    widget = alone(Words, (9, 5))
    for words, region in (
        (Words.words, Region(0, 0, 9, 5)),
        (Words.words, None),
        (("one", "2", "three"), Region(0, 1, 9, 1)),
        (("one", "2", "3", "", "5"), Region(0, 2, 9, 3)),
        (("1", "2", "3"), Region(0, 0, 9, 5)),
    ):
        widget.words = words
        widget.repainted.clear()
        widget.repaint_lines()
        assert widget.repainted == [region] * (region is not None)
        assert shown(widget) == [f" {word}".rstrip() for word in (*words, *[""] * 5)][:5]


def test_another_limit_draws_all_anew():
    widget = alone(Words, (9, 3))
    for columns, repaints in ((4, 1), (4, 0), (5, 1)):
        widget.limit(columns)
        assert len(widget.repainted) == repaints
        widget.repainted.clear()


def test_a_part_of_a_line_has_the_characters_and_the_roles_there():
    widget = alone(Words, (9, 3))
    codes, roles = widget.block(Region(2, 1, 4, 2))
    assert ["".join(map(chr, line)) for line in codes] == ["wo  ", "hree"]
    assert (roles == [[Role.NUMBER] * 2 + [0, 0], [Role.NUMBER] * 4]).all()


def test_each_role_has_its_colour_and_what_matters_is_bold():
    widget = alone(Words, (9, 3))
    widget.app.theme_variables = {
        name: f"#0000{at:02x}" for at, name in enumerate(COLOURS.values())
    }
    type(widget).rich_style = Style(color="#123456", bgcolor="#000000")
    type(widget).background_colors = None, Color.parse("#000000")
    assert widget.look(Role.UNIT) == widget.rich_style
    bold = {role for role in Role if widget.look(role).bold}
    assert bold == {
        Role.NUMBER, Role.PLAYER, Role.RUNNER, Role.RIVAL_2, Role.RIVAL_3, Role.RIVAL_4, Role.STAR,
        Role.AUTHOR, Role.GOLD, Role.SILVER, Role.BRONZE,
    }  # fmt: skip
    for role, name in COLOURS.items():
        assert widget.look(role).color.name == widget.app.theme_variables[name]


def test_a_row_leaves_out_its_last_items_where_they_have_no_room():
    items = [number(1, "step"), [], number(22, ""), number(3, "hints")]
    assert [text_of(row(items, width)) for width in (21, 20, 19, 18, 11, 10, 9, 6, 5)] == [
        "1 step   22   3 hints", "1 step  22  3 hints", "1 step  22  3 hints", "1 step   22",
        "1 step   22", "1 step  22", "1 step", "1 step", "",
    ]  # fmt: skip
    assert row([], 9) == row([[]], 9) == []


def test_a_line_has_something_at_both_ends():
    assert text_of(justify(number(1, "step"), number("迷路", ""), 14)) == "1 step    迷路"
    assert text_of(justify(number(1, "step"), number(2, ""), 5)) == "1 step2"
    assert [length(part) for part in ([], [("迷路", 0)], [("ab", 0), ("c", 0)])] == [0, 4, 3]


@pytest.mark.parametrize(
    ("share", "drawn"),
    [(0, "────"), (0.13, "╸───"), (0.25, "━───"), (0.37, "━╸──"), (0.9, "━━━╸"), (1, "━━━━")],
)
def test_a_half_column_of_a_bar_is_half_a_line(share, drawn):
    line = bar(share, 4, Role.PLAYER)
    assert text_of(line) == drawn
    assert [role for _, role in line] == [Role.PLAYER, Role.REST]


@pytest.mark.parametrize(
    ("cut", "text", "by_width"),
    [
        (truncate, "maze", {0: "", 1: "…", 2: "m…", 3: "ma…", 4: "maze", 5: "maze"}),
        (truncate, "迷路", {0: "", 1: "…", 2: "…", 3: "迷…", 4: "迷路", 5: "迷路"}),
        (shorten, "first: one, two done", {0: "", 4: "fir…", 5: "first", 9: "first"}),
        (shorten, "first: one, two done", {10: "first: one", 19: "first: one"}),
        (shorten, "first: one, two done", {20: "first: one, two done"}),
        (shorten, "two words", {3: "tw…", 8: "two…", 10: "two words"}),
    ],
)
def test_a_text_loses_its_end_and_a_sentence_its_last_clauses_first(cut, text, by_width):
    assert {width: cut(text, width) for width in by_width} == by_width


TEXTS = fewer_and_fewer([Content(text) for text in ("one", "two", "three")])


def test_parts_are_left_out_from_the_last_one_on():
    assert [text.plain for text in TEXTS] == ["one   two   three", "one   two", "one"]


@pytest.mark.parametrize(
    ("width", "text"),
    [(17, "one   two   three"), (16, "one   two"), (9, "one   two"), (8, "one"), (2, "one")],
)
def test_the_longest_text_that_has_room_is_shown(width, text):
    assert fitting(TEXTS, width).plain == text
    line = alone(FittingLine, (width, 1))
    assert line.render().plain == ""
    line.show(TEXTS)
    assert line.render().plain == text


@pytest.mark.parametrize(
    ("width", "words"), [(27, 4), (26, 3), (21, 3), (20, 2), (14, 2), (13, 1), (9, 1), (3, 1)]
)
def test_a_sentence_loses_its_last_clauses_but_keeps_the_first(width, words):
    clauses = ["daily one", ", two", ": three", ". four"]
    assert first_clauses("".join(clauses), width) == "".join(clauses[:words])
    assert first_clauses(",one", 2) == ",one"

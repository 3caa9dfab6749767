"""What stands beside and above a show: in much room, and in little."""

from types import SimpleNamespace

import pytest
from textual.geometry import Region

from mazegame.drawing import Ink
from mazegame.lab.show import Count, PendingCells
from mazegame.widgets.lab.show_view import ShowPanel, ShowTitle, ShowView, panel_lines
from mazegame.widgets.text.segments import Role
from tests.store.conftest import like as like_config
from tests.ui.widgets.alone import alone, texts

SHOW = SimpleNamespace(
    title="Wilson, carved",
    story=SimpleNamespace(lines=("first", "second", "third")),
    line=1,
    counts=(Count("cells", 5, 20), Count("steps", 1234)),
    legend=((Ink.CURRENT, "current"), (Ink.WALK, "the walk")),
    facts=("A fact on it.", "Another fact that is long."),
    queue=PendingCells("stack", 2, [(0, 1), (2, 3)], ["", "7"], (4, 5), 1, fresh_first=True),
    sentence="A sentence on the last step.",
    position=0,
)


def like(**changes):
    return SimpleNamespace(**vars(SHOW) | changes)


STORY = "  first\n▸ second\n  third\n"
COUNTS = "\ncells        ━━─────── 5 of 20\nsteps                    1,234\n"
LEGEND = "\n■ current\n■ the walk\n"
FACTS = "\nA fact on it.\n\nAnother fact that is long.\n"
STACK = "\nstack                 out r4c5\ntop  r0c1           in\nbase r2c3         7\n"
SENTENCE, ROW = "A sentence on the last step.\n", "5 of 20 cells   1,234 steps\n"
TITLE = "Wilson, carved\n"


@pytest.mark.parametrize(
    ("queue", "heights", "panel"),
    [
        (True, (26, 27), TITLE + STORY + COUNTS + LEGEND + FACTS + STACK),
        (True, (22, 25), TITLE + STORY + COUNTS + LEGEND + STACK),
        (True, (12, 21), TITLE + STORY + COUNTS + STACK),
        (True, (11,), TITLE + STORY + COUNTS),
        (False, (14,), TITLE + STORY + COUNTS + LEGEND + FACTS),
        (False, (11, 13), TITLE + STORY + COUNTS + LEGEND),
        (True, (5, 10), SENTENCE + ROW + STORY),
        (False, (5, 10), SENTENCE + ROW + STORY),
        (True, (4,), ROW + SENTENCE),
        (True, (1,), ROW),
    ],
)
def test_a_panel_has_as_many_parts_as_have_room(queue, heights, panel):
    show = SHOW if queue else like(queue=None)
    for height in heights:
        assert texts(panel_lines(show, 30, height)) == panel.splitlines()


def test_a_low_panel_has_as_many_words_of_the_sentence_as_have_room():
    assert texts(panel_lines(SHOW, 20, 10))[:2] == ["A sentence on the …", "5 of 20 cells"]
    assert texts(panel_lines(SHOW, 10, 4)) == ["", "A sentence", "on the", "last step."]


@pytest.mark.parametrize(
    ("width", "cells", "steps"),
    [
        (60, "cells        ━━━────────── 5 of 20", "steps                        1,234"),
        (25, "cells        ━─── 5 of 20", "steps               1,234"),
        (24, "cells            5 of 20", "steps              1,234"),
    ],
)
def test_a_count_has_a_bar_where_there_is_room(width, cells, steps):
    assert texts(panel_lines(SHOW, width, 12))[5:7] == [cells, steps]


def test_the_colours_of_a_panel():
    def roles(**more):
        return {text: role for line in panel_lines(SHOW, 30, 27, **more) for text, role in line}

    plain, chosen = roles(), roles(chosen=True)
    assert plain["Wilson, carved"] is Role.NUMBER
    assert chosen["Wilson, carved"] is Role.PLAYER
    assert (plain["▸ second"], plain["  third"]) == (Role.PLAYER, Role.UNIT)
    assert (plain["r0c1     "], plain["r2c3     "]) == (Role.WARMER, Role.NUMBER)
    assert plain["■"] is Role.WALK
    signs = {Ink.CURRENT: ord("@"), Ink.WALK: ord("w")}
    assert texts(panel_lines(SHOW, 30, 27, signs=signs))[8:10] == ["@ current", "w the walk"]


@pytest.mark.parametrize(
    ("width", "chosen", "line"),
    [
        (25, True, "▸ Wilson, carved 3 of 120"),
        (24, True, "▸ Wilson, carved       3"),
        (18, False, "  Wilson, carved 3"),
        (17, False, "  Wilson, carved"),
        (9, False, "  Wilson…"),
    ],
)
def test_the_title_of_a_show_and_its_step_share_a_line(width, chosen, line):
    title = alone(ShowTitle, (width, 1))
    title.show("Wilson, carved", "3 of 120", chosen=chosen)
    assert texts(title.lines(width)) == [line]
    assert title.lines(width)[0][0][1] is (Role.PLAYER if chosen else Role.NUMBER)


@pytest.mark.parametrize(
    ("no_color", "walls", "sign"),
    [(False, "rounded", "■"), (True, "rounded", "●"), (False, "ascii", "O")],
)
def test_a_panel_has_signs_in_place_of_colours(no_color, walls, sign):
    panel = alone(ShowPanel, (30, 40))
    panel.app.no_color, panel.app.config = no_color, like_config(walls=walls)
    assert panel.lines(30) == []
    panel.show(SHOW, chosen=True)
    assert panel.repainted
    assert panel.lines(30)[0] == [("Wilson, carved", Role.PLAYER)]
    assert panel.lines(30)[8][0][0] == sign


@pytest.mark.parametrize(
    ("heading", "follow", "changed", "done"),
    [
        ((1, 2), True, [(1, 2)], [("follow", (1, 2)), [(1, 2)]]),
        ((1, 2), False, [(1, 2)], [[(1, 2)]]),
        (None, True, None, [[Region(0, 0, 9, 9)]]),
    ],
)
def test_a_booth_repaints_what_a_step_changes_and_may_follow_it(heading, follow, changed, done):
    found = []
    pane = SimpleNamespace(
        size=SimpleNamespace(region=Region(0, 0, 9, 9)),
        show_scene=lambda scene, *_: found.append(scene),
        repaint=found.append,
        repaint_regions=found.append,
        follow=lambda cell: found.append(("follow", cell)),
    )
    view = alone(ShowView, (9, 9), pane=pane)
    view.go_to(3, follow=True)
    assert found == [], "there is no show yet"
    view.put(SimpleNamespace(scene="scene", position=3, heading=heading, seek=lambda _: changed))
    view.go_to(3, follow=True)
    assert found == ["scene"], "it is there already"
    view.go_to(4, follow=follow)
    assert found == ["scene", *done]


@pytest.mark.parametrize(
    ("size", "fresh", "first", "lines"),
    [
        (3, 1, False, "head r0c0; r0c1; tail r0c2 in"),
        (1, 0, False, "head r0c0"),
        (0, 0, True, "empty"),
        (11, 1, False, "head r0c0; r0c1; r0c2; r0c3; r0c4; … 5 more; tail r0c10 in"),
        (11, 3, False, "head r0c0; r0c1; r0c2; … 5 more; r0c8 in; r0c9 in; tail r0c10 in"),
        (11, 2, True, "top r0c0 in; r0c1 in; r0c2; r0c3; r0c4; … 5 more; base r0c10"),
        (999, 0, False, "head r0c0; r0c1; r0c2; r0c3; r0c4; … 993 more; tail r0c998"),
    ],
)
def test_of_a_long_queue_the_middle_is_a_number_and_the_new_is_seen(size, fresh, first, lines):
    listed = [(0, at) for at in range(size) if at < 9 or at >= size - 9]  # as of very many cells
    pending = PendingCells("queue", size, listed, [""] * len(listed), None, fresh, first)
    show = like(queue=pending, story=SimpleNamespace(lines=()), counts=(), legend=(), facts=())
    drawn = texts(panel_lines(show, 34, 11))[4:]
    assert "; ".join(" ".join(line.split()) for line in drawn) == lines

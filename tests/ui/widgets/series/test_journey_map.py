"""The map of the journey: walls, rooms, ways and locks at every size of room, and its clicks."""

from types import SimpleNamespace

import pytest
from textual.geometry import Region, Size

from mazegame.drawing.inks import MEDALS, Ink
from mazegame.engine import Direction, Level, Maze
from mazegame.widgets.series.journey_map import JourneyMap, LevelBox
from tests.ui.widgets.alone import alone, shown

# A   4 - B     Five rooms on the path from A to B; a dead end leads off the last one.
# |   |   |
# 2 - 3   .
LEVEL = Level(
    Maze.from_walls([[1, 0, 1], [0, 1, 1]], [[0, 0, 0], [1, 1, 1]]), (0, 0), ((0, 2),), name="five"
)

WALKED = (
    LevelBox("Slopes 1", 0, is_open=True, stars=3, medal="gold"),
    LevelBox("Slopes 2", 0, is_open=True, stars=2),
    LevelBox("Slopes 3", 0, is_open=True, stars=1, medal="bronze"),
    LevelBox("Bushes 1", 1, is_open=False),
    LevelBox("Bushes 2", 1, is_open=False),
)

AHEAD = (
    *(LevelBox(f"Slopes {number}", 0, is_open=True) for number in (1, 2, 3)),
    LevelBox("Bushes 1", 1, is_open=True, stars=1, medal="author"),
    LevelBox("Caves 1", 2, is_open=False),
)

LETTERS = {Ink.FLOOR: ".", Ink.WALL: "w", Ink.ROCK: "r", Ink.TRAIL: "t", Ink.PLAYER: "p"} | dict(
    zip(MEDALS, "ogsb", strict=True)
)


def a_map(size, rooms=WALKED, chosen=1):
    board = alone(JourneyMap, size, LEVEL)
    board.show_rooms(rooms, chosen)
    return board


def inks(board):
    """A letter for the ink of each character, a capital on a ground of that ink."""
    block = board.block(Region(0, 0, *board.size))
    return [
        "".join(
            LETTERS[number >> 8].upper() if number & 255 else
            " " if code == ord(" ") else LETTERS[number >> 8]
            for code, number in zip(*line, strict=True)
        ).rstrip()
        for line in zip(*(layer.tolist() for layer in block), strict=True)
    ]  # fmt: skip


MAPS = {
    (46, 10): """
 ╭─────────────┬───────────────────────────╮
 │      1      │      4             5      │
 │   Slopes 1  │   Bushes 1      Bushes 2  │
 │     ★★★ ●   │                           │
 │      ┃      ╵▒▒▒▒▒▒▒▒▒▒▒▒▒╷             │
 │      2             3      │             │
 │   Slopes 2      Slopes 3  │             │
 │     ★★☆ ━━━━━━━━━ ★☆☆ ○   │             │
 ╰───────────────────────────┴─────────────╯
""",
    (33, 8): """
 ╭─────────┬───────────────────╮
 │    1    │    4         5    │
 │   ★★★ ● │                   │
 │    ┃    ╵▒▒▒▒▒▒▒▒▒╷         │
 │    2         3    │         │
 │   ★★☆ ━━━━━ ★☆☆ ○ │         │
 ╰───────────────────┴─────────╯
""",
    (26, 6): """
╭───────┬───────────────╮
│ 1●★★★ │ 4       5     │
│   ┃   ╵▒▒▒▒▒▒▒╷       │
│ 2 ★★☆ ━ 3○★☆☆ │       │
╰───────────────┴───────╯
""",
    (20, 6): """
╭─────┬───────────╮
│ 1★★★│ 4     5   │
│  ┃  ╵▒▒▒▒▒╷     │
│ 2★★☆━ 3★☆☆│     │
╰───────────┴─────╯
""",
    (17, 6): """
╭────┬─────────╮
│ 13★│ 4    5  │
│ ┃  ╵▒▒▒▒╷    │
│ 22★━ 31★│    │
╰─────────┴────╯
""",
    (14, 6): """
╭───┬───────╮
│ 1 │ 4   5 │
│ ┃ ╵▒▒▒╷   │
│ 2 ━ 3 │   │
╰───────┴───╯
""",
}


@pytest.mark.parametrize("size", MAPS)
def test_a_map_has_its_walls_and_ways_at_every_size_of_room(size):
    lines = shown(a_map(size))
    picture = MAPS[size].strip("\n").split("\n")
    assert [line for line in lines if line] == picture
    assert lines[: len(picture)] == picture, "what is left of the height is below"


def test_rooms_are_as_large_as_fits_and_only_the_lowest_scroll():
    sizes = (61, 13), (60, 13), (61, 12), (61, 4), (24, 50), (9, 9)
    assert [a_map(size).pitch for size in sizes] == [
        (20, 6), (16, 5), (16, 5), (8, 2), (6, 2), (4, 2),
    ]  # fmt: skip


def test_another_size_has_another_map():
    board = a_map((17, 5))
    type(board).size = Size(26, 5)
    board.on_resize()
    assert shown(board) == shown(a_map((26, 5)))


def test_a_way_leads_to_the_rooms_before_and_after():
    ways = [[a_map((9, 9), chosen=room).neighbour(side) for side in Direction] for room in range(5)]
    assert ways == [
        [None, None, 1, None],
        [0, 2, None, None],
        [3, None, None, 1],
        [None, 4, 2, None],
        [None, None, None, 3],
    ]


def test_what_is_open_walked_and_chosen_has_its_ink():
    assert inks(a_map((26, 5))) == [
        "wwwwwwwwwrrrrrrrrrrrrrrrr",
        "w tgppp w w       w     r",
        "w   t   wrrrrrrrw       r",
        "wPPPPPP t tbppp w       r",
        "wwwwwwwwwwwwwwwwwrrrrrrrr",
    ]


def test_an_open_room_is_bright_before_it_is_solved_and_a_closed_one_is_not():
    board = a_map((46, 11), AHEAD, chosen=0)
    picture = """

 ╭─────────────┬───────────────────────────╮
 │      1      │      4      ▒      5      │
 │   Slopes 1  │   Bushes 1  ▒   Caves 1   │
 │     ☆☆☆     │     ★☆☆ ◆   ▒             │
 │             ╵             ╷             │
 │      2             3      │             │
 │   Slopes 2      Slopes 3  │             │
 │     ☆☆☆           ☆☆☆     │             │
 ╰───────────────────────────┴─────────────╯
"""
    assert shown(board) == picture.split("\n")[1:]
    assert inks(board) == [
        "",
        " wwwwwwwwwwwwwwwwwwwwwwwwwwwwwrrrrrrrrrrrrrr",
        " wPPPPPPPPPPPPPw      t      r      w      r",
        " wPPPPPPPPPPPPPw   tttttt t  r   wwwww w   r",
        " wPPPPPPPPPPPPPw     ppp o   r             r",
        " w             w             w             r",
        " w      .             .      w             r",
        " w   ...... .      ...... .  w             r",
        " w     www           www     w             r",
        " wwwwwwwwwwwwwwwwwwwwwwwwwwwwwrrrrrrrrrrrrrr",
        "",
    ]


def test_a_dead_end_is_bright_with_the_room_that_it_leads_off():
    rooms = tuple(LevelBox(f"Slopes {number}", 0, is_open=True) for number in range(1, 6))
    walls = "".join(inks(a_map((46, 11), rooms)))
    assert "w" in walls
    assert "r" not in walls


@pytest.mark.parametrize(
    ("high", "chosen", "first"),
    [(5, 1, 0), (4, 0, 0), (4, 1, 1), (3, 0, 0), (3, 1, 2), (2, 0, 0), (2, 2, 2)],
)
def test_a_map_that_is_too_high_scrolls_to_the_chosen_room(high, chosen, first):
    whole = shown(a_map((26, 5), chosen=chosen))
    assert shown(a_map((26, high), chosen=chosen)) == whole[first : first + high]


@pytest.mark.parametrize(
    ("x", "y", "index"),
    [
        (0, 1, 0), (7, 2, 0), (8, 2, 3), (0, 3, 1), (7, 4, 1), (23, 1, 4),
        (24, 1, None), (16, 3, None), (0, 5, None),
    ],
)  # fmt: skip
def test_a_click_is_on_the_room_below_it(x, y, index):
    board = a_map((25, 7))
    board.on_click(SimpleNamespace(x=x, y=y))
    chosen = [] if index is None else [(index, index == 1)]
    assert [(one.index, one.again) for one in board.sent] == chosen
    empty = alone(JourneyMap, (25, 7), LEVEL)
    empty.on_click(SimpleNamespace(x=x, y=y))
    assert not empty.sent


def test_a_map_without_rooms_or_size_draws_nothing():
    assert shown(alone(JourneyMap, (25, 3), LEVEL)) == ["", "", ""]
    assert shown(a_map((0, 0))) == []

"""The head of the form and the sizes of its parts: the title, the bar of modes, what waits."""

from types import SimpleNamespace

import numpy as np
import pytest
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.style import Style
from textual.widgets import Static

from mazegame.engine import generate
from mazegame.widgets.form import banner
from mazegame.widgets.form.banner import LARGE, PLAIN, SMALL, Banner, ModeBar, _Waiting
from mazegame.widgets.form.poster_room import poster_room, title_lines
from tests.ui.widgets.alone import Alone, alone

SHAPES = {
    "M": ["#####", "#.#.#", "#.#.#", "#.#.#", "#...#"],
    "A": ["####", "#..#", "####", "#..#", "#..#"],
    "Z": ["####", "..##", ".##.", "##..", "####"],
    "E": ["####", "#...", "###.", "#...", "####"],
    "G": ["####", "#...", "#.##", "#..#", "####"],
}
HALVES = " ▀▄█"


def walls(passages):
    """The walls of a maze as pixels, without those between two cells of rock."""
    rows, cols = passages.shape
    pixels = np.zeros((2 * rows + 2, 2 * cols + 1), np.bool_)
    for row, col in np.argwhere(passages):
        around = pixels[2 * row : 2 * row + 3, 2 * col : 2 * col + 3]
        lines = around[0], around.T[2], around[2], around.T[0]
        for side, line in zip((1, 2, 4, 8), lines, strict=True):
            line[:] |= not passages[row, col] & side
    return pixels


def test_the_large_title_is_eight_mazes():
    parts = []
    for number, letter in enumerate("MAZEGAME"):
        mask = np.array([[c == "#" for c in line] for line in SHAPES[letter]])
        rows, cols = mask.shape
        seed = f"kite-{number}"
        maze = generate("recursive-backtracker", cols, rows, seed=seed, mask=mask)
        parts += [walls(maze.passages), np.zeros((12, 1), np.bool_)]
    pixels = np.concatenate(parts[:-1], axis=1)
    lines = ["".join(HALVES[a + 2 * b] for a, b in zip(*pixels[y : y + 2], strict=True)).rstrip()
             for y in range(0, 12, 2)]  # fmt: skip
    assert lines == LARGE.splitlines()


def test_the_titles_are_as_large_as_their_places():
    assert max(len(line) for line in SMALL.splitlines()) == 47
    assert max(len(line) for line in LARGE.splitlines()) == 83


MODES = [("Free", "play"), ("Daily", "daily"), ("Duel", "duel")]
BINDINGS = [Binding(key, action) for key, action in (("d", "daily"), ("2", "daily"), ("x", "duel"))]


def mode_bar(width, *, has_focus=False):
    """A bar of three modes on a screen with keys for two of them."""
    bar = alone(ModeBar, (width, 1), MODES, has_focus=has_focus)
    bar.screen.active_bindings |= {key.key: (None, key, True, "") for key in BINDINGS}
    bar.app.get_key_display = lambda binding: binding.key
    return bar


@pytest.mark.parametrize(
    ("width", "chosen", "line"),
    [
        (21, 0, "Free  2 Daily  x Duel"),
        (20, 0, "Free 2 Daily x Duel"),
        (19, 0, "Free 2 Daily x Duel"),
        (18, 0, "Free 2 Daily ›"),
        (14, 1, "Free 2 Daily ›"),
        (13, 0, "Free ›"),
        (13, 1, "‹ 2 Daily ›"),
        (16, 2, "‹ 2 Daily x Duel"),
        (15, 2, "‹ x Duel"),
        (8, 2, "‹ x Duel"),
    ],
)
def test_the_chosen_mode_is_in_sight(width, chosen, line):
    bar = mode_bar(width)
    bar.action_turn(chosen)
    assert bar.render().plain == line
    assert bar.action == MODES[chosen][1]


def test_the_bar_of_modes_goes_round_and_shows_the_chosen_one():
    bar, drawn = mode_bar(40), []
    bar.refresh = lambda: drawn.append(bar.action)
    for by in (0, -1, -1):
        bar.action_turn(by)
    assert drawn == ["play", "duel", "daily"]
    line = bar.render()
    styles = {line.plain[a:b]: str(style) for a, b, style in line.spans}
    assert styles["Daily"] == "bold underline"
    assert styles["2"] == styles["x"] == "bold $maze-key"
    bar.on_blur()
    assert bar.action == "play"
    focused = mode_bar(40, has_focus=True).render()
    assert "bold reverse" in [str(span.style) for span in focused.spans]


def test_a_click_on_a_mode_opens_it():
    bar = mode_bar(40)
    for mode in ("duel", None):
        bar.on_click(SimpleNamespace(style=SimpleNamespace(meta={"mode": mode})))
    assert [message.action for message in bar.sent] == ["duel"]
    metas = [span.style.meta for span in bar.render().spans if isinstance(span.style, Style)]
    assert [meta["mode"] for meta in metas] == ["play", "daily", "duel"]


@pytest.mark.parametrize(
    ("size", "lines"),
    [
        ((9, 3), "one\ntwo\nthree"),
        ((9, 2), "one\ntwo"),
        ((17, 1), "one · two · three"),
        ((16, 1), "one · two"),
        ((8, 1), "one"),
    ],
)
def test_what_waits_stands_on_as_many_lines_as_there_are(size, lines):
    waiting = alone(_Waiting, size, [*map(Content, ("one", "two", "three"))])
    assert waiting.render().plain == lines


async def test_the_title_takes_as_many_lines_as_it_is_told(monkeypatch):
    head = Banner()
    async with Alone(head).run_test():
        shown = head.query_one("#title", Static)
        for lines, title, width in ((1, PLAIN, 9), (3, SMALL, 47), (6, LARGE, 47)):
            head.show_title(lines=lines)
            assert str(shown.visual) == title
            assert shown.styles.width.value == width
        monkeypatch.setattr(banner, "has_unicode", lambda: False)
        head.show_title(lines=3)
        assert str(shown.visual) == PLAIN
        head.show_waiting([("3 of 40", ""), ("resume", "command_palette"), ("", "nothing")])
        waiting = head.query_one(_Waiting).render().plain
        assert waiting == "3 of 40\nresume: press ^p\n: press "


@pytest.mark.parametrize(
    ("size", "drawn", "listed", "room"),
    [
        ((109, 41), (50, 20), 20, (None, None)),
        ((110, 42), (50, 20), 20, (110, 42)),
        ((160, 60), (50, 20), 20, (140, 42)),
        ((160, 60), (99, 20), 25, (140, 42)),
        ((160, 60), (100, 21), 26, (141, 43)),
        ((160, 60), (100, 20), 27, (141, 44)),
        ((160, 60), (200, 90), 90, (160, 60)),
    ],
)
def test_the_form_is_as_large_as_its_maze_and_its_list(size, drawn, listed, room):
    assert poster_room(Size(*size), drawn, listed) == room


@pytest.mark.parametrize(
    ("size", "lines"),
    [((77, 99), 1), ((99, 19), 1), ((78, 20), 3), ((89, 42), 3), ((90, 41), 3), ((90, 42), 6)],
)
def test_the_title_is_as_large_as_the_terminal_allows(size, lines):
    assert title_lines(Size(*size)) == lines

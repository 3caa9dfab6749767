"""Kinds of terminals: their size, what they cannot show, and their answers, in real processes."""

import os
import re
import sys
import time

import pytest

from mazegame.capabilities import (
    ASCII_ONLY,
    ASCII_SIGNS,
    CONSOLE,
    FULL_SCREEN,
    SUBSTITUTES,
    is_touched,
    shows_full_screen,
    substitutes,
    terminal_characters,
    terminal_size,
)
from mazegame.engine import Direction, Level
from tests.game.mazes import ahead
from tests.terminals import ARROWS, Terminal
from tests.ui.conftest import write_settings_text
from tests.ui.terminal.replies import REPLIES

GAME_ID = "wilson:9x9:kite-7"
LEVEL = Level.of(GAME_ID)

CODE_PAGE_437 = frozenset(bytes(range(256)).decode("cp437")) | frozenset(
    "♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"
)
"""What the font of a text console has at best."""


# The size


@pytest.mark.variants
@pytest.mark.parametrize(
    ("variables", "size", "later"),
    [
        ({"COLUMNS": "200", "LINES": "50"}, (80, 24), (100, 30)),
        ({"COLUMNS": "20"}, (80, 24), None),
        ({"COLUMNS": "80", "LINES": "24"}, (120, 40), (60, 20)),
    ],
)
def test_the_terminal_says_how_large_it_is_and_no_variable(open_terminal, variables, size, later):
    terminal = open_terminal(
        "play", GAME_ID, "--walk-first", width=size[0], height=size[1], **variables
    )

    def keys_in_the_last_line():
        terminal.reads_until(
            lambda: "? help" in terminal.screen.display[-1] and "shortest" in terminal.text,
            "the screen is laid out for another size",
        )

    keys_in_the_last_line()
    if later:
        terminal.screen.reset()
        terminal.resize(*later)
        keys_in_the_last_line()
    terminal.leave()


def test_variables_count_where_no_terminal_knows_its_size(monkeypatch):
    monkeypatch.setenv("COLUMNS", "70")
    monkeypatch.setenv("LINES", "33")
    for size in ((0, 0), (80, 0), None):

        def found(_, size=size):
            if size is None:
                raise OSError("no terminal")
            return os.terminal_size(size)

        monkeypatch.setattr(os, "get_terminal_size", found)
        monkeypatch.setattr(sys, "__stderr__", sys.stdin)
        assert terminal_size() == (70, 33)
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((90, 30)))
    for name in ("__stdin__", "__stdout__", "__stderr__"):
        monkeypatch.setattr(sys, name, Streamed())
    assert terminal_size() == (90, 30)


class Streamed:
    """A stream with a number, which nothing is done with."""

    def fileno(self) -> int:
        return 0


# What it cannot do


@pytest.mark.parametrize("name", ["dumb", "unknown", "", "nonsense"])
def test_a_terminal_without_a_full_screen_gets_one_line(open_terminal, name):
    terminal = open_terminal("play", GAME_ID, "--walk-first", TERM=name)
    assert terminal.end() == 2
    assert b"\x1b" not in terminal.output
    (line,) = terminal.output.decode().splitlines()
    assert "mazegame play --words" in line
    assert (repr(name) if name else "TERM is not set") in line


def test_known_terminals_show_a_full_screen():
    names = (
        "xterm-256color",
        "xterm-ghostty",
        "tmux-256color",
        "screen.linux",
        "st",
        "st-256color",
    )
    assert all(shows_full_screen(name) for name in (*FULL_SCREEN, *names))
    for name in ("dumb", "unknown", "", "emacs-nonsense", "adm3a", "vt52", "strange"):
        assert not shows_full_screen(name), name


def test_a_terminal_that_only_terminfo_knows_shows_a_full_screen_if_it_moves_the_cursor(
    monkeypatch,
):
    curses = pytest.importorskip("curses")
    known = {"cup": b"\x1b[%i%p1%d;%p2%dH"}
    monkeypatch.setattr(curses, "setupterm", lambda *_: None)
    monkeypatch.setattr(curses, "tigetstr", known.get)
    assert shows_full_screen("strange")
    known["cup"] = b"\x1bY%p1%' '%+%c"
    assert not shows_full_screen("strange")
    known.clear()
    assert not shows_full_screen("strange")


@pytest.mark.parametrize("colours", ["x", "", "16m"])
def test_colours_that_are_none_are_one_line(open_terminal, colours):
    terminal = open_terminal("play", GAME_ID, "--walk-first", TEXTUAL_COLOR_SYSTEM=colours)
    assert terminal.end() == 2
    (line,) = terminal.output.decode().splitlines()
    assert f"TEXTUAL_COLOR_SYSTEM is {colours!r}" in line
    assert "truecolor" in line


# Which characters it has


def test_the_characters_follow_the_locale_and_the_terminal(monkeypatch):
    names = ("LC_ALL", "LC_CTYPE", "LANG", "TERM", "TEXTUAL_DRIVER")

    def characters(**environment):
        for name in names:
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        return terminal_characters()

    assert characters() == characters(LANG="de_DE.UTF-8", TERM="xterm") == "unicode"
    for name in ("C", "POSIX"):
        assert characters(LC_ALL=name, LANG="C.UTF-8") == characters(LANG=name) == "ascii"
        assert characters(LC_ALL="C.UTF-8", LC_CTYPE=name, LANG=name) == "unicode"
        assert characters(LC_ALL=name, TERM="linux") == "ascii"
        assert characters(LC_ALL=name, TERM="linux", TEXTUAL_DRIVER="a page") == "unicode"
    assert characters(TERM="linux") == characters(TERM="linux-16color") == "console"


def test_what_stands_in_is_as_wide_and_can_be_shown():
    signs = "".join(SUBSTITUTES)
    assert signs.translate(ASCII_ONLY).isascii()
    assert len(signs.translate(ASCII_ONLY)) == len(signs.translate(CONSOLE)) == len(signs)
    assert set(signs.translate(CONSOLE)) <= CODE_PAGE_437
    assert set("╭╮╰╯╴╵╶╷▖▗▘▙▚▛▜▝▞▟".translate(CONSOLE)) <= set("┌┐└┘─│▀▄▌▐▒")
    assert "Zoë é 迷宮 e\u0301 👾 x".translate(ASCII_ONLY) == "Zoe e ???? e ?? x"
    assert "╭é迷→".translate(ASCII_SIGNS) == "+é迷>"


def test_the_terminal_and_the_player_decide_what_is_sent():
    assert substitutes("unicode", "unicode") is None
    assert substitutes("unicode", "ascii") is substitutes("console", "ascii") is ASCII_SIGNS
    assert substitutes("ascii", "ascii") is ASCII_ONLY
    assert substitutes("console", "console") is CONSOLE


@pytest.mark.parametrize(
    ("touch", "driver", "touched"), [("1", "a page", True), ("1", "", False), ("", "a page", False)]
)
def test_only_a_page_is_touched(monkeypatch, touch, driver, touched):
    monkeypatch.setenv("MAZEGAME_TOUCH", touch)
    monkeypatch.setenv("TEXTUAL_DRIVER", driver)
    assert is_touched() == touched


def becomes_ascii(terminal: Terminal) -> None:
    """Wait until nothing else is on the screen."""
    others = re.compile(r"[^\x00-\x7f]")
    terminal.reads_until(lambda: not others.search(terminal.text), "signs are left")


def test_in_the_locale_c_every_screen_is_ascii(open_terminal):
    """Python turns on its UTF-8 mode there; what counts is what the player has chosen."""
    terminal = open_terminal("play", GAME_ID, "--walk-first", LC_ALL="POSIX", PYTHONUTF8="1")
    terminal.until("(@)")
    terminal.until("1 hint", ARROWS[ahead(LEVEL)[0]] + b"i")
    for keys, words in ((b"?", "esc closes"), (b"\x1b", "1 hint"), (b"\x1b", "resume")):
        terminal.until(words, keys)
        assert terminal.text.isascii(), terminal.text
    terminal.until("Enter play", b"m")
    terminal.until("ranked try", b"2")
    assert terminal.text.isascii(), terminal.text
    terminal.send(b"\x1b")
    terminal.without("ranked try")
    terminal.send(b"6")
    terminal.without("Profile")
    assert terminal.text.isascii(), terminal.text
    assert terminal.output.isascii()
    terminal.leave()


def test_walls_in_ascii_are_for_frames_and_signs_too(open_terminal):
    terminal = open_terminal()
    terminal.until("⏎ play")
    terminal.leave()
    write_settings_text('walls = "ascii"\nname = "Zoë"\n')
    terminal = open_terminal()
    terminal.until("Enter play")
    for keys, words in ((b"?", "esc closes"), (b"\x1b", "Enter play"), (b"2", "ranked try")):
        terminal.until(words, keys)
        becomes_ascii(terminal)
    terminal.leave()


def test_the_choice_of_ascii_walls_paints_all_anew(open_terminal):
    write_settings_text('walls = "blocks"\n')
    terminal = open_terminal("play", GAME_ID, "--walk-first")
    terminal.until("resume", b"\x1b")
    terminal.until("walls")
    assert not terminal.text.isascii()
    terminal.send(b"\t" + ARROWS[Direction.E])
    becomes_ascii(terminal)
    terminal.leave()


def test_a_text_console_gets_what_its_font_has(open_terminal):
    terminal = open_terminal("play", GAME_ID, "--walk-first", TERM="linux")
    terminal.until("1 hint", ARROWS[ahead(LEVEL)[0]] + b"i")
    for keys, words in ((b"?", "esc closes"), (b"\x1b", "1 hint"), (b"\x1b", "resume")):
        terminal.until(words, keys)
        assert set(terminal.text) - {"\n"} <= CODE_PAGE_437, terminal.text
        assert "┌" in terminal.text
    terminal.until("Enter play", b"m")
    terminal.until("game ID", b"d")
    assert "││││" not in terminal.text, "the pictures of designs have half lines"
    assert set(terminal.text) - {"\n"} <= CODE_PAGE_437, terminal.text
    terminal.leave()


# What it answers


def position(terminal: Terminal) -> list[str]:
    """The screen without the clock."""
    return [re.sub(r"\d+:\d\d", "", line) for line in terminal.screen.display]


def test_no_answer_of_a_terminal_changes_a_game(open_terminal):
    terminal = open_terminal("play", GAME_ID, "--walk-first")
    terminal.until("shortest")
    first, second = (ARROWS[side] for side in ahead(LEVEL)[:2])
    terminal.until(" 1 step ", first)
    terminal.drain(0.3)
    before = position(terminal)
    for reply in REPLIES:
        data = reply.encode()
        middle = len(data) // 2
        terminal.send(data[:middle])
        time.sleep(0.001)
        terminal.send(data[middle:] + data)
        terminal.read(0)
    terminal.drain(0.3)
    assert position(terminal) == before
    terminal.until(" 2 steps", second)
    terminal.leave()


def test_the_mouse_counts_cells_again_when_the_game_has_ended(open_terminal):
    """A terminal that could report its size among the keys is not asked to."""
    terminal = open_terminal("play", GAME_ID, "--walk-first")
    terminal.until("shortest")
    terminal.send(b"\x1b[?2048;2$y\x1b[?2026;2$y")
    terminal.until(" 1 step ", ARROWS[ahead(LEVEL)[0]])
    terminal.leave()
    for mode in set(re.findall(rb"\x1b\[\?(\d+)h", terminal.output)) - {b"7", b"25"}:
        ends = terminal.output.rfind(b"\x1b[?%sl" % mode)
        assert ends > terminal.output.rfind(b"\x1b[?%sh" % mode), mode

"""The line of keys: what it shows first, and where it has little room."""

import io
import sys
from types import SimpleNamespace

import pytest
from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from mazegame.app import MazeApp
from mazegame.game.modes.free_play import free_play
from mazegame.game.participant import BEGINNER_RUNS
from mazegame.screens.command_palette import PaletteScreen
from mazegame.screens.dialogs.help import HelpScreen
from mazegame.screens.ended.result import ResultScreen
from mazegame.screens.home.home import HomeScreen
from mazegame.screens.playing.play import PlayScreen
from mazegame.widgets.keys import key_line
from mazegame.widgets.keys.key_line import KeyColumn, KeyLine, joined_keys, key_of, keys_of_group
from tests.game.mazes import Clock, forked, walked
from tests.ui.conftest import on_home, screen_text, shows, to_screen, until
from tests.ui.widgets.alone import alone
from tests.waiting import LONGEST


def on_screen(kind, size, bindings, **members):
    """A widget on a screen with some keys, which is in no app; one is out of use."""
    app = SimpleNamespace(get_key_display=lambda key: key.key_display or key.key)
    active = {key.key: (Screen, key, key.key != "c", "") for key in Binding.make_bindings(bindings)}
    screen = SimpleNamespace(
        active_bindings=active, BINDINGS=bindings, app=app, focused=Screen,
        has_class="-wide".__eq__,
    )  # fmt: skip
    return alone(kind, size, screen=screen, app=app, **members)


CROWDED = (
    Binding("a", "app.bell", "back"),
    *(Binding(key, f"app.focus('{key}')", "something long") for key in "bcdefgh"),
    Binding("escape", "dismiss", "leave", key_display="esc"),
)


@pytest.mark.parametrize(
    ("width", "first", "note", "line"),
    [
        (35, (), "", "a back  b something long  esc leave"),
        (34, (), "", "a back  esc leave"),
        (17, (), "", "a back  esc leave"),
        (16, (), "", "esc leave"),
        (5, (), "", "esc leave"),
        (17, ("dismiss",), "", "esc leave  a back"),
        (35, ("app.focus",), "", "bdefgh something  a back  esc leave"),
        (35, ("app.focus('d')", "app.focus('c')"), "", "d something long  a back  esc leave"),
        (35, ("nothing",), "", "a back  b something long  esc leave"),
        (23, (), "Note", "Note  a back  esc leave"),
        (22, (), "Note", "Note  esc leave"),
    ],
)
def test_as_many_keys_are_shown_as_have_room(width, first, note, line):
    keys = on_screen(KeyLine, (width, 1), CROWDED)
    keys.put_first(first)
    keys.show_note(note)
    assert keys.render().plain == line


@pytest.mark.parametrize(
    ("alone_there", "unless", "line"),
    [(True, "", "Note"), (False, "-wide", "Note"), (False, "-low", "Note  a back  esc leave")],
)
def test_a_note_may_stand_alone(alone_there, unless, line):
    keys = on_screen(KeyLine, (30, 1), CROWDED)
    keys._keys_unless = unless
    keys.show_note("Note", alone=alone_there)
    assert keys.render().plain == line


def test_a_click_is_the_key_below_it():
    pressed = []
    keys = on_screen(KeyLine, (35, 1), CROWDED)
    keys.app.simulate_key = pressed.append
    keys.render()
    for x in (0, 1, 6, 7, 8, 9, 24, 25, 26, 27, 35, 36):
        pressed.append(x)
        keys.on_click(SimpleNamespace(x=x))
    assert pressed == [
        0, 1, "a", 6, "a", 7, 8, 9, "b", 24, "b", 25, 26, 27, "escape", 35, "escape", 36,
    ]  # fmt: skip


def test_a_line_is_drawn_anew_when_its_words_change():
    drawn = []
    keys = on_screen(KeyLine, (40, 1), CROWDED)
    keys.refresh = lambda: drawn.append(keys.render().plain[:12])
    keys.rename("app.bell", "ring")
    keys.rename("app.bell", "ring")
    keys.put_first(("dismiss",))
    keys.put_first(("dismiss",))
    keys.show_note("Note")
    assert drawn == ["a ring  b so", "esc leave  a", "Note  esc le"]
    focused = on_screen(KeyLine, (40, 1), CROWDED)
    focused._of_focus = True
    focused.put_first(("dismiss",))
    assert focused.render().plain.startswith("a back  b something")


DIRECTED = (
    Binding("t", "heat", "heat"),
    Binding("h", "hidden", "hidden", show=False),
    *(Binding(f"shift+{key}", f"glide('{key}')", "run there", show=False) for key in "↑→"),
    *(Binding(key * 6, f"pan('{key}')", "look there", show=False) for key in "xyz"),
    Binding("+", "zoom(1)", "zoom in", key_display="+/-"),
    Binding("-", "zoom(-1)", "zoom out"),
    Binding("x", "rate(1)", "rate it"),
)


def test_a_column_has_a_line_for_all_directions():
    column = on_screen(KeyColumn, (40, 9), DIRECTED)
    screen = column.screen
    column.put_first(("heat", "zoom"))
    shown = column.render()
    lines = [
        "shift+↑→  run", "       t  heat", "     +/-  zoom", "       x  rate it",
        "       h  hidden", "xxxxxx …  look",
    ]  # fmt: skip
    assert shown.plain.split("\n") == lines
    bright = {shown.plain[a:b] for a, b, style in shown.spans if style == "$foreground"}
    assert bright == {"heat", "zoom"}
    assert on_screen(KeyColumn, (40, 2), DIRECTED).render().plain.count("\n") == 1
    assert keys_of_group(screen, "glide") == "shift+↑→"
    assert keys_of_group(screen, "nothing") == ""
    assert [key_of(screen, action) for action in ("heat", "zoom(1)", "none")] == ["t", "+/-", ""]
    screen.active_bindings["t"] = (None, DIRECTED[0], False, "")
    assert key_of(screen, "heat") == ""


@pytest.mark.parametrize(
    ("keys", "text"),
    [("ctrl+a ctrl+b", "ctrl+ab"), ("^a ^b", "^ab"), ("shift+a b", "shift+ab"), ("", "")],
)
def test_keys_that_are_held_are_named_once(keys, text):
    assert joined_keys(keys.split()) == text


async def test_enter_has_its_name_where_the_terminal_has_no_sign_for_it(monkeypatch):
    monkeypatch.setattr(sys, "__stderr__", io.TextIOWrapper(io.BytesIO(), "ascii"))
    async with on_home() as (app, pilot):
        assert keys_shown(app).startswith("Enter play")
        await to_screen(pilot, PaletteScreen, "ctrl+p")
        await shows(pilot, "Enter  Play")
        await to_screen(pilot, HomeScreen, "escape")
        await to_screen(pilot, HelpScreen, "question_mark")
        await shows(pilot, "Enter")
        assert "⏎" not in screen_text(app)


def keys_shown(app: App) -> str:
    """Return the last line of the screen."""
    return screen_text(app).rstrip().rpartition("\n")[-1].strip()


async def test_the_keys_of_a_game_begin_with_what_the_moment_needs(monkeypatch):
    drawn = []
    render = KeyLine.render
    monkeypatch.setattr(KeyLine, "render", lambda line: drawn.append(line) or render(line))
    app, clock = MazeApp(), Clock()
    async with on_home(app=app) as (_, pilot):
        assert keys_shown(app).startswith("⏎ play  ← → texture  d design  o settings  ? help")
        screen = PlayScreen(free_play(forked()), clock=clock)
        app.push_screen(screen)
        await shows(pilot, "arrows walk  shift+arrows run  i hint")
        drawn.clear()
        await pilot.press("right", "right", "right")
        assert drawn == []
        for _ in range(3):
            clock.now += 0.2
            screen.tick()
        back = "u back to the junction  ⌫ walk back one cell"
        await until(lambda: keys_shown(app).startswith(back), pilot)
        keys = "left left down left down right right up right"
        await to_screen(pilot, ResultScreen, *keys.split())
        await until(lambda: keys_shown(app).startswith("/ why  ⌫ retry  r again"), pilot)


async def test_the_keys_of_a_player_with_some_runs_are_others():
    async with on_home() as (app, pilot):
        store = app.services.store
        for number in range(BEGINNER_RUNS):
            store.finish(walked(f"wilson:3x2:x{number}")).ranking.result(LONGEST)
        app.services.home_status.refresh()
        await shows(pilot, f"{BEGINNER_RUNS} finished runs")
        app.push_screen(PlayScreen(free_play(forked())))
        await until(lambda: keys_shown(app).startswith("tab map  v look around"), pilot)


@pytest.mark.parametrize(
    ("key", "named"),
    [("⏎", "Enter"), ("→", "right"), ("← →", "left right"), (">", ">")],
)
def test_in_ascii_an_arrow_key_is_named_and_is_no_other_key(monkeypatch, key, named):
    monkeypatch.setattr(key_line, "has_all_signs", lambda: False)
    monkeypatch.setattr(key_line, "has_unicode", lambda: False)
    assert key_line.shown_key(key) == named


def test_in_ascii_the_four_arrows_are_one_name(monkeypatch):
    monkeypatch.setattr(key_line, "has_all_signs", lambda: False)
    monkeypatch.setattr(key_line, "has_unicode", lambda: False)
    assert joined_keys(["up", "right", "down", "left"]) == key_line.ARROWS

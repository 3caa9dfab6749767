"""The app itself: what is typed while a screen is being built, and twice; frames; style sheets."""

import asyncio
import contextlib
import gc
import threading
from concurrent.futures import CancelledError, Future
from functools import partial
from itertools import count

import pytest
from textual import events
from textual import timer as timers
from textual._compositor import Compositor
from textual.css.query import NoMatches
from textual.css.stylesheet import Stylesheet
from textual.strip import Strip
from textual.timer import Timer

from mazegame.app import MazeApp
from mazegame.engine import Recipe
from mazegame.screens.base import KeysWanted
from mazegame.screens.dialogs.help import HelpScreen
from mazegame.screens.home.home import HomeScreen
from mazegame.screens.new_game import NewGameScreen
from mazegame.screens.playing.play import PlayScreen
from mazegame.screens.splash import SplashScreen
from mazegame.store.book.errors import LockedError
from mazegame.terminal.driver import MazeDriver
from mazegame.terminal.keyboard import Keyboard
from mazegame.terminal.textual_internals import is_ending
from mazegame.terminal.type_ahead import MOST_OF_MOUSE, MOST_WAITING
from tests.ui.conftest import app_playing, on_form, on_level, playing, screen_text, to_screen, until
from tests.waiting import LONGEST

pytestmark = pytest.mark.core


def before_events(monkeypatch, owner, look):
    """Have every event of a class looked at before it is handled."""
    original = owner.on_event

    async def on_event(self, event: events.Event) -> None:
        await look(self, event)
        await original(self, event)

    monkeypatch.setattr(owner, "on_event", on_event)


async def test_what_is_typed_before_there_is_a_screen_reaches_it():
    app = MazeApp()
    async with app.run_test(size=(80, 24)) as pilot:
        keys = ("slash", *"wilson", "colon", "5", "x", "5", "colon", "a", "enter")
        screen = await playing(app, pilot, *keys)
        assert str(screen.run.level.recipe) == "wilson:5x5:a"


@pytest.mark.long
async def test_typed_keys_wait_until_those_before_them_are_handled(monkeypatch):
    async def be_slow(_, event):
        if isinstance(event, events.Key) and event.key == "slash":
            await asyncio.sleep(0.2)

    before_events(monkeypatch, NewGameScreen, be_slow)
    async with on_form() as (app, pilot):
        app.screen.ready = False
        await pilot.press("slash", *"wilson", "colon", "5", "x", "5", "colon", "a", "enter")
        app.screen.ready = True
        app.post_message(KeysWanted())
        screen = await playing(app, pilot)
        assert str(screen.run.level.recipe) == "wilson:5x5:a"


async def test_a_double_click_or_two_enters_open_one_game():
    async with on_form() as (app, pilot):
        form = app.screen
        form.action_play()
        form.action_play()
        await to_screen(pilot, PlayScreen)
        assert sum(isinstance(screen, PlayScreen) for screen in app.screen_stack) == 1


async def test_a_key_that_leaves_overtakes_those_that_wait(monkeypatch):
    app = app_playing(Recipe("wilson", 9, 9, "kite-7"))
    in_time = []

    async def note(app, event):
        if isinstance(event, events.Key) and not is_ending(app):
            in_time.append(event.key)

    async with app.run_test(size=(80, 24)) as pilot:
        run = (await playing(app, pilot)).run
        driver = MazeDriver(app)
        before_events(monkeypatch, MazeApp, note)

        def read_keys() -> None:
            for key in [*("right", "down", "left", "up") * 50, "ctrl+q"]:
                driver.process_message(events.Key(key, None))

        # The keyboard has a thread of its own; the app's thread is busy until all is typed.
        reader = threading.Thread(target=read_keys)
        reader.start()
        reader.join()
        await until(lambda: not app.is_running, pilot)
    assert (app.return_code, run.steps, in_time) == (0, 0, [])
    assert app._ending is None, "it would end the process of the tests"


@pytest.mark.parametrize(
    ("typed", "kind", "most"),
    [
        ("%", events.Key, MOST_WAITING),  # which nothing is bound to: each is handled at once
        ("\x1b[200~ab\x1b[201~", events.Paste, MOST_WAITING),
        ("\x1b[<64;10;10M", events.MouseScrollUp, MOST_OF_MOUSE),
    ],
)
async def test_of_a_flood_only_what_has_room_arrives(monkeypatch, typed, kind, most):
    arrived = []

    async def note(_, event):
        if isinstance(event, kind) and not event.is_forwarded:
            arrived.append(event)

    async with on_level(Recipe("wilson", 9, 9, "kite-7")) as (app, screen, pilot):
        await until(lambda: screen.ready, pilot)
        driver, keyboard = MazeDriver(app), Keyboard()
        before_events(monkeypatch, MazeApp, note)
        for _ in range(2):  # there is room again when they are handled
            arrived.clear()
            for event in keyboard.feed(typed * 1000):
                driver.process_message(event)
            await until(lambda: len(arrived) >= most, pilot)
            assert len(arrived) == most


def test_a_key_that_comes_without_a_screen_waits():
    """Before the first screen, and after the last one is gone, where threads still read keys."""
    assert MazeApp().admits(events.Key("a", "a"))


async def test_a_held_frame_is_rendered_only_when_it_is_let_go_and_then_at_once(monkeypatch):
    rendered = []
    render = Compositor.render_update

    def counted(compositor, *args, **named):
        rendered.append(compositor)
        return render(compositor, *args, **named)

    async with on_level(Recipe("wilson", 5, 5, "a")) as (_, screen, pilot):
        await until(lambda: screen.ready, pilot)
        monkeypatch.setattr(Compositor, "render_update", counted)
        monkeypatch.setattr(Timer, "resume", lambda _: None)  # no frame is ever due
        let_go = screen.hold_frame(20.0)
        await pilot.resize_terminal(90, 24)
        assert rendered == []
        let_go()
        late = asyncio.get_running_loop().time() + LONGEST  # a pause of the pilot would paint
        while not rendered:
            assert asyncio.get_running_loop().time() < late
            await asyncio.sleep(0.01)


async def test_a_screen_that_opens_leaves_the_other_style_sheets_alone(monkeypatch):
    async with on_level(Recipe("wilson", 5, 5, "a")) as (app, screen, pilot):
        monkeypatch.setattr(Stylesheet, "reparse", lambda _: pytest.fail("all are parsed anew"))
        await to_screen(pilot, HelpScreen, "question_mark")
        assert app.stylesheet.has_source(str(app.screen.css_path[0]))
        assert screen.is_attached


@pytest.mark.long
async def test_a_closed_screen_frees_its_cached_lines():
    opened, closed = [], []

    def count():
        gc.collect()
        return sum(isinstance(thing, Strip) for thing in gc.get_objects())

    async with on_form((100, 30)) as (_, pilot):
        for _ in range(8):
            await to_screen(pilot, HelpScreen, "question_mark")
            opened.append(count())
            await to_screen(pilot, NewGameScreen, "escape")
            closed.append(count())
    # six screens leave more behind; the form's own lines may move meanwhile
    assert closed[-1] - closed[1] < (opened[-1] - closed[-1]) / 2


async def test_a_worker_of_a_screen_that_is_gone_at_the_end_does_no_harm():
    ended = asyncio.Event()

    async def late() -> None:
        await ended.wait()
        raise NoMatches("the widget is gone")

    async with on_form() as (app, pilot):
        app.run_worker(late)
        await pilot.pause()
        ended.set()
        app.exit()


async def test_a_bouncing_click_on_a_notification_does_no_harm():
    app = MazeApp()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await to_screen(pilot, HomeScreen)
        app.notify("click me")
        await until(lambda: app.screen.query("Toast"), pilot)
        x, y, _, height = app.screen.query_one("Toast").region
        assert height == 1, "what lies over a maze is small"
        clicks = f"\x1b[<0;{x + 4};{y + 1}M\x1b[<0;{x + 4};{y + 1}m" * 60
        for event in Keyboard().feed(clicks):
            app.post_message(event)  # for a moment the toast is gone and still in the layout
            await asyncio.sleep(0)
        await pilot.pause()
        assert not app.screen.query("Toast")


@pytest.mark.parametrize("size", [(45, 14), (200, 60)])
async def test_the_first_frame_has_the_name_in_the_middle(monkeypatch, size):
    monkeypatch.setattr(SplashScreen, "_open_next", lambda _: None)
    app = MazeApp()
    async with app.run_test(size=size) as pilot:
        await until(lambda: "mazegame" in screen_text(app), pilot)
        lines = screen_text(app).splitlines()
        (row,) = (at for at, line in enumerate(lines) if line.strip())
        assert abs(2 * row + 1 - size[1]) <= 1
        assert abs(2 * lines[row].index("mazegame") + len("mazegame") - size[0]) <= 1


async def await_book(error, answers):
    """Ask the score book, which answers by an error, until the screen or the app says so."""
    asked = Future()
    asked.set_exception(error)
    async with asyncio.timeout(LONGEST), on_form() as (app, _):
        missing = partial(answers.append, "missing")
        app.screen.await_book(asked, answers.append, missing=missing, group="test")
        while not is_ending(app) and not answers:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("error", [LockedError("busy"), CancelledError()])
async def test_a_score_book_that_cannot_be_read_is_passed_over(error):
    await await_book(error, answers := [])
    assert answers == ["missing"]


async def test_any_other_error_of_an_answer_is_not_passed_over():
    answers = []
    with pytest.raises(ZeroDivisionError):
        await await_book(ZeroDivisionError(), answers)
    assert answers == []


@pytest.mark.parametrize("name", ["app", "screen", "widget"])
async def test_a_timer_calls_back_although_its_task_runs_later_than_its_delay(name, monkeypatch):
    """As where other processes take all time: a size of the terminal, for one, is not lost."""
    async with on_form() as (app, pilot):
        node = {"app": app, "screen": app.screen, "widget": app.screen.query_one("#preview")}[name]
        real, seconds, called = timers._time.get_time, count(), []

        def late():
            """The time; for the task of that timer each look at it is a second later."""
            with contextlib.suppress(RuntimeError):  # a thread asks as well
                task = asyncio.current_task()
                return real() + (next(seconds) if task and task.get_name() == "late" else 0)
            return real()

        monkeypatch.setattr(timers._time, "get_time", late)
        node.set_timer(0.01, lambda: called.append(name), name="late")
        await until(lambda: called, pilot)
        assert called == [name]

"""Closing: what comes back to a screen that is closed, or while the game ends, does nothing."""

import asyncio
import threading

import pytest
from textual._callback import invoke

from mazegame.screens import factory
from mazegame.widgets.input.background import BackgroundWork
from tests.ui.conftest import on_home, until
from tests.ui.screens.test_factory import arguments_of_all

UNOPENED = {
    *("reopen", "too_small", "party", "party_race", "party_watch"),
    *("exits", "caught", "result", "replay"),
}
"""Screens that close themselves, or take a party or a finished walk."""


ASKING = {"journey", "daily_maze", "scores", "statistics", "lab", "gallery"}
"""Screens that ask threads as soon as they open."""


@pytest.fixture
def late(monkeypatch):
    """Hold back what threads send to screens and widgets; yield it, and the answers that came."""
    sent, answers, main = [], [], threading.get_ident()
    call_later, ask = BackgroundWork.call_later, BackgroundWork.run_in_thread

    def hold(node, callback, *arguments):
        if threading.get_ident() == main:
            return call_later(node, callback, *arguments)
        sent.append((node, callback, arguments))
        return True

    def note(node, work, on_result, *, on_error=None, group="work"):
        callbacks = on_result, on_error or node.complain
        on_result, on_error = (
            lambda one, to=to: (answers.append(one), to(one))[1] for to in callbacks
        )
        ask(node, work, on_result, on_error=on_error, group=group)

    monkeypatch.setattr(BackgroundWork, "call_later", hold)
    monkeypatch.setattr(BackgroundWork, "run_in_thread", note)
    return sent, answers


async def test_an_answer_does_nothing_once_its_screen_is_closed_or_the_game_ends(late, monkeypatch):
    sent, answers = late

    def sent_to(screen):
        # Threads of earlier screens answer as well, to widgets that have no screen any more.
        return [one for node, *one in sent if screen in node.ancestors_with_self]

    async with on_home() as (app, pilot):
        form = app.screen
        for name, arguments in arguments_of_all(app).items():
            if name in UNOPENED or not hasattr(factory, name):
                continue
            sent.clear()
            app.open(getattr(factory, name)(*arguments))
            screen = app.screen
            wanted = name in ASKING
            await until(lambda of=screen, wanted=wanted: not wanted or sent_to(of), pilot)
            callbacks = sent_to(screen)
            answers.clear()
            with monkeypatch.context() as ending:
                ending.setattr(app, "_exit", True)
                for callback, words in callbacks:
                    await invoke(callback, *words)
            await app.pop_screen()
            for callback, words in callbacks:
                await invoke(callback, *words)
            assert answers == [], name
            assert app.screen is form, name
            assert app._exception is None, name


@pytest.mark.variants("turns", "name")
@pytest.mark.parametrize("turns", [1, 4, 12, 40])
@pytest.mark.parametrize(
    "name", ["journey", "daily_maze", "gallery", "lab", "scores", "design", "home"]
)
async def test_a_game_that_ends_while_a_screen_opens_ends_without_an_error(name, turns):
    async with on_home() as (app, _):
        app.open(getattr(factory, name)(*arguments_of_all(app)[name]))
        for _ in range(turns):
            await asyncio.sleep(0)
        app.exit()

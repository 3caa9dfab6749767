"""The screen that CONTRIBUTING.md adds opens over the form, and closes."""

import gc
import sys
from types import ModuleType

from tests.test_contributing import EXAMPLES
from tests.ui.conftest import on_form, screen_text, to_screen, until


async def test_the_screen_opens_and_closes(monkeypatch):
    module = ModuleType("mazegame.screens.greeting")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(EXAMPLES["screen"], module.__name__, "exec"), module.__dict__)
    async with on_form() as (app, pilot):
        form = app.screen
        app.router.open(module.Greeting("Ann"))
        await to_screen(pilot, module.Greeting)
        await until(lambda: "Hello, Ann" in screen_text(app), pilot)
        await to_screen(pilot, form, "escape")
    module.__dict__.clear()
    gc.collect()  # no test finds the route among the program's own

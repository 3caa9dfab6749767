"""Routes and screens: every route has a screen, and a screen is imported when it is opened."""

from __future__ import annotations

from mazegame.app import MazeApp
from mazegame.router import screen_class
from mazegame.screens import routes
from mazegame.screens.base import GameScreen
from tests.programs import run_code
from tests.ui.conftest import on_form, to_screen, until


def test_every_route_has_a_screen_of_its_own():
    screens = {screen_class(route) for route in routes.Route.__subclasses__()}
    assert len(screens) == len(routes.Route.__subclasses__())
    assert all(issubclass(screen, GameScreen) for screen in screens)


async def test_an_answer_comes_back_and_a_second_key_opens_no_second_screen():
    app = MazeApp()
    answers = []
    async with on_form(app=app) as (_, pilot):
        form = app.screen
        form.open(routes.Confirm("Really?"), answers.append)
        await until(lambda: app.screen is not form, pilot)
        form.open(routes.Confirm("Really?"), answers.append)
        await to_screen(pilot, form, "y")
    assert answers == [True]


def test_the_router_and_the_routes_import_no_screen():
    code = (
        "import sys, mazegame.router; shared = {'base', 'keys', 'routes'};"
        "print([name for name in sys.modules if name.startswith('mazegame.screens.')"
        " and name.rpartition('.')[2] not in shared] + [n for n in ('numpy',) if n in sys.modules])"
    )
    assert run_code(code).strip() == "[]"

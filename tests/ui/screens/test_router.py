"""Routes and screens: every route has a screen, a plugin's as well, imported when it is opened."""

import gc
import sys
from types import ModuleType

from mazegame.app import MazeApp
from mazegame.drawing import Scene
from mazegame.engine import Level, Recipe
from mazegame.game.modes.duel import duel_match
from mazegame.game.modes.kinds import free_play
from mazegame.game.racing.race_choice import NO_RACE
from mazegame.game.rules import Rules
from mazegame.game.run import Run
from mazegame.game.scoring.wrong_turns import WrongTurn
from mazegame.lab.gallery import designs, make_sample
from mazegame.party.client import Client
from mazegame.party.guest import PartyState
from mazegame.party.protocol import Prepare
from mazegame.router import screen_class
from mazegame.screens import routes
from mazegame.store.values import Summary
from tests.programs import run_code
from tests.test_extending import EXAMPLES
from tests.ui.conftest import on_form, screen_text, to_screen, until

LEVEL = Level.of(Recipe.parse("wilson:8x5:kite-7"))
SAMPLE = make_sample(designs()[0], LEVEL.recipe)


def every_route(app):
    """A route of every kind."""
    client = Client(PartyState(), "Ann")
    client.guest.take(Prepare(1, str(LEVEL.recipe), fog=False, players=()))
    recipe, run = LEVEL.recipe, Run(LEVEL, lambda: 0.0)
    alone = (
        "NewGame Endless FirstSteps PartyDoor Journey DailyMaze Statistics OpenReplay Saves "
        "SaveName Settings Lab Gallery Quiz CommandPalette"
    )
    return [
        *(getattr(routes, name)() for name in alone.split()),
        routes.Texture(recipe), routes.Race(recipe, NO_RACE, {}), routes.Play(free_play(LEVEL)),
        routes.Duel(duel_match(recipe)), routes.Caught(run, ()), routes.Party(address="127.0.0.1"),
        routes.PartyRace(client), routes.PartyWatch(client), routes.Result(run),
        routes.Pause(LEVEL, app.screen, Rules(), print), routes.Replay(run),
        routes.Exits(run, WrongTurn(LEVEL.start, 2)), routes.Solution(LEVEL, "today"),
        routes.Scores(Summary()), routes.Export(LEVEL, Scene.of(LEVEL)), routes.Reopen(None),
        routes.AskKey("walk"), routes.Versus((SAMPLE, SAMPLE)), routes.Confirm("Really?"),
        routes.Choose("Which?", [("one", "the first")]), routes.Help(app.screen),
        routes.CommandPalette(themes=True), routes.TooSmall(40, 12),
    ]  # fmt: skip


async def test_every_route_has_a_screen_of_its_own():
    async with on_form() as (app, _):
        wanted = every_route(app)
        screens = [screen_class(type(route))(route) for route in wanted]
    kinds = {one for one in routes.Route.__subclasses__() if one.__module__ == routes.__name__}
    assert {type(route) for route in wanted} == kinds
    assert len({type(screen) for screen in screens}) == len(kinds)


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

"""The factory: it makes every screen, a plugin's as well, and imports none before it is opened."""

import inspect
import sys
from types import ModuleType

from mazegame.app import MazeApp
from mazegame.drawing import Scene
from mazegame.engine import Level, Recipe
from mazegame.game.modes.free_play import free_play
from mazegame.game.modes.marathon import MarathonSeries
from mazegame.game.racing.race_choice import NO_RACE
from mazegame.game.rules import Rules
from mazegame.game.run import Run
from mazegame.game.scoring.finished_walk import FinishedWalk
from mazegame.game.scoring.wrong_turns import wrong_turns
from mazegame.lab.gallery import designs, make_sample
from mazegame.party.client import Client
from mazegame.party.guest import PartyState
from mazegame.party.protocol import Prepare
from mazegame.screens import factory
from tests.game.mazes import walked
from tests.programs import run_code
from tests.test_extending import EXAMPLES
from tests.ui.conftest import on_home, screen_text, to_screen, until

LEVEL = Level.of(Recipe.parse("wilson:8x5:kite-7"))
MARATHON = MarathonSeries("2028-W09", "kite", (LEVEL.recipe,) * 7, (1000,) * 6)
SAMPLE = make_sample(designs()[0], LEVEL.recipe)


def arguments_of_all(app):
    """Arguments for each function of the factory, by its name."""
    client = Client(PartyState(), "Ann")
    client.guest.take(Prepare(1, str(LEVEL.recipe), fog=False, players=()))
    recipe, run = LEVEL.recipe, Run(LEVEL, lambda: 0.0)
    astray = walked(LEVEL, detours=1)
    alone = (
        "home design endless first_steps journey daily_maze scores statistics open_replay "
        "saves save_name settings lab gallery quiz command_palette party"
    )
    return {
        **dict.fromkeys(alone.split(), ()),
        "texture": (recipe,), "race": (recipe, NO_RACE, {}), "play": (free_play(LEVEL),),
        "caught": (run, ()), "why": (astray, wrong_turns(astray)), "party_race": (client,),
        "party_watch": (client,), "result": (run,), "replay": (FinishedWalk(run),),
        "pause": (LEVEL, app.screen, Rules(), print),
        "solution": (LEVEL, "today"), "export": (LEVEL, Scene.of(LEVEL)),
        "reopen": (None,), "press_key": ("walk",), "versus": ((SAMPLE, SAMPLE),),
        "confirm": ("Really?",), "choose": ("Which?", [("one", "the first")]),
        "help_on": (app.screen,), "too_small": (40, 12), "resume_question": (["a run"], "^o"),
        "marathon": ("2028-W09", {}), "marathon_end": (MARATHON, run),
    }  # fmt: skip


async def test_every_function_makes_a_screen_of_its_own():
    makers = {
        name: make
        for name, make in inspect.getmembers(factory, inspect.isfunction)
        if make.__module__ == factory.__name__
        and name not in {"by_name", "study", "friends", "profile"}  # which call one of the others
        and make.__annotations__["return"].startswith("Screen")
    }
    async with on_home() as (app, _):
        arguments = arguments_of_all(app)
        screens = {name: make(*arguments[name]) for name, make in makers.items()}
    assert {*makers} == {*arguments}
    assert len({type(screen) for screen in screens.values()}) == len(makers)


async def test_an_answer_comes_back_and_a_second_key_opens_no_second_screen():
    app = MazeApp()
    answers = []
    async with on_home(app=app) as (_, pilot):
        form = app.screen
        form.open(factory.confirm("Really?"), answers.append)
        await until(lambda: app.screen is not form, pilot)
        form.open(factory.confirm("Really?"), answers.append)
        await to_screen(pilot, form, "y")
    assert answers == [True]


async def test_a_screen_in_place_of_another_answers_whoever_opened_that():
    app = MazeApp()
    answers = []
    async with on_home(app=app) as (_, pilot):
        form = app.screen
        form.open(factory.confirm("Really?"), answers.append)
        await until(lambda: app.screen is not form, pilot)
        app.replace(factory.confirm("In truth?"))
        await until(lambda: "In truth?" in screen_text(app), pilot)
        assert len(app.screen_stack) == 3
        await to_screen(pilot, form, "y")
    assert answers == [True]


def test_the_factory_imports_no_screen():
    code = (
        "import sys, mazegame.screens.factory; shared = {'base', 'keys', 'factory'};"
        "print([name for name in sys.modules if name.startswith('mazegame.screens.')"
        " and name.rpartition('.')[2] not in shared] + [n for n in ('numpy',) if n in sys.modules])"
    )
    assert run_code(code).strip() == "[]"


async def test_the_screen_opens_and_closes(monkeypatch):
    module = ModuleType("mazegame.screens.greeting")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(EXAMPLES["screen"], module.__name__, "exec"), module.__dict__)
    async with on_home() as (app, pilot):
        form = app.screen
        form.open(module.greeting("Ann"))
        await to_screen(pilot, module.GreetingScreen)
        await until(lambda: "Hello, Ann" in screen_text(app), pilot)
        await to_screen(pilot, form, "escape")

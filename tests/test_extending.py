"""What is added, here or by a package of somebody else, works as the two pages on it say."""

import json
import math
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from mazegame import cli
from mazegame.app import MazeApp
from mazegame.engine import ALGORITHMS, METHODS, Level, Recipe, batch, generate, register
from mazegame.engine.recipes.recipe import forget_designs
from mazegame.engine.support.plugins import Registry
from mazegame.formats import from_bytes, to_bytes
from mazegame.formats.registry import FORMATS
from mazegame.game.racing.rival_kinds import KINDS
from mazegame.game.racing.rivals import parse_rival
from mazegame.lab.subject import CarvingOf
from mazegame.screens import factory
from mazegame.screens.dialogs.race import RaceScreen
from mazegame.screens.lab.gallery import GalleryScreen
from mazegame.screens.lab.lab import LabScreen
from mazegame.screens.new_game import NewGameScreen
from mazegame.services import Services
from mazegame.store.places import claim_first_start
from mazegame.widgets.input.fields import Choice
from tests.engine.snake import SNAKE
from tests.game.mazes import forked
from tests.programs import ROOT, run_code, run_python
from tests.test_site import run_examples
from tests.ui.conftest import (
    is_on,
    notices,
    on_form,
    playing,
    previewed,
    screen_text,
    shows,
    to_screen,
    until,
)

EXAMPLE = ROOT / "tests" / "example_plugin"
PAGE, OWN_PAGE = (
    (ROOT / name).read_text(encoding="utf-8") for name in ("docs/extending.md", "CONTRIBUTING.md")
)
EXAMPLES = dict(re.findall(r"<!-- run: (\w+) -->\n```python\n(.*?)```", OWN_PAGE, re.DOTALL))

GAME_ID = "spiral:12x7:kite-7"


@pytest.fixture(autouse=True)
def registries(monkeypatch):
    """What a test registers is gone after it."""
    for registry in (ALGORITHMS, METHODS, KINDS, FORMATS):
        monkeypatch.setattr(registry, "_entries", dict(registry._entries))


def lay_out(folder: Path) -> None:
    """Lay the example out as pip installs it: its modules, and the entry points it declares."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shutil.copytree(EXAMPLE / "mazegame_spiral", folder / "mazegame_spiral")
    info = folder / "mazegame_spiral-0.1.0.dist-info"
    info.mkdir()
    name, version = project["name"], project["version"]
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    points = ""
    for group, entries in project["entry-points"].items():
        points += f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in entries.items())
    (info / "entry_points.txt").write_text(points)


def install(folder: Path) -> None:
    """Install the example by pip, which fetches what builds it."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--target", str(folder), str(EXAMPLE)], check=True)


@pytest.fixture(scope="module", params=[lay_out, pytest.param(install, marks=pytest.mark.long)])
def site(request, tmp_path_factory) -> Path:
    """A folder with the installed example."""
    folder = tmp_path_factory.mktemp("site")
    request.param(folder)
    return folder


def run(site: Path, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run mazegame in a process that finds the example."""
    env = {**os.environ, "PYTHONPATH": str(site)}
    return run_python("-m", "mazegame", *words, env=env, check=check)


def python(site: Path, code: str) -> str:
    """Run Python in a process that finds the example."""
    return run_code(code, env={**os.environ, "PYTHONPATH": str(site)})


def test_the_algorithm_has_all_that_our_own_have_and_the_rival_walks(site):
    said = python(
        site,
        """
from mazegame.engine import Level, batch, generate, trace
import numpy as np
recipe = "spiral:12x7:kite-7"
level = Level.of(recipe)
assert level.maze.passage_count == 12 * 7 - 1 and level.dist_min > 0
assert level.maze == generate("spiral", 12, 7, "kite-7")
for options in ({"weights": "40-10"}, {"zones": "checker", "weights": "40-10+10-40"},
                {"mask": "heart"}, {"braid": "100"}):
    generate("spiral", 20, 20, "a", **options)
mazes = batch("spiral", 9, 6, 5)
assert len(mazes) == 5
steps = trace("spiral:20x20:kite-7")
assert np.array_equal(steps.maze_at(len(steps)).passages, generate("spiral:20x20:kite-7").passages)
from mazegame.game.racing.rivals import parse_rival
rival = parse_rival("snail:4").on(level)
rival.settle()
print(rival.name, rival.steps >= level.dist_min)
""",
    )
    assert said == "snail True\n"


@pytest.mark.parametrize(("page", "number"), [(PAGE, 6), (OWN_PAGE, 3)], ids=["others", "own"])
def test_a_page_shows_files_as_they_are(page, number):
    shown = re.findall(r"<!-- file: (.*?) -->\n```\w+\n(.*?)```", page, re.DOTALL)
    assert len(shown) == number
    for file, text in shown:
        assert text in (ROOT / file).read_text(encoding="utf-8"), file


def test_the_page_registers_one_of_each_as_shown():
    assert run_examples(PAGE, "extending.md") == 32
    forget_designs()


def module_of(name, monkeypatch) -> ModuleType:
    """Run an example as a module."""
    module = ModuleType(f"example_{name}")
    exec(compile(EXAMPLES[name], module.__name__, "exec"), module.__dict__)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module


def test_our_own_example_of_an_algorithm_makes_mazes():
    register(SNAKE)
    assert generate("snake:9x6:weights=40-10:kite-7").passage_count == 53
    assert len(batch("snake", 9, 6, 3)) == 3


def test_the_rival_walks_to_b(monkeypatch):
    example = module_of("rival", monkeypatch)
    METHODS.register(example.METHOD)
    KINDS.register(example.RIVAL)
    level = forked()
    rival = parse_rival("last-exit:8").on(level)
    assert rival.cell(0.0) == level.start
    rival.cell(100.0)
    assert rival.arrival == pytest.approx(level.dist_min / 8)
    circling = parse_rival("last-exit:8").on(Level.of("wilson:20x12:kite-7"))
    circling.cell(1000.0)
    assert circling.arrival == math.inf


def test_the_format_is_written_and_read(monkeypatch, tmp_path, capsys):
    example = module_of("format", monkeypatch)
    FORMATS.register(example.FORMAT)
    level = Level.of("wilson:7x4:kite-7")
    data = to_bytes(level, "hex")
    assert len(data.splitlines()) == 4
    file = tmp_path / "maze.hex"
    assert cli.main(["generate", "wilson:7x4:kite-7", "-o", str(file)]) == 0
    assert file.read_bytes() == data
    assert cli.main(["solve", str(file), "--from", "hex"]) == 0
    assert capsys.readouterr().out == f"{level.dist_min}\n"
    assert from_bytes(data, "hex").maze == level.maze


@pytest.mark.parametrize(
    "hook",
    re.findall(
        r"entry: \.venv/bin/python (-m ruff .*)$",
        (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"),
        re.MULTILINE,
    ),
)
def test_a_hook_before_a_commit_leaves_out_what_the_check_leaves_out(hook):
    done = run_python(
        *hook.split(), "docs/textures.py", "docs/pictures.py", "mazegame/capabilities.py"
    )
    assert done.returncode == 0, done.stdout


def test_nothing_of_a_package_is_imported_before_it_is_asked_for(site):
    said = python(
        site,
        """
import sys
from mazegame.engine import ALGORITHMS, generate
generate("wilson", 9, 9, "a")
print("importlib.metadata" in sys.modules, ALGORITHMS.offered)
print(ALGORITHMS.discover(), "mazegame_spiral" in sys.modules)
ALGORITHMS["spiral"]
print("mazegame_spiral.spiral" in sys.modules, "mazegame_spiral.table" in sys.modules)
""",
    )
    assert said.splitlines() == ["False {}", "{'spiral': 'mazegame-spiral'} False", "True False"]


def test_the_command_line_takes_all_four(site, tmp_path):
    table = tmp_path / "maze.csv"
    assert len(run(site, "generate", GAME_ID).stdout.splitlines()) == 15
    run(site, "generate", GAME_ID, "-f", "csv", "-o", str(table))
    assert len(table.read_text().splitlines()) == 7
    shortest = run(site, "solve", GAME_ID).stdout
    assert run(site, "solve", str(table), "--from", "csv").stdout == shortest
    assert "spiral\n    Of the package mazegame-spiral.\n" in run(site, "algorithms").stdout
    listed = [json.loads(line) for line in run(site, "algorithms", "--json").stdout.splitlines()]
    assert "mazegame-spiral" in [entry.get("package") for entry in listed]
    steps = run(site, "lab", GAME_ID, "--search", "keep-right", "--steps").stdout
    assert '"arrive"' in steps.lower()


BROKEN = "import nothing_of_this_name\n"


@pytest.mark.variants
@pytest.mark.parametrize(
    ("module", "what", "words"),
    [
        ("spiral", "the algorithm spiral", ["generate", "spiral:5x5:a"]),
        (
            "keep_right",
            "the search keep-right",
            ["lab", GAME_ID, "--search", "keep-right", "--steps"],
        ),
        ("snail", "the rival snail", ["play", "wilson:5x5:a", "--race", "snail"]),
        ("table", "the format csv", ["generate", "wilson:5x5:a", "-f", "csv"]),
    ],
)
def test_a_broken_package_is_one_line(tmp_path, module, what, words):
    lay_out(tmp_path)
    (tmp_path / "mazegame_spiral" / f"{module}.py").write_text(BROKEN)
    done = run(tmp_path, *words, check=False)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert (
        f"{what} of the package mazegame-spiral cannot be used: "
        "ModuleNotFoundError: No module named 'nothing_of_this_name'"
    ) in done.stderr
    assert run(tmp_path, "generate", "wilson:5x5:a").stdout


@pytest.mark.variants
@pytest.mark.parametrize("points", [b"[a]\nb\n", b"[a]\nb = \xff\n", b"\xff", b"[a\nb = c\n"])
def test_the_broken_entry_points_of_another_package_cost_no_plugin(tmp_path, points):
    lay_out(tmp_path)
    for name in ("aaa_broken", "zzz_broken"):
        info = tmp_path / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_bytes(points)
    done = run(tmp_path, "generate", GAME_ID)
    assert len(done.stdout.splitlines()) == 15
    assert done.stderr == f"{GAME_ID}\n"
    unknown = run(tmp_path, "generate", "spirall:5x5:a", check=False)
    assert unknown.returncode == 2
    assert len(unknown.stderr.splitlines()) == 1
    assert "spiral" in unknown.stderr


@pytest.mark.variants
@pytest.mark.parametrize("raised", ["SystemExit(3)", "asyncio.CancelledError('no')", "Own('no')"])
def test_a_package_that_raises_what_no_error_is_gets_one_line(tmp_path, raised):
    lay_out(tmp_path)
    table = tmp_path / "mazegame_spiral" / "table.py"
    own = "import asyncio\nclass Own(BaseException): pass\n"
    table.write_text(f"{own}{table.read_text()}def write(picture): raise {raised}\n")
    done = run(tmp_path, "generate", "wilson:5x5:a", "-f", "csv", check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def find(folder: Path, monkeypatch, home: Path) -> Iterator[None]:
    """Let this process find the example, and forget it afterwards; with a home of its own."""
    monkeypatch.setenv("MAZEGAME_HOME", str(home))
    claim_first_start()
    monkeypatch.syspath_prepend(str(folder))
    for registry in (ALGORITHMS, METHODS, KINDS):
        monkeypatch.setattr(registry, "_looked", False)
        monkeypatch.setattr(registry, "_entry_points", {})
    yield
    for name in [name for name in sys.modules if name.startswith("mazegame_spiral")]:
        del sys.modules[name]


@pytest.fixture
def installed(site, monkeypatch, tmp_path) -> Iterator[None]:
    """The example, installed."""
    yield from find(site, monkeypatch, tmp_path / "home")


@pytest.fixture(params=["snail", pytest.param("keep_right", marks=pytest.mark.long)])
def broken(request, monkeypatch, tmp_path) -> Iterator[None]:
    """The example, whose algorithm and whose rival, or the search of that, cannot be imported."""
    lay_out(tmp_path)
    for module in ("spiral", request.param):
        (tmp_path / "mazegame_spiral" / f"{module}.py").write_text(BROKEN)
    yield from find(tmp_path, monkeypatch, tmp_path / "home")


async def test_a_broken_package_is_a_sentence_on_the_form_and_in_the_dialog_for_races(broken):
    async with on_form((120, 50)) as (app, pilot):
        form = app.screen
        await until(lambda: "spiral" in form.designs.designs, pilot)
        chosen = form.draft.algorithm
        form.designs.highlighted = form.designs.option_count - 1
        await until(lambda: "the algorithm spiral" in "".join(notices(app)), pilot)
        assert form.draft.algorithm == chosen
        dialog = await to_screen(pilot, RaceScreen, "r")
        rival = dialog.query_one("#rival-0", Choice)
        while rival.value != "snail":
            await pilot.press("right")
        await shows(pilot, "ModuleNotFoundError: No")
        screen = await playing(app, pilot, "enter")
        assert not screen.session.rivals
        assert "of the package mazegame-spiral cannot be used" in "".join(notices(app))


async def test_nothing_looks_for_packages_before_the_services_are_opened(installed, monkeypatch):
    calls = []

    def noted(name, call):
        return lambda self: calls.append(name) or call(self)

    for owner, name in ((Services, "open"), (Registry, "discover")):
        monkeypatch.setattr(owner, name, noted(name, getattr(owner, name)))
    async with on_form() as (app, pilot):
        await until(lambda: "spiral" in app.screen.designs.designs, pilot)
    assert calls[0] == "open"
    assert calls.count("discover") >= 3


async def test_the_form_offers_it_and_imports_it_when_it_is_chosen(installed):
    async with on_form((120, 50)) as (app, pilot):
        form = app.screen
        assert isinstance(form, NewGameScreen)
        await until(lambda: "spiral" in form.designs.designs, pilot)
        assert "mazegame_spiral.spiral" not in sys.modules
        form.designs.highlighted = form.designs.option_count - 1
        await until(lambda: form.draft.algorithm == "spiral", pilot)
        await until(lambda: previewed(form) and previewed(form).algorithm == "spiral", pilot)
        assert "Spirals: long straight corridors" in screen_text(app)


async def test_the_lab_and_the_gallery_show_it(installed):
    recipe = Recipe.parse(GAME_ID)
    app = MazeApp(lambda: factory.lab((CarvingOf(recipe),)))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(lambda: is_on(app, LabScreen) and app.screen.shows, pilot)
        (show,) = app.screen.shows
        await pilot.press("space", "end")
        assert (show.scene.grid == generate(recipe).passages).all()
        assert "stuck: pop a cell off the stack" in screen_text(app)
        await to_screen(pilot, GalleryScreen, "asterisk")
        await until(lambda: "spiral" in app.screen.samples, pilot)

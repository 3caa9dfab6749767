"""The screen that CONTRIBUTING.md adds: its diff applies, and its own test passes."""

import gc
import re
import shutil
import subprocess
import sys
from types import ModuleType

import pytest

from mazegame.screens import routes
from tests.programs import ROOT
from tests.test_contributing import PAGE

DIFF = re.search(r"<!-- run: screen -->\n```diff\n(.*?)```", PAGE, re.DOTALL)[1]
ROUTES, SCREEN, _, TEST = PLACES = re.findall(r"^\+\+\+ b/(.*)$", DIFF, re.MULTILINE)


def run_file(name, folder, into):
    """Run a file of the diff in a module."""
    into["__file__"] = str(folder / name)
    exec(compile((folder / name).read_text("utf-8"), name, "exec"), into)


@pytest.mark.skipif(not shutil.which("git"), reason="needs git")
async def test_four_places_make_a_screen_that_opens_and_closes(monkeypatch, tmp_path):
    (tmp_path / ROUTES).parent.mkdir(parents=True)
    shutil.copy(ROOT / ROUTES, tmp_path / ROUTES)
    subprocess.run(["git", "apply"], input=DIFF, text=True, cwd=tmp_path, check=True)
    assert len(PLACES) == 4
    added = (tmp_path / ROUTES).read_text("utf-8").removeprefix((ROOT / ROUTES).read_text("utf-8"))
    module = ModuleType("mazegame.screens.greeting")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    route = {"Route": routes.Route, "__name__": routes.__name__}
    exec(added, route)
    monkeypatch.setattr(routes, "Greeting", route["Greeting"], raising=False)
    run_file(SCREEN, tmp_path, module.__dict__)
    test = {}
    run_file(TEST, tmp_path, test)
    await test["test_it_greets_and_goes"]()
    for names in (module.__dict__, route, test):
        names.clear()
    monkeypatch.undo()
    gc.collect()  # no test finds the route among the program's own

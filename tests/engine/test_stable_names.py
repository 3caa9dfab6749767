"""The page of stable names lists what there is, and nothing that was to be gone by now."""

import re
from dataclasses import replace

import pytest

import mazegame.engine
import mazegame.engine.authoring
import mazegame.formats.found
from mazegame import __version__
from mazegame.engine import METHODS
from mazegame.engine.authoring import Presentation, Text
from mazegame.formats.parsed import ParsedMaze
from tests.programs import ROOT

PAGE = (ROOT / "docs" / "stability.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("package", [mazegame.engine, mazegame.formats])
def test_the_page_lists_every_public_name(package):
    _, _, section = PAGE.partition(f"## From `{package.__name__}`")
    listed = re.findall(r"`(\w+)`", section.partition("##")[0])
    assert listed == sorted(package.__all__)


def test_everything_for_authors_can_be_imported_and_is_the_real_thing():
    module = mazegame.engine.authoring
    assert all(hasattr(module, name) for name in module.__all__)
    assert module.Algorithm is mazegame.engine.Algorithm
    assert module.register is mazegame.engine.register


def test_old_names_warn_and_are_the_new_things():
    with pytest.warns(DeprecationWarning, match="Telling is deprecated: it is now Presentation"):
        assert mazegame.engine.authoring.Telling is Presentation
    with pytest.warns(DeprecationWarning, match=r"it is now mazegame\.formats\.parsed\.ParsedMaze"):
        assert mazegame.formats.found.Found is ParsedMaze
    queue = Presentation("queue")
    with pytest.warns(DeprecationWarning, match="telling is deprecated: it is now presentation"):
        assert Text(None, None, telling=queue).presentation is queue
    with pytest.warns(DeprecationWarning, match="telling is deprecated: it is now presentation"):
        method = replace(METHODS["bfs"], telling=Presentation("list"))
    assert method.presentation.pending == "list"
    for module in (mazegame.engine.authoring, mazegame.formats.found):
        assert not hasattr(module, "Tellings")


def test_what_is_deprecated_is_not_overdue():
    def version(text):
        return tuple(map(int, re.findall(r"\d+", text)[:2]))

    rows = re.findall(r"^\| `.*\| ([\d.]+) \| ([\d.]+) \|", PAGE, re.MULTILINE)
    assert rows
    for since, gone in rows:
        assert version(since) < version(gone)
        assert version(__version__) < version(gone), f"it was to go in {gone}"

"""The page of stable names lists what there is, and nothing that was to be gone by now."""

import re

import pytest

import mazegame.engine
import mazegame.engine.authoring
import mazegame.formats
from mazegame import __version__
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


def test_what_is_deprecated_is_not_overdue():
    def version(text):
        return tuple(map(int, re.findall(r"\d+", text)[:2]))

    rows = re.findall(r"^\| `.*\| ([\d.]+) \| ([\d.]+) \|", PAGE, re.MULTILINE)
    assert rows
    for since, gone in rows:
        assert version(since) < version(gone)
        assert version(__version__) < version(gone), f"it was to go in {gone}"

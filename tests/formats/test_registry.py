"""The registry of formats keeps what its entries say."""

from __future__ import annotations

import pytest

from mazegame.engine import Level, Recipe
from mazegame.formats.registry import FORMATS, writing

LEVEL = Level.of(Recipe.parse("recursive-backtracker:5x4:kite-7"))


@pytest.mark.parametrize("entry", FORMATS.values(), ids=FORMATS)
def test_what_an_entry_says_its_module_does(entry):
    if entry.writes:
        assert "".join(entry.writer(LEVEL))
    if entry.draws_path:
        assert "".join(entry.writer(LEVEL, path=True)) != "".join(entry.writer(LEVEL))
    if entry.reads:
        data = "".join(entry.writer(LEVEL)).encode()
        assert entry.reader(data, "five").name == "five"
        with pytest.raises(ValueError, match="it is empty"):
            entry.reader(b"")


def test_a_format_is_asked_for_a_path_only_if_it_has_one():
    assert set(writing(path=True)) == {f.name for f in FORMATS.values() if f.draws_path}
    with pytest.raises(ValueError, match="cannot show a path"):
        "".join(FORMATS["grid"].writer(LEVEL, path=True))


def test_no_two_formats_claim_one_suffix():
    suffixes = [suffix for entry in FORMATS.values() for suffix in entry.suffixes]
    assert len(set(suffixes)) == len(suffixes)

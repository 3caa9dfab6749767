"""The registry of formats keeps what its entries say."""

import pytest

from mazegame.engine import Level, Recipe
from mazegame.formats.detection import detect
from mazegame.formats.picture import Picture
from mazegame.formats.registry import FORMATS, format_of
from mazegame.formats.source import Source

LEVEL = Level.of(Recipe.parse("recursive-backtracker:7x6:kite-7"))
"""Its shortest path is not its only corridor."""

LAYERS = {
    "path": {"path": True},
    "heat": {"heat": True},
    "doors": {"doors": True},
    "title": {"title": True},
    "walk": {"walk": LEVEL.cells_of_path()[:5]},
    "cell": {"cell": 9},
    "width": {"width": 99},
    "wall": {"cell": 9, "wall": 3},
    "theme": {"theme": "maze-dark"},
    "paper": {"paper": "letter"},
}


def written(name: str, **layers: object) -> bytes:
    return b"".join(FORMATS[name].load().write(Picture.of(LEVEL, **layers)))


WRITTEN = [name for name, entry in FORMATS.items() if entry.writes]


@pytest.mark.parametrize("name", WRITTEN)
def test_every_layer_that_a_format_takes_can_be_seen_in_it(name):
    plain = written(name)
    assert plain
    for layer in FORMATS[name].takes - ({"path"} if name == "pdf" else set()):
        assert written(name, **LAYERS[layer]) != plain, layer


@pytest.mark.parametrize("name", WRITTEN)
def test_text_is_text(name):
    if FORMATS[name].text:
        assert written(name).decode().endswith("\n")


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written_is_found_out_from_its_content(name):
    if FORMATS[name].reads:
        assert detect(written(name)) == name


@pytest.mark.parametrize("name", [name for name, entry in FORMATS.items() if entry.reads])
def test_nothing_is_refused_in_one_sentence(name):
    with pytest.raises(ValueError, match=r"it is empty|it is no") as caught:
        FORMATS[name].load().read(Source.of(b""))
    assert str(caught.value).isprintable()


def test_the_ending_of_a_file_s_name_means_one_format():
    suffixes = [suffix for entry in FORMATS.values() for suffix in entry.suffixes]
    assert len(set(suffixes)) == len(suffixes)
    for entry in FORMATS.values():
        for suffix in entry.suffixes:
            assert format_of(f"Maze{suffix.upper()}") is entry
    assert format_of("maze") is None
    assert format_of("maze.doc") is None

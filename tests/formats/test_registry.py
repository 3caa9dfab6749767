"""The registry of formats keeps what its entries say."""

import io
import re
import zlib

import numpy as np
import pytest
from PIL import Image

from mazegame.engine import Level, Recipe
from mazegame.formats import picture, source, to_bytes
from mazegame.formats.data import npy
from mazegame.formats.detection import detect
from mazegame.formats.files import read
from mazegame.formats.pictures import bitmap, candidates, finding, shades, svg
from mazegame.formats.registry import FORMATS, format_of
from mazegame.formats.source import Source
from mazegame.formats.text import plain

LEVEL = Level.of(Recipe.parse("recursive-backtracker:7x6:kite-7"))
"""Its shortest path is not its only corridor, and its walk leaves that."""

LAYERS = {
    **{name: {name: True} for name in ("path", "heat", "doors", "title", "tree")},
    "walk": {"walk": [*LEVEL.cells_of_path()[:6].tolist(), [3, 3]]},
    "cell": {"cell": 9}, "width": {"width": 99},
    "wall": {"cell": 12, "wall": 3}, "theme": {"theme": "maze-dark"}, "paper": {"paper": "letter"},
}  # fmt: skip


def written(name, **layers):
    """The level in a format; in ``maz`` one of 16x16 cells, which no other fits."""
    return to_bytes(Level.of("wilson:16x16:kite-7") if name == "maz" else LEVEL, name, **layers)


def parts_of(data: bytes) -> tuple[object, ...]:
    found = read(Source.of(data))
    return found.maze, found.start, found.goals, found.game_id


WRITTEN = [name for name, entry in FORMATS.items() if entry.writes]


@pytest.mark.parametrize("name", WRITTEN)
def test_every_layer_that_a_format_takes_can_be_seen_in_it(name):
    plain = written(name)
    assert plain
    for layer in FORMATS[name].takes - ({"path", "title"} if name == "pdf" else set()):
        assert written(name, **LAYERS[layer]) != plain, layer


PIECES = {"BAND_CELLS", "BAND_PIXELS", "_PIECE"}


@pytest.mark.parametrize("game_id", ["prim:12x9:mask=ring:a", "wilson:9x8:braid=50:a"])
@pytest.mark.parametrize("name", [name for name in WRITTEN if name not in {"pdf", "maz"}])
def test_pieces_do_not_show(name, game_id, monkeypatch):
    level, entry = Level.of(game_id), FORMATS[name]
    # Inside a mask A has no door, and a maze with loops is no tree.
    left_out = {"walk", "doors"} if "mask" in game_id else {"walk", "tree"}
    layers = [{}, *(LAYERS[layer] for layer in sorted(entry.takes - left_out))]
    layers += [{"path": True, "walk": level.cells_of_path()[:9]}] * ("walk" in entry.takes)
    whole = [to_bytes(level, name, **more) for more in layers]
    found = [parts_of(data) for data in whole if entry.reads]
    for module in (bitmap, candidates, finding, npy, picture, plain, shades, svg):
        (piece,) = PIECES & set(vars(module))
        monkeypatch.setattr(module, piece, 5)
    monkeypatch.setattr(picture, "_STROKES", 5)
    monkeypatch.setattr(source, "BLOCK_BYTES", 50)
    assert [to_bytes(level, name, **more) for more in layers] == whole
    assert [parts_of(data) for data in whole if entry.reads] == found


@pytest.mark.parametrize(
    "name", ["svg", "pdf", "png", *(name for name in WRITTEN if FORMATS[name].text)]
)
def test_what_is_written_stays_the_same(name, snapshot):
    """A change is renewed with ``--snapshot-update``, and its difference read."""
    # Pixels of letters are those of the Pillow that is installed.
    left_out = {"width", "tree", "title"} if name == "png" else {"width", "tree"}
    layers = sorted(FORMATS[name].takes - left_out)
    everything = {key: value for layer in layers for key, value in LAYERS[layer].items()}
    small = {"cell": 4} if name == "png" else {}
    for level, options in ((Level.of("wilson:7x7:mask=ring:kite-7"), small), (LEVEL, everything)):
        data = to_bytes(level, name, **options)
        if name == "pdf":
            streams = re.findall(rb"stream\n((?s:.*?))\nendstream", data)
            data = b"\n".join(map(zlib.decompress, streams))
        if name == "png":  # the numbers of its colours
            pixels = np.asarray(Image.open(io.BytesIO(data)), np.uint8)
            data = b"\n".join(map(bytes, pixels + ord("0")))
        assert data.decode() == snapshot


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

"""The format ``json``: one JSON object on one line.

    {"format": "mazegame maze", "version": 1, "game_id": "wilson:2x2:a", "name": "", "cols": 2,
     "rows": 2, "start": [0, 0], "goals": [[1, 1]], "dist_min": 2, "passages": ["4c", "39"]}

``passages`` has a string for each row of cells, and in it a hexadecimal digit for each cell: the
sum of its open sides, N=1, E=2, S=4, W=8. ``path``, ``walk`` and ``distances`` follow if they are
requested.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from mazegame.engine import Cell
from mazegame.engine.support import memory
from mazegame.formats.errors import FormatError
from mazegame.formats.parsed import MAX_GOALS, ParsedMaze, maze_of
from mazegame.formats.picture import Picture, bands
from mazegame.formats.source import Source

FORMAT: Final = "mazegame maze"
VERSION: Final = 1

_DIGITS: Final = np.frombuffer(b"0123456789abcdef", np.uint8)
_VALUES: Final = bytes.maketrans(b"0123456789abcdefABCDEF", bytes([*range(16), *range(10, 16)]))
_LARGEST: Final = 1 << 31


def write(picture: Picture) -> Iterator[bytes]:
    """Write a picture as one line; yields it in pieces."""
    maze = picture.maze
    head: dict[str, Any] = {
        "format": FORMAT, "version": VERSION, "game_id": picture.game_id, "name": picture.name,
        "cols": maze.cols, "rows": maze.rows,
    }  # fmt: skip
    if picture.start is not None:
        head |= {"start": picture.start, "goals": picture.goals, "dist_min": picture.dist_min}
    yield json.dumps(head)[:-1].encode() + b', "passages": ["'
    for top, end in bands(maze.rows, maze.cols):
        rows = _DIGITS[maze.passages[top:end]]
        yield (b'", "' if top else b"") + b'", "'.join(row.tobytes() for row in rows)
    yield b'"]'
    for name, cells in (("path", picture.path), ("walk", picture.walk)):
        if cells is not None:
            yield f', "{name}": {json.dumps(cells.tolist())}'.encode()
    if picture.heat and picture.field is not None:
        yield b', "distances": ['
        for row in range(maze.rows):
            yield (b", " if row else b"") + json.dumps(picture.field[row].tolist()).encode()
        yield b"]"
    yield b"}\n"


def read(source: Source) -> ParsedMaze:
    """Read such an object; refuse one that is inconsistent or has a newer version."""
    size = source.size or 0
    memory.require(size * 9, f"a JSON file of {memory.format_size(size)}")  # as measured
    data = source.read_nonblank()
    try:
        given = json.loads(data)
    except json.JSONDecodeError as error:
        raise FormatError(
            f"line {error.lineno}, column {error.colno}: it is no JSON: {error.msg}"
        ) from None
    except (UnicodeDecodeError, RecursionError, ValueError):
        raise FormatError("it is no JSON of a maze") from None
    if not isinstance(given, dict) or given.get("format") != FORMAT:
        raise FormatError(f'it is no JSON of a maze: "format" is not "{FORMAT}"')
    if given.get("version") != VERSION:
        raise FormatError(
            f"it is of version {str(given.get('version'))[:20]!r}: this program reads {VERSION}"
        )
    cols, rows = _number(given, "cols"), _number(given, "rows")
    lines = given.get("passages")
    if not isinstance(lines, list) or len(lines) != rows:
        raise FormatError(f'"passages" is not a list of {rows:,} strings, one for each row')
    for number, line in enumerate(lines):
        if not isinstance(line, str) or len(line) != cols:
            raise FormatError(f'"passages"[{number}] is not a string of {cols:,} digits')
    digits = "".join(lines).encode("utf-8", "replace")
    if digits.translate(None, b"0123456789abcdefABCDEF"):
        raise FormatError('"passages" holds characters that are no hexadecimal digits')
    passages = np.frombuffer(digits.translate(_VALUES), np.uint8).reshape(rows, cols)
    maze = maze_of(passages, '"passages" is')
    start = None if given.get("start") is None else _cell(given["start"], "start")
    goals = given.get("goals", [])
    if not isinstance(goals, list) or len(goals) > MAX_GOALS:
        raise FormatError(f'"goals" is not a list of at most {MAX_GOALS:,} cells')
    dist_min = None if given.get("dist_min") is None else _number(given, "dist_min", least=0)
    bs = tuple(_cell(goal, "goals") for goal in goals)
    game_id, name = _text(given, "game_id"), _text(given, "name")
    return ParsedMaze(maze, start, bs, game_id, dist_min, name)


def _number(given: dict[str, Any], key: str, *, least: int = 1) -> int:
    value = given.get(key)
    if type(value) is not int or not least <= value < _LARGEST:
        raise FormatError(f'"{key}" is not a whole number of {least} at least')
    return value


def _text(given: dict[str, Any], key: str) -> str:
    value = given.get(key, "")
    if not isinstance(value, str):
        raise FormatError(f'"{key}" is no string')
    return value[:1000]


def _cell(given: object, key: str) -> Cell:
    match given:
        case [int(row), int(col)] if 0 <= row < _LARGEST and 0 <= col < _LARGEST:
            return int(row), int(col)
    raise FormatError(f'"{key}" holds what is no cell [row, col]')

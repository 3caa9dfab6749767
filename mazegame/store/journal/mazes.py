"""Keep copies of loaded mazes that were played, so that their runs can be resumed and watched.

A file holds one maze: a line of JSON, then the passages, one byte a cell, compressed by zlib. Its
name is the level's key.
"""

from __future__ import annotations

import json
import re
import zlib
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine import Level, Maze
from mazegame.formats.errors import reason_of
from mazegame.game.recording.record import LOADED, level_key
from mazegame.store.places import write_whole

if TYPE_CHECKING:
    from pathlib import Path

MAX_CELLS: Final = 1 << 24
"""Most cells of a maze that is kept; of larger mazes there is only the file they came from."""


class NoSuchMazeError(ValueError):
    """The level no longer exists; the message is one line for the player."""


def keep_maze(folder: Path, level: Level) -> None:
    """Write a loaded maze into a folder, unless it is there or too large; OSError if that fails."""
    maze = level.maze
    if level.recipe is not None or maze.rows * maze.cols > MAX_CELLS:
        return
    path = _path(folder, level_key(level))
    if path.exists():
        return
    ends = {"start": level.start, "goals": level.goals}
    head = {"rows": maze.rows, "cols": maze.cols, **ends, "name": level.name}
    passages = np.ascontiguousarray(maze.passages).tobytes()
    write_whole(path, json.dumps(head).encode() + b"\n" + zlib.compress(passages))


def level_of(folder: Path, key: str) -> Level:
    """Return the level of a key: generate it from a game ID, or read the copy of a loaded maze.

    Raises:
        NoSuchMazeError: There is no copy, or it is damaged.
        RecipeError: The game ID is invalid.
        NotEnoughMemoryError: The maze does not fit into memory.
    """
    if not key.startswith(LOADED):
        return Level.of(key)
    path = _path(folder, key)
    try:
        head, _, packed = path.read_bytes().partition(b"\n")
        shape = json.loads(head)
        rows, cols = int(shape["rows"]), int(shape["cols"])
        if not (rows > 0 and cols > 0 and rows * cols <= MAX_CELLS):
            raise ValueError("no such size")
        passages = zlib.decompressobj().decompress(packed, rows * cols + 1)
        maze = Maze(np.frombuffer(passages, np.uint8).reshape(rows, cols))
        start, *goals = ((int(row), int(col)) for row, col in (shape["start"], *shape["goals"]))
        level = Level(maze, start, tuple(goals), name=str(shape["name"]))
        if level_key(level) != key:
            raise ValueError("another maze")
    except FileNotFoundError:
        raise NoSuchMazeError(f"the loaded maze {key} is not kept here") from None
    except OSError as error:
        why = reason_of(error)
        raise NoSuchMazeError(f"the loaded maze {key} cannot be read: {why}") from None
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError, zlib.error):
        raise NoSuchMazeError(f"the maze that was kept as {key} is damaged") from None
    return level


def _path(folder: Path, key: str) -> Path:
    digits = key.removeprefix(LOADED)
    if not re.fullmatch("[0-9a-f]{16}", digits):
        raise NoSuchMazeError(f"{key!r} names no maze")
    return folder / f"{digits}.maze"

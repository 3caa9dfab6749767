"""Reading and writing mazes and replays: drawings, pictures, and data.

>>> from mazegame.engine import Level, Recipe
>>> from mazegame.formats import from_bytes, to_bytes
>>> level = Level.of(Recipe.parse("wilson:4x2:a"))
>>> print(to_bytes(level, "ascii", path=True).decode(), end="")
+---+---+---+---+
| A * * | * * * |
+---+ * + * + * +
|     * * * | B |
+---+---+---+---+
>>> from_bytes(to_bytes(level, "png")).maze == level.maze
True

``save`` and ``load`` do the same with files, ``plot`` draws with matplotlib. To add a format, see
``registry.py``.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mazegame.formats.api import from_bytes, load, load_maze, save, to_bytes
    from mazegame.formats.errors import FormatError
    from mazegame.formats.files import FileError
    from mazegame.formats.pictures.plotting import plot
    from mazegame.formats.sheets import book

__all__ = [
    "FileError",
    "FormatError",
    "book",
    "from_bytes",
    "load",
    "load_maze",
    "plot",
    "save",
    "to_bytes",
]

_HOMES = {
    "FileError": "files",
    "FormatError": "errors",
    "book": "sheets",
    "plot": "pictures.plotting",
}


def __getattr__(name: str) -> Any:
    """Load a function or an error when it is first used: ``--help`` needs other modules."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home = import_module(f"{__name__}.{_HOMES.get(name, 'api')}")
    globals()[name] = getattr(home, name)
    return globals()[name]


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return sorted(__all__)

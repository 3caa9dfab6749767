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
    from mazegame.formats.api import from_bytes, load, plot, save, to_bytes

__all__ = ["from_bytes", "load", "plot", "save", "to_bytes"]


def __getattr__(name: str) -> Any:
    """Load these functions when one is first used: ``--help`` needs another module of here."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mazegame.formats import api

    globals().update({name: getattr(api, name) for name in __all__})
    return globals()[name]


def __dir__() -> list[str]:
    """Return all names, loaded or not."""
    return sorted({*globals(), *__all__})

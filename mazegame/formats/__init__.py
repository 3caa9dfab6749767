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

from mazegame.formats.api import from_bytes, load, plot, save, to_bytes

__all__ = ["from_bytes", "load", "plot", "save", "to_bytes"]

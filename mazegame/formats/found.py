"""Deprecated: the old module of ``ParsedMaze``, whose name was ``Found``."""

from mazegame.engine.support.deprecation import warn_renamed
from mazegame.formats import parsed


def __getattr__(name: str) -> object:
    if name == "Found":
        warn_renamed("mazegame.formats.found.Found", "mazegame.formats.parsed.ParsedMaze")
        return parsed.ParsedMaze
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

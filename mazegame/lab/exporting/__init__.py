"""Export shows as animations.

One file for each format: ``gif.py`` and ``svg.py``. ``film.py`` decides which steps are shown when,
and makes a picture of inks of a step.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mazegame.drawing import Palette
    from mazegame.lab.exporting.film import Film

FORMATS: Final = {".gif": "gif", ".svg": "svg"}
"""The module of each file name suffix."""


def exporter_of(path: str) -> Callable[[Film, Palette], Iterator[bytes]]:
    """Return the function that yields a file in pieces, by its name's suffix.

    Raises:
        ValueError: If no format has that suffix.
    """
    suffix = PurePath(path).suffix.lower()
    if suffix not in FORMATS:
        raise ValueError(f"an export ends in {', '.join(FORMATS)}, not in {suffix or 'nothing'!r}")
    write: Callable[[Film, Palette], Iterator[bytes]]
    write = import_module(f"{__name__}.{FORMATS[suffix]}").write
    return write

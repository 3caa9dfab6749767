"""Exports: a show as a moving picture or as text, to show it to others.

One file for each format: ``gif.py``, ``svg.py``, ``asciicast.py`` and ``steps.py``. ``film.py``
says which steps are shown when, ``pixels.py`` makes a step a picture of inks.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mazegame.drawing import Palette
    from mazegame.lab.exporting.film import Film


class Exporter(Protocol):
    """What the module of a format holds."""

    def write(self, film: Film, palette: Palette) -> Iterator[bytes]:
        """Yield the file in pieces."""


FORMATS: Final[Mapping[str, str]] = MappingProxyType(
    {".gif": "gif", ".svg": "svg", ".cast": "asciicast"}
)
"""The module of each ending of a file's name."""


def exporter_of(path: str) -> Exporter:
    """Return what writes a file, by the ending of its name.

    Raises:
        ValueError: If no format has that ending.
    """
    suffix = PurePath(path).suffix.lower()
    if suffix not in FORMATS:
        raise ValueError(f"an export ends in {', '.join(FORMATS)}, not in {suffix or 'nothing'!r}")
    return cast("Exporter", import_module(f"{__name__}.{FORMATS[suffix]}"))

"""Exports: a show as an animation or as text.

One file for each format: ``gif.py``, ``svg.py``, ``asciicast.py`` and ``steps.py``. ``film.py``
decides which steps are shown when, and ``pixels.py`` makes a picture of inks of a step.
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
    """The functions of a format's module."""

    def write(self, film: Film, palette: Palette) -> Iterator[bytes]:
        """Yield the file in pieces."""


FORMATS: Final[Mapping[str, str]] = MappingProxyType(
    {".gif": "gif", ".svg": "svg", ".cast": "asciicast"}
)
"""The module of each file name suffix."""


def exporter_of(path: str) -> Exporter:
    """Return the module that writes a file, by its name's suffix.

    Raises:
        ValueError: If no format has that suffix.
    """
    suffix = PurePath(path).suffix.lower()
    if suffix not in FORMATS:
        raise ValueError(f"an export ends in {', '.join(FORMATS)}, not in {suffix or 'nothing'!r}")
    return cast("Exporter", import_module(f"{__name__}.{FORMATS[suffix]}"))

"""The names of formats as words on the command line.

What lives here: the check of a name, which imports the package that offers it, if one does. What
does not: the formats (``formats/registry.py``).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

from mazegame.formats.registry import FORMATS


def format_name(text: str) -> str:
    """Return the name of a format, loaded if a package offers it.

    Raises:
        ArgumentTypeError: If the package that offers it cannot be used.
    """
    try:
        FORMATS.get(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


class FormatNames:
    """Some of the loaded formats, as the choices of an option.

    Args:
        names: Returns their names.
    """

    def __init__(self, names: Callable[[], tuple[str, ...]]) -> None:
        self._names = names

    def __contains__(self, name: object) -> bool:
        return name in self._names()

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

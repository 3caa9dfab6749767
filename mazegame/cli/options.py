"""The ``argparse`` options that several commands share, and how their values are read."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from mazegame.cli.refusals import cut, whole_number
from mazegame.formats.registry import FORMATS, readable_formats

DEFAULT_ALGORITHM: Final = "wilson"
"""The default algorithm."""

DEFAULT_SIZE: Final = "19x9"
"""The default size; it fits a terminal of 80x24, both printed and played."""

MASK_HELP: Final = (
    "carve inside the shape of a text file (X and spaces are outside) or of a picture (dark and "
    "transparent pixels are outside; a cell a pixel, or scaled to the size)"
)

JSON: Final = {"--json": "print an object of JSON on one line"}
"""The flag of commands that print one thing."""

WORDS: Final = {"--words": "play in lines of text, for screen readers: commands on standard input"}
"""The flag of commands that open the game in words as well."""

WALK_FIRST: Final = {
    "--walk-first": "start the clock with the first step, not when the walls appear (a class of "
    "its own)",
}
"""The flag for a maze that is visible before the clock starts."""


def add_flags(parser: argparse._ActionsContainer, flags: Mapping[str, str]) -> None:
    """Add options without a value, each with its help text."""
    for name, about in flags.items():
        parser.add_argument(name, action="store_true", help=about)


def whole(low: int, high: int, what: str) -> Callable[[str], int]:
    """Return an argparse type for integers of a range; errors say that a text is not ``what``."""

    def read(text: str) -> int:
        found = whole_number(text, low, high)
        if found is None:
            raise argparse.ArgumentTypeError(f"{cut(text)!r} is {what}")
        return found

    return read


def pixels(least: int = 1) -> Callable[[str], int]:
    """Return an argparse type for a number of pixels."""
    return whole(least, 9999, f"no number of pixels, {least} to 9999")


def format_name(text: str) -> str:
    """Return the name of a format, and load a plugin's; raises an error if that fails."""
    try:
        FORMATS.get(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


class FormatNames:
    """The names of formats as choices of an option."""

    def __init__(self, names: Callable[[], tuple[str, ...]]) -> None:
        self._names = names

    def __contains__(self, name: object) -> bool:
        return name in self._names()

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())


def _cells(text: str) -> str:
    """Return the text of cells, which must not be empty: that would mean those of the file."""
    if not text:
        raise argparse.ArgumentTypeError("'' is no cell: r0c0 fits")
    return text


def add_file_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for reading a maze file."""
    group = parser.add_argument_group("how a file is read")
    forms: dict[str, Any] = {"type": format_name, "choices": FormatNames(readable_formats)}
    about = f"{', '.join(readable_formats())} (default: found out from the file)"
    group.add_argument("--from", dest="form", metavar="FORMAT", default="", help=about, **forms)
    for name, what, about in (
        ("--start", "CELL", "where A is, counted from 0: r0c0"),
        ("--goal", "CELLS", "where B is, or several: r9c9+r9c0"),
    ):
        group.add_argument(name, type=_cells, metavar=what, default=(), help=about)
    cells = whole(1, 10**15 - 1, "no number of cells, 1 or more")
    about = "read a maze of up to N cells, however little of it the file holds"
    group.add_argument("--max-cells", type=cells, metavar="N", help=about)
    about = "from a cell to the next in the picture that is read (default: found out)"
    group.add_argument("--from-cell", type=pixels(), metavar="PIXELS", help=about)
    about = (
        "across a wall in it; 0 if each square of --from-cell pixels is a cell: "
        "--from-cell 1 --from-wall 0 reads every pixel as one"
    )
    group.add_argument("--from-wall", type=pixels(least=0), metavar="PIXELS", help=about)
    about = "whether its walls are the dark or the light pixels (default: found out)"
    group.add_argument("--from-shade", choices=("dark", "light"), help=about)
    about = "which are floor in a grid of characters or numbers: --floor 1 where 1 is open"
    group.add_argument("--floor", metavar="CHARACTERS", default="", help=about)


def add_maze_argument(parser: argparse.ArgumentParser, more: str = "") -> None:
    """Add the argument for a maze to measure, or for several on standard input."""
    about = (
        "a game ID, or a file with a maze (- is standard input: a maze, or game IDs, one a "
        f"line){more}"
    )
    parser.add_argument("target", metavar="GAME_ID|FILE", help=about)


def add_size_argument(parser: argparse.ArgumentParser, default: str = DEFAULT_SIZE) -> None:
    """Add the size of a maze."""
    about = f"in cells (default: {default})"
    parser.add_argument("-s", "--size", metavar="COLSxROWS", help=about)


def add_option_argument(parser: argparse.ArgumentParser) -> None:
    """Add the options of an algorithm."""
    about = "an option of the algorithm, for example braid=20; may be given several times"
    several: dict[str, Any] = {"dest": "options", "action": "append", "default": []}
    parser.add_argument("-D", "--option", metavar="OPTION=VALUE", help=about, **several)


def add_seed_argument(parser: argparse.ArgumentParser) -> None:
    """Add the seed of a maze."""
    parser.add_argument("--seed", metavar="SEED", help="any text (default: drawn at random)")


def starts_with_reveal(options: Mapping[str, Any] | None = None) -> bool:
    """Return whether the clock starts with the reveal, by the options or else by the settings.

    A game in words walks first.
    """
    options = options or {}
    if options.get("walk_first") or options.get("words"):
        return False
    from mazegame.config import DEFAULTS
    from mazegame.store.places import NoHomeError, places
    from mazegame.store.settings.settings import read_settings

    try:
        where = places()
    except NoHomeError:
        return DEFAULTS.rules.reveal
    return read_settings(where.settings)[0].rules.reveal

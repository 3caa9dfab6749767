"""``Recipe``: everything that decides a generated maze; a game ID spells it on one line.

``ALGORITHM:COLSxROWS[:KEY=VALUE,...]:SEED``, for example ``wilson:40x20:kite-7``.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, cast

from mazegame.engine.carving.masks import NO_MASK, canonical_mask, min_size
from mazegame.engine.carving.weights import NO_WEIGHTS, canonical_weights, parse_weights
from mazegame.engine.carving.zones import NO_ZONES, PATTERNS, canonical_zones, parse_zones
from mazegame.engine.errors import RecipeError, blaming
from mazegame.engine.generators import ALGORITHMS, Algorithm, Option
from mazegame.engine.generators.algorithm import whole_number
from mazegame.engine.recipes.cost import Cost, cost_of
from mazegame.engine.recipes.ends import canonical_ends, parse_ends
from mazegame.engine.support import memory
from mazegame.engine.support.plugins import PluginError, nearest_names, plain_name
from mazegame.engine.support.seed import clean_seed, seed_to_text
from mazegame.engine.support.validation import as_int_or_none, short_repr

_FEWER: Final = os.environ.get("MAZEGAME_MAX_CELLS", "")
MAX_CELLS: Final = min(1 << 31, int(_FEWER) if _FEWER.isdecimal() else 1 << 31)
"""Largest maze, in cells: distances are 32-bit. The environment may allow fewer."""

COMMON_OPTIONS: Final = (
    Option(
        name="weights",
        about=(
            "how strongly it grows in each direction: vertical-horizontal such as 40-10, or "
            "N40E10S40W10; several for zones, joined by +"
        ),
        default=NO_WEIGHTS,
        canonical=canonical_weights,
    ),
    Option(
        name="zones",
        about=f"which cells take which weights: {', '.join(PATTERNS)}, or one for all",
        default=NO_ZONES,
        canonical=canonical_zones,
    ),
    Option(
        name="mask",
        about="the shape of the maze: circle, diamond, ring, heart or letters.WORD",
        default=NO_MASK,
        canonical=canonical_mask,
    ),
    Option(
        name="braid",
        about="percent of the dead ends that get one more passage, making loops",
        default="0",
        canonical=whole_number(0, 100),
    ),
    Option(
        name="ends",
        about=(
            "where A and B lie: corners, farthest, random, rim (farthest apart on the boundary), "
            "sides (a random cell in the first column and one in the last), or cells such as "
            "r0c0-r9c9; "
            "more goals are joined by +"
        ),
        default="corners",
        canonical=canonical_ends,
    ),
)
"""The options that every algorithm has."""


@dataclass(frozen=True, repr=False)
class Recipe:
    """Everything that decides a generated maze. Equal recipes give equal mazes, for ever.

    Raises:
        RecipeError: From the constructor, if a part is invalid.
    """

    algorithm: str
    """Name of the algorithm."""
    cols: int
    """Columns of cells."""
    rows: int
    """Rows of cells."""
    seed: str
    """The seed text."""
    options: tuple[tuple[str, str], ...] = ()
    """Options that differ from their defaults, as (name, value), in canonical order."""

    def __post_init__(self) -> None:
        design = (self.algorithm, self.cols, self.rows, self.options)
        try:
            cols, rows, options = _checked(*design)
        except TypeError:  # a part of it cannot be remembered: a list, for example
            cols, rows, options = _checked.__wrapped__(*design)
        try:
            seed = clean_seed(seed_to_text(self.seed))
        except (TypeError, ValueError) as error:
            raise RecipeError("seed", str(error)) from None
        self.__dict__.update(cols=cols, rows=rows, options=options, seed=seed)

    @property
    def plain(self) -> bool:
        """Whether it has no weights, zones or mask."""
        return not self.options or {"weights", "zones", "mask"}.isdisjoint(dict(self.options))

    @property
    def cost(self) -> Cost:
        """The cost of making the level: cells, bytes and steps."""
        return cost_of(self)

    @classmethod
    def make(
        cls,
        algorithm: str,
        cols: int,
        rows: int,
        seed: str | int,
        options: Mapping[str, object] | None = None,
    ) -> Recipe:
        """Return a recipe of Python values; options become text. Complexity: some microseconds.

        Examples:
            >>> Recipe.make("wilson", 40, 20, 7, {"braid": 20})
            Recipe('wilson:40x20:braid=20:7')
        """
        pairs = tuple((key, _option_text(value)) for key, value in (options or {}).items())
        return cls(algorithm, cols, rows, cast("str", seed), pairs)

    @classmethod
    def parse(cls, game_id: str) -> Recipe:
        """Return the recipe of a game ID. Complexity: some microseconds.

        Raises:
            RecipeError: With the part that is invalid and what fits.

        Examples:
            >>> Recipe.parse("wilson:40x20:braid=20:kite-7").cols
            40
        """
        if not isinstance(game_id, str):
            raise RecipeError("form", f"a game ID must be text, not {type(game_id).__name__}")
        parts = game_id.strip().split(":")
        if len(parts) not in (3, 4):
            count = f"{len(parts)} part{'s' if len(parts) != 1 else ''}"
            raise RecipeError(
                "form",
                f"the game ID {shorten(game_id)} has {count} between colons: it takes "
                "ALGORITHM:COLSxROWS:SEED, for example wilson:40x20:kite-7",
            )
        find_algorithm(parts[0])
        if len(parts) == 4 and re.search("(^|,)cells=(?!square)", parts[2]):
            raise RecipeError(
                "option",
                "mazes of other cells than squares are drawn, not played yet: mazegame generate "
                f"{shorten(game_id.strip(), quote=False)} -o maze.svg draws this one, and in "
                "Python LatticeLevel.of makes it",
            )
        cols, rows = parse_size(parts[1])
        options = _split_options(parts[2]) if len(parts) == 4 else ()
        return cls(parts[0], cols, rows, parts[-1], options)

    def __repr__(self) -> str:
        return f"Recipe({str(self)!r})"

    def __str__(self) -> str:
        """Return the game ID."""
        middle = ",".join(f"{key}={value}" for key, value in self.options)
        size = f"{self.cols}x{self.rows}"
        return ":".join(p for p in (self.algorithm, size, middle, self.seed) if p)

    def option(self, name: str) -> str:
        """Return an option's value or its default. Complexity: constant time and memory.

        Examples:
            >>> Recipe.parse("wilson:40x20:braid=20:kite-7").option("braid")
            '20'
        """
        for key, value in self.options:
            if key == name:
                return value
        return options_of(self.algorithm)[name].default


def _option_text(value: object) -> str:
    """Return the text of an option's value; a short one for values that are too long to convert."""
    try:
        return str(value)
    except (ValueError, RecursionError):
        return short_repr(value)


@functools.lru_cache(1024, typed=True)  # True equals 1, and is no size
def _checked(
    name: str, cols: int, rows: int, options: tuple[tuple[str, str], ...]
) -> tuple[int, int, tuple[tuple[str, str], ...]]:
    """Return columns, rows and canonical options of a recipe, after checking that they fit.

    Results are cached, so that a million small mazes of one design are checked once.
    """
    if not isinstance(name, str):
        raise RecipeError("algorithm", f"the algorithm must be text, not {type(name).__name__}")
    algorithm = find_algorithm(name)
    cols, rows = _check_side("cols", cols), _check_side("rows", rows)
    _check_size(cols, rows, algorithm)
    with blaming("option"):
        options = _canonical_options(algorithm, options)
        defaults = {name: option.default for name, option in options_of(algorithm.name).items()}
        _check_combination(algorithm, cols, rows, {**defaults, **dict(options)})
    return cols, rows, options


def forget_designs() -> None:
    """Clear the cache of checked designs, after a name was registered again."""
    _checked.cache_clear()
    options_of.cache_clear()


def _check_combination(
    algorithm: Algorithm, cols: int, rows: int, options: Mapping[str, str]
) -> None:
    """Raise ValueError if the values of all options do not fit each other or the size."""
    weights, zones, mask = options["weights"], options["zones"], options["mask"]
    if weights != NO_WEIGHTS or zones != NO_ZONES:
        check_weight_support(algorithm)
    weight_count = len(parse_weights(weights))
    if zones == NO_ZONES:
        if weight_count > 1:
            raise ValueError(
                f"there are weights for {weight_count} zones, but zones={NO_ZONES}: "
                f"zones={'checker' if weight_count == 2 else 'stripes'} fits"
            )
    elif weight_count < 2:
        raise ValueError(f"zones={zones} needs weights for each zone: weights=40-10+10-40 fits")
    else:
        pattern = parse_zones(zones)[0]
        if 0 < pattern.zones < weight_count:
            raise ValueError(f"zones={zones} has {pattern.zones} zones, not {weight_count}")
    if mask != NO_MASK:
        check_mask_support(algorithm, options)
        least_cols, least_rows = min_size(mask)
        if cols < least_cols or rows < least_rows:
            raise ValueError(
                f"mask={mask} takes a size of {least_cols}x{least_rows} or more, not {cols}x{rows}"
            )
    cells = parse_ends(options["ends"])
    for row, col in (cells[0], *cells[1]) if cells else ():
        if row >= rows or col >= cols:
            raise ValueError(
                f"ends={options['ends']}: r{row}c{col} lies outside the maze of {cols}x{rows}, "
                f"whose last cell is r{rows - 1}c{cols - 1}"
            )


def check_weight_support(algorithm: Algorithm) -> None:
    """Raise ValueError if an algorithm does not support weights."""
    if not algorithm.takes_weights:
        others = ", ".join(a.name for a in ALGORITHMS.values() if a.takes_weights)
        raise ValueError(
            f"{algorithm.name} draws nothing by weight and takes no weights: these do: {others}"
        )


def check_mask_support(algorithm: Algorithm, options: Mapping[str, str]) -> None:
    """Raise ValueError if an algorithm with some options does not support masks."""
    why = algorithm.why_no_mask(options)
    if why and algorithm.masks:
        raise ValueError(why)  # its options decide
    if why:
        others = ", ".join(a.name for a in ALGORITHMS.values() if a.masks)
        raise ValueError(f"{algorithm.name} {why} and takes no mask: these do: {others}")


def find_algorithm(name: str) -> Algorithm:
    """Return the algorithm of a name; raise RecipeError with similar names if there is none."""
    try:
        return ALGORITHMS[name]
    except PluginError as error:
        raise RecipeError("algorithm", str(error)) from None
    except KeyError:
        pass
    wanted = plain_name(name)
    own = (ALGORITHMS[known] for known in ALGORITHMS if known in ALGORITHMS.built_in)
    near = [algorithm.name for algorithm in own if wanted in algorithm.also_called]
    near = near or nearest_names(name, tuple(ALGORITHMS))
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(ALGORITHMS)}"
    raise RecipeError("algorithm", f"there is no algorithm {shorten(name)}: {hint}")


@functools.lru_cache(1024)  # a million game IDs have one size
@blaming("size")
def parse_size(text: str) -> tuple[int, int]:
    """Return (cols, rows) of a size COLSxROWS, both at least 1; raise RecipeError if it is none."""
    sides = text.strip().lower().replace("×", "x").split("x")
    if len(sides) != 2:
        raise ValueError(f"the size {shorten(text)} is not COLSxROWS, for example 40x20")
    return _parse_side(sides[0], text), _parse_side(sides[1], text)


def _parse_side(side: str, text: str) -> int:
    digits, size = side.strip(), f"the size {shorten(text)}"
    if digits.startswith("-") and digits[1:].isdecimal():
        raise ValueError(f"{size} is negative: both sides are at least 1")
    if not (digits.isascii() and digits.isdecimal()):
        raise ValueError(f"{size} is not two whole numbers: type one such as 40x20")
    if len(digits) > 12:
        raise ValueError(f"{size} is too large: at most {MAX_CELLS:,} cells")
    if int(digits) == 0:
        raise ValueError(f"{size} is empty: both sides are at least 1")
    return int(digits)


@blaming("size")
def _check_side(name: str, side: object) -> int:
    length = None if isinstance(side, bool) else as_int_or_none(side)
    if length is None:
        raise ValueError(f"{name} must be a whole number, not {short_repr(side)}")
    if length < 1:
        raise ValueError(f"{name} must be at least 1, not {short_repr(length)}")
    if length > MAX_CELLS:
        raise ValueError(f"{name} must be at most {MAX_CELLS:,}, not {short_repr(length)}")
    return length


@blaming("size")
def _check_size(cols: int, rows: int, algorithm: Algorithm) -> None:
    """Raise if a size is too large for an algorithm on any machine."""
    bordered = (cols + 2) * (rows + 2)
    most = 1 << algorithm.index_bits
    if cols * rows > MAX_CELLS:
        fits = f"at most {MAX_CELLS:,} cells fit"
    elif bordered > most:
        fits = (
            f"with the border of one cell that makes {bordered:,}, "
            f"and for {algorithm.name} at most {most:,} fit"
        )
    else:
        return
    needed = memory.format_size(bordered * algorithm.bytes_per_cell)
    raise ValueError(f"{cols}x{rows} is {cols * rows:,} cells and would take {needed}: {fits}")


@functools.cache
def options_of(algorithm: str) -> Mapping[str, Option]:
    """Return the options that recipes of an algorithm have, by their names."""
    options = (*ALGORITHMS[algorithm].options, *COMMON_OPTIONS)
    return {option.name: option for option in options}


@blaming("option")
def _split_options(text: str) -> tuple[tuple[str, str], ...]:
    pairs = []
    for item in text.split(","):
        key, equals, value = item.partition("=")
        if not equals or not key or not value:
            raise ValueError(f"the option {shorten(item)} is not KEY=VALUE, for example braid=20")
        pairs.append((key, value))
    return tuple(pairs)


def _canonical_options(algorithm: Algorithm, given: object) -> tuple[tuple[str, str], ...]:
    """Return the options in canonical spelling and order, without those that have their default."""
    known = options_of(algorithm.name)
    values: dict[str, str] = {}
    several = isinstance(given, Iterable) and not isinstance(given, str)
    pairs: Iterable[object] = given if several else (given,)  # type: ignore[assignment]
    for pair in pairs:
        match pair:
            case (str(key), str(text)):
                pass
            case _:
                raise ValueError(
                    "options must be pairs of texts, for example (('braid', '20'),), "
                    f"not {short_repr(given)}"
                )
        if key not in known:
            takes = ", ".join(known)
            raise ValueError(f"{algorithm.name} has no option {shorten(key)}: it takes {takes}")
        if key in values:
            raise ValueError(f"the option {key} is given twice")
        try:
            values[key] = known[key].canonical(text)
        except ValueError as error:
            raise ValueError(f"{key} must be {error}, not {shorten(text, quote=False)}") from None
    spelled = ((name, values.get(name, option.default)) for name, option in known.items())
    return tuple((name, value) for name, value in spelled if value != known[name].default)


def shorten(text: str, *, quote: bool = True) -> str:
    """Return a text for an error message: quoted, on one line, at most 60 characters."""
    short = text if len(text) <= 60 else text[:57] + "..."
    escaped = repr(short)  # escapes characters that cannot be printed
    return escaped if quote else escaped[1:-1]

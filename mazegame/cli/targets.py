"""What a command is to work on: game IDs, presets, algorithms, files, and shapes to carve in."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from mazegame.cli.progress import interruptible
from mazegame.cli.refusals import Refused, quoted
from mazegame.formats.registry import read_forms

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from mazegame.engine import Level, Recipe

DEFAULT_ALGORITHM: Final = "wilson"
"""What ``generate`` makes when no algorithm is named."""

DEFAULT_SIZE: Final = "19x9"
"""What is made when no size is given: drawn and played, it fits a terminal of 80x24."""

MASK_HELP: Final = "carve inside a text file's shape: X and spaces are outside, all else is inside"

_GAME_ID_FORM: Final = "ALGORITHM:COLSxROWS:SEED"


def add_file_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say how a maze file is read."""
    group = parser.add_argument_group("how a file is read")
    group.add_argument(
        "--from",
        dest="form",
        choices=read_forms(),
        metavar="FORMAT",
        default="",
        help=f"{', '.join(read_forms())} (default: found out from the file)",
    )
    group.add_argument(
        "--start", metavar="CELL", default="", help="where A is, counted from 0: r0c0"
    )
    group.add_argument(
        "--goal", metavar="CELLS", default="", help="where B is, or several: r9c9+r9c0"
    )


def find(target: str, arguments: argparse.Namespace | None = None) -> Recipe | Level:
    """Tell a file from a game ID: return its level, or the recipe once it is sure to fit.

    Args:
        target: A file, a game ID, an algorithm or a preset.
        arguments: What ``add_file_arguments`` added, if it did.
    """
    from mazegame.engine import ALGORITHMS, PRESETS, Recipe, draw_seed
    from mazegame.engine.level import LEVEL_BYTES_PER_CELL
    from mazegame.engine.memory_figures import check_memory
    from mazegame.engine.recipe import nearest_algorithms, parse_size

    if target == "-" or os.path.lexists(target):
        from mazegame.formats import files

        if arguments is None:
            return files.load_level(target)
        return files.load_level(target, arguments.form, start=arguments.start, goals=arguments.goal)
    if arguments is not None:
        for given, flag in (
            (arguments.form, "--from"),
            (arguments.start, "--start"),
            (arguments.goal, "--goal"),
        ):
            if given:
                raise Refused(f"{flag} is for files: a game ID says everything")
    if ":" in target:
        recipe = Recipe.parse(target)
        check_memory(recipe, LEVEL_BYTES_PER_CELL)
        return recipe
    if target in PRESETS:
        return PRESETS[target].recipe(*parse_size(DEFAULT_SIZE), draw_seed())
    if target in ALGORITHMS:
        return Recipe(target, *parse_size(DEFAULT_SIZE), draw_seed())
    near = nearest_algorithms(target)
    example = f"{near[0] if near else DEFAULT_ALGORITHM}:40x20:kite-7"
    raise Refused(
        f"there is no file {quoted(target)}, and it is no game ID: "
        f"{_GAME_ID_FORM}, for example {example}"
    )


def make_recipe(target: str, size: str | None, seed: str | None, options: Sequence[str]) -> Recipe:
    """Make the recipe that ``generate`` was asked for.

    Args:
        target: An algorithm, a preset or a whole game ID.
        size: COLSxROWS; the default if None.
        seed: Any text; drawn if None.
        options: Each OPTION=VALUE.
    """
    from mazegame.engine import PRESETS, Recipe, draw_seed
    from mazegame.engine.recipe import find_algorithm, parse_size
    from mazegame.engine.seed import typed_seed

    if ":" in target:
        for given, flag in (
            (size is not None, "--size"),
            (seed is not None, "--seed"),
            (bool(options), "--option"),
        ):
            if given:
                raise Refused(f"a game ID says everything: leave out {flag}")
        return Recipe.parse(target)
    preset = PRESETS.get(target)
    algorithm = preset.algorithm if preset else target
    find_algorithm(algorithm)
    cols, rows = parse_size(DEFAULT_SIZE if size is None else size)
    seed = draw_seed() if seed is None else typed_seed(seed)
    pairs = []
    for text in options:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise Refused(f"the option {quoted(text)} is not OPTION=VALUE, for example braid=20")
        pairs.append((name, value))
    if preset:  # what is asked for beside it replaces its own
        asked = {name for name, _ in pairs}
        pairs += [pair for pair in preset.options if pair[0] not in asked]
    return Recipe(algorithm, cols, rows, seed, tuple(pairs))


def masked(recipe: Recipe, path: str, *, sized: bool) -> tuple[Recipe, Level]:
    """Make a recipe's level inside the shape in a text file.

    Args:
        recipe: The recipe.
        path: The file.
        sized: Whether the size was asked for; if not, the shape's is taken.

    Returns:
        The recipe as it was made, and the level.
    """
    from pathlib import Path

    from mazegame.engine import Level, Recipe
    from mazegame.engine.recipe import shorten
    from mazegame.formats.files import load_mask

    mask = load_mask(path)
    if not sized:
        rows, cols = mask.shape
        recipe = Recipe(recipe.algorithm, cols, rows, recipe.seed, recipe.options)
    file = "standard input" if path == "-" else shorten(Path(path).name, quote=False)
    name = f"{recipe.algorithm} in {file}"
    return recipe, Level.of(recipe, mask=mask, name=name, progress=interruptible)

"""What a command is to work on: game IDs, presets, algorithms, files, and shapes to carve in."""

from __future__ import annotations

import json
import os
import re
import sys
from typing import TYPE_CHECKING, Final

from mazegame.cli.output import say, write
from mazegame.cli.progress import interruptible
from mazegame.cli.refusals import Refused, cut, quoted, refusing
from mazegame.formats.registry import read_forms

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from mazegame.engine import Level, Recipe

DEFAULT_ALGORITHM: Final = "wilson"
"""What ``generate`` makes when no algorithm is named."""

DEFAULT_SIZE: Final = "19x9"
"""What is made when no size is given: drawn and played, it fits a terminal of 80x24."""

MASK_HELP: Final = "carve inside a text file's shape: X and spaces are outside, all else is inside"

_PEEKED: Final = 4096
_ID_LINE: Final = re.compile(rb"(?:\xef\xbb\xbf)?[a-z][a-z0-9.-]*:")
_WORD: Final = re.compile(rb"(?!ends=)[a-z][a-z0-9]")

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
    if is_file(target):
        from mazegame.formats import files

        if arguments is None:
            return files.load_level(target)
        return files.load_level(target, arguments.form, start=arguments.start, goals=arguments.goal)
    return find_recipe(target, arguments)


def is_file(target: str) -> bool:
    """Return whether a target is a file, or standard input.

    The name of an algorithm or a preset and a game ID mean what they always mean; if there is a
    file of that name as well, that is said.
    """
    if target == "-":
        return True
    if not os.path.lexists(target):
        return False
    from mazegame.engine import ALGORITHMS, PRESETS, Recipe, RecipeError

    if target not in ALGORITHMS and target not in PRESETS:
        try:
            Recipe.parse(target)
        except RecipeError:
            return True
    what = "a preset" if target in PRESETS else "an algorithm"
    what = "a game ID" if ":" in target else what
    say(f"{cut(target)} is {what} here; the file of that name is ./{cut(target)}")
    return False


def find_recipe(target: str, arguments: argparse.Namespace | None = None) -> Recipe:
    """Return the recipe of a game ID, an algorithm or a preset, once it is sure to fit.

    Where a seed is drawn the game ID is said on standard error.
    """
    from mazegame.engine import ALGORITHMS, PRESETS, Recipe, draw_seed
    from mazegame.engine.level import LEVEL_BYTES_PER_CELL
    from mazegame.engine.memory_figures import check_memory
    from mazegame.engine.recipe import nearest_algorithms, parse_size

    if arguments is not None:
        for given, flag in (
            (arguments.form, "--from"),
            (arguments.start, "--start"),
            (arguments.goal, "--goal"),
        ):
            if given:
                raise Refused(f"{flag} is for files: a game ID says everything")
    if ":" in target:
        recipe = parse_game_id(target)
        check_memory(recipe, LEVEL_BYTES_PER_CELL)
        return recipe
    size = parse_size(DEFAULT_SIZE)
    if target in PRESETS:
        recipe = PRESETS[target].recipe(*size, draw_seed())
    elif target in ALGORITHMS:
        recipe = Recipe(target, *size, draw_seed())
    else:
        near = nearest_algorithms(target)
        example = f"{near[0] if near else DEFAULT_ALGORITHM}:40x20:kite-7"
        raise Refused(
            f"there is no file {quoted(target)}, and it is no game ID: "
            f"{_GAME_ID_FORM}, for example {example}"
        )
    return recipe


def parse_game_id(text: str) -> Recipe:
    """Read a game ID; of one that begins with the name of a preset say what it is really."""
    from mazegame.engine import PRESETS, Recipe, RecipeError

    try:
        return Recipe.parse(text)
    except RecipeError:
        name, _, rest = text.partition(":")
        if name not in PRESETS:
            raise
        size, _, seed = rest.partition(":")
        seed = seed.rpartition(":")[2]
        try:
            cols, rows = (int(side) for side in size.split("x"))
            meant = str(PRESETS[name].recipe(cols, rows, seed))
        except (ValueError, RecipeError):
            meant = str(PRESETS[name].recipe(40, 20, "kite-7"))
        raise Refused(
            f"{name} is a preset, and a game ID begins with an algorithm: did you mean {meant}?"
        ) from None


def game_ids(target: str, arguments: argparse.Namespace) -> Iterator[str] | None:
    """The lines of standard input if they are game IDs; None if they are a maze, or another target.

    The lines come as they are written, so that a command can answer one by one.
    """
    stream = None if target != "-" or sys.stdin is None else sys.stdin.buffer
    if stream is None or not hasattr(stream, "peek") or arguments.form:
        return None
    lines = [line for line in stream.peek(_PEEKED)[:_PEEKED].splitlines() if line.strip()]
    # Below a title stands a drawing; no line of one looks like a word.
    if not lines or not _ID_LINE.match(lines[0]) or not all(map(_WORD.match, lines[1:2])):
        return None
    cleaned = (raw.decode("utf-8", "replace").strip("\ufeff \t\r\n") for raw in stream)
    return (line for line in cleaned if line)


def answer_each(lines: Iterable[str], answer: Callable[[Recipe], str], *, as_json: bool) -> int:
    """Answer game IDs one by one; one that cannot be answered does not end it.

    Args:
        lines: The game IDs.
        answer: What is written for a recipe.
        as_json: Whether a refusal is written as an object of JSON, else as ``-``. It is said on
            standard error in any case.

    Returns:
        The exit code: that of the last refusal, if there was one.
    """
    code = 0
    for number, line in enumerate(lines, 1):
        try:
            with refusing():
                text = answer(find_recipe(line) if ":" in line else _named(line))
        except Refused as refusal:
            say(f"mazegame: line {number}: {refusal}")
            text = (
                json.dumps({"version": 1, "line": number, "error": str(refusal)})
                if as_json
                else "-"
            )
            text += "\n"
            code = refusal.code
        write([text])
    return code


def _named(line: str) -> Recipe:
    raise Refused(f"{quoted(line)} is no game ID: {_GAME_ID_FORM}")


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
        return parse_game_id(target)
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

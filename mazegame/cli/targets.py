"""Resolve the target of a command: a game ID, preset, algorithm or file; and masks."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Final

from mazegame.cli import lattice_mazes
from mazegame.cli.lattice_mazes import is_lattice_id
from mazegame.cli.options import DEFAULT_ALGORITHM, DEFAULT_SIZE
from mazegame.cli.output import print_stderr, write
from mazegame.cli.refusals import CliError, cut, quoted, refusing
from mazegame.cli.terminal import interruptible

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from mazegame.engine import Level, Maze, Recipe
    from mazegame.engine.graphs import LatticeLevel

_PEEKED: Final = 4096
_ID_LINE: Final = re.compile(rb"(?:\xef\xbb\xbf)?[a-z][a-z0-9.-]*:")
_WORD: Final = re.compile(rb"(?!ends=)[a-z][a-z0-9]")

_GAME_ID_FORM: Final = "ALGORITHM:COLSxROWS:SEED"


def find(arguments: argparse.Namespace, *, needs_path: bool = True) -> Recipe | Level:
    """Return the level of a file, or the recipe of a game ID, checked to fit into memory."""
    if is_file(arguments.target):
        from mazegame.formats import files

        asked = arguments
        return files.load_level(
            asked.target, asked.form, start=asked.start, goals=asked.goal, cell=asked.from_cell,
            wall=asked.from_wall, shade=asked.from_shade, max_cells=asked.max_cells,
            floor=asked.floor, needs_path=needs_path,
        )  # fmt: skip
    return find_recipe(arguments)


def read_file(arguments: argparse.Namespace) -> Level | Maze:
    """Return the level of a file, even without a path to B; or the maze alone if there is no A."""
    from mazegame.engine.level import LEVEL_BYTES_PER_CELL
    from mazegame.formats import files
    from mazegame.formats.source import Limits

    path, start, goals = arguments.target, arguments.start, arguments.goal
    limits = Limits(
        arguments.max_cells,
        LEVEL_BYTES_PER_CELL,
        "",
        arguments.from_cell,
        arguments.from_wall,
        arguments.from_shade,
        arguments.floor,
    )
    found = files.parse_file(path, arguments.form, limits)
    if found.start is None and not (found.goals or start or goals):
        return found.maze
    return files.finish(found, path, start=start, goals=goals)


def is_file(target: str) -> bool:
    """Return whether a target is a file, or standard input.

    A game ID or the name of an algorithm or a preset is never a file; if there is a file of that
    name as well, a line on standard error says so.
    """
    if target == "-":
        return True
    try:
        os.lstat(target)
    except PermissionError:
        pass  # reading it says which folder may not be entered
    except (OSError, ValueError):
        return False
    from mazegame.engine import ALGORITHMS, PRESETS, Recipe, RecipeError

    if target not in ALGORITHMS and target not in PRESETS:
        try:
            Recipe.parse(target)
        except RecipeError:
            return True
    what = "a preset" if target in PRESETS else "an algorithm"
    what = "a game ID" if ":" in target else what
    print_stderr(f"{cut(target)} is {what} here; the file of that name is ./{cut(target)}")
    return False


def find_recipe(arguments: argparse.Namespace) -> Recipe:
    """Return the recipe of a target that is no file; CliError for options of files only."""
    _refuse_file_arguments(arguments)
    return recipe_of(arguments.target)


def _refuse_file_arguments(arguments: argparse.Namespace) -> None:
    names = ("form", "start", "goal", "max_cells", "from_cell", "from_wall", "from_shade", "floor")
    for name in names:
        if getattr(arguments, name) not in {None, "", ()}:
            flag = "from" if name == "form" else name.replace("_", "-")
            raise CliError(f"--{flag} is for files: a game ID says everything")


def make_level(arguments: argparse.Namespace) -> Level | LatticeLevel:
    """Return the level of a target that is no file; print a drawn game ID on standard error."""
    from mazegame.engine import Level

    if is_lattice_id(arguments.target):
        _refuse_file_arguments(arguments)
        return lattice_mazes.make(arguments.target)
    recipe = find_recipe(arguments)
    if ":" not in arguments.target:
        print_stderr(str(recipe))
    return Level.of(recipe, progress=interruptible)


def recipe_of(target: str) -> Recipe:
    """Return the recipe of a game ID, an algorithm or a preset, checked to fit into memory.

    An algorithm or a preset gets a drawn seed, and the default size unless one follows it:
    ``wilson:40x20``.
    """
    recipe = _seeded(target) or (parse_game_id(target) if ":" in target else None)
    if recipe is not None:
        return _checked(recipe)
    if near := _nearest_designs(target):
        why = f"no algorithm or preset of that name: did you mean {' or '.join(near)}?"
    else:
        example = f"for example {DEFAULT_ALGORITHM}:40x20:kite-7"
        lists = "mazegame algorithms lists algorithms and presets"
        why = f"it is no game ID: {_GAME_ID_FORM}, {example}; {lists}"
    raise CliError(f"there is no file {quoted(target)}, and {why}")


def _seeded(target: str) -> Recipe | None:
    """Return the recipe of an algorithm or a preset with a drawn seed; None for other targets."""
    from mazegame.engine import ALGORITHMS, PRESETS

    name, colon, its_size = target.partition(":")
    if ":" in its_size or not (name in PRESETS or name in ALGORITHMS):
        return None
    return make_recipe(name, its_size if colon else None)


def _checked(recipe: Recipe) -> Recipe:
    from mazegame.engine.level import LEVEL_BYTES_PER_CELL
    from mazegame.engine.recipes.memory_figures import check_memory

    check_memory(recipe, LEVEL_BYTES_PER_CELL)
    return recipe


def _nearest_designs(name: str) -> list[str]:
    """Return up to three names of algorithms and presets that are similar to a name."""
    from mazegame.engine import ALGORITHMS, PRESETS
    from mazegame.engine.support.plugins import nearest_names

    return nearest_names(name, [*ALGORITHMS, *PRESETS])


def parse_game_id(text: str) -> Recipe:
    """Read a game ID; the error for one that begins with a preset's name spells the real one."""
    from mazegame.engine import PRESETS, Recipe, RecipeError

    try:
        return Recipe.parse(text)
    except RecipeError as error:
        name, _, rest = text.partition(":")
        if name not in PRESETS:
            if error.part == "algorithm":
                _refuse_near_preset(name)
            raise
        size, _, seed = rest.partition(":")
        try:
            cols, rows = (int(side) for side in size.split("x"))
            meant = PRESETS[name].recipe(cols, rows, seed.rpartition(":")[2])
        except ValueError:
            meant = PRESETS[name].recipe(40, 20, "kite-7")
        raise CliError(
            f"{name} is a preset, and a game ID begins with an algorithm: did you mean {meant}?"
        ) from None


def _refuse_near_preset(name: str) -> None:
    """Raise CliError for an unknown algorithm whose name is similar to that of a preset."""
    from mazegame.engine import PRESETS

    near = _nearest_designs(name)
    if PRESETS.keys() & set(near):
        meant = f"did you mean {' or '.join(near)}?"
        raise CliError(f"there is no algorithm or preset {quoted(name)}: {meant}") from None


def game_ids(arguments: argparse.Namespace) -> Iterator[str] | None:
    """Return the lines of standard input if they are game IDs; None for a maze or another target.

    The lines come as they arrive, so that a command can answer one by one.
    """
    stream = None if arguments.target != "-" or sys.stdin is None else sys.stdin.buffer
    if stream is None or not hasattr(stream, "peek") or arguments.form:
        return None
    lines = [line for line in stream.peek(_PEEKED)[:_PEEKED].splitlines() if line.strip()]
    # A drawing follows a title, and no line of a drawing looks like a word.
    if not lines or not _ID_LINE.match(lines[0]) or not all(map(_WORD.match, lines[1:2])):
        return None
    cleaned = (raw.decode("utf-8", "replace").strip("\ufeff \t\r\n") for raw in stream)
    return (line for line in cleaned if line)


def answer_each(
    lines: Iterable[str], answer: Callable[[Level | LatticeLevel], str], *, as_json: bool
) -> int:
    """Print an answer for each game ID; return the exit code of the last invalid one, else 0.

    An error becomes a JSON object, or ``-``; in both cases standard error gets a message.
    """
    import json

    from mazegame.engine import Level

    code = 0
    for number, line in enumerate(lines, 1):
        try:
            with refusing():
                if ":" not in line:
                    raise CliError(f"{quoted(line)} is no game ID: {_GAME_ID_FORM}")
                if is_lattice_id(line):
                    text = answer(lattice_mazes.make(line))
                else:
                    text = answer(Level.of(_checked(parse_game_id(line))))
        except CliError as refusal:
            print_stderr(f"mazegame: line {number}: {refusal}")
            problem = {"version": 1, "line": number, "error": str(refusal)}
            text = f"{json.dumps(problem) if as_json else '-'}\n"
            code = refusal.code
        write([text])
    return code


def make_recipe(
    target: str, size: str | None = None, seed: str | None = None, options: Sequence[str] = ()
) -> Recipe:
    """Return the recipe for the arguments of ``generate``; the seed is drawn if None."""
    from mazegame.engine import ALGORITHMS, PRESETS, Recipe, draw_seed
    from mazegame.engine.recipes.recipe import find_algorithm, parse_size
    from mazegame.engine.support.seed import typed_seed

    if ":" in target:
        for flag, given in {"--size": size, "--seed": seed, "--option": options or None}.items():
            if given is not None:
                raise CliError(f"a game ID says everything: leave out {flag}")
        return _seeded(target) or parse_game_id(target)
    preset = PRESETS.get(target)
    algorithm = preset.algorithm if preset else target
    if algorithm not in ALGORITHMS:
        _refuse_near_preset(target)
    find_algorithm(algorithm)
    cols, rows = parse_size(DEFAULT_SIZE if size is None else size)
    seed = draw_seed() if seed is None else typed_seed(seed)
    pairs = []
    for text in options:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise CliError(f"the option {quoted(text)} is not OPTION=VALUE, for example braid=20")
        pairs.append((name, value))
    if preset:  # arguments replace the parts of the game ID
        asked = {name for name, _ in pairs}
        pairs += [pair for pair in preset.options if pair[0] not in asked]
    return Recipe(algorithm, cols, rows, seed, tuple(pairs))


def with_mask(
    recipe: Recipe | Level, path: str, *, sized: bool
) -> tuple[Recipe, NDArray[np.bool_]]:
    """Read a mask for a recipe from a file, bool (rows, cols); CliError for the level of a file.

    If the user gave no size, the mask's size replaces the recipe's.
    """
    from mazegame.engine import Recipe
    from mazegame.formats.files import load_mask

    if not isinstance(recipe, Recipe):
        raise CliError("--mask needs a game ID, an algorithm or a preset: a file has its own shape")
    mask = load_mask(path, (recipe.cols, recipe.rows) if sized else None)
    if not sized:
        rows, cols = mask.shape
        recipe = Recipe(recipe.algorithm, cols, rows, recipe.seed, recipe.options)
    return recipe, mask


def masked(recipe: Recipe | Level, path: str, *, sized: bool) -> tuple[Recipe, Level]:
    """Return the level inside the mask of a file; otherwise as ``with_mask``."""
    from mazegame.engine import Level
    from mazegame.formats.files import name_of

    recipe, mask = with_mask(recipe, path, sized=sized)
    name = f"{recipe.algorithm} in {name_of(path)}"
    return recipe, Level.of(recipe, mask=mask, name=name, progress=interruptible)

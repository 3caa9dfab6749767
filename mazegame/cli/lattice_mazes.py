"""The commands for mazes of cells other than squares: generate, solve, stats."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from mazegame.cli.options import DEFAULT_SIZE
from mazegame.cli.output import print_stderr
from mazegame.cli.refusals import CliError, quoted
from mazegame.cli.terminal import interruptible

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from mazegame.cli.level_output import Output
    from mazegame.engine.graphs import LatticeLevel, LatticeRecipe

NO_CELLS = "square"
"""The default of ``--cells``."""


def is_lattice_id(text: str) -> bool:
    """Return whether a text is a game ID with cells other than squares."""
    return bool(re.match(r"[^:]*:[^:]*:([^:]*,)?cells=", text.strip()))


def are_wanted(arguments: argparse.Namespace) -> bool:
    """Return whether the arguments of ``generate`` select cells other than squares."""
    named = arguments.cells not in {None, NO_CELLS}
    return (
        named
        or is_lattice_id(arguments.target)
        or any(text.startswith("cells=") for text in arguments.options)
    )


def recipe_of(arguments: argparse.Namespace, seed: str | None) -> LatticeRecipe:
    """Return the recipe for the arguments of ``generate``; without a seed one is drawn."""
    from mazegame.engine import PRESETS, draw_seed
    from mazegame.engine.graphs import LatticeRecipe
    from mazegame.engine.recipes.recipe import parse_size
    from mazegame.engine.support.seed import typed_seed

    name, _, size = arguments.target.partition(":")
    if arguments.mask is not None:
        raise CliError("--mask is for square cells")
    if is_lattice_id(arguments.target):
        given = {"--size": arguments.size, "--seed": seed, "--option": arguments.options or None}
        for flag, value in {**given, "--cells": arguments.cells}.items():
            if value is not None:
                raise CliError(f"a game ID says everything: leave out {flag}")
        return LatticeRecipe.parse(arguments.target)
    if ":" in size:
        raise CliError(f"a game ID says everything, also its cells: {name}:...:cells=...:SEED")
    if size and arguments.size is not None:
        raise CliError(f"{quoted(arguments.target)} and --size both name a size: leave out one")
    if name in PRESETS:
        raise CliError(f"{name} is a preset for square cells: name an algorithm with --cells")
    pairs = dict(text.partition("=")[::2] for text in arguments.options)
    if (
        arguments.cells is not None
        and pairs.setdefault("cells", arguments.cells) != arguments.cells
    ):
        raise CliError(f"--cells {arguments.cells} and -D cells={pairs['cells']}: name one")
    cols, rows = parse_size(size or arguments.size or DEFAULT_SIZE)
    if unknown := pairs.keys() - {"cells", "braid", "ends"}:
        raise CliError(
            f"other cells than squares take no option {quoted(min(unknown))}: they take braid, ends"
        )
    text = draw_seed() if seed is None else typed_seed(seed)
    return LatticeRecipe(name, cols, rows, seed=text, **pairs)


def make(recipe: LatticeRecipe | str) -> LatticeLevel:
    """Return the level of a recipe or a game ID."""
    from mazegame.engine.graphs import LatticeLevel

    return LatticeLevel.of(recipe, progress=interruptible)


def answer(level: LatticeLevel, *, as_json: bool, path: bool) -> str:
    """Return the output of ``solve``."""
    if not as_json:
        return f"{level.dist_min}\n"
    found: dict[str, Any] = {"version": 1, "game_id": str(level.recipe), "dist_min": level.dist_min}
    if path:
        found["path"] = level.path.tolist()
    return json.dumps(found) + "\n"


def measured(level: LatticeLevel, *, as_json: bool) -> str:
    """Return the output of ``stats``."""
    from mazegame.engine.graphs import statistics
    from mazegame.formats.data import stats

    numbers = statistics(level.maze, level.start, level.goal)
    if as_json:
        return stats.as_json(numbers, {"game_id": str(level.recipe)})
    return stats.lattice_lines(numbers)


def write_all(arguments: argparse.Namespace, count: int, output: Output) -> None:
    """Write the mazes for the arguments of ``generate``, each with another seed."""
    file = output.file
    if count > 1 and not output.form.text and "{n}" not in (file or ""):
        name = output.form.name
        raise CliError(f"a file of {name} holds one maze: write -o maze-{{n}}.{name}")
    if count == 1 or "{n}" in (file or ""):
        for number, level in _levels(arguments, count):
            output.file = file and file.replace("{n}", str(number))
            writing = output.deliver(level)
            print_stderr(str(level.recipe))
            writing()
        return

    def drawings() -> Iterator[bytes]:
        for number, level in _levels(arguments, count):
            print_stderr(str(level.recipe))
            if number > 1:
                yield b"\n"
            yield from output.pieces_of(level)

    output.put(drawings())


def _levels(arguments: argparse.Namespace, count: int) -> Iterator[tuple[int, LatticeLevel]]:
    for number in range(1, count + 1):
        seed = arguments.seed
        if count > 1 and seed is not None:
            seed = f"{seed}-{number}"
        yield number, make(recipe_of(arguments, seed))

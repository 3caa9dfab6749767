"""``mazegame solve``: the length of a shortest path, and the path itself."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from mazegame.cli import lattice_mazes
from mazegame.cli.level_output import Output, add_format_arguments
from mazegame.cli.options import JSON, add_file_arguments, add_flags, add_maze_argument
from mazegame.cli.output import print_stderr, write
from mazegame.cli.refusals import CliError, refusing
from mazegame.cli.targets import answer_each, game_ids, is_file, make_level
from mazegame.cli.terminal import announce_compiling

if TYPE_CHECKING:
    import argparse

    from mazegame.engine import Level
    from mazegame.engine.graphs import LatticeLevel

EXAMPLES: Final = """\
  mazegame solve wilson:12x6:kite-7 --path
  mazegame solve maze.txt
  mazegame solve photo.png --start r0c0 --goal r9c9
  mazegame solve wilson:40x20:kite-7 --path -o solved.pdf
  mazegame solve wilson:20x12:cells=hexagonal:kite-7 --path
  mazegame solve - --json < game-ids.txt
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_maze_argument(parser)
    add_flags(parser, {"--path": "draw the maze with the path as well", **JSON})
    add_file_arguments(parser)
    add_format_arguments(parser, path=False)


def run(arguments: argparse.Namespace) -> int:
    announce_compiling()
    lines = game_ids(arguments)
    if lines is not None:
        if arguments.path and not arguments.json:
            raise CliError("--path draws one maze: with game IDs on standard input ask for --json")
        each = partial(_answer, arguments=arguments)
        return answer_each(lines, each, as_json=arguments.json)
    with refusing():
        solved = _from_file(arguments) if is_file(arguments.target) else make_level(arguments)
    answer = _answer(solved, arguments)
    if arguments.json or not arguments.path:
        write([answer])
        return 0
    with refusing():
        output = Output(arguments)
        writing = output.deliver(solved)
    if output.file is None and not output.form.text:
        print_stderr(answer.rstrip())  # standard output is the picture's
    else:
        write([answer])
    writing()
    return 0


def _answer(solved: Level | LatticeLevel, arguments: argparse.Namespace) -> str:
    from mazegame.engine import Level

    if not isinstance(solved, Level):
        return lattice_mazes.answer(solved, as_json=arguments.json, path=arguments.path)
    if not arguments.json:
        return f"{solved.dist_min}\n"
    name = {"game_id": str(solved.recipe)} if solved.recipe else {"name": solved.name}
    answer: dict[str, Any] = {"version": 1, **name, "dist_min": solved.dist_min}
    if arguments.path:
        answer["path"] = solved.cells_of_path().tolist()
    return json.dumps(answer) + "\n"


def _from_file(arguments: argparse.Namespace) -> Level:
    """Read the level of a file, in which a path must lead from A to B."""
    from mazegame.formats.files import finish, parse_file, required_ends
    from mazegame.formats.source import Limits

    target, start, goal = arguments.target, arguments.start, arguments.goal
    needs = required_ends(start, goal, needs_path=True)
    cell, wall = arguments.from_cell, arguments.from_wall
    limits = Limits(
        arguments.max_cells,
        needs=needs,
        cell=cell,
        wall=wall,
        shade=arguments.from_shade,
        floor=arguments.floor,
    )
    found = parse_file(target, arguments.form, limits)
    return finish(found, target, start=start, goals=goal, needs_path=True)

"""``mazegame solve``: the length of a shortest path, and the path itself."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from mazegame.cli.drawing import add_format_arguments, chosen_format, deliver
from mazegame.cli.options import JSON, add_file_arguments, add_flags
from mazegame.cli.output import say, write
from mazegame.cli.progress import announce_compiling, showing
from mazegame.cli.refusals import CliError, refusing
from mazegame.cli.targets import answer_each, game_ids, is_file, known_pixels, make_level

if TYPE_CHECKING:
    import argparse

    import numpy as np
    from numpy.typing import NDArray

    from mazegame.engine import Level
    from mazegame.formats.found import Found

EXAMPLES: Final = """\
examples:
  mazegame solve wilson:12x6:kite-7 --path
  mazegame solve maze.txt
  mazegame solve photo.png --start r0c0 --goal r9c9
  mazegame solve wilson:40x20:kite-7 --path -o solved.pdf
  mazegame solve - --json < game-ids.txt
"""

LEAN_CELLS: Final = 1 << 24
"""Most cells of a maze file that is solved with a distance field, which takes 5 bytes a cell."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "target",
        metavar="GAME_ID|FILE",
        help="a game ID, or a file with a maze (- is standard input: a maze, or game IDs, one a "
        "line)",
    )
    add_flags(parser, {"--path": "draw the maze with the path as well", **JSON})
    add_file_arguments(parser)
    add_format_arguments(parser, path=False)


def run(arguments: argparse.Namespace) -> int:
    """Print the length of the shortest path, and draw it if asked."""
    announce_compiling()
    lines = game_ids(arguments)
    if lines is not None:
        if arguments.path and not arguments.json:
            raise CliError("--path draws one maze: with game IDs on standard input ask for --json")
        answer = partial(_answer, arguments=arguments)
        return answer_each(lines, answer, as_json=arguments.json)
    with refusing():
        level = _from_file(arguments) if is_file(arguments.target) else make_level(arguments)
        if level is None:
            return 0
    if arguments.json or not arguments.path:
        write([_answer(level, arguments)])
        return 0
    with refusing():
        writing = deliver(level, arguments)
    _write_length(level.dist_min, arguments)
    writing()
    return 0


def _write_length(dist_min: int, arguments: argparse.Namespace) -> None:
    """Write distMin to the stream that gets no picture."""
    if arguments.output in {None, "-"} and not chosen_format(arguments).text:
        say(f"{dist_min}")
    else:
        write([f"{dist_min}\n"])


def _answer(level: Level, arguments: argparse.Namespace) -> str:
    """Return one line: distMin, or a JSON object."""
    if not arguments.json:
        return f"{level.dist_min}\n"
    path = level.cells_of_path() if arguments.path else None
    name = {"game_id": str(level.recipe)} if level.recipe else {"name": level.name}
    return _json(name, level.dist_min, path)


def _json(name: dict[str, str], dist_min: int, path: NDArray[np.intp] | None) -> str:
    answer: dict[str, Any] = {"version": 1, **name, "dist_min": dist_min}
    if path is not None:
        answer["path"] = path.tolist()
    return json.dumps(answer) + "\n"


def _from_file(arguments: argparse.Namespace) -> Level | None:
    """Read a level; solve a huge one at once, and return None."""
    from mazegame.formats.files import finish, limits_of_level, load_found, needed

    needs = needed(arguments.start, arguments.goal, needs_path=True)
    limits = limits_of_level(arguments.max_cells, needs, bytes_per_cell=0)
    found = load_found(arguments.target, arguments.form, limits, known_pixels(arguments))
    huge = found.maze.rows * found.maze.cols > LEAN_CELLS
    if huge and not (found.game_id or found.blank_is_rock):
        _solve_lean(found, arguments)
        return None
    return finish(
        found, arguments.target, start=arguments.start, goals=arguments.goal, needs_path=True
    )


def _solve_lean(found: Found, arguments: argparse.Namespace) -> None:
    """Find the path of a huge maze, and write the requested output."""
    from mazegame.engine.measures.lean import solve_lean
    from mazegame.formats.files import ends_of
    from mazegame.formats.picture import Picture

    start, goals = ends_of(found, arguments.target, arguments.start, arguments.goal)
    maze = found.maze
    with showing(f"solving {maze.cols}x{maze.rows}") as progress:
        path = solve_lean(maze, start, goals, progress=progress)
    dist_min = len(path) - 1
    if arguments.json:
        write([_json({"name": arguments.target}, dist_min, path if arguments.path else None)])
    elif arguments.path:
        picture = Picture(maze, start, goals, dist_min=dist_min, path=path)
        writing = deliver(picture, arguments)
        _write_length(dist_min, arguments)
        writing()
    else:
        write([f"{dist_min}\n"])

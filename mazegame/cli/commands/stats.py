"""``mazegame stats``: measure a maze."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli import lattice_mazes
from mazegame.cli.options import JSON, add_file_arguments, add_flags, add_maze_argument
from mazegame.cli.output import write
from mazegame.cli.refusals import refusing
from mazegame.cli.targets import answer_each, game_ids, is_file, make_level, read_file
from mazegame.cli.terminal import announce_compiling, interruptible

if TYPE_CHECKING:
    import argparse

    from mazegame.engine import Cell, Level, Maze
    from mazegame.engine.graphs import LatticeLevel

TREE_CELLS: Final = 1 << 24
"""Most cells of a maze that is measured as a tree, which takes some 30 bytes a cell."""

EXAMPLES: Final = """\
  mazegame stats wilson:40x20:kite-7
  mazegame stats wilson:20x12:cells=hexagonal:kite-7
  mazegame stats maze.txt --json
  mazegame stats - --json < game-ids.txt
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_maze_argument(parser, "; of several goals the nearest counts")
    add_flags(parser, JSON)
    add_file_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    announce_compiling()
    lines = game_ids(arguments)
    if lines is not None:

        def answer(level: Level | LatticeLevel) -> str:
            title = "" if arguments.json else f"{level.recipe}\n"
            return title + _measured(level, as_json=arguments.json)

        return answer_each(lines, answer, as_json=arguments.json)
    with refusing():
        found = read_file(arguments) if is_file(arguments.target) else make_level(arguments)
        text = _measured(found, as_json=arguments.json, file=arguments.target)
    write([text])
    return 0


def _measured(found: Level | Maze | LatticeLevel, *, as_json: bool, file: str = "") -> str:
    """Return the statistics as lines or JSON; without a path to B only those of the cells."""
    from mazegame.engine import Level, Maze, texture
    from mazegame.engine.measures.measuring import cell_numbers
    from mazegame.formats.data import stats
    from mazegame.formats.files import name_of

    if not isinstance(found, Level | Maze):
        return lattice_mazes.measured(found, as_json=as_json)
    maze = found.maze if isinstance(found, Level) else found
    if isinstance(found, Level) and found.has_path:
        row, col = found.cells_of_path()[-1].tolist()  # the nearest of several goals
        measured = texture(maze, found.start, (row, col), progress=interruptible).as_dict()
        tree = _tree_numbers(maze, found.start, (row, col))
    else:
        measured, tree = cell_numbers(maze, progress=interruptible), _tree_numbers(maze)
    measured |= tree
    if not as_json:
        return stats.as_lines(measured)
    recipe = found.recipe if isinstance(found, Level) else None
    name = {"game_id": str(recipe)} if recipe else {"name": name_of(file)}
    return stats.as_json(measured, name)


def _tree_numbers(
    maze: Maze, start: Cell | None = None, goal: Cell = (0, 0)
) -> dict[str, int | None]:
    """Return the statistics of a maze as a tree from A, None if it is no tree; and its walls.

    In a maze without rock, ``walls_of_a_tree`` is how many walls a perfect one of its size keeps.
    """
    rows, cols = maze.shape
    sides = rows * (cols - 1) + cols * (rows - 1)
    passages, cells = maze.passage_count, int((maze.passages != 0).sum())
    numbers: dict[str, int | None] = {
        "walls": sides - passages,
        "walls_of_a_tree": (cols - 1) * (rows - 1) if cells == rows * cols else None,
        "tree_leaves": None, "tree_corridors": None, "tree_depth": None,
    }  # fmt: skip
    if start is not None and passages == cells - 1 and cells <= TREE_CELLS:
        tree = maze.tree(start)
        found = tree.corridors(goal[0] * cols + goal[1])
        numbers |= {
            "tree_leaves": len(tree.leaves), "tree_corridors": len(found.edges),
            "tree_depth": tree.depth,
        }  # fmt: skip
    return numbers

"""Mazes on cells of every shape: lattices, spanning trees on them, and what is measured there.

>>> from mazegame.engine.graphs import Lattice, distances, spanning_tree
>>> lattice = Lattice.hexagonal(rows=12, cols=20)
>>> maze = spanning_tree(lattice, "wilson", "kite-7")
>>> int(distances(maze, lattice.start)[lattice.goal])
49

A lattice is a table of neighbours, so nine of the algorithms work on each: those that need nothing
else. ``Recipe`` and ``Maze`` are for square cells, and several times as fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mazegame.engine.graphs.cell_lattice import Lattice as Lattice
    from mazegame.engine.graphs.growing import GRAPH_ALGORITHMS as GRAPH_ALGORITHMS
    from mazegame.engine.graphs.lattice_maze import LatticeMaze as LatticeMaze
    from mazegame.engine.graphs.lattice_maze import SpanningTree as SpanningTree
    from mazegame.engine.graphs.lattice_maze import braid as braid
    from mazegame.engine.graphs.lattice_maze import distances as distances
    from mazegame.engine.graphs.lattice_maze import shortest_path as shortest_path
    from mazegame.engine.graphs.lattice_maze import spanning_tree as spanning_tree
    from mazegame.engine.graphs.lattice_maze import statistics as statistics
    from mazegame.engine.graphs.lattice_recipe import LatticeLevel as LatticeLevel
    from mazegame.engine.graphs.lattice_recipe import LatticeRecipe as LatticeRecipe

_HOMES: Final = {
    name: home
    for home, names in {
        "growing": "GRAPH_ALGORITHMS",
        "cell_lattice": "Lattice",
        "lattice_maze": "LatticeMaze SpanningTree braid distances shortest_path spanning_tree "
        "statistics",
        "lattice_recipe": "LatticeLevel LatticeRecipe",
    }.items()
    for name in names.split()
}
"""The module of each name."""

__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    """Load the module of a name."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return all names, loaded or not."""
    return sorted({*globals(), *_HOMES})

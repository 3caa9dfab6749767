"""Cells of every shape: damaged game IDs, and tables of neighbours, weights, paths and layers."""

from collections import Counter
from random import Random

import numpy as np

from mazegame.engine.graphs import (
    Lattice,
    LatticeLevel,
    LatticeMaze,
    LatticeRecipe,
    braid,
    distances,
    shortest_path,
    spanning_tree,
    statistics,
)
from mazegame.engine.graphs.growing import GRAPH_ALGORITHMS
from mazegame.engine.graphs.lattice_recipe import CELLS
from mazegame.formats import to_bytes
from tests.fuzz.harness import Finding, Target, check_message
from tests.fuzz.mutations import TOKENS, damage_text

MOST_CELLS = 400
"""Largest maze that is made of a game ID: plain Python takes long for more."""

MOST_STEPS = 100_000
"""Most steps of a walk that makes one, by its cost: a narrow maze takes very many."""

VALUES = (-(1 << 40), -2, -1, 0, 1, 2, 5, 7, 1 << 31, 1 << 40, 0.5, float("nan"), float("inf"))
"""What a table may have in place of a cell or a weight."""


class Lattices(Target):
    """Game IDs with cells, and lattices of one's own."""

    name, share, short = "lattices", 0.03, 400

    def run(self, random: Random) -> Counter[str]:
        """Make one maze, or see it refused in a sentence."""
        kind = random.choice((self._game_id, self._table))
        try:
            return Counter({kind(random): 1})
        except (ValueError, TypeError) as error:
            check_message(str(error))
            return Counter({"refused": 1})

    @staticmethod
    def _game_id(random: Random) -> str:
        options = [f"cells={random.choice((*CELLS, 'storeys.2', 'storeys.9', 'square', 'x'))}"]
        options += [f"braid={random.choice((0, 50, 100, 101))}"] * (random.random() < 0.3)
        options += [f"ends={random.choice(('farthest', 'rim'))}"] * (random.random() < 0.3)
        random.shuffle(options)
        name = random.choice((*GRAPH_ALGORITHMS, "eller"))
        size = f"{random.randrange(9)}x{random.choice((1, 2, 3, 5, 9, 10**9))}"
        text = f"{name}:{size}:{','.join(options)}:kite-7"
        recipe = LatticeRecipe.parse(damage_text(random, text) if random.random() < 0.5 else text)
        if LatticeRecipe.parse(str(recipe)) != recipe:
            raise Finding(f"{recipe} is not read as itself")
        if len(lattice := recipe.lattice()) > MOST_CELLS or recipe.cost.steps > MOST_STEPS:
            return "large"
        level = LatticeLevel.of(recipe)
        check(level.maze, level.start, level.goal, is_tree=recipe.braid == "0")
        layers = {"path": random.random() < 0.5, "heat": random.random() < 0.5}
        if random.random() < 0.3:
            layers["title"] = damage_text(random, "Bees")
        to_bytes(level, random.choice(("svg", "png", "unicode", "ascii")), **layers)
        return f"a maze of {lattice.kind} cells"

    @staticmethod
    def _table(random: Random) -> str:
        cells, sides = random.randrange(1, 9), random.randrange(1, 5)
        table = np.full((cells, sides), -1.0)
        for cell in range(1, cells):  # each beside an earlier one, where there is room
            near = random.randrange(cell)
            for one, other in ((cell, near), (near, cell)):
                if (free := np.flatnonzero(table[one] < 0)).size:
                    table[one, free[0]] = other
        for _ in range(random.choice((0, 0, 0, 1, 2))):
            table[random.randrange(cells), random.randrange(sides)] = random.choice(VALUES)
        weights = np.full(table.shape, random.choice((1, 9, 100)))
        if random.random() < 0.2:
            weights = weights.astype(float)
            weights[random.randrange(cells), random.randrange(sides)] = random.choice(VALUES)
        seed = random.choice(("kite-7", 5, -1, random.choice(TOKENS)))
        lattice = Lattice(table)
        maze = spanning_tree(lattice, random.choice(GRAPH_ALGORITHMS), seed, weights)
        a, b = random.randrange(-1, cells + 1), random.randrange(-1, cells + 1)
        check(maze, a, b, is_tree=True)
        return "a maze of a graph"


def check(maze: LatticeMaze, a: int, b: int, *, is_tree: bool) -> None:
    """Find what breaks the laws of a maze and of the way from a to b in it."""
    cells = len(maze.lattice)
    if is_tree and len(maze.edges) != cells - 1:
        raise Finding(f"{len(maze.edges)} passages join {cells} cells")
    field, path = distances(maze, a), shortest_path(maze, a, b)
    if field.min() < 0 or int(field[b]) != len(path) - 1 or {*path[[0, -1]].tolist()} != {a, b}:
        raise Finding(f"from {a} to {b} lead {path.tolist()} and {field.tolist()}")
    statistics(maze, a, b)
    looped = braid(maze, 100, "kite-7")
    if len(looped.edges) < len(maze.edges):
        raise Finding("braiding has closed a passage")

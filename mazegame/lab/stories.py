"""Stories: each algorithm and search in a few lines of pseudocode, and the events of each line.

What lives here: the lines. What does not: sentences on single steps (``sentences.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mazegame.engine import Direction, EventKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.engine import Event, Recipe


@dataclass(frozen=True)
class Story:
    """An algorithm in a few lines."""

    lines: tuple[str, ...]
    """The lines, none longer than 34 characters."""
    _marks: Mapping[tuple[EventKind, Direction | None], int]

    def line_of(self, event: Event) -> int | None:
        """Return the index of the line that causes an event; None for no line."""
        found = self._marks.get((event.kind, event.side))
        return self._marks.get((event.kind, None)) if found is None else found


def _story(*lines: str | tuple[str, ...]) -> Story:
    """Make a story of lines: a text, or a text and its events: ``"carve"``, ``"carve E"``."""
    marks: dict[tuple[EventKind, Direction | None], int] = {}
    texts = []
    for index, line in enumerate(lines):
        text, *events = (line,) if isinstance(line, str) else line
        texts.append(text)
        for event in events:
            kind, _, side = event.partition(" ")
            marks[EventKind[kind.upper()], Direction[side] if side else None] = index
    return Story(tuple(texts), marks)


_BRAID: Final = ("open some dead ends", "braid")

CARVINGS: Final[Mapping[str, Story]] = {
    "recursive-backtracker": _story(
        ("begin in a random cell", "visit"),
        "if cells beside are unvisited:",
        ("  push this one if it has several", "push"),
        ("  carve into one of them at random", "carve"),
        ("else pop a cell off the stack", "pop"),
        ("  and go on from there", "backtrack"),
        _BRAID,
    ),
    "hunt-and-kill": _story(
        ("begin in a random cell", "visit"),
        "while cells beside are unvisited:",
        ("  carve into one of them at random", "carve"),
        "stuck: hunt by rows for the first",
        ("  new cell beside the maze", "hunt"),
        "  join it, and walk on from there",
        _BRAID,
    ),
    "growing-tree": _story(
        ("list a random cell", "visit"),
        ("pick a cell by the policy", "consider"),
        "if cells beside it are unvisited:",
        ("  carve into one at random", "carve"),
        ("  and list that", "push"),
        ("else remove the cell", "pop"),
        _BRAID,
    ),
    "prim": _story(
        ("begin with a random cell", "visit"),
        ("cells beside it are the frontier", "push"),
        ("take a frontier cell at random", "pop"),
        ("carve into it from the maze", "carve"),
        "until the frontier is empty",
        _BRAID,
    ),
    "simple-prim": _story(
        ("begin with a random cell", "visit"),
        ("list the walls around it", "push"),
        ("take a wall at random", "pop"),
        ("  open it if it leads out,", "carve"),
        ("  else leave it", "reject"),
        "until every cell is in the maze",
        _BRAID,
    ),
    "true-prim": _story(
        ("begin in the centre", "visit"),
        ("queue the walls around the cell", "push"),
        ("take the cheapest wall", "pop"),
        ("  open it if it leads out,", "carve"),
        ("  else leave it", "reject"),
        "until every cell is in the maze",
        _BRAID,
    ),
    "kruskal": _story(
        "every cell is a set of its own",
        ("take the walls in random order:", "consider", "visit"),
        "  if its sides are in two sets",
        ("    make the two sets one", "join"),
        ("    and open the wall", "carve"),
        ("  else leave it", "reject"),
        _BRAID,
    ),
    "wilson": _story(
        ("the centre is the maze", "visit"),
        "from each cell outside the maze:",
        ("  walk at random to the maze", "walk"),
        ("  forget every loop of the walk", "erase"),
        ("  then carve what is left of it", "carve"),
        _BRAID,
    ),
    "wilson walls": _story(
        "posts stand inside the boundary",
        "from each post without a wall:",
        ("  walk at random to a wall", "walk"),
        ("  forget every loop of the walk", "erase"),
        ("  then build a wall along it", "wall"),
        _BRAID,
    ),
    "aldous-broder": _story(
        ("begin in a random cell", "visit"),
        "until every cell is visited:",
        ("  step to a random cell beside", "walk"),
        ("  carve if it is unvisited", "carve"),
        _BRAID,
    ),
    "eller": _story(
        ("row by row, from west to east:", "new_row"),
        ("  a coin, unless they are one set:", "carve E"),
        ("    join the cell to the east", "join"),
        ("  a coin, but once for each set:", "carve S"),
        ("    open south, else leave the set", "leave"),
        "in the last row join all sets",
        _BRAID,
    ),
    "sidewinder": _story(
        ("row by row, from west to east:", "new_row"),
        ("  join the next cell by a coin,", "carve E"),
        "  else close the run and",
        ("    open north from one of them", "carve N"),
        "the first row is one run",
        _BRAID,
    ),
    "binary-tree": _story(
        ("row by row, for each cell:", "new_row"),
        "  toss a coin:",
        ("  heads, open north", "carve N"),
        ("  tails, open west", "carve W"),
        "  on the boundary, what is left",
        _BRAID,
    ),
    "recursive-division": _story(
        "begin with one open room",
        ("split the room by a wall", "split"),
        ("  with one gap", "wall"),
        ("  and keep one part for later", "push"),
        "until a room is one cell wide:",
        ("  then take one that was kept", "pop"),
        _BRAID,
    ),
}
"""Stories of the algorithms by name; ``wilson walls`` is Wilson's with ``build=walls``."""

SEARCHES: Final[Mapping[str, Story]] = {
    "bfs": _story(
        "put A into the queue",
        ("take the first cell out", "pop"),
        "for up, right, left, down:",
        ("  an unseen cell goes to the end", "push"),
        ("stop when B is seen", "arrive"),
        ("walk the path back to A", "path"),
    ),
    "dfs": _story(
        "put A onto the stack",
        "for up, right, left, down:",
        ("  step into the first new cell", "walk"),
        ("  and push it", "push"),
        ("none: pop it and step back", "pop", "backtrack"),
        ("stop at B: the stack is the path", "arrive", "path"),
    ),
    "a-star": _story(
        "put A into the queue",
        ("take the cell of the lowest f,", "pop"),
        ("  unless it was taken before", "reject"),
        "for up, right, left, down:",
        ("  put it in, f = steps + air line", "push"),
        ("stop when B is taken", "arrive", "path"),
    ),
    "bidirectional": _story(
        "A and B have a queue each",
        "in turn, of the shorter queue:",
        ("  take each cell out", "pop"),
        ("  put the unseen ones beside it in", "push"),
        ("stop when both have seen a cell", "arrive"),
        ("the two halves are the path", "path"),
    ),
    "dead-end-filling": _story(
        ("look at every cell, row by row:", "visit"),
        "  if it is a dead end",
        ("    fill it, and go back", "fill"),
        "    until there is a fork",
        ("what is left leads to B", "arrive"),
        ("  by this path", "path"),
    ),
    "left-hand": _story(
        "face the first open side",
        "of these take the first open one:",
        ("  left, ahead, right, back", "walk"),
        ("until you stand on B", "arrive"),
        ("the walk without loops is the path", "path"),
    ),
    "right-hand": _story(
        "face the first open side",
        "of these take the first open one:",
        ("  right, ahead, left, back", "walk"),
        ("until you stand on B", "arrive"),
        ("the walk without loops is the path", "path"),
    ),
    "tremaux": _story(
        "mark passages as you walk them",
        ("new place: take one without marks", "walk"),
        "known place, one mark behind you:",
        ("  turn back, else take the fewest", "backtrack"),
        ("until you stand on B", "arrive"),
        ("single marks are the path", "path"),
    ),
    "random-mouse": _story(
        "at a fork take any passage",
        ("go on, turn back in dead ends only", "walk"),
        ("until you stand on B", "arrive"),
        ("the walk without loops is the path", "path"),
    ),
    "walk": _story(
        "from A, wherever you like:",
        ("  your step", "walk"),
        ("  your step back", "backtrack"),
        ("until you stand on B", "arrive"),
        ("your path, without the loops", "path"),
    ),
}
"""Stories of the searches by name; ``walk`` is a player's walk."""


def builds_walls(recipe: Recipe) -> bool:
    """Return whether a recipe builds walls in an open floor."""
    return recipe.algorithm == "recursive-division" or ("build", "walls") in recipe.options


def carving_story(recipe: Recipe) -> Story:
    """Return the story of a recipe's algorithm, with a line on braiding only if it braids."""
    walls = recipe.algorithm == "wilson" and builds_walls(recipe)
    story = CARVINGS["wilson walls" if walls else recipe.algorithm]
    if recipe.option("braid") != "0":
        return story
    return Story(story.lines[:-1], story._marks)
